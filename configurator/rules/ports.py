"""Ports and cables: nothing plugged twice, nothing left unplugged unsaid, every cable long enough and fitting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from configurator.measures.subjects import CableUse, PortUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule

SHEET = "device data sheet"


@rule("LNK301", PortUse, source="a port takes one plug")
def no_port_twice(use: PortUse) -> Iterator[Breach]:
    """No port is plugged twice."""
    for port, count in sorted(Counter(use.used).items()):
        if count > 1:
            yield Breach(f"{count} cables in {port}", actual=count, limit=1, unit="cables", at=port)


@rule("LNK302", PortUse, source=SHEET)
def ports_suffice(use: PortUse) -> Iterator[Breach]:
    """A device has at least as many ports as cables end at it."""
    ports = need(use.device, use.ports_field, "ports") if use.ports is None else use.ports
    if len(use.used) > ports:
        yield Breach(
            f"more cables than ports on {use.network}",
            actual=len(use.used),
            limit=ports,
            unit="ports",
            repairs=("a switch with more ports, or a second one",),
        )


@rule("LNK303", PortUse, source="no device with data ports is cabled to nothing unsaid")
def nothing_left_unplugged(use: PortUse) -> Iterator[Breach]:
    """A device with data ports is cabled, or its ports are listed as spare."""
    if use.used:
        return
    if use.deliberately_spare:
        yield Breach(f"ports of {use.device.part_id} on {use.network} are spare: no fabric is built", severity="info")
    else:
        yield Breach(f"{use.device.part_id} is cabled to nothing on {use.network}")


@rule("LNK310", CableUse, source="routed length: vertical, horizontal and slack")
def cable_long_enough(use: CableUse) -> Iterator[Breach]:
    """A cable is ordered at least as long as it is routed."""
    if use.cable.ordered_m < use.cable.routed_m:
        yield Breach(
            "the cable is shorter than its way",
            actual=use.cable.routed_m,
            limit=use.cable.ordered_m,
            unit="m",
            repairs=(f"order at least {use.cable.routed_m:g} m",),
        )


@rule("LNK311", CableUse, source="cable data sheet: lengths that are made")
def cable_length_is_made(use: CableUse) -> Iterator[Breach]:
    """A cable is ordered in a length that is made and reaches."""
    low, high = need(use.part, "min_m", "cable lengths"), need(use.part, "max_m", "cable lengths")
    length = use.cable.ordered_m
    if not low <= length <= high:
        yield Breach(
            f"{use.part.part_id} is made from {low:g} to {high:g} m",
            actual=length,
            limit=high,
            unit="m",
            repairs=("a medium that reaches farther",) if length > high else (f"order {low:g} m",),
        )


@rule("LNK312", CableUse, source="connector fits the cage", severity="warning")
def cable_fits_its_switch(use: CableUse) -> Iterator[Breach]:
    """The plug of a cable fits the port of the switch at its far end."""
    plug = str(need(use.part, "end_b", "plug"))
    if "port_form_factor" in type(use.b).model_fields:
        cage = str(need(use.b, "port_form_factor", "cage"))
        if plug.split()[0] not in cage:
            yield Breach(f"a {plug} plug in a {cage} port of {use.b.part_id}")
