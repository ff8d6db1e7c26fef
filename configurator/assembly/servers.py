"""Servers that are no compute nodes: fabric managers and management servers, in the racks of the other networks."""

from __future__ import annotations

from collections.abc import Iterable

from configurator.assembly.bench import Bench
from configurator.assembly.fabrics import Guest
from configurator.assembly.management import SWITCH as ACCESS
from configurator.design import Content, DeviceType, Network
from configurator.parts.base import known


def guests_of(bench: Bench, network: Network) -> tuple[Guest, ...]:
    """The ports that the platform's servers have on a network, server by server."""
    found: list[Guest] = []
    for plan in bench.platform.networks.servers:
        start = 0
        for nic in plan.nics:
            part = bench.part(nic.part.value, f"platform {bench.platform.name}: networks.servers", "nic")
            ports = nic.count.value * int(known(part, "ports") or 0)
            if nic.network == network:
                each = range(start, start + ports)
                found += [
                    Guest(plan.name, n, port, nic.media, network) for n in range(plan.count.value) for port in each
                ]
            if (nic.network == "scale_out") == (network == "scale_out"):
                start += ports
    return tuple(found)


def uplinks_of(bench: Bench, switches: int) -> tuple[Guest, ...]:
    """The uplinks of so many out-of-band switches of a site."""
    plan = bench.platform.networks.out_of_band
    assert plan is not None
    return tuple(
        Guest(ACCESS, switch, port, plan.media, "out_of_band", "access_leaf")
        for switch in range(switches)
        for port in range(plan.uplinks.value)
    )


def add_servers(bench: Bench, guests: Iterable[Guest]) -> dict[str, int]:
    """Add the kinds of servers that have a port on a fabric that is built; server -> how many of it."""
    wired = {g.kind for g in guests}
    found = {}
    for plan in bench.platform.networks.servers:
        if plan.name not in wired:
            continue
        part = bench.part(plan.part.value, f"platform {bench.platform.name}: networks.servers", "chassis")
        because = [plan.part.reason(plan.name.replace("_", " ")), plan.count.reason("how many")]
        decision = bench.decide("networks", plan.name, part.part_id, because, ["platform:networks.servers"])
        contents = tuple(
            Content(
                role="nic",
                part=bench.part(nic.part.value, "networks.servers", "nic").part_id,
                quantity=nic.count.value,
                network=nic.network,
                included=nic.included,
                decision=bench.decide(
                    "networks",
                    f"{plan.name}-{nic.network}",
                    nic.part.value,
                    [nic.part.reason("NIC"), nic.count.reason("how many")],
                    ["platform:networks.servers"],
                ),
            )
            for nic in plan.nics
        )
        bench.device_types[plan.name] = DeviceType(
            name=plan.name,
            role=plan.name,
            part=part.part_id,
            scope="other_networks",
            contents=(*contents, *bench.brought_with(plan.name)),
            decision=decision,
        )
        found[plan.name] = plan.count.value
    return found
