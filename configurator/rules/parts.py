"""Parts that fit each other in one node: places, slots, bays, module forms, cooling."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import NodeUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule

BOARD = "chassis or baseboard data sheet"
CPU = "CPU data sheet"


def _too_many(count: int, places: int, what: str, holder: str, repair: str) -> Iterator[Breach]:
    if count > places:
        message = f"{count} {what} in {holder}"
        yield Breach(message, actual=count, limit=places, unit=what, repairs=(f"{places} {what} a node{repair}",))


@rule("PRT101", NodeUse, source=BOARD)
def accelerators_fit(use: NodeUse) -> Iterator[Breach]:
    """A node holds at most as many accelerators as its board or chassis has places."""
    holder = use.board or use.chassis
    places = need(holder, "gpus", "places for accelerators")
    yield from _too_many(use.accelerators.quantity, places, "accelerators", holder.part_id, "")


@rule("PRT102", NodeUse, source=BOARD)
def cpus_fit(use: NodeUse) -> Iterator[Breach]:
    """A node holds at most as many CPUs as its chassis has sockets."""
    if use.cpus.quantity:
        sockets = need(use.chassis, "cpus", "CPU sockets")
        yield from _too_many(use.cpus.quantity, sockets, "CPUs", use.chassis.part_id, "")


@rule("PRT107", NodeUse, source="OCP OAM, SXM and vendor module forms are not interchangeable")
def module_form(use: NodeUse) -> Iterator[Breach]:
    """The accelerator's module form is the one that the board or chassis takes."""
    holder = use.board or use.chassis
    form = str(need(use.accelerators.part, "form_factor", "module form"))
    takes = str(need(holder, "module_form", "module form"))
    if form != takes:
        yield Breach(
            f"{use.accelerators.part.part_id} is {form}, {holder.part_id} takes {takes}",
            repairs=(f"a board or chassis for {form}", f"an accelerator in {takes} form"),
        )


@rule("PRT108", NodeUse, source="accelerator data sheet")
def accelerator_cooling(use: NodeUse) -> Iterator[Breach]:
    """A liquid-only accelerator is not put in an air-cooled node, nor an air-only one on a cold plate."""
    part = use.accelerators.part
    cooling = str(need(part, "cooling", "cooling"))
    if use.air_cooled and cooling == "liquid":
        yield Breach(
            f"{part.part_id} is liquid-cooled only, the node is air-cooled",
            repairs=("a liquid-cooled platform", "an accelerator that is sold for air"),
        )
    if not use.air_cooled and cooling == "air":
        yield Breach(
            f"{part.part_id} is air-cooled only, the node has cold plates",
            repairs=("an air-cooled platform", "an accelerator that is sold for liquid"),
        )


@rule("PRT109", NodeUse, source=BOARD)
def nics_fit(use: NodeUse) -> Iterator[Breach]:
    """A node has a slot for each of its NICs."""
    count = sum(n.quantity for n in use.nics)
    if count:
        slots = need(use.chassis, "nic_slots", "NIC slots")
        yield from _too_many(count, slots, "NICs", use.chassis.part_id, ", or NICs with more ports")


@rule("PRT110", NodeUse, source=BOARD)
def drives_fit(use: NodeUse) -> Iterator[Breach]:
    """A node has a bay for each of its drives."""
    count = sum(d.quantity for d in use.drives)
    if count:
        bays = need(use.chassis, "drive_bays", "drive bays")
        yield from _too_many(count, bays, "drives", use.chassis.part_id, ", or larger ones")


@rule("PRT111", NodeUse, source=CPU)
def sockets_join(use: NodeUse) -> Iterator[Breach]:
    """The CPUs of a node are of a kind that works in that many sockets."""
    if not use.cpus.quantity:
        return
    most = need(use.cpus.part, "sockets_max", "sockets")
    if use.cpus.quantity > most:
        yield Breach(
            f"{use.cpus.quantity} x {use.cpus.part.part_id}",
            actual=use.cpus.quantity,
            limit=most,
            unit="sockets",
            repairs=(f"{most} CPUs a node, or a CPU for {use.cpus.quantity} sockets",),
        )


@rule("PRT113", NodeUse, source="ETH-X and 8-GPU reference: a node has one NIC port for each GPU", severity="info")
def nic_ports_per_gpu(use: NodeUse) -> Iterator[Breach]:
    """A node has a scale-out port for each of its accelerators."""
    ports = sum(need(n.part, "ports", "NIC ports") * n.quantity for n in use.nics if n.network == "scale_out")
    if ports != use.accelerators.quantity:
        yield Breach(
            f"{ports} scale-out ports for {use.accelerators.quantity} accelerators",
            actual=ports,
            limit=use.accelerators.quantity,
            unit="ports",
            repairs=(f"NICs with {use.accelerators.quantity} ports in all",),
        )
