"""The sheet Bundles and trays: the floor, how full its cable trays are, and every bundle between racks."""

from __future__ import annotations

import math
from typing import Any

from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book
from configurator.measures.floor import place_names
from configurator.summary import floor_document

HEADER = (
    ("Bundle", 8),
    ("From", 14),
    ("To", 14),
    ("Part number", 26),
    ("Links", 9),
    ("Cables", 9),
    ("Bundles", 9),
    ("Largest, cables", 9),
    ("Largest, diameter mm", 11),
    ("Ordered length m", 12),
    ("Mass kg/m", 10),
    ("Mass kg", 10),
    ("Least bend radius mm", 11),
    ("Completeness", 30),
)


def bundles_sheet(book: Book, name: str) -> None:
    """The floor's figures, then one row a route and part; masses without plugs."""
    design, cables = book.configuration.design, book.configuration.cables
    sheet = book.sheet(name)
    row = _floor(book, sheet)
    bundles, names = cables.bundles, place_names(design)
    missing = {p: ", ".join(u.field for u in bundles.unknown if u.part_id == p) for p in bundles.parts}
    rows: list[list[tuple[Cell, str]]] = []
    for i in range(len(bundles)):
        part = bundles.parts[int(bundles.part[i])]
        rows.append(
            [
                (i + 1, "int"),
                (names[int(bundles.place_a[i])], "text"),
                (names[int(bundles.place_b[i])], "text"),
                (part, "text"),
                (int(bundles.links[i]), "int"),
                (int(bundles.cables[i]), "int"),
                (int(bundles.bundles[i]), "int"),
                (int(bundles.largest[i]), "int"),
                (_known(bundles.diameter_mm[i]), "real"),
                (_known(bundles.metres[i]), "real"),
                (_known(bundles.kg_per_m[i]), "real"),
                (_known(bundles.mass_kg[i]), "real"),
                (_known(bundles.bend_mm[i]), "real"),
                (f"unknown: {missing[part]}" if missing[part] else None, "text"),
            ]
        )
    book.title(sheet, row, "Bundles between racks")
    book.table(sheet, row + 1, HEADER, rows)


def _floor(book: Book, sheet: Any) -> int:
    book.title(sheet, 0, "Floor and cable trays")
    row = 1
    for key, value in floor_document(book.configuration).items():
        book.put(sheet, row, 0, key.replace("_", " "))
        text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
        book.put(sheet, row, 3, text)
        row += 1
    return row + 1


def _known(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 3)
