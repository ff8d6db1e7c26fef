"""The sheet Power: draw of each device, sources, busbar and feeds of each rack type."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell, completeness, known_value, place
from configurator.exports._workbook.by_device import Figures, figures_by_device
from configurator.measures.rack import efficiency
from configurator.measures.supply import busbar_use, feed_uses, shelf_use
from configurator.parts.base import known

WIDTHS = (44, 34, 14, 14, 16, 18)
DRAW = Figures(
    title="draw of one rack",
    heads=("Max W", "Typical W"),
    fields=(("max_w", "it_w"), ("typical_w", "typical_w")),
    rest="fixed to the rack, modules and cable ends",
)
LOADS = ("Source", "What", "Value", "Rating", "Margin", "Unit")
FEEDS = ("Feed", "Supply", "Rating kVA", "Load kW", "Failover kW", "Margin kW")


def power_sheet(book: Book, name: str) -> None:
    """Each rack type under the other."""
    sheet = book.sheet(name)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    row = 0
    for kind in book.configuration.design.rack_types:
        row = _draw(book, sheet, name, kind, row)
        row = _sources(book, sheet, kind, row + 1)
        row = _feeds(book, sheet, kind, row + 1) + 2


def _draw(book: Book, sheet: Any, name: str, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    line = figures_by_device(book, sheet, name, kind, DRAW, row)
    eta = efficiency(design, kind)
    book.put(sheet, line + 1, 0, "Conversion efficiency at its peak")
    book.put(sheet, line + 1, 2, known_value(eta), "percent")
    book.put(sheet, line + 1, 4, completeness(eta))
    book.put(sheet, line + 2, 0, "AC input at maximum, W")
    loss = f"/{cell(2, line + 1)}" if eta.complete else ""
    book.formula(sheet, line + 2, 2, f"={cell(2, line)}{loss}", facts.input_w.value, "real")
    book.put(sheet, line + 2, 4, completeness(facts.input_w))
    book.places[f"input_w:{kind.name}"] = place(name, 2, line + 2)
    return line + 3


def _sources(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    """Sources and busbar under the rack's load, against their ratings."""
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    shelf, bar = shelf_use(design, kind, facts), busbar_use(design, kind, kind.name)
    loads: list[tuple[str, str, float | None, float | None, str]] = []
    if shelf is not None:
        title = f"{shelf.count} x {shelf.shelf.part_id}, {shelf.redundancy}"
        alive = {"N": shelf.count, "N+1": shelf.count - 1, "2N": shelf.count // 2}[shelf.redundancy]
        rating = getattr(shelf.shelf, "rated_kw", None)
        load = known_value(shelf.load_w)
        for what, number in (("load of each, all alive", shelf.count), ("load of each, redundancy used up", alive)):
            loads.append((title, what, None if load is None or not number else load / 1000 / number, rating, "kW"))
    if bar is not None:
        title = f"Busbar {bar.busbar.part_id} at {bar.volts:g} V"
        rating = known(bar.busbar, "output_current_a")
        loads.append((title, "largest segment current, all alive", known_value(bar.segment_a), rating, "A"))
        what = f"largest segment current, {bar.failed_shelf} dead"
        loads.append((title, what, known_value(bar.failed_segment_a), rating, "A"))
    if not loads:
        return row
    book.header(sheet, row, LOADS, (2, 3, 4))
    for title, what, value, rating, unit in loads:
        row += 1
        cells: tuple[tuple[Cell, str], ...] = (
            (title, "text"),
            (what, "wrap"),
            (value, "real"),
            (rating, "real"),
            (None, "real"),
            (unit, "text"),
        )
        for column, (content, style) in enumerate(cells):
            book.put(sheet, row, column, content, style)
        if value is not None and rating is not None:
            book.formula(sheet, row, 4, f"={cell(3, row)}-{cell(2, row)}", rating - value, "real")
    return row + 1


def _feeds(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    if not kind.feeds:
        return row
    book.header(sheet, row, FEEDS, (2, 3, 4, 5))
    for use in feed_uses(design, kind, facts):
        row += 1
        feed = use.feed
        phases = "3-phase" if feed.phases == 3 else "1-phase"
        supply = f"{feed.side}: {feed.voltage_v:g} V {feed.reference}, {phases}, {feed.current_a:g} A"
        book.put(sheet, row, 0, feed.name)
        book.put(sheet, row, 1, supply)
        rating, failover = feed.rating_va / 1000, known_value(use.failover_w)
        book.put(sheet, row, 2, rating, "real")
        book.put(sheet, row, 3, _kilo(known_value(use.load_w)), "real")
        book.put(sheet, row, 4, _kilo(failover), "real")
        if failover is not None:
            margin = rating - failover / 1000
            book.formula(sheet, row, 5, f"={cell(2, row)}-{cell(4, row)}", margin, "real")
    return row + 1


def _kilo(value: float | None) -> float | None:
    return None if value is None else value / 1000
