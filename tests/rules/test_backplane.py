"""What joins a scale-up domain."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    board_only,
    cable_tray,
    chassis,
    check,
    gpu,
    scale_up,
    switch,
)

CASES = [
    Case("LNK205", "passes", board_only()),
    Case("LNK205", "just passes", scale_up()),
    Case(
        "LNK205",
        "fails",
        scale_up(accelerator=gpu(scaleup_lane_gbps=50)),
        "GPU-1 at 50 Gb/s a lane, SWT-1 at 100",
    ),
    Case("LNK205", "unknown", scale_up(switch=switch(lane_gbps=None))),
    Case("LNK206", "passes", scale_up(cable_trays=2)),
    Case("LNK206", "just passes", scale_up()),
    Case(
        "LNK206",
        "fails",
        scale_up(cable_tray=cable_tray(pairs=63)),
        "the lanes need more pairs than the cable trays have",
    ),
    Case("LNK206", "unknown", scale_up(cable_tray=cable_tray(pairs=None))),
    Case("LNK209", "passes", scale_up()),
    Case(
        "LNK209",
        "just passes",
        scale_up(
            accelerator=gpu(native_ethernet_scaleup=False, scaleup_protocol="NVLink5"),
            switch=switch(asic="2x NVLink5 switch"),
        ),
    ),
    Case(
        "LNK209",
        "fails",
        scale_up(accelerator=gpu(native_ethernet_scaleup=False)),
        "GPU-1 has no Ethernet scale-up port, SWT-1 switches Ethernet",
    ),
    Case(
        "LNK209",
        "fails",
        scale_up(switch=switch(asic="2x NVSwitch3")),
        "GPU-1 has a native Ethernet scale-up port, SWT-1 switches NVLink",
    ),
    Case(
        "LNK209",
        "fails",
        scale_up(
            accelerator=gpu(native_ethernet_scaleup=False, scaleup_protocol="HCCS"),
            switch=switch(asic="2x NVSwitch3"),
        ),
    ),
    Case("LNK209", "unknown", scale_up(accelerator=gpu(native_ethernet_scaleup=None))),
    Case("LNK210", "passes", scale_up(longest_run_m=1.0)),
    Case("LNK210", "just passes", scale_up(longest_run_m=1.5)),
    Case(
        "LNK210",
        "fails",
        scale_up(longest_run_m=1.501),
        "the longest run is beyond the cable tray's reach",
        "warning",
    ),
    Case("LNK210", "unknown", scale_up(cable_tray=cable_tray(depth_mm=None), longest_run_m=None)),
    Case("LNK211", "passes", scale_up(size_wanted=0)),
    Case("LNK211", "just passes", scale_up()),
    Case("LNK211", "fails", scale_up(size_wanted=5), "the domain has another size"),
    Case("LNK213", "passes", scale_up()),
    Case("LNK213", "just passes", board_only()),
    Case("LNK213", "fails", board_only(baseboard=chassis(gpus=3)), "more accelerators than CHS-1 joins"),
    Case(
        "LNK213",
        "fails",
        board_only(baseboard=None),
        "neither a scale-up switch nor a baseboard joins the accelerators",
    ),
    Case("LNK213", "unknown", board_only(baseboard=chassis(gpus=None))),
    Case("LNK214", "passes", scale_up(cable_tray=cable_tray(lane_gbps=200))),
    Case("LNK214", "just passes", scale_up()),
    Case("LNK214", "fails", scale_up(cable_tray=cable_tray(lane_gbps=50)), "lanes of 100 Gb/s in CBT-1"),
    Case("LNK214", "unknown", scale_up(cable_tray=cable_tray(lane_gbps=None))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
