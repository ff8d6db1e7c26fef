"""The sheet Summary: what was asked, what came out, what it costs and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from configurator.cost import FAMILIES, PricedLine
from configurator.exports._text import Cell
from configurator.exports._workbook.bill import BANDS, at_least, sum_of
from configurator.exports._workbook.book import Book, known_value

WIDTHS = (36, 18, 18, 18, 16, 48)
SUMS = (
    ("Power, maximum (IT)", "it_w", "kW", 0.001),
    ("Power, typical (IT)", "typical_w", "kW", 0.001),
    ("AC input at maximum", "input_w", "kW", 0.001),
    ("Heat to liquid", "liquid_w", "kW", 0.001),
    ("Heat to air", "air_w", "kW", 0.001),
    ("Coolant flow", "flow_lpm", "L/min", 1.0),
    ("Mass, empty frames", "frame_kg", "kg", 1.0),
    ("Mass, payload", "payload_kg", "kg", 1.0),
)
"""(what, field of the rack facts, unit, factor from the fact's unit)"""


def summary_sheet(book: Book, name: str) -> None:
    """Figures with their completeness; sums and money as formulas over the other sheets."""
    design, cost = book.configuration.design, book.configuration.cost
    sheet = book.sheet(name)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    book.title(sheet, 0, design.platform.title)
    row = _asked(book, sheet, 2)
    row = _came_out(book, sheet, row + 1)
    row = _totals(book, sheet, row + 1)
    scopes = list(cost.by_scope)
    row = _shares(book, sheet, row + 1, "By category", "categories", list(cost.by_category), lambda x: x.line.category)
    row = _shares(book, sheet, row + 1, "By scope", "scopes", scopes, lambda x: x.line.scope)
    row = _families(book, sheet, row + 1)
    if book.replaced:
        text = f"{book.replaced} control characters in texts of this workbook were replaced"
        book.put(sheet, row + 1, 0, text, "warning")


def _asked(book: Book, sheet: Any, row: int) -> int:
    design = book.configuration.design
    book.header(sheet, row, ("What was asked", ""))
    spec = design.spec.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    pairs = {"platform": design.platform.name, "gpus": design.gpus, "as_of": design.as_of.isoformat()}
    for key, value in {**pairs, "currency": design.currency, **spec}.items():
        row += 1
        book.put(sheet, row, 0, key)
        book.put(sheet, row, 1, str(value))
    return row + 1


def _came_out(book: Book, sheet: Any, row: int) -> int:
    configuration = book.configuration
    design = configuration.design
    book.header(sheet, row, ("What came out", "", "unit", "completeness"), (1,))
    facts: list[tuple[str, Cell, str]] = [
        ("GPUs", design.gpus, ""),
        ("Scale-up domains", design.domains, f"of {design.scale_up_size} GPUs"),
        ("Racks", len(design.racks), ""),
    ]
    for label, value, unit in facts:
        row += 1
        book.places.setdefault("gpus", f"$B${row + 1}")
        _fact(book, sheet, row, label, value, unit)
    for label, field, unit, factor in SUMS:
        row += 1
        total = configuration.sum_racks(field) * factor
        missing = len(total.unknown)
        note = f"at least, {missing} value{'s' if missing > 1 else ''} unknown" if missing else ""
        _fact(book, sheet, row, label, known_value(total), unit, note)
        terms = [
            f"{book.places[key]}*{count}"
            for kind, count in design.rack_counts.items()
            if (key := f"{field}:{kind}") in book.places
        ]
        if terms and known_value(total) is not None:
            scale = "/1000" if factor == 0.001 else ""
            book.formula(sheet, row, 1, f"=({'+'.join(terms)}){scale}", total.value, "real")
    counts = Counter("waived" if f.waived else f.severity for f in configuration.findings)
    for key in ("error", "warning", "info", "waived"):
        row += 1
        _fact(book, sheet, row, f"Findings, {key}", counts[key], "")
        waived = f'{book.places["waived"]},"{"yes" if key == "waived" else "no"}"'
        grave = "" if key == "waived" else f',{book.places["severities"]},"{key}"'
        book.formula(sheet, row, 1, f"=COUNTIFS({waived}{grave})", counts[key], "int")
    _fact(book, sheet, row + 1, "Catalog revision", design.catalog.revision, "")
    book.put(sheet, row + 2, 0, "Catalog SHA-256")
    book.put(sheet, row + 2, 1, design.catalog.sha256)
    return row + 3


def _fact(book: Book, sheet: Any, row: int, label: str, value: Cell, unit: str, note: str = "") -> None:
    for column, text in ((0, label), (2, unit)):
        book.put(sheet, row, column, text)
    book.put(sheet, row, 1, value, "int" if isinstance(value, int) else "real")
    book.put(sheet, row, 3, note, "warning" if note else "text")


def _totals(book: Book, sheet: Any, row: int) -> int:
    cost = book.configuration.cost
    book.header(sheet, row, (f"Cost, {cost.currency}", *BANDS, "ESTIMATE share", "note"), (1, 2, 3, 4))
    book.put(sheet, row + 1, 0, f"Capital cost{at_least(cost.lines)}", "bold")
    book.put(sheet, row + 2, 0, "per GPU")
    for column, band in enumerate(BANDS, start=1):
        total = sum_of(cost.lines, band)
        if total is not None:
            source = book.places[f"total:{band}"]
            book.formula(sheet, row + 1, column, f"={source}", total, "money_bold")
            book.formula(sheet, row + 2, column, f"={source}/{book.places['gpus']}", total / cost.gpus, "money")
    if cost.total():
        base = book.places["total:base"]
        formula = f'=SUMIF({book.places["bases"]},"ESTIMATE",{book.places["amounts:base"]})/{base}'
        guessed = sum((x.base for x in cost.lines if x.estimated and x.base is not None), Decimal(0))
        book.formula(sheet, row + 1, 4, formula, guessed / cost.total(), "percent_estimate")
    book.put(sheet, row + 1, 5, _note(list(cost.lines)), "text")
    return row + 3


def _shares(
    book: Book, sheet: Any, row: int, title: str, where: str, keys: list[str], key_of: Callable[[PricedLine], str]
) -> int:
    """Subtotals by one column of the bill, with their share of the base total."""
    cost = book.configuration.cost
    book.header(sheet, row, (f"{title}, {cost.currency}", *BANDS, "share", "note"), (1, 2, 3, 4))
    for key in keys:
        row += 1
        lines = [x for x in cost.lines if key_of(x) == key]
        book.put(sheet, row, 0, key)
        for column, band in enumerate(BANDS, start=1):
            amount = sum_of(lines, band)
            if amount is not None:
                formula = f'=SUMIF({book.places[where]},"{key}",{book.places[f"amounts:{band}"]})'
                book.formula(sheet, row, column, formula, amount, "money")
        base = sum_of(lines, "base")
        if base is not None and cost.total():
            book.formula(sheet, row, 4, f"=C{row + 1}/{book.places['total:base']}", base / cost.total(), "percent")
        book.put(sheet, row, 5, _note(lines))
    return row + 1


def _families(book: Book, sheet: Any, row: int) -> int:
    """GPU + CPU + memory + NIC and their share of the domain's cost, which the published analysis puts over 80 %."""
    cost = book.configuration.cost
    title = f"GPU + CPU + memory + NIC, {cost.currency}"
    book.header(sheet, row, (title, *BANDS, "share of domain", "note"), (1, 2, 3, 4))
    first = row + 1
    domain = cost.by_scope["domain"]
    whole = f'SUMIF({book.places["scopes"]},"domain",{book.places["amounts:base"]})'
    inside = [x for x in cost.lines if x.line.scope == "domain"]
    for family, category in FAMILIES.items():
        row += 1
        lines = [x for x in inside if x.line.category == category]
        book.put(sheet, row, 0, family)
        for column, band in enumerate(BANDS, start=1):
            amount = sum_of(lines, band)
            if amount is not None:
                where = f'{book.places["scopes"]},"domain",{book.places["categories"]},"{category}"'
                formula = f"=SUMIFS({book.places[f'amounts:{band}']},{where})"
                book.formula(sheet, row, column, formula, amount, "money")
        if sum_of(lines, "base") is not None and domain:
            book.formula(sheet, row, 4, f"=C{row + 1}/{whole}", cost.families[family] / domain, "percent")
        book.put(sheet, row, 5, _note(lines))
    lines = [x for x in inside if x.line.category in FAMILIES.values()]
    book.put(sheet, row + 1, 0, "together", "bold_top")
    for column, band in enumerate(BANDS, start=1):
        amount = sum_of(lines, band)
        letter = "ABCD"[column]
        if amount is not None:
            book.formula(sheet, row + 1, column, f"=SUM({letter}{first + 1}:{letter}{row + 1})", amount, "money_bold")
    together = sum_of(lines, "base")
    if together is not None and domain:
        book.formula(sheet, row + 1, 4, f"=C{row + 2}/{whole}", together / domain, "percent")
    return row + 2


def _note(lines: list[PricedLine]) -> str:
    """What a reader must know about a sum: lines without a price, with an old one, or priced elsewhere."""
    if not lines:
        return "no lines"
    if all(line.state == "included" for line in lines):
        return "included in the price of other parts"
    counts = Counter(line.state for line in lines)
    words = []
    if counts["unpriced"]:
        words.append(f"{counts['unpriced']} unpriced" + (": at least" if sum_of(lines, "base") is not None else ""))
    if counts["expired"]:
        words.append(f"{counts['expired']} priced with an expired offer")
    return "; ".join(words)
