"""Steps 6 and 7: rack types with all in its place, lanes, cables, busbar and feeds; then stamped on the floor."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.assembly.management import management_cables
from configurator.assembly.nodes import COMPUTE
from configurator.assembly.placement import blanks, place
from configurator.assembly.power import choose_busbar, feeds_of
from configurator.assembly.scale_up import SWITCH, lane_groups
from configurator.design import Design, LaneGroup, Rack, RackType
from configurator.reasons import Reason


def choose_rack(bench: Bench) -> None:
    """The rack frame, with what it brings along."""
    part, value, led = bench.pinned("rack", bench.platform.rack.part, "rack.part", "rack")
    bench.rack_part = part
    bench.decide("placement", "rack", part.part_id, [value.reason("rack frame")], [led])
    bench.fixtures.extend(bench.brought_with("rack"))


def build_racks(bench: Bench) -> Design:
    """Every rack of the design: full ones of one type, and one smaller type for the nodes that remain."""
    per_rack = bench.counts[COMPUTE]
    node_gpus = bench.platform.node.accelerators.value
    nodes = bench.gpus // node_gpus
    full, rest = divmod(nodes, per_rack)
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
    kinds, racks = [], []
    for name, count, number in (("compute", per_rack, full), ("compute-part", rest, bool(rest))):
        if number and count:
            kinds.append(_rack_type(bench, name, count))
            racks.extend([name] * number)
    names = [Rack(name=f"rack-{i + 1}", type=kind) for i, kind in enumerate(racks)]
    return bench.design(kinds, names)


def _rack_type(bench: Bench, name: str, nodes: int) -> RackType:
    assert bench.rack_part is not None
    counts = {**bench.counts, COMPUTE: nodes}
    devices = place(bench, counts)
    fixtures = (*bench.fixtures, *blanks(bench, devices))
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
