"""Small helpers that rules share: judging a total against a limit, and saying what is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.reasons import Breach, Total

TOLERANCE = 1e-9


def within(
    total: Total, limit: float, unit: str, broken: str, repairs: tuple[str, ...] = (), digits: int = 1
) -> Iterator[Breach]:
    """A breach when the known part of a total is above a limit; a warning when it may be, as values are unknown."""
    actual = round(total.value, digits)
    if total.value > limit * (1 + TOLERANCE):
        yield Breach(broken, actual=actual, limit=round(limit, digits), unit=unit, repairs=repairs)
    elif not total.complete:
        n = len(total.unknown)
        first = total.unknown[0]
        yield Breach(
            f"cannot be judged: at least {total.value:.{digits}f} of {limit:.{digits}f} {unit}, "
            f"{n} value{'s' if n > 1 else ''} unknown ({first.field} of {first.part_id})",
            actual=actual,
            limit=round(limit, digits),
            unit=unit,
            repairs=(f"give {first.field} of {first.part_id} in the catalog, with its source",),
            severity="warning",
        )


def sides(count: int, noun: str) -> str:
    """`1 shelf`, `4 shelves`."""
    plural = noun[:-1] + "ves" if noun.endswith("f") else noun + "s"
    return f"{count} {noun if count == 1 else plural}"
