"""PCI Express inside a node: lanes for every device, and the generation that a link trains to."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import NodeUse, Some
from configurator.parts.base import known, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import each

UPLINK_LANES = 16
DRIVE_LANES = 4


def _lanes(item: Some) -> int:
    return int(need(item.part, "pcie_lanes", "PCIe lanes")) * item.quantity


@rule("LNK101", NodeUse, source="PCI Express lane budget: x16 for a GPU or a 400G NIC, x4 for a drive")
def pcie_lanes(use: NodeUse) -> Iterator[Breach]:
    """Every device of a node has its PCIe lanes, behind switches or straight on the CPUs."""
    # an accelerator coherent with its CPU over a link of their own takes none of its PCIe lanes
    own_link = str(known(use.accelerators.part, "host_interface") or "").startswith("NVLink-C2C")
    behind = (0 if own_link else _lanes(use.accelerators)) + sum(
        _lanes(n) for n in use.nics if n.network == "scale_out"
    )
    straight = sum(_lanes(n) for n in use.nics if n.network != "scale_out")
    straight += DRIVE_LANES * sum(d.quantity for d in use.drives)
    switches = sum(s.quantity for s in use.pcie_switches)
    if switches:
        room = sum(_lanes(s) for s in use.pcie_switches) - UPLINK_LANES * switches
        if behind > room:
            more = -(-behind * switches // room) if room > 0 else None
            yield Breach(
                "GPUs and scale-out NICs need more lanes than the PCIe switches have",
                actual=behind,
                limit=room,
                unit="lanes",
                repairs=(f"{more} PCIe switches instead of {switches}" if more else "PCIe switches of more lanes",),
            )
        straight += UPLINK_LANES * switches
    else:
        straight += behind
    if not use.cpus.quantity:
        return
    own = _lanes(use.cpus)
    if straight > own:
        yield Breach(
            f"the devices straight on {use.cpus.part.part_id} need more lanes than it has",
            actual=straight,
            limit=own,
            unit="lanes",
            repairs=(
                f"a CPU of at least {-(-straight // use.cpus.quantity)} lanes"
                if switches
                else "PCIe switches between the CPU and the GPUs",
            ),
        )


@rule(
    "PRT112", NodeUse, source="PCI Express: a link trains to the lower generation of its two ends", severity="warning"
)
def nic_generation(use: NodeUse) -> Iterator[Breach]:
    """A NIC is not of a newer PCIe generation than the host that it hangs on."""
    if not use.cpus.quantity:
        return
    host = need(use.cpus.part, "pcie_gen", "PCIe generation")

    def check(nic: Some) -> Iterator[Breach]:
        generation = need(nic.part, "pcie_gen", "PCIe generation")
        if generation > host:
            yield Breach(
                f"{nic.part.part_id} runs at PCIe {host:g} on this host",
                actual=generation,
                limit=host,
                unit="PCIe generation",
                repairs=(f"a NIC of PCIe {host:g}", f"a CPU of PCIe {generation:g}"),
                at=nic.part.part_id,
            )

    yield from each(use.nics, check)
