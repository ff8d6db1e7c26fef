"""The sheet Elevation: one row a unit from the top down, as coloured cells that people can move about."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._workbook.book import Book
from configurator.measures.rack import units_of

COLOURS = {
    "compute": "#CFE3F1",
    "scale_up_switch": "#F6D5C5",
    "power_shelf": "#EFE6B8",
    "cdu": "#CDE8DC",
    "management_switch": "#E2D6EE",
    "management_controller": "#E2D6EE",
}
COLUMNS = (
    ("Unit", 8),
    ("Device", 28),
    ("Part number", 26),
    ("Power max W", 13),
    ("Heat to liquid W", 15),
    ("Mass kg", 11),
)


def elevation_sheet(book: Book, name: str) -> None:
    """Each rack type under the other."""
    sheet = book.sheet(name)
    row = 0
    for kind in book.configuration.design.rack_types:
        row = _rack(book, sheet, kind, row) + 2


def _rack(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    design = book.configuration.design
    rack = design.parts[kind.part]
    title = f"{design.rack_counts[kind.name]} x {kind.name} ({kind.part}), front, from the top down"
    book.put(sheet, row, 0, title, "title")
    for column, (text, width) in enumerate(COLUMNS):
        sheet.set_column(column, column, width)
        book.put(sheet, row + 1, column, text, "head")
    rows = units_of(design, kind)
    facts = book.configuration.racks[kind.name].devices
    devices = {d.name: design.device_type[d.type] for d in kind.devices}
    unit_type = str(getattr(rack, "unit_type", None) or "U")
    index = 0
    while index < len(rows):
        device = rows[index]
        span = 1
        while device is not None and index + span < len(rows) and rows[index + span] == device:
            span += 1
        top = row + 2 + index
        for offset in range(span):
            book.put(sheet, top + offset, 0, f"{unit_type} {len(rows) - index - offset}")
        if device is None:
            book.put(sheet, top, 1, "blank", "note")
        else:
            made = devices[device]
            colour = COLOURS.get(made.role, "#E6E6E6")
            own = facts[device]
            values: tuple[tuple[str | float | None, str], ...] = (
                (device, "text"),
                (made.part, "text"),
                (own.max_w.value if own.max_w.complete else None, "real"),
                (own.liquid_w.value if own.liquid_w.complete else None, "real"),
                (own.mass_kg.value if own.mass_kg.complete else None, "real"),
            )
            for column, (value, style) in enumerate(values, start=1):
                if span > 1:
                    made_style = book.style(style, bg_color=colour, border=1, valign="vcenter")
                    sheet.merge_range(top, column, top + span - 1, column, "", made_style)
                book.put(sheet, top, column, value, style, bg_color=colour, border=1, valign="vcenter")
        index += span
    return row + 2 + len(rows)
