"""Every cable port to port, and every scale-up link lane by lane through the cable tray."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np

from configurator.design import Design, RackType
from configurator.exports._text import Cell, cell_text, csv_bytes
from configurator.linktable import Ints, LinkTable
from configurator.measures.floor import device_racks, estimated_mm, measured_rows
from configurator.pipeline import Configuration

NAME = "cables.csv"
TITLE = "Every cable and scale-up link, port to port"
HEADER = (
    "network",
    "layer",
    "a_rack",
    "a_device",
    "a_port",
    "b_rack",
    "b_device",
    "b_port",
    "lanes",
    "gbps",
    "part_number",
    "medium",
    "routed_m",
    "ordered_m",
    "a_cage",
    "a_cage_lanes",
    "b_cage",
    "b_cage_lanes",
    "cable",
    "bundle",
    "length_basis",
    "estimated_m",
    "backbone",
)
"""`cable` numbers the assemblies and trunks of a layer: links of one number share it. `bundle` is the row of the
workbook's sheet "Bundles and trays"; `estimated_m` stands beside a measured length; `backbone` names the rows of the
trunk that a link runs over."""


def render(configuration: Configuration) -> bytes:
    """One row a link: lanes of the cable tray once for each rack type, as they lie in one cartridge; then the cables
    within racks, stamped racks one by one; then those between racks, layer by layer."""
    design = configuration.design
    lanes = [row for kind in design.rack_types for row in _lane_rows(design, kind)]
    cables = (row for rack in design.racks for row in _cable_rows(design, rack.name, design.rack_type[rack.type]))
    inside = csv_bytes(HEADER, (*lanes, *cables))
    bundles = configuration.cables.bundles
    between = (_between(configuration, t, rows) for t, rows in zip(design.links, bundles.rows, strict=True))
    return inside + "".join(between).encode()


def _lane_rows(design: Design, kind: RackType) -> Iterator[list[Cell]]:
    racks = [r.name for r in design.racks if r.type == kind.name]
    rack = racks[0] if len(racks) == 1 else f"each of {len(racks)} {kind.name}"
    trays = [c.part for c in kind.contents if c.role == "cable_tray"]
    for group in kind.lanes:
        gpu, asic = group.accelerator.split("/", 1), group.asic.split("/", 1)
        yield [
            "scale_up",
            "in_rack",
            rack,
            gpu[0],
            f"{gpu[1]}/lane-{_lanes(group.accelerator_lane, group.lanes)}",
            rack,
            asic[0],
            f"{asic[1]}/lane-{_lanes(group.asic_lane, group.lanes)}",
            group.lanes,
            None,
            trays[0] if trays else None,
            "cable tray",
            *(None,) * 11,
        ]


def _cable_rows(design: Design, rack: str, kind: RackType) -> Iterator[list[Cell]]:
    for cable in kind.cables:
        part = design.parts[cable.part]
        yield [
            cable.network,
            "in_rack",
            rack,
            cable.a.device,
            cable.a.port,
            rack,
            cable.b.device,
            cable.b.port,
            None,
            None,
            cable.part,
            getattr(part, "family", None),
            cable.routed_m,
            cable.ordered_m,
            *(None,) * 6,
            "estimated",
            None,
            None,
        ]


def _between(configuration: Configuration, table: LinkTable, bundle: Ints) -> str:
    """The rows of one layer as text: names are looked up, not made, as there may be half a million rows."""
    design = configuration.design
    names = [
        f"{cell_text(rack.name)},{cell_text(device.name)}"
        for rack in design.racks
        for device in design.rack_type[rack.type].devices
    ]
    made = [f"{cell_text(m.cable)},{m.medium}" for m in table.assemblies]
    head = f"{table.network},{table.layer}"
    a_ports, b_ports = _ports(table.a_ports, table.a_port), _ports(table.b_ports, table.b_port)
    a_cages, a_keys = _cages(table.a_port, table.cage_links("a"), table.lanes)
    b_cages, b_keys = _cages(table.b_port, table.cage_links("b"), table.lanes)
    rate = f"{table.gbps:g}"
    columns = (
        table.a_device.tolist(),
        table.a_port.tolist(),
        a_keys.tolist(),
        table.b_device.tolist(),
        table.b_port.tolist(),
        b_keys.tolist(),
        table.assembly.tolist(),
        (table.routed_mm / 1000).tolist(),
        (table.ordered_mm / 1000).tolist(),
        (table.cable + 1).tolist(),
        (bundle + 1).tolist(),
        _bases(configuration, table),
        _trunks(design, table),
    )
    return "".join(
        f"{head},{names[a]},{a_ports[pa]},{names[b]},{b_ports[pb]},,{rate},{made[m]},{routed:g},{ordered:g},"
        f"{a_cages[ca]},{b_cages[cb]},{cable},{lies},{basis},{over}\n"
        for a, pa, ca, b, pb, cb, m, routed, ordered, cable, lies, basis, over in zip(*columns, strict=True)
    )


def _bases(configuration: Configuration, table: LinkTable) -> Iterable[str]:
    """How each length is known, and the estimate beside a measured one [m]."""
    design, floor = configuration.design, configuration.cables.floor
    racks = device_racks(design)
    measured = measured_rows(design, racks[table.a_device], racks[table.b_device])
    if floor is None or not measured.any():
        return itertools.repeat("estimated,", len(table))
    estimates = (estimated_mm(design, floor, table.a_device, table.b_device) / 1000).tolist()
    told = zip(measured.tolist(), estimates, strict=True)
    return [f"measured,{metres:g}" if known else "estimated," for known, metres in told]


def _trunks(design: Design, table: LinkTable) -> Iterable[str]:
    """The rows that each link's trunk joins; nothing for a link without."""
    over = np.array([made.backbone for made in table.assemblies])[table.assembly]
    if not over.any():
        return itertools.repeat("", len(table))
    racks, rows = device_racks(design), np.array([rack.row + 1 for rack in design.racks])
    a, b = rows[racks[table.a_device]].tolist(), rows[racks[table.b_device]].tolist()
    ends = zip(over.tolist(), a, b, strict=True)
    return [f"row-{min(x, y)}..row-{max(x, y)}" if trunk else "" for trunk, x, y in ends]


def _ports(called: str, ports: Ints) -> list[str]:
    """Name of each logical port, by port number."""
    return [cell_text(called.format(n + 1)) for n in range(int(ports.max(initial=-1)) + 1)]


def _cages(ports: Ints, share: Ints, lanes: int | None) -> tuple[list[str], Ints]:
    """(cage and the lanes of it that a link takes, by number; number of each link's).

    ports, share: port of each link's end, and the logical ports of its cage.
    """
    count = int(ports.max(initial=-1)) + 1
    shares, kind = np.unique(share, return_inverse=True)
    cells = []
    for ways in shares.tolist():
        for n in range(count):
            taken = _lanes((n % ways) * lanes + 1, lanes) if lanes is not None else ""
            cells.append(f"{n // ways + 1},{taken}")
    return cells, (kind * count + ports).astype(np.int32)


def _lanes(first: int, count: int) -> str:
    return f"{first}..{first + count - 1}"
