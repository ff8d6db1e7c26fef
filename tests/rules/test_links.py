"""Scale-up lanes, end by end."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    ASICS,
    GPUS,
    Case,
    check,
    gpu,
    lane,
    mesh,
    scale_up,
    switch,
)

CASES = [
    Case("LNK201", "passes", scale_up(switch=None, lanes=())),
    Case("LNK201", "just passes", scale_up()),
    Case(
        "LNK201",
        "fails",
        scale_up(lanes=mesh()[1:]),
        "0 lanes from compute-1/gpu-1 to switch-1/asic-1, 4 elsewhere",
    ),
    Case(
        "LNK201",
        "fails",
        scale_up(lanes=(*mesh()[1:], lane(GPUS[0], ASICS[0], (0, 0), 3))),
        "3 lanes from compute-1/gpu-1 to switch-1/asic-1, 4 elsewhere",
    ),
    Case("LNK201", "unknown", scale_up(lanes=(), accelerator=gpu(scaleup_lanes_per_dir=None))),
    Case("LNK202", "passes", scale_up(lanes=())),
    Case("LNK202", "just passes", scale_up()),
    Case(
        "LNK202",
        "fails",
        scale_up(lanes=(*mesh()[1:], lane(GPUS[0], ASICS[0], (1, 0)))),
        "lane 4 of compute-1/gpu-1 is used 2 times",
    ),
    Case("LNK203", "passes", scale_up(lanes=())),
    Case("LNK203", "just passes", scale_up()),
    Case(
        "LNK203",
        "fails",
        scale_up(lanes=(*mesh()[1:], lane(GPUS[0], ASICS[0], (0, 1)))),
        "lane 4 of switch-1/asic-1 is used 2 times",
    ),
    Case("LNK204", "passes", scale_up(accelerator=gpu(scaleup_lanes_per_dir=9), switch=switch(serdes_lanes=17))),
    Case("LNK204", "just passes", scale_up()),
    Case(
        "LNK204",
        "fails",
        scale_up(accelerator=gpu(scaleup_lanes_per_dir=7)),
        "more lanes of one accelerator than it has",
    ),
    Case("LNK204", "fails", scale_up(switch=switch(serdes_lanes=31, asics=2)), "more lanes of one ASIC than it has"),
    Case("LNK204", "unknown", scale_up(accelerator=gpu(scaleup_lanes_per_dir=None))),
    Case("LNK204", "unknown", scale_up(switch=switch(asics=None))),
    Case("LNK207", "passes", scale_up(switch=None, lanes=())),
    Case("LNK207", "just passes", scale_up()),
    Case(
        "LNK207",
        "fails",
        scale_up(accelerator=gpu(scaleup_lanes_per_dir=9)),
        "4 lanes of the accelerators are idle",
        "warning",
    ),
    Case("LNK207", "unknown", scale_up(accelerator=gpu(scaleup_lanes_per_dir=None))),
    Case("LNK208", "passes", scale_up(switch=None, asics=(), lanes=())),
    Case("LNK208", "just passes", scale_up()),
    Case(
        "LNK208",
        "fails",
        scale_up(switch=switch(serdes_lanes=32)),
        "32 of 64 lanes of the scale-up ASICs are idle",
        "info",
    ),
    Case("LNK208", "unknown", scale_up(switch=switch(serdes_lanes=None))),
    Case("LNK212", "passes", scale_up(lanes=())),
    Case("LNK212", "just passes", scale_up()),
    Case(
        "LNK212",
        "fails",
        scale_up(lanes=mesh(asics=("switch-1/asic-1", "switch-9/asic-1"))),
        "lanes from compute-1/gpu-1 to switch-9/asic-1 leave the domain",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
