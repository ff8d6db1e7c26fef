"""Where racks stand: in rows of equal positions, a domain's racks together; and routed lengths between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from configurator.assembly.bench import Bench
from configurator.design import Design, Rack
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import Ints
from configurator.parts.base import known
from configurator.platform import FloorPlan
from configurator.reasons import Reason

Floats = NDArray[np.float64]


def floor_of(bench: Bench) -> FloorPlan:
    """The platform's floor. Raises `InputError` when a design needs one and the platform states none."""
    if bench.platform.floor is None:
        fault = Fault(
            f"platform {bench.platform.name}: floor", "required key is missing", expected="rows and positions"
        )
        raise InputError("racks that are joined need a floor", [fault])
    return bench.platform.floor


def positions(bench: Bench, groups: Sequence[Sequence[str]]) -> list[Rack]:
    """Racks named and placed: each group (a domain's racks, a fabric's) stays in one row where it fits.

    groups: rack type names. Raises `Unsatisfiable` when the site has fewer rows than are needed.
    """
    per_row = bench.spec.site.racks_per_row or _racks_per_row(bench, sum(map(len, groups)))
    racks: list[Rack] = []
    row = place = 0
    for group in groups:
        if place and place + len(group) > per_row and len(group) <= per_row:
            row, place = row + 1, 0
        for kind in group:
            if place == per_row:
                row, place = row + 1, 0
            racks.append(Rack(name=f"rack-{len(racks) + 1}", type=kind, row=row, position=place))
            place += 1
    rows = row + 1
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
    square = (racks * plan.row_pitch_mm.value / plan.position_mm.value) ** 0.5
    step = plan.racks_per_row.value
    return max(step, int(-(-square // step) * step))


def routed_mm(bench: Bench, design: Design, a: Ints, b: Ints) -> Ints:
    """Routed length between devices [mm]: up to the tray, along the row, across rows, and down; and slack.

    a, b: device indices of equal length. Never the straight line: both ends climb to the tray over the racks.
    """
    plan = floor_of(bench)
    rack_of, height = _device_rack(design), _device_height(design)
    row = np.array([r.row for r in design.racks], dtype=np.int64)
    place = np.array([r.position for r in design.racks], dtype=np.int64)
    top = _rack_tops(design) + plan.tray_over_rack_mm.value
    ra, rb = rack_of[a], rack_of[b]
    along = np.abs(place[ra] - place[rb]) * plan.position_mm.value
    across = np.abs(row[ra] - row[rb]) * plan.row_pitch_mm.value
    over = np.where(ra == rb, np.abs(height[a] - height[b]), (top[ra] - height[a]) + (top[rb] - height[b]))
    total: Floats = along + across + over + plan.slack_m.value * 1000
    return np.ceil(total).astype(np.int32)


def _device_rack(design: Design) -> Ints:
    sizes = np.diff(design.rack_starts)
    return np.repeat(np.arange(len(design.racks)), sizes).astype(np.int32)


def _device_height(design: Design) -> Floats:
    per_type = {k.name: np.array([d.bottom_mm for d in k.devices]) for k in design.rack_types}
    return np.concatenate([per_type[r.type] for r in design.racks])


def _rack_tops(design: Design) -> Floats:
    """Height of each rack [mm]: its outer height, else that of its units; a rack without either counts as 2,300 mm
    high in lengths only, and a rule says that its height is unknown."""
    tops = {}
    for kind in design.rack_types:
        part = design.parts[kind.part]
        units, pitch = known(part, "units"), known(part, "unit_pitch_mm")
        tops[kind.name] = known(part, "height_mm") or (float(units) * float(pitch) if units and pitch else 2300.0)
    return np.array([tops[r.type] for r in design.racks])
