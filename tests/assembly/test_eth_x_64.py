"""ETH-64 and its baseline: counts, lanes, shares and the published cost index."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from configurator.comparison import compare
from configurator.summary import document
from tests.build import build, built

FAMILIES = ("accelerator", "cpu", "memory", "nic")


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("gpus", 64),
        ("scale_up_size", 64),
        ("scale_up_domains", 1),
        ("racks", 1),
        ("network_racks", 0),
        ("nodes", 16),
    ],
)
def test_eth_64_shape(key: str, wanted: int) -> None:
    assert document(built("eth-x-64"))["design"][key] == wanted


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("accelerator", 64),
        ("cpu", 16),
        ("memory", 256),
        ("nic", 80),
        ("scale_up_switch", 4),
        ("scale_out_switch", 0),
        ("power_shelf", 4),
        ("cdu", 1),
        ("cable_tray", 1),
        ("manifold", 1),
        ("busbar", 1),
    ],
)
def test_eth_64_counts(key: str, wanted: int) -> None:
    assert document(built("eth-x-64"))["design"]["counts"][key] == wanted


def test_every_lane_is_accounted_for() -> None:
    lanes = document(built("eth-x-64"))["design"]["lanes"]
    assert lanes == {
        "links": 256,
        "joined": 2048,
        "outward": 0,
        "accelerator": 2048,
        "asic": 2048,
        "idle_accelerator": 0,
        "idle_asic": 0,
        "copper_pairs": 4096,
    }


@pytest.mark.parametrize(("asics", "lanes_each", "idle"), [(4, 8, 0), (8, 4, 2048), (2, 16, 0)])
def test_lanes_spread_evenly_over_any_number_of_asics(asics: int, lanes_each: int, idle: int) -> None:
    if asics == 2:
        configuration = build("eth-x-64", "scale_up.asics_per_rack=2")
        assert {f.rule for f in configuration.findings if f.severity == "error"} == {"LNK204"}
        return
    configuration = build("eth-x-64", f"scale_up.asics_per_rack={asics}")
    groups = configuration.design.rack_types[0].lanes
    assert {g.lanes for g in groups} == {lanes_each}
    assert len(groups) == 64 * asics
    used = Counter((g.accelerator, g.accelerator_lane + i) for g in groups for i in range(g.lanes))
    there = Counter((g.asic, g.asic_lane + i) for g in groups for i in range(g.lanes))
    assert set(used.values()) == set(there.values()) == {1}
    assert len(used) == 2048
    assert document(configuration)["design"]["lanes"]["idle_asic"] == idle


@pytest.mark.parametrize("preset", ["eth-x-64", "hgx-8"])
def test_presets_have_no_errors_and_whole_figures(preset: str) -> None:
    data = document(built(preset))
    assert [f for f in data["findings"] if f["severity"] == "error"] == []
    assert data["power"]["complete"]
    assert all(rack["mass_complete"] for rack in data["mechanics"]["racks"])
    assert data["cost"]["lines"]["unpriced"] == data["cost"]["lines"]["expired"] == 0


def test_families_have_the_same_quantities_in_both_bills_and_over_80_per_cent() -> None:
    result = compare([("boxes", built("hgx-8")), ("eth-64", built("eth-x-64"))])
    boxes, eth = result.columns
    assert boxes.family_quantities == eth.family_quantities == dict(zip(FAMILIES, (64, 16, 256, 80), strict=True))
    assert boxes.family_share is not None
    assert eth.family_share is not None
    assert boxes.family_share > 0.8
    assert eth.family_share > 0.8


def test_cost_index_of_eth_64_lies_round_the_published_1_06() -> None:
    result = compare([("boxes", built("hgx-8")), ("eth-64", built("eth-x-64"))])
    assert Decimal("1.02") <= Decimal(result.columns[1].index) <= Decimal("1.12")
    family_rows = [row for row in result.rows if row.category in FAMILIES]
    assert all(Decimal(row.difference[1]) == 0 for row in family_rows)
    total = sum(Decimal(row.difference[1]) for row in result.rows)
    assert total == Decimal(result.columns[1].domain["base"]) - Decimal(result.columns[0].domain["base"])


def test_switch_trays_stand_between_the_compute_trays_and_shelves_outside() -> None:
    kind = built("eth-x-64").design.rack_types[0]
    places = {name: [d.bottom_mm for d in kind.devices if d.type == name] for name in {d.type for d in kind.devices}}
    below = [b for b in places["compute"] if b < min(places["scale_up_switch"])]
    above = [b for b in places["compute"] if b > max(places["scale_up_switch"])]
    assert len(below) == len(above) == 8
    assert sum(b < min(places["compute"]) for b in places["power_shelf"]) == 2
    assert sum(b > max(places["compute"]) for b in places["power_shelf"]) == 2


@pytest.mark.parametrize(
    ("gpus", "kinds"),
    [(64, {"compute": 1}), (128, {"compute": 2}), (72, {"compute": 1, "compute-part": 1}), (4, {"compute-part": 1})],
)
def test_racks_are_typed_and_stamped(gpus: int, kinds: dict[str, int]) -> None:
    configuration = build("eth-x-64", gpus=gpus)
    counts = {name: n for name, n in configuration.design.rack_counts.items() if name.startswith("compute")}
    assert counts == kinds
    assert document(configuration)["design"]["counts"]["accelerator"] == gpus


def test_a_build_is_the_same_twice() -> None:
    assert build("eth-x-64").design.to_json() == build("eth-x-64").design.to_json()
