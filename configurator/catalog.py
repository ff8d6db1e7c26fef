"""The catalog in memory: parts, offers, sources, read once and frozen. Knows no SQL."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import StringConstraints, field_serializer, model_validator

from configurator.parts import categories, part_class
from configurator.parts.base import Basis, Part, PartId
from configurator.reasons import Frozen

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
OfferKind = Literal["list", "street", "quote", "analyst", "estimate"]
OfferBasis = Literal["observed", "between_observations", "estimate", "forecast"]
PriceState = Literal["valid", "expired", "not_yet_valid", "missing"]


class Source(Frozen):
    """Where figures come from: a key used in the tables, the address, and how it was reached."""

    key: str
    address: str
    what: str | None = None
    how_reached: str | None = None


class FieldBasis(Frozen):
    """How one field of one part is known, where that differs from the row as a whole."""

    part_id: PartId
    field: str
    basis: Basis
    source: str | None = None
    note: str | None = None


class Offer(Frozen):
    """One dated price of one part: low (volume), base, high (single unit or shortage), in one currency.

    `kind` is where the anchor was seen; `basis` is how the base price itself is known. Validity is inclusive by date;
    an open end is None. A cable's offer is for `length_m`; longer ones add `per_extra_m`.
    """

    offer_id: str
    part_id: PartId
    kind: OfferKind
    basis: OfferBasis
    currency: Currency = "USD"
    low: Decimal | None = None
    base: Decimal
    high: Decimal | None = None
    length_m: float | None = None
    per_extra_m: Decimal | None = None
    observed: str | None = None
    """Date of the anchor price as printed: 2026, 2026-09, 2026-Q2 or 2026-09-22."""
    valid_from: date | None = None
    valid_to: date | None = None
    source: str | None = None
    note: str | None = None

    @model_validator(mode="after")
    def _ordered(self) -> Offer:
        for value in (self.low, self.base, self.high, self.per_extra_m):
            if value is not None and (not value.is_finite() or value < 0):
                raise ValueError("a price is a finite number of at least 0")
        if self.low is not None and self.low > self.base:
            raise ValueError(f"low {self.low} is above base {self.base}")
        if self.high is not None and self.high < self.base:
            raise ValueError(f"high {self.high} is below base {self.base}")
        if self.valid_from and self.valid_to and self.valid_to < self.valid_from:
            raise ValueError(f"valid_to {self.valid_to} is before valid_from {self.valid_from}")
        return self

    @field_serializer("low", "base", "high", "per_extra_m", when_used="json-unless-none")
    def _digits(self, value: Decimal) -> str:
        return format(value, "f")

    def state(self, as_of: date) -> PriceState:
        """Valid, expired or not yet valid at a date (both ends inclusive)."""
        if self.valid_from is not None and as_of < self.valid_from:
            return "not_yet_valid"
        if self.valid_to is not None and as_of > self.valid_to:
            return "expired"
        return "valid"


class Catalog:
    """All parts and prices of one revision, frozen.

    Raises `KeyError` from `part` for an unknown id. Iteration is always in part-id order, whatever the database's.
    """

    def __init__(
        self,
        parts: Iterable[Part],
        offers: Iterable[Offer],
        sources: Iterable[Source] = (),
        field_bases: Iterable[FieldBasis] = (),
        revision: int = 0,
    ) -> None:
        self.parts: Mapping[str, Part] = {p.part_id: p for p in sorted(parts, key=lambda p: p.part_id)}
        self.offers: Mapping[str, tuple[Offer, ...]] = _grouped(offers)
        self.sources: Mapping[str, Source] = {s.key: s for s in sorted(sources, key=lambda s: s.key)}
        self.field_bases: Mapping[tuple[str, str], FieldBasis] = {
            (f.part_id, f.field): f for f in sorted(field_bases, key=lambda f: (f.part_id, f.field))
        }
        self.revision = revision

    def part(self, part_id: str) -> Part:
        return self.parts[part_id]

    def of(self, category: str) -> tuple[Part, ...]:
        """The parts of one category, in part-id order."""
        return tuple(p for p in self.parts.values() if p.category == category)

    def basis_of(self, part_id: str, field: str) -> FieldBasis:
        """How a field of a part is known: its own entry, or the row's."""
        own = self.field_bases.get((part_id, field))
        if own is not None:
            return own
        part = self.parts[part_id]
        return FieldBasis(
            part_id=part_id,
            field=field,
            basis=weakest(part.spec_basis),
            source=part.spec_source,
            note=part.spec_note,
        )

    @cached_property
    def sha256(self) -> str:
        """Checksum over all content in canonical order; equal catalogs have equal checksums on any database."""
        content: dict[str, Any] = {
            "parts": [dump_part(p) for p in self.parts.values()],
            "offers": [o.model_dump(mode="json") for offers in self.offers.values() for o in offers],
            "sources": [s.model_dump(mode="json") for s in self.sources.values()],
            "field_bases": [f.model_dump(mode="json") for f in self.field_bases.values()],
        }
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def weakest(spec_basis: str | None) -> Basis:
    """The weakest word of a row's basis: `read+estimate` is an estimate until a field says otherwise."""
    order: tuple[Basis, ...] = ("estimate", "class", "recalled", "derived", "transcribed", "read")
    words = set((spec_basis or "estimate").split("+"))
    return next((b for b in order if b in words), "estimate")


def offers_at(offers: Iterable[Offer], as_of: date) -> tuple[Offer | None, PriceState]:
    """The offer that a build at `as_of` uses, and its state.

    A valid one with the latest start (open starts count as earliest), then the cheapest base, then the offer id; else
    the offer that expired last; else `missing` or `not_yet_valid` with no offer.
    """
    all_offers = sorted(offers, key=lambda o: o.offer_id)
    valid = [o for o in all_offers if o.state(as_of) == "valid"]
    if valid:
        return min(valid, key=lambda o: (-(o.valid_from or date.min).toordinal(), o.base, o.offer_id)), "valid"
    expired = [o for o in all_offers if o.state(as_of) == "expired"]
    if expired:
        return min(expired, key=lambda o: (-(o.valid_to or date.min).toordinal(), o.base, o.offer_id)), "expired"
    return None, "not_yet_valid" if all_offers else "missing"


def dump_part(part: Part) -> dict[str, Any]:
    """A part as JSON-ready data, with its category first and unknown values left out."""
    return {"category": part.category, **part.model_dump(mode="json", exclude_none=True)}


def load_part(data: Mapping[str, Any]) -> Part:
    """The inverse of `dump_part`. Raises `pydantic.ValidationError`, or `KeyError` for an unknown category."""
    fields = dict(data)
    return part_class(str(fields.pop("category"))).model_validate(fields)


def _grouped(offers: Iterable[Offer]) -> dict[str, tuple[Offer, ...]]:
    grouped: dict[str, list[Offer]] = {}
    for offer in sorted(offers, key=lambda o: (o.part_id, o.offer_id)):
        grouped.setdefault(offer.part_id, []).append(offer)
    return {part_id: tuple(items) for part_id, items in grouped.items()}


__all__ = ["Catalog", "FieldBasis", "Offer", "Source", "categories", "dump_part", "load_part", "offers_at", "weakest"]
