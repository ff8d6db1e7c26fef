"""Packing and placement against CP-SAT, and CSPLib problem 031."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from configurator.assembly.packing import DoesNotFit, Model, Packing, Thing, pack
from configurator.design import RackType
from configurator.errors import Unsatisfiable
from configurator.parts.base import known
from tests.build import build, built

# CSPLib problem 031 (https://www.csplib.org/Problems/prob031): racks, rack models as (power, connectors, price), cards
# as (power, demand), and the least price. Instances as in xcsp3team/PyCSP3-models, realistic/Rack.
TWO_MODELS = ((150, 8, 150), (200, 16, 200))
SIX_MODELS = ((50, 2, 50), (100, 4, 100), (150, 8, 150), (200, 16, 200), (250, 32, 250), (300, 64, 300))
INSTANCES = [
    (5, TWO_MODELS, ((20, 10), (40, 4), (50, 2), (75, 1)), 550),
    (10, TWO_MODELS, ((20, 20), (40, 8), (50, 4), (75, 2)), 1100),
    (12, TWO_MODELS, ((10, 20), (20, 10), (40, 8), (50, 4), (75, 2), (100, 1)), 1200),
    (9, SIX_MODELS, ((20, 10), (40, 6), (50, 4), (75, 2), (100, 2), (150, 1)), 1150),
]


def models_of(rows: Sequence[tuple[int, int, int]]) -> list[Model]:
    return [Model(f"m{i}", {"W": w, "connectors": c}, Decimal(p)) for i, (w, c, p) in enumerate(rows)]


def things_of(rows: Sequence[tuple[int, int]]) -> list[Thing]:
    return [Thing(f"t{i}", n, {"W": w, "connectors": 1}) for i, (w, n) in enumerate(rows)]


@pytest.mark.parametrize(("racks", "models", "cards", "price"), INSTANCES, ids=["small", "two", "three", "four"])
def test_csplib_031(
    racks: int, models: tuple[tuple[int, int, int], ...], cards: tuple[tuple[int, int], ...], price: int
) -> None:
    found = pack(things_of(cards), models_of(models), racks)
    assert found.price == price
    assert found.proven
    _holds_everything(found, things_of(cards), models_of(models))


def _holds_everything(found: Packing, things: Sequence[Thing], models: Sequence[Model]) -> None:
    by_name = {m.name: m for m in models}
    for thing in things:
        assert sum(f.racks * f.things.get(thing.name, 0) for f in found.filled) == thing.count
    for rack in found.filled:
        for capacity, offered in by_name[rack.model].offers.items():
            taken = sum(
                n * t.takes.get(capacity, 0) for t in things for name, n in rack.things.items() if name == t.name
            )
            assert taken <= offered
    assert sum((by_name[f.model].price * f.racks for f in found.filled), Decimal(0)) == found.price


def solved(things: Sequence[Thing], models: Sequence[Model], racks_max: int) -> int | None:
    """The least price by CP-SAT, or None when it proves that there is none."""
    world = cp_model.CpModel()
    chosen, prices = [], []
    held: list[list[cp_model.IntVar]] = []
    for r in range(racks_max):
        uses = [world.new_bool_var(f"rack {r} is {m.name}") for m in models]
        world.add_at_most_one(uses)
        inside = [world.new_int_var(0, t.count, f"{t.name} in {r}") for t in things]
        for capacity in models[0].offers:
            taken = sum(int(t.takes.get(capacity, 0)) * n for t, n in zip(things, inside, strict=True))
            world.add(taken <= sum(int(m.offers[capacity]) * u for m, u in zip(models, uses, strict=True)))
        chosen.append(uses)
        held.append(inside)
        prices += [int(m.price) * u for m, u in zip(models, uses, strict=True)]
    for i, thing in enumerate(things):
        world.add(sum(row[i] for row in held) == thing.count)
    world.minimize(sum(prices))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(world)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return round(solver.objective_value)


worlds = st.tuples(
    st.lists(st.tuples(st.integers(1, 8), st.integers(1, 6)), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(4, 20), st.integers(2, 8), st.integers(1, 30)), min_size=1, max_size=3),
    st.integers(1, 5),
)


@settings(max_examples=80, deadline=None)
@given(worlds)
def test_packing_is_as_cheap_as_cp_sat(
    world: tuple[list[tuple[int, int]], list[tuple[int, int, int]], int],
) -> None:
    things, models, racks = things_of(world[0]), models_of(world[1]), world[2]
    least = solved(things, models, racks)
    if least is None:
        with pytest.raises(DoesNotFit):
            pack(things, models, racks)
        return
    found = pack(things, models, racks)
    assert found.price == least
    _holds_everything(found, things, models)


@pytest.mark.parametrize(("cards", "times"), [(((20, 10), (40, 4), (50, 2), (75, 1)), 400), (((30, 7), (60, 3)), 3000)])
def test_large_worlds_are_bounded(cards: tuple[tuple[int, int], ...], times: int) -> None:
    things = things_of([(w, n * times) for w, n in cards])
    found = pack(things, models_of(TWO_MODELS))
    _holds_everything(found, things, models_of(TWO_MODELS))
    assert found.bound <= found.price
    assert float(found.price / found.bound) < 1.5


@pytest.mark.parametrize(
    ("card", "racks", "words"),
    [((300, 1), None, "takes 300 of W, no rack offers more than 200"), ((100, 9), 4, "more than all racks hold")],
)
def test_what_does_not_fit_says_so(card: tuple[int, int], racks: int | None, words: str) -> None:
    with pytest.raises(DoesNotFit, match=words):
        pack(things_of([card]), models_of(TWO_MODELS), racks)


def lowest_top(kind: RackType, heights: Sequence[int], units: int) -> int | None:
    """Least unit below which everything stands, in the order that it stands in, by CP-SAT; None where nothing fits."""
    world = cp_model.CpModel()
    bottoms = [world.new_int_var(0, units, f"bottom {i}") for i in range(len(heights))]
    spans = [world.new_interval_var(b, h, b + h, "") for b, h in zip(bottoms, heights, strict=True)]
    world.add_no_overlap(spans)
    top = world.new_int_var(0, units, "top")
    for i, (bottom, height) in enumerate(zip(bottoms, heights, strict=True)):
        world.add(bottom + height <= top)
        if i:
            world.add(bottoms[i - 1] + heights[i - 1] <= bottom)
    world.minimize(top)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(world)
    return None if status == cp_model.INFEASIBLE else round(solver.objective_value)


PRESETS = ("eth-x-64", "eth-x-128", "eth-x-256", "hgx-8", "gb200-nvl72", "dgx-h100-superpod")


@pytest.mark.parametrize("preset", PRESETS)
def test_placement_is_as_low_as_cp_sat(preset: str) -> None:
    design = built(preset).design
    for kind in design.rack_types:
        rack = design.parts[kind.part]
        pitch, units = known(rack, "unit_pitch_mm"), known(rack, "units")
        extents = [design.parts[design.device_type[d.type].part].extent_mm for d in kind.devices]
        if pitch is None or units is None or None in extents:
            continue
        heights = [-(-round(extent or 0, 6) // pitch) for extent in extents]
        ours = max(d.bottom_mm / pitch + h for d, h in zip(kind.devices, heights, strict=True))
        assert ours == pytest.approx(lowest_top(kind, [int(h) for h in heights], int(units)))


@pytest.mark.parametrize(("nodes", "fits"), [(16, True), (24, True), (28, False), (40, False)])
def test_placement_fails_where_cp_sat_finds_nothing(nodes: int, fits: bool) -> None:
    try:
        design = build("eth-x-64", f"profile.rack.nodes={nodes}", gpus=nodes * 4).design
    except Unsatisfiable:
        assert not fits
        return
    assert fits
    rack = design.parts[design.rack_types[0].part]
    heights = [
        int(-(-round(design.parts[design.device_type[d.type].part].extent_mm or 0, 6) // known(rack, "unit_pitch_mm")))
        for d in design.rack_types[0].devices
    ]
    assert lowest_top(design.rack_types[0], heights, int(known(rack, "units"))) is not None
