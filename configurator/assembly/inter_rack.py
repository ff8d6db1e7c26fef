"""Scale-up between the racks of a domain: the dual-rack rule, or a second tier of switches."""

from __future__ import annotations

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.floor import routed_mm
from configurator.assembly.media import ORDER, Candidate, cable_candidate, optic_candidate, pick
from configurator.assembly.network_racks import add_switch, network_rack
from configurator.assembly.scale_up import SWITCH, accelerator
from configurator.design import Design, RackType
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import Ints, LinkTable
from configurator.measures.survey import LANES_PER_PORT
from configurator.parts.base import known
from configurator.platform import ScaleUpPlan, Valued
from configurator.reasons import Reason

TIER2 = "tier2_switch"


def outward_ports(bench: Bench) -> int:
    """800G ports that each track switch of a rack sends to other racks; 0 while a domain stays in one rack.

    lanes outward = lanes down / taper; lanes down of one ASIC = GPUs of the rack x lanes of a GPU / ASICs of the rack.
    Raises `Unsatisfiable` when the ASIC has too few lanes for both.
    """
    plan = bench.platform.scale_up
    if plan.racks is None or plan.racks.value < 2 or SWITCH not in bench.device_types:
        return 0
    switch = bench.catalog.part(bench.device_types[SWITCH].part)
    lanes, asic_lanes = known(accelerator(bench), "scaleup_lanes_per_dir"), known(switch, "serdes_lanes")
    if lanes is None or asic_lanes is None:
        return 0
    gpus = bench.platform.rack.nodes.value * bench.platform.node.accelerators.value
    asics = bench.counts[SWITCH] * int(known(switch, "asics") or 1)
    down = gpus * int(lanes) / asics
    outward = down / taper_of(bench).value
    ports = int(outward // LANES_PER_PORT)
    if down + ports * LANES_PER_PORT > asic_lanes:
        refused = {
            "candidate": switch.part_id,
            "rule": "LNK204",
            "message": f"{down:g} lanes down and {ports * LANES_PER_PORT} outward are more than the ASIC has",
            "actual": down + ports * LANES_PER_PORT,
            "limit": asic_lanes,
            "unit": "lanes",
        }
        needed = -(-int(down * asics * (1 + 1 / taper_of(bench).value)) // int(asic_lanes))
        changes = [{"change": f"scale_up.asics_per_rack: {n}"} for n in _even(int(lanes), needed)]
        changes += [{"change": f"scale_up.taper: {t}"} for t in (2, 4) if t > taper_of(bench).value]
        raise Unsatisfiable(f"{asics} scale-up ASICs a rack for {plan.racks.value} racks", [refused], changes)
    return ports


def taper_of(bench: Bench) -> Valued[float]:
    """Lanes down over lanes outward: the spec's wish, else the platform's, else 1."""
    if bench.spec.scale_up.taper is not None:
        return Valued[float](value=bench.spec.scale_up.taper, basis="spec", source="spec: scale_up.taper")
    stated = bench.platform.scale_up.taper
    return stated if stated is not None else Valued[float](value=1.0, basis="derived", source="no taper is stated")


def tier2_rack(bench: Bench, ports: int) -> RackType | None:
    """The rack of second-tier switches of one domain; None where the domain has no second tier."""
    plan = bench.platform.scale_up
    if not ports or plan.topology is None or plan.topology.value != "two_tier":
        return None
    per_track = _tier2_per_track(bench, ports)
    assert plan.tier2_switch is not None
    part, value, led = bench.pinned(TIER2, plan.tier2_switch, "scale_up.tier2_switch", "switch")
    tracks = bench.counts[SWITCH]
    total = tracks * per_track
    decision = bench.decide(
        "scale_up",
        "tier2",
        f"{total} x {part.part_id}",
        [
            value.reason("second-tier switch"),
            Reason(text=f"{per_track} for each of {tracks} tracks carry {ports} ports from each rack"),
            taper_of(bench).reason("taper"),
        ],
        [led, "scale_up.switch", "platform:scale_up.topology"],
    )
    add_switch(bench, TIER2, part.part_id, "domain", decision)
    return network_rack(bench, "scale-up-tier2", {TIER2: total}, "domain")


def inter_rack_links(bench: Bench, design: Design, ports: int, domains: list[list[int]]) -> LinkTable | None:
    """All scale-up links between the racks of every domain; None while domains stay in one rack.

    domains: indices of each domain's racks, compute racks first, then the rack of its second tier.
    """
    plan = bench.platform.scale_up
    if not ports or plan.topology is None:
        return None
    if plan.topology.value == "dual_rack":
        columns = [_pair(design, racks, ports) for racks in domains if len(racks) == 2]
        layer = "track_track"
    else:
        columns = [_second_tier(bench, design, racks, ports) for racks in domains]
        layer = "track_tier2"
    a_device, a_port, b_device, b_port = (np.concatenate(c).astype(np.int32) for c in zip(*columns, strict=True))
    routed = routed_mm(bench, design, a_device, b_device)
    assemblies, index, ordered = pick(_candidates(bench, plan), routed, "scale-up between racks")
    medium = _medium(bench, plan)
    decision = bench.decide(
        "scale_up",
        "inter_rack",
        ", ".join(f"{int((index == i).sum())} x {m.cable} ({m.medium})" for i, m in enumerate(assemblies)),
        [
            plan.topology.reason("topology between racks"),
            medium.reason("medium"),
            Reason(text=f"routed {routed.min() / 1000:.1f} to {routed.max() / 1000:.1f} m, slack included"),
        ],
        ["platform:scale_up.topology", "placement.floor", "scale_up.switch"],
    )
    return LinkTable(
        network="scale_up",
        layer=layer,
        gbps=_port_gbps(bench),
        scope="domain",
        a_ports="osfp-{}",
        b_ports="osfp-{}",
        assemblies=assemblies,
        decision=decision,
        a_device=a_device,
        a_port=a_port,
        b_device=b_device,
        b_port=b_port,
        assembly=index,
        routed_mm=routed,
        ordered_mm=ordered,
    )


def _pair(design: Design, racks: list[int], ports: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Dual rack: the switch of track i in one rack links only to that of track i in the other, port by port."""
    left, right = (_devices(design, rack, SWITCH) for rack in racks)
    port = np.tile(np.arange(ports, dtype=np.int32), len(left))
    return np.repeat(left, ports), port, np.repeat(right, ports), port


def _second_tier(bench: Bench, design: Design, racks: list[int], ports: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Two tiers: the switch of track i in every rack spreads its ports over the second tier of track i."""
    compute, last = racks[:-1], racks[-1]
    tier2 = _devices(design, last, TIER2)
    tracks = bench.counts[SWITCH]
    per_track = len(tier2) // tracks
    share = ports // per_track
    parts = []
    for number, rack in enumerate(compute):
        switches = _devices(design, rack, SWITCH)
        track = np.repeat(np.arange(len(switches)), ports)
        port = np.tile(np.arange(ports), len(switches))
        upper = tier2[track * per_track + port // share]
        parts.append((switches[track], port, upper, number * share + port % share))
    a, pa, b, pb = (np.concatenate(c).astype(np.int32) for c in zip(*parts, strict=True))
    return a, pa, b, pb


def _devices(design: Design, rack: int, kind: str) -> Ints:
    """Indices of the devices of one type in a rack."""
    devices = design.rack_type[design.racks[rack].type].devices
    start = int(design.rack_starts[rack])
    return np.array([start + i for i, d in enumerate(devices) if d.type == kind], dtype=np.int32)


def _tier2_per_track(bench: Bench, ports: int) -> int:
    """Second-tier switches of one track: as few as take the ports of all racks and split each switch evenly."""
    plan = bench.platform.scale_up
    assert plan.racks is not None
    if plan.tier2_switch is None:
        where = f"platform {bench.platform.name}: scale_up.tier2_switch"
        raise InputError("a second tier needs a switch", [Fault(where, "required key is missing")])
    part, _, _ = bench.pinned(TIER2, plan.tier2_switch, "scale_up.tier2_switch", "switch")
    radix = known(part, "ports")
    needed = plan.racks.value * ports
    if radix is None:
        raise Unsatisfiable("a second tier", [{"candidate": part.part_id, "message": "its ports are unknown"}])
    for count in range(1, ports + 1):
        if ports % count == 0 and count * int(radix) >= needed:
            return count
    refused = {
        "candidate": part.part_id,
        "rule": "LNK403",
        "message": "too few ports",
        "actual": needed,
        "limit": radix,
    }
    raise Unsatisfiable("a second tier", [refused])


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
        found.append(optic_candidate(bench, module.part_id, module.part_id, fibre, where, fibres=fibres))
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
