"""The shipped prices and their provenance: exact, dated, one epoch an offer, and every figure with its source."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from decimal import Decimal

import pytest

from configurator.catalog import FieldBasis, Offer, Source, offers_at

from . import seed

EPOCHS = {
    "2025-Q3": (date(2025, 7, 1), date(2025, 12, 31)),
    "2026-Q2": (date(2026, 4, 1), date(2026, 9, 30)),
    "2026-Q4": (date(2026, 10, 1), date(2026, 12, 31)),
}
DATED = [p.part_id for p in seed.parts() if p.category in ("memory", "drive")]


@pytest.mark.parametrize(("stem", "cls"), [("prices", Offer), ("sources", Source), ("field_basis", FieldBasis)])
def test_header_is_the_fields_of_the_class(stem: str, cls: type[Offer] | type[Source] | type[FieldBasis]) -> None:
    assert seed.header(stem) == tuple(cls.model_fields)


def test_keys_are_unique_and_in_order() -> None:
    for keys in (
        [(o.part_id, o.offer_id) for o in seed.offers()],
        [(s.key,) for s in seed.sources()],
        [(f.part_id, f.field) for f in seed.field_bases()],
    ):
        assert keys == sorted(set(keys))
    assert len({o.offer_id for o in seed.offers()}) == len(seed.offers())


def test_every_offer_is_of_a_part_that_exists() -> None:
    ids = {p.part_id for p in seed.parts()}
    assert [o.offer_id for o in seed.offers() if o.part_id not in ids] == []


def test_every_part_has_an_offer_or_says_why_not() -> None:
    priced = {o.part_id for o in seed.offers()}
    silent = [p.part_id for p in seed.parts() if p.part_id not in priced and "Price: " not in (p.notes or "")]
    both = [p.part_id for p in seed.parts() if p.part_id in priced and "Price: " in (p.notes or "")]
    assert (silent, both) == ([], [])


def test_no_price_is_zero_and_every_price_is_dated_and_sourced() -> None:
    assert [o.offer_id for o in seed.offers() if o.base <= 0 or not o.observed or not o.source] == []


@pytest.mark.parametrize("part_id", DATED)
def test_memory_and_drives_have_one_offer_an_epoch_and_none_across(part_id: str) -> None:
    offers = seed.catalog().offers[part_id]
    spans = {o.offer_id.removeprefix(f"{part_id}@"): (o.valid_from, o.valid_to) for o in offers}
    assert spans == EPOCHS
    assert [o.basis for o in offers if o.offer_id.endswith("2026-Q4")] == ["forecast"]
    assert all("band" in (o.note or "") for o in offers)


def test_other_offers_state_no_validity() -> None:
    undated = [o for o in seed.offers() if o.part_id not in DATED]
    assert [o.offer_id for o in undated if o.valid_from or o.valid_to] == []
    assert Counter(o.part_id for o in undated).most_common(1)[0][1] == 1


@pytest.mark.parametrize(
    ("part_id", "as_of", "low", "base", "high"),
    [
        # 64 GB RDIMM: 255 in 2025-Q3, 1,400 in 2026-Q2, 2,370 outlook; a bank's 1,590 is the outlook's low end.
        ("MEM-RDIMM-64-5600", date(2025, 9, 1), "230", "255", "293"),
        ("MEM-RDIMM-64-5600", date(2026, 6, 1), "1190", "1400", "1680"),
        ("MEM-RDIMM-64-5600", date(2026, 11, 30), "1588", "2370", "2963"),
        ("SSD-KX-CM7R-7.68", date(2026, 6, 1), "1840", "2300", "2875"),
        ("ACC-NV-H100-SXM", date(2026, 11, 30), "22000", "30000", "36000"),
        ("CBL-AEC-800-AMPH-2x400", date(2026, 11, 30), None, "1869.93", None),
        ("CBL-LC-OS2", date(2026, 11, 30), "4", "7.7", "15"),
    ],
)
def test_price_at_a_date_is_exact(part_id: str, as_of: date, low: str | None, base: str, high: str | None) -> None:
    offer, state = offers_at(seed.catalog().offers[part_id], as_of)
    assert state == "valid"
    assert offer is not None
    assert (offer.low, offer.base, offer.high) == (low and Decimal(low), Decimal(base), high and Decimal(high))


def test_between_the_epochs_the_memory_price_is_expired_not_guessed() -> None:
    offer, state = offers_at(seed.catalog().offers["MEM-RDIMM-64-5600"], date(2026, 2, 1))
    assert (offer and offer.offer_id, state) == ("MEM-RDIMM-64-5600@2025-Q3", "expired")


def test_cables_are_priced_for_a_length() -> None:
    cables = [p.part_id for p in seed.parts() if p.category == "cable"]
    offers = [o for o in seed.offers() if o.part_id in cables]
    assert [o.offer_id for o in offers if o.length_m is None] == []
    assert [o.offer_id for o in seed.offers() if o.per_extra_m is not None and o.length_m is None] == []


def test_most_prices_are_estimates_and_say_so() -> None:
    share = sum(o.basis == "estimate" for o in seed.offers()) / len(seed.offers())
    assert 0.6 < share < 0.85
    assert [o.offer_id for o in seed.offers() if o.kind == "estimate" and o.basis == "observed"] == []


def test_every_field_basis_is_of_a_value_that_exists() -> None:
    part = seed.catalog().part
    empty = [(f.part_id, f.field) for f in seed.field_bases() if getattr(part(f.part_id), f.field) is None]
    assert empty == []


@pytest.mark.parametrize(
    ("part_id", "field", "basis"),
    [
        ("CHS-TRAY-4GPU-1OU", "mass_kg", "class"),
        ("PWR-SHELF-HPR-33", "shelves_parallel_max", "transcribed"),
        ("MAN-ORV3-BM", "ports", "estimate"),
        ("CPU-INTC-8592P", "dimms_per_channel_max", "recalled"),
        ("ACC-GEN-ETHX-400", "mass_air_cooled_kg", "estimate"),
        ("ACC-NV-B300-SXM", "power_w_max_air", "read"),
        ("SWT-ETHX-TH5-51T", "power_w_max", "estimate"),
    ],
)
def test_basis_of_a_field(part_id: str, field: str, basis: str) -> None:
    assert seed.catalog().basis_of(part_id, field).basis == basis


def test_every_source_that_is_cited_is_listed() -> None:
    known = {s.address for s in seed.sources()}
    cited = (
        {p.spec_source for p in seed.parts()}
        | {o.source for o in seed.offers()}
        | {f.source for f in seed.field_bases()}
    )
    pieces = {piece for text in cited if text and text not in known for piece in text.split(" ; ")}
    own_rows = re.compile(r"(catalog )?rows? |this catalog")
    assert sorted(p for p in pieces - known if not own_rows.match(p)) == []
