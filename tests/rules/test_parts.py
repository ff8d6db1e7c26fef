"""Places, slots, bays, forms and cooling of one node."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    chassis,
    check,
    cpu,
    drive,
    gpu,
    nic,
    node,
    some,
)

CASES = [
    Case("PRT101", "passes", node(accelerators=some(gpu(), 3))),
    Case("PRT101", "just passes", node(accelerators=some(gpu(), 4))),
    Case("PRT101", "fails", node(accelerators=some(gpu(), 5)), "5 accelerators in CHS-1"),
    Case("PRT101", "fails", node(board=chassis(gpus=3)), "4 accelerators in CHS-1"),
    Case("PRT101", "unknown", node(chassis=chassis(gpus=None))),
    Case("PRT102", "passes", node(cpus=some(chassis(), 0))),
    Case("PRT102", "just passes", node(cpus=some(cpu(), 1))),
    Case("PRT102", "fails", node(cpus=some(cpu(), 2)), "2 CPUs in CHS-1"),
    Case("PRT102", "unknown", node(chassis=chassis(cpus=None))),
    Case("PRT107", "passes", node()),
    Case("PRT107", "just passes", node(chassis=chassis(module_form="SXM5"), board=chassis(module_form="OAM"))),
    Case("PRT107", "fails", node(accelerators=some(gpu(form_factor="SXM5"), 4)), "GPU-1 is SXM5, CHS-1 takes OAM"),
    Case("PRT107", "unknown", node(chassis=chassis(module_form=None))),
    Case("PRT107", "unknown", node(accelerators=some(gpu(form_factor=None), 4))),
    Case("PRT108", "passes", node(air_cooled=True)),
    Case("PRT108", "just passes", node(accelerators=some(gpu(cooling="liquid"), 4))),
    Case(
        "PRT108",
        "fails",
        node(accelerators=some(gpu(cooling="liquid"), 4), air_cooled=True),
        "GPU-1 is liquid-cooled only, the node is air-cooled",
    ),
    Case(
        "PRT108",
        "fails",
        node(accelerators=some(gpu(cooling="air"), 4)),
        "GPU-1 is air-cooled only, the node has cold plates",
    ),
    Case("PRT108", "unknown", node(accelerators=some(gpu(cooling=None), 4))),
    Case("PRT109", "passes", node(nics=(), chassis=chassis(nic_slots=None))),
    Case("PRT109", "just passes", node()),
    Case("PRT109", "fails", node(nics=(some(nic(), 6, "scale_out"),)), "6 NICs in CHS-1"),
    Case("PRT109", "unknown", node(chassis=chassis(nic_slots=None))),
    Case("PRT110", "passes", node(drives=(), chassis=chassis(drive_bays=None))),
    Case("PRT110", "just passes", node(drives=(some(drive(), 3), some(drive(), 1)))),
    Case("PRT110", "fails", node(drives=(some(drive(), 3), some(drive(), 2))), "5 drives in CHS-1"),
    Case("PRT110", "unknown", node(chassis=chassis(drive_bays=None))),
    Case("PRT111", "passes", node()),
    Case("PRT111", "just passes", node(cpus=some(cpu(), 2))),
    Case("PRT111", "fails", node(cpus=some(cpu(), 3)), "3 x CPU-1"),
    Case("PRT111", "unknown", node(cpus=some(cpu(sockets_max=None), 1))),
    Case("PRT113", "passes", node()),
    Case("PRT113", "just passes", node(nics=(some(nic(ports=2), 2, "scale_out"),))),
    Case(
        "PRT113",
        "fails",
        node(nics=(some(nic(), 3, "scale_out"), some(nic(), 1, "front_end"))),
        "3 scale-out ports for 4 accelerators",
        "info",
    ),
    Case("PRT113", "unknown", node(nics=(some(nic(ports=None), 4, "scale_out"),))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
