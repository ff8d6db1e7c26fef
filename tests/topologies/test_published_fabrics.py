"""Published bills of switches and links come out of the one sizing rule, planes and units declared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from configurator.topologies import automatic, topologies
from configurator.topologies.sizing import leaves_for, spines_for

DOCS = "https://docs.nvidia.com/dgx-superpod/"
H100 = DOCS + "reference-architecture-scalable-infrastructure-h100/latest/"
B200 = DOCS + "reference-architecture-scalable-infrastructure-b200/latest/dgx-superpod-architecture.html"
B300_SPECTRUM = DOCS + "reference-architecture-scalable-infrastructure-b300/"
B300_XDR = DOCS + "reference-architecture-scalable-infrastructure-b300-xdr/"

# source, radix, unit, planes, links a cable, nodes, fabric managers' links, (leaf, spine, core), cables by layer
ROWS = [
    (H100, 64, 32, 1, 1, 31, 4, (8, 4, 0), (252, 256)),
    (H100, 64, 32, 1, 1, 95, 4, (24, 16, 0), (764, 768)),
    (H100, 64, 32, 1, 1, 127, 4, (32, 16, 0), (1_020, 1_024)),
    (H100, 64, 32, 1, 1, 128, 0, (32, 16, 0), (1_024, 1_024)),
    (H100, 64, 32, 1, 1, 256, 0, (64, 32, 0), (2_048, 2_048)),
    (H100, 64, 32, 1, 1, 1_024, 0, (256, 256, 128), (8_192, 8_192, 8_192)),
    (H100, 64, 32, 1, 1, 2_048, 0, (512, 512, 256), (16_384, 16_384, 16_384)),
    (B200, 64, 32, 1, 1, 64, 0, (16, 8, 0), (512, 512)),
    (B200, 64, 32, 1, 1, 128, 0, (32, 16, 0), (1_024, 1_024)),
    (B200, 64, 32, 1, 1, 256, 0, (64, 32, 0), (2_048, 2_048)),
    (B200, 64, 32, 1, 1, 512, 0, (128, 128, 64), (4_096, 4_096, 4_096)),
    (B200, 64, 32, 1, 1, 2_048, 0, (512, 512, 256), (16_384, 16_384, 16_384)),
    (B300_SPECTRUM, 128, 64, 2, 2, 64, 0, (16, 8, 0), (512, 512)),
    (B300_SPECTRUM, 128, 64, 2, 2, 128, 0, (32, 16, 0), (1_024, 1_024)),
    (B300_SPECTRUM, 128, 64, 2, 2, 256, 0, (64, 32, 0), (2_048, 2_048)),
    (B300_SPECTRUM, 128, 64, 2, 2, 1_024, 0, (256, 128, 0), (8_192, 8_192)),
    (B300_XDR, 144, 72, 1, 1, 72, 0, (8, 4, 0), (576, 576)),
    (B300_XDR, 144, 72, 1, 1, 144, 0, (16, 8, 0), (1_152, 1_152)),
    (B300_XDR, 144, 72, 1, 1, 288, 0, (32, 18, 0), (2_304, 2_304)),
    (B300_XDR, 144, 72, 1, 1, 1_296, 0, (144, 72, 0), (10_368, 10_368)),
]


@pytest.mark.parametrize(
    ("source", "radix", "unit", "planes", "links", "nodes", "managers", "switches", "cables"),
    ROWS,
    ids=[f"{row[0].split('infrastructure-')[1].split('/')[0]}-{row[5]}" for row in ROWS],
)
def test_a_published_row(
    source: str,
    radix: int,
    unit: int,
    planes: int,
    links: int,
    nodes: int,
    managers: int,
    switches: tuple[int, int, int],
    cables: tuple[int, ...],
) -> None:
    fabric = topologies()["rail_optimised"].plan(
        nodes, 8, radix, planes=planes, unit_nodes=unit, extra_endpoints=managers
    )
    found = fabric.summed
    assert (found["leaf"], found["spine"], found.get("core", 0)) == switches, source
    assert tuple(n // links for n in fabric.link_counts.values()) == cables, source
    assert set(fabric.oversubscription.values()) == {Fraction(1)}
    assert fabric.rails == 8


# what the vendor's page prints against its own other columns: called out, not reproduced
@pytest.mark.parametrize(
    ("source", "nodes", "printed", "of", "derived"),
    [
        (H100, 128, 1_024, "spine-core cables, though the row has no core", 0),
        (H100, 256, 2_048, "spine-core cables, though the row has no core", 0),
        (H100, 2_048, 56, "scalable units, though 2,048 nodes are 64 of 32", 64),
        (B300_XDR, 1_296, 9_216, "GPUs, though 1,296 nodes of 8 are 10,368", 10_368),
    ],
)
def test_a_row_that_contradicts_itself(source: str, nodes: int, printed: int, of: str, derived: int) -> None:
    radix, unit = (144, 72) if source == B300_XDR else (64, 32)
    fabric = topologies()["rail_optimised"].plan(nodes, 8, radix, unit_nodes=unit)
    told = {
        "spine-core": fabric.link_counts.get("spine_core", 0),
        "scalable": nodes // unit,
        "GPUs,": fabric.endpoints,
    }[of.split()[0]]
    assert told == derived != printed


def test_the_bill_of_a_four_unit_system() -> None:
    """H100 table 8: 2,040 compute links, 4 of the fabric managers, and 1,536 twin-port modules in switches."""
    fabric = topologies()["rail_optimised"].plan(127, 8, 64, unit_nodes=32, extra_endpoints=4)
    leaf, spine = fabric.links("node_leaf"), fabric.links("leaf_spine")
    assert len(leaf) + len(spine) == 2_040 + 4
    ends = (leaf.upper, leaf.upper_port), (spine.lower, spine.lower_port), (spine.upper, spine.upper_port)
    cages = [len(set(zip(switch.tolist(), (port // 2).tolist(), strict=True))) for switch, port in ends]
    assert cages == [512, 512, 512]
    assert sum(cages) == 1_536


# Hedgehog's 128-GPU case (github.com/afewell-hh/hh-netbox-plugin, docs/DIET_TEST_CASES.md @607a728): breakouts on the
# 32 odd cages of 64, 800G uplinks on the even ones, a class of leaf for each class of server
HEDGEHOG = {
    "front end, 96 servers": (192, 128),
    "front end, 32": (64, 128),
    "storage": (36, 128),
    "back end": (256, 64),
}


def test_leaves_that_break_ports_out_downwards() -> None:
    leaves = {name: leaves_for(ports, down) for name, (ports, down) in HEDGEHOG.items()}
    assert list(leaves.values()) == [2, 1, 1, 4]
    front, back = sum(leaves.values()) - leaves["back end"], leaves["back end"]
    spines = [spines_for(front, 32, 64), spines_for(back, 32, 64)]
    assert spines == [2, 2]
    links = sum(ports for ports, _ in HEDGEHOG.values()) + 32 * (front + back)
    assert links == 804


@pytest.mark.parametrize(
    ("radix", "asked", "down", "up", "note"),
    [
        (64, 1, 32, 32, None),
        (64, 2, 42, 21, None),
        (64, 4 / 3, 36, 27, None),
        (64, Fraction(4, 3), 36, 27, None),
        (64, 7, 56, 8, None),
        (128, 2, 85, 43, "oversubscription 2 asked: 85 ports down over 43 up is 1.977"),
        (128, 4 / 3, 73, 55, "oversubscription 4/3 asked: 73 ports down over 55 up is 1.327"),
        (128, 7, 112, 16, None),
        (144, 3, 108, 36, None),
        (64, 0.5, 21, 42, None),
    ],
)
def test_oversubscription_is_as_asked_or_better(
    radix: int, asked: float | Fraction, down: int, up: int, note: str | None
) -> None:
    fabric = topologies()["leaf_spine"].plan(down * radix, 1, radix, oversubscription=asked)
    leaf = fabric.tier("leaf")
    assert (leaf.down_ports, leaf.up_ports) == (down, up)
    assert fabric.oversubscription["leaf"] <= Fraction(asked).limit_denominator(1_000)
    assert [n for n in fabric.notes if n.startswith("oversubscription")] == ([note] if note else [])


@pytest.mark.parametrize(("domains", "name"), [(1, "none"), (2, "rail_optimised"), (256, "rail_optimised")])
def test_what_auto_stands_for(domains: int, name: str) -> None:
    assert automatic(domains) == name


@pytest.mark.parametrize(
    ("nodes", "tiers"), [(16, ["leaf", "spine"]), (1_024, ["leaf", "spine"]), (1_040, ["leaf", "spine", "core"])]
)
def test_rails_take_a_third_tier_only_beyond_two(nodes: int, tiers: list[str]) -> None:
    assert [t.role for t in topologies()["rail_optimised"].plan(nodes, 8, 128).tiers] == tiers
