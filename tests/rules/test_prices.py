"""Prices at the design's date, and the budget."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.rules.factories import (
    Case,
    bought,
    budget,
    check,
    offer,
    patch_cable,
)

CASES = [
    Case("PRC101", "passes", bought(included=True, offers=())),
    Case("PRC101", "just passes", bought()),
    Case("PRC101", "fails", bought(offers=()), "unpriced: the total is a lower bound", "warning"),
    Case("PRC102", "passes", bought()),
    Case("PRC102", "just passes", bought(offers=(offer(valid_to=date(2026, 11, 30)),))),
    Case(
        "PRC102",
        "fails",
        bought(offers=(offer(valid_to=date(2026, 11, 29)),)),
        "priced with GPU-1@2026, which expired on 2026-11-29",
        "warning",
    ),
    Case("PRC103", "passes", bought()),
    Case("PRC103", "just passes", bought(offers=(offer(valid_from=date(2026, 11, 30)),))),
    Case(
        "PRC103",
        "fails",
        bought(offers=(offer(valid_from=date(2026, 12, 1)),)),
        "unpriced: its first offer begins on 2026-12-01",
        "warning",
    ),
    Case("PRC104", "passes", bought(offers=(offer(observed="2026-Q2"),))),
    Case("PRC104", "just passes", bought(offers=(offer(observed="2026-11-30"),))),
    Case(
        "PRC104",
        "fails",
        bought(offers=(offer(observed="2026-12"),)),
        "its price was seen in 2026-12, after 2026-11-30",
        "info",
    ),
    Case("PRC105", "passes", bought()),
    Case("PRC105", "just passes", bought(offers=(offer(basis="between_observations"),))),
    Case("PRC105", "fails", bought(offers=(offer(basis="estimate"),)), "its price is an estimate: 1000 USD", "info"),
    Case("PRC105", "fails", bought(offers=(offer(basis="forecast"),)), "its price is a forecast: 1000 USD", "info"),
    Case("PRC106", "passes", bought()),
    Case("PRC106", "just passes", bought(offers=(offer(low=Decimal(1000), high=Decimal(1000)),))),
    Case(
        "PRC106",
        "fails",
        bought(offers=(offer(low=None, high=None),)),
        "no low and high price is known: the base stands for it",
        "info",
    ),
    Case("PRC107", "passes", bought()),
    Case("PRC107", "just passes", bought(patch_cable(), offers=(offer(length_m=1, per_extra_m=Decimal(2)),))),
    Case(
        "PRC107",
        "fails",
        bought(patch_cable(), offers=(offer(length_m=1),)),
        "offer GPU-1@2026 does not say the price of a further metre",
        "warning",
    ),
    Case("PRC110", "passes", budget()),
    Case("PRC110", "just passes", budget(base=1000.0)),
    Case("PRC110", "fails", budget(base=1000.01), "the base cost is above the budget"),
    Case(
        "PRC110",
        "fails",
        budget(unpriced=2),
        "within the budget as far as priced: 2 lines are not",
        "warning",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
