"""Parts that fit each other in one node: sockets, slots, forms, generations, cooling."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import NodeUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import within

BOARD = "chassis or baseboard data sheet"
CPU = "CPU data sheet"
DDR = "JEDEC DDR generations: modules of another generation do not fit the socket"


@rule("PRT101", NodeUse, source=BOARD)
def accelerators_fit(use: NodeUse) -> Iterator[Breach]:
    """A node holds at most as many accelerators as its board or chassis has places."""
    holder = use.board or use.chassis
    places = need(holder, "gpus", "places for accelerators")
    if use.accelerators.quantity > places:
        yield Breach(
            f"{use.accelerators.quantity} accelerators on {holder.part_id}",
            actual=use.accelerators.quantity,
            limit=places,
            unit="accelerators",
            repairs=(f"{places} accelerators a node",),
        )


@rule("PRT102", NodeUse, source=BOARD)
def cpus_fit(use: NodeUse) -> Iterator[Breach]:
    """A node holds at most as many CPUs as its chassis has sockets."""
    sockets = need(use.chassis, "cpus", "CPU sockets")
    if use.cpus.quantity > sockets:
        yield Breach(
            f"{use.cpus.quantity} CPUs in {use.chassis.part_id}",
            actual=use.cpus.quantity,
            limit=sockets,
            unit="CPUs",
            repairs=(f"{sockets} CPUs a node",),
        )


@rule("PRT103", NodeUse, source=CPU)
def dimms_fit(use: NodeUse) -> Iterator[Breach]:
    """The DIMMs of a node fit the channels of its CPUs."""
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
    channels = need(use.cpus.part, "memory_channels", "memory balance") * use.cpus.quantity
    if channels and use.memory.quantity % channels:
        more = -(-use.memory.quantity // channels) * channels
        yield Breach(
            f"{use.memory.quantity} DIMMs do not spread evenly over {channels} channels",
            actual=use.memory.quantity,
            limit=more,
            unit="DIMMs",
            repairs=(f"{more} DIMMs a node",),
        )


@rule("PRT105", NodeUse, source=DDR)
def memory_generation(use: NodeUse) -> Iterator[Breach]:
    """DIMMs are of a generation that the CPU takes."""
    wanted = str(need(use.cpus.part, "memory_type", "memory generation"))
    given = str(need(use.memory.part, "generation", "memory generation"))
    if given not in wanted.split("/") and not (given == "DDR5" and "MRDIMM" in wanted):
        yield Breach(
            f"{given} modules with {use.cpus.part.part_id}, which takes {wanted}",
            repairs=(f"a memory part of generation {wanted.split('/')[0]}",),
        )


@rule("PRT106", NodeUse, source=CPU, severity="info")
def memory_speed(use: NodeUse) -> Iterator[Breach]:
    """DIMMs and CPU run at the slower of their two rates."""
    cpu = need(use.cpus.part, "max_mt_per_s", "memory rate")
    dimm = need(use.memory.part, "mt_per_s", "memory rate")
    if cpu != dimm:
        yield Breach(f"memory runs at {min(cpu, dimm):g} MT/s", actual=dimm, limit=cpu, unit="MT/s")


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
    cooling = str(need(use.accelerators.part, "cooling", "cooling"))
    if use.air_cooled and cooling == "liquid":
        yield Breach(f"{use.accelerators.part.part_id} is liquid-cooled only, the node is air-cooled")
    if not use.air_cooled and cooling == "air":
        yield Breach(f"{use.accelerators.part.part_id} is air-cooled only, the node has cold plates")


@rule("PRT109", NodeUse, source=BOARD)
def nics_fit(use: NodeUse) -> Iterator[Breach]:
    """A node has a slot for each of its NICs."""
    slots = need(use.chassis, "nic_slots", "NIC slots")
    count = sum(n.quantity for n in use.nics)
    if count > slots:
        yield Breach(
            f"{count} NICs in {use.chassis.part_id}",
            actual=count,
            limit=slots,
            unit="NICs",
            repairs=(f"{slots} NICs a node, or NICs with more ports",),
        )


@rule("PRT110", NodeUse, source=BOARD)
def drives_fit(use: NodeUse) -> Iterator[Breach]:
    """A node has a bay for each of its drives."""
    bays = need(use.chassis, "drive_bays", "drive bays")
    count = sum(d.quantity for d in use.drives)
    if count > bays:
        yield Breach(
            f"{count} drives in {use.chassis.part_id}",
            actual=count,
            limit=bays,
            unit="drives",
            repairs=(f"{bays} drives a node, or larger ones",),
        )


@rule("PRT111", NodeUse, source=CPU)
def sockets_join(use: NodeUse) -> Iterator[Breach]:
    """The CPUs of a node are of a kind that works in that many sockets."""
    most = need(use.cpus.part, "sockets_max", "sockets")
    if use.cpus.quantity > most:
        yield Breach(
            f"{use.cpus.quantity} x {use.cpus.part.part_id}",
            actual=use.cpus.quantity,
            limit=most,
            unit="sockets",
            repairs=(f"{most} CPUs a node, or a CPU for {use.cpus.quantity} sockets",),
        )


@rule(
    "PRT112", NodeUse, source="PCI Express: a link trains to the lower generation of its two ends", severity="warning"
)
def nic_generation(use: NodeUse) -> Iterator[Breach]:
    """A NIC is not of a newer PCIe generation than the host that it hangs on."""
    host = need(use.cpus.part, "pcie_gen", "PCIe generation")
    for nic in use.nics:
        generation = need(nic.part, "pcie_gen", "PCIe generation")
        if generation > host:
            yield Breach(
                f"{nic.part.part_id} runs at PCIe {host:g} on this host",
                actual=generation,
                limit=host,
                unit="PCIe generation",
                repairs=("a second x16 link to the NIC", f"a NIC of PCIe {host:g}"),
                at=nic.part.part_id,
            )


@rule("LNK101", NodeUse, source="PCI Express lane budget: x16 for a GPU or a 400G NIC, x4 for a drive")
def pcie_lanes(use: NodeUse) -> Iterator[Breach]:
    """Every device of a node has its PCIe lanes, behind switches or straight on the CPUs."""
    gpu_lanes = need(use.accelerators.part, "pcie_lanes", "PCIe lanes") * use.accelerators.quantity
    nic_lanes = {n.network: need(n.part, "pcie_lanes", "PCIe lanes") * n.quantity for n in use.nics}
    behind = gpu_lanes + nic_lanes.get("scale_out", 0)
    straight = sum(v for k, v in nic_lanes.items() if k != "scale_out") + 4 * sum(d.quantity for d in use.drives)
    cpu_lanes = need(use.cpus.part, "pcie_lanes", "PCIe lanes") * use.cpus.quantity
    switches = sum(s.quantity for s in use.pcie_switches)
    if switches:
        each = need(use.pcie_switches[0].part, "pcie_lanes", "PCIe lanes") - 16
        if behind > switches * each:
            more = -(-behind // each)
            yield Breach(
                "GPUs and scale-out NICs need more lanes than the PCIe switches have",
                actual=behind,
                limit=switches * each,
                unit="lanes",
                repairs=(f"{more} PCIe switches instead of {switches}",),
            )
        straight += 16 * switches
    else:
        straight += behind
    if straight > cpu_lanes:
        yield Breach(
            f"the devices straight on {use.cpus.part.part_id} need more lanes than it has",
            actual=straight,
            limit=cpu_lanes,
            unit="lanes",
            repairs=("PCIe switches between the CPU and the GPUs",),
        )


@rule("COO112", NodeUse, source="cooling kit data: heat that its plates take", severity="warning")
def kit_carries_heat(use: NodeUse) -> Iterator[Breach]:
    """A tray's cooling kit takes the heat that its parts give to liquid."""
    if use.cooling_kit is not None:
        limit = need(use.cooling_kit, "capacity_kw", "cooling kit") * 1000
        need(use.cooling_kit, "liquid_fraction", "cooling kit")
        yield from within(use.liquid_w, limit, "W", f"more heat than {use.cooling_kit.part_id} takes", digits=0)


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
        )


@rule("PRT120", NodeUse, source="chips are bought by those who build boards")
def no_bare_chips(use: NodeUse) -> Iterator[Breach]:
    """A node is built of orderable parts, never of bare chips."""
    for part in (use.chassis, use.accelerators.part, use.cpus.part, *(n.part for n in use.nics)):
        if part.category in ("switch_chip", "system"):
            yield Breach(f"{part.part_id} is a {part.category.replace('_', ' ')}", at=part.part_id)
