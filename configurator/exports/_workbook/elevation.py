"""The sheet Elevation: one row a unit from the top down, as coloured cells that people can move about."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell_range, completeness, known_value, place
from configurator.measures.rack import units_of

COLOURS = {
    "compute": "#CFE3F1",
    "scale_up_switch": "#F6D5C5",
    "power_shelf": "#EFE6B8",
    "pdu": "#EFE6B8",
    "cdu": "#CDE8DC",
    "management_switch": "#E2D6EE",
    "management_controller": "#E2D6EE",
}
COLUMNS = (
    ("Unit", 9),
    ("Device", 26),
    ("Part number", 26),
    ("Height units", 8),
    ("Power max W", 12),
    ("Heat to liquid W", 12),
    ("Mass kg", 11),
    ("Completeness", 34),
)
MASS, TOLD = 6, 7


def elevation_sheet(book: Book, name: str) -> None:
    """Each rack type under the other, on a page of its own."""
    sheet = book.sheet(name)
    sheet.set_portrait()
    for column, (_, width) in enumerate(COLUMNS):
        sheet.set_column(column, column, width)
    row, breaks = 0, []
    for kind in book.configuration.design.rack_types:
        row = _rack(book, sheet, name, kind, row) + 2
        breaks.append(row)
    sheet.set_h_pagebreaks(breaks[:-1])


def _rack(book: Book, sheet: Any, name: str, kind: RackType, row: int) -> int:
    design = book.configuration.design
    count = design.rack_counts[kind.name]
    book.title(sheet, row, f"{count} x {kind.name} ({kind.part}), front, from the top down")
    book.header(sheet, row + 1, [title for title, _ in COLUMNS], range(3, 7))
    sheet.set_row(row + 1, 27)
    units = units_of(design, kind)
    unit = str(getattr(design.parts[kind.part], "unit_type", None) or "U")
    first = top = row + 2
    for index, device in enumerate(units):
        book.put(sheet, top + index, 0, f"{unit} {len(units) - index}")
        if device is None:
            book.put(sheet, top + index, 1, "blank", "note")
    shown: set[str] = set()
    for start, device in enumerate(units):
        if device is not None and (start == 0 or units[start - 1] != device):
            span = 1
            while start + span < len(units) and units[start + span] == device:
                span += 1
            _device(book, sheet, kind, device, top + start, span, device in shown)
            shown.add(device)
    top += len(units)
    for placed in kind.devices:
        if placed.name not in shown:
            book.put(sheet, top, 0, "no unit", "note")
            _device(book, sheet, kind, placed.name, top, 1, False)
            top += 1
    return _mass(book, sheet, name, kind, first, top)


def _device(book: Book, sheet: Any, kind: RackType, device: str, top: int, span: int, again: bool) -> None:
    """One device over its units; met again (units that overlap), its figures are not counted twice."""
    design, own = book.configuration.design, book.configuration.racks[kind.name].devices[device]
    made = design.device_type[next(d.type for d in kind.devices if d.name == device)]
    look = {"bg_color": COLOURS.get(made.role, "#E6E6E6"), "border": 1, "border_color": "#7F7F7F", "valign": "vcenter"}
    told = completeness(own.max_w + own.liquid_w + own.mass_kg)
    values: tuple[tuple[Cell, str], ...] = (
        (device, "text"),
        (made.part, "text"),
        (None if again else getattr(design.parts[made.part], "height", None), "real"),
        (None if again else known_value(own.max_w), "real"),
        (None if again else known_value(own.liquid_w), "real"),
        (None if again else known_value(own.mass_kg), "real"),
        ("overlaps another device" if again else told, "text"),
    )
    for column, (value, style) in enumerate(values, start=1):
        if span > 1:
            sheet.merge_range(top, column, top + span - 1, column, "", book.style(style, **look))
        book.put(sheet, top, column, value, style, **look)


def _mass(book: Book, sheet: Any, name: str, kind: RackType, first: int, row: int) -> int:
    """Payload and frame, kept apart, and both together."""
    facts = book.configuration.racks[kind.name]
    rest = facts.payload_kg.value - sum(f.mass_kg.value for f in facts.devices.values())
    book.put(sheet, row, 1, "fixed to the rack, and cables")
    book.put(sheet, row, MASS, round(rest, 6), "real")
    book.put(sheet, row + 1, 1, "Payload" if facts.payload_kg.complete else "Payload: at least", "bold_top")
    payload = f"=SUM({cell_range(name, MASS, first, row)})"
    book.formula(sheet, row + 1, MASS, payload, facts.payload_kg.value, "real_bold")
    book.put(sheet, row + 1, TOLD, completeness(facts.payload_kg))
    book.put(sheet, row + 2, 1, "Empty rack")
    book.put(sheet, row + 2, MASS, known_value(facts.frame_kg), "real")
    book.put(sheet, row + 2, TOLD, completeness(facts.frame_kg))
    book.put(sheet, row + 3, 1, "Together" if facts.mass_kg.complete else "Together: at least", "bold_top")
    both = f"=SUM({cell_range(name, MASS, row + 1, row + 2)})"
    book.formula(sheet, row + 3, MASS, both, facts.mass_kg.value, "real_bold")
    book.places[f"payload_kg:{kind.name}"] = place(name, MASS, row + 1)
    book.places[f"frame_kg:{kind.name}"] = place(name, MASS, row + 2)
    for line in (row + 1, row + 3):
        for column in range(2, MASS):
            book.put(sheet, line, column, None, "bold_top")
    return row + 4
