"""The sheet Cooling: heat of each device to liquid and to air, and the loop that carries it."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book, cell_range
from configurator.measures.subjects import BranchUse, CoolingUse
from configurator.measures.survey import cooling_uses
from configurator.parts.base import known

DEVICES = (("Device", 34), ("Part number", 26), ("To liquid W", 13), ("To air W", 13), ("Complete", 14))


def cooling_sheet(book: Book, name: str) -> None:
    """Each rack type under the other."""
    sheet = book.sheet(name)
    row = 0
    for kind in book.configuration.design.rack_types:
        row = _rack(book, sheet, name, kind, row) + 2


def _rack(book: Book, sheet: Any, name: str, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    book.put(sheet, row, 0, f"{kind.name}: heat of one rack at its maximum", "title")
    for column, (text, width) in enumerate(DEVICES):
        sheet.set_column(column, column, width)
        book.put(sheet, row + 1, column, text, "head")
    first = line = row + 2
    for device in kind.devices:
        own = facts.devices[device.name]
        complete = own.liquid_w.complete and own.air_w.complete
        values: tuple[Cell, ...] = (
            device.name,
            design.device_type[device.type].part,
            own.liquid_w.value,
            own.air_w.value,
            complete,
        )
        for column, value in enumerate(values):
            book.put(sheet, line, column, value, "real" if column in (2, 3) else "text")
        line += 1
    rest = facts.air_w.value - sum(f.air_w.value for f in facts.devices.values())
    fixed: tuple[Cell, ...] = ("conversion loss and what is fixed to the rack", None, 0.0, rest)
    for column, value in enumerate(fixed):
        book.put(sheet, line, column, value, "real" if column in (2, 3) else "text")
    whole = facts.liquid_w.complete and facts.air_w.complete
    book.put(sheet, line + 1, 0, "Together" if whole else "Together: at least", "bold_top")
    for column, number in ((2, facts.liquid_w.value), (3, facts.air_w.value)):
        book.formula(sheet, line + 1, column, f"=SUM({cell_range(name, column, first, line)})", number, "money_bold")
    return _loop(book, sheet, kind, line + 3)


def _loop(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    for use in cooling_uses(design, kind, facts):
        if isinstance(use, CoolingUse):
            pairs: list[tuple[str, float | str | None]] = [
                (f"CDU: {use.cdus} x {use.cdu.part_id}, {use.redundancy}", None),
                ("capacity kW", known(use.cdu, "capacity_kw")),
                ("heat to carry kW", use.liquid_w.value / 1000),
                ("flow it gives L/min", known(use.cdu, "flow_l_per_min")),
                ("flow needed L/min", use.flow_lpm.value),
                ("supply °C", use.supply_c),
                ("temperature rise K", use.delta_t_k),
                ("manifold port pairs used", float(use.branches)),
                ("manifold port pairs", known(use.manifold, "ports") if use.manifold is not None else None),
            ]
        else:
            assert isinstance(use, BranchUse)
            pairs = [
                (f"{use.path}: {use.pairs} x {use.coupling.part_id} each", None),
                ("flow L/min", use.flow_lpm.value),
                ("coupling passes L/min", known(use.coupling, "flow_l_per_min")),
            ]
        for index, (key, value) in enumerate(pairs):
            book.put(sheet, row, 0, key, "text" if index else "bold")
            if index:
                book.put(sheet, row, 2, value, "real")
            row += 1
        row += 1
    return row
