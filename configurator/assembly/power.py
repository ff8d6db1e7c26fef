"""Step 5: power: how many shelves or PDUs, which busbar, and one feed with its whip to each input."""

from __future__ import annotations

from collections.abc import Iterable

from configurator.assembly.bench import Bench
from configurator.design import Content, DeviceType, Feed, RackType
from configurator.measures.rack import rack_facts
from configurator.measures.subjects import BusbarUse, ShelfUse, Subject
from configurator.measures.supply import busbar_use
from configurator.parts.base import Part, known
from configurator.platform import FeedPlan
from configurator.reasons import Reason, Total

SHELF, PDU, BUSBAR, WHIP = "power_shelf", "pdu", "busbar", "whip"
MOST = 24
"""More shelves or PDUs than any rack can hold: where counting up stops."""


def build_power(bench: Bench) -> None:
    """Add as few power shelves (or PDUs) as carry the rack with the redundancy asked for.

    Raises `Unsatisfiable` when no number of them does.
    """
    plan = bench.platform.power
    role = SHELF if plan.kind == "busbar" else PDU
    source, value, led = bench.pinned(role, plan.source, "power.source", role)
    load = _load(bench, role)
    redundancy = plan.redundancy.value

    def uses(label: str, part: Part) -> Iterable[Subject]:
        count = int(label.split(" ")[0])
        yield ShelfUse(path=label, shelf=part, count=count, load_w=load, redundancy=redundancy)

    step = 2 if redundancy == "2N" else 1
    stated = plan.count
    counts = range(step, MOST + 1, step) if stated is None else (stated.value,)
    because = [
        value.reason(role.replace("_", " ")),
        Reason(text=f"the rack draws {load.text('W', 0)} at its maximum"),
        plan.redundancy.reason("redundancy"),
        *([stated.reason("how many")] if stated is not None else []),
    ]
    candidates = [(f"{count} x {source.part_id}", source) for count in counts]
    led_by = [led, "nodes.accelerator", "platform:power"]
    label, _, _ = bench.choose("power", role, candidates, uses, because, led_by)
    fitting = int(label.split(" ")[0])
    contents = bench.brought_with(role)
    bench.add_type(
        DeviceType(name=role, role=role, part=source.part_id, contents=contents, decision=f"power.{role}"), fitting
    )
    bench.fixtures.extend(_whips(bench, source, fitting))


def choose_busbar(bench: Bench, kind: RackType) -> Content | None:
    """The cheapest busbar whose every segment carries its current, all shelves alive and with any one dead."""
    plan = bench.platform.power
    if plan.kind != "busbar" or plan.busbar is None:
        return None
    found = bench.candidates(BUSBAR, "power.busbar", plan.busbar, BUSBAR, None)

    def uses(label: str, part: Part) -> Iterable[Subject]:
        fixtures = (*kind.contents, Content(role=BUSBAR, part=part.part_id, quantity=1, decision="power.busbar"))
        trial = bench.design([kind.model_copy(update={"contents": fixtures})], [])
        use: BusbarUse | None = busbar_use(trial, trial.rack_types[0], label)
        if use is not None:
            yield use

    because = [plan.busbar.reason("busbar"), Reason(text="the current is judged segment by segment, not as a total")]
    led_by = ["platform:power.busbar", "power.power_shelf", "placement.order"]
    _, part, decision = bench.choose("power", BUSBAR, [(p.part_id, p) for p in found], uses, because, led_by)
    return Content(role=BUSBAR, part=part.part_id, quantity=1, decision=decision)


def feeds_of(bench: Bench, kind: RackType) -> tuple[Feed, ...]:
    """One feed to each input of each shelf or PDU of a compute rack."""
    return feeds_of_plan(
        bench, kind, bench.platform.power.feed, SHELF if bench.platform.power.kind == "busbar" else PDU
    )


def feeds_of_plan(bench: Bench, kind: RackType, plan: FeedPlan, device_type: str) -> tuple[Feed, ...]:
    """One feed to each input of each device of a type: a shelf's inputs on sides A and B, PDUs on sides in turn."""
    feeds = []
    sources = [d for d in kind.devices if d.type == device_type]
    for index, device in enumerate(sources):
        inputs = _inputs(bench.catalog.part(bench.device_types[device_type].part))
        for number in range(inputs):
            side = "AB"[(number if inputs > 1 else index) % 2]
            feeds.append(
                Feed(
                    name=f"{device.name}-{number + 1}{side}",
                    device=device.name,
                    side=side,
                    voltage_v=plan.voltage_v.value,
                    reference=plan.reference.value,
                    phases=plan.phases.value,
                    current_a=plan.current_a.value,
                    continuous=plan.continuous.value,
                )
            )
    return tuple(feeds)


def _whips(bench: Bench, source: Part, count: int) -> list[Content]:
    plan = bench.platform.power
    if plan.whip is None:
        return []
    inputs = _inputs(source)
    whip, value, led = bench.pinned(WHIP, plan.whip, "power.whip", WHIP)
    if not inputs:
        return []
    because = [value.reason("whip"), Reason(text=f"one to each of the {inputs} inputs of {count} shelves")]
    decision = bench.decide("power", WHIP, f"{inputs * count} x {whip.part_id}", because, [led, "power.power_shelf"])
    return [Content(role=WHIP, part=whip.part_id, quantity=inputs * count, decision=decision)]


def _inputs(source: Part) -> int:
    """AC inputs of a shelf or PDU; 0 while the catalog does not say, which a rule reports."""
    if source.category == PDU:
        return 1
    return int(known(source, "ac_inputs") or 0)


def _load(bench: Bench, role: str) -> Total:
    design = bench.bare_design()
    facts = rack_facts(design, design.rack_types[0])
    return facts.it_w if role == SHELF else facts.input_w
