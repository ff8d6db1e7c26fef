"""AC feeds and whips."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    check,
    feed,
    feed_use,
    pdu,
    shelf,
    whip,
)

CASES = [
    Case("PWR301", "passes", feed_use()),
    Case("PWR301", "just passes", feed_use(load_w=Total(17_320.508))),
    Case("PWR301", "fails", feed_use(load_w=Total(17_320.6)), "the feed is overloaded at 400 V L-L"),
    Case("PWR301", "fails", feed_use(feed=feed(continuous=0.5)), "the feed is overloaded at 400 V L-L"),
    Case("PWR301", "fails", feed_use(feed=feed(continuous=0)), "the feed is overloaded at 400 V L-L"),
    Case("PWR301", "unknown", feed_use(load_w=at_least(10_000))),
    Case("PWR302", "passes", feed_use()),
    Case("PWR302", "just passes", feed_use(failover_w=Total(17_320.508))),
    Case(
        "PWR302",
        "fails",
        feed_use(failover_w=Total(17_320.6)),
        "the feed is overloaded when another source is dead",
    ),
    Case("PWR302", "unknown", feed_use(failover_w=at_least(10_000))),
    Case("PWR303", "passes", feed_use(whip=None)),
    Case("PWR303", "just passes", feed_use(whip=whip(input_a=25))),
    Case("PWR303", "fails", feed_use(whip=whip(input_a=24)), "WHP-1 on a feed of 25 A"),
    Case("PWR303", "unknown", feed_use(whip=whip(input_a=None))),
    Case("PWR304", "passes", feed_use(source=None)),
    Case("PWR304", "just passes", feed_use(feed=feed(voltage_v=440))),
    Case("PWR304", "just passes", feed_use(feed=feed(voltage_v=360))),
    Case("PWR304", "just passes", feed_use(feed=feed(voltage_v=231, reference="L-N"))),
    Case("PWR304", "just passes", feed_use(feed=feed(voltage_v=230, reference="L-N", phases=1), source=pdu())),
    Case(
        "PWR304",
        "fails",
        feed_use(feed=feed(voltage_v=441)),
        "a feed of 441 V L-L, 3-phase to SHF-1, made for 400 V L-L, 3-phase",
        "warning",
    ),
    Case("PWR304", "fails", feed_use(feed=feed(voltage_v=480)), severity="warning"),
    Case("PWR304", "fails", feed_use(feed=feed(voltage_v=481))),
    Case("PWR304", "fails", feed_use(feed=feed(voltage_v=208))),
    Case(
        "PWR304",
        "fails",
        feed_use(feed=feed(reference="L-N")),
        "a feed of 400 V L-N, 3-phase to SHF-1, made for 400 V L-L, 3-phase",
    ),
    Case("PWR304", "fails", feed_use(feed=feed(phases=1))),
    Case("PWR304", "fails", feed_use(feed=feed(voltage_v=230, phases=1), source=pdu())),
    Case("PWR304", "unknown", feed_use(source=shelf(input_v=None))),
    Case("PWR304", "unknown", feed_use(source=shelf(input_reference=None))),
    Case("PWR304", "unknown", feed_use(source=shelf(input_phases=None))),
    Case("PWR305", "passes", feed_use()),
    Case("PWR305", "just passes", feed_use(sides=("A", "B"))),
    Case("PWR305", "fails", feed_use(sides=("A",)), "only one side feeds the rack", "warning"),
    Case("PWR306", "passes", feed_use(source=pdu())),
    Case("PWR306", "just passes", feed_use(sides=("A",))),
    Case(
        "PWR306",
        "fails",
        feed_use(),
        "the loss of a side is not judged: it is not published whether a shelf's inputs back each other up",
        "info",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
