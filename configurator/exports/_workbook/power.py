"""The sheet Power: draw of each device, sources and feeds of each rack type."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell_range
from configurator.measures.supply import busbar_use, feed_uses, shelf_use
from configurator.reasons import Total

DEVICES = (("Device", 30), ("Part number", 26), ("Max W", 12), ("Typical W", 12), ("Complete", 40))
FEEDS = ("Feed", "Side", "Voltage", "Rating kVA", "Load kW", "Load kW when one source is dead")


def power_sheet(book: Book, name: str) -> None:
    """Each rack type under the other."""
    sheet = book.sheet(name)
    row = 0
    for kind in book.configuration.design.rack_types:
        row = _rack(book, sheet, name, kind, row) + 2


def _rack(book: Book, sheet: Any, name: str, kind: RackType, row: int) -> int:
    design = book.configuration.design
    facts = book.configuration.racks[kind.name]
    book.put(sheet, row, 0, f"{kind.name}: draw of one rack", "title")
    for column, (text, width) in enumerate(DEVICES):
        sheet.set_column(column, column, width)
        book.put(sheet, row + 1, column, text, "head")
    first = row + 2
    line = first
    for device in kind.devices:
        own = facts.devices[device.name]
        values: tuple[Cell, ...] = (
            device.name,
            design.device_type[device.type].part,
            own.max_w.value,
            own.typical_w.value,
            _told(own.max_w),
        )
        for column, value in enumerate(values):
            book.put(sheet, line, column, value, "real" if column in (2, 3) else "text")
        line += 1
    rest_max = facts.it_w.value - sum(f.max_w.value for f in facts.devices.values())
    rest_typical = facts.typical_w.value - sum(f.typical_w.value for f in facts.devices.values())
    for column, value in enumerate(("fixed to the rack", None, rest_max, rest_typical)):
        book.put(sheet, line, column, value, "real" if column in (2, 3) else "text")
    book.put(sheet, line + 1, 0, "Together" if facts.it_w.complete else "Together: at least", "bold_top")
    for column, value in ((2, facts.it_w.value), (3, facts.typical_w.value)):
        book.formula(sheet, line + 1, column, f"=SUM({cell_range(name, column, first, line)})", value, "money_bold")
    book.put(sheet, line + 2, 0, "AC input at maximum, with conversion loss")
    book.put(sheet, line + 2, 2, facts.input_w.value, "real")
    return _feeds(book, sheet, kind, _sources(book, sheet, kind, line + 4))


def _sources(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    shelf = shelf_use(design, kind, facts)
    if shelf is not None:
        book.put(sheet, row, 0, f"{shelf.count} x {shelf.shelf.part_id}, {shelf.redundancy}", "bold")
        alive = {"N": shelf.count, "N+1": shelf.count - 1, "2N": shelf.count // 2}[shelf.redundancy]
        book.put(sheet, row + 1, 0, "Load of each, all alive, kW")
        book.put(sheet, row + 1, 2, shelf.load_w.value / 1000 / max(shelf.count, 1), "real")
        book.put(sheet, row + 2, 0, "Load of each, redundancy used up, kW")
        book.put(sheet, row + 2, 2, shelf.load_w.value / 1000 / max(alive, 1), "real")
        row += 4
    bar = busbar_use(design, kind, kind.name)
    if bar is not None:
        book.put(sheet, row, 0, f"Busbar {bar.busbar.part_id} at {bar.volts:g} V", "bold")
        book.put(sheet, row + 1, 0, "Largest segment current, all alive, A")
        book.put(sheet, row + 1, 2, bar.segment_a.value, "real")
        book.put(sheet, row + 2, 0, f"Largest segment current, {bar.failed_shelf} dead, A")
        book.put(sheet, row + 2, 2, bar.failed_segment_a.value, "real")
        row += 4
    return row


def _feeds(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    for column, text in enumerate(FEEDS):
        book.put(sheet, row, column, text, "head")
    sheet.set_column(5, 5, 20)
    for use in feed_uses(design, kind, facts):
        row += 1
        feed = use.feed
        volts = f"{feed.voltage_v:g} V {feed.reference}, {feed.phases}-phase, {feed.current_a:g} A"
        for column, value in enumerate((feed.name, feed.side, volts)):
            book.put(sheet, row, column, value)
        for column, number in enumerate((feed.rating_va, use.load_w.value, use.failover_w.value), start=3):
            book.put(sheet, row, column, number / 1000, "real")
    return row + 1


def _told(total: Total) -> str:
    return "yes" if total.complete else "at least: " + "; ".join(f"{u.part_id} {u.field}" for u in total.unknown)
