"""Fabrics against plain graphs on small worlds, and what holds for all of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from configurator.topologies import topologies
from configurator.topologies.fabric import Fabric, Layer, Unbuildable
from tests.topologies.graphs import flow, graph, reached

JOINED = ("fat_tree_3", "leaf_spine", "multi_plane", "rail_optimised")

# shape, nodes, NICs, radix, further arguments
SMALL: list[tuple[str, int, int, int, dict[str, Any]]] = [
    ("leaf_spine", 8, 1, 4, {}),
    ("leaf_spine", 4, 2, 8, {}),
    ("leaf_spine", 5, 2, 8, {"oversubscription": 2}),
    ("leaf_spine", 3, 1, 8, {"single": True}),
    ("leaf_spine", 6, 2, 8, {"unit_nodes": 4, "extra_endpoints": 3}),
    ("rail_optimised", 4, 2, 4, {}),
    ("rail_optimised", 6, 2, 4, {}),
    ("rail_optimised", 8, 4, 8, {"rail_groups": 2}),
    ("rail_optimised", 5, 3, 8, {"oversubscription": 3}),
    ("fat_tree_3", 16, 1, 4, {}),
    ("fat_tree_3", 8, 2, 6, {}),
    ("fat_tree_3", 7, 3, 8, {"rail_groups": 3}),
    ("fat_tree_3", 12, 2, 8, {"oversubscription": 2, "top_oversubscription": 3}),
    ("multi_plane", 4, 2, 4, {}),
    ("multi_plane", 12, 1, 4, {"shape": "fat_tree_3", "planes": 3}),
]


@pytest.mark.parametrize(("shape", "nodes", "nics", "radix", "more"), SMALL)
def test_every_pair_of_a_plane_is_joined(shape: str, nodes: int, nics: int, radix: int, more: dict[str, Any]) -> None:
    fabric = topologies()[shape].plan(nodes, nics, radix, **more)
    edges = graph(fabric)
    assert max(sum(n.values()) for (kind, _), n in edges.items() if kind != "endpoint") <= radix
    for e in range(fabric.endpoints):
        hops = reached(edges, ("endpoint", e))
        assert all(("endpoint", other) in hops for other in range(fabric.endpoints))
        assert max(hops["endpoint", o] for o in range(fabric.endpoints)) <= 2 * len(fabric.tiers)


@pytest.mark.parametrize("shape", ["leaf_spine", "rail_optimised"])
@pytest.mark.parametrize(("nodes", "nics", "radix"), [(4, 2, 4), (8, 1, 4), (6, 2, 8), (16, 2, 8), (9, 2, 6)])
def test_without_oversubscription_every_half_reaches_the_other_at_full_rate(
    shape: str, nodes: int, nics: int, radix: int
) -> None:
    fabric = topologies()[shape].plan(nodes, nics, radix)
    _halves_meet(fabric, fabric.endpoints // 2)


@pytest.mark.parametrize(("nodes", "radix"), [(16, 4), (12, 4), (54, 6)])
def test_three_tiers_keep_the_full_rate(nodes: int, radix: int) -> None:
    fabric = topologies()["fat_tree_3"].plan(nodes, 1, radix)
    _halves_meet(fabric, nodes // 2)


def _halves_meet(fabric: Fabric, expected: int) -> None:
    edges = graph(fabric)
    total = fabric.endpoints
    for order in (np.arange(total), np.argsort(fabric.layers[0].upper, kind="stable"), np.arange(total) * 7 % total):
        ends = order.tolist()
        if len(set(ends)) == total:
            assert flow(edges, set(ends[: total // 2]), set(ends[total // 2 :])) == expected
    assert fabric.bisection_links >= expected


@pytest.mark.parametrize(
    ("nodes", "radix", "asked", "expected"), [(8, 6, 2, 2), (16, 6, 2, 4), (24, 8, 3, 4), (28, 8, 7, 2)]
)
def test_oversubscription_narrows_the_bisection(nodes: int, radix: int, asked: int, expected: int) -> None:
    fabric = topologies()["leaf_spine"].plan(nodes, 1, radix, oversubscription=asked)
    leaf = fabric.layers[0].upper
    half = fabric.tier("leaf").switches // 2
    left = set(np.flatnonzero(leaf < half).tolist())
    right = set(range(fabric.endpoints)) - left
    assert fabric.tier("leaf").switches % 2 == 0
    assert flow(graph(fabric), left, right) == fabric.bisection_links == expected


@pytest.mark.parametrize(("nodes", "nics", "radix"), [(4, 2, 4), (6, 3, 4), (12, 2, 4)])
def test_rails_alone_never_meet(nodes: int, nics: int, radix: int) -> None:
    fabric = topologies()["rail_only"].plan(nodes, nics, radix)
    edges = graph(fabric)
    for e in range(fabric.endpoints):
        met = {i for kind, i in reached(edges, ("endpoint", e)) if kind == "endpoint"}
        assert met == {n * nics + e % nics for n in range(nodes)}
    assert fabric.notes[0] == (
        f"{nics} rails never meet: NIC i reaches NIC i of other nodes alone; other traffic needs scale-up"
    )


def test_equal_nics_of_a_unit_meet_in_one_leaf() -> None:
    layer = topologies()["rail_optimised"].plan(96, 8, 64, unit_nodes=32).layers[0]
    node, nic = layer.lower // 8, layer.lower % 8
    np.testing.assert_array_equal(layer.upper, node // 32 * 8 + nic)


def test_rail_groups_take_neighbouring_nics() -> None:
    layer = topologies()["rail_optimised"].plan(64, 8, 64, rail_groups=4).layers[0]
    node, nic = layer.lower // 8, layer.lower % 8
    np.testing.assert_array_equal(layer.upper, node // 16 * 4 + nic // 2)


def test_packed_nodes_fill_leaves_in_order() -> None:
    layer = topologies()["leaf_spine"].plan(16, 8, 64).layers[0]
    np.testing.assert_array_equal(layer.upper, layer.lower // 32)
    np.testing.assert_array_equal(layer.upper_port, layer.lower % 32)


def test_extra_endpoints_spread_over_leaves_with_free_ports() -> None:
    fabric = topologies()["rail_optimised"].plan(31, 8, 64, unit_nodes=32, extra_endpoints=4)
    assert fabric.layers[0].upper[-4:].tolist() == [0, 1, 2, 3]
    assert fabric.notes[0] == "sized for 32 nodes, 31 are wired"
    grown = topologies()["rail_optimised"].plan(32, 8, 64, unit_nodes=32, extra_endpoints=4)
    assert grown.tier("leaf").switches == 16


def test_planes_are_copies_with_a_port_of_each_nic() -> None:
    fabric = topologies()["multi_plane"].plan(8, 2, 8, planes=3)
    one, all_links = fabric.layers[1], fabric.links("leaf_spine")
    assert fabric.summed == {t.role: 3 * t.switches for t in fabric.tiers}
    assert len(all_links) == 3 * len(one)
    assert _distinct(all_links)
    ends = fabric.links("node_leaf")
    assert sorted(zip(ends.lower.tolist(), ends.lower_port.tolist(), strict=True)) == [
        (e, p) for e in range(16) for p in range(3)
    ]
    with pytest.raises(KeyError):
        fabric.links("spine_core")


fabrics = st.fixed_dictionaries(
    {
        "shape": st.sampled_from(sorted((*JOINED, "rail_only"))),
        "nodes": st.integers(1, 300),
        "nics": st.sampled_from([1, 2, 3, 4, 6, 8]),
        "radix": st.integers(4, 144),
        "oversubscription": st.sampled_from([1, 1.5, 2, 3, 7, Fraction(4, 3), 0.5]),
        "unit": st.sampled_from([None, 1, 4, 32, 36]),
        "planes": st.integers(2, 3),
        "groups": st.sampled_from([1, 2, 4]),
    }
)


@settings(deadline=None, max_examples=300)
@given(fabrics)
def test_what_holds_for_every_fabric(ask: dict[str, Any]) -> None:
    grouped = ask["shape"] in ("rail_optimised", "fat_tree_3") and ask["nics"] % ask["groups"] == 0
    try:
        fabric: Fabric = topologies()[ask["shape"]].plan(
            ask["nodes"],
            ask["nics"],
            ask["radix"],
            oversubscription=ask["oversubscription"],
            planes=ask["planes"],
            unit_nodes=ask["unit"],
            **({"rail_groups": ask["groups"]} if grouped else {}),
        )
    except Unbuildable:
        assume(False)
    endpoints = ask["nodes"] * ask["nics"]
    first = fabric.layers[0]
    # one link of each endpoint in a plane, one port of it in each
    assert sorted(first.lower.tolist()) == list(range(endpoints)) == list(range(fabric.endpoints))
    # no port twice, at either end, nor between the layers above and below a switch
    for layer in fabric.layers:
        assert _distinct(layer)
        assert _distinct(fabric.links(layer.name))
    for below, above in pairwise(fabric.layers):
        assert not set(_ends(below.upper, below.upper_port)) & set(_ends(above.lower, above.lower_port))
    # ports supplied at every tier
    for role, used in fabric.ports_used().items():
        assert used.max() <= fabric.tier(role).down_ports + fabric.tier(role).up_ports <= ask["radix"]
        assert len(used) == fabric.tier(role).switches
        assert used.sum() > 0
    # links conserved: what a tier sends up is what its switches have up
    for tier, layer in zip(fabric.tiers, fabric.layers[1:], strict=False):
        assert len(layer) == tier.switches * tier.up_ports
        links = np.bincount(layer.lower.astype(np.int64) * 10_000 + layer.upper)
        assert len(set(links[links > 0].tolist())) == 1
    asked = Fraction(ask["oversubscription"])
    assert fabric.oversubscription.get("leaf", Fraction(0)) <= asked
    assert fabric.oversubscription.get("spine", Fraction(0)) <= 1


@settings(deadline=None, max_examples=60)
@given(fabrics)
def test_no_two_tier_fabric_of_these_leaves_has_fewer_spines(ask: dict[str, Any]) -> None:
    """Brute force: every number of spines below the one taken leaves out ports or equal shares."""
    try:
        fabric = topologies()["leaf_spine"].plan(
            ask["nodes"], ask["nics"], ask["radix"], oversubscription=ask["oversubscription"]
        )
    except Unbuildable:
        assume(False)
    assume(len(fabric.tiers) == 2)
    leaf, radix = fabric.tier("leaf"), ask["radix"]
    for spines in range(1, fabric.tier("spine").switches):
        for up in range(leaf.up_ports, radix - leaf.down_ports + 1):
            assert up % spines or leaf.switches * up > spines * radix


def _ends(device: np.ndarray[Any, Any], port: np.ndarray[Any, Any]) -> list[int]:
    ends: list[int] = (device.astype(np.int64) * 10_000 + port).tolist()
    return ends


def _distinct(layer: Layer) -> bool:
    ends = (_ends(layer.lower, layer.lower_port), _ends(layer.upper, layer.upper_port))
    return all(len(set(e)) == len(layer) for e in ends)


def test_the_largest_cluster_is_wired_in_arrays() -> None:
    fabric = topologies()["rail_optimised"].plan(8_192, 8, 128, unit_nodes=64)
    assert fabric.link_counts == {"node_leaf": 65_536, "leaf_spine": 65_536, "spine_core": 65_536}
    assert fabric.summed == {"leaf": 1_024, "spine": 1_024, "core": 512}
    for layer in fabric.layers:
        assert layer.lower.dtype == np.int32
        assert not layer.upper.flags.writeable
