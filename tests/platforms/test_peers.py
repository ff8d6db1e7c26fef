"""Peer platforms: what their makers publish of counts, links, pairs and shelves comes out of the one engine."""

from __future__ import annotations

from decimal import Decimal

import pytest

from configurator.measures.device import device_facts
from configurator.parts.base import known
from configurator.summary import document
from tests.build import build, built, catalog

PODS = ("dgx-h100-superpod", "dgx-b200-superpod", "dgx-b300-superpod", "dgx-b300-xdr-superpod")
RACKS = ("gb200-nvl72", "gb300-nvl72", "helios-72")
DOCS = "https://docs.nvidia.com/dgx-superpod/"
H100 = DOCS + "reference-architecture-scalable-infrastructure-h100/latest/"
B200 = DOCS + "reference-architecture-scalable-infrastructure-b200/latest/"
B300 = DOCS + "reference-architecture/scalable-infrastructure-b300/latest/"
XDR = DOCS + "reference-architecture/scalable-infrastructure-b300-xdr/latest/"
GB200 = "https://docs.nvidia.com/dgx/dgxgb200-user-guide/hardware.html"
GB300 = "https://docs.nvidia.com/enterprise-reference-architectures/nvl72-ai-factory/latest/components.html"
HELIOS = "AMD white paper on Instinct MI455X and Helios, 2026, PID 5159000"


@pytest.mark.parametrize("preset", [*PODS, *RACKS])
def test_presets_have_no_errors(preset: str) -> None:
    assert [f for f in built(preset).findings if f.severity == "error"] == []


# source, nodes, racks, (leaf, spine, core), links by layer: four of the fabric managers where units leave them ports
@pytest.mark.parametrize(
    ("preset", "source", "nodes", "racks", "switches", "links"),
    [
        ("dgx-h100-superpod", H100, 32, 8, (8, 4, 0), (256, 256, 0)),
        ("dgx-h100-superpod", H100, 127, 32, (32, 16, 0), (1_020, 1_024, 0)),
        ("dgx-h100-superpod", H100, 31, 8, (8, 4, 0), (252, 256, 0)),
        ("dgx-h100-superpod", H100, 95, 24, (24, 16, 0), (764, 768, 0)),
        ("dgx-h100-superpod", H100, 256, 64, (64, 32, 0), (2_048, 2_048, 0)),
        ("dgx-h100-superpod", H100, 1_024, 256, (256, 256, 128), (8_192, 8_192, 8_192)),
        ("dgx-b200-superpod", B200, 64, 32, (16, 8, 0), (512, 512, 0)),
        ("dgx-b200-superpod", B200, 128, 64, (32, 16, 0), (1_024, 1_024, 0)),
        ("dgx-b200-superpod", B200, 512, 256, (128, 128, 64), (4_096, 4_096, 4_096)),
        ("dgx-b300-superpod", B300, 64, 16, (16, 8, 0), (2 * 512, 2 * 512, 0)),
        ("dgx-b300-superpod", B300, 128, 32, (32, 16, 0), (2 * 1_024, 2 * 1_024, 0)),
        ("dgx-b300-superpod", B300, 1_024, 256, (256, 128, 0), (2 * 8_192, 2 * 8_192, 0)),
        ("dgx-b300-xdr-superpod", XDR, 72, 18, (8, 4, 0), (576, 576, 0)),
        ("dgx-b300-xdr-superpod", XDR, 288, 72, (32, 18, 0), (2_304, 2_304, 0)),
        ("dgx-b300-xdr-superpod", XDR, 1_296, 324, (144, 72, 0), (10_368, 10_368, 0)),
    ],
)
def test_a_published_superpod(
    preset: str, source: str, nodes: int, racks: int, switches: tuple[int, ...], links: tuple[int, ...]
) -> None:
    design = document(build(preset, gpus=nodes * 8))["design"]
    tiers = {tier["role"]: tier["switches"] for tier in design["tiers"]["scale_out"]}
    assert tuple(tiers.get(role, 0) for role in ("leaf", "spine", "core")) == switches, source
    assert tuple(design["links"][layer] for layer in ("node_leaf", "leaf_spine", "spine_core")) == links, source
    assert design["racks"] == racks, source


@pytest.mark.parametrize("preset", PODS[:2])
def test_a_rack_has_three_pdus(preset: str) -> None:
    kind = built(preset).design.rack_type["compute"]
    assert sum(d.type == "pdu" for d in kind.devices) == 3, H100


def test_twin_port_cages_share_a_module_at_both_ends() -> None:
    """127 nodes: 508 modules in nodes, 1,536 in switches: the fabric managers' links end in half-used ones."""
    links = build("dgx-h100-superpod", gpus=127 * 8).design.links
    tables = {t.layer: t for t in links if t.network == "scale_out"}
    node, spine = tables["node_leaf"], tables["leaf_spine"]
    in_switches = node.modules("b", 0, 1) + spine.modules("a", 0) + spine.modules("b", 0)
    assert (len(node.assemblies), len(spine.assemblies)) == (2, 1), "all multimode; splitters of the fabric managers"
    assert (node.modules("a", 0), in_switches) == (508, 1_536), H100


def test_links_of_one_twin_cage_are_of_one_medium() -> None:
    """Few nodes to a row stretch the floor until multimode and single mode meet in one fabric."""
    design = build("dgx-h100-superpod", gpus=2_048, profile={"floor.racks_per_row": 2}).design
    table = next(t for t in design.links if t.layer == "node_leaf")
    for device, port in ((table.a_device, table.a_port), (table.b_device, table.b_port)):
        media: dict[tuple[int, int], set[int]] = {}
        for d, p, a in zip(device.tolist(), port.tolist(), table.assembly.tolist(), strict=True):
            media.setdefault((d, p // 2), set()).add(a)
        assert all(len(used) == 1 for used in media.values())


def test_each_plane_takes_one_port_of_each_nic() -> None:
    table = next(t for t in built("dgx-b300-superpod").design.links if t.layer == "node_leaf")
    leaves = sorted(set(table.b_device.tolist()))
    plane = {leaf: i // (len(leaves) // 2) for i, leaf in enumerate(leaves)}
    assert len(leaves) == 16
    assert all(plane[b] == p % 2 for b, p in zip(table.b_device.tolist(), table.a_port.tolist(), strict=True)), B300


# gpus, cpus, switch trays, chips, links to each chip, pairs, cartridges
@pytest.mark.parametrize(
    ("preset", "source", "trays", "cpus", "dimms", "switch_trays", "chips", "lanes", "pairs", "nic_ports"),
    [
        ("gb200-nvl72", GB200, 18, 36, 0, 9, 18, 2, 5_184, 72),
        ("gb300-nvl72", GB300, 18, 36, 0, 9, 18, 2, 5_184, 72),
        ("helios-72", HELIOS, 18, 18, 288, 6, 12, 6, 10_368, 216),
    ],
)
def test_a_published_rack(
    preset: str,
    source: str,
    trays: int,
    cpus: int,
    dimms: int,
    switch_trays: int,
    chips: int,
    lanes: int,
    pairs: int,
    nic_ports: int,
) -> None:
    design = built(preset).design
    counts = document(built(preset))["design"]["counts"]
    kind = design.rack_type["compute"]
    assert (counts["accelerator"], counts["cpu"], counts["memory"]) == (72, cpus, dimms), source
    assert sum(d.type == "compute" for d in kind.devices) == trays
    assert counts["scale_up_switch"] == switch_trays
    assert len({g.asic for g in kind.lanes}) == chips
    assert {g.lanes for g in kind.lanes} == {lanes}
    assert len(kind.lanes) == 72 * chips
    assert 2 * sum(g.lanes for g in kind.lanes) == pairs
    cartridges = next(c for c in kind.contents if c.role == "cable_tray")
    assert cartridges.quantity == 4
    assert cartridges.quantity * known(design.parts[cartridges.part], "pairs") == pairs
    node = design.device_type["compute"]
    ports = sum(c.quantity * known(design.parts[c.part], "ports") for c in node.contents if c.network == "scale_out")
    assert ports * trays == nic_ports
    assert counts["management_switch"] == 2


@pytest.mark.parametrize("preset", ["gb200-nvl72", "gb300-nvl72"])
def test_an_nvl72_has_eight_shelves_of_33_kw_half_above_half_below(preset: str) -> None:
    design = built(preset).design
    devices = design.rack_type["compute"].devices
    order = [d.type for d in sorted(devices, key=lambda d: d.bottom_mm)]
    assert order[:4] == ["power_shelf"] * 4
    assert [t for t in order if t in ("compute", "scale_up_switch")] == (
        ["compute"] * 8 + ["scale_up_switch"] * 9 + ["compute"] * 10
    )
    shelf = design.parts[design.device_type["power_shelf"].part]
    assert order.count("power_shelf") * known(shelf, "rated_kw") == 264, GB300


# maximum of a node and of a rack [kW], published; the sum of the parts' maxima may differ by the share
@pytest.mark.parametrize(
    ("preset", "node_kw", "rack_kw", "within"),
    [
        ("dgx-h100-superpod", 10.2, 40.8, 0.10),
        ("dgx-b200-superpod", 14.3, 28.6, 0.12),
        ("gb200-nvl72", 6.3, 124.6, 0.02),
        ("gb300-nvl72", 6.6, 142.0, 0.10),
        ("helios-72", None, 235.0, 0.16),
    ],
)
def test_draw_comes_near_what_is_published(preset: str, node_kw: float | None, rack_kw: float, within: float) -> None:
    made = built(preset)
    if node_kw is not None:
        facts = device_facts(made.design, made.design.device_type["compute"])
        assert facts.max_w.value / 1000 == pytest.approx(node_kw, rel=within)
    assert made.racks["compute"].it_w.value / 1000 == pytest.approx(rack_kw, rel=within)


@pytest.mark.parametrize(
    ("preset", "system", "systems"),
    [("dgx-h100-superpod", "SYS-DGX-H100", 32), ("gb200-nvl72", "SYS-GB200-NVL72", 1)],
)
def test_cost_is_of_the_order_of_the_whole_system(preset: str, system: str, systems: int) -> None:
    """Analysts' prices of whole systems, of 2023 (DGX H100) and 2025 (NVL72): same order of magnitude, no more."""
    whole = catalog().offers[system][0].base
    assert whole is not None
    assert Decimal("0.5") < built(preset).cost.total() / (whole * systems) < Decimal(3)


@pytest.mark.parametrize(
    ("preset", "gpus", "racks"),
    [
        *((pod, gpus, -(-gpus // (16 if pod == PODS[1] else 32))) for pod in PODS for gpus in (8, 24, 1_000)),
        *((rack, gpus, -(-gpus // 72)) for rack in RACKS for gpus in (36, 72, 144, 576)),
    ],
)
def test_peers_scale(preset: str, gpus: int, racks: int) -> None:
    made = build(preset, gpus=gpus)
    assert document(made)["design"]["racks"] == racks
    assert [f for f in made.findings if f.severity == "error"] == []


def test_a_loop_from_outside_brings_no_cdu_but_its_limits_are_judged() -> None:
    """The manifold and the supply temperature are judged without a CDU of the rack."""
    made = build("gb200-nvl72", profile={"cooling.supply_c": 50})
    assert document(made)["design"]["counts"]["cdu"] == 0
    assert {"COO106"} <= {f.rule for f in made.findings if f.severity == "error"}
    assert not {"CMP103", "COO101"} & {f.rule for f in made.findings}


def test_price_of_switches_on_the_board_stands_in_the_modules() -> None:
    made = built("dgx-h100-superpod")
    boards = [line for line in made.bom.lines if line.part == "CHS-HGX-NVSW"]
    assert [line.included for line in boards] == [True]
