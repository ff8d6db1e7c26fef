"""All subjects of a finished design, made from its facts alone: what a fresh build and a hand-edited file share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from configurator.design import Content, Design, Device, DeviceType, RackType
from configurator.linktable import Ints, LinkAssembly
from configurator.measures.device import device_facts, is_liquid_cooled
from configurator.measures.floor import device_racks
from configurator.measures.line import line_uses
from configurator.measures.rack import RackFacts, coolant_flow_lpm, slot_mm
from configurator.measures.subjects import (
    BranchUse,
    CableUse,
    CoolingUse,
    DesignUse,
    LinksUse,
    NodeUse,
    PartUse,
    Ports,
    PortUse,
    RackUse,
    ScaleUpUse,
    ServerUse,
    SlotUse,
    Some,
    Subject,
)
from configurator.measures.supply import busbar_use, feed_uses, shelf_use
from configurator.measures.trays import Laid, laid, tray_use
from configurator.parts.base import Part, known
from configurator.platform import FACILITY

LANES_PER_PORT = 8
"""Lanes of one scale-up port between racks: 8 x 100G in an 800G cage."""
REAR_ROLES = ("manifold", "busbar", "cable_tray")
SERVICES = ("service",)


def subjects_of(
    design: Design, racks: Mapping[str, RackFacts], edited: bool = False, cables: Laid | None = None
) -> Iterator[Subject]:
    """Every subject of a design, in a fixed order. `racks`: facts by rack type name; `cables`: where already laid."""
    for made in design.device_types:
        if any(c.role == "accelerator" for c in made.contents):
            yield _node_use(design, made)
    for kind in design.rack_types:
        yield from _rack_subjects(design, kind, racks[kind.name])
    if design.links:
        yield links_use(design)
        yield from line_uses(design)
        use = tray_use(design, cables or laid(design))
        if use is not None:
            yield use
    yield from _server_uses(design)
    yield from _part_uses(design)
    yield _design_use(design, edited)


def _rack_subjects(design: Design, kind: RackType, facts: RackFacts) -> Iterator[Subject]:
    yield _rack_use(design, kind, facts)
    yield from _slot_uses(design, kind)
    yield from _scale_up_uses(design, kind)
    shelf = shelf_use(design, kind, facts)
    if shelf is not None:
        yield shelf
    bar = busbar_use(design, kind, f"{kind.name}/busbar")
    if bar is not None:
        yield bar
    yield from feed_uses(design, kind, facts)
    yield from cooling_uses(design, kind, facts)
    yield from _port_uses(design, kind)
    for cable in kind.cables:
        a, b = (_device_part(design, kind, end.device) for end in (cable.a, cable.b))
        path = f"{kind.name}/{cable.a.device}:{cable.a.port}"
        yield CableUse(path=path, decisions=(cable.decision,), cable=cable, part=design.parts[cable.part], a=a, b=b)


def _device_part(design: Design, kind: RackType, name: str) -> Part:
    device = next(d for d in kind.devices if d.name == name)
    return design.parts[design.device_type[device.type].part]


def _node_use(design: Design, made: DeviceType) -> NodeUse:
    def some(role: str) -> tuple[Some, ...]:
        return tuple(Some(design.parts[c.part], c.quantity, c.network) for c in made.contents if c.role == role)

    def one(role: str) -> Part | None:
        found = some(role)
        return found[0].part if found else None

    nothing = Some(design.parts[made.part], 0)
    return NodeUse(
        path=made.name,
        decisions=tuple(dict.fromkeys((made.decision, *(c.decision for c in made.contents)))),
        chassis=design.parts[made.part],
        accelerators=next(iter(some("accelerator")), nothing),
        cpus=next(iter(some("cpu")), nothing),
        memory=next(iter(some("memory")), nothing),
        board=one("board"),
        nics=some("nic"),
        drives=some("drive"),
        pcie_switches=some("pcie_switch"),
        cooling_kit=one("cooling_kit"),
        liquid_w=device_facts(design, made).liquid_w,
        air_cooled=not is_liquid_cooled(design, made.role),
    )


def _rack_use(design: Design, kind: RackType, facts: RackFacts) -> RackUse:
    site = design.spec.site
    blanks = [c for c in kind.contents if c.role == "blank"]
    heights = [(design.parts[c.part].extent_mm or 0.0) * c.quantity for c in blanks]

    def bottoms(role: str) -> tuple[float, ...]:
        return tuple(sorted(d.bottom_mm for d in kind.devices if design.device_type[d.type].role == role))

    return RackUse(
        path=kind.name,
        decisions=(kind.decision, "placement.rack"),
        rack=design.parts[kind.part],
        count=design.rack_counts[kind.name],
        it_w=facts.it_w,
        input_w=facts.input_w,
        payload_kg=facts.payload_kg,
        mass_kg=facts.mass_kg,
        used_mm=facts.used_mm,
        site_power_kw_max=site.rack_power_kw_max,
        site_height_ou_max=site.rack_height_ou_max,
        site_floor_kg_m2_max=site.floor_kg_m2_max,
        blanks_mm=sum(heights),
        scale_up_bottoms_mm=bottoms("scale_up_switch"),
        compute_bottoms_mm=bottoms("compute"),
        air_w=facts.air_w,
        typical_w=facts.typical_w,
        liquid_w=facts.liquid_w,
    )


def _slot_uses(design: Design, kind: RackType) -> Iterator[SlotUse]:
    rack = design.parts[kind.part]
    pitch = known(rack, "unit_pitch_mm")
    rear = tuple(design.parts[c.part] for c in kind.contents if c.role in REAR_ROLES)
    extents = {d.name: (d.bottom_mm, d.bottom_mm + slot_mm(design, d, pitch or 1.0).value) for d in kind.devices}
    for device in kind.devices:
        made = design.device_type[device.type]
        low, high = extents[device.name]
        overlaps, depth = [], 0.0
        for other, (other_low, other_high) in extents.items():
            shared = min(high, other_high) - max(low, other_low)
            if pitch is not None and other != device.name and shared > 1e-6:
                overlaps.append(other)
                depth = max(depth, shared)
        yield SlotUse(
            path=f"{kind.name}/{device.name}",
            decisions=(made.decision, "placement.order"),
            device=design.parts[made.part],
            rack=rack,
            bottom_mm=device.bottom_mm,
            overlaps=tuple(overlaps),
            overlap_mm=round(depth, 3),
            rear_parts=rear,
            service_clearance_mm=design.platform.rack.service_clearance_mm.value,
            adapted=any(c.role == "adapter" for c in made.contents),
        )


def _scale_up_uses(design: Design, kind: RackType) -> Iterator[ScaleUpUse]:
    nodes = [d for d in kind.devices if design.device_type[d.type].role == "compute"]
    if not nodes:
        return
    made = design.device_type[nodes[0].type]
    gpus = next((c for c in made.contents if c.role == "accelerator"), None)
    if gpus is None:
        return
    gpu = design.parts[gpus.part]
    decisions = tuple(d.id for d in design.decisions if d.step == "scale_up")
    if design.platform.scale_up.kind == "baseboard":
        board = next((design.parts[c.part] for c in made.contents if c.role == "board"), None)
        names = tuple(f"{made.name}/gpu-{i + 1}" for i in range(gpus.quantity))
        yield ScaleUpUse(
            path=made.name,
            decisions=decisions,
            accelerator=gpu,
            switch=None,
            accelerators=names,
            asics=(),
            lanes=(),
            baseboard=board or (design.parts[made.part] if design.platform.scale_up.external is not None else None),
            size_wanted=gpus.quantity if design.platform.scale_up.external is not None else design.scale_up_size,
        )
        return
    trays = [d for d in kind.devices if design.device_type[d.type].role == "scale_up_switch"]
    switch = design.parts[design.device_type[trays[0].type].part] if trays else None
    chips = int((known(switch, "asics") if switch is not None else 0) or 1)
    fixed = [c for c in kind.contents if c.role == "cable_tray"]
    tray_part = design.parts[fixed[0].part] if fixed else None
    plan = design.platform.scale_up
    in_rack = design.scale_up_size // (plan.racks.value if plan.racks is not None else 1)
    full = len(nodes) >= design.platform.rack.nodes.value
    yield ScaleUpUse(
        path=f"{kind.name}/scale-up",
        decisions=decisions,
        accelerator=gpu,
        switch=switch,
        accelerators=tuple(f"{n.name}/gpu-{i + 1}" for n in nodes for i in range(gpus.quantity)),
        asics=tuple(f"{t.name}/asic-{i + 1}" for t in trays for i in range(chips)),
        lanes=kind.lanes,
        cable_tray=tray_part,
        cable_trays=sum(c.quantity for c in fixed),
        longest_run_m=_longest_run_m(nodes, trays, tray_part),
        size_wanted=in_rack if full else len(nodes) * gpus.quantity,
        outward_lanes=outward_lanes(design, kind),
    )


def links_use(design: Design) -> LinksUse:
    """All links between racks, with what their rules need."""
    names, types = design.device_types_by_index()
    parts = {m for t in design.links for a in t.assemblies for m in _parts_of(a) if m is not None}
    return LinksUse(
        path="links",
        decisions=tuple(dict.fromkeys(t.decision for t in design.links)),
        tables=design.links,
        devices=tuple(design.parts[design.device_type[name].part] for name in names),
        roles=tuple(design.device_type[name].role for name in names),
        device_types=types,
        tracks=_track_numbers(design, types, names),
        parts={p: design.parts[p] for p in sorted(parts)},
        named_ports=dict(_named_ports(design, names)),
        name_of=lambda index: "/".join((design.place(index)[0].name, design.place(index)[1].name)),
        backbone=design.backbone,
        device_rows=np.array([rack.row for rack in design.racks], dtype=np.int32)[device_racks(design)],
    )


def _named_ports(design: Design, names: tuple[str, ...]) -> Iterator[tuple[tuple[int, str], Ports]]:
    """The ports that links call by a name of their own: NICs by network, uplink cages, ways to switches outside."""
    external = design.platform.scale_up.external
    for index, name in enumerate(names):
        made = design.device_type[name]
        own = design.parts[made.part]
        for tag, networks in (("nic-{}", ("scale_out",)), ("front-end-{}", ("front_end", "storage", "in_band"))):
            nics = [c for c in made.contents if c.role == "nic" and c.network in networks]
            counts = [(known(design.parts[c.part], "ports"), c.quantity) for c in nics]
            count = None if any(p is None for p, _ in counts) else sum(int(p) * q for p, q in counts)
            rates = [known(design.parts[c.part], "port_gbps") for c in nics]
            least = min((r for r in rates if r is not None), default=None)
            part = design.parts[nics[0].part] if len(nics) == 1 else own
            yield (index, tag), Ports(count, part, least)
        if made.role == "compute" and external is not None:
            yield (index, "scale-up-{}"), Ports(external.count.value, own)
        if made.role == "management_switch":
            yield (index, "uplink-{}"), Ports(uplink_cages(own), own)


def uplink_cages(switch: Part) -> int | None:
    """Cages of a management switch besides its copper ports, by its data sheet: `RJ45 + 4x QSFP28` has four."""
    form = known(switch, "port_form_factor")
    if form is None:
        return None
    return sum(int(n) for n in re.findall(r"\+ (\d+)x (?:QSFP|OSFP|SFP)", str(form)))


def _parts_of(made: LinkAssembly) -> tuple[str | None, ...]:
    return made.cable, made.module_a, made.module_b, made.junction_part


def _track_numbers(design: Design, types: Ints, names: tuple[str, ...]) -> Ints:
    """Which track each scale-up switch is in its rack, from 0; 0 for every other device."""
    tracks = np.zeros(len(types), dtype=np.int32)
    for kind in design.rack_types:
        number, own = 0, np.zeros(len(kind.devices), dtype=np.int32)
        for i, device in enumerate(kind.devices):
            if design.device_type[device.type].role == "scale_up_switch":
                own[i], number = number, number + 1
        for start, rack in zip(design.rack_starts.tolist(), design.racks, strict=False):
            if rack.type == kind.name:
                tracks[start : start + len(own)] = own
    return tracks


def outward_lanes(design: Design, kind: RackType) -> int:
    """Scale-up lanes that all ASICs of one rack of a type send to other racks [lanes]; the most of any such rack."""
    numbers = [i for i, rack in enumerate(design.racks) if rack.type == kind.name]
    most = 0
    for table in design.links:
        if table.network == "scale_up" and numbers:
            ends = np.concatenate([table.a_device, table.b_device])
            racks = np.searchsorted(design.rack_starts, ends, side="right") - 1
            most += int(np.bincount(racks, minlength=len(design.racks))[numbers].max())
    return most * LANES_PER_PORT


def _longest_run_m(nodes: list[Device], trays: list[Device], cable_tray: Part | None) -> float | None:
    """Longest way from a node to a switch tray through the cable tray [m]: vertical, and its depth in and out."""
    depth = known(cable_tray, "depth_mm") if cable_tray is not None else None
    if depth is None or not nodes or not trays:
        return None
    vertical = max(abs(n.bottom_mm - t.bottom_mm) for n in nodes for t in trays)
    return round((vertical + 2 * float(depth)) / 1000, 3)


def cooling_uses(design: Design, kind: RackType, facts: RackFacts) -> Iterator[Subject]:
    """The loop of a rack and its branches, as subjects; nothing for an air-cooled one."""
    plan = design.platform.cooling
    cdus = [d for d in kind.devices if design.device_type[d.type].role == "cdu"]
    if plan.kind == "air" or plan.delta_t_k is None or plan.supply_c is None or plan.redundancy is None:
        return
    cooled = [d for d in kind.devices if is_liquid_cooled(design, design.device_type[d.type].role)]
    types = {d.type: design.device_type[d.type] for d in cooled}
    manifolds = [c for c in kind.contents if c.role == "manifold"]
    manifold = design.parts[manifolds[0].part] if manifolds else None
    outside = plan.cdu is not None and plan.cdu.value == FACILITY
    if cdus or (outside and cooled):
        cdu = design.device_type[cdus[0].type] if cdus else None
        yield CoolingUse(
            path=f"{kind.name}/{cdu.name if cdu is not None else 'loop'}",
            decisions=("cooling.cdu", "cooling.manifold"),
            cdu=design.parts[cdu.part] if cdu is not None else None,
            cdus=len(cdus),
            redundancy=plan.redundancy.value,
            liquid_w=facts.liquid_w,
            flow_lpm=facts.flow_lpm,
            delta_t_k=plan.delta_t_k.value,
            supply_c=plan.supply_c.value,
            manifold=manifold,
            branches=sum(_couplings(t) for d in cooled for t in (types[d.type],)),
            cooled=_on_the_loop(design, tuple(types.values())),
            path_kpa=_worst_path(design, tuple(types.values()), manifold),
        )
    for made in types.values():
        coupling = next((c for c in made.contents if c.role == "quick_disconnect"), None)
        if coupling is None:
            continue
        heat = device_facts(design, made).liquid_w
        yield BranchUse(
            path=f"{kind.name}/{made.name}",
            decisions=(coupling.decision,),
            coupling=design.parts[coupling.part],
            pairs=coupling.quantity,
            liquid_w=heat,
            flow_lpm=coolant_flow_lpm(design, heat),
        )


def _couplings(made: DeviceType) -> int:
    return sum(c.quantity for c in made.contents if c.role == "quick_disconnect")


def _on_the_loop(design: Design, types: tuple[DeviceType, ...]) -> tuple[Part, ...]:
    """Parts that coolant reaches: those with a share of their heat to liquid."""
    found: dict[str, Part] = {}
    for made in types:
        for part_id in (made.part, *(c.part for c in made.contents)):
            part = design.parts[part_id]
            if "coolant_inlet_max_c" in type(part).model_fields and (
                not part.liquid_field or known(part, part.liquid_field) != 0
            ):
                found[part_id] = part
    return tuple(found.values())


def _worst_path(design: Design, types: tuple[DeviceType, ...], manifold: Part | None) -> tuple[Part, ...]:
    """Parts in series on the branch with the largest stated pressure drop, with coupling and manifold."""
    paths = []
    for made in types:
        parts = [design.parts[c.part] for c in made.contents if c.role in ("cooling_kit", "quick_disconnect")]
        if not any(c.role == "cooling_kit" for c in made.contents):
            parts.insert(0, design.parts[made.part])
        paths.append(tuple(parts))
    worst = max(paths, key=lambda p: sum(known(x, "pressure_drop_kpa") or 0.0 for x in p), default=())
    return (*worst, manifold) if manifold is not None else worst


def _port_uses(design: Design, kind: RackType) -> Iterator[PortUse]:
    used: dict[tuple[str, str], list[str]] = {}
    for cable in kind.cables:
        for end in (cable.a, cable.b):
            used.setdefault((end.device, cable.network), []).append(end.port)
    for device in kind.devices:
        made = design.device_type[device.type]
        part = design.parts[made.part]
        path = f"{kind.name}/{device.name}"
        if made.role == "management_switch":
            ports = known(part, "ports")
            names = tuple(used.get((device.name, "out_of_band"), ()))
            yield PortUse(
                path=path, decisions=(made.decision,), device=part, network="out_of_band", ports=ports, used=names
            )
        elif names := tuple(used.get((device.name, "out_of_band"), ())):
            yield PortUse(
                path=path,
                decisions=(made.decision,),
                device=part,
                network="out_of_band",
                ports=len(set(names)),
                used=names,
            )
    for made in design.device_types:
        for content in made.contents:
            if content.role == "nic":
                yield _nic_ports(design, made, content)


def _nic_ports(design: Design, made: DeviceType, content: Content) -> PortUse:
    """The ports of one kind of NIC: on the fabrics of its network where there are any, else spare."""
    part = design.parts[content.part]
    network = content.network or "scale_out"
    on = ("storage", "in_band") if network == "front_end" else (network,)
    joined = sorted({t.network for t in design.links if t.layer == "node_leaf" and t.network in on})
    used = tuple(f"the {name.replace('_', '-')} fabric" for name in joined)
    return PortUse(
        path=f"{made.name}/{content.part}",
        decisions=(content.decision,),
        device=part,
        network=network,
        ports=known(part, "ports"),
        used=used,
        deliberately_spare=True,
    )


def _server_uses(design: Design) -> Iterator[ServerUse]:
    """The platform's servers whose network is built and whose part is known to the design, or that are left out."""
    built = {t.network for t in design.links if t.layer == "node_leaf"}
    for plan in design.platform.networks.servers:
        networks = [nic.network for nic in plan.nics if nic.network in built]
        part = design.parts.get(plan.part.value)
        if networks and part is not None:
            sites = len({rack.site for rack in design.racks})
            placed = sum(
                design.rack_counts[k.name] * sum(d.type == plan.name for d in k.devices) for k in design.rack_types
            )
            yield ServerUse(
                path=plan.name,
                decisions=(f"{networks[0]}.fabric",),
                server=part,
                wanted=plan.count.value * sites,
                placed=placed,
                network=networks[0],
            )


def _part_uses(design: Design) -> Iterator[PartUse]:
    met: dict[str, tuple[int, bool, set[str]]] = {}
    for made in design.device_types:
        number = sum(
            design.rack_counts[k.name] * sum(d.type == made.name for d in k.devices) for k in design.rack_types
        )
        own = [(made.part, 1, False, made.decision)]
        inner = [(c.part, c.quantity, c.included, c.decision) for c in made.contents]
        for part_id, quantity, included, decision in (*own, *inner):
            _meet(met, part_id, quantity * number, included, decision)
    for kind in design.rack_types:
        count = design.rack_counts[kind.name]
        _meet(met, kind.part, count, False, "placement.rack")
        for content in kind.contents:
            _meet(met, content.part, content.quantity * count, content.included, content.decision)
        for cable in kind.cables:
            _meet(met, cable.part, count, False, cable.decision)
    for table in design.links:
        for _, part_id, _, quantity in table.cabling:
            _meet(met, part_id, quantity, False, table.decision)
    for part_id in sorted(met):
        quantity, included, decisions = met[part_id]
        part = design.parts[part_id]
        yield PartUse(
            path=f"parts/{part_id}",
            decisions=tuple(sorted(decisions)),
            part=part,
            quantity=quantity,
            offers=design.offers.get(part_id, ()),
            as_of=design.as_of,
            included=included,
            service=part.category in SERVICES,
        )


def _meet(
    met: dict[str, tuple[int, bool, set[str]]], part_id: str, quantity: int, included: bool, decision: str
) -> None:
    if not quantity:
        return
    before, was, decisions = met.get(part_id, (0, True, set()))
    met[part_id] = (before + quantity, was and included, decisions | {decision})


def _design_use(design: Design, edited: bool) -> DesignUse:
    roles: dict[str, int] = {}
    gpus = nodes = 0
    for (role, _, _), quantity in design.tally().items():
        roles[role] = roles.get(role, 0) + quantity
    gpus, nodes = roles.get("accelerator", 0), roles.get("compute", 0)
    ports = design.platform.management.ports_per_device.value
    managed, reached = [], set()
    for kind in design.rack_types:
        reached |= {f"{kind.name}/{c.a.device}" for c in kind.cables if c.network == "out_of_band"}
        managed += [f"{kind.name}/{d.name}" for d in kind.devices if ports.get(design.device_type[d.type].role)]
    cable_tray = design.platform.scale_up.kind == "cable_tray"
    return DesignUse(
        path="design",
        decisions=("placement.racks",),
        roles=roles,
        gpus_wanted=design.gpus,
        gpus=gpus,
        scale_up_size=design.scale_up_size,
        nodes=nodes,
        racks=len(design.racks),
        expected=_expected(design, roles),
        liquid_cooled=design.platform.cooling.kind == "liquid",
        cooled_outside=design.platform.cooling.cdu is not None and design.platform.cooling.cdu.value == FACILITY,
        busbar_powered=design.platform.power.kind == "busbar",
        rack_scale=cable_tray,
        managed=tuple(managed),
        reached=tuple(sorted(reached)),
        edited=edited,
        passed_over=_passed_over(design),
    )


def _passed_over(design: Design) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (decision.id, refused.candidate, refused.message)
        for decision in design.decisions
        for refused in decision.refused
        if refused.message.startswith("cannot be judged")
    )


def _expected(design: Design, roles: Mapping[str, int]) -> dict[str, int]:
    """How many of each role the platform says must come along with what is there."""
    expected: dict[str, int] = {}
    compute = sum(n for name, n in design.rack_counts.items() if design.rack_type[name].role == "compute")
    racks = {"rack": compute, "network_rack": len(design.racks) - compute}
    for bring in (*design.platform.brings, *design.platform.services):
        parents = racks[bring.with_role] if bring.with_role in racks else roles.get(bring.with_role, 0)
        expected[bring.role] = expected.get(bring.role, 0) + parents * bring.count.value
    whole_nodes = design.gpus // design.platform.node.accelerators.value
    for role, count in (("cpu", design.platform.node.cpus), ("memory", design.platform.node.dimms)):
        if count is not None:
            expected[role] = whole_nodes * count.value
    for server in design.platform.networks.servers:
        nics = sum(nic.count.value for nic in server.nics) * roles.get(server.name, 0)
        expected["nic"] = expected.get("nic", 0) + nics
    for item in design.platform.node.fitted:
        expected[item.role] = expected.get(item.role, 0) + whole_nodes * item.count.value
    if design.platform.power.whip is not None:
        whipped = [k for k in design.rack_types if k.role == "compute"]
        expected["whip"] = sum(len(k.feeds) * design.rack_counts[k.name] for k in whipped)
    return dict(sorted(expected.items()))
