"""Each device in its place."""

from __future__ import annotations

import pytest

from tests.rules.factories import (
    Case,
    cable_tray,
    cdu,
    chassis,
    check,
    manifold,
    pdu,
    rack,
    slot,
    switch,
)

CASES = [
    Case("RCK101", "passes", slot()),
    Case("RCK101", "just passes", slot(overlaps=())),
    Case("RCK101", "fails", slot(overlaps=("compute-2",), overlap_mm=0.5), "overlaps compute-2"),
    Case("RCK102", "passes", slot()),
    Case("RCK102", "just passes", slot(bottom_mm=43 * 48)),
    Case("RCK102", "fails", slot(bottom_mm=43 * 48 + 0.1), "stands out of the rack"),
    Case("RCK102", "unknown", slot(device=chassis(height=None))),
    Case("RCK102", "unknown", slot(device=chassis(height_unit=None))),
    Case("RCK102", "unknown", slot(rack=rack(units=None))),
    Case("RCK102", "unknown", slot(rack=rack(unit_pitch_mm=0))),
    Case("RCK103", "passes", slot(bottom_mm=0)),
    Case("RCK103", "just passes", slot(bottom_mm=480.01)),
    Case("RCK103", "fails", slot(bottom_mm=480.02), "stands 0.02 mm off the pitch of 48 mm"),
    Case("RCK103", "unknown", slot(rack=rack(unit_pitch_mm=None))),
    Case("RCK104", "passes", slot(device=pdu())),
    Case("RCK104", "just passes", slot(device=chassis(depth_mm=840))),
    Case(
        "RCK104",
        "fails",
        slot(device=chassis(depth_mm=841)),
        "too deep with 110 mm behind and 50 mm before it",
    ),
    Case("RCK104", "unknown", slot(device=chassis(depth_mm=None))),
    Case("RCK104", "unknown", slot(rear_parts=(cable_tray(), manifold(depth_mm=None)))),
    Case("RCK105", "passes", slot()),
    Case("RCK105", "just passes", slot(device=switch(), adapted=True)),
    Case(
        "RCK105",
        "fails",
        slot(device=switch()),
        "a 19 inch device in a 21 inch rack without an adapter",
    ),
    Case("RCK105", "fails", slot(rack=rack(unit_type="RU")), "a 21 inch device in a 19 inch rack"),
    Case("RCK105", "unknown", slot(rack=rack(unit_type=None))),
    Case("RCK106", "passes", slot()),
    Case("RCK106", "just passes", slot(device=cdu())),
    Case("RCK106", "fails", slot(device=cdu(height_unit="floor")), "CDU-1 is a cabinet of its own"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
