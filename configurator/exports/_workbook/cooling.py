"""The sheet Cooling: heat of each device to liquid and to air, and the loop that carries it."""

from __future__ import annotations

from typing import Any

from configurator.design import RackType
from configurator.exports._workbook.book import Book, cell, completeness, known_value, place
from configurator.exports._workbook.by_device import Figures, figures_by_device
from configurator.measures.subjects import BranchUse, CoolingUse
from configurator.measures.survey import cooling_uses
from configurator.parts.base import known

WIDTHS = (46, 34, 14, 14, 16, 18)
HEAT = Figures(
    title="heat of one rack at its maximum",
    heads=("To liquid W", "To air W"),
    fields=(("liquid_w", "liquid_w"), ("air_w", "air_w")),
    rest="conversion loss and what is fixed to the rack",
)
LOADS = ("Loop", "What", "Needed", "Rating", "Margin", "Unit")


def cooling_sheet(book: Book, name: str) -> None:
    """Each rack type under the other."""
    sheet = book.sheet(name)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    row = 0
    for kind in book.configuration.design.rack_types:
        row = _heat(book, sheet, name, kind, row)
        row = _loop(book, sheet, kind, row + 1) + 2


def _heat(book: Book, sheet: Any, name: str, kind: RackType, row: int) -> int:
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    line = figures_by_device(book, sheet, name, kind, HEAT, row)
    if design.platform.cooling.kind == "liquid":
        book.put(sheet, line + 1, 0, "Coolant flow, L/min")
        book.put(sheet, line + 1, 2, known_value(facts.flow_lpm), "real")
        book.put(sheet, line + 1, 4, completeness(facts.flow_lpm))
        book.places[f"flow_lpm:{kind.name}"] = place(name, 2, line + 1)
    return line + 2


def _loop(book: Book, sheet: Any, kind: RackType, row: int) -> int:
    """What the loop must carry against what CDU, manifold and couplings are rated for."""
    design, facts = book.configuration.design, book.configuration.racks[kind.name]
    uses = [use for use in cooling_uses(design, kind, facts) if isinstance(use, CoolingUse | BranchUse)]
    if not uses:
        return row
    book.header(sheet, row, LOADS, (2, 3, 4))
    for use in uses:
        for title, what, needed, rating, unit in _loads(use):
            row += 1
            for column, text in ((0, title), (1, what), (5, unit)):
                book.put(sheet, row, column, text)
            book.put(sheet, row, 2, needed, "real")
            book.put(sheet, row, 3, rating, "real")
            if needed is not None and rating is not None:
                book.formula(sheet, row, 4, f"={cell(3, row)}-{cell(2, row)}", rating - needed, "real")
    return row + 1


def _loads(use: CoolingUse | BranchUse) -> list[tuple[str, str, float | None, float | None, str]]:
    """(part, what, needed, rating, unit) of one part of the loop; a rating that is not known stays empty."""
    flow = known_value(use.flow_lpm)
    if isinstance(use, BranchUse):
        title = f"{use.path}: {use.pairs} x {use.coupling.part_id} each"
        return [(title, "flow", flow, known(use.coupling, "flow_l_per_min"), "L/min")]
    if use.cdu is None:
        return [(use.path, "flow", known_value(use.flow_lpm), None, "L/min")]
    title = f"{use.cdus} x {use.cdu.part_id}, {use.redundancy}"
    alive = {"N": use.cdus, "N+1": use.cdus - 1, "2N": use.cdus // 2}[use.redundancy]
    heat = known_value(use.liquid_w)
    loads = [
        (title, "heat", None if heat is None else heat / 1000, _times(known(use.cdu, "capacity_kw"), alive), "kW"),
        (title, "flow", flow, _times(known(use.cdu, "flow_l_per_min"), alive), "L/min"),
        (title, "supply temperature", use.supply_c, None, "°C"),
        (title, "temperature rise", use.delta_t_k, None, "K"),
    ]
    if use.manifold is not None:
        ports = known(use.manifold, "ports")
        loads.append((use.manifold.part_id, "port pairs", float(use.branches), ports, "pairs"))
    return loads


def _times(value: float | None, number: int) -> float | None:
    return None if value is None else value * number
