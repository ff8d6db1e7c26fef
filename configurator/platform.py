"""Platform: a reference architecture as data (catalog/platforms/*.yaml), each value with its basis and source."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, field_validator, model_validator

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
    Gbps,
    Kelvin,
    Litres,
    Metres,
    Millimetres,
    PositiveCount,
    Volts,
)

T = TypeVar("T")
AUTO = "auto"
FACILITY = "facility"


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
    board_included: bool = False
    """Price of the board already stands in the accelerators' own rows; its draw and mass do not."""
    accelerators: Valued[PositiveCount]
    cpus: Valued[PositiveCount]
    dimms: Valued[PositiveCount] | None = None
    """Absent where the CPU carries its memory on board."""
    fitted: tuple[Fitted, ...] = ()
    """Everything else in the node: NICs, drives, PCIe switches, cooling kit, power supplies."""


class FeedPlan(Frozen):
    """One AC feed as the site gives it. The voltage's reference is stated: L-L or L-N."""

    voltage_v: Valued[Volts]
    reference: Valued[Literal["L-L", "L-N"]]
    phases: Valued[Literal[1, 3]]
    current_a: Valued[Amperes]
    continuous: Valued[Fraction]
    """Share of the rating that may be drawn continuously (IEC 1.0, NEC 0.8)."""


class ExternalTier(Frozen):
    """Switches outside the nodes: each node has one link to each of them, besides its own baseboard."""

    switch: Valued[PartId]
    count: Valued[PositiveCount]
    """Switches of one domain; so many links leave each node."""
    gbps: Valued[Gbps]
    """Rate of one link [Gb/s per direction]."""
    optic: Valued[PartId]
    fibre: Valued[PartId]


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
    topology: Valued[Literal["flat", "dual_rack", "two_tier"]] | None = None
    """How racks of one domain are joined; absent while a domain stays in one rack."""
    taper: Valued[Annotated[float, Field(gt=0)]] | None = None
    """Lanes down over lanes outward of a track switch."""
    inter_rack_medium: Valued[Literal["auto", "copper", "optics"]] | None = None
    inter_rack_copper: tuple[Valued[PartId], ...] = ()
    inter_rack_optic: Valued[PartId] | None = None
    inter_rack_fibre: Valued[PartId] | None = None
    tier2_switch: Valued[PartId] | None = None
    external: ExternalTier | None = None


class OpticSet(Frozen):
    """Modules and fibre that join a NIC or switch port to another, by reach: the first that reaches is taken."""

    module_a: PartId
    module_b: PartId
    fibre: PartId


class ScaleOutPlan(Frozen):
    """The scale-out fabric: its switches, and what joins NICs to leaves and switches to each other."""

    switch: Valued[PartId]
    unit_nodes: Valued[PositiveCount]
    """Nodes of one scalable unit: fabrics are sized for full units."""
    planes: Valued[PositiveCount] | None = None
    """Equal fabrics side by side, a port of each NIC in each; one where absent."""
    node_copper: tuple[Valued[PartId], ...] = ()
    """Cable assemblies between leaf and NIC that may take the place of modules, splitters above all; none where the
    published bill is of modules."""
    node_optics: Valued[tuple[OpticSet, ...]]
    switch_optics: Valued[tuple[OpticSet, ...]]


class CableSet(Frozen):
    """A cable assembly with its ends (DAC, AEC, AOC) that joins two ports as far as it is made."""

    cable: PartId


Media = Valued[tuple[OpticSet | CableSet, ...]]
"""What joins two ports, by reach: the first that reaches is taken."""


class Appliances(Frozen):
    """Leaves for storage appliances that are not of this bill: their switches and links up are."""

    unit_nodes: Valued[PositiveCount]
    """Nodes that bring one such leaf along."""
    up: Valued[PositiveCount]
    """Links of such a leaf to the spines."""


class NetworkPlan(Frozen):
    """The storage or in-band network: its switches, which ports of a node join it, and what joins them."""

    auto: Valued[bool]
    """Whether the architecture has it: built for several domains unless the spec says otherwise."""
    topology: Valued[str] = Valued(value="leaf_spine", basis="class", source="reasoned")
    switch: Valued[PartId]
    gbps: Valued[Gbps]
    """Rate at which a link takes ports of the switch [Gb/s per direction]."""
    ports: Valued[tuple[PositiveCount, ...]]
    """Ports of a node's front-end NICs that join it, counted from 1 over all of them."""
    unit_nodes: Valued[PositiveCount] | None = None
    oversubscription: Valued[Annotated[float, Field(gt=0)]]
    rail_groups: Valued[PositiveCount] | None = None
    """Groups of leaves that each take the same ports of every node, so that one leaf's loss leaves the other ports."""
    spines_min: Valued[PositiveCount] | None = None
    appliances: Appliances | None = None
    node_media: Media
    switch_media: Media


class OutOfBandPlan(Frozen):
    """The uplinks of the out-of-band switches in the racks, into the in-band leaves or aggregation of their own."""

    auto: Valued[bool]
    access: Valued[PartId]
    """The out-of-band switch of a rack where this network is built: one with uplink cages."""
    uplinks: Valued[PositiveCount]
    gbps: Valued[Gbps]
    into: Valued[Literal["in_band", "own"]]
    switch: Valued[PartId]
    """Aggregation of its own, where there is no in-band network to end in."""
    oversubscription: Valued[Annotated[float, Field(gt=0)]]
    media: Media
    switch_media: Media


class ServerNic(Frozen):
    """NICs of a server on one network, and what joins them to its leaves."""

    network: Literal["scale_out", "storage", "in_band"]
    part: Valued[PartId]
    count: Valued[PositiveCount]
    included: bool = False
    media: Media


class ServerPlan(Frozen):
    """Servers that are no compute nodes, in network racks: fabric managers, management servers."""

    name: str
    part: Valued[PartId]
    count: Valued[PositiveCount]
    nics: tuple[ServerNic, ...]


class NetworksPlan(Frozen):
    """The networks besides the compute fabric that the platform states."""

    storage: NetworkPlan | None = None
    in_band: NetworkPlan | None = None
    out_of_band: OutOfBandPlan | None = None
    servers: tuple[ServerPlan, ...] = ()


class LongReach(Frozen):
    """One way to join two sites: a switch and the module that it takes, with what the line needs."""

    switch: Valued[PartId]
    module: Valued[PartId]
    gbps: Valued[Gbps]
    """Rate of one link [Gb/s per direction]."""
    links_per_module: PositiveCount = 1
    budget_db: Valued[Annotated[float, Field(gt=0)]]
    """Loss that the line may have between the modules, amplifiers counted in [dB]."""
    fibre_db_per_km: Valued[Annotated[float, Field(gt=0)]]
    """Loss of the fibre in the module's band [dB/km]."""
    links_per_pair: PositiveCount = 1
    """Links that one fibre pair carries: one without a multiplexer."""
    mux: Valued[PartId] | None = None
    amplifier: Valued[PartId] | None = None


class ScaleAcrossPlan(Frozen):
    """How sites are joined: the first way that reaches is taken."""

    ways: tuple[LongReach, ...]
    fibre: Valued[PartId]
    """The dark fibre between the sites, pair by pair: the site's own."""
    connectors_db: Valued[Annotated[float, Field(ge=0)]]
    """Loss of both ends' patching together [dB]."""


class NetworkRackPlan(Frozen):
    """A rack for switches alone: air-cooled, on PDUs."""

    part: Valued[PartId]
    pdu: Valued[PartId]
    redundancy: Valued[Redundancy]
    feed: FeedPlan
    switches_max: Valued[PositiveCount]
    """Most switches in one such rack."""


class FloorPlan(Frozen):
    """Where racks stand: rows of positions between cold and hot aisles, cables in trays over the racks or below them.

    What is absent is a class value of `measures.floor`; a spec's `site` may state its own.
    """

    position_mm: Valued[Annotated[Millimetres, Field(gt=0)]]
    """Least width of one position [mm]."""
    row_pitch_mm: Valued[Millimetres] | None = None
    """From row to row [mm], where it is not a rack's depth and an aisle."""
    cold_aisle_mm: Valued[Millimetres] | None = None
    hot_aisle_mm: Valued[Millimetres] | None = None
    racks_per_row: Valued[PositiveCount]
    tray_over_rack_mm: Valued[Millimetres]
    """How far above the rack's top the cable tray runs [mm]."""
    slack_m: Valued[Metres]
    """Slack of both ends together [m]."""
    tray: Valued[Literal["overhead", "underfloor"]] | None = None
    tray_under_floor_mm: Valued[Millimetres] | None = None
    """How far below the floor an underfloor tray runs [mm]."""
    trays: Valued[PositiveCount] | None = None
    """Trays along each row, side by side or one over the other."""
    tray_width_mm: Valued[Annotated[Millimetres, Field(gt=0)]] | None = None
    tray_depth_mm: Valued[Annotated[Millimetres, Field(gt=0)]] | None = None
    """Usable depth of a tray [mm]."""
    tray_fill_max: Valued[Annotated[Fraction, Field(gt=0)]] | None = None
    """Share of a tray's section that may be cables [1]."""
    cross_trays_every: Valued[PositiveCount] | None = None
    """Positions from one tray across the rows to the next; at any position where absent."""


class RackPlan(Frozen):
    """The compute rack: frame, how many nodes, and the order of what stands in it, from the floor up."""

    part: Valued[PartId]
    nodes: Valued[PositiveCount]
    order: Valued[tuple[str, ...]]
    """Roles from the bottom up; `node:lower` and `node:upper` are the halves of a role, `node:8` is eight of it."""
    service_clearance_mm: Valued[Millimetres]
    """Depth kept free in front for cables and bend radius [mm]."""


class PowerPlan(Frozen):
    """How the rack is powered: shelves on a busbar, or rack PDUs."""

    kind: Literal["busbar", "pdu"]
    source: Valued[str]
    """The power shelf or PDU: a part id, or `auto`."""
    redundancy: Valued[Redundancy]
    count: Valued[PositiveCount] | None = None
    """Shelves or PDUs that the architecture states; as few as carry the rack where absent."""
    busbar: Valued[str] | None = None
    whip: Valued[PartId] | None = None
    feed: FeedPlan


class CoolingPlan(Frozen):
    """How heat leaves: by air alone, or by liquid and air. `cdu: facility` is a loop from outside the racks."""

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
        outside = self.cdu is not None and self.cdu.value == FACILITY
        wanted = [n for n in type(self).model_fields if n != "kind" and not (outside and n == "cdu_kind")]
        missing = [n for n in wanted if getattr(self, n) is None]
        if self.kind == "liquid" and missing:
            raise ValueError(f"a liquid-cooled platform also states {', '.join(missing)}")
        return self


class ManagementPlan(Frozen):
    """Out-of-band management: a switch a rack, and a cable to each managed device of these roles."""

    switch: Valued[PartId]
    switches: Valued[PositiveCount] | None = None
    """Switches of a compute rack; one where absent."""
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
    floor: FloorPlan | None = None
    network_rack: NetworkRackPlan | None = None
    scale_out: ScaleOutPlan | None = None
    networks: NetworksPlan = NetworksPlan()
    scale_across: ScaleAcrossPlan | None = None
    services: tuple[Brought, ...] = ()
    brings: tuple[Brought, ...] = ()
    blank: Valued[PartId] | None = None
    network_blank: Valued[PartId] | None = None

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
        return copy.deepcopy(_shipped(data_folder("catalog") / "platforms", name))
    path = (beside or Path()) / name
    if name.endswith((".yaml", ".yml")) and path.is_file():
        return _extended(read_yaml(path), name, beside)
    near = nearest(name, platform_names())
    expected = "a preset (" + ", ".join(platform_names()) + ") or a platform file"
    raise InputError("no such platform", [Fault("platform", "unknown platform", f"'{name}'", expected, near)])


@cache
def _shipped(folder: Path, name: str) -> dict[str, Any]:
    """A shipped platform, read once: a search for repairs builds it many times."""
    return _extended(read_yaml(folder / f"{name}.yaml", f"platform {name}"), name, None)


def _extended(data: dict[str, Any], name: str, beside: Path | None) -> dict[str, Any]:
    """A platform laid over the one that it `extends`: groups merge, stated values and lists replace."""
    base_name = data.pop("extends", None)
    if base_name is None:
        return data
    if base_name == name:
        raise InputError(
            "a platform cannot extend itself", [Fault(f"platform {name}: extends", "is itself", str(name))]
        )
    return _merged(platform_data(str(base_name), beside), data)


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        group = isinstance(value, dict) and isinstance(old, dict) and "value" not in value
        merged[key] = _merged(old, value) if group and old is not None else value
    return merged


def load_platform(spec: Spec, beside: Path | None = None) -> Platform:
    """The platform that a spec names, with the spec's `profile` values laid over it.

    Raises `InputError` naming each path of `profile` that the platform does not have.
    """
    data = platform_data(spec.platform, beside)
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
