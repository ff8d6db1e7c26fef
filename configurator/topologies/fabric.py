"""Fabric: switches by tier and every link as arrays; what the scale-out shapes return, and the error when none can be.

A fabric holds one plane: equal planes are one plane times `planes`; `summed`, `link_counts` and `links` cover all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import numpy as np

from configurator.errors import ConfiguratorError, Fault
from configurator.linktable import Ints

Role = Literal["leaf", "spine", "core"]
LayerName = Literal["node_leaf", "leaf_spine", "spine_core", "track_track", "track_tier2", "gpu_track"]


class Unbuildable(ConfiguratorError):
    """No fabric of a shape has the numbers asked for.

    Attributes
    ----------
    wanted : str
        What was asked for, in words.
    message : str
        What stands in the way.
    actual, limit : float
        The number met and the number allowed [unit].
    unit : str
    repairs : tuple of str
        Single changes, each of which was tried and builds.
    """

    exit_code = 4

    def __init__(
        self, wanted: str, message: str, *, actual: float, limit: float, unit: str, repairs: Iterable[str] = ()
    ) -> None:
        self.wanted = wanted
        self.message = message
        self.actual = actual
        self.limit = limit
        self.unit = unit
        self.repairs = tuple(repairs)
        faults = [Fault("limit", f"{message} ({actual:,} against {limit:,} {unit})")]
        faults += [Fault("repair", repair) for repair in self.repairs]
        super().__init__(f"cannot be built: {wanted}", faults)


@dataclass(frozen=True)
class Tier:
    """Equal switches of one role in one plane.

    down_ports, up_ports: ports of one switch that the full fabric uses [logical ports at the link rate].
    """

    role: Role
    switches: int
    down_ports: int
    up_ports: int


@dataclass(frozen=True, eq=False)
class Layer:
    """Links between two neighbouring tiers, one row a link, in a fixed order.

    lower, lower_port: endpoint or switch and its port; upper, upper_port: switch of the tier above and its port;
    all count from 0. A switch uses its first ports downwards and its last ports upwards.
    """

    name: LayerName
    lower: Ints
    lower_port: Ints
    upper: Ints
    upper_port: Ints

    def __post_init__(self) -> None:
        for name in ("lower", "lower_port", "upper", "upper_port"):
            array = np.array(getattr(self, name), dtype=np.int32)
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        return len(self.lower)

    def stamped(self, times: int, lowers: int, uppers: int, lower_step: int = 1) -> Layer:
        """This layer `times` over: copy i runs from lower x lower_step + i x lowers to upper + i x uppers.

        Where the lower ends are the same in each copy (lowers 0), copy i takes port i of them.
        """
        copy = np.repeat(np.arange(times, dtype=np.int32), len(self))
        again = [np.tile(a, times) for a in (self.lower, self.lower_port, self.upper, self.upper_port)]
        port = again[1] if lowers else again[1] + copy
        return Layer(self.name, again[0] * lower_step + copy * lowers, port, again[2] + copy * uppers, again[3])


@dataclass(frozen=True, eq=False)
class Fabric:
    """One plane of a scale-out fabric, and how many equal planes there are.

    Endpoint n x NICs + i is NIC i of node n; endpoints that belong to no node follow. endpoints: of one plane, wired;
    rails: groups of leaves that each take the same NICs of every node (1: no rails); radix: logical ports of a switch.
    notes: what the answer should print beside the counts.
    """

    name: str
    endpoints: int
    planes: int
    rails: int
    radix: int
    tiers: tuple[Tier, ...]
    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = field(default=())

    def tier(self, role: Role) -> Tier:
        """The tier of a role, with no switches where the fabric has none."""
        return next((t for t in self.tiers if t.role == role), Tier(role, 0, 0, 0))

    @property
    def summed(self) -> dict[Role, int]:
        """Switches by role, over all planes [1]."""
        return {t.role: t.switches * self.planes for t in self.tiers}

    @property
    def link_counts(self) -> dict[LayerName, int]:
        """Links by layer, over all planes [1]."""
        return {layer.name: len(layer) * self.planes for layer in self.layers}

    @property
    def oversubscription(self) -> dict[Role, Fraction]:
        """Down over up ports of each tier that has a tier above [1], full units taken."""
        return {t.role: Fraction(t.down_ports, t.up_ports) for t in self.tiers if t.up_ports}

    @property
    def bisection_links(self) -> int:
        """Links that the narrowest layer has between two halves of the nodes, over all planes [links]."""
        return min(self.link_counts.values()) // 2

    def ports_used(self) -> dict[Role, Ints]:
        """Ports with a link, for each switch of one plane [1]."""
        used = {}
        for index, tier in enumerate(self.tiers):
            counts = np.bincount(self.layers[index].upper, minlength=tier.switches)
            if index + 1 < len(self.layers):
                counts = counts + np.bincount(self.layers[index + 1].lower, minlength=tier.switches)
            used[tier.role] = counts.astype(np.int32)
        return used

    def links(self, name: LayerName) -> Layer:
        """Every link of a layer over all planes: switches plane after plane, and an endpoint's port is its plane.

        Raises `KeyError` when the fabric has no such layer.
        """
        for index, layer in enumerate(self.layers):
            if layer.name == name:
                below = self.tiers[index - 1].switches if index else 0
                return layer.stamped(self.planes, below, self.tiers[index].switches)
        raise KeyError(name)
