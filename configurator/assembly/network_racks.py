"""Racks of switches alone: air-cooled, on PDUs, with their own out-of-band switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from configurator.assembly.bench import Bench
from configurator.assembly.management import SWITCH as MANAGEMENT
from configurator.assembly.management import management_cables
from configurator.assembly.placement import blanks, place
from configurator.assembly.power import feeds_of_plan
from configurator.design import Content, DeviceType, Network, RackType, Scope
from configurator.errors import Fault, InputError
from configurator.measures.rack import rack_facts
from configurator.measures.subjects import ShelfUse, Subject
from configurator.parts.base import Part
from configurator.platform import NetworkRackPlan
from configurator.reasons import Reason

PDU = "network_pdu"


def plan_of(bench: Bench) -> NetworkRackPlan:
    """The platform's network rack. Raises `InputError` when a design needs one and the platform states none."""
    if bench.platform.network_rack is None:
        where = f"platform {bench.platform.name}: network_rack"
        raise InputError("switches need a rack of their own", [Fault(where, "required key is missing")])
    return bench.platform.network_rack


def add_switch(
    bench: Bench,
    name: str,
    part_id: str,
    scope: Scope,
    decision: str,
    *,
    role: str | None = None,
    network: Network | None = None,
) -> None:
    """Add a kind of switch of network racks. role: where it is not the name; network: whose switch it is."""
    if name not in bench.device_types:
        bench.device_types[name] = DeviceType(
            name=name,
            role=role or name,
            part=part_id,
            scope=scope,
            network=network,
            contents=bench.brought_with(role or name),
            decision=decision,
        )


def network_rack(bench: Bench, name: str, switches: Mapping[str, int], scope: Scope) -> RackType:
    """A rack type with these switches (device type -> how many), its PDUs, blanks, management and feeds."""
    plan = plan_of(bench)
    part = bench.part(plan.part.value, f"platform {bench.platform.name}: network_rack.part", "rack")
    pdu = bench.part(plan.pdu.value, f"platform {bench.platform.name}: network_rack.pdu", "pdu")
    rack_decision = bench.decide(
        "network_racks", "rack", part.part_id, [plan.part.reason("network rack")], ["platform:network_rack"]
    )
    fixtures = bench.brought_with("network_rack")
    counts = {**switches, MANAGEMENT: 1}
    needed = _pdus(bench, name, part, pdu, counts, fixtures, plan)
    if PDU not in bench.device_types:
        made = DeviceType(
            name=PDU,
            role="pdu",
            part=pdu.part_id,
            scope=scope,
            contents=bench.brought_with("pdu"),
            decision=f"network_racks.{name}-pdu",
        )
        bench.device_types[PDU] = made
    counts[PDU] = needed
    devices = place(bench, counts, part)
    kind = RackType(
        name=name,
        role="network",
        scope=scope,
        part=part.part_id,
        devices=devices,
        contents=(*fixtures, *blanks(bench, devices, part, bench.platform.network_blank)),
        decision=rack_decision,
    )
    return kind.model_copy(
        update={"cables": management_cables(bench, kind), "feeds": feeds_of_plan(bench, kind, plan.feed, PDU)}
    )


def _pdus(
    bench: Bench,
    name: str,
    rack: Part,
    pdu: Part,
    counts: Mapping[str, int],
    fixtures: Iterable[Content],
    plan: NetworkRackPlan,
) -> int:
    design = bench.trial_design(rack, counts, fixtures)
    load = rack_facts(design, design.rack_types[0]).input_w
    redundancy = plan.redundancy.value

    def uses(label: str, part: Part) -> Iterable[Subject]:
        yield ShelfUse(path=label, shelf=part, count=int(label.split(" ")[0]), load_w=load, redundancy=redundancy)

    step = 2 if redundancy == "2N" else 1
    candidates = [(f"{n} x {pdu.part_id}", pdu) for n in range(step, 13, step)]
    because = [plan.pdu.reason("PDU"), Reason(text=f"{name} draws {load.text('W', 0)} at its maximum")]
    label, _, _ = bench.choose("network_racks", f"{name}-pdu", candidates, uses, because, ["platform:network_rack"])
    return int(label.split(" ")[0])
