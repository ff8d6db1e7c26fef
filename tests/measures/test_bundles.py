"""Bundles: diameters against published packings, figures against the data sheets by hand, and conservation of links."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from configurator.measures.bundles import bundle_diameter_mm
from configurator.measures.floor import place_names
from tests.build import build, built, without

# Circles in a circle, ratio of the radii: Graham 1968, Pirl 1969, Melissen 1994, Fodor 1999-2003, Goldberg 1971
FIRST = (1.0, 2.0, 2.154, 2.414, 2.701, 3.0, 3.0, 3.304, 3.613, 3.813)
DENSEST = dict(enumerate((*FIRST, 3.923, 4.029, 4.236, 4.328, 4.521, 4.615, 4.792, 4.863, 4.863, 5.122), start=1))


@pytest.mark.parametrize(("cables", "ratio"), DENSEST.items())
def test_no_bundle_is_denser_than_cables_can_be_packed(cables: int, ratio: float) -> None:
    found = bundle_diameter_mm(np.array([cables]), np.array([10.0]))[0] / 10
    if cables <= 10:
        assert found == pytest.approx(ratio, abs=1e-3)
    else:
        assert ratio <= found <= ratio * 1.1


# The harness rule as published calculators work it: 24 wires of 2 mm at a factor of 1.20 are 11.76 mm
@pytest.mark.parametrize(("cables", "each", "bundle"), [(24, 2.0, 11.76), (25, 3.0, 18.0), (100, 6.6, 79.2)])
def test_larger_bundles_follow_the_harness_rule(cables: int, each: float, bundle: float) -> None:
    assert bundle_diameter_mm(np.array([cables]), np.array([each]))[0] == pytest.approx(bundle, abs=0.01)


def test_figures_of_one_route_by_hand() -> None:
    """256 AEC of 7 m between two racks: 0.058 kg/m, 6.6 mm, 40 mm; 11 bundles of at most 24, the largest 1.2 x 6.6 x
    sqrt(24)."""
    made = build("eth-x-128", site={"measured_lengths": [{"a": "rack-1", "b": "rack-2", "metres": 6.5}]})
    b = made.cables.bundles
    assert (len(b), b.parts) == (1, ("CBL-AEC-800",))
    assert (b.links[0], b.cables[0], b.bundles[0], b.largest[0]) == (256, 256, 11, 24)
    assert b.metres[0] == pytest.approx(256 * 7)
    assert b.mass_kg[0] == pytest.approx(256 * 7 * 0.058)
    assert b.kg_per_m[0] == pytest.approx(256 * 0.058)
    assert b.section_mm2[0] == pytest.approx(256 * np.pi / 4 * 6.6**2)
    assert b.diameter_mm[0] == pytest.approx(1.2 * 6.6 * 24**0.5)
    assert b.bend_mm[0] == 40


CASES: list[tuple[str, dict[str, Any]]] = [
    ("eth-x-64", {"gpus": 1024}),
    ("eth-x-256", {"gpus": 1024}),
    ("dgx-h100-superpod", {"gpus": 1016}),
    ("dgx-b300-superpod", {"gpus": 2048}),
    ("cloudmatrix-384", {"scale_out": {"topology": "leaf_spine"}}),
    ("nvl-256", {}),
]


@pytest.mark.parametrize(("preset", "keys"), CASES)
def test_every_link_lies_in_one_bundle_between_its_own_racks(preset: str, keys: dict[str, Any]) -> None:
    design, bundles = (made := build(preset, **keys)).design, made.cables.bundles
    assert bundles.links.sum() == sum(len(t) for t in design.links)
    assert sum(len(r) for r in bundles.rows) == bundles.links.sum()
    for table, rows in zip(design.links, bundles.rows, strict=True):
        for i in range(0, len(table), 37):
            ends = {design.place(int(table.a_device[i]))[0].name, design.place(int(table.b_device[i]))[0].name}
            names = place_names(design)
            assert ends == {names[bundles.place_a[rows[i]]], names[bundles.place_b[rows[i]]]}
            assert bundles.parts[bundles.part[rows[i]]] == table.assemblies[int(table.assembly[i])].cable


@pytest.mark.parametrize(("preset", "keys"), CASES)
def test_cables_in_bundles_are_those_of_the_bill_but_for_tails(preset: str, keys: dict[str, Any]) -> None:
    made = build(preset, **keys)
    bought: dict[str, int] = {}
    tails = {m.cable: m.links_per_cable for t in made.design.links for m in t.assemblies if m.splits}
    for table in made.design.links:
        for role, part, _, quantity in table.cabling:
            if role == "cable":
                bought[part] = bought.get(part, 0) + quantity * tails.get(part, 1)
    bundles = made.cables.bundles
    laid = {p: int(bundles.cables[bundles.part == i].sum()) for i, p in enumerate(bundles.parts)}
    assert {p: n for p, n in laid.items() if n} == bought


def test_bundles_are_no_larger_than_asked() -> None:
    for most in (1, 10, 24, 500):
        b = build("eth-x-256", cabling={"bundle_max": most}).cables.bundles
        assert b.largest.max() <= most
        assert ((b.bundles - 1) * most < b.cables).all()


@pytest.mark.parametrize("field", ["outer_diameter_mm", "mass_kg_per_m", "bend_radius_mm"])
def test_what_is_unknown_of_a_cable_stays_unknown(field: str) -> None:
    from configurator.pipeline import configure
    from configurator.spec import Spec

    made = configure(Spec(platform="eth-x-128"), without("CBL-AEC-800", field))
    b = made.cables.bundles
    found = {"outer_diameter_mm": b.diameter_mm, "mass_kg_per_m": b.mass_kg, "bend_radius_mm": b.bend_mm}[field]
    assert np.isnan(found).all()
    assert [u.field for u in b.unknown] == [field]


def test_links_within_a_rack_touch_no_tray() -> None:
    made = built("eth-x-64")
    assert len(made.cables.bundles) == 0
    assert made.cables.worst == (0.0, "")
