"""Power: shelves, rectifiers, busbar segments, feeds and whips."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import BusbarUse, FeedUse, ShelfUse
from configurator.parts.base import Part, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import within

HPR = "OCP ORv3 HPR 33 kW power shelf"
IEC = "IEC 60364: a circuit carries its continuous load"


def alive(use: ShelfUse) -> int:
    """Shelves or PDUs that carry the load when redundancy has been used up."""
    return {"N": use.count, "N+1": use.count - 1, "2N": use.count // 2}[use.redundancy]


def rated_w(source: Part) -> float:
    """What one shelf or PDU carries [W]."""
    return float(need(source, "rated_kw", "rating")) * 1000


@rule("PWR101", ShelfUse, source="redundancy as asked: N+1 with one dead, 2N with one side dead", veto=True)
def sources_carry_the_rack(use: ShelfUse) -> Iterator[Breach]:
    """With its redundancy used up, the shelves or PDUs still carry the rack's maximum draw."""
    limit = alive(use) * rated_w(use.shelf)
    needed = -(-use.load_w.value // rated_w(use.shelf))
    count = {"N": needed, "N+1": needed + 1, "2N": 2 * needed}[use.redundancy]
    repairs = (f"{count:.0f} x {use.shelf.part_id} instead of {use.count}",)
    message = f"{use.count} x {use.shelf.part_id} do not carry the rack with {use.redundancy}"
    yield from within(use.load_w * 0.001, limit / 1000, "kW", message, repairs)


@rule("PWR102", ShelfUse, source=HPR + ": output clip", veto=True)
def shelf_current(use: ShelfUse) -> Iterator[Breach]:
    """With its redundancy used up, no shelf gives more current than its output clip carries."""
    if use.shelf.category != "power_shelf" or alive(use) < 1:
        return
    volts = need(use.shelf, "output_v", "shelf current")
    limit = need(use.shelf, "output_current_a", "shelf current")
    current = use.load_w * (1 / volts / alive(use))
    message = f"more current from each {use.shelf.part_id} than its clip carries"
    yield from within(current, limit, "A", message, (f"{use.count + 1} shelves instead of {use.count}",))


@rule("PWR103", ShelfUse, source=HPR + " rev 0.3 (draft): shelves in parallel", severity="warning")
def shelves_in_parallel(use: ShelfUse) -> Iterator[Breach]:
    """No more shelves work in parallel than their draft specification allows."""
    if use.shelf.category != "power_shelf":
        return
    most = need(use.shelf, "shelves_parallel_max", "shelves in parallel")
    if use.count > most:
        yield Breach(
            f"{use.count} shelves in parallel; the draft says {most}, GB300 NVL72 runs 8",
            actual=use.count,
            limit=most,
            unit="shelves",
            repairs=("a shelf of 72 kW", "a busbar in two halves"),
        )


@rule("PWR104", ShelfUse, source=HPR + ": 27.5 kW with one of six rectifiers dead", severity="info")
def rectifier_redundancy(use: ShelfUse) -> Iterator[Breach]:
    """A shelf carries its share with one of its own rectifiers dead."""
    if use.shelf.category != "power_shelf" or use.count < 1:
        return
    limit = need(use.shelf, "rated_kw_n_plus_1", "rectifier redundancy")
    share = use.load_w * (0.001 / use.count)
    yield from within(share, limit, "kW", "a shelf's share is above what it gives with one rectifier dead")


@rule("PWR105", ShelfUse, source="shelves above and below halve the busbar current", severity="warning")
def shelves_split(use: ShelfUse) -> Iterator[Breach]:
    """Power shelves stand evenly above and below the load."""
    if use.shelf.category == "power_shelf" and abs(use.above - use.below) > 1:
        yield Breach(
            f"{use.below} shelves below the load, {use.above} above",
            actual=abs(use.above - use.below),
            limit=1,
            unit="shelves",
            repairs=("split the shelves above and below",),
        )


@rule("PWR106", ShelfUse, source=HPR + ": six rectifiers a shelf")
def rectifiers_fill_the_shelf(use: ShelfUse) -> Iterator[Breach]:
    """A shelf holds the rectifiers that its rating stands on."""
    if use.shelf.category != "power_shelf" or use.feeds_each is None:
        return
    modules = need(use.shelf, "modules", "rectifiers")
    if use.rectifiers_each != modules:
        yield Breach("the shelf is not filled", actual=use.rectifiers_each, limit=modules, unit="rectifiers")
    if use.rectifier is not None:
        each = need(use.rectifier, "module_kw", "rectifier rating")
        rated = need(use.shelf, "rated_kw", "rating")
        if each * use.rectifiers_each < rated - 1e-6:
            yield Breach(
                "its rectifiers give less than the shelf's rating",
                actual=each * use.rectifiers_each,
                limit=rated,
                unit="kW",
            )


@rule("PWR107", ShelfUse, source="every AC input has its feed")
def every_input_is_fed(use: ShelfUse) -> Iterator[Breach]:
    """Every AC input of a shelf has a feed of its own."""
    if use.feeds_each is None:
        return
    inputs = need(use.shelf, "ac_inputs", "AC inputs") if use.shelf.category == "power_shelf" else 1
    if use.feeds_each != inputs:
        yield Breach("inputs and feeds differ", actual=use.feeds_each, limit=inputs, unit="feeds")


@rule("PWR108", ShelfUse, source="conversion loss is drawn from the feeds and heats the air", severity="warning")
def efficiency_is_known(use: ShelfUse) -> Iterator[Breach]:
    """The conversion efficiency of a shelf is known."""
    if use.shelf.category == "power_shelf":
        need(use.shelf, "efficiency_peak_pct", "conversion loss")
        return
    yield from ()


@rule("PWR201", BusbarUse, source="Kirchhoff along the busbar; component ratings of 1,000 to 1,400 A", veto=True)
def busbar_segment(use: BusbarUse) -> Iterator[Breach]:
    """No segment of the busbar carries more than its rating with all shelves alive."""
    limit = need(use.busbar, "output_current_a", "busbar rating")
    repairs = (f"a busbar of at least {use.segment_a.value:.0f} A", "shelves split above and below the load")
    yield from within(use.segment_a, limit, "A", f"a segment of {use.busbar.part_id} is overloaded", repairs, digits=0)


@rule("PWR202", BusbarUse, source="Kirchhoff along the busbar with each shelf dead in turn", veto=True)
def busbar_segment_in_failure(use: BusbarUse) -> Iterator[Breach]:
    """No segment of the busbar carries more than its rating with any one shelf dead."""
    limit = need(use.busbar, "output_current_a", "busbar rating")
    message = f"a segment of {use.busbar.part_id} is overloaded when {use.failed_shelf or 'a shelf'} is dead"
    repairs = (f"a busbar of at least {use.failed_segment_a.value:.0f} A",)
    yield from within(use.failed_segment_a, limit, "A", message, repairs, digits=0)


@rule("PWR301", FeedUse, source=IEC)
def feed_carries(use: FeedUse) -> Iterator[Breach]:
    """A feed carries its share of the rack continuously."""
    message = f"the feed is overloaded at {use.feed.voltage_v:g} V {use.feed.reference}"
    yield from within(use.load_w * 0.001, use.feed.rating_va / 1000, "kW", message, ("one more shelf or PDU",), 2)


@rule("PWR302", FeedUse, source=IEC + "; failover")
def feed_carries_failover(use: FeedUse) -> Iterator[Breach]:
    """A feed still carries its share when redundancy has been used up."""
    message = "the feed is overloaded when another source is dead"
    yield from within(use.failover_w * 0.001, use.feed.rating_va / 1000, "kW", message, ("one more shelf or PDU",), 2)


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


@rule("PWR304", FeedUse, source="shelf or PDU data sheet: input voltage and its reference")
def feed_fits_its_source(use: FeedUse) -> Iterator[Breach]:
    """A feed's voltage and its reference are what the shelf or PDU takes."""
    if use.source is None:
        return
    reference = need(use.source, "input_reference", "input voltage")
    volts = need(use.source, "input_v", "input voltage")
    if reference != use.feed.reference:
        yield Breach(
            f"{use.feed.voltage_v:g} V {use.feed.reference} to {use.source.part_id}, made for {volts:g} V {reference}",
            actual=use.feed.voltage_v,
            limit=volts,
            unit="V",
        )
    elif abs(volts - use.feed.voltage_v) > 0.1 * volts:
        yield Breach(
            f"{use.source.part_id} takes another voltage",
            actual=use.feed.voltage_v,
            limit=volts,
            unit="V",
            repairs=(f"a feed of {volts:g} V {reference}",),
        )


@rule("PWR305", FeedUse, source="OCP Ready: A and B feeds", severity="warning")
def two_sides(use: FeedUse) -> Iterator[Breach]:
    """A rack is fed from two sides."""
    if len(use.sides) < 2:
        yield Breach("only one side feeds the rack", actual=len(use.sides), limit=2, unit="sides")


@rule("PWR306", FeedUse, source="not read: whether a shelf's two inputs back each other up", severity="info")
def inputs_of_a_shelf(use: FeedUse) -> Iterator[Breach]:
    """Losing one side of a shelf's two inputs may halve it: nobody publishes which."""
    if use.source is not None and use.source.category == "power_shelf" and len(use.sides) > 1:
        yield Breach(
            "the loss of a side is not judged: it is not published whether a shelf's inputs back each other up"
        )
