"""Configurations that the export tests write: usual ones, hostile texts, missing and awkward prices."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache

from configurator.catalog import Catalog, Offer
from configurator.design import Design
from configurator.pipeline import Configuration, configure
from configurator.spec import spec_from
from tests.build import build, built, catalog, without

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "=1+1",
    "+1",
    "-5",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "a\rb",
    "two\nlines",
    'quotes "and", commas',
    "'apostrophe first",
    "🚀 emoji",
    "机柜配置",
    "09551667812741",
    "3E10",
    "00123",
    "NA",
    "TRUE",
    "#REF!",
    "http://example.test/x",
    "_x0041_",
    "bell \x07 and null \x00",
    "c1 \x85 and lone \ufffe",
)


@cache
def hostile() -> tuple[Configuration, dict[str, str]]:
    """A configuration whose part models are the hostile texts, and the part of each text."""
    design = built("eth-x-64").design
    where = dict(zip(HOSTILE, sorted({line.part for line in built("eth-x-64").bom.flat}), strict=False))
    assert len(set(where.values())) == len(HOSTILE)
    parts = dict(design.parts)
    for text, part_id in where.items():
        parts[part_id] = parts[part_id].model_copy(update={"vendor": None, "model": text})
    return Configuration(design.model_copy(update={"parts": parts})), where


def renamed(part_id: str, to: str) -> Configuration:
    """The 64-GPU design with one part number replaced everywhere."""
    return Configuration(Design.model_validate_json(built("eth-x-64").design.to_json().replace(part_id, to)))


def priced_with(offers: list[Offer]) -> Configuration:
    """The 64-GPU design with these offers alone."""
    shipped = catalog()
    return configure(spec_from({"platform": "eth-x-64"}, "case"), Catalog(shipped.parts.values(), offers))


def _shipped_offers() -> list[Offer]:
    return [offer for group in catalog().offers.values() for offer in group]


@cache
def no_prices() -> Configuration:
    return priced_with([])


@cache
def some_unpriced() -> Configuration:
    return priced_with([o for o in _shipped_offers() if o.part_id not in ("CPU-INTC-8592P", "MAN-ORV3-BM")])


@cache
def half_cents() -> Configuration:
    """Unit prices that end on a half cent, where rounding half to even and half up part."""
    bands = {}
    for number, part_id in enumerate(sorted({o.part_id for o in _shipped_offers()})):
        base = Decimal(7 * number + 1) / 200
        bands[part_id] = Offer(
            offer_id=f"{part_id}@half",
            part_id=part_id,
            kind="quote",
            basis="observed",
            low=base - Decimal("0.0025"),
            base=base,
            high=base * 3 + 1_000_000,
        )
    return priced_with(list(bands.values()))


@cache
def unknown_values() -> Configuration:
    """A management switch of unknown draw and mass."""
    spec = spec_from({"platform": "eth-x-64"}, "case")
    return configure(spec, without("CHS-OOB-SW-1G", "power_w_max", "power_w_typ", "weight_kg"))


@cache
def two_racks() -> Configuration:
    return build("eth-x-64", gpus=128)


CASES: dict[str, Callable[[], Configuration]] = {
    "eth-x-64": lambda: built("eth-x-64"),
    "hgx-8": lambda: built("hgx-8"),
    "two_racks": two_racks,
    "no_prices": no_prices,
    "some_unpriced": some_unpriced,
    "half_cents": half_cents,
    "unknown_values": unknown_values,
    "hostile": lambda: hostile()[0],
}
