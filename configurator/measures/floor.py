"""The floor: where racks and cable trays are, and the way of a cable from one device to another.

Rows stand face to face over a cold aisle and back to back over a hot one, in turn, so the pitch of rows is a rack's
depth and one aisle. A cable goes up or down to the tray of its row, along it to a tray across the rows, and along the
other row's tray: never the straight line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from configurator.design import Design
from configurator.linktable import Ints
from configurator.parts.base import known
from configurator.platform import FloorPlan
from configurator.spec import Site

Floats = NDArray[np.float64]
RACK_HEIGHT_MM, RACK_DEPTH_MM = 2300.0, 1200.0
"""Class values for a rack that states none, in lengths only; rules say that they are unknown."""
COLD_AISLE_MM, HOT_AISLE_MM = 1200.0, 900.0
"""Aisles where neither spec nor platform states one (OCP Ready facility workbook: at least these)."""
UNDER_FLOOR_MM = 300.0
"""How far below the floor an underfloor tray runs where the platform does not say (class value)."""
TRAY_WIDTH_MM, TRAY_DEPTH_MM, TRAY_FILL_MAX = 600.0, 100.0, 0.5
"""A tray where none is stated: the 600 x 105 mm class of wire trays (Cablofil technical guide). Half of the section may
be cables: NEC 392.22(A)(2), multiconductor control or signal cables in trays up to 150 mm deep; TIA-569 as well."""


@dataclass(frozen=True)
class Trays:
    """The cable trays of the floor, and whether the spec states their size."""

    kind: str
    """`overhead` or `underfloor`."""
    width_mm: float
    depth_mm: float
    """Usable depth for cables [mm]."""
    count: int
    """Trays side by side or one over the other along each row, and across."""
    fill_max: float
    """Share of the section that may be cables [1]."""
    cross_every: int | None
    """Positions from one tray across the rows to the next; None: across at any position."""
    stated: bool

    @property
    def section_mm2(self) -> float:
        """Section of all trays of a row together [mm2]."""
        return self.width_mm * self.depth_mm * self.count


@dataclass(frozen=True)
class FloorMap:
    """The places of a design on the floor: its racks, in the order of `Design.racks`, then the panels of each row.

    Panels for structured fibre stand at the middle of their row, at the height of the tray.
    """

    plan: FloorPlan
    trays: Trays
    row: Ints
    x_mm: Floats
    """Middle of the place along its row [mm]."""
    row_y_mm: Floats
    """Middle of each row [mm]."""
    to_tray_mm: Floats
    """Height of the tray over the first unit of each rack; negative where it runs below; panels have none [mm]."""
    cold_mm: float
    hot_mm: float
    rack_depth_mm: float

    @cached_property
    def y_mm(self) -> Floats:
        """Middle of each place's row [mm]."""
        found: Floats = self.row_y_mm[self.row]
        return found

    @property
    def rows(self) -> int:
        return len(self.row_y_mm)

    @property
    def cold_aisles(self) -> int:
        """Cold aisles: one for each pair of rows, and one before a last row that stands alone."""
        return -(-self.rows // 2)

    @property
    def hot_aisles(self) -> int:
        """Hot aisles, those along both outer rows included."""
        return self.rows // 2 + 1

    @property
    def width_m(self) -> float:
        """Length of the longest row [m]."""
        return float(self.x_mm.max() + self.plan.position_mm.value / 2) / 1000

    @property
    def depth_m(self) -> float:
        """From the first row's outer hot aisle to the last one's outer aisle [m]."""
        inner = float(self.row_y_mm[-1]) + self.rack_depth_mm
        last = self.hot_mm if self.rows % 2 == 0 else self.cold_mm
        return (inner + self.hot_mm + last) / 1000

    def crossing_mm(self, a: Ints, b: Ints) -> Floats:
        """Where along the rows a cable between racks crosses from one row to the other [mm]."""
        xa, xb = self.x_mm[a], self.x_mm[b]
        if self.trays.cross_every is None:
            return xb
        step = self.trays.cross_every * self.plan.position_mm.value
        low, high = np.minimum(xa, xb), np.maximum(xa, xb)
        after, before = np.ceil(low / step) * step, np.floor(low / step) * step
        between = after <= high
        nearer: Floats = np.where((low - before) <= (after - high), before, after)
        found: Floats = np.where(between, after, nearer)
        return found

    def between_mm(self, a: Ints, b: Ints) -> Floats:
        """Way along rows and across them between racks [mm]."""
        xa, xb = self.x_mm[a], self.x_mm[b]
        other_row = self.row[a] != self.row[b]
        x = self.crossing_mm(a, b)
        along = np.where(other_row, np.abs(xa - x) + np.abs(x - xb), np.abs(xa - xb))
        found: Floats = along + np.abs(self.y_mm[a] - self.y_mm[b])
        return found


def trays_of(design: Design, plan: FloorPlan) -> Trays:
    """The trays: what the spec's site states, else the platform, else class values."""
    site = design.spec.site

    def value(name: str, default: Any) -> Any:
        wish, stated = getattr(site, name), getattr(plan, name)
        return wish if wish is not None else stated.value if stated is not None else default

    return Trays(
        kind=value("tray", "overhead"),
        width_mm=value("tray_width_mm", TRAY_WIDTH_MM),
        depth_mm=value("tray_depth_mm", TRAY_DEPTH_MM),
        count=value("trays", 1),
        fill_max=value("tray_fill_max", TRAY_FILL_MAX),
        cross_every=value("cross_trays_every", None),
        stated=any(x is not None for x in (site.tray_width_mm, site.tray_depth_mm, site.trays, site.tray_fill_max)),
    )


def aisles_mm(site: Site, plan: FloorPlan) -> tuple[float, float]:
    """Width of a cold and of a hot aisle [mm]: the spec's site, else the platform, else class values."""
    found = []
    for wish, stated, default in (
        (site.cold_aisle_m, plan.cold_aisle_mm, COLD_AISLE_MM),
        (site.hot_aisle_m, plan.hot_aisle_mm, HOT_AISLE_MM),
    ):
        found.append(wish * 1000 if wish is not None else stated.value if stated is not None else default)
    return found[0], found[1]


def floor_map(design: Design) -> FloorMap | None:
    """The floor of a design; None where its platform states none or no rack stands."""
    plan = design.platform.floor
    if plan is None or not design.racks:
        return None
    row = np.array([r.row for r in design.racks], dtype=np.int32)
    rows = int(row.max()) + 1
    x = _along(design, row, plan.position_mm.value)
    depth = max((known(design.parts[k.part], "depth_mm") or RACK_DEPTH_MM for k in design.rack_types), default=0.0)
    cold, hot = aisles_mm(design.spec.site, plan)
    trays = trays_of(design, plan)
    return FloorMap(
        plan=plan,
        trays=trays,
        row=np.concatenate([row, np.arange(rows, dtype=np.int32)]),
        x_mm=np.concatenate([x, _middles(x, row, rows)]),
        row_y_mm=_rows(rows, plan, depth, cold, hot),
        to_tray_mm=_to_tray(design, plan, trays.kind),
        cold_mm=cold,
        hot_mm=hot,
        rack_depth_mm=depth,
    )


def mean_row_pitch_mm(plan: FloorPlan, depth: float, cold: float, hot: float) -> float:
    """Pitch of rows on average: racks of a depth, cold and hot aisles in turn [mm]."""
    return plan.row_pitch_mm.value if plan.row_pitch_mm is not None else depth + (cold + hot) / 2


def _rows(rows: int, plan: FloorPlan, depth: float, cold: float, hot: float) -> Floats:
    """Middle of each row [mm]: after an even row comes the cold aisle that it faces, after an odd one a hot aisle."""
    if plan.row_pitch_mm is not None:
        even: Floats = np.arange(rows, dtype=np.float64) * plan.row_pitch_mm.value
        return even
    gaps = np.where(np.arange(max(rows - 1, 0)) % 2 == 0, cold, hot) + depth
    found: Floats = np.concatenate([np.zeros(1), np.cumsum(gaps)])
    return found


def _along(design: Design, row: Ints, pitch: float) -> Floats:
    """Middle of each rack along its row [mm]: positions of one width, wider where a rack is wider than that."""
    widths = {k.name: max(known(design.parts[k.part], "width_mm") or 0.0, pitch) for k in design.rack_types}
    width = np.array([widths[r.type] for r in design.racks])
    place = np.array([r.position for r in design.racks], dtype=np.int64)
    order = np.lexsort((place, row))
    excess = (width - pitch)[order]
    before = np.cumsum(excess) - excess
    starts = np.ones(len(order), dtype=bool)
    starts[1:] = row[order][1:] != row[order][:-1]
    first = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    x = np.empty(len(order))
    x[order] = before - before[first]
    found: Floats = x + place * pitch + width / 2
    return found


def _middles(x: Floats, row: Ints, rows: int) -> Floats:
    """Middle between the first and the last rack of each row [mm]; 0 for a row without racks."""
    first, last = np.full(rows, np.inf), np.full(rows, -np.inf)
    np.minimum.at(first, row, x)
    np.maximum.at(last, row, x)
    empty = ~np.isin(np.arange(rows), row)
    first[empty] = last[empty] = 0.0
    found: Floats = (first + last) / 2
    return found


def _to_tray(design: Design, plan: FloorPlan, kind: str) -> Floats:
    """Height of the tray over the first unit of each rack [mm]: over its top, or below the floor that it stands on."""
    heights = {}
    for rack in design.rack_types:
        part = design.parts[rack.part]
        units, pitch = known(part, "units"), known(part, "unit_pitch_mm")
        inside = float(units) * float(pitch) if units and pitch else None
        outer = known(part, "height_mm") or inside or RACK_HEIGHT_MM
        if kind == "overhead":
            heights[rack.name] = outer + plan.tray_over_rack_mm.value
        else:
            below = plan.tray_under_floor_mm
            plinth = outer - inside if inside is not None else 0.0
            heights[rack.name] = -(plinth + (below.value if below is not None else UNDER_FLOOR_MM))
    return np.array([heights[r.type] for r in design.racks])


def place_names(design: Design) -> list[str]:
    """What the places of `FloorMap` are called: racks by name, then `row-1 panels` and so on."""
    rows = max((rack.row for rack in design.racks), default=-1) + 1
    return [rack.name for rack in design.racks] + [f"row-{n + 1} panels" for n in range(rows)]


def device_racks(design: Design) -> Ints:
    """Index of the rack of every device."""
    return np.repeat(np.arange(len(design.racks)), np.diff(design.rack_starts)).astype(np.int32)


def routed_mm(design: Design, floor: FloorMap, a: Ints, b: Ints) -> Ints:
    """Routed length between devices [mm]: measured where the spec tells one between their racks, else the estimate.

    a, b: device indices of equal length.
    """
    total, rack = estimated_mm(design, floor, a, b), device_racks(design)
    keys, lengths = _measured(design)
    if len(keys):
        pair, there = _pairs(design, rack[a], rack[b]), measured_rows(design, rack[a], rack[b])
        total[there] = lengths[np.searchsorted(keys, pair[there])]
    return total


def estimated_mm(design: Design, floor: FloorMap, a: Ints, b: Ints) -> Ints:
    """Routed length that follows from the floor [mm]: to the tray, along the rows, across, down; and slack.

    Within a rack the way is vertical alone. a, b: device indices of equal length.
    """
    rack, height = device_racks(design), _device_heights(design)
    ra, rb = rack[a], rack[b]
    vertical = to_tray_mm(design, floor, a, ra) + to_tray_mm(design, floor, b, rb)
    way = np.where(ra == rb, np.abs(height[a] - height[b]), vertical + floor.between_mm(ra, rb))
    total: Floats = np.ceil(np.round(way + floor.plan.slack_m.value * 1000, 6))
    return total.astype(np.int32)


def to_tray_mm(design: Design, floor: FloorMap, device: Ints, rack: Ints) -> Floats:
    """Way from devices to the tray of their racks, up or down [mm]."""
    found: Floats = np.abs(floor.to_tray_mm[rack] - _device_heights(design)[device])
    return found


def measured_rows(design: Design, a: Ints, b: Ints) -> NDArray[np.bool_]:
    """Which pairs of racks have a measured length."""
    keys, _ = _measured(design)
    found: NDArray[np.bool_] = np.isin(_pairs(design, a, b), keys)
    return found


def _pairs(design: Design, a: Ints, b: Ints) -> NDArray[np.int64]:
    return np.minimum(a, b).astype(np.int64) * len(design.racks) + np.maximum(a, b)


def _measured(design: Design) -> tuple[NDArray[np.int64], Ints]:
    """(number of each measured pair of racks, in order; its length [mm])."""
    numbers: Mapping[str, int] = {rack.name: i for i, rack in enumerate(design.racks)}
    told = [m for m in design.spec.site.measured_lengths if m.a in numbers and m.b in numbers]
    ends = np.array([(numbers[m.a], numbers[m.b]) for m in told], dtype=np.int32).reshape(-1, 2)
    keys = _pairs(design, ends[:, 0], ends[:, 1])
    order = np.argsort(keys, kind="stable")
    return keys[order], np.array([math.ceil(round(m.metres * 1000, 6)) for m in told], dtype=np.int32)[order]


def _device_heights(design: Design) -> Floats:
    per_type = {k.name: np.array([d.bottom_mm for d in k.devices], dtype=np.float64) for k in design.rack_types}
    return np.concatenate([per_type[r.type] for r in design.racks])
