"""The scale-out fabric: its shape, its switches in racks of their own, and every link from NIC to core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.floor import routed_mm
from configurator.assembly.media import Candidate, optic_candidate, passed_over, pick
from configurator.assembly.network_racks import add_switch, network_rack, plan_of
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.splitters import copper_candidates
from configurator.design import Design, RackType
from configurator.errors import Fault, InputError, Unsatisfiable
from configurator.linktable import Ints, LinkAssembly, LinkTable, cables_for
from configurator.parts.base import Part, known
from configurator.platform import OpticSet, ScaleOutPlan, Valued
from configurator.reasons import Reason, Refusal
from configurator.topologies import automatic, topologies
from configurator.topologies.fabric import Fabric, Unbuildable

ROLES = ("leaf", "spine", "core")
TRUNK_LINKS = 12
"""Links that one 144-fibre trunk carries: 12 legs of MPO-12."""


@dataclass
class ScaleOut:
    """A fabric with the racks that its switches stand in."""

    fabric: Fabric
    gbps: float
    kinds: list[RackType] = field(default_factory=list)
    racks: list[tuple[str, int]] = field(default_factory=list)
    """(rack type, last node that its leaves serve; -1 for spines and cores), in the order of the switches."""
    order: list[tuple[str, int]] = field(default_factory=list)
    """(role, switch index) in the order in which they stand, rack by rack."""


def plan_scale_out(bench: Bench, domains: int) -> ScaleOut | None:
    """The fabric that the spec asks for, in racks; None where it asks for none.

    `auto` builds none for one domain and a rail-optimised one for several. Raises `InputError` for an unknown
    topology and `Unsatisfiable` when it cannot be built.
    """
    wish = bench.spec.scale_out.topology
    name = wish if wish != "auto" else automatic(domains if bench.platform.scale_out is not None else 1)
    why = "asked for" if wish != "auto" else f"{domains} scale-up domain(s)"
    if name == "none":
        bench.decide("scale_out", "fabric", "none", [Reason(text=why)], ["spec:scale_out.topology"])
        return None
    plan = bench.platform.scale_out
    if plan is None:
        fault = Fault(f"platform {bench.platform.name}: scale_out", "required key is missing", expected="its switches")
        raise InputError("a scale-out fabric needs switches", [fault])
    switch, value, led = bench.pinned("scale_out_switch", plan.switch, "scale_out.switch", "switch")
    gbps, nics = _nic(bench)
    radix = _radix(switch, gbps)
    fabric = _fabric(bench, name, plan, nics, radix)
    tiers = ", ".join(f"{count} {role}" for role, count in fabric.summed.items() if count)
    notes = [Reason(text=note) for note in fabric.notes]
    because = [
        Reason(text=why),
        value.reason("switch"),
        Reason(text=f"{radix} ports of {gbps:g} Gb/s a switch"),
        *notes,
    ]
    decision = bench.decide(
        "scale_out", "fabric", f"{name}: {tiers}", because, [led, "spec:scale_out", "nodes.accelerator"]
    )
    for role in ROLES:
        if fabric.summed.get(role, 0):  # type: ignore[call-overload]
            add_switch(bench, role, switch.part_id, "scale_out", decision)
    return _in_racks(bench, ScaleOut(fabric, gbps), nics)


def _nic(bench: Bench) -> tuple[float, int]:
    """(rate of one scale-out port [Gb/s], scale-out ports of a node). Raises `Unsatisfiable` where unknown or mixed."""
    contents = [c for c in bench.device_types[COMPUTE].contents if c.role == "nic" and c.network == "scale_out"]
    parts = [bench.catalog.part(c.part) for c in contents]
    rates = {known(p, "port_gbps") for p in parts}
    ports = [known(p, "ports") for p in parts]
    if len(rates) != 1 or None in rates or None in ports:
        told = ", ".join(p.part_id for p in parts) or "no NIC"
        message = "ports or rate of the scale-out NICs are unknown or differ"
        raise Unsatisfiable("a scale-out fabric", [{"candidate": told, "message": message}])
    return float(next(iter(rates))), sum(int(p) * c.quantity for p, c in zip(ports, contents, strict=True))


def _radix(switch: Part, gbps: float) -> int:
    """Logical ports of a switch at a rate: its cages broken out. Raises `Unsatisfiable` where unknown."""
    ports, rate = known(switch, "ports"), known(switch, "port_gbps")
    if ports is None or rate is None:
        raise Unsatisfiable("a scale-out fabric", [{"candidate": switch.part_id, "message": "its ports are unknown"}])
    return int(ports * rate // gbps)


def _fabric(bench: Bench, name: str, plan: ScaleOutPlan, nics: int, radix: int) -> Fabric:
    gallery = topologies()
    wish, planes = bench.spec.scale_out, _planes(bench, plan)
    nodes = bench.gpus // bench.platform.node.accelerators.value
    keys: dict[str, Any] = {"oversubscription": wish.oversubscription, "unit_nodes": min(plan.unit_nodes.value, nodes)}
    if planes > 1 or name == "multi_plane":
        keys["planes"] = planes
    if nics % planes:
        refused = {
            "candidate": f"{planes} planes",
            "rule": "LNK410",
            "message": f"the {nics} scale-out ports of a node do not divide over {planes} planes",
            "actual": planes,
            "limit": nics,
            "unit": "ports",
        }
        fits = [n for n in range(1, nics + 1) if nics % n == 0]
        changes = [{"change": f"scale_out.planes: {n}"} for n in fits]
        raise Unsatisfiable(f"{name} of {planes} planes", [refused], changes)
    try:
        fabric: Fabric = gallery[name].plan(nodes, nics // planes, radix, **keys)
    except Unbuildable as error:
        refused = {
            "candidate": f"{name} of {radix}-port switches",
            "rule": "LNK410",
            "message": error.message,
            "actual": error.actual,
            "limit": error.limit,
            "unit": error.unit,
        }
        raise Unsatisfiable(error.wanted, [refused], [{"change": r} for r in error.repairs]) from None
    return fabric


def _planes(bench: Bench, plan: ScaleOutPlan) -> int:
    """Equal fabrics side by side: the spec's wish, else the platform's, else one."""
    if bench.spec.scale_out.planes > 1 or plan.planes is None:
        return bench.spec.scale_out.planes
    return plan.planes.value


def _in_racks(bench: Bench, made: ScaleOut, nics: int) -> ScaleOut:
    """Switches into network racks, as many as one holds: leaves in their order, then spines, then cores."""
    most = plan_of(bench).switches_max.value
    queue = [(role, i) for role in ROLES for i in range(made.fabric.summed.get(role, 0))]  # type: ignore[call-overload]
    leaves = made.fabric.summed.get("leaf", 0)
    chunks: list[list[tuple[str, int]]] = []
    for index, item in enumerate(queue):
        if not chunks or len(chunks[-1]) == most or (item[0] != "leaf" and index == leaves and leaves > most):
            chunks.append([])
        chunks[-1].append(item)
    first = made.fabric.links("node_leaf")
    last_node = np.zeros(max(leaves, 1), dtype=np.int64)
    np.maximum.at(last_node, first.upper, first.lower // max(nics // made.fabric.planes, 1))
    kinds: dict[tuple[tuple[str, int], ...], RackType] = {}
    for chunk in chunks:
        made.order.extend(chunk)
        composition = tuple(Counter(role for role, _ in chunk).items())
        if composition not in kinds:
            name = f"scale-out-{len(kinds) + 1}"
            kinds[composition] = network_rack(bench, name, dict(composition), "scale_out")
        served = [int(last_node[i]) for role, i in chunk if role == "leaf"]
        made.racks.append((kinds[composition].name, max(served) if len(served) == len(chunk) else -1))
    made.kinds = list(kinds.values())
    return made


def scale_out_links(bench: Bench, design: Design, made: ScaleOut) -> list[LinkTable]:
    """Every link of the fabric, layer by layer, with what joins it."""
    plan = bench.platform.scale_out
    assert plan is not None
    nodes = _indices(design, (COMPUTE,))
    switches = _switch_indices(design, made)
    nics = _nic(bench)[1] // made.fabric.planes
    tables = []
    ends = {"node_leaf": ("", "leaf"), "leaf_spine": ("leaf", "spine"), "spine_core": ("spine", "core")}
    for layer in made.fabric.layers:
        links = made.fabric.links(layer.name)
        low, high = ends[layer.name]
        if not low:
            a_device = nodes[links.lower // nics]
            a_port = (links.lower % nics) * made.fabric.planes + links.lower_port
            sets, tag = plan.node_optics, "nic-{}"
        else:
            a_device, a_port = switches[low][links.lower], links.lower_port
            sets, tag = plan.switch_optics, "port-{}"
        b_device, b_port = switches[high][links.upper], links.upper_port
        ends_of = (a_device, b_device, b_port)
        routed = routed_mm(bench, design, a_device, b_device)
        share = _twin(bench, made.gbps)
        below = _node_twin(bench) if not low else share
        bundle = np.zeros(len(routed), dtype=np.int32)
        if not low:
            bundle = _bundles(_cages(b_device, b_port, share), _cages(a_device, a_port, below))
        candidates = _candidates(bench, sets, below, share, layer.name)
        refused: list[Refusal] = []
        if not low:
            candidates, refused = _with_copper(bench, plan, candidates, made.gbps, below, share)
        assemblies, index, ordered = pick(candidates, routed, layer.name.replace("_", "-"), bundle)
        decision = bench.decide(
            "scale_out",
            layer.name,
            ", ".join(f"{int((index == i).sum())} x {m.cable} ({m.medium})" for i, m in enumerate(assemblies)),
            [
                Reason(
                    text=f"modules and fibre, nearest reach first: {_told(sets)}", source=sets.source, basis=sets.basis
                ),
                *([plan.node_copper[0].reason("copper where it reaches")] if not low and plan.node_copper else []),
                Reason(text=f"links of a {'cage' if not low else 'layer'} share a medium, by the longest of them"),
                Reason(text=f"routed {routed.min() / 1000:.1f} to {routed.max() / 1000:.1f} m, slack included"),
            ],
            ["platform:scale_out", "scale_out.fabric", "placement.floor"],
            [*passed_over(candidates), *refused],
        )
        tables.append(
            LinkTable(
                network="scale_out",
                layer=layer.name,
                gbps=made.gbps,
                scope="scale_out",
                a_ports=tag,
                b_ports="port-{}",
                cage_links_a=below,
                cage_links_b=share,
                lanes=_lanes(bench, made.gbps),
                assemblies=assemblies,
                decision=decision,
                a_device=a_device.astype(np.int32),
                a_port=a_port.astype(np.int32),
                b_device=b_device.astype(np.int32),
                b_port=b_port.astype(np.int32),
                assembly=index,
                cable=cables_for(assemblies, index, _shared_by(design, assemblies, index, ends_of, share)),
                routed_mm=routed,
                ordered_mm=ordered,
            )
        )
    return tables


def _told(sets: Valued[tuple[OpticSet, ...]]) -> str:
    return ", then ".join(f"{s.module_a} and {s.module_b} over {s.fibre}" for s in sets.value)


def _with_copper(
    bench: Bench, plan: ScaleOutPlan, optics: list[Candidate], gbps: float, below: int, share: int
) -> tuple[list[Candidate], list[Refusal]]:
    """Ways to join a NIC to a leaf: copper first, then modules, narrowed by the medium asked for; and what is refused.

    Raises `Unsatisfiable` when copper alone is asked for and none fits.
    """
    wish = bench.spec.scale_out.node_medium
    if wish == "optics":
        return optics, []
    copper: list[Candidate] = []
    refused: list[Refusal] = []
    if below == 1:
        copper, refused = copper_candidates(bench, plan.node_copper, _nics(bench)[0], _switch(bench), gbps, share)
    if wish == "auto":
        return [*copper, *optics], refused
    if not copper:
        why = [r.model_dump() for r in refused] or [{"candidate": "copper", "message": "the platform states none"}]
        raise Unsatisfiable("copper between NIC and leaf", why, [{"change": "scale_out.node_medium: auto"}])
    return copper, refused


def _shared_by(
    design: Design, assemblies: Sequence[LinkAssembly], index: Ints, ends: tuple[Ints, Ints, Ints], share: int
) -> Ints:
    """Links that may share a cable: those of one cage for a splitter, those between the same two racks for a trunk.

    ends: device at a, device and port at b.
    """
    a_device, b_device, b_port = ends
    starts, racks = design.rack_starts, len(design.racks)
    first, second = (np.searchsorted(starts, device, side="right") - 1 for device in (a_device, b_device))
    pairs = (first.astype(np.int64) * racks + second).astype(np.int32)
    splitter = np.array([m.splits for m in assemblies])[index]
    found: Ints = np.where(splitter, _cages(b_device, b_port, share), pairs).astype(np.int32)
    return found


def _twin(bench: Bench, gbps: float) -> int:
    """Links that one switch cage carries: a twin-port 800G module holds two of 400G."""
    switch = _switch(bench)
    return max(1, int((known(switch, "port_gbps") or gbps) // gbps)) * _ports_of_cage(switch)


def _switch(bench: Bench) -> Part:
    """The switch of the fabric."""
    plan = bench.platform.scale_out
    assert plan is not None
    return bench.pinned("scale_out_switch", plan.switch, "scale_out.switch", "switch")[0]


def _nics(bench: Bench) -> list[Part]:
    """The scale-out NICs of a node, one of each kind."""
    contents = bench.device_types[COMPUTE].contents
    return [bench.catalog.part(c.part) for c in contents if c.role == "nic" and c.network == "scale_out"]


def _lanes(bench: Bench, gbps: float) -> int | None:
    """Lanes of one link at the switch; None where the rate of its lanes is unknown."""
    rate = known(_switch(bench), "lane_gbps")
    return int(gbps // rate) if rate else None


def _node_twin(bench: Bench) -> int:
    """Links that one cage of a node's scale-out NIC carries."""
    return _ports_of_cage(_nics(bench)[0])


def _ports_of_cage(part: Part) -> int:
    """Ports of one cage: two where the data sheet names twin-port cages."""
    return 2 if "twin" in str(known(part, "port_form_factor") or "") else 1


def _cages(device: Ints, port: Ints, share: int) -> Ints:
    """Number of the cage that each link's end sits in, from 0."""
    cages = device.astype(np.int64) * 100_000 + port // share
    numbers: Ints = np.unique(cages, return_inverse=True)[1].astype(np.int32)
    return numbers


def _bundles(upper: Ints, lower: Ints) -> Ints:
    """Links that share a module at either end, directly or by way of others: numbered by their first cage."""
    found = upper
    while True:
        least = np.full(int(lower.max(initial=-1)) + 1, np.iinfo(np.int32).max, dtype=np.int32)
        np.minimum.at(least, lower, found)
        first = np.full(int(upper.max(initial=-1)) + 1, np.iinfo(np.int32).max, dtype=np.int32)
        np.minimum.at(first, upper, least[lower])
        if (first[upper] == found).all():
            return found
        found = first[upper]


def _candidates(
    bench: Bench, sets: Valued[tuple[OpticSet, ...]], below: int, share: int, layer: str
) -> list[Candidate]:
    """The stated sets of modules and fibre, and each with a trunk where its fibre is one: in the order stated."""
    found = []
    for item in sets.value:
        trunk = (known(bench.part(item.fibre, layer, "fiber"), "fibers") or 0) >= 144
        modules = (item.module_a, item.module_b)
        candidate = optic_candidate(bench, modules, item.fibre, layer, links_a=below, links_b=share)
        if trunk:
            bundled = candidate.made.model_copy(update={"links_per_cable": TRUNK_LINKS})
            candidate = replace(candidate, made=bundled)
        found.append(candidate)
    return found


def _indices(design: Design, kinds: Sequence[str]) -> Ints:
    """Indices of all devices of some types, in rack order."""
    names, types = design.device_types_by_index()
    wanted = [i for i, name in enumerate(names) if name in kinds]
    return np.flatnonzero(np.isin(types, wanted)).astype(np.int32)


def _switch_indices(design: Design, made: ScaleOut) -> dict[str, Ints]:
    """Role -> device index of each of its switches: racks hold them in the order in which they were queued."""
    found: dict[str, Ints] = {}
    for role in ROLES:
        found[role] = _indices(design, (role,))
    for role, indices in found.items():
        wanted = [i for r, i in made.order if r == role]
        assert wanted == list(range(len(indices))), role
    return found
