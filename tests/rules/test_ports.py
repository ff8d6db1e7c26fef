"""Ports of one device on one network."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    check,
    nic,
    ports,
)

CASES = [
    Case("LNK301", "passes", ports(used=())),
    Case("LNK301", "just passes", ports()),
    Case("LNK301", "fails", ports(used=("port-1", "port-1")), "2 cables in port-1"),
    Case("LNK302", "passes", ports()),
    Case("LNK302", "just passes", ports(ports=2)),
    Case("LNK302", "fails", ports(ports=1), "more cables than ports on out_of_band"),
    Case("LNK302", "unknown", ports(ports=None)),
    Case("LNK303", "passes", ports()),
    Case("LNK303", "just passes", ports(ports=0, used=())),
    Case("LNK303", "fails", ports(device=nic(), used=()), "NIC-1 is cabled to nothing on out_of_band"),
    Case(
        "LNK303",
        "fails",
        ports(device=nic(), used=(), network="scale_out", deliberately_spare=True),
        "ports of NIC-1 on scale_out are spare: no fabric is built",
        "info",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
