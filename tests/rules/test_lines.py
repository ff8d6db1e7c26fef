"""Lines between sites, and the servers of the fabrics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from configurator.measures.subjects import LineUse, ServerUse
from tests.rules.factories import Case, chassis, check, part, switch


def module(**changes: Any) -> Any:
    return part("optic", "OPT-9", {"reach_m": 10_000, "power_w_max": 18}, changes)


def line(**changes: Any) -> LineUse:
    """10 km, 6.0 dB of 6.3, 18 W in a cage of 18 W."""
    use = LineUse(
        path="links/border_border",
        module=module(),
        switch=switch(max_w_per_port=18),
        distance_m=8_000,
        loss_db=5.2,
        budget_db=6.3,
    )
    return replace(use, **changes)


def servers(**changes: Any) -> ServerUse:
    use = ServerUse(path="fabric_manager", server=chassis(), wanted=2, placed=2, network="scale_out")
    return replace(use, **changes)


CASES = [
    Case("LNK421", "passes", line()),
    Case("LNK421", "just passes", line(distance_m=10_000)),
    Case("LNK421", "fails", line(distance_m=10_001), "the module does not reach"),
    Case("LNK421", "unknown", line(module=module(reach_m=None))),
    Case("LNK422", "passes", line()),
    Case("LNK422", "just passes", line(loss_db=6.3)),
    Case("LNK422", "fails", line(loss_db=6.31), "the line loses more than its modules may"),
    Case("LNK423", "passes", line(switch=switch(max_w_per_port=30))),
    Case("LNK423", "just passes", line()),
    Case(
        "LNK423",
        "fails",
        line(switch=switch(max_w_per_port=17)),
        "a cage of SWT-1 feeds less than OPT-9 draws",
    ),
    Case("LNK423", "passes", line(switch=switch(max_w_per_port=None))),
    Case("LNK423", "unknown", line(module=module(power_w_max=None))),
    Case("CMP116", "passes", servers(placed=3)),
    Case("CMP116", "just passes", servers()),
    Case(
        "CMP116",
        "fails",
        servers(placed=0),
        "2 x CHS-1 left out: full units fill every leaf of scale_out",
        "info",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
