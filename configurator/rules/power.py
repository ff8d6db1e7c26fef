"""Power shelves and rack PDUs under the rack's load: redundancy, output current, rectifiers, places, inputs."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import ShelfUse
from configurator.parts.base import Part, UnknownValue, known, need
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule
from configurator.rules._judging import above, at_least, within

HPR = "OCP ORv3 HPR 33 kW power shelf"


def alive(use: ShelfUse) -> int:
    """Shelves or PDUs that carry the load when redundancy has been used up."""
    return {"N": use.count, "N+1": use.count - 1, "2N": use.count // 2}[use.redundancy]


def rated_kw(source: Part) -> float:
    """What one shelf or PDU carries [kW]; a rating of nothing counts as unknown."""
    rated = float(need(source, "rated_kw", "rating"))
    if rated <= 0:
        raise UnknownValue(Unknown(source.part_id, "rated_kw", "rating"))
    return rated


def _is_shelf(use: ShelfUse) -> bool:
    return use.shelf.category == "power_shelf"


@rule("PWR101", ShelfUse, source="redundancy as asked: N+1 with one dead, 2N with one side dead", veto=True)
def sources_carry_the_rack(use: ShelfUse) -> Iterator[Breach]:
    """With its redundancy used up, the shelves or PDUs still carry the rack's maximum draw."""
    rated = rated_kw(use.shelf)
    load = use.load_w * 0.001
    needed = -(-load.value // rated)
    count = {"N": needed, "N+1": needed + 1, "2N": 2 * needed}[use.redundancy]
    repairs = (f"{count:.0f} x {use.shelf.part_id} instead of {use.count}",)
    message = f"{use.count} x {use.shelf.part_id} do not carry the rack with {use.redundancy}"
    yield from above(load, alive(use) * rated, "kW", message, repairs)


@rule("PWR102", ShelfUse, source=HPR + ": output clip of 700 A", veto=True)
def shelf_current(use: ShelfUse) -> Iterator[Breach]:
    """With its redundancy used up, no shelf gives more current than its output clip carries."""
    if not _is_shelf(use) or alive(use) < 1:
        return
    volts, limit = known(use.shelf, "output_v"), known(use.shelf, "output_current_a")
    if volts is None or limit is None:
        return  # PWR109 says so: what is unknown of the only shelf must not refuse every number of them
    needed = -(-use.load_w.value // (volts * limit))
    count = {"N": needed, "N+1": needed + 1, "2N": 2 * needed}[use.redundancy]
    message = f"more current from each {use.shelf.part_id} than its clip carries"
    repairs = (f"{count:.0f} shelves instead of {use.count}",)
    yield from above(use.load_w * (1 / volts / alive(use)), limit, "A", message, repairs)


@rule("PWR103", ShelfUse, source=HPR + " rev 0.3 (draft): shelves in parallel", severity="warning")
def shelves_in_parallel(use: ShelfUse) -> Iterator[Breach]:
    """No more shelves work in parallel than their draft specification allows."""
    if not _is_shelf(use):
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
    if not _is_shelf(use) or use.count < 1:
        return
    limit = need(use.shelf, "rated_kw_n_plus_1", "rectifier redundancy")
    message = "a shelf's share is above what it gives with one rectifier dead"
    repairs = (f"{-(-use.load_w.value // (limit * 1000)):.0f} shelves instead of {use.count}",) if limit else ()
    yield from within(use.load_w * (0.001 / use.count), limit, "kW", message, repairs)


@rule("PWR105", ShelfUse, source="shelves above and below halve the busbar current", severity="warning")
def shelves_split(use: ShelfUse) -> Iterator[Breach]:
    """Power shelves stand evenly above and below the load."""
    if _is_shelf(use) and abs(use.above - use.below) > 1:
        half = (use.above + use.below) // 2
        yield Breach(
            f"{use.below} shelves below the load, {use.above} above",
            actual=abs(use.above - use.below),
            limit=1,
            unit="shelves",
            repairs=(f"{use.above + use.below - half} shelves below the load, {half} above",),
        )


@rule("PWR106", ShelfUse, source=HPR + ": six rectifiers of 5.5 kW")
def rectifiers_fill_the_shelf(use: ShelfUse) -> Iterator[Breach]:
    """A shelf holds the rectifiers that its rating stands on."""
    if not _is_shelf(use) or use.feeds_each is None:
        return
    modules = need(use.shelf, "modules", "rectifiers")
    if use.rectifiers_each != modules:
        repairs = (f"{modules} rectifiers in each shelf",)
        yield Breach("the shelf is not filled", use.rectifiers_each, modules, "rectifiers", repairs)
    if use.rectifier is not None:
        given = need(use.rectifier, "module_kw", "rectifier rating") * use.rectifiers_each
        rated = rated_kw(use.shelf)
        if given < rated - 1e-6:
            repairs = (f"rectifiers of {rated / modules:g} kW",)
            yield Breach("its rectifiers give less than the shelf's rating", given, rated, "kW", repairs)


@rule("PWR107", ShelfUse, source="every AC input has its feed")
def every_input_is_fed(use: ShelfUse) -> Iterator[Breach]:
    """Every AC input of a shelf has a feed of its own."""
    if use.feeds_each is None:
        return
    inputs = need(use.shelf, "ac_inputs", "AC inputs") if _is_shelf(use) else 1
    if use.feeds_each != inputs:
        yield Breach("inputs and feeds differ", use.feeds_each, inputs, "feeds", (f"{inputs} feeds to each",))


@rule("PWR108", ShelfUse, source="conversion loss is drawn from the feeds and heats the air", severity="warning")
def efficiency_is_known(use: ShelfUse) -> Iterator[Breach]:
    """The conversion efficiency of a shelf is known."""
    if _is_shelf(use):
        need(use.shelf, "efficiency_peak_pct", "conversion loss")
    yield from ()


@rule("PWR109", ShelfUse, source="what PWR101 and PWR102 are judged by", severity="warning")
def shelf_load_is_known(use: ShelfUse) -> Iterator[Breach]:
    """The load on the shelves or PDUs, and what a shelf gives, are known in full."""
    yield from at_least(use.load_w * 0.001, alive(use) * rated_kw(use.shelf), "kW")
    if _is_shelf(use):
        need(use.shelf, "output_v", "shelf current")
        need(use.shelf, "output_current_a", "shelf current")
