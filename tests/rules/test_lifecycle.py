"""What is end of life, announced, restricted, a template, or looks wrong."""

from __future__ import annotations

from datetime import date

import pytest

from configurator.rules._judging import first_day
from tests.rules.factories import (
    AS_OF,
    Case,
    bought,
    check,
    gpu,
    part,
    switch,
)

CASES = [
    Case("LIF101", "passes", bought(gpu(status="shipping"))),
    Case("LIF101", "just passes", bought()),
    Case("LIF101", "fails", bought(gpu(status="eol")), "end of life"),
    Case("LIF102", "passes", bought(gpu(status="shipping"))),
    Case("LIF102", "just passes", bought(switch(status="shipping 2026-11-30"), as_of=AS_OF)),
    Case(
        "LIF102",
        "fails",
        bought(switch(status="shipping 2026-12-01")),
        "not shipping yet: shipping 2026-12-01",
        "warning",
    ),
    Case("LIF102", "fails", bought(gpu(status="announced (limited)")), severity="warning"),
    Case("LIF102", "fails", bought(switch(status="2027-Q1")), "not shipping yet: 2027-Q1", "warning"),
    Case("LIF103", "passes", bought()),
    Case("LIF103", "just passes", bought(gpu(template=False))),
    Case("LIF103", "fails", bought(gpu(template=True)), "a template: pick a real part before ordering", "info"),
    Case("LIF104", "passes", bought(gpu(status="shipping"))),
    Case("LIF104", "just passes", bought()),
    Case(
        "LIF104", "fails", bought(gpu(status="export-restricted")), "not sold everywhere: export-restricted", "warning"
    ),
    Case("LIF104", "fails", bought(gpu(status="shipping (CN)")), severity="warning"),
    Case("PRT120", "passes", bought()),
    Case("PRT120", "just passes", bought(switch())),
    Case(
        "PRT120", "fails", bought(part("switch_chip", "SWC-1", {}, {})), "a switch chip is not an orderable part here"
    ),
    Case("PRT120", "fails", bought(part("system", "SYS-1", {}, {})), "a system is not an orderable part here"),
    Case("PLA101", "passes", bought(gpu(tdp_w=None))),
    Case("PLA101", "just passes", bought(gpu(tdp_w=3000))),
    Case("PLA101", "fails", bought(gpu(tdp_w=3001)), "tdp_w is 3001, usually 50 to 3000", "warning"),
    Case("PLA101", "fails", bought(gpu(tdp_w=49)), "tdp_w is 49, usually 50 to 3000", "warning"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026", date(2026, 1, 1)),
        ("2026-09", date(2026, 9, 1)),
        ("2026-Q2", date(2026, 4, 1)),
        ("shipping 2026-H2", date(2026, 7, 1)),
        ("ANNOUNCED 2025-11-17", date(2025, 11, 17)),
        ("2026-13", None),
        ("shipping", None),
    ],
)
def test_first_day_of_a_period(text: str, day: date | None) -> None:
    assert first_day(text) == day
