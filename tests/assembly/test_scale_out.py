"""Scale-out fabrics in the engine: counts by the gallery, every link port to port, oversubscription as asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configurator.errors import InputError, Unsatisfiable
from configurator.explain import why
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.assembly.test_multi_rack import _conserved
from tests.build import build, built

ROLES = ("leaf", "spine", "core")


def _tiers(configuration: Configuration) -> tuple[int, ...]:
    found = {t["role"]: t["switches"] for t in document(configuration)["design"]["tiers"]["scale_out"]}
    return tuple(found.get(role, 0) for role in ROLES)


@pytest.mark.parametrize(
    ("preset", "gpus", "tiers", "links"),
    [
        ("eth-x-64", 64, (0, 0, 0), (0, 0, 0)),
        ("eth-x-64", 256, (4, 2, 0), (256, 256, 0)),
        ("eth-x-256", 512, (8, 4, 0), (512, 512, 0)),
        ("eth-x-256", 4096, (64, 32, 0), (4096, 4096, 0)),
        ("eth-x-256", 8192, (128, 64, 0), (8192, 8192, 0)),
    ],
)
def test_rail_optimised_counts(preset: str, gpus: int, tiers: tuple[int, ...], links: tuple[int, ...]) -> None:
    """128 ports of 400G a switch: one leaf a rail for 64 nodes; a spine for two leaves (non-blocking)."""
    made = build(preset, gpus=gpus)
    assert _tiers(made) == tiers
    counts = document(made)["design"]["links"]
    assert tuple(counts[name] for name in ("node_leaf", "leaf_spine", "spine_core")) == links
    assert [f for f in made.findings if f.severity == "error"] == []
    _conserved(made)


def test_three_tiers_at_16384() -> None:
    made = build("eth-x-256", gpus=16384)
    counts = document(made)["design"]["links"]
    assert counts["node_leaf"] == counts["leaf_spine"] == counts["spine_core"] == 16384
    assert _tiers(made) == (256, 256, 128)
    assert [f for f in made.findings if f.severity == "error"] == []


def test_none_and_auto() -> None:
    assert _tiers(build("eth-x-64", gpus=128, scale_out={"topology": "none"})) == (0, 0, 0)
    assert document(build("eth-x-64", gpus=128, scale_out={"topology": "none"}))["design"]["spare_nic_ports"] == {
        "front_end": 64,
        "scale_out": 128,
    }
    assert document(build("eth-x-64", gpus=128))["design"]["spare_nic_ports"]["scale_out"] == 0
    assert _tiers(built("eth-x-64")) == (0, 0, 0)


def test_rails_meet_in_one_leaf() -> None:
    table = next(t for t in build("eth-x-64", gpus=256).design.links if t.layer == "node_leaf")
    leaves: dict[int, set[int]] = {}
    for port, leaf in zip(table.a_port.tolist(), table.b_device.tolist(), strict=True):
        leaves.setdefault(port, set()).add(leaf)
    assert all(len(found) == 1 for found in leaves.values())
    assert len({leaf for found in leaves.values() for leaf in found}) == 4


@settings(max_examples=15, deadline=None)
@given(
    topology=st.sampled_from(["rail_optimised", "leaf_spine", "fat_tree_3"]),
    domains=st.integers(1, 12),
    oversubscription=st.sampled_from([1, 1.5, 2, 3, 7]),
    per_row=st.integers(6, 30),
)
def test_conservation_over_random_fabrics(topology: str, domains: int, oversubscription: float, per_row: int) -> None:
    wish: dict[str, Any] = {"topology": topology, "oversubscription": oversubscription}
    try:
        made = build("eth-x-64", gpus=64 * domains, scale_out=wish, site={"racks_per_row": per_row})
    except Unsatisfiable:
        return
    _conserved(made)
    layers = {t.layer: t for t in made.design.links}
    assert len(layers["node_leaf"]) == 64 * domains
    ends = Counter(zip(layers["node_leaf"].a_device.tolist(), layers["node_leaf"].a_port.tolist(), strict=True))
    assert set(ends.values()) == {1}
    if "leaf_spine" in layers:
        down, up = len(layers["node_leaf"]), len(layers["leaf_spine"])
        assert up * oversubscription >= down * 0.999 or up >= down
        used = np.bincount(layers["node_leaf"].b_device)
        assert used.max() <= 128


@pytest.mark.parametrize(
    ("subject", "phrase"),
    [
        ("node_leaf", "256 links of 400 Gb/s, scale_out, node_leaf"),
        ("rack-1/compute-01:nic-1", "400 Gb/s from rack-1/compute-01:nic-1 to"),
        ("scale_out.fabric", "rail_optimised: 4 leaf, 2 spine"),
    ],
)
def test_why_of_links_between_racks(subject: str, phrase: str) -> None:
    answer = why(build("eth-x-64", gpus=256), subject)
    assert any(phrase in step.text for step in answer.steps), [s.text for s in answer.steps]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"topology": "rail_optimized"}, "did you mean 'rail_optimised'?"),
        ({"topology": "ring"}, "scale_out.topology: no such topology, got 'ring'"),
        ({"oversubscription": 0}, "greater than 0"),
        ({"planes": 0}, "greater than 0"),
    ],
)
def test_wishes_that_cannot_be_understood(wish: dict[str, Any], message: str) -> None:

    with pytest.raises(InputError) as caught:
        build("eth-x-64", gpus=128, scale_out=wish)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("preset", "topology", "tiers"),
    [("eth-x-128", "two_tier", {"track": 16, "tier2": 8}), ("eth-x-128", "dual_rack", {"track": 16})],
)
def test_scale_up_topology_is_the_specs(preset: str, topology: str, tiers: dict[str, int]) -> None:
    made = build(preset, scale_up={"topology": topology})
    found = {t["role"]: t["switches"] for t in document(made)["design"]["tiers"]["scale_up"]}
    assert found == tiers
    assert [f for f in made.findings if f.severity == "error"] == []


@pytest.mark.parametrize(
    ("preset", "topology"), [("eth-x-64", "two_tier"), ("eth-x-256", "dual_rack"), ("eth-x-256", "flat")]
)
def test_scale_up_topology_that_the_platform_cannot(preset: str, topology: str) -> None:

    with pytest.raises(InputError, match="does not state what this needs"):
        build(preset, scale_up={"topology": topology})
