"""Tray fill against a published chart, and stretch by stretch against walking every cable over small floors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configurator.measures.trays import _filled
from configurator.reasons import Total
from configurator.rules import judge
from tests.measures.floors import mapped, placed
from tests.rules.factories import trays

INCH = 25.4


# Fill chart for wire trays at 50 %, mphusky.com: depth x width [in], cables of 0.1852 in and of 0.21 in
@pytest.mark.parametrize(
    ("depth", "width", "thin", "thick"),
    [(2, 2, 74, 57), (2, 4, 148, 115), (2, 12, 445, 346), (4, 12, 890, 692), (4, 16, 1187, 923), (6, 20, 2227, 1732)],
)
def test_a_published_fill_chart(depth: float, width: float, thin: int, thick: int) -> None:
    for diameter, most in ((0.1852, thin), (0.21, thick)):
        each = math.pi / 4 * (diameter * INCH) ** 2
        section = depth * width * INCH**2
        for cables, breaks in ((most, False), (most + 1, True)):
            # the chart rounds its areas: within one cable in a thousand of it
            area = cables * each * (1 - 0.001 if not breaks else 1 + 0.001)
            found = judge([trays(cables_mm2=Total(area), section_mm2=section, width_mm=width * INCH)])
            assert ("LNK501" in {f.rule for f in found}) == breaks, (cables, diameter)


@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), min_size=2, max_size=8, unique=True),
    every=st.none() | st.integers(1, 5),
    data=st.data(),
)
def test_every_stretch_equals_a_walk_along_every_cable(
    places: list[tuple[int, int]], every: int | None, data: st.DataObject
) -> None:
    floor = mapped(placed(places, **({"cross_trays_every": every} if every is not None else {})))
    racks = st.integers(0, len(places) - 1)
    pairs = data.draw(st.lists(st.tuples(racks, racks).filter(lambda p: p[0] < p[1]), min_size=1, max_size=12))
    loads = [float(i + 1) for i in range(len(pairs))]
    a, b = (np.array([p[i] for p in pairs], dtype=np.int32) for i in (0, 1))
    along, across = _filled(floor, a, b, np.array(loads))
    walked_along: dict[tuple[int, int], float] = {}
    walked_across: dict[tuple[int, int], float] = {}
    for (i, j), load in zip(pairs, loads, strict=True):
        (row_a, place_a), (row_b, place_b) = places[i], places[j]
        for row, position in _walk(row_a, place_a, row_b, place_b, every):
            walked_along[row, position] = walked_along.get((row, position), 0.0) + load
        crossing = _cross(place_a, place_b, every)
        for row in range(min(row_a, row_b), max(row_a, row_b)):
            walked_across[row, crossing] = walked_across.get((row, crossing), 0.0) + load
    assert {(int(r), int(p)): along[r, p] for r, p in zip(*np.nonzero(along), strict=True)} == walked_along
    assert {(int(r), int(p)): across[r, p] for r, p in zip(*np.nonzero(across), strict=True)} == walked_across


def _cross(a: int, b: int, every: int | None) -> int:
    """Position at which a cable crosses: that of its end, or the cross tray that makes the way shortest."""
    if every is None:
        return b
    low, high = sorted((a, b))
    options = range(0, 60, every)
    return min(options, key=lambda x: (abs(low + 0.5 - x) + abs(high + 0.5 - x), x))


def _walk(row_a: int, a: int, row_b: int, b: int, every: int | None) -> list[tuple[int, int]]:
    """Positions that a cable lies over, one by one."""
    if row_a == row_b:
        return [(row_a, p) for p in range(min(a, b), max(a, b) + 1)]
    x = _cross(a, b, every)
    return [
        *((row_a, p) for p in range(min(a, x), max(a, x) + 1)),
        *((row_b, p) for p in range(min(b, x), max(b, x) + 1)),
    ]
