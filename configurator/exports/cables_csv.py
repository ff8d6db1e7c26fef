"""Every cable port to port, and every scale-up link lane by lane through the cable tray."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.design import Design, RackType
from configurator.exports._text import Cell, cell_text, csv_bytes
from configurator.linktable import LinkTable
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
)


def render(configuration: Configuration) -> bytes:
    """One row a link: lanes of the cable tray once for each rack type, as they lie in one cartridge; then the cables
    within racks, stamped racks one by one; then those between racks, layer by layer."""
    design = configuration.design
    lanes = [row for kind in design.rack_types for row in _lane_rows(design, kind)]
    cables = (row for rack in design.racks for row in _cable_rows(design, rack.name, design.rack_type[rack.type]))
    inside = csv_bytes(HEADER, (*lanes, *cables))
    return inside + "".join(_between(design, table) for table in design.links).encode()


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
            None,
            None,
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
        ]


def _between(design: Design, table: LinkTable) -> str:
    """The rows of one layer as text: names are looked up, not made, as there may be half a million rows."""
    names = [
        f"{cell_text(rack.name)},{cell_text(device.name)}"
        for rack in design.racks
        for device in design.rack_type[rack.type].devices
    ]
    made = [f"{cell_text(m.cable)},{m.medium}" for m in table.assemblies]
    head = f"{table.network},{table.layer}"
    a_ports = [cell_text(table.a_ports.format(i + 1)) for i in range(int(table.a_port.max(initial=-1)) + 1)]
    b_ports = [cell_text(table.b_ports.format(i + 1)) for i in range(int(table.b_port.max(initial=-1)) + 1)]
    rate = f"{table.gbps:g}"
    columns = (
        table.a_device.tolist(),
        table.a_port.tolist(),
        table.b_device.tolist(),
        table.b_port.tolist(),
        table.assembly.tolist(),
        (table.routed_mm / 1000).tolist(),
        (table.ordered_mm / 1000).tolist(),
    )
    return "".join(
        f"{head},{names[a]},{a_ports[pa]},{names[b]},{b_ports[pb]},,{rate},{made[m]},{routed:g},{ordered:g}\n"
        for a, pa, b, pb, m, routed, ordered in zip(*columns, strict=True)
    )


def _lanes(first: int, count: int) -> str:
    return f"{first}..{first + count - 1}"
