"""Every cable port to port, and every scale-up link lane by lane through the cable tray."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.design import Design, RackType
from configurator.exports._text import Cell, csv_bytes
from configurator.pipeline import Configuration

NAME = "cables.csv"
TITLE = "Every cable and scale-up link, port to port"
HEADER = (
    "rack",
    "network",
    "a_device",
    "a_port",
    "b_device",
    "b_port",
    "lanes",
    "part_number",
    "medium",
    "routed_m",
    "ordered_m",
)


def render(configuration: Configuration) -> bytes:
    """One row a link, stamped racks one by one."""
    design = configuration.design
    return csv_bytes(
        HEADER, (row for rack in design.racks for row in _rows(design, rack.name, design.rack_type[rack.type]))
    )


def _rows(design: Design, rack: str, kind: RackType) -> Iterator[list[Cell]]:
    trays = [c.part for c in kind.contents if c.role == "cable_tray"]
    for group in kind.lanes:
        gpu, asic = group.accelerator.split("/", 1), group.asic.split("/", 1)
        yield [
            rack,
            "scale_up",
            gpu[0],
            f"{gpu[1]}/lane-{_lanes(group.accelerator_lane, group.lanes)}",
            asic[0],
            f"{asic[1]}/lane-{_lanes(group.asic_lane, group.lanes)}",
            group.lanes,
            trays[0] if trays else None,
            "cable tray",
            None,
            None,
        ]
    for cable in kind.cables:
        part = design.parts[cable.part]
        yield [
            rack,
            cable.network,
            cable.a.device,
            cable.a.port,
            cable.b.device,
            cable.b.port,
            None,
            cable.part,
            getattr(part, "family", None),
            cable.routed_m,
            cable.ordered_m,
        ]


def _lanes(first: int, count: int) -> str:
    return f"{first}..{first + count - 1}"
