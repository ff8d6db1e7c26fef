"""The sheets BOM (flat, priced, with formulas) and BOM by rack (the tree)."""

from __future__ import annotations

from configurator.cost import PricedLine
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell, cell_range
from configurator.exports.bom_csv import basis_word

HEADER: tuple[tuple[str, float], ...] = (
    ("Part number", 24),
    ("Description", 42),
    ("Category", 16),
    ("Scope", 14),
    ("Qty", 8),
    ("Unit", 8),
    ("Length m", 8),
    ("Unit low", 13),
    ("Unit base", 13),
    ("Unit high", 13),
    ("Extended low", 16),
    ("Extended base", 16),
    ("Extended high", 16),
    ("Price state", 11),
    ("Price basis", 14),
    ("Kind", 10),
    ("Seen", 12),
    ("Source", 50),
    ("Template", 9),
    ("Stands for", 46),
    ("Why (decisions)", 40),
)
QTY, UNIT_LOW, LOW, STATE, BASIS = 4, 7, 10, 13, 14
CATEGORY, SCOPE, BASE = 2, 3, 11
TOP = 3
TREE: tuple[tuple[str, float], ...] = (
    ("Number", 10),
    ("Level", 7),
    ("Item", 46),
    ("Part number", 24),
    ("Category", 16),
    ("Per parent", 10),
    ("Extended", 10),
    ("Unit", 8),
    ("Length m", 9),
    ("Scope", 14),
    ("Price elsewhere", 14),
    ("Stands for", 50),
    ("Why (decisions)", 36),
)


def bom_sheet(book: Book, name: str) -> None:
    """The flat bill: quantities and unit prices as values, extended prices and totals as formulas."""
    cost = book.configuration.cost
    sheet = book.sheet(name)
    book.put(sheet, 0, 0, f"Bill of materials, {cost.currency}, prices of {cost.as_of}", "title")
    note = "Filled cells are ESTIMATES. An empty price is unknown, not 0."
    book.put(sheet, 1, 0, note, "note")
    rows = [_cells(line) for line in cost.lines]
    end = book.table(sheet, TOP - 1, HEADER, rows)
    for number, line in enumerate(cost.lines, start=TOP):
        for offset, amount in enumerate((line.low, line.base, line.high)):
            if amount is not None:
                formula = f"=ROUND({cell(QTY, number)}*{cell(UNIT_LOW + offset, number)},2)"
                style = "money_estimate" if line.estimated else "money"
                book.formula(sheet, number, LOW + offset, formula, amount, style)
    unpriced = cost.count("unpriced")
    label = f"Total: at least, {unpriced} line(s) unpriced" if unpriced else "Total"
    book.put(sheet, end, 0, label, "bold_top")
    for offset, which in enumerate(("low", "base", "high")):
        total = {"low": cost.total("low"), "base": cost.total("base"), "high": cost.total("high")}[which]
        target = cell_range(name, LOW + offset, TOP, max(end - 1, TOP))
        book.formula(sheet, end, LOW + offset, f"=SUM({target})", total, "money_bold")
        book.places[which] = f"'{name}'!{cell(LOW + offset, end)}"
    last = max(end - 1, TOP)
    book.places["categories"] = cell_range(name, CATEGORY, TOP, last)
    book.places["scopes"] = cell_range(name, SCOPE, TOP, last)
    book.places["bases"] = cell_range(name, BASIS, TOP, last)
    book.places["amounts"] = cell_range(name, BASE, TOP, last)
    sheet.freeze_panes(TOP, 2)


def _cells(priced: PricedLine) -> list[tuple[Cell, str]]:
    line, offer = priced.line, priced.offer
    money = "money_estimate" if priced.estimated else "money"
    return [
        (line.part, "text"),
        (line.description, "text"),
        (line.category, "text"),
        (line.scope, "text"),
        (line.quantity, "int"),
        (line.unit, "text"),
        (line.length_m, "real"),
        (priced.unit_low, money),
        (priced.unit_base, money),
        (priced.unit_high, money),
        (None, money),
        (None, money),
        (None, money),
        (priced.state, "warning" if priced.state in ("unpriced", "expired") else "text"),
        (basis_word(priced), "estimate" if priced.estimated else "text"),
        (offer.kind if offer else None, "text"),
        (offer.observed if offer else None, "text"),
        (offer.source if offer else None, "text"),
        (line.template, "text"),
        ("; ".join(line.devices), "text"),
        ("; ".join(line.decisions), "text"),
    ]


def tree_sheet(book: Book, name: str) -> None:
    """The tree: each line below what holds it, per parent and extended; numbers are text (1.10 is not 1.1)."""
    sheet = book.sheet(name)
    book.put(sheet, 0, 0, "Bill of materials by rack type", "title")
    rows: list[list[tuple[Cell, str]]] = []
    for line in book.configuration.bom.lines:
        head = line.kind == "assembly"
        style = "bold" if head else "text"
        item = "    " * (line.level - 1) + line.description
        rows.append(
            [
                (line.number, style),
                (line.level, "int"),
                (item, style),
                (line.part, "text"),
                (line.category, "text"),
                (line.quantity_per, "int"),
                (line.quantity, "int"),
                (line.unit, "text"),
                (line.length_m, "real"),
                (line.scope, "text"),
                ("included" if line.included else None, "text"),
                ("; ".join(line.devices), "text"),
                ("; ".join(line.decisions), "text"),
            ]
        )
    book.table(sheet, 1, TREE, rows)
