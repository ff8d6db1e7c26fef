"""The busbar, segment by segment: the total current never flows in one place."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import BusbarUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import above, at_least


@rule("PWR201", BusbarUse, source="Kirchhoff along the busbar; component ratings of 1,000 to 1,400 A", veto=True)
def busbar_segment(use: BusbarUse) -> Iterator[Breach]:
    """No segment of the busbar carries more than its rating with all shelves alive."""
    limit = need(use.busbar, "output_current_a", "busbar rating")
    repairs = (f"a busbar of at least {use.segment_a.value:.0f} A", "shelves split above and below the load")
    yield from above(use.segment_a, limit, "A", f"a segment of {use.busbar.part_id} is overloaded", repairs, digits=0)


@rule("PWR202", BusbarUse, source="Kirchhoff along the busbar with each shelf dead in turn", veto=True)
def busbar_segment_in_failure(use: BusbarUse) -> Iterator[Breach]:
    """No segment of the busbar carries more than its rating with any one shelf dead."""
    limit = need(use.busbar, "output_current_a", "busbar rating")
    message = f"a segment of {use.busbar.part_id} is overloaded when {use.failed_shelf or 'a shelf'} is dead"
    repairs = (f"a busbar of at least {use.failed_segment_a.value:.0f} A",)
    yield from above(use.failed_segment_a, limit, "A", message, repairs, digits=0)


@rule("PWR203", BusbarUse, source="what PWR201 and PWR202 are judged by", severity="warning")
def busbar_current_is_known(use: BusbarUse) -> Iterator[Breach]:
    """The current in the worst segment of the busbar is known in full."""
    limit = need(use.busbar, "output_current_a", "busbar rating")
    worst = max(use.segment_a, use.failed_segment_a, key=lambda total: total.value)
    yield from at_least(worst, limit, "A", digits=0)
