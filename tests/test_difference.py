"""Differences of designs: nothing against itself, signed, mirrored, and enough to get from A to B."""

from __future__ import annotations

import pytest

from configurator.design import Design, LaneGroup, RackType
from configurator.difference import difference
from configurator.errors import InputError
from configurator.pipeline import Configuration
from tests.build import build, built


def _quantities(configuration: Configuration) -> dict[tuple[str, float, str, bool], int]:
    return {line.key: line.quantity for line in configuration.bom.flat}


PAIRS = [("eth-x-64", "eth-x-64"), ("eth-x-64", "eth-x-128"), ("eth-x-128", "eth-x-64"), ("hgx-8", "eth-x-64")]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_changes_applied_to_a_give_b_and_mirror(first: str, second: str) -> None:
    a, b = built(first), built(second)
    there, back = difference(a, b), difference(b, a)
    assert there.empty == (first == second)
    quantities = _quantities(a)
    for x in there.lines:
        key = (x.part, x.length_m or 0.0, x.scope, x.included)
        quantities[key] = quantities.get(key, 0) + x.quantity_change
    assert {k: q for k, q in quantities.items() if q} == _quantities(b)
    assert [x.quantity_change for x in there.lines] == [-x.quantity_change for x in back.lines]
    assert there.cost_change == -back.cost_change == b.cost.total() - a.cost.total()
    assert sum(x.cost_change or 0 for x in there.lines) == there.cost_change
    for what in ("moved", "devices", "decisions", "spec"):
        mine, theirs = getattr(there, what), getattr(back, what)
        assert [(v.name, v.a, v.b) for v in mine] == [(v.name, v.b, v.a) for v in theirs]
    assert {(r.a, r.b) for r in there.replaced} == {(r.b, r.a) for r in back.replaced}


def _moved(design: Design) -> Design:
    rack = design.racks[0]
    return design.model_copy(update={"racks": (rack.model_copy(update={"row": 3}), *design.racks[1:])})


def test_a_rack_elsewhere_moves_its_devices_and_nothing_else() -> None:
    a = built("eth-x-64")
    found = difference(a, Configuration(_moved(a.design)))
    assert found.cost_change == 0
    assert (found.lines, found.devices, found.decisions, found.spec) == ((), (), (), ())
    assert len(found.moved) == len(a.design.rack_types[0].devices)
    assert found.moved[0].b is not None
    assert found.moved[0].b.startswith("row 3,")


def test_a_new_price_is_a_changed_line() -> None:
    a = built("eth-x-64")
    line = next(x for x in a.cost.lines if x.offer is not None and x.unit_base and not x.line.included)
    offers = tuple(
        o.model_copy(update={n: v * 2 for n in ("low", "base", "high") if (v := getattr(o, n)) is not None})
        for o in a.design.offers[line.line.part]
    )
    design = a.design.model_copy(update={"offers": {**a.design.offers, line.line.part: offers}})
    found = difference(a, Configuration(design))
    assert {x.part for x in found.lines} == {line.line.part}
    assert all(x.repriced and x.kind == "changed" and x.quantity_change == 0 for x in found.lines)
    assert found.cost_change > 0


def test_other_currencies_do_not_compare() -> None:
    a = built("hgx-8")
    other = Configuration(a.design.model_copy(update={"currency": "EUR"}))
    with pytest.raises(InputError, match="currency"):
        difference(a, other)


def test_a_spec_key_shows() -> None:
    found = difference(built("hgx-8"), build("hgx-8", "budget=99000000"))
    assert [v.name for v in found.spec] == ["budget"]


def _with(kind: RackType, lanes: tuple[LaneGroup, ...]) -> RackType:
    return kind.model_copy(update={"lanes": lanes})


def test_a_change_that_no_table_tells_still_shows() -> None:
    a = built("eth-x-64")
    kind = a.design.rack_types[0]
    lanes = (kind.lanes[0].model_copy(update={"lanes": 1}), *kind.lanes[1:])
    found = difference(a, Configuration(a.design.model_copy(update={"rack_types": (_with(kind, lanes),)})))
    assert not found.empty
    assert found.sections == ("rack_types",)
