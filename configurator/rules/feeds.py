"""AC feeds and whips: continuous load, failover, voltage with its reference, sides."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from configurator.measures.subjects import FeedUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import within

IEC = "IEC 60364: a circuit carries its continuous load; NEC 210.20(A): 80 %"
NOMINAL = 0.1
"""A feed within this share of the stated voltage is at nominal: 400 and 415 V systems mix."""
WIDE = 0.2
"""Up to here a rectifier of wide input (ORv3 shelf: 346 to 480 V nominal) may still take it: a warning."""


def _ampere_repair(use: FeedUse, watts: float) -> tuple[str, ...]:
    feed = use.feed
    share = feed.rating_va / feed.current_a
    more = f"feeds of at least {watts / share:.1f} A instead of {feed.current_a:g} A" if share else "a live feed"
    return (more, "one more shelf or PDU")


@rule("PWR301", FeedUse, source=IEC)
def feed_carries(use: FeedUse) -> Iterator[Breach]:
    """A feed carries its share of the rack continuously."""
    message = f"the feed is overloaded at {use.feed.voltage_v:g} V {use.feed.reference}"
    repairs = _ampere_repair(use, use.load_w.value)
    yield from within(use.load_w * 0.001, use.feed.rating_va / 1000, "kW", message, repairs, 2)


@rule("PWR302", FeedUse, source=IEC + "; failover")
def feed_carries_failover(use: FeedUse) -> Iterator[Breach]:
    """A feed still carries its share when redundancy has been used up."""
    message = "the feed is overloaded when another source is dead"
    repairs = _ampere_repair(use, use.failover_w.value)
    yield from within(use.failover_w * 0.001, use.feed.rating_va / 1000, "kW", message, repairs, 2)


@rule("PWR303", FeedUse, source="whip data sheet")
def whip_carries(use: FeedUse) -> Iterator[Breach]:
    """A whip is rated for the current of its feed."""
    if use.whip is None:
        return
    limit = need(use.whip, "input_a", "whip rating")
    if use.feed.current_a > limit:
        yield Breach(
            f"{use.whip.part_id} on a feed of {use.feed.current_a:g} A",
            actual=use.feed.current_a,
            limit=limit,
            unit="A",
            repairs=(f"a whip of {use.feed.current_a:g} A",),
        )


def _line_v(volts: float, reference: str, phases: int) -> float:
    """Line-to-line voltage of a three-phase supply [V], as 400 V L-L and 231 V L-N are the same; else as stated."""
    return volts * sqrt(3) if phases == 3 and reference == "L-N" else volts


@rule("PWR304", FeedUse, source="shelf or PDU data sheet: input voltage, its reference, and phases")
def feed_fits_its_source(use: FeedUse) -> Iterator[Breach]:
    """A feed's voltage with its reference, and its phases, are what the shelf or PDU takes."""
    if use.source is None:
        return
    feed = use.feed
    phases = need(use.source, "input_phases", "input voltage")
    reference = need(use.source, "input_reference", "input voltage")
    volts = need(use.source, "input_v", "input voltage")
    wanted = f"{volts:g} V {reference}, {phases}-phase"
    repairs = (f"a feed of {wanted}",)
    given = f"{feed.voltage_v:g} V {feed.reference}, {feed.phases}-phase"
    message = f"a feed of {given} to {use.source.part_id}, made for {wanted}"
    if feed.phases != phases:
        yield Breach(message, feed.phases, phases, "phases", repairs)
        return
    line, limit = _line_v(feed.voltage_v, feed.reference, phases), _line_v(volts, reference, phases)
    off = abs(line - limit) / limit
    if off > NOMINAL + 1e-9 or (phases == 1 and feed.reference != reference):
        mild = off <= WIDE + 1e-9 and (phases == 3 or feed.reference == reference)
        yield Breach(message, round(line, 1), round(limit, 1), "V", repairs, "warning" if mild else None)


@rule("PWR305", FeedUse, source="OCP Ready: A and B feeds", severity="warning")
def two_sides(use: FeedUse) -> Iterator[Breach]:
    """A rack is fed from two sides."""
    if len(use.sides) < 2:
        repairs = ("a second feed from the other side",)
        yield Breach("only one side feeds the rack", len(use.sides), 2, "sides", repairs)


@rule("PWR306", FeedUse, source="not read: whether a shelf's two inputs back each other up", severity="info")
def inputs_of_a_shelf(use: FeedUse) -> Iterator[Breach]:
    """Losing one side of a shelf's two inputs may halve it, and nobody publishes which."""
    if use.source is not None and use.source.category == "power_shelf" and len(use.sides) > 1:
        yield Breach(
            "the loss of a side is not judged: it is not published whether a shelf's inputs back each other up"
        )
