"""Power shelves and PDUs under the rack's load."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    check,
    pdu,
    rectifier,
    shelf,
    shelves,
)

CASES = [
    Case("PWR101", "passes", shelves()),
    Case("PWR101", "just passes", shelves(load_w=Total(66_000))),
    Case("PWR101", "just passes", shelves(redundancy="N", load_w=Total(99_000))),
    Case("PWR101", "just passes", shelves(shelf=pdu(), redundancy="2N", count=2, load_w=Total(22_000))),
    Case("PWR101", "just passes", shelves(load_w=at_least(66_000))),
    Case("PWR101", "fails", shelves(load_w=Total(66_100)), "3 x SHF-1 do not carry the rack with N+1"),
    Case("PWR101", "fails", shelves(shelf=pdu(), redundancy="2N", count=3, load_w=Total(22_100))),
    Case("PWR101", "fails", shelves(count=1), "1 x SHF-1 do not carry the rack with N+1"),
    Case("PWR101", "unknown", shelves(shelf=shelf(rated_kw=None))),
    Case("PWR101", "unknown", shelves(shelf=shelf(rated_kw=0))),
    Case("PWR102", "passes", shelves(shelf=pdu())),
    Case("PWR102", "passes", shelves(count=1)),
    Case("PWR102", "just passes", shelves(load_w=Total(70_000))),
    Case("PWR102", "fails", shelves(load_w=Total(70_100)), "more current from each SHF-1 than its clip carries"),
    Case("PWR103", "passes", shelves(shelf=pdu(), count=9)),
    Case("PWR103", "just passes", shelves(count=3)),
    Case(
        "PWR103",
        "fails",
        shelves(count=4),
        "4 shelves in parallel; the draft says 3, GB300 NVL72 runs 8",
        "warning",
    ),
    Case("PWR103", "unknown", shelves(shelf=shelf(shelves_parallel_max=None))),
    Case("PWR104", "passes", shelves(shelf=pdu())),
    Case("PWR104", "just passes", shelves(load_w=Total(82_500))),
    Case(
        "PWR104",
        "fails",
        shelves(load_w=Total(82_800)),
        "a shelf's share is above what it gives with one rectifier dead",
        "info",
    ),
    Case("PWR104", "unknown", shelves(shelf=shelf(rated_kw_n_plus_1=None))),
    Case("PWR105", "passes", shelves(shelf=pdu(), above=0, below=3)),
    Case("PWR105", "just passes", shelves()),
    Case("PWR105", "fails", shelves(above=0, below=2), "2 shelves below the load, 0 above", "warning"),
    Case("PWR106", "passes", shelves(feeds_each=None, rectifiers_each=0)),
    Case("PWR106", "just passes", shelves()),
    Case("PWR106", "fails", shelves(rectifiers_each=5), "the shelf is not filled"),
    Case(
        "PWR106",
        "fails",
        shelves(rectifier=rectifier(module_kw=5.4)),
        "its rectifiers give less than the shelf's rating",
    ),
    Case("PWR106", "unknown", shelves(shelf=shelf(modules=None))),
    Case("PWR106", "unknown", shelves(rectifier=rectifier(module_kw=None))),
    Case("PWR107", "passes", shelves(feeds_each=None)),
    Case("PWR107", "just passes", shelves()),
    Case("PWR107", "just passes", shelves(shelf=pdu(), feeds_each=1)),
    Case("PWR107", "fails", shelves(feeds_each=1), "inputs and feeds differ"),
    Case("PWR107", "unknown", shelves(shelf=shelf(ac_inputs=None))),
    Case("PWR108", "passes", shelves()),
    Case("PWR108", "just passes", shelves(shelf=pdu())),
    Case(
        "PWR108",
        "fails",
        shelves(shelf=shelf(efficiency_peak_pct=None)),
        "cannot be judged: efficiency_peak_pct of SHF-1 is unknown (wanted for conversion loss)",
        "warning",
    ),
    Case("PWR108", "unknown", shelves(shelf=shelf(efficiency_peak_pct=None))),
    Case("PWR109", "passes", shelves()),
    Case("PWR109", "just passes", shelves(load_w=at_least(66_100))),
    Case(
        "PWR109",
        "fails",
        shelves(load_w=at_least(66_000)),
        "cannot be judged: at least 66.0 of 66.0 kW, 1 value unknown (tdp_w of GPU-1)",
        "warning",
    ),
    Case("PWR109", "unknown", shelves(shelf=shelf(output_current_a=None))),
    Case("PWR109", "unknown", shelves(shelf=shelf(output_v=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
