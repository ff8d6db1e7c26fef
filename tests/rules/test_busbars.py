"""The busbar, segment by segment."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    bar,
    busbar,
    check,
)

CASES = [
    Case("PWR201", "passes", bar()),
    Case("PWR201", "just passes", bar(segment_a=Total(1400))),
    Case("PWR201", "fails", bar(segment_a=Total(1401)), "a segment of BAR-1 is overloaded"),
    Case("PWR201", "unknown", bar(busbar=busbar(output_current_a=None))),
    Case("PWR202", "passes", bar()),
    Case("PWR202", "just passes", bar(failed_segment_a=Total(1400))),
    Case(
        "PWR202",
        "fails",
        bar(failed_segment_a=Total(1401)),
        "a segment of BAR-1 is overloaded when power-shelf-2 is dead",
    ),
    Case("PWR202", "unknown", bar(busbar=busbar(output_current_a=None))),
    Case("PWR203", "passes", bar()),
    Case("PWR203", "just passes", bar(failed_segment_a=at_least(1401))),
    Case(
        "PWR203",
        "fails",
        bar(failed_segment_a=at_least(1400)),
        "cannot be judged: at least 1400 of 1400 A, 1 value unknown (tdp_w of GPU-1)",
        "warning",
    ),
    Case("PWR203", "unknown", bar(busbar=busbar(output_current_a=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
