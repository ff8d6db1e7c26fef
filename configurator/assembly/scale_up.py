"""Step 2: the scale-up fabric of one domain: which ASICs, and which lane of which GPU runs to which of theirs."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.assembly.nodes import COMPUTE
from configurator.design import Content, Device, DeviceType, LaneGroup
from configurator.errors import Unsatisfiable
from configurator.parts.base import Part, known
from configurator.platform import Valued
from configurator.topologies.single_tier import spread_lanes

SWITCH = "scale_up_switch"


def build_scale_up(bench: Bench) -> None:
    """Add the scale-up switch trays and the cable trays of a rack; a box's own baseboard needs neither.

    Raises `Unsatisfiable` when a GPU's lanes do not spread evenly over the ASICs.
    """
    plan = bench.platform.scale_up
    if plan.kind == "baseboard" or plan.switch is None or plan.asics_per_rack is None or plan.cable_tray is None:
        bench.decide("scale_up", "fabric", "baseboard", [plan.size.reason("domain inside the node")], ["platform:node"])
        return
    switch, value, led = bench.pinned(SWITCH, plan.switch, "scale_up.switch", "switch")
    wish = bench.spec.scale_up.asics_per_rack
    asics = plan.asics_per_rack
    if wish is not None:
        asics = Valued[int](value=wish, basis="spec", source="spec: scale_up.asics_per_rack")
    each = known(switch, "asics") or 1
    gpu = accelerator(bench)
    lanes = known(gpu, "scaleup_lanes_per_dir")
    if lanes is not None:
        _check_even(asics.value, int(lanes), int(each))
    trays = asics.value // int(each)
    decision = bench.decide(
        "scale_up",
        "switch",
        f"{trays} x {switch.part_id}",
        [value.reason("scale-up switch tray"), asics.reason("ASICs a rack")],
        [led, "spec:scale_up.asics_per_rack" if wish is not None else "platform:scale_up.asics_per_rack"],
        alternatives=_same_lanes(bench, switch),
    )
    contents = bench.brought_with(SWITCH)
    bench.add_type(
        DeviceType(name=SWITCH, role=SWITCH, part=switch.part_id, contents=contents, decision=decision), trays
    )
    _add_cable_trays(bench, plan.cable_tray, lanes)


def accelerator(bench: Bench) -> Part:
    """The accelerator of the node."""
    node = bench.device_types[COMPUTE]
    return bench.catalog.part(next(c.part for c in node.contents if c.role == "accelerator"))


def lane_groups(bench: Bench, nodes: list[Device], switches: list[Device], switch: Part) -> tuple[LaneGroup, ...]:
    """Every lane between the accelerators of these nodes and the ASICs of these trays."""
    gpu = accelerator(bench)
    lanes, asics = known(gpu, "scaleup_lanes_per_dir"), known(switch, "asics") or 1
    if lanes is None:
        return ()
    count = next(c.quantity for c in bench.device_types[COMPUTE].contents if c.role == "accelerator")
    gpus = [f"{node.name}/gpu-{i + 1}" for node in nodes for i in range(count)]
    chips = [f"{tray.name}/asic-{i + 1}" for tray in switches for i in range(int(asics))]
    return spread_lanes(gpus, chips, int(lanes))


def _check_even(asics: int, lanes: int, each: int) -> None:
    if asics % each == 0 and lanes % asics == 0:
        return
    fits = [n for n in range(each, lanes + 1, each) if lanes % n == 0]
    near = [*[n for n in fits if n > asics][:2], *[n for n in reversed(fits) if n < asics][:2]]
    raise Unsatisfiable(
        f"{asics} scale-up ASICs a rack",
        [
            {
                "candidate": f"{asics} ASICs a rack",
                "rule": "LNK201",
                "message": f"the {lanes} lanes of a GPU do not spread evenly over {asics} ASICs in trays of {each}",
                "actual": asics,
                "limit": lanes,
                "unit": "lanes",
            }
        ],
        [{"change": f"scale_up.asics_per_rack: {n}"} for n in near],
    )


def _same_lanes(bench: Bench, switch: Part) -> list[Part]:
    """Other one-ASIC trays with as many lanes of the same rate, cheapest first."""
    wanted = [known(switch, f) for f in ("serdes_lanes", "lane_gbps", "asics", "port_form_factor")]
    same = [
        p
        for p in bench.catalog.of("switch")
        if p.part_id != switch.part_id
        and [known(p, f) for f in ("serdes_lanes", "lane_gbps", "asics", "port_form_factor")] == wanted
    ]
    return bench.cheapest_first(same)


def _add_cable_trays(bench: Bench, planned: Valued[str], lanes: int | None) -> None:
    tray, value, led = bench.pinned("cable_tray", planned, "scale_up.cable_tray", "cable_tray")
    node = bench.device_types[COMPUTE]
    gpus = next(c.quantity for c in node.contents if c.role == "accelerator") * bench.counts[COMPUTE]
    pairs = known(tray, "pairs")
    count = 1 if pairs is None or lanes is None else max(1, -(-2 * gpus * lanes // int(pairs)))
    reason = value.reason("cable tray")
    decision = bench.decide(
        "scale_up", "cable_tray", f"{count} x {tray.part_id}", [reason], [led, "scale_up.switch", "nodes.accelerator"]
    )
    bench.fixtures.append(Content(role="cable_tray", part=tray.part_id, quantity=count, decision=decision))
