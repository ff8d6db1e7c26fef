"""Cable trays: fill, turning, measured routes, sizes of racks."""

from __future__ import annotations

from typing import Any

import pytest

from configurator.measures.subjects import TrayUse
from configurator.reasons import Total, Unknown
from tests.rules.factories import Case, check, part, trays

FULL = "cables fill the tray over row 1 at position 1 too far, 1 stretches in all"
GAP = Unknown("CBL-9", "outer_diameter_mm", "bundles")


def turning(radius: float | None) -> TrayUse:
    return trays(cables=(part("cable", "CBL-9", {}, {"bend_radius_mm": radius}),))


def racks(**changes: Any) -> TrayUse:
    size = {"height_mm": 2300, "width_mm": 600, "depth_mm": 1200}
    return trays(racks=(part("rack", "RCK-9", size, changes),))


CASES = [
    Case("LNK501", "passes", trays()),
    Case("LNK501", "just passes", trays(cables_mm2=Total(30_000))),
    Case("LNK501", "fails", trays(cables_mm2=Total(30_600)), FULL),
    Case("LNK501", "fails", trays(cables_mm2=Total(30_600), stated=False), FULL, "warning"),
    Case("LNK501", "unknown", trays(cables_mm2=Total(20_000, (GAP,)))),
    Case("LNK502", "passes", turning(40)),
    Case("LNK502", "just passes", turning(600)),
    Case("LNK502", "fails", turning(700), "CBL-9 does not turn in the tray", "warning"),
    Case("LNK502", "unknown", turning(None)),
    Case("LNK503", "passes", trays(routes=4)),
    Case("LNK503", "just passes", trays(routes=4, measured=4)),
    Case(
        "LNK503",
        "fails",
        trays(routes=4, measured=3),
        "3 of 4 routes were measured, the others are estimates",
        "info",
    ),
    Case("LNK504", "passes", racks()),
    Case("LNK504", "just passes", racks(height_mm=1)),
    Case("LNK504", "fails", racks(width_mm=0), "RCK-9 has no width", "warning"),
    Case("LNK504", "unknown", racks(depth_mm=None)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("changes", "repairs"),
    [
        ({}, ("site.trays: 2", "site.tray_width_mm: 900")),
        (
            {"copper_share": 0.8},
            ("site.trays: 2", "site.tray_width_mm: 900", "AOC, or modules and fibre, in place of copper"),
        ),
        ({"cables_mm2": Total(100_000)}, ("site.trays: 4",)),
    ],
)
def test_a_full_tray_has_repairs(changes: dict[str, Any], repairs: tuple[str, ...]) -> None:
    use = trays(**{"cables_mm2": Total(40_000), **changes})
    assert [f.repairs for f in Case("LNK501", "fails", use).findings()] == [repairs]
