"""PCI Express lanes and generations of one node."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    chassis,
    check,
    cpu,
    gpu,
    nic,
    node,
    pcie_switch,
    some,
)

CASES = [
    Case("LNK101", "passes", node()),
    Case(
        "LNK101",
        "just passes",
        node(cpus=some(cpu(pcie_lanes=64), 1), pcie_switches=(some(pcie_switch(pcie_lanes=80), 2),)),
    ),
    Case(
        "LNK101",
        "fails",
        node(pcie_switches=(some(pcie_switch(pcie_lanes=79), 2),)),
        "GPUs and scale-out NICs need more lanes than the PCIe switches have",
    ),
    Case(
        "LNK101",
        "fails",
        node(cpus=some(cpu(pcie_lanes=63), 1)),
        "the devices straight on CPU-1 need more lanes than it has",
    ),
    Case("LNK101", "fails", node(pcie_switches=()), "the devices straight on CPU-1 need more lanes than it has"),
    Case("LNK101", "fails", node(pcie_switches=(some(pcie_switch(pcie_lanes=16), 2),))),
    Case("LNK101", "unknown", node(accelerators=some(gpu(pcie_lanes=None), 4))),
    Case("LNK101", "unknown", node(pcie_switches=(some(pcie_switch(pcie_lanes=None), 2),))),
    Case("PRT112", "passes", node(cpus=some(chassis(), 0))),
    Case("PRT112", "just passes", node()),
    Case(
        "PRT112",
        "fails",
        node(nics=(some(nic(pcie_gen=6), 4, "scale_out"),)),
        "NIC-1 runs at PCIe 5 on this host",
        "warning",
    ),
    Case("PRT112", "unknown", node(nics=(some(nic(pcie_gen=None), 1), some(nic(), 1)))),
    Case("PRT112", "unknown", node(cpus=some(cpu(pcie_gen=None), 1))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
