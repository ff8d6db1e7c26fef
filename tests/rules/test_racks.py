"""A rack under its whole load, on its floor."""

from __future__ import annotations

import pytest

from configurator.reasons import Total
from tests.rules.factories import (
    Case,
    at_least,
    check,
    rack,
    rack_use,
)

CASES = [
    Case("RCK201", "passes", rack_use()),
    Case("RCK201", "just passes", rack_use(payload_kg=Total(1400))),
    Case("RCK201", "fails", rack_use(payload_kg=Total(1400.1)), "the payload is above what the rack carries"),
    Case("RCK201", "unknown", rack_use(payload_kg=at_least(1400))),
    Case("RCK201", "unknown", rack_use(rack=rack(payload_kg=None))),
    Case(
        "RCK201",
        "fails",
        rack_use(payload_kg=at_least(1401)),
        "the payload is above what the rack carries, even without what is unknown (tdp_w of GPU-1)",
    ),
    Case("RCK202", "passes", rack_use()),
    Case("RCK202", "just passes", rack_use(it_w=Total(100_000))),
    Case("RCK202", "fails", rack_use(it_w=Total(100_100)), "the rack draws more than it is made for", "warning"),
    Case(
        "RCK202",
        "fails",
        rack_use(rack=rack(rack_power_limit_kw=None)),
        "RCK-1 states no power limit: not judged",
        "info",
    ),
    Case("RCK202", "unknown", rack_use(it_w=at_least(90_000))),
    Case("RCK203", "passes", rack_use()),
    Case("RCK203", "just passes", rack_use(site_floor_kg_m2_max=1500)),
    Case("RCK203", "fails", rack_use(site_floor_kg_m2_max=1499), "the rack is too heavy for the floor"),
    Case("RCK203", "unknown", rack_use(site_floor_kg_m2_max=1500, rack=rack(width_mm=None))),
    Case("RCK203", "unknown", rack_use(site_floor_kg_m2_max=1500, rack=rack(depth_mm=0))),
    Case("RCK203", "unknown", rack_use(site_floor_kg_m2_max=1500, mass_kg=at_least(900))),
    Case("RCK204", "passes", rack_use()),
    Case("RCK204", "just passes", rack_use(site_height_ou_max=40)),
    Case("RCK204", "fails", rack_use(site_height_ou_max=39), "the devices are higher than the site allows"),
    Case("RCK204", "unknown", rack_use(site_height_ou_max=40, used_mm=at_least(1900))),
    Case("RCK205", "passes", rack_use()),
    Case("RCK205", "just passes", rack_use(site_power_kw_max=82)),
    Case("RCK205", "fails", rack_use(site_power_kw_max=81.9), "the rack draws more than the site allows"),
    Case("RCK205", "fails", rack_use(site_power_kw_max=0), "the rack draws more than the site allows"),
    Case("RCK205", "unknown", rack_use(site_power_kw_max=82, input_w=at_least(81_000))),
    Case("RCK206", "passes", rack_use(scale_up_bottoms_mm=())),
    Case("RCK206", "just passes", rack_use(compute_bottoms_mm=(432, 576, 624))),
    Case(
        "RCK206",
        "fails",
        rack_use(compute_bottoms_mm=(576, 624)),
        "0 compute trays below the switch trays, 2 above",
        "warning",
    ),
    Case("RCK207", "passes", rack_use(blanks_mm=5 * 48)),
    Case("RCK207", "just passes", rack_use()),
    Case("RCK207", "fails", rack_use(blanks_mm=3 * 48), "1 open units have no panel", "warning"),
    Case("RCK207", "unknown", rack_use(used_mm=at_least(1900))),
    Case("RCK207", "unknown", rack_use(rack=rack(units=None))),
    Case("RCK208", "passes", rack_use(payload_kg=Total(900), rack=rack(unit_type="RU"))),
    Case("RCK208", "just passes", rack_use(payload_kg=Total(800))),
    Case("RCK208", "fails", rack_use(payload_kg=Total(800.1)), "wants a cross brace, which takes a unit", "info"),
    Case("RCK208", "unknown", rack_use(rack=rack(unit_type=None))),
    Case("RCK209", "passes", rack_use()),
    Case("RCK209", "just passes", rack_use(mass_kg=Total(0))),
    Case(
        "RCK209",
        "fails",
        rack_use(mass_kg=at_least(900)),
        "the mass is a lower bound: tdp_w of GPU-1 is unknown (wanted for max power)",
        "warning",
    ),
    Case("RCK210", "passes", rack_use()),
    Case("RCK210", "just passes", rack_use(input_w=Total(0))),
    Case(
        "RCK210",
        "fails",
        rack_use(input_w=at_least(80_000), air_w=at_least(1000)),
        "power and heat are lower bounds: tdp_w of GPU-1 is unknown (wanted for max power)",
        "warning",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)
