"""The bill: quantities multiply along the path and equal what a walk meets; unknown prices never count as 0."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest

from configurator.bom import bill
from configurator.catalog import Catalog, Offer, offers_at
from configurator.cost import Cost, extra_for_length, price, require_firm
from configurator.errors import Incomplete, InputError
from configurator.pipeline import Configuration, configure
from configurator.spec import spec_from
from tests.build import build, built, catalog


@pytest.mark.parametrize("gpus", [4, 64, 72, 128, 196])
@pytest.mark.parametrize("preset", ["eth-x-64", "hgx-8"])
def test_bill_equals_walk(preset: str, gpus: int) -> None:
    if preset == "hgx-8" and gpus % 8:
        gpus = 8
    design = build(preset, gpus=gpus).design
    walked: Counter[str] = Counter()
    for _, quantity, part, _, _ in design.walk():
        walked[part] += quantity
    flat: Counter[str] = Counter()
    for line in bill(design).flat:
        flat[line.part] += line.quantity
    assert flat == walked


def test_quantities_multiply_along_the_path() -> None:
    lines = {line.number: line for line in built("eth-x-64").bom.lines}
    for number, line in lines.items():
        parent = lines.get(number.rpartition(".")[0])
        assert line.quantity == line.quantity_per * (parent.quantity if parent is not None else 1)


def test_numbers_are_text_and_ten_follows_nine() -> None:
    numbers = [line.number for line in built("eth-x-64").bom.lines if line.level == 2]
    assert numbers[9] == "1.10"


def _with_offers(offers: list[Offer]) -> Configuration:
    shipped = catalog()
    return configure(spec_from({"platform": "eth-x-64"}, "x"), Catalog(shipped.parts.values(), offers))


def _all_offers() -> list[Offer]:
    return [o for group in catalog().offers.values() for o in group]


def test_an_unpriced_line_makes_the_total_at_least_and_is_never_zero() -> None:
    offers = [o for o in _all_offers() if o.part_id != "CPU-INTC-8592P"]
    cost = _with_offers(offers).cost
    assert not cost.complete
    assert cost.count("unpriced") == 1
    line = next(x for x in cost.lines if x.line.part == "CPU-INTC-8592P")
    assert (line.state, line.base, line.why) == ("unpriced", None, "no offer in the catalog")
    assert cost.total() == built("eth-x-64").cost.total() - 16 * Decimal(6500)
    with pytest.raises(Incomplete, match="1 lines are not firm on 2026-11-30"):
        require_firm(cost)


def test_no_prices_at_all_is_still_a_cost() -> None:
    cost = _with_offers([]).cost
    assert cost.total() == 0
    assert cost.estimated_share is None
    assert cost.count("priced") == 0


def test_sums_agree_with_each_other_to_the_cent() -> None:
    for preset in ("eth-x-64", "hgx-8"):
        cost = built(preset).cost
        assert sum(cost.by_category.values()) == sum(cost.by_scope.values()) == cost.total()
        assert cost.total("low") <= cost.total() <= cost.total("high")


@pytest.mark.parametrize(
    ("as_of", "unit"),
    [(date(2025, 8, 1), 255), (date(2026, 5, 1), 1400), (date(2026, 11, 30), 2370)],
)
def test_memory_is_priced_by_its_epoch(as_of: date, unit: int) -> None:
    offer, state = offers_at(catalog().offers["MEM-RDIMM-64-5600"], as_of)
    assert state == "valid"
    assert offer is not None
    assert offer.base == unit


def test_between_epochs_the_price_is_expired_and_said_so() -> None:
    cost = build("eth-x-64", as_of="2026-02-15").cost
    line = next(x for x in cost.lines if x.line.part == "MEM-RDIMM-64-5600")
    assert (line.state, line.why) == ("expired", "expired on 2025-12-31")
    with pytest.raises(Incomplete):
        require_firm(cost)


def _offer(**values: object) -> Offer:
    return Offer.model_validate(
        {"offer_id": "X@1", "part_id": "XXX-1", "kind": "list", "basis": "observed", "base": "10", **values}
    )


@pytest.mark.parametrize(
    ("offers", "as_of", "wanted"),
    [
        ([], "2026-01-01", (None, "missing")),
        ([_offer(valid_from="2026-02-01")], "2026-01-31", (None, "not_yet_valid")),
        ([_offer(valid_from="2026-02-01")], "2026-02-01", ("X@1", "valid")),
        ([_offer(valid_to="2026-02-01")], "2026-02-01", ("X@1", "valid")),
        ([_offer(valid_to="2026-02-01")], "2026-02-02", ("X@1", "expired")),
        ([_offer(), _offer(offer_id="X@2", valid_from="2025-01-01", base="99")], "2026-02-02", ("X@2", "valid")),
        ([_offer(), _offer(offer_id="X@2", base="9")], "2026-02-02", ("X@2", "valid")),
    ],
)
def test_which_offer_is_used(offers: list[Offer], as_of: str, wanted: tuple[str | None, str]) -> None:
    offer, state = offers_at(offers, date.fromisoformat(as_of))
    assert (offer.offer_id if offer else None, state) == wanted


@pytest.mark.parametrize(
    ("priced", "extra", "length", "wanted"),
    [
        (1.0, "0.9", 3.0, "1.8"),
        (3.0, "0.9", 1.0, "0"),
        (3.0, None, 3.0, "0"),
        (3.0, None, 5.0, None),
        (None, None, 9.0, "0"),
    ],
)
def test_price_of_a_longer_piece(priced: float | None, extra: str | None, length: float, wanted: str | None) -> None:
    found = extra_for_length(_offer(length_m=priced, per_extra_m=extra), length)
    assert found == (None if wanted is None else Decimal(wanted))


def test_an_unknown_exchange_rate_is_an_error_not_a_guess() -> None:
    configuration = build("eth-x-64", currency="CNY")
    with pytest.raises(InputError, match="no exchange rate is known, got USD to CNY"):
        price(configuration.design, configuration.bom)


def test_included_parts_have_no_price_of_their_own() -> None:
    cost: Cost = built("eth-x-64").cost
    included = {x.line.part for x in cost.lines if x.state == "included"}
    assert included == {"PWR-PSU-5.5K", "QD-BMQC"}
    assert all(x.base is None for x in cost.lines if x.state == "included")
