"""The sheets BOM (flat, priced, with formulas) and BOM by rack (the tree)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from configurator.cost import PricedLine
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell, cell_range, place
from configurator.exports.bom_csv import basis_word

Which = Literal["low", "base", "high"]
BANDS: tuple[Which, ...] = ("low", "base", "high")
CATEGORY, SCOPE, QTY, UNIT_LOW, LOW, BASIS = 2, 3, 4, 7, 10, 14
TOP = 3
TREE: tuple[tuple[str, float], ...] = (
    ("Number", 9),
    ("Level", 7),
    ("Item", 54),
    ("Part number", 24),
    ("Category", 15),
    ("Qty per parent", 10),
    ("Qty extended", 10),
    ("Unit", 8),
    ("Length m", 8),
    ("Scope", 14),
    ("Price elsewhere", 12),
    ("Stands for", 60),
    ("Why (decisions)", 40),
)


def _header(currency: str) -> tuple[tuple[str, float], ...]:
    return (
        ("Part number", 23),
        ("Description", 42),
        ("Category", 14),
        ("Scope", 12),
        ("Qty", 7),
        ("Unit", 7),
        ("Length m", 8),
        *((f"Unit price {band} {currency}", 12) for band in BANDS),
        *((f"Extended {band} {currency}", 15) for band in BANDS),
        ("Price state", 10),
        ("Price basis", 20),
        ("Kind", 10),
        ("Seen", 12),
        ("Source", 50),
        ("Template", 9),
        ("Stands for", 60),
        ("Why (decisions)", 40),
    )


def bom_sheet(book: Book, name: str) -> None:
    """The flat bill: quantities and unit prices as values, extended prices and totals as formulas."""
    cost = book.configuration.cost
    sheet = book.sheet(name)
    book.title(sheet, 0, f"Bill of materials, {cost.currency}, prices of {cost.as_of}")
    book.put(sheet, 1, 0, "Filled cells are ESTIMATES. An empty price is unknown, not 0.", "note")
    rows = [_cells(line) for line in cost.lines]
    end = book.table(sheet, TOP - 1, _header(cost.currency), rows, frozen=2, printed=BASIS + 1)
    for number, line in enumerate(cost.lines, start=TOP):
        for offset, band in enumerate(BANDS):
            amount, unit = getattr(line, band), getattr(line, f"unit_{band}")
            if amount is not None:
                formula = extended(cell(QTY, number), cell(UNIT_LOW + offset, number), unit)
                style = "money_estimate" if line.estimated else "money"
                book.formula(sheet, number, LOW + offset, formula, amount, style)
    last = max(end - 1, TOP)
    book.put(sheet, end, 0, f"Total{at_least(cost.lines)}", "bold_top")
    for column in range(1, BASIS + 1):
        book.put(sheet, end, column, None, "bold_top")
    for offset, band in enumerate(BANDS):
        book.places[f"amounts:{band}"] = cell_range(name, LOW + offset, TOP, last)
        book.places[f"total:{band}"] = place(name, LOW + offset, end)
        total = sum_of(cost.lines, band)
        if total is not None:
            formula = f"=SUM({cell_range(name, LOW + offset, TOP, last)})"
            book.formula(sheet, end, LOW + offset, formula, total, "money_bold")
    for key, column in (("categories", CATEGORY), ("scopes", SCOPE), ("bases", BASIS)):
        book.places[key] = cell_range(name, column, TOP, last)


def extended(quantity: str, unit: str, price: Decimal) -> str:
    """The formula of an extended price, rounded to cents as `units.cents` does: half to even.

    Spreadsheets round half away from zero; only a price with a fraction of a cent can tell the two apart.
    """
    product = f"{quantity}*{unit}"
    if price == price.quantize(Decimal("0.01")):
        return f"=ROUND({product},2)"
    half = f"ROUND(MOD({product}*100,1),4)=0.5"
    return f"=IF(AND({half},ISEVEN(INT({product}*100))),INT({product}*100)/100,ROUND({product},2))"


def sum_of(lines: Sequence[PricedLine], band: Which) -> Decimal | None:
    """Sum of the extended amounts [currency]; None, not 0, where no line has a price."""
    amounts = [amount for line in lines if (amount := getattr(line, band)) is not None]
    return sum(amounts, Decimal("0.00")) if amounts else None


def at_least(lines: Sequence[PricedLine]) -> str:
    """`: at least, 3 lines unpriced`, or nothing for a complete bill."""
    unpriced = sum(line.state == "unpriced" for line in lines)
    return f": at least, {unpriced} line{'s' if unpriced > 1 else ''} unpriced" if unpriced else ""


def _cells(priced: PricedLine) -> list[tuple[Cell, str]]:
    line = priced.line
    shown = priced.offer if priced.base is not None else None
    estimated = priced.estimated and shown is not None
    money = "money_estimate" if estimated else "money"
    return [
        (line.part, "text"),
        (line.description, "wrap"),
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
        (basis_word(priced), "estimate" if estimated else "text"),
        (shown.kind if shown else None, "text"),
        (shown.observed if shown else None, "text"),
        (shown.source if shown else priced.why, "text"),
        (line.template, "text"),
        ("; ".join(line.devices), "text"),
        ("; ".join(line.decisions), "text"),
    ]


def tree_sheet(book: Book, name: str) -> None:
    """The tree: each line below what holds it, per parent and extended; numbers are text (1.10 is not 1.1)."""
    sheet = book.sheet(name)
    book.title(sheet, 0, "Bill of materials by rack type")
    lines = book.configuration.bom.lines
    rows: list[list[tuple[Cell, str]]] = []
    for line in lines:
        style = "bold" if line.kind == "assembly" else "text"
        rows.append(
            [
                (line.number, style),
                (line.level, "int"),
                (line.description, style),
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
    book.table(sheet, 1, TREE, rows, frozen=3, printed=11)
    for number, line in enumerate(lines, start=2):
        book.put(sheet, number, 2, line.description, rows[number - 2][2][1], indent=2 * line.level - 1)
