"""Where racks stand: in rows of positions, a domain's racks together; and routed lengths between them."""

from __future__ import annotations

from collections.abc import Sequence

from configurator.assembly.bench import Bench
from configurator.design import Design, Rack
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import Ints
from configurator.measures import floor as measures
from configurator.parts.base import known
from configurator.platform import FloorPlan
from configurator.reasons import Reason
from configurator.registry import nearest


def floor_of(bench: Bench) -> FloorPlan:
    """The platform's floor. Raises `InputError` when a design needs one and the platform states none."""
    if bench.platform.floor is None:
        fault = Fault(
            f"platform {bench.platform.name}: floor", "required key is missing", expected="rows and positions"
        )
        raise InputError("racks that are joined need a floor", [fault])
    return bench.platform.floor


def positions(
    bench: Bench, groups: Sequence[Sequence[str]], site: str | None = None, before: Sequence[Rack] = ()
) -> list[Rack]:
    """Racks named and placed: each group (a domain's racks, a fabric's) stays in one row where it fits.

    groups: rack type names; site: where they stand, if there are several; before: racks of the sites before, from whose
    numbers and rows these go on.
    Raises `Unsatisfiable` when the site has fewer rows than are needed.
    """
    per_row = bench.spec.site.racks_per_row or _racks_per_row(bench, sum(map(len, groups)))
    racks: list[Rack] = []
    first = 1 + max((rack.row for rack in before), default=-1)
    row, place = first, 0
    for group in groups:
        if place and place + len(group) > per_row and len(group) <= per_row:
            row, place = row + 1, 0
        for kind in group:
            if place == per_row:
                row, place = row + 1, 0
            name = f"rack-{len(before) + len(racks) + 1}"
            racks.append(Rack(name=name, type=kind, site=site, row=row, position=place))
            place += 1
    rows = row + 1 - first
    limit = bench.spec.site.rows
    if limit is not None and rows > limit:
        refused = {
            "candidate": f"{limit} rows of {per_row}",
            "rule": "FLR101",
            "message": f"{len(racks)} racks need more rows than the site has",
            "actual": rows,
            "limit": limit,
            "unit": "rows",
        }
        raise Unsatisfiable(f"{len(racks)} racks on the floor", [refused], [{"change": f"site.rows: {rows}"}])
    bench.decide(
        "placement",
        "floor",
        f"{rows} row(s) of up to {per_row} racks",
        [Reason(text="racks of one domain stand together in a row")],
        ["spec:site.racks_per_row" if bench.spec.site.racks_per_row is not None else "platform:floor"],
    )
    return racks


def _racks_per_row(bench: Bench, racks: int) -> int:
    """Racks of a row: the platform's number, or as many more as make the floor about square: cables stay short."""
    plan = bench.platform.floor
    if plan is None:
        return max(racks, 1)
    square = (racks * _row_pitch_mm(bench, plan) / plan.position_mm.value) ** 0.5
    step = plan.racks_per_row.value
    return max(step, int(-(-square // step) * step))


def _row_pitch_mm(bench: Bench, plan: FloorPlan) -> float:
    """Pitch of rows on average, with the compute rack's depth [mm]."""
    depth = known(bench.rack_part, "depth_mm") if bench.rack_part is not None else None
    cold, hot = measures.aisles_mm(bench.spec.site, plan)
    return measures.mean_row_pitch_mm(plan, depth or measures.RACK_DEPTH_MM, cold, hot)


def routed_mm(bench: Bench, design: Design, a: Ints, b: Ints) -> Ints:
    """Routed length between devices [mm] (see `measures.floor`). a, b: device indices of equal length.

    Raises `InputError` when the platform states no floor.
    """
    floor_of(bench)
    floor = measures.floor_map(design)
    assert floor is not None
    return measures.routed_mm(design, floor, a, b)


def check_measured(bench: Bench, racks: Sequence[Rack]) -> None:
    """Raises `InputError` for measured lengths between racks that do not stand, and for pairs that are told twice."""
    names = {rack.name for rack in racks}
    met: dict[tuple[str, str], int] = {}
    faults = []
    for place, told in enumerate(bench.spec.site.measured_lengths, start=1):
        number = told.row or place
        where = f"site.measured_lengths: row {number}"
        for name in (told.a, told.b):
            if name not in names:
                expected = f"rack-1 to rack-{len(racks)}"
                faults.append(Fault(where, "no such rack", f"'{name}'", expected, nearest(name, names)))
        if told.a == told.b:
            faults.append(Fault(where, "a length is measured between two racks", f"'{told.a}' twice"))
        first = met.setdefault((min(told.a, told.b), max(told.a, told.b)), number)
        if first != number:
            faults.append(Fault(where, f"the pair is told in row {first} already", f"{told.a} and {told.b}"))
    if faults:
        raise InputError("measured lengths do not fit the floor", faults)
