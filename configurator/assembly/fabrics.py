"""A fabric under a network's name: how its shape is sized from platform and spec, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from configurator.assembly.bench import Bench
from configurator.assembly.network_racks import add_switch
from configurator.design import Network, Scope
from configurator.errors import Unsatisfiable
from configurator.parts.base import Part, known
from configurator.platform import Media, OpticSet, Valued
from configurator.reasons import Reason
from configurator.topologies import topologies
from configurator.topologies.fabric import Fabric, Unbuildable

ROLES = ("leaf", "spine", "core")
LAYERS = ("node_leaf", "leaf_spine", "spine_core")
SCALE_OUT: Network = "scale_out"


@dataclass(frozen=True)
class Guest:
    """A port of a device that is no main endpoint of a fabric: a server's NIC, an out-of-band switch's uplink."""

    kind: str
    index: int
    """Which device of its kind, counted over the site."""
    port: int
    media: Media
    network: Network
    layer: str = "node_leaf"


@dataclass(frozen=True)
class Planned:
    """A sized fabric of one site: who ends on it, at which ports, and by what.

    kind, tag, ports: device type of the main endpoints, how their ports are called, and which ports in the order of the
    fabric's NICs; links_per_module: links that one cage of such an endpoint carries; guests: other ends, in the order
    of the fabric's extra endpoints; side: the device type of its last leaves and how many, where it is another one.
    """

    network: Network
    fabric: Fabric
    gbps: float
    switch: Part
    kind: str
    tag: str
    ports: tuple[int, ...]
    node_media: Media | Valued[tuple[OpticSet, ...]]
    switch_media: Media | Valued[tuple[OpticSet, ...]]
    links_per_module: int = 1
    guests: tuple[Guest, ...] = ()
    side: tuple[str, int] | None = None

    @property
    def switches(self) -> dict[str, int]:
        """Device type -> how many switches of it, those of the side left out."""
        summed: dict[Any, int] = dict(self.fabric.summed)
        if self.side is not None:
            summed["leaf"] -= self.side[1]
        return {type_of(self.network, role): summed[role] for role in ROLES if summed.get(role, 0)}

    @property
    def scope(self) -> Scope:
        return "scale_out" if self.network == SCALE_OUT else "other_networks"


def type_of(network: str, role: str) -> str:
    """Device type of a network's switches: the compute fabric's carry the bare role."""
    return role if network == SCALE_OUT else f"{network}_{role}"


def radix_of(network: str, switch: Part, gbps: float) -> int:
    """Logical ports of a switch at a rate: its cages broken out. Raises `Unsatisfiable` where unknown."""
    ports, rate = known(switch, "ports"), known(switch, "port_gbps")
    if ports is None or rate is None:
        raise Unsatisfiable(f"a {network} fabric", [{"candidate": switch.part_id, "message": "its ports are unknown"}])
    return int(ports * rate // gbps)


def sized(network: str, tries: Sequence[tuple[str, Mapping[str, Any]]], nodes: int, nics: int, radix: int) -> Fabric:
    """The first of several shapes that can be built. tries: (topology, its further arguments).

    Raises `Unsatisfiable` with what the first of them lacks.
    """
    stopped: Unbuildable | None = None
    for name, keys in tries:
        try:
            fabric: Fabric = topologies()[name].plan(nodes, nics, radix, **keys)
        except Unbuildable as error:
            stopped = stopped or error
        else:
            return fabric
    assert stopped is not None
    name = tries[0][0]
    refused = {
        "candidate": f"{name} of {radix}-port switches",
        "rule": "LNK410",
        "message": stopped.message,
        "actual": stopped.actual,
        "limit": stopped.limit,
        "unit": stopped.unit,
    }
    if network == SCALE_OUT:
        raise Unsatisfiable(stopped.wanted, [refused], [{"change": r} for r in stopped.repairs]) from None
    changes = [{"change": f"networks.{network}.{change}"} for change in ("topology: auto", "oversubscription: 4")]
    raise Unsatisfiable(f"{network}: {stopped.wanted}", [refused], changes) from None


def decided(
    bench: Bench, planned: Planned, name: str, because: Sequence[Reason], led_by: Sequence[str], site: str | None
) -> None:
    """Record the fabric's decision and add the kinds of its switches."""
    tiers = ", ".join(f"{count} {role}" for role, count in planned.fabric.summed.items() if count)
    subject = "fabric" if site is None else f"fabric-{site}"
    notes = [Reason(text=note) for note in planned.fabric.notes]
    decision = bench.decide(planned.network, subject, f"{name}: {tiers}", [*because, *notes], led_by)
    for role in ROLES:
        kind = type_of(planned.network, role)
        if kind in planned.switches:
            add_switch(bench, kind, planned.switch.part_id, planned.scope, decision, role=role, network=planned.network)
