"""Step 3: out-of-band management: one switch a rack, a rack controller, and later a cable to each managed device."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.assembly.lengths import next_orderable
from configurator.design import Cable, Device, DeviceType, End, RackType
from configurator.measures.routing import routed_m
from configurator.parts.base import known
from configurator.platform import Valued
from configurator.reasons import Reason

SWITCH, CONTROLLER = "management_switch", "management_controller"


def build_management(bench: Bench, access: Valued[str] | None = None) -> None:
    """Add the out-of-band switch and, where the platform has one, the rack controller.

    access: the switch to take where its uplinks are built.
    """
    plan = bench.platform.management
    if plan.controller is not None:
        part, value, led = bench.pinned(CONTROLLER, plan.controller, "management.controller", "accessory")
        decision = bench.decide("management", "controller", part.part_id, [value.reason("rack controller")], [led])
        contents = bench.brought_with(CONTROLLER)
        bench.add_type(
            DeviceType(name=CONTROLLER, role=CONTROLLER, part=part.part_id, contents=contents, decision=decision), 1
        )
    stated, where = (plan.switch, "management.switch") if access is None else (access, "networks.out_of_band.access")
    part, value, led = bench.pinned(SWITCH, stated, where, "switch")
    because = [value.reason("out-of-band switch")]
    if plan.switches is not None:
        because.append(plan.switches.reason("switches a rack"))
    decision = bench.decide("management", "switch", part.part_id, because, [led])
    bench.add_type(
        DeviceType(name=SWITCH, role=SWITCH, part=part.part_id, contents=bench.brought_with(SWITCH), decision=decision),
        plan.switches.value if plan.switches is not None else 1,
    )


def management_cables(bench: Bench, kind: RackType) -> tuple[Cable, ...]:
    """A cable from each managed port to the next free port of a switch, switches in turn, by routed length."""
    plan = bench.platform.management
    part, value, led = bench.pinned("management_cable", plan.cable, "management.cable", "cable")
    switches = [d for d in kind.devices if d.type == SWITCH]
    if not switches:
        return ()
    decision = bench.decide(
        "management",
        "cable",
        part.part_id,
        [
            value.reason("cable"),
            plan.routing_slack_m.reason("slack at both ends together [m]"),
            Reason(text="routed length is vertical plus across the rack plus slack, then the next orderable length"),
        ],
        [led, "management.switch"],
    )
    width = known(bench.catalog.part(kind.part), "width_mm")
    cables: list[Cable] = []
    for device, number in _managed(bench, kind):
        switch, port = switches[len(cables) % len(switches)], len(cables) // len(switches) + 1
        routed = routed_m(device.bottom_mm, switch.bottom_mm, width, plan.routing_slack_m.value)
        cables.append(
            Cable(
                network="out_of_band",
                a=End(device=device.name, port=f"bmc-{number}"),
                b=End(device=switch.name, port=f"port-{port}"),
                part=part.part_id,
                routed_m=routed,
                ordered_m=next_orderable(routed),
                decision=decision,
            )
        )
    return tuple(cables)


def _managed(bench: Bench, kind: RackType) -> list[tuple[Device, int]]:
    ports = bench.platform.management.ports_per_device.value
    return [(d, n + 1) for d in kind.devices for n in range(ports.get(bench.device_types[d.type].role, 0))]
