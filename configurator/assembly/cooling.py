"""Step 4: the liquid loop: manifold, couplings, CDU, coolant, sized by the heat of what sits on it."""

from __future__ import annotations

from collections.abc import Iterable

from configurator.assembly.bench import Bench
from configurator.design import Content, DeviceType
from configurator.measures.rack import rack_facts
from configurator.measures.subjects import CoolingUse, Subject
from configurator.parts.base import Part
from configurator.platform import FACILITY
from configurator.reasons import Reason, Total

CDU = "cdu"


def build_cooling(bench: Bench) -> None:
    """Add manifold and coolant to the rack and choose the CDU. An air-cooled platform needs nothing.

    Raises `Unsatisfiable` when no CDU carries the heat.
    """
    plan = bench.platform.cooling
    if plan.kind == "air":
        bench.decide("cooling", "loop", "none", [Reason(text="the platform is air-cooled")], ["platform:cooling.kind"])
        return
    assert plan.manifold is not None
    assert plan.coolant is not None
    assert plan.coolant_per_rack_l is not None
    assert plan.cdu is not None
    assert plan.redundancy is not None
    assert plan.delta_t_k is not None
    assert plan.supply_c is not None
    manifold, value, led = bench.pinned("manifold", plan.manifold, "cooling.manifold", "manifold")
    decision = bench.decide("cooling", "manifold", manifold.part_id, [value.reason("manifold")], [led])
    bench.fixtures.append(Content(role="manifold", part=manifold.part_id, quantity=1, decision=decision))
    coolant, value, led = bench.pinned("coolant", plan.coolant, "cooling.coolant", "coolant")
    litres = plan.coolant_per_rack_l
    decision = bench.decide(
        "cooling",
        "coolant",
        f"{litres.value:g} L of {coolant.part_id}",
        [value.reason("coolant"), litres.reason("litres a rack")],
        [led, "platform:cooling.coolant_per_rack_l"],
    )
    bench.fixtures.append(
        Content(role="coolant", part=coolant.part_id, quantity=max(1, round(litres.value)), decision=decision)
    )
    if plan.cdu.value == FACILITY:
        bench.decide("cooling", CDU, FACILITY, [plan.cdu.reason("loop from outside the racks")], ["platform:cooling"])
        return
    assert plan.cdu_kind is not None
    heat, flow = _loads(bench)
    cdus = 2 if plan.redundancy.value != "N" else 1
    delta_t, supply, redundancy = plan.delta_t_k.value, plan.supply_c.value, plan.redundancy.value

    def uses(label: str, part: Part) -> Iterable[Subject]:
        yield CoolingUse(
            path=label,
            cdu=part,
            cdus=cdus,
            redundancy=redundancy,
            liquid_w=heat,
            flow_lpm=flow,
            delta_t_k=delta_t,
            supply_c=supply,
        )

    found = bench.candidates(CDU, "cooling.cdu", plan.cdu, CDU, plan.cdu_kind.value)
    because = [
        Reason(text=f"carries {heat.text('W', 0)} of heat to liquid at {flow.text('L/min')}"),
        plan.delta_t_k.reason("temperature rise of the coolant [K]"),
        plan.redundancy.reason("redundancy of the CDU"),
    ]
    led_by = ["platform:cooling.cdu", "nodes.accelerator", "platform:cooling.delta_t_k"]
    if CDU in bench.spec.parts:
        led_by.insert(0, "spec:parts.cdu")
    _, part, chosen = bench.choose("cooling", CDU, [(p.part_id, p) for p in found], uses, because, led_by)
    bench.add_type(
        DeviceType(name=CDU, role=CDU, part=part.part_id, contents=bench.brought_with(CDU), decision=chosen), cdus
    )


def _loads(bench: Bench) -> tuple[Total, Total]:
    design = bench.bare_design()
    facts = rack_facts(design, design.rack_types[0])
    return facts.liquid_w, facts.flow_lpm
