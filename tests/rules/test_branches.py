"""The couplings of one device."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    branch,
    check,
    coupling,
)

CASES = [
    Case("COO104", "passes", branch()),
    Case("COO104", "just passes", branch(flow_lpm=Total(9))),
    Case("COO104", "just passes", branch(flow_lpm=Total(18), pairs=2)),
    Case("COO104", "fails", branch(flow_lpm=Total(9.01)), "more flow than 1 x QDC-1 pass"),
    Case("COO104", "fails", branch(pairs=0), "more flow than 0 x QDC-1 pass"),
    Case("COO104", "unknown", branch(coupling=coupling(flow_l_per_min=None))),
    Case("COO109", "passes", branch()),
    Case("COO109", "just passes", branch(liquid_w=Total(6000))),
    Case("COO109", "fails", branch(liquid_w=Total(6010)), "more heat than 1 x QDC-1 pass", "warning"),
    Case("COO109", "unknown", branch(liquid_w=at_least(5000))),
    Case("COO109", "unknown", branch(coupling=coupling(capacity_kw=None))),
    Case("COO113", "passes", branch()),
    Case("COO113", "just passes", branch(flow_lpm=at_least(9.01))),
    Case(
        "COO113",
        "fails",
        branch(flow_lpm=at_least(9)),
        "cannot be judged: at least 9.00 of 9.00 L/min, 1 value unknown (tdp_w of GPU-1)",
        "warning",
    ),
    Case("COO113", "unknown", branch(coupling=coupling(flow_l_per_min=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
