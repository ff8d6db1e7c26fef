"""Cost: low, base and high capital cost of a bill at a date, and what share of it is an estimate.

A line that has no price is never 0: it makes the total "at least", and is counted. Extended amounts are rounded
half-even to cents, once, here; unit prices keep their digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Literal

from pydantic import field_serializer

from configurator.bom import Bom, FlatLine
from configurator.catalog import Offer, OfferBasis, offers_at
from configurator.design import Design
from configurator.errors import Fault, Incomplete, InputError
from configurator.reasons import Frozen
from configurator.units import cents

FAMILIES = {"GPU": "accelerator", "CPU": "cpu", "memory": "memory", "NIC": "nic"}
"""The four line families of the published claim "GPU + CPU + DDR + NIC are over 80 % of the cost"."""
LineState = Literal["priced", "expired", "unpriced", "included"]
ESTIMATES: frozenset[OfferBasis] = frozenset({"estimate", "forecast"})


class PricedLine(Frozen):
    """A flat line with its offer, unit prices and extended amounts; amounts are None when unpriced."""

    line: FlatLine
    state: LineState
    why: str = ""
    offer: Offer | None = None
    unit_low: Decimal | None = None
    unit_base: Decimal | None = None
    unit_high: Decimal | None = None
    low: Decimal | None = None
    base: Decimal | None = None
    high: Decimal | None = None

    @property
    def estimated(self) -> bool:
        """Whether the base price is reasoned or forecast rather than seen."""
        return self.offer is not None and self.offer.basis in ESTIMATES

    @field_serializer("unit_low", "unit_base", "unit_high", "low", "base", "high", when_used="json-unless-none")
    def _digits(self, value: Decimal) -> str:
        return format(value, "f")


class Cost(Frozen):
    """The priced bill. All sums are over `lines`, so they agree with each other to the cent."""

    currency: str
    as_of: date
    gpus: int
    lines: tuple[PricedLine, ...]

    def total(self, which: Literal["low", "base", "high"] = "base") -> Decimal:
        """Sum of the extended amounts of all priced lines [currency]; a lower bound while `unpriced` is not 0."""
        return sum((amount for line in self.lines if (amount := getattr(line, which)) is not None), Decimal("0.00"))

    def count(self, state: LineState) -> int:
        return sum(line.state == state for line in self.lines)

    @property
    def complete(self) -> bool:
        return self.count("unpriced") == 0

    @cached_property
    def by_category(self) -> dict[str, Decimal]:
        """Base amount by part category, dearest first."""
        sums = self._by(lambda line: line.category)
        return dict(sorted(sums.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def by_scope(self) -> dict[str, Decimal]:
        """Base amount by scope; all four scopes are named, empty ones with 0."""
        sums = dict.fromkeys(("domain", "scale_out", "other_networks", "facility"), Decimal("0.00"))
        sums.update(self._by(lambda line: line.scope))
        return sums

    @cached_property
    def estimated_share(self) -> Decimal | None:
        """Share of the base total whose price is an estimate or a forecast [1]; None for an empty total."""
        total = self.total()
        if not total:
            return None
        part = sum((x.base for x in self.lines if x.estimated and x.base is not None), Decimal(0))
        return (part / total).quantize(Decimal("0.0001"))

    @cached_property
    def families(self) -> dict[str, Decimal]:
        """Base amount of the four line families in the scope `domain`."""
        return {
            name: sum(
                (x.base for x in self.lines if x.base is not None and _in_family(x.line, category)), Decimal("0.00")
            )
            for name, category in FAMILIES.items()
        }

    @property
    def family_share(self) -> Decimal | None:
        """Share of GPU + CPU + memory + NIC in the scope `domain` [1]."""
        domain = self.by_scope["domain"]
        return (sum(self.families.values()) / domain).quantize(Decimal("0.0001")) if domain else None

    def _by(self, key: object) -> dict[str, Decimal]:
        sums: dict[str, Decimal] = {}
        assert callable(key)
        for priced in self.lines:
            name = str(key(priced.line))
            sums[name] = sums.get(name, Decimal("0.00")) + (priced.base or Decimal(0))
        return sums


def must_compare(base: Cost, name: str, other: Cost, fields: Sequence[str]) -> None:
    """Raise `InputError` with the first of the fields (currency, as_of) in which two costs differ."""
    for what in fields:
        mine, theirs = getattr(base, what), getattr(other, what)
        if mine != theirs:
            fault = Fault(f"{name}: {what}", "differs", str(theirs), str(mine))
            raise InputError("the designs do not compare", [fault])


def _in_family(line: FlatLine, category: str) -> bool:
    return line.category == category and line.scope == "domain"


def price(design: Design, bom: Bom) -> Cost:
    """The bill priced at the design's date, with the offers that the design carries.

    Raises `InputError` when an offer is in another currency than the design, as no rate is known.
    """
    foreign = sorted({o.currency for offers in design.offers.values() for o in offers if o.currency != design.currency})
    if foreign:
        fault = Fault("currency", "no exchange rate is known", f"{', '.join(foreign)} to {design.currency}")
        raise InputError("the design cannot be costed in this currency", [fault])
    lines = tuple(price_line(line, design.offers.get(line.part, ()), design.as_of) for line in bom.flat)
    return Cost(currency=design.currency, as_of=design.as_of, gpus=design.gpus, lines=lines)


def price_line(line: FlatLine, offers: Iterable[Offer], as_of: date) -> PricedLine:
    """One line priced: the valid offer, else an expired one (said so), else unpriced."""
    if line.included:
        return PricedLine(line=line, state="included", why="stands in the price of the part that holds it")
    offer, state = offers_at(offers, as_of)
    if offer is None:
        why = "no offer in the catalog" if state == "missing" else f"no offer is valid yet on {as_of}"
        return PricedLine(line=line, state="unpriced", why=why)
    extra = extra_for_length(offer, line.length_m)
    if extra is None:
        why = f"offer {offer.offer_id} is for {offer.length_m:g} m and gives no price for longer ones"
        return PricedLine(line=line, state="unpriced", why=why, offer=offer)
    units = [None if p is None else p + extra for p in (offer.low, offer.base, offer.high)]
    low, base, high = (units[1] if u is None else u for u in units)
    assert low is not None
    assert base is not None
    assert high is not None
    return PricedLine(
        line=line,
        state="priced" if state == "valid" else "expired",
        why="" if state == "valid" else f"expired on {offer.valid_to}",
        offer=offer,
        unit_low=low,
        unit_base=base,
        unit_high=high,
        low=cents(low * line.quantity),
        base=cents(base * line.quantity),
        high=cents(high * line.quantity),
    )


def extra_for_length(offer: Offer, length_m: float | None) -> Decimal | None:
    """What a longer piece costs above the offer's length; None when that is not known. Shorter ones cost the same."""
    if offer.length_m is None or length_m is None or length_m <= offer.length_m:
        return Decimal(0)
    if offer.per_extra_m is None:
        return None
    return offer.per_extra_m * (Decimal(str(length_m)) - Decimal(str(offer.length_m)))


def require_firm(cost: Cost) -> None:
    """Raises `Incomplete`, naming every line that is unpriced or expired."""
    faults = [
        Fault(line.line.part, f"{line.state}: {line.why}", f"{line.line.quantity} {line.line.unit}")
        for line in cost.lines
        if line.state in ("unpriced", "expired")
    ]
    if faults:
        raise Incomplete(f"{len(faults)} lines are not firm on {cost.as_of}", faults)
