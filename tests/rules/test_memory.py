"""Memory of one node."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    chassis,
    check,
    cpu,
    dimm,
    node,
    some,
)

CASES = [
    Case("PRT103", "passes", node(memory=some(dimm(), 8))),
    Case("PRT103", "just passes", node(memory=some(dimm(), 16))),
    Case("PRT103", "fails", node(memory=some(dimm(), 17)), "17 DIMMs on 1 x CPU-1"),
    Case("PRT103", "unknown", node(cpus=some(cpu(dimms_per_channel_max=None), 1))),
    Case("PRT104", "passes", node(memory=some(dimm(), 16))),
    Case("PRT104", "just passes", node(cpus=some(cpu(), 2), memory=some(dimm(), 16))),
    Case(
        "PRT104",
        "fails",
        node(memory=some(dimm(), 12)),
        "12 DIMMs do not spread evenly over 8 channels",
        "warning",
    ),
    Case("PRT104", "unknown", node(cpus=some(cpu(memory_channels=None), 1))),
    Case("PRT105", "passes", node()),
    Case("PRT105", "just passes", node(cpus=some(cpu(memory_type="DDR4/DDR5"), 1))),
    Case(
        "PRT105",
        "just passes",
        node(cpus=some(cpu(memory_type="DDR5/MRDIMM"), 1), memory=some(dimm(type="DDR5 MRDIMM"), 16)),
    ),
    Case(
        "PRT105", "fails", node(memory=some(dimm(generation="DDR4"), 16)), "DDR4 modules with CPU-1, which takes DDR5"
    ),
    Case(
        "PRT105",
        "fails",
        node(memory=some(dimm(type="DDR5 MRDIMM"), 16)),
        "MRDIMM modules with CPU-1, which takes DDR5",
    ),
    Case("PRT105", "unknown", node(memory=some(dimm(generation=None), 16))),
    Case("PRT106", "passes", node(cpus=some(chassis(), 0))),
    Case("PRT106", "just passes", node()),
    Case("PRT106", "fails", node(memory=some(dimm(mt_per_s=5601), 16)), "memory runs at 5600 MT/s", "info"),
    Case("PRT106", "fails", node(memory=some(dimm(mt_per_s=4800), 16)), "memory runs at 4800 MT/s", "info"),
    Case("PRT106", "unknown", node(cpus=some(cpu(max_mt_per_s=None), 1))),
    Case("PRT114", "passes", node(memory=some(dimm(), 8))),
    Case("PRT114", "just passes", node(memory=some(dimm(), 16))),
    Case("PRT114", "fails", node(memory=some(dimm(), 17)), "17 DIMMs in CHS-1"),
    Case("PRT114", "unknown", node(chassis=chassis(dimm_slots=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
