"""Memory: places, balance over the channels, generation, rate."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import NodeUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule

CPU = "CPU data sheet"


def _fitted(use: NodeUse) -> bool:
    """Whether there are both: that one of them is missing is said by completeness."""
    return bool(use.cpus.quantity and use.memory.quantity)


@rule("PRT103", NodeUse, source=CPU)
def dimms_fit(use: NodeUse) -> Iterator[Breach]:
    """The DIMMs of a node fit the channels of its CPUs."""
    if not _fitted(use):
        return
    channels = need(use.cpus.part, "memory_channels", "DIMM places")
    per_channel = need(use.cpus.part, "dimms_per_channel_max", "DIMM places")
    limit = use.cpus.quantity * channels * per_channel
    if use.memory.quantity > limit:
        yield Breach(
            f"{use.memory.quantity} DIMMs on {use.cpus.quantity} x {use.cpus.part.part_id}",
            actual=use.memory.quantity,
            limit=limit,
            unit="DIMMs",
            repairs=(f"{limit} DIMMs a node, or larger ones",),
        )


@rule("PRT104", NodeUse, source="CPU vendors' memory population guides", severity="warning")
def channels_balanced(use: NodeUse) -> Iterator[Breach]:
    """Every memory channel carries the same number of DIMMs."""
    if not _fitted(use):
        return
    channels = need(use.cpus.part, "memory_channels", "memory balance") * use.cpus.quantity
    if use.memory.quantity % channels:
        more = -(-use.memory.quantity // channels) * channels
        yield Breach(
            f"{use.memory.quantity} DIMMs do not spread evenly over {channels} channels",
            actual=use.memory.quantity,
            limit=more,
            unit="DIMMs",
            repairs=(f"{more} DIMMs a node",),
        )


@rule("PRT105", NodeUse, source="JEDEC DDR generations: modules of another generation do not fit the socket")
def memory_generation(use: NodeUse) -> Iterator[Breach]:
    """DIMMs are of a generation and kind that the CPU takes."""
    if not _fitted(use):
        return
    wanted = str(need(use.cpus.part, "memory_type", "memory generation")).split("/")
    given = str(need(use.memory.part, "generation", "memory generation"))
    # A multiplexed-rank module has the generation's socket but needs a controller that drives it.
    if "MRDIMM" in str(need(use.memory.part, "type", "memory generation")):
        given = "MRDIMM"
    if given not in wanted:
        yield Breach(
            f"{given} modules with {use.cpus.part.part_id}, which takes {' or '.join(wanted)}",
            repairs=(f"a memory part of kind {wanted[0]}",),
        )


@rule("PRT106", NodeUse, source=CPU, severity="info")
def memory_speed(use: NodeUse) -> Iterator[Breach]:
    """DIMMs and CPU run at the slower of their two rates."""
    if not _fitted(use):
        return
    cpu = need(use.cpus.part, "max_mt_per_s", "memory rate")
    dimm = need(use.memory.part, "mt_per_s", "memory rate")
    if cpu != dimm:
        yield Breach(
            f"memory runs at {min(cpu, dimm):g} MT/s",
            actual=dimm,
            limit=cpu,
            unit="MT/s",
            repairs=(f"modules of {cpu:g} MT/s",),
        )


@rule("PRT114", NodeUse, source="chassis data sheet")
def dimm_slots(use: NodeUse) -> Iterator[Breach]:
    """A node has a slot for each of its DIMMs."""
    if not use.memory.quantity:
        return
    slots = need(use.chassis, "dimm_slots", "DIMM slots")
    if use.memory.quantity > slots:
        yield Breach(
            f"{use.memory.quantity} DIMMs in {use.chassis.part_id}",
            actual=use.memory.quantity,
            limit=slots,
            unit="DIMMs",
            repairs=(f"{slots} DIMMs a node, or larger ones",),
        )
