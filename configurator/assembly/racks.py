"""Steps 6 and 7: rack types with all in its place, lanes, cables, busbar and feeds; stamped on the floor and joined."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.assembly.border import across_links
from configurator.assembly.fabric_links import fabric_links
from configurator.assembly.floor import check_measured, positions
from configurator.assembly.inter_rack import (
    domain_shape,
    external_links,
    external_racks,
    inter_rack_links,
    tier2_rack,
)
from configurator.assembly.management import management_cables
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.placement import blanks, place
from configurator.assembly.power import choose_busbar, feeds_of
from configurator.assembly.scale_up import SWITCH, lane_groups
from configurator.assembly.sites import laid_out, places
from configurator.assembly.structured import structured
from configurator.design import Design, LaneGroup, Rack, RackType
from configurator.errors import Unsatisfiable
from configurator.reasons import Reason


def choose_rack(bench: Bench) -> None:
    """The rack frame, with what it brings along."""
    part, value, led = bench.pinned("rack", bench.platform.rack.part, "rack.part", "rack")
    bench.rack_part = part
    bench.decide("placement", "rack", part.part_id, [value.reason("rack frame")], [led])
    bench.fixtures.extend(bench.brought_with("rack"))


def build_racks(bench: Bench) -> Design:
    """Every rack of the design, domain by domain, placed on the floor and joined.

    Full racks are of one type; nodes that remain stand in a smaller one, where a domain stays in one rack.
    """
    per_rack = bench.counts[COMPUTE]
    node_gpus = bench.platform.node.accelerators.value
    nodes = bench.gpus // node_gpus
    full, rest = divmod(nodes, per_rack)
    spans = bench.platform.scale_up.racks
    racks_per_domain = spans.value if spans is not None else 1
    _whole_domains(bench, full, rest, racks_per_domain, per_rack * node_gpus)
    bench.decide(
        "placement",
        "racks",
        str(full + bool(rest)),
        [
            Reason(text=f"{bench.gpus} GPUs are {nodes} nodes of {node_gpus}"),
            bench.platform.rack.nodes.reason("nodes a rack"),
        ],
        ["spec:gpus", "platform:rack.nodes", "nodes.accelerator"],
    )
    shape = domain_shape(bench)
    kinds: list[RackType] = []
    if full:
        kinds.append(_rack_type(bench, "compute", per_rack))
    if rest:
        kinds.append(_rack_type(bench, "compute-part", rest))
    second = tier2_rack(bench, shape)
    if second is not None:
        kinds.append(second)
    outside = external_racks(bench)
    kinds.extend({kind.name: kind for kind in outside}.values())
    groups = [["compute"] * racks_per_domain for _ in range(full // racks_per_domain)]
    groups = [[*group, *(kind.name for kind in outside)] for group in groups]
    if second is not None:
        groups = [[*group, second.name] for group in groups]
    if rest:
        groups.append(["compute-part"])
    by_name = {k.name: k for k in kinds}
    found, switch_kinds = places(bench, groups, by_name)
    racks: list[Rack] = []
    domains: list[list[int]] = []
    for spot in found:
        laid, here = laid_out(spot, by_name, len(racks))
        racks += positions(bench, laid, spot.site, racks)
        domains += here
    check_measured(bench, racks)
    kinds += switch_kinds
    design = bench.design(kinds, racks)
    between = (inter_rack_links(bench, design, shape, domains), external_links(bench, design, domains))
    tables = [table for table in between if table is not None]
    for spot in found:
        for fabric in spot.fabrics:
            tables += fabric_links(bench, design, fabric, spot.site)
    tables += across_links(bench, design, [(p.site, p.border, p.nodes) for p in found])
    if bench.spec.cabling.structured == "none":
        return bench.design(kinds, racks, tables)
    return bench.design(kinds, racks, *structured(bench, bench.design(kinds, racks, tables)))


def _whole_domains(bench: Bench, full: int, rest: int, racks_per_domain: int, rack_gpus: int) -> None:
    """A domain of several racks is built whole or not at all."""
    if racks_per_domain < 2 or (not rest and full % racks_per_domain == 0):
        return
    size = racks_per_domain * rack_gpus
    near = sorted({bench.gpus // size * size, -(-bench.gpus // size) * size} - {0})
    raise Unsatisfiable(
        f"{bench.gpus} GPUs in whole domains of {size}",
        [{"candidate": f"domains of {racks_per_domain} racks", "message": f"{bench.gpus} is not a multiple of {size}"}],
        [{"change": f"gpus: {n}"} for n in near],
    )


def _rack_type(bench: Bench, name: str, nodes: int) -> RackType:
    assert bench.rack_part is not None
    counts = {**bench.counts, COMPUTE: nodes}
    devices = place(bench, counts, bench.rack_part)
    fixtures = (*bench.fixtures, *blanks(bench, devices, bench.rack_part, bench.platform.blank))
    kind = RackType(
        name=name, part=bench.rack_part.part_id, devices=devices, contents=fixtures, decision="placement.racks"
    )
    busbar = choose_busbar(bench, kind)
    trays = [d for d in devices if d.type == SWITCH]
    lanes: tuple[LaneGroup, ...] = ()
    if trays:
        switch = bench.catalog.part(bench.device_types[SWITCH].part)
        lanes = lane_groups(bench, [d for d in devices if d.type == COMPUTE], trays, switch)
    return kind.model_copy(
        update={
            "contents": (*fixtures, busbar) if busbar is not None else fixtures,
            "lanes": lanes,
            "cables": management_cables(bench, kind),
            "feeds": feeds_of(bench, kind),
        }
    )
