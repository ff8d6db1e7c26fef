"""What rules judge: small values, each a thing under its load. Assembly makes one for a candidate; `of_design` (in
`measures.survey`) makes all of a finished design. The same rule refuses the one and judges the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from configurator.backbone import Span
from configurator.catalog import Offer
from configurator.design import Cable, Feed, LaneGroup
from configurator.linktable import Ints, LinkTable
from configurator.parts.base import Part
from configurator.reasons import Total

NOTHING = Total()


@dataclass(frozen=True, kw_only=True)
class Subject:
    """Base: where it is in the design, and the ids of the decisions that led there."""

    path: str
    decisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Some:
    """A part and how many of it."""

    part: Part
    quantity: int
    network: str | None = None


@dataclass(frozen=True, kw_only=True)
class NodeUse(Subject):
    """A compute node: what is fitted in which chassis. `air_cooled`: no coolant reaches it."""

    chassis: Part
    accelerators: Some
    cpus: Some
    memory: Some
    board: Part | None = None
    nics: tuple[Some, ...] = ()
    drives: tuple[Some, ...] = ()
    pcie_switches: tuple[Some, ...] = ()
    cooling_kit: Part | None = None
    liquid_w: Total = NOTHING
    air_cooled: bool = False


@dataclass(frozen=True, kw_only=True)
class ScaleUpUse(Subject):
    """A scale-up fabric inside one domain, lane by lane. Empty `switch`: the node's own baseboard joins the GPUs."""

    accelerator: Part
    switch: Part | None
    accelerators: tuple[str, ...]
    """Names of all accelerators of the domain."""
    asics: tuple[str, ...]
    lanes: Sequence[LaneGroup]
    cable_tray: Part | None = None
    cable_trays: int = 0
    longest_run_m: float | None = None
    baseboard: Part | None = None
    size_wanted: int = 0
    outward_lanes: int = 0
    """Lanes that the ASICs of this rack send to other racks."""


@dataclass(frozen=True, kw_only=True)
class SlotUse(Subject):
    """A device in its place. Depths and widths [mm]; `below`/`above` name neighbours that it overlaps, if any."""

    device: Part
    rack: Part
    bottom_mm: float
    overlaps: tuple[str, ...] = ()
    overlap_mm: float = 0.0
    rear_parts: tuple[Part, ...] = ()
    """What stands behind every device: manifold, busbar, cable tray."""
    service_clearance_mm: float = 0.0
    adapted: bool = False
    """A 19-inch device with an adapter for the wider rack."""


@dataclass(frozen=True, kw_only=True)
class RackUse(Subject):
    """A rack under its whole load, with the limits that the site sets (None: no limit)."""

    rack: Part
    count: int
    it_w: Total
    input_w: Total
    payload_kg: Total
    mass_kg: Total
    used_mm: Total
    site_power_kw_max: float | None = None
    site_height_ou_max: float | None = None
    site_floor_kg_m2_max: float | None = None
    blanks_mm: float = 0.0
    """Height covered by blanking panels [mm]."""
    scale_up_bottoms_mm: tuple[float, ...] = ()
    compute_bottoms_mm: tuple[float, ...] = ()
    air_w: Total = NOTHING
    typical_w: Total = NOTHING
    liquid_w: Total = NOTHING


@dataclass(frozen=True, kw_only=True)
class ShelfUse(Subject):
    """Power shelves (or rack PDUs) of one rack that share its load. `redundancy` is N, N+1 or 2N."""

    shelf: Part
    count: int
    load_w: Total
    redundancy: str
    rectifiers_each: int = 0
    rectifier: Part | None = None
    above: int = 0
    """How many stand above the middle of the load."""
    below: int = 0
    feeds_each: int | None = None
    """AC feeds to each (None: not placed yet)."""


@dataclass(frozen=True, kw_only=True)
class BusbarUse(Subject):
    """A busbar with the largest current of any segment [A], all shelves alive and with the worst one dead."""

    busbar: Part
    volts: float
    segment_a: Total
    failed_segment_a: Total
    failed_shelf: str = ""


@dataclass(frozen=True, kw_only=True)
class FeedUse(Subject):
    """An AC feed with its load [VA ~ W at unity power factor], normally and when another source has failed."""

    feed: Feed
    load_w: Total
    failover_w: Total
    whip: Part | None = None
    source: Part | None = None
    """The shelf or PDU that it feeds."""
    sides: tuple[str, ...] = ()
    """Sides that feed the same rack."""


@dataclass(frozen=True, kw_only=True)
class CoolingUse(Subject):
    """The liquid loop of one rack: CDU, manifold, coolant, and what they must carry."""

    cdu: Part | None
    """None where the loop comes from outside the rack."""
    cdus: int
    redundancy: str
    liquid_w: Total
    flow_lpm: Total
    delta_t_k: float
    supply_c: float
    manifold: Part | None = None
    branches: int = 0
    cooled: tuple[Part, ...] = ()
    """Parts that sit on the loop and may limit the supply temperature."""
    path_kpa: tuple[Part, ...] = ()
    """Parts in series on the worst branch."""


@dataclass(frozen=True, kw_only=True)
class BranchUse(Subject):
    """One device on the manifold: its couplings and its flow."""

    coupling: Part
    pairs: int
    liquid_w: Total
    flow_lpm: Total


@dataclass(frozen=True, kw_only=True)
class PortUse(Subject):
    """The ports of one device on one network: how many it has (None: unknown) and the names in use, with repeats."""

    device: Part
    network: str
    ports: int | None
    used: tuple[str, ...] = ()
    ports_field: str = "ports"
    deliberately_spare: bool = False
    """The spec builds no fabric on this network, so its ports stay spare."""


@dataclass(frozen=True, kw_only=True)
class CableUse(Subject):
    """One cable with its part and the devices at its ends."""

    cable: Cable
    part: Part
    a: Part
    b: Part


@dataclass(frozen=True)
class Ports:
    """So many ports (None: unknown) of a rate [Gb/s] (None: unknown, or as the link has it), and of which part."""

    count: int | None
    part: Part
    gbps: float | None = None


@dataclass(frozen=True, kw_only=True)
class LineUse(Subject):
    """A line between two sites: the module at each end, the switch whose cage holds it, length [m] and loss [dB]."""

    module: Part
    switch: Part
    distance_m: float
    loss_db: float
    budget_db: float


@dataclass(frozen=True, kw_only=True)
class ServerUse(Subject):
    """A kind of server that the platform states for a network that is built: how many, and how many stand there."""

    server: Part
    wanted: int
    placed: int
    network: str


@dataclass(frozen=True, kw_only=True)
class LinksUse(Subject):
    """All links between racks, in arrays. `device_types`: index into `devices` and `roles` for every device."""

    tables: tuple[LinkTable, ...]
    devices: tuple[Part, ...]
    roles: tuple[str, ...]
    device_types: Ints
    tracks: Ints
    parts: Mapping[str, Part]
    named_ports: Mapping[tuple[int, str], Ports]
    """(index into `devices`, how a port is called) -> the ports of that name: NICs, uplink cages, ways to switches
    outside. Ports that are not named here are the device's own."""
    name_of: Callable[[int], str]
    """Device index -> `rack/device`."""
    backbone: tuple[Span, ...] = ()
    device_rows: Ints | None = None
    """Row of the floor of every device; where there is a backbone."""


@dataclass(frozen=True, kw_only=True)
class TrayUse(Subject):
    """The cable trays of the floor under the cables between racks; sections [mm2], widths and radii [mm]."""

    section_mm2: float
    """Of the trays of a row together."""
    cables_mm2: Total
    """Of the cables in the fullest stretch."""
    at: str
    fill_max: float
    over: int
    """Stretches above the limit."""
    trays: int
    width_mm: float
    stated: bool
    """The spec states the trays; a class value judges with a warning only."""
    copper_share: float
    """Share of the section of all cables that is copper [1]."""
    cables: tuple[Part, ...] = ()
    racks: tuple[Part, ...] = ()
    routes: int = 0
    measured: int = 0
    """Routes whose length was measured."""


@dataclass(frozen=True, kw_only=True)
class PartUse(Subject):
    """A part as bought: how many, its offers, at which date."""

    part: Part
    quantity: int
    offers: tuple[Offer, ...]
    as_of: date
    included: bool = False
    """All of it stands in another part's price."""
    service: bool = False


@dataclass(frozen=True, kw_only=True)
class DesignUse(Subject):
    """The whole design: what is there by role, what was asked, and what each role should have brought along."""

    roles: Mapping[str, int]
    """Role -> how many are there."""
    gpus_wanted: int
    gpus: int
    scale_up_size: int
    nodes: int
    racks: int
    expected: Mapping[str, int] = field(default_factory=dict)
    """Role -> how many the platform says there must be (rails, labels, hoses, ...)."""
    liquid_cooled: bool = False
    cooled_outside: bool = False
    """The loop comes from outside the racks: its CDU is not of this bill."""
    busbar_powered: bool = False
    rack_scale: bool = False
    """A rack-scale domain (ETH-X shape) rather than boxes."""
    managed: tuple[str, ...] = ()
    """Devices that need an out-of-band port."""
    reached: tuple[str, ...] = ()
    """Devices that have one."""
    edited: bool = False
    passed_over: tuple[tuple[str, str, str], ...] = ()
    """(decision, candidate, why): candidates that were not taken because a value of theirs is unknown."""


@dataclass(frozen=True, kw_only=True)
class BudgetUse(Subject):
    """The design's base cost against the spec's ceiling, in one currency; `unpriced` lines make it a lower bound."""

    base: float
    budget: float
    currency: str
    unpriced: int = 0
