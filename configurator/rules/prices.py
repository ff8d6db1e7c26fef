"""Prices: what is unpriced, expired, estimated or younger than the design says so."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.catalog import offers_at
from configurator.measures.subjects import BudgetUse, PartUse
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import first_day

OFFERS = "the catalog's offers at the design's date"


@rule("PRC101", PartUse, source=OFFERS, severity="warning")
def priced(use: PartUse) -> Iterator[Breach]:
    """Every part has a price."""
    offer, state = offers_at(use.offers, use.as_of)
    if offer is None and state == "missing" and not use.included:
        yield Breach("unpriced: the total is a lower bound", repairs=(f"a quote for {use.part.part_id}",))


@rule("PRC102", PartUse, source=OFFERS, severity="warning")
def not_expired(use: PartUse) -> Iterator[Breach]:
    """The offer used is valid at the design's date."""
    offer, state = offers_at(use.offers, use.as_of)
    if offer is not None and state == "expired" and not use.included:
        yield Breach(
            f"priced with {offer.offer_id}, which expired on {offer.valid_to}",
            repairs=("a new quote, or another date",),
        )


@rule("PRC103", PartUse, source=OFFERS, severity="warning")
def not_before_its_time(use: PartUse) -> Iterator[Breach]:
    """The offers of a part have begun at the design's date."""
    if offers_at(use.offers, use.as_of)[1] == "not_yet_valid" and not use.included:
        first = min(o.valid_from for o in use.offers if o.valid_from is not None)
        yield Breach(f"unpriced: its first offer begins on {first}", repairs=(f"as_of: {first}",))


@rule("PRC104", PartUse, source=OFFERS, severity="info")
def seen_before_the_date(use: PartUse) -> Iterator[Breach]:
    """A price that was seen after the design's date is said."""
    offer, _ = offers_at(use.offers, use.as_of)
    seen = first_day(offer.observed) if offer is not None and offer.observed else None
    if offer is not None and seen is not None and seen > use.as_of and not use.included:
        yield Breach(f"its price was seen in {offer.observed}, after {use.as_of}")


@rule("PRC105", PartUse, source=OFFERS, severity="info")
def estimates_are_said(use: PartUse) -> Iterator[Breach]:
    """A price that is an estimate or a forecast is said."""
    offer, _ = offers_at(use.offers, use.as_of)
    if offer is not None and offer.basis in ("estimate", "forecast") and not use.included:
        yield Breach(
            f"its price is {'a' if offer.basis == 'forecast' else 'an'} {offer.basis}: {offer.base} {offer.currency}"
        )


@rule("PRC106", PartUse, source=OFFERS, severity="info")
def bands_are_said(use: PartUse) -> Iterator[Breach]:
    """A price without a band is said: low or high are then the base."""
    offer, _ = offers_at(use.offers, use.as_of)
    if offer is not None and not use.included and (offer.low is None or offer.high is None):
        ends = " and ".join(n for n, v in (("low", offer.low), ("high", offer.high)) if v is None)
        yield Breach(f"no {ends} price is known: the base stands for it")


@rule("PRC107", PartUse, source=OFFERS, severity="warning")
def lengths_are_priced(use: PartUse) -> Iterator[Breach]:
    """A part that is sold by length has a price for each metre beyond the one that is priced."""
    offer, _ = offers_at(use.offers, use.as_of)
    if "max_m" not in type(use.part).model_fields or offer is None or use.included or use.part.category == "cable_tray":
        return
    if offer.length_m is None or offer.per_extra_m is None:
        what = "the length it is for" if offer.length_m is None else "the price of a further metre"
        yield Breach(f"offer {offer.offer_id} does not say {what}")


@rule("PRC110", BudgetUse, source="the spec's budget", limit_of="budget")
def within_budget(use: BudgetUse) -> Iterator[Breach]:
    """The base cost is within the budget."""
    if use.base > use.budget:
        yield Breach(
            "the base cost is above the budget",
            actual=round(use.base, 2),
            limit=use.budget,
            unit=use.currency,
            repairs=(f"a budget of {use.base:,.0f} {use.currency}", "fewer GPUs"),
        )
    elif use.unpriced:
        yield Breach(
            f"within the budget as far as priced: {use.unpriced} lines are not",
            actual=round(use.base, 2),
            limit=use.budget,
            unit=use.currency,
            repairs=(f"quotes for the {use.unpriced} unpriced lines",),
            severity="warning",
        )
