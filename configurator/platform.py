"""Platform: a reference architecture as data (catalog/platforms/*.yaml), each value with its basis and source."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import field_validator, model_validator

from configurator.documents import read_yaml, validated
from configurator.errors import Fault, InputError
from configurator.parts.base import Basis, PartId
from configurator.reasons import Frozen, Reason
from configurator.registry import data_folder, nearest
from configurator.spec import Redundancy, Spec
from configurator.units import (
    Amperes,
    Celsius,
    Fraction,
    Kelvin,
    Litres,
    Metres,
    Millimetres,
    PositiveCount,
    Volts,
)

T = TypeVar("T")
AUTO = "auto"


class Valued(Frozen, Generic[T]):
    """One value of a platform, how it is known, and where from (a key of `sources`, or words)."""

    value: T
    basis: Basis
    source: str
    note: str | None = None

    def reason(self, what: str) -> Reason:
        """This value as a link in a chain of reasons."""
        text = f"{what}: {self.value}" + (f" ({self.note})" if self.note else "")
        return Reason(text=text, source=self.source, basis=self.basis)


class Fitted(Frozen):
    """Parts fitted to each device of a role: how many, which, and for which network or use."""

    role: str
    part: Valued[str]
    count: Valued[PositiveCount]
    network: Literal["scale_out", "front_end", "management"] | None = None
    included: bool = False
    """Price and mass already stand in the device's own row."""


class Brought(Frozen):
    """What a role brings along: rails, labels, couplings, cords."""

    role: str
    with_role: str
    """The role of the device, or `rack`, that it comes with."""
    part: PartId
    count: Valued[PositiveCount]
    length_m: Metres | None = None
    included: bool = False
    """Price and mass already stand in the row of another part."""


class Node(Frozen):
    """The compute node: one tray or one box."""

    chassis: Valued[PartId]
    board: Valued[PartId] | None = None
    accelerators: Valued[PositiveCount]
    cpus: Valued[PositiveCount]
    dimms: Valued[PositiveCount]
    fitted: tuple[Fitted, ...] = ()
    """Everything else in the node: NICs, drives, PCIe switches, cooling kit, power supplies."""


class ScaleUpPlan(Frozen):
    """How the accelerators of one domain are joined."""

    kind: Literal["cable_tray", "baseboard"]
    size: Valued[PositiveCount]
    """GPUs in one scale-up domain (HBD)."""
    racks: Valued[PositiveCount] | None = None
    """Racks that one domain spans; absent when a rack holds several domains."""
    switch: Valued[PartId] | None = None
    asics_per_rack: Valued[PositiveCount] | None = None
    cable_tray: Valued[PartId] | None = None


class RackPlan(Frozen):
    """The compute rack: frame, how many nodes, and the order of what stands in it, from the floor up."""

    part: Valued[PartId]
    nodes: Valued[PositiveCount]
    order: Valued[tuple[str, ...]]
    """Roles from the bottom up; `node:lower` and `node:upper` are the halves of a role."""
    service_clearance_mm: Valued[Millimetres]
    """Depth kept free in front for cables and bend radius [mm]."""


class FeedPlan(Frozen):
    """One AC feed as the site gives it. The voltage's reference is stated: L-L or L-N."""

    voltage_v: Valued[Volts]
    reference: Valued[Literal["L-L", "L-N"]]
    phases: Valued[Literal[1, 3]]
    current_a: Valued[Amperes]
    continuous: Valued[Fraction]
    """Share of the rating that may be drawn continuously (IEC 1.0, NEC 0.8)."""


class PowerPlan(Frozen):
    """How the rack is powered: shelves on a busbar, or rack PDUs."""

    kind: Literal["busbar", "pdu"]
    source: Valued[str]
    """The power shelf or PDU: a part id, or `auto`."""
    redundancy: Valued[Redundancy]
    busbar: Valued[str] | None = None
    whip: Valued[PartId] | None = None
    feed: FeedPlan


class CoolingPlan(Frozen):
    """How heat leaves: by air alone, or by liquid and air."""

    kind: Literal["air", "liquid"]
    cdu: Valued[str] | None = None
    cdu_kind: Valued[str] | None = None
    redundancy: Valued[Redundancy] | None = None
    manifold: Valued[PartId] | None = None
    quick_disconnect: Valued[str] | None = None
    coolant: Valued[PartId] | None = None
    coolant_per_rack_l: Valued[Litres] | None = None
    supply_c: Valued[Celsius] | None = None
    delta_t_k: Valued[Kelvin] | None = None
    cooled_roles: Valued[tuple[str, ...]] | None = None

    @model_validator(mode="after")
    def _liquid_is_whole(self) -> CoolingPlan:
        wanted = [n for n in type(self).model_fields if n != "kind"]
        missing = [n for n in wanted if getattr(self, n) is None]
        if self.kind == "liquid" and missing:
            raise ValueError(f"a liquid-cooled platform also states {', '.join(missing)}")
        return self


class ManagementPlan(Frozen):
    """Out-of-band management: one switch a rack, one cable to each managed device of these roles."""

    switch: Valued[PartId]
    cable: Valued[PartId]
    ports_per_device: Valued[dict[str, PositiveCount]]
    controller: Valued[PartId] | None = None
    routing_slack_m: Valued[Metres]


class Platform(Frozen):
    """A reference architecture. `preset` holds the spec keys that its bare name stands for."""

    name: str
    title: str
    sources: dict[str, str]
    preset: dict[str, Any]
    parts: dict[str, Valued[PartId]]
    node: Node
    scale_up: ScaleUpPlan
    rack: RackPlan
    power: PowerPlan
    cooling: CoolingPlan
    management: ManagementPlan
    services: tuple[Brought, ...] = ()
    brings: tuple[Brought, ...] = ()
    blank: Valued[PartId] | None = None

    @field_validator("preset", mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {key: item.isoformat() if isinstance(item, date) else item for key, item in value.items()}


def platform_names() -> list[str]:
    """Names of the shipped platforms, sorted; each is also a preset."""
    return sorted(path.stem for path in (data_folder("catalog") / "platforms").glob("*.yaml"))


def platform_data(name: str, beside: Path | None = None) -> dict[str, Any]:
    """The raw data of a shipped platform, or of a platform file (relative to the spec's folder).

    Raises `InputError` with the nearest name when there is none.
    """
    if name in platform_names():
        return read_yaml(data_folder("catalog") / "platforms" / f"{name}.yaml", f"platform {name}")
    path = (beside or Path()) / name
    if name.endswith((".yaml", ".yml")) and path.is_file():
        return read_yaml(path)
    near = nearest(name, platform_names())
    expected = "a preset (" + ", ".join(platform_names()) + ") or a platform file"
    raise InputError("no such platform", [Fault("platform", "unknown platform", f"'{name}'", expected, near)])


def load_platform(spec: Spec, beside: Path | None = None) -> Platform:
    """The platform that a spec names, with the spec's `profile` values laid over it.

    Raises `InputError` naming each path of `profile` that the platform does not have.
    """
    data = copy.deepcopy(platform_data(spec.platform, beside))
    faults = [f for path, value in spec.profile.items() if (f := _override(data, path, value)) is not None]
    if faults:
        raise InputError("the spec's profile does not fit the platform", faults)
    return validated(Platform, data, f"platform {spec.platform}")


def _override(data: dict[str, Any], path: str, value: Any) -> Fault | None:
    steps = path.split(".")
    target: Any = data
    for depth, step in enumerate(steps):
        if isinstance(target, list) and step.isdigit() and int(step) < len(target):
            inner: Any = target[int(step)]
        elif isinstance(target, Mapping) and step in target:
            inner = target[step]
        else:
            names = list(target) if isinstance(target, Mapping) else [str(i) for i in range(len(target or ()))]
            where = f"profile.{'.'.join(steps[: depth + 1])}"
            return Fault(where, "the platform has no such value", nearest=nearest(step, map(str, names)))
        if depth == len(steps) - 1:
            if isinstance(inner, dict) and "basis" in inner and "value" in inner:
                inner.update(value=value, basis="spec", source="spec: profile", note=None)
            elif isinstance(target, list):
                target[int(step)] = value
            else:
                target[step] = value
            return None
        target = inner
    return None
