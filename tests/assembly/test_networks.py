"""Storage, in-band and out-of-band networks: published counts, ports of their own, conservation over random specs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configurator.errors import InputError, Unsatisfiable
from configurator.explain import why
from configurator.exports import formats
from configurator.parts.base import known
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.build import build, built

DOCS = "https://docs.nvidia.com/dgx-superpod/"
H100 = DOCS + "reference-architecture-scalable-infrastructure-h100/latest/, tables 7 and 8"
B200 = DOCS + "reference-architecture-scalable-infrastructure-b200/latest"
GB300 = "https://docs.nvidia.com/enterprise-reference-architectures/nvl72-ai-factory/latest/components.html"
NETWORKS = ("storage", "in_band", "out_of_band")
ASKED = {name: {"topology": "leaf_spine"} for name in NETWORKS}


def _tiers(made: Configuration, network: str) -> dict[str, int]:
    return {t["role"]: t["switches"] for t in document(made)["design"]["tiers"][network]}


def _cabling(made: Configuration, network: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for table in made.design.links:
        if table.network == network:
            for _, part, _, quantity in table.cabling:
                found[part] += quantity
    return found


# published: 127 nodes in four units
@pytest.mark.parametrize(
    ("preset", "network", "source", "switches", "node_links", "between"),
    [
        ("dgx-h100-superpod", "storage", H100, 16, 254, 240),
        ("dgx-h100-superpod", "in_band", H100, 8, 254, 24),
        ("dgx-b200-superpod", "storage", B200, 12, 254, None),
        ("dgx-b200-superpod", "in_band", B200, 4, 254, None),
    ],
)
def test_a_published_network(
    preset: str, network: str, source: str, switches: int, node_links: int, between: int | None
) -> None:
    made = build(preset, gpus=127 * 8)
    assert sum(_tiers(made, network).values()) == switches, source
    table = next(t for t in made.design.links if (t.network, t.layer) == (network, "node_leaf"))
    names, types = made.design.device_types_by_index()
    assert int((types[table.a_device] == names.index("compute")).sum()) == node_links, source
    spines = sum(len(t) for t in made.design.links if (t.network, t.layer) == (network, "leaf_spine"))
    assert between is None or spines == between, source


def test_the_published_bill_of_the_compute_fabric_with_its_managers() -> None:
    """Table 8: 2,040 cables and 2 splitters; 508 modules in nodes, 1,536 in switches, 4 in fabric managers."""
    made = build("dgx-h100-superpod", gpus=127 * 8)
    found = _cabling(made, "scale_out")
    assert found == {
        "CBL-MPO12-OM4-NDR30": 1_016 + 1_024,
        "CBL-MPO12-2xMPO4-OM4": 2,
        "OPT-800-2SR4-OSFP-FLT": 508,
        "OPT-800-2SR4-OSFP": 1_536,
        "OPT-400-SR4-OSFP": 4,
    }, H100
    assert document(made)["design"]["links"]["node_leaf"] == 1_020


def test_the_published_cables_of_storage_and_in_band() -> None:
    made = build("dgx-h100-superpod", gpus=127 * 8)
    storage, in_band = _cabling(made, "storage"), _cabling(made, "in_band")
    assert storage["CBL-MPO12-OM4-NDR30"] == 494, H100
    assert storage["OPT-400-SR4-Q112"] == 254, H100
    assert in_band["CBL-AOC-200-Q56"] == 254, H100
    assert in_band["CBL-AOC-100-Q28"] == 8 + 24, H100


def test_a_gb300_rack_has_14_tbps_of_converged_network() -> None:
    wish = {"in_band": {"topology": "rail_optimised"}}
    table = next(t for t in build("gb300-nvl72", networks=wish).design.links if t.layer == "node_leaf")
    assert (len(table), len(table) * table.gbps / 1000) == (36, 14.4), GB300


def test_uplinks_end_in_the_in_band_leaves_or_in_switches_of_their_own() -> None:
    for preset, agg in (("dgx-h100-superpod", {}), ("dgx-b300-superpod", {"leaf": 2})):
        made = built(preset)
        tiers = _tiers(made, "out_of_band")
        access = tiers.pop("access")
        assert tiers == agg
        table = next(t for t in made.design.links if t.layer == "access_leaf")
        assert len(table) == 2 * access
        assert access == len(made.design.racks), "one a rack"
        pairs = Counter(zip(table.a_device.tolist(), table.b_device.tolist(), strict=True))
        assert set(pairs.values()) == {1}, "the two uplinks of a switch end on two switches"


def test_full_units_leave_the_fabric_managers_no_port() -> None:
    full, less = built("dgx-h100-superpod"), build("dgx-h100-superpod", gpus=31 * 8)
    assert [f.severity for f in full.findings if f.rule == "CMP116" and f.subject == "fabric_manager"] == ["info"]
    assert [f for f in less.findings if f.rule == "CMP116"] == []
    assert document(full)["design"]["links"]["node_leaf"] == 256
    assert document(less)["design"]["links"]["node_leaf"] == 252


@pytest.mark.parametrize("preset", ["eth-x-64", "eth-x-128", "eth-x-256", "hgx-8", "gb200-nvl72", "nvl-256"])
def test_presets_have_none_by_default_and_can_ask(preset: str) -> None:
    plain = built(preset)
    assert all(not _tiers(plain, name) for name in ("storage", "in_band", "scale_across"))
    assert set(_tiers(plain, "out_of_band")) == {"access"}
    assert plain.cost.by_scope["other_networks"] == 0
    made = build(preset, networks=ASKED)
    assert all(_tiers(made, name) for name in NETWORKS)
    assert [f for f in made.findings if f.severity == "error"] == []
    assert made.cost.by_scope["other_networks"] > 0
    assert made.cost.by_scope["domain"] >= plain.cost.by_scope["domain"], "out-of-band switches with uplinks"
    _conserved_apart(made)


def _conserved_apart(made: Configuration) -> None:
    """As `_conserved`, with ports by name: a storage port is another than the compute rail; and every device of a
    network's end has the ports, every NIC port is used once."""
    design = made.design
    names, types = design.device_types_by_index()
    seen: set[tuple[int, str, int]] = set()
    load = np.zeros(len(types))
    for table in design.links:
        assert (table.ordered_mm >= table.routed_mm).all()
        for device, port, tag in (
            (table.a_device, table.a_port, table.a_ports),
            (table.b_device, table.b_port, table.b_ports),
        ):
            ends = set(zip(device.tolist(), [tag] * len(device), port.tolist(), strict=True))
            assert len(ends) == len(device)
            assert not ends & seen
            seen |= ends
            if tag not in ("nic-{}", "front-end-{}", "uplink-{}"):
                np.add.at(load, device, table.gbps)
    for kind, name in enumerate(names):
        part = design.parts[design.device_type[name].part]
        rate, ports = known(part, "port_gbps"), known(part, "ports")
        if design.device_type[name].network is not None and rate and ports:
            assert load[types == kind].max(initial=0) <= rate * ports
    nics: dict[str, int] = {}
    for content in design.device_type["compute"].contents:
        if content.role == "nic":
            name = content.network or ""
            nics[name] = nics.get(name, 0) + content.quantity * known(design.parts[content.part], "ports")
    nodes = np.flatnonzero(types == names.index("compute")).tolist()
    for tag, network in (("nic-{}", "scale_out"), ("front-end-{}", "front_end")):
        used = Counter(device for device, name, _ in seen if name == tag)
        assert all(used[node] <= nics.get(network, 0) for node in nodes)
    walked: Counter[str] = Counter()
    for _, quantity, part_id, _, _ in design.walk():
        walked[part_id] += quantity
    flat: Counter[str] = Counter()
    for line in made.bom.flat:
        flat[line.part] += line.quantity
    assert walked == flat


@settings(max_examples=15, deadline=None)
@given(
    preset=st.sampled_from(["eth-x-64", "hgx-8", "dgx-h100-superpod", "dgx-b200-superpod"]),
    units=st.integers(1, 20),
    shapes=st.tuples(*(st.sampled_from(["auto", "none", "leaf_spine"]) for _ in NETWORKS)),
    ratio=st.sampled_from([1.0, 1.5, 4.0]),
)
def test_conservation_over_random_networks(preset: str, units: int, shapes: tuple[str, ...], ratio: float) -> None:
    wish: dict[str, Any] = {n: {"topology": s} for n, s in zip(NETWORKS, shapes, strict=True)}
    wish["storage"]["oversubscription"] = ratio
    try:
        made = build(preset, gpus=64 * units, networks=wish)
    except Unsatisfiable:
        return
    _conserved_apart(made)
    for name, shape in zip(NETWORKS, shapes, strict=True):
        if shape == "none":
            assert set(_tiers(made, name)) <= {"access"}
    down = next((t for t in made.design.links if (t.network, t.layer) == ("storage", "node_leaf")), None)
    up = next((t for t in made.design.links if (t.network, t.layer) == ("storage", "leaf_spine")), None)
    if down is not None and up is not None:
        assert len(up) * ratio >= len(down) * 0.999


def test_ports_asked_for_that_are_not_there() -> None:
    with pytest.raises(Unsatisfiable) as caught:
        build("eth-x-64", networks=ASKED, profile={"networks.storage.ports": [3]})
    assert "port 3 is not there" in str(caught.value)
    with pytest.raises(Unsatisfiable) as caught:
        build("eth-x-64", networks=ASKED, profile={"networks.storage.ports": [2]})
    assert "port 2 is taken by in_band" in str(caught.value)


@pytest.mark.parametrize(
    ("preset", "wish", "message"),
    [
        ("eth-x-64", {"storage": {"topology": "ring"}}, "networks.storage.topology: no such topology, got 'ring'"),
        ("eth-x-64", {"stroage": {}}, "storage"),
        ("helios-72", {"storage": {"topology": "leaf_spine"}}, "networks.storage: required key is missing"),
    ],
)
def test_wishes_that_cannot_be_understood(preset: str, wish: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        build(preset, networks=wish)
    assert message in str(caught.value)


def test_pins_exports_and_why_reach_the_networks() -> None:
    made = build("dgx-h100-superpod", gpus=31 * 8)
    table = formats()["cables.csv"].render(made).decode().splitlines()
    networks = Counter(row.split(",", 1)[0] for row in table[1:])
    assert networks["storage"] == 62 + 2 + 60
    assert networks["in_band"] > 62
    assert any("storage links a node" in s.text for s in why(made, "storage.fabric").steps)
    assert any("in_band, node_leaf" in s.text for s in why(made, "in_band/node_leaf").steps)
    assert any("of storage" in s.text or "storage" in s.text for s in why(made, "SWS-NV-QM9700").steps)
    pinned = build("hgx-8", networks=ASKED, parts={"storage_switch": "SWS-NV-SN5600"})
    assert pinned.design.device_type["storage_leaf"].part == "SWS-NV-SN5600"


def test_counts_by_network_sum_to_the_counts() -> None:
    for preset in ("dgx-h100-superpod", "dgx-b300-superpod", "eth-x-256"):
        counts = document(built(preset))["design"]["counts"]
        assert sum(counts["nic_by_network"].values()) == counts["nic"]
        assert sum(counts["optic_by_network"].values()) == counts["optic"]


def test_a_shape_that_does_not_reach_is_told_with_one_that_does() -> None:
    with pytest.raises(Unsatisfiable) as caught:
        build("dgx-h100-superpod", gpus=16_384, networks={"storage": {"topology": "leaf_spine"}})
    assert caught.value.refused[0]["rule"] == "LNK410"
    assert "storage: leaf_spine for 2,048 nodes" in str(caught.value)
    repairs = {str(r["change"]): r["verified"] for r in caught.value.repairs}
    assert repairs["networks.storage.topology: auto"] is True


@pytest.mark.parametrize("shape", ["rail_only", "multi_plane", "leaf_spine", "fat_tree_3", "rail_optimised"])
def test_every_shape_of_the_compute_fabric_goes_with_managers_or_without(shape: str) -> None:
    planes = 2 if shape == "multi_plane" else 1
    made = build("dgx-h100-superpod", gpus=31 * 8, scale_out={"topology": shape, "planes": planes})
    managers = sum(n for (role, _, _), n in made.design.tally().items() if role == "fabric_manager")
    links = document(made)["design"]["links"]["node_leaf"]
    assert (managers, links) in ((2, 252), (0, 248))
    _conserved_apart(made)
