"""The small filter of `catalog list --where`: `field op value` joined by `and`, judged in Python, never in SQL."""

from __future__ import annotations

import re
from dataclasses import dataclass

from configurator.errors import UsageError
from configurator.parts import categories
from configurator.parts.base import Part
from configurator.registry import nearest

_TERM = re.compile(r"^\s*(\w+)\s*(>=|<=|!=|=|>|<|~)\s*(?:'([^']*)'|\"([^\"]*)\"|(\S.*?))\s*$")


@dataclass(frozen=True)
class Term:
    """One comparison. `~` asks whether a text holds another, in any case."""

    field: str
    sign: str
    value: str


def parse(text: str, category: str | None) -> tuple[Term, ...]:
    """The terms of an expression. Raises `UsageError` for one that cannot be read or names no field."""
    classes = [categories()[category]] if category else list(categories().values())
    fields = sorted({"category"} | {name for cls in classes for name in cls.model_fields})
    terms = []
    for piece in re.split(r"\s+and\s+", text.strip()):
        match = _TERM.match(piece)
        if match is None:
            raise UsageError(f"--where: '{piece}' is not `field op value`; op is one of = != < <= > >= ~")
        field, sign, *values = match.groups()
        if field not in fields:
            near = nearest(field, fields)
            raise UsageError(f"--where: no such field '{field}'." + (f" Did you mean '{near}'?" if near else ""))
        terms.append(Term(field, sign, next(v for v in values if v is not None)))
    return tuple(terms)


def holds(terms: tuple[Term, ...], part: Part) -> bool:
    """Whether all terms hold for a part; an unknown value satisfies none."""
    return all(_holds(term, part) for term in terms)


def _holds(term: Term, part: Part) -> bool:
    value = getattr(part, term.field, None)
    if value is None:
        return False
    if isinstance(value, bool):
        wanted = term.value.casefold() in ("1", "true", "yes")
        return (value is wanted) if term.sign == "=" else (value is not wanted and term.sign == "!=")
    if isinstance(value, int | float) and term.sign != "~":
        try:
            return _compare(float(value), term.sign, float(term.value))
        except ValueError:
            raise UsageError(f"--where: {term.field} is a number, '{term.value}' is not") from None
    text = str(value).casefold()
    if term.sign == "~":
        return term.value.casefold() in text
    return _compare(text, term.sign, term.value.casefold())


def _compare(a: float | str, sign: str, b: float | str) -> bool:
    if sign == "=":
        return a == b
    if sign == "!=":
        return a != b
    low, high = (a < b, a > b)  # type: ignore[operator]
    return {"<": low, ">": high, "<=": not high, ">=": not low}[sign]
