"""Small helpers that rules share: judging a total against a limit, and saying what is unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import TypeVar

from configurator.parts.base import UnknownValue
from configurator.reasons import Breach, Total, Unknown

TOLERANCE = 1e-9
T = TypeVar("T")


def above(
    total: Total, limit: float, unit: str, broken: str, repairs: tuple[str, ...] = (), digits: int = 1
) -> Iterator[Breach]:
    """A breach when the known part of a total is above a limit. A veto uses this alone: an unknown load must not refuse
    every candidate, and a rule of its own says that the load is a lower bound."""
    if total.value > limit * (1 + TOLERANCE):
        actual, ceiling = round(total.value, digits), round(limit, digits)
        if total.unknown:
            first = total.unknown[0]
            broken = f"{broken}, even without what is unknown ({first.field} of {first.part_id})"
        yield Breach(broken, actual=actual, limit=ceiling, unit=unit, repairs=repairs)


def at_least(total: Total, limit: float, unit: str, digits: int = 1) -> Iterator[Breach]:
    """A warning when a total may be above a limit, as some of its values are unknown and the rest is below."""
    if total.complete or total.value > limit * (1 + TOLERANCE):
        return
    n, first = len(total.unknown), total.unknown[0]
    yield Breach(
        f"cannot be judged: at least {total.value:.{digits}f} of {limit:.{digits}f} {unit}, "
        f"{n} value{'s' if n > 1 else ''} unknown ({first.field} of {first.part_id})",
        actual=round(total.value, digits),
        limit=round(limit, digits),
        unit=unit,
        repairs=(_give(first),),
        severity="warning",
    )


def within(
    total: Total, limit: float, unit: str, broken: str, repairs: tuple[str, ...] = (), digits: int = 1
) -> Iterator[Breach]:
    """A breach when the known part of a total is above a limit; a warning when it may be, as values are unknown."""
    yield from above(total, limit, unit, broken, repairs, digits)
    yield from at_least(total, limit, unit, digits)


def each(items: Iterable[T], check: Callable[[T], Iterable[Breach]]) -> Iterator[Breach]:
    """Check items one by one, so that a value which one lacks does not hide what is wrong with the others."""
    for item in items:
        try:
            yield from check(item)
        except UnknownValue as gap:
            yield unjudged(gap.unknown)


def unjudged(gap: Unknown) -> Breach:
    """The breach that says a value is missing."""
    return Breach(f"cannot be judged: {gap}", severity="warning", repairs=(_give(gap),), at=gap.part_id)


def first_day(text: str) -> date | None:
    """The first day of the period that a text names (2026, 2026-09, 2026-Q2, 2026-H2 or 2026-09-22), if any."""
    found = re.search(r"\b(20\d\d)(?:-(?:Q([1-4])|H([12])|(\d\d)(?:-(\d\d))?))?\b", text)
    if found is None:
        return None
    year, quarter, half, month, day = found.groups()
    if quarter or half:
        return date(int(year), 3 * int(quarter) - 2 if quarter else 6 * int(half) - 5, 1)
    try:
        return date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None


def _give(gap: Unknown) -> str:
    return f"give {gap.field} of {gap.part_id} in the catalog, with its source"
