"""Splitters between leaf and NIC: by reach, cage by cage; links, cables and modules each counted for itself."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from configurator.design import design_from_json
from configurator.errors import Unsatisfiable
from configurator.linktable import LinkTable
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.assembly.test_multi_rack import _conserved
from tests.build import build

NEAR = {"node_medium": "copper"}


def _node_leaf(made: Configuration) -> LinkTable:
    return next(t for t in made.design.links if t.layer == "node_leaf")


def _near(metres: float, **wish: Any) -> Configuration:
    """Two domains of 64 and a rack of leaves, at a measured distance from each."""
    lengths = [{"a": f"rack-{i}", "b": "rack-3", "metres": metres} for i in (1, 2)]
    return build("eth-x-64", gpus=128, site={"measured_lengths": lengths}, scale_out=wish)


# The catalog's splitters of 800G: passive 1 to 3 m; AEC of 4 m, and of 3 to 7 m, dearer. 128 links are 64 cages
@pytest.mark.parametrize(
    ("metres", "cable", "ordered", "cables", "node_modules", "leaf_modules"),
    [
        (2.4, "CBL-DAC-800-2x400", 2.5, 64, 0, 0),
        (3.0, "CBL-DAC-800-2x400", 3.0, 64, 0, 0),
        (3.1, "CBL-AEC-800-FS-2x400", 4.0, 64, 0, 0),
        (4.1, "CBL-AEC-800-AMPH-2x400", 5.0, 64, 0, 0),
        (7.0, "CBL-AEC-800-AMPH-2x400", 7.0, 64, 0, 0),
        (7.1, "CBL-MPO12-OM4-NDR30", 10.0, 128, 128, 64),
    ],
)
def test_the_first_medium_that_reaches(
    metres: float, cable: str, ordered: float, cables: int, node_modules: int, leaf_modules: int
) -> None:
    table = _node_leaf(_near(metres))
    used = np.unique(table.assembly).tolist()
    assert [table.assemblies[i].cable for i in used] == [cable]
    assert len(table) == 128
    bill = Counter({(role, part, length): n for role, part, length, n in table.cabling})
    assert bill["cable", cable, ordered] == cables
    optics = [n for (role, _, _), n in bill.items() if role == "optic"]
    assert sum(optics) == node_modules + leaf_modules


def test_a_cage_has_one_medium_and_a_splitter_both_of_its_ports() -> None:
    made = build("eth-x-64", gpus=256)
    table = _node_leaf(made)
    media: dict[tuple[int, int], set[int]] = {}
    ends: dict[int, list[tuple[int, int]]] = {}
    for device, port, assembly, cable in zip(
        table.b_device.tolist(), table.b_port.tolist(), table.assembly.tolist(), table.cable.tolist(), strict=True
    ):
        media.setdefault((device, port // 2), set()).add(assembly)
        if table.assemblies[assembly].splits:
            ends.setdefault(cable, []).append((device, port // 2))
    assert all(len(found) == 1 for found in media.values())
    assert ends
    assert all(len(found) == 2 and len(set(found)) == 1 for found in ends.values())
    assert {m.medium for m in table.assemblies} == {"aec", "optics"}
    assert [f for f in made.findings if f.severity == "error"] == []
    _conserved(made)


def test_draw_counts_a_head_and_two_tails() -> None:
    """64 passive splitters: a head in a leaf and two tails in NICs, 0.1 W each."""
    plugged = _near(2.4).design.plugged
    assert [(d, n) for d, p, n in plugged["compute"] if p == "CBL-DAC-800-2x400"] == [("compute", 64)]
    network = plugged[next(k for k in plugged if k.startswith("scale-out"))]
    assert [(d, n) for d, p, n in network if p == "CBL-DAC-800-2x400"] == [("leaf", 64)]


def test_an_odd_node_leaves_a_tail_that_is_told() -> None:
    """One domain and a half: 24 nodes of 4 rails fill 48 cages; 17 nodes leave one tail on each of four leaves."""
    lengths = [{"a": f"rack-{i}", "b": "rack-3", "metres": 2.4} for i in (1, 2)]
    made = build("eth-x-64", gpus=68, site={"measured_lengths": lengths}, scale_out={"topology": "rail_optimised"})
    assert document(made)["cabling"]["spare_tails"] == 4
    assert [f.message for f in made.findings if f.rule == "LNK412"] == [
        "4 tails of CBL-DAC-800-2x400 on node_leaf are spare"
    ]


@pytest.mark.parametrize("preset", ["dgx-h100-superpod", "dgx-b300-superpod", "gb300-nvl72", "helios-72"])
def test_published_bills_of_modules_stay(preset: str) -> None:
    keys = {"gpus": 144} if "72" in preset else {}
    tables = [t for t in build(preset, **keys).design.links if t.network in ("scale_up", "scale_out")]
    assert tables
    assert {m.medium for t in tables for m in t.assemblies} == {"optics"}


def test_copper_or_optics_as_asked() -> None:
    assert {m.medium for m in _node_leaf(_near(2.4, node_medium="optics")).assemblies} == {"optics"}
    assert {m.medium for m in _node_leaf(_near(6.0, node_medium="copper")).assemblies} == {"aec"}
    with pytest.raises(Unsatisfiable, match=r"node-leaf over 7\.1 m"):
        _near(7.1, node_medium="copper")
    with pytest.raises(Unsatisfiable, match="copper between NIC and leaf"):
        build("dgx-h100-superpod", scale_out={"node_medium": "copper"})


def test_why_an_assembly_was_not_taken_is_told() -> None:
    """A splitter to two QSFP56 ends of 400G in all, and a straight cable, on leaves of twin cages."""
    stated = [
        {"value": part, "basis": "spec", "source": "test"} for part in ("CBL-AOC-400-2xHDR", "CBL-AEC-800", "CBL-CAT6A")
    ]
    made = build("eth-x-64", gpus=128, profile={"scale_out.node_copper": stated})
    refused = next(d for d in made.design.decisions if d.id == "scale_out.node_leaf").refused
    assert [(r.candidate, r.rule, r.message) for r in refused] == [
        ("CBL-AOC-400-2xHDR", "LNK411", "it is made for 400 Gb/s, 2 links of 400 Gb/s are wanted"),
        ("CBL-AEC-800", "LNK411", "it has 1 tail(s), a cage of the leaf is broken out to 2"),
        ("CBL-CAT6A", "LNK411", "it has 1 tail(s), a cage of the leaf is broken out to 2"),
    ]


def test_three_links_on_a_splitter_of_two_are_found() -> None:
    data = json.loads(_near(2.4).design.to_json())
    table = next(t for t in data["links"] if t["layer"] == "node_leaf")
    table["cable"] = [c // 2 for c in table["cable"]]
    made = Configuration(design_from_json(json.dumps(data), "design.json"))
    assert "LNK411" in {f.rule for f in made.findings if f.severity == "error"}
