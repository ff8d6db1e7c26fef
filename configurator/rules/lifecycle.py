"""Lifecycle and catalog truth: what is end of life, announced, restricted, a template, or looks wrong."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import PartUse
from configurator.parts.base import known
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import first_day
from configurator.units import unit_of

CATALOG = "the catalog's lifecycle status"


def _status(use: PartUse) -> str:
    return (use.part.status or "").casefold()


@rule("LIF101", PartUse, source=CATALOG)
def not_end_of_life(use: PartUse) -> Iterator[Breach]:
    """A new design has no part that is at the end of its life."""
    if _status(use) in ("eol", "end of life", "discontinued"):
        yield Breach("end of life", repairs=("a successor from the same category",))


@rule("LIF102", PartUse, source=CATALOG, severity="warning")
def shipping(use: PartUse) -> Iterator[Breach]:
    """A part that is announced but does not ship yet is said."""
    begins = first_day(_status(use).upper())
    if _status(use).startswith(("announced", "20")) or (begins is not None and begins > use.as_of):
        yield Breach(f"not shipping yet: {use.part.status}", repairs=("a part that ships",))


@rule("LIF103", PartUse, source="the catalog's template mark", severity="info")
def templates_are_said(use: PartUse) -> Iterator[Breach]:
    """A template row stands for a class of parts and cannot be ordered as such."""
    if use.part.template:
        yield Breach("a template: pick a real part before ordering", repairs=("pin a product in spec: parts",))


@rule("LIF104", PartUse, source=CATALOG, severity="warning")
def export_control(use: PartUse) -> Iterator[Breach]:
    """A part under export control is said."""
    if "export" in _status(use) or _status(use).endswith("(cn)"):
        yield Breach(f"not sold everywhere: {use.part.status}", repairs=("ask where it is sold before ordering",))


@rule("PRT120", PartUse, source="chips are bought by those who build boards; whole systems stand for comparison")
def orderable_category(use: PartUse) -> Iterator[Breach]:
    """A line of the bill is an orderable part, neither a bare chip nor a whole system."""
    if use.part.category in ("switch_chip", "system"):
        kind = use.part.category.replace("_", " ")
        repair = "a switch that holds the chip" if kind == "switch chip" else "the parts that the system is built of"
        yield Breach(f"a {kind} is not an orderable part here", repairs=(repair,))


@rule("PLA101", PartUse, source="plausible ranges of the category", severity="warning")
def plausible_values(use: PartUse) -> Iterator[Breach]:
    """Every value of a part lies in the range that is plausible for its category."""
    for field, (low, high) in use.part.plausible.items():
        value = known(use.part, field)
        if value is not None and not low <= value <= high:
            yield Breach(
                f"{field} is {value:g}, usually {low:g} to {high:g}",
                actual=float(value),
                limit=high if value > high else low,
                unit=unit_of(type(use.part), field),
                at=field,
                repairs=("check the unit and the source",),
            )
