"""A table of two figures for each device of a rack, with their sums as live formulas: draw, heat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from configurator.design import RackType
from configurator.exports._workbook.book import Book, cell_range, completeness, known_value, place

COLUMNS = (2, 3)


@dataclass(frozen=True)
class Figures:
    """What a table holds: (fact of a device, fact of its rack) for each of the two columns [W], and its words."""

    title: str
    heads: tuple[str, str]
    fields: tuple[tuple[str, str], tuple[str, str]]
    rest: str
    """What the rack has beyond its devices."""


def figures_by_device(book: Book, sheet: Any, name: str, kind: RackType, figures: Figures, row: int) -> int:
    """Write the table from `row`; returns the row of its sums, in `COLUMNS`. `book.places` learns the sums by fact."""
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    book.title(sheet, row, f"{kind.name}: {figures.title}")
    book.header(sheet, row + 1, ("Device", "Part number", *figures.heads, "Completeness", ""), COLUMNS)
    first = line = row + 2
    for device in kind.devices:
        own = [getattr(facts.devices[device.name], field) for field, _ in figures.fields]
        book.put(sheet, line, 0, device.name)
        book.put(sheet, line, 1, design.device_type[device.type].part)
        for column, total in zip(COLUMNS, own, strict=True):
            book.put(sheet, line, column, known_value(total), "real")
        book.put(sheet, line, 4, completeness(own[0] + own[1]))
        line += 1
    book.put(sheet, line, 0, figures.rest)
    for column, (own_field, field) in zip(COLUMNS, figures.fields, strict=True):
        total = getattr(facts, field)
        rest = total.value - sum(getattr(f, own_field).value for f in facts.devices.values())
        book.put(sheet, line, column, round(rest, 6), "real")
        formula = f"=SUM({cell_range(name, column, first, line)})"
        book.formula(sheet, line + 1, column, formula, total.value, "real_bold")
        book.places[f"{field}:{kind.name}"] = place(name, column, line + 1)
    whole = all(getattr(facts, field).complete for _, field in figures.fields)
    book.put(sheet, line + 1, 0, "Together" if whole else "Together: at least", "bold_top")
    book.put(sheet, line + 1, 1, None, "bold_top")
    return line + 1
