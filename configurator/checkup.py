"""A check-up of the catalog: what is implausible, unknown or unpriced, and how much of it is estimated."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.catalog import Catalog
from configurator.parts.base import Part, known
from configurator.reasons import Frozen, Severity


class Question(Frozen):
    """One thing that looks wrong or is missing."""

    severity: Severity
    part: str
    text: str


class Checkup(Frozen):
    """All questions, and what the catalog consists of."""

    parts: int
    templates: int
    offers: int
    estimated_offers: int
    unpriced: int
    questions: tuple[Question, ...]


def checkup(catalog: Catalog) -> Checkup:
    """Question every part: values outside what is plausible for the category, unknown draw or mass, no price."""
    questions = [question for part in catalog.parts.values() for question in _questions(catalog, part)]
    offers = [o for group in catalog.offers.values() for o in group]
    order = {"error": 0, "warning": 1, "info": 2}
    return Checkup(
        parts=len(catalog.parts),
        templates=sum(p.template for p in catalog.parts.values()),
        offers=len(offers),
        estimated_offers=sum(o.basis in ("estimate", "forecast") for o in offers),
        unpriced=sum(p not in catalog.offers for p in catalog.parts),
        questions=tuple(sorted(questions, key=lambda q: (order[q.severity], q.part, q.text))),
    )


def _questions(catalog: Catalog, part: Part) -> Iterator[Question]:
    for field, (low, high) in part.plausible.items():
        value = known(part, field)
        if value is not None and not low <= value <= high:
            text = f"{field} is {value:g}, usually {low:g} to {high:g}: check the unit and the source"
            yield Question(severity="warning", part=part.part_id, text=text)
    for what, field in (("maximum draw", part.power_max_field), ("mass", part.mass_field)):
        if field and known(part, field) is None:
            yield Question(severity="info", part=part.part_id, text=f"{what} ({field}) is unknown")
    if part.part_id not in catalog.offers:
        yield Question(severity="info", part=part.part_id, text="no offer: a bill with it is a lower bound")
