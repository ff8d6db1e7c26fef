"""Boxes joined by switches outside: the published identities of the 256-GPU H100 system and of CloudMatrix 384."""

from __future__ import annotations

from collections import Counter

import pytest

from configurator.summary import document
from tests.build import build, built

CM_PAPER = "https://arxiv.org/abs/2506.12708"
HOT_CHIPS = "NVIDIA Hot Chips 34 NVSwitch slides"


@pytest.mark.parametrize(
    ("preset", "key", "wanted", "source"),
    [
        ("nvl-256", "racks", 8, HOT_CHIPS),
        ("nvl-256", "nodes", 32, HOT_CHIPS),
        ("nvl-256", "tier2_switch", 18, HOT_CHIPS),
        ("nvl-256", "scale_up_inter_rack", 576, HOT_CHIPS),
        ("nvl-256", "optics scale_up", 1152, HOT_CHIPS),
        ("cloudmatrix-384", "racks", 12, CM_PAPER),
        ("cloudmatrix-384", "nodes", 48, CM_PAPER),
        ("cloudmatrix-384", "cpu", 192, CM_PAPER),
        ("cloudmatrix-384", "tier2_switch", 56, CM_PAPER),
        ("cloudmatrix-384", "scale_up_inter_rack", 2688, CM_PAPER),
        ("cloudmatrix-384", "optics scale_up", 384 * 14, CM_PAPER),
    ],
)
def test_identities(preset: str, key: str, wanted: int, source: str) -> None:
    design = document(built(preset))["design"]
    found = {**design, **design["counts"], **design["links"]}
    found["optics scale_up"] = design["counts"]["optic_by_network"]["scale_up"]
    assert found[key] == wanted, source


def test_cloudmatrix_has_6912_modules_with_its_rdma_plane() -> None:
    made = build("cloudmatrix-384", scale_out={"topology": "leaf_spine"})
    optics = document(made)["design"]["counts"]["optic_by_network"]
    assert optics == {"scale_up": 5376, "scale_out": 1536}
    assert sum(optics.values()) == 6912
    assert [f for f in made.findings if f.severity == "error"] == []


@pytest.mark.parametrize(("preset", "gpus", "domains"), [("nvl-256", 512, 2), ("cloudmatrix-384", 768, 2)])
def test_each_scales(preset: str, gpus: int, domains: int) -> None:
    made = build(preset, gpus=gpus)
    one, two = document(built(preset))["design"], document(made)["design"]
    assert two["scale_up_domains"] == domains
    assert two["links"]["scale_up_inter_rack"] == domains * one["links"]["scale_up_inter_rack"]
    assert [f for f in made.findings if f.severity == "error"] == []


@pytest.mark.parametrize("preset", ["nvl-256", "cloudmatrix-384"])
def test_each_node_has_one_link_to_each_switch(preset: str) -> None:
    table = built(preset).design.links[0]
    pairs = Counter(zip(table.a_device.tolist(), table.b_device.tolist(), strict=True))
    assert set(pairs.values()) == {1}
    nodes, switches = len(set(table.a_device.tolist())), len(set(table.b_device.tolist()))
    assert len(pairs) == nodes * switches


@pytest.mark.parametrize("preset", ["nvl-256", "cloudmatrix-384"])
def test_no_errors_and_what_is_unknown_is_said(preset: str) -> None:
    made = built(preset)
    assert [f for f in made.findings if f.severity == "error"] == []
    assert not made.cost.complete
    assert made.cost.count("unpriced") >= 1
