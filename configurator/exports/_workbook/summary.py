"""The sheet Summary: what was asked, what came out, what it costs and how sure that is."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

from configurator.cost import FAMILIES
from configurator.exports._workbook.book import Book
from configurator.reasons import Total


def summary_sheet(book: Book, name: str) -> None:
    """Figures as text with their completeness; money as formulas over the bill."""
    configuration = book.configuration
    design = configuration.design
    sheet = book.sheet(name)
    sheet.set_column(0, 0, 34)
    sheet.set_column(1, 3, 20)
    sheet.set_column(4, 4, 60)
    book.put(sheet, 0, 0, design.platform.title, "title")
    row = _pairs(book, sheet, 2, "What was asked", _asked(book))
    row = _pairs(book, sheet, row + 1, "What came out", _came_out(book))
    row = _money(book, sheet, row + 1)
    row = _shares(book, sheet, row + 1, "Cost by category", "categories", dict(configuration.cost.by_category))
    row = _shares(book, sheet, row + 1, "Cost by scope", "scopes", dict(configuration.cost.by_scope))
    _families(book, sheet, row + 1)


def _pairs(book: Book, sheet: Any, row: int, title: str, pairs: list[tuple[str, str]]) -> int:
    book.put(sheet, row, 0, title, "head")
    book.put(sheet, row, 1, None, "head")
    for number, (key, value) in enumerate(pairs, start=row + 1):
        book.put(sheet, number, 0, key)
        book.put(sheet, number, 1, value)
    return row + len(pairs) + 1


def _asked(book: Book) -> list[tuple[str, str]]:
    design = book.configuration.design
    spec = design.spec.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    pairs = [("Platform", design.platform.name), ("Prices and lifecycle at", design.as_of.isoformat())]
    pairs += [(key, str(value)) for key, value in spec.items() if key not in ("platform", "as_of")]
    return pairs


def _came_out(book: Book) -> list[tuple[str, str]]:
    configuration = book.configuration
    design = configuration.design

    def total(field: str, unit: str, scale: float = 1.0) -> str:
        value: Total = configuration.sum_racks(field) * scale
        return value.text(unit)

    counts = Counter(f.severity for f in configuration.findings if not f.waived)
    return [
        ("GPUs", str(design.gpus)),
        ("Scale-up domains", f"{design.domains} of {design.scale_up_size}"),
        ("Racks", str(len(design.racks))),
        ("Power, maximum", total("it_w", "kW", 0.001)),
        ("Power, typical", total("typical_w", "kW", 0.001)),
        ("AC input at maximum", total("input_w", "kW", 0.001)),
        ("Heat to liquid", total("liquid_w", "kW", 0.001)),
        ("Heat to air", total("air_w", "kW", 0.001)),
        ("Coolant flow", total("flow_lpm", "L/min")),
        ("Mass: payload of all racks", total("payload_kg", "kg")),
        ("Mass: frames of all racks", total("frame_kg", "kg")),
        ("Findings", f"{counts['error']} errors, {counts['warning']} warnings, {counts['info']} info"),
        ("Catalog revision", str(design.catalog.revision)),
        ("Catalog checksum", design.catalog.sha256),
    ]


def _money(book: Book, sheet: Any, row: int) -> int:
    cost = book.configuration.cost
    unpriced = cost.count("unpriced")
    label = f"Cost, {cost.currency}" + (f": at least, {unpriced} line(s) unpriced" if unpriced else "")
    for column, title in enumerate((label, "low", "base", "high")):
        book.put(sheet, row, column, title, "head")
    book.put(sheet, row + 1, 0, "Capital cost", "bold")
    book.put(sheet, row + 2, 0, "per GPU")
    for column, which in enumerate(("low", "base", "high"), start=1):
        total = {"low": cost.total("low"), "base": cost.total("base"), "high": cost.total("high")}[which]
        place = book.places.get(which, f"'BOM'!{which}")
        book.formula(sheet, row + 1, column, f"={place}", total, "money_bold")
        book.formula(sheet, row + 2, column, f"={place}/{cost.gpus}", total / cost.gpus, "money")
    book.put(sheet, row + 3, 0, "Share that is ESTIMATED", "estimate")
    if cost.estimated_share is not None:
        formula = f'=SUMIF({book.places["bases"]},"ESTIMATE",{book.places["amounts"]})/{book.places["base"]}'
        part = sum((x.base for x in cost.lines if x.estimated and x.base is not None), Decimal(0))
        book.formula(sheet, row + 3, 2, formula, part / cost.total(), "percent")
    return row + 4


def _shares(book: Book, sheet: Any, row: int, title: str, where: str, amounts: dict[str, Decimal]) -> int:
    for column, text in enumerate((title, "", "base", "share")):
        book.put(sheet, row, column, text, "head")
    total = book.configuration.cost.total()
    for number, (key, amount) in enumerate(amounts.items(), start=row + 1):
        book.put(sheet, number, 0, key)
        formula = f'=SUMIF({book.places[where]},"{key}",{book.places["amounts"]})'
        book.formula(sheet, number, 2, formula, amount, "money")
        if total:
            book.formula(sheet, number, 3, f"=C{number + 1}/{book.places['base']}", amount / total, "percent")
    return row + len(amounts) + 1


def _families(book: Book, sheet: Any, row: int) -> None:
    """GPU + CPU + memory + NIC and their share of the domain's cost, which the published analysis puts over 80 %."""
    cost = book.configuration.cost
    for column, text in enumerate(("GPU + CPU + memory + NIC", "", "base", "share of domain")):
        book.put(sheet, row, column, text, "head")
    domain = cost.by_scope["domain"]
    scope = f'SUMIFS({book.places["amounts"]},{book.places["scopes"]},"domain"'
    for number, (family, category) in enumerate(FAMILIES.items(), start=row + 1):
        book.put(sheet, number, 0, family)
        formula = f'={scope},{book.places["categories"]},"{category}")'
        book.formula(sheet, number, 2, formula, cost.families[family], "money")
        if domain:
            book.formula(sheet, number, 3, f"=C{number + 1}/{scope})", cost.families[family] / domain, "percent")
    last = row + len(FAMILIES)
    book.put(sheet, last + 1, 0, "together", "bold_top")
    together = sum(cost.families.values(), Decimal(0))
    book.formula(sheet, last + 1, 2, f"=SUM(C{row + 2}:C{last + 1})", together, "money_bold")
    if domain:
        book.formula(sheet, last + 1, 3, f"=C{last + 2}/{scope})", together / domain, "percent")
