"""Scale-up between the racks of a domain: the dual-rack rule, or a second tier of switches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from configurator.assembly.bench import Bench
from configurator.assembly.floor import routed_mm
from configurator.assembly.media import ORDER, Candidate, cable_candidate, optic_candidate, passed_over, pick
from configurator.assembly.network_racks import add_switch, network_rack, plan_of
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.scale_up import SWITCH, accelerator
from configurator.design import Design, RackType
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import Ints, Layer, LinkAssembly, LinkTable
from configurator.measures.survey import LANES_PER_PORT
from configurator.parts.base import known
from configurator.platform import ScaleUpPlan, Valued
from configurator.reasons import Reason
from configurator.topologies import scale_up_topologies
from configurator.topologies.domain import Domain
from configurator.topologies.fabric import Unbuildable

TIER2 = "tier2_switch"


def domain_shape(bench: Bench) -> Domain | None:
    """How the racks of one domain are joined, in lanes and ports; None while a domain stays in one rack.

    Raises `Unsatisfiable` when the lanes do not divide or the ASIC has too few for down and outward.
    """
    plan = bench.platform.scale_up
    if plan.racks is None or plan.racks.value < 2 or plan.topology is None or SWITCH not in bench.device_types:
        return None
    switch = bench.catalog.part(bench.device_types[SWITCH].part)
    lanes, asic_lanes = known(accelerator(bench), "scaleup_lanes_per_dir"), known(switch, "serdes_lanes")
    each = int(known(switch, "asics") or 1)
    if lanes is None or asic_lanes is None:
        return None
    gpus = bench.platform.rack.nodes.value * bench.platform.node.accelerators.value
    asics, taper = bench.counts[SWITCH] * each, taper_of(bench).value
    keys = {"taper": taper, "lanes_per_port": LANES_PER_PORT}
    topology = topology_of(bench, plan.topology).value
    if topology == "two_tier":
        keys["tier2_lanes"] = _tier2_lanes(bench, plan)
    shape = scale_up_topologies()[topology]
    try:
        return shape.join(plan.racks.value, gpus, int(lanes), asics, int(asic_lanes) // each, **keys)
    except Unbuildable as error:
        refused = {
            "candidate": f"{asics} x {switch.part_id}",
            "rule": "LNK204",
            "message": error.message,
            "actual": error.actual,
            "limit": error.limit,
            "unit": error.unit,
        }
        changes = [{"change": f"scale_up.asics_per_rack: {n}"} for n in _even(int(lanes), asics + 1)]
        changes += [{"change": f"scale_up.taper: {t}"} for t in (2, 4) if t > taper]
        wanted = f"{asics} scale-up ASICs a rack for {plan.racks.value} racks"
        raise Unsatisfiable(wanted, [refused], changes) from None


def topology_of(bench: Bench, stated: Valued[Any]) -> Valued[str]:
    """How racks of a domain are joined: the spec's wish, else the platform's."""
    wish = bench.spec.scale_up.topology
    if wish != "auto":
        return Valued[str](value=wish, basis="spec", source="spec: scale_up.topology")
    return Valued[str](**stated.model_dump())


def _tier2_lanes(bench: Bench, plan: ScaleUpPlan) -> int:
    if plan.tier2_switch is None:
        where = f"platform {bench.platform.name}: scale_up.tier2_switch"
        raise InputError("a second tier needs a switch", [Fault(where, "required key is missing")])
    part, _, _ = bench.pinned(TIER2, plan.tier2_switch, "scale_up.tier2_switch", "switch")
    lanes = known(part, "serdes_lanes")
    if lanes is None:
        raise Unsatisfiable("a second tier", [{"candidate": part.part_id, "message": "its lanes are unknown"}])
    return int(lanes)


def taper_of(bench: Bench) -> Valued[float]:
    """Lanes down over lanes outward: the spec's wish, else the platform's, else 1."""
    if bench.spec.scale_up.taper is not None:
        return Valued[float](value=bench.spec.scale_up.taper, basis="spec", source="spec: scale_up.taper")
    stated = bench.platform.scale_up.taper
    return stated if stated is not None else Valued[float](value=1.0, basis="derived", source="no taper is stated")


def tier2_rack(bench: Bench, shape: Domain | None) -> RackType | None:
    """The rack of second-tier switches of one domain; None where the domain has no second tier."""
    plan = bench.platform.scale_up
    if shape is None or not shape.tier2 or plan.tier2_switch is None:
        return None
    part, value, led = bench.pinned(TIER2, plan.tier2_switch, "scale_up.tier2_switch", "switch")
    decision = bench.decide(
        "scale_up",
        "tier2",
        f"{shape.tier2} x {part.part_id}",
        [
            value.reason("second-tier switch"),
            Reason(text=f"{shape.across} lanes outward from each of {shape.switches['track']} track ASICs"),
            taper_of(bench).reason("taper"),
            *(Reason(text=note) for note in shape.notes),
        ],
        [led, "scale_up.switch", "platform:scale_up.topology"],
    )
    add_switch(bench, TIER2, part.part_id, "domain", decision)
    return network_rack(bench, "scale-up-tier2", {TIER2: shape.tier2}, "domain")


def external_racks(bench: Bench) -> list[RackType]:
    """The racks of the switches outside the nodes of one domain, as full as a rack is; none without such a tier."""
    tier = bench.platform.scale_up.external
    if tier is None:
        return []
    part, value, led = bench.pinned(TIER2, tier.switch, "scale_up.external.switch", "switch")
    decision = bench.decide(
        "scale_up",
        "external",
        f"{tier.count.value} x {part.part_id}",
        [value.reason("switch outside the nodes"), tier.count.reason("switches of a domain, and links of a node")],
        [led, "platform:scale_up.external"],
    )
    add_switch(bench, TIER2, part.part_id, "domain", decision)
    most, left = plan_of(bench).switches_max.value, tier.count.value
    kinds: list[RackType] = []
    while left:
        held = min(most, left)
        same = next((k for k in kinds if sum(d.type == TIER2 for d in k.devices) == held), None)
        kinds.append(same or network_rack(bench, f"scale-up-tier2-{held}", {TIER2: held}, "domain"))
        left -= held
    return kinds


def external_links(bench: Bench, design: Design, domains: list[list[int]]) -> LinkTable | None:
    """One link from each node to each switch outside, port n of switch i to port i of node n; None without the tier."""
    plan = bench.platform.scale_up
    tier = plan.external
    if tier is None or plan.racks is None:
        return None
    columns = []
    for racks in domains:
        nodes = np.concatenate([_devices(design, rack, COMPUTE) for rack in racks[: plan.racks.value]])
        switches = np.concatenate([_devices(design, rack, TIER2) for rack in racks[plan.racks.value :]])
        node, switch = (grid.ravel() for grid in np.indices((len(nodes), len(switches))))
        columns.append((nodes[node], switch, switches[switch], node))
    ends = _joined(columns)
    module, value, led = bench.pinned("inter_rack_optic", tier.optic, "scale_up.external.optic", "optic")
    fibres = 2 if str(known(module, "connector") or "").startswith("2x") else 1
    where = "scale_up.external"
    candidates = [optic_candidate(bench, (module.part_id, module.part_id), tier.fibre.value, where, fibres=fibres)]
    routed = routed_mm(bench, design, ends[0], ends[2])
    assemblies, index, ordered = pick(candidates, routed, "scale-up outside the nodes")
    decision = bench.decide(
        "scale_up",
        "external_links",
        f"{len(routed)} x {tier.fibre.value}",
        [value.reason("module at each end"), tier.fibre.reason("fibre"), tier.gbps.reason("rate of a link [Gb/s]")],
        [led, "scale_up.external", "placement.floor"],
        passed_over(candidates),
    )
    return _table("node_tier2", tier.gbps.value, "scale-up-{}", ends, routed, (assemblies, index, ordered), decision)


def inter_rack_links(bench: Bench, design: Design, shape: Domain | None, domains: list[list[int]]) -> LinkTable | None:
    """All scale-up links between the racks of every domain; None while domains stay in one rack.

    domains: indices of each domain's racks, compute racks first, then the rack of its second tier.
    """
    plan = bench.platform.scale_up
    if shape is None or plan.topology is None:
        return None
    columns = [_stamped(design, shape, racks) for racks in domains]
    ends = _joined(columns)
    routed = routed_mm(bench, design, ends[0], ends[2])
    candidates = _candidates(bench, plan)
    assemblies, index, ordered = pick(candidates, routed, "scale-up between racks")
    medium = _medium(bench, plan)
    decision = bench.decide(
        "scale_up",
        "inter_rack",
        ", ".join(f"{int((index == i).sum())} x {m.cable} ({m.medium})" for i, m in enumerate(assemblies)),
        [
            topology_of(bench, plan.topology).reason("topology between racks"),
            medium.reason("medium"),
            Reason(text=f"routed {routed.min() / 1000:.1f} to {routed.max() / 1000:.1f} m, slack included"),
        ],
        ["platform:scale_up.topology", "placement.floor", "scale_up.switch"],
        passed_over(candidates),
    )
    return _table(
        "track_tier2" if shape.tier2 else "track_track",
        _port_gbps(bench),
        "osfp-{}",
        ends,
        routed,
        (assemblies, index, ordered),
        decision,
    )


def _joined(columns: Sequence[tuple[NDArray[Any], ...]]) -> tuple[Ints, Ints, Ints, Ints]:
    a_device, a_port, b_device, b_port = (np.concatenate(c).astype(np.int32) for c in zip(*columns, strict=True))
    return a_device, a_port, b_device, b_port


def _table(
    layer: Layer,
    gbps: float,
    a_ports: str,
    ends: tuple[Ints, Ints, Ints, Ints],
    routed: Ints,
    picked: tuple[tuple[LinkAssembly, ...], Ints, Ints],
    decision: str,
) -> LinkTable:
    """A table of scale-up links with a cable each. ends: device and port at A, then at B."""
    assemblies, index, ordered = picked
    a_device, a_port, b_device, b_port = ends
    return LinkTable(
        network="scale_up",
        layer=layer,
        gbps=gbps,
        scope="domain",
        a_ports=a_ports,
        b_ports="osfp-{}",
        assemblies=assemblies,
        decision=decision,
        a_device=a_device,
        a_port=a_port,
        b_device=b_device,
        b_port=b_port,
        assembly=index,
        cable=np.arange(len(index), dtype=np.int32),
        routed_mm=routed,
        ordered_mm=ordered,
    )


def _stamped(design: Design, shape: Domain, racks: list[int]) -> tuple[Ints, Ints, Ints, Ints]:
    """The links of one domain between the devices of its racks; a tray of several ASICs numbers their ports on."""
    tracks = [_devices(design, rack, SWITCH) for rack in racks[: shape.racks]]
    each = shape.asics_per_rack // len(tracks[0])
    asics = np.concatenate([np.repeat(trays, each) for trays in tracks])
    ports = shape.across // shape.lanes_per_port
    shift = np.tile(np.arange(each), len(asics) // each) * ports
    links = shape.links
    a, a_port = asics[links.lower], links.lower_port + shift[links.lower]
    if not shape.tier2:
        return a, a_port, asics[links.upper], links.upper_port + shift[links.upper]
    return a, a_port, _devices(design, racks[-1], TIER2)[links.upper], links.upper_port


def _devices(design: Design, rack: int, kind: str) -> Ints:
    """Indices of the devices of one type in a rack."""
    devices = design.rack_type[design.racks[rack].type].devices
    start = int(design.rack_starts[rack])
    return np.array([start + i for i, d in enumerate(devices) if d.type == kind], dtype=np.int32)


def _medium(bench: Bench, plan: ScaleUpPlan) -> Valued[str]:
    wish = bench.spec.scale_up.inter_rack_medium
    if wish is not None:
        return Valued[str](value=wish, basis="spec", source="spec: scale_up.inter_rack_medium")
    if plan.inter_rack_medium is None:
        return Valued[str](value="auto", basis="derived", source="no medium is stated")
    return Valued[str](**plan.inter_rack_medium.model_dump())


def _candidates(bench: Bench, plan: ScaleUpPlan) -> list[Candidate]:
    """Cables first, in the order of their medium, then modules and fibre; narrowed by the medium asked for."""
    medium = _medium(bench, plan).value
    found: list[Candidate] = []
    if medium in ("auto", "copper"):
        cables = [cable_candidate(bench, v.value, "scale_up.inter_rack_copper") for v in plan.inter_rack_copper]
        found += sorted(cables, key=lambda c: (ORDER[c.made.medium], c.max_mm))
    if medium in ("auto", "optics") and plan.inter_rack_optic is not None and plan.inter_rack_fibre is not None:
        module, _, _ = bench.pinned("inter_rack_optic", plan.inter_rack_optic, "scale_up.inter_rack_optic", "optic")
        fibres = 2 if str(known(module, "connector") or "").startswith("2x") else 1
        fibre = plan.inter_rack_fibre.value
        where = "scale_up.inter_rack_optic"
        found.append(optic_candidate(bench, (module.part_id, module.part_id), fibre, where, fibres=fibres))
    if not found:
        raise Unsatisfiable(
            "scale-up between racks", [{"candidate": medium, "message": "the platform states no such medium"}]
        )
    return found


def _port_gbps(bench: Bench) -> float:
    lane = known(accelerator(bench), "scaleup_lane_gbps") or 100.0
    return float(lane) * LANES_PER_PORT


def _even(lanes: int, at_least: int) -> list[int]:
    return [n for n in range(at_least, lanes + 1) if lanes % n == 0][:2]
