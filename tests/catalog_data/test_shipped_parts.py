"""The shipped parts: all there, once, loadable, and free of the double counts their source tables invite."""

from __future__ import annotations

from collections import Counter

import pytest

from configurator.parts import categories
from configurator.parts.base import Part, known

from . import seed

COUNTS = {
    "accelerator": 23,
    "accessory": 3,
    "bbu": 3,
    "busbar": 5,
    "cable": 18,
    "cable_tray": 3,
    "cdu": 22,
    "chassis": 15,
    "cold_plate": 3,
    "coolant": 1,
    "cooling_kit": 2,
    "cpu": 16,
    "door_heat_exchanger": 4,
    "drive": 10,
    "fiber": 17,
    "hardware": 15,
    "manifold": 3,
    "memory": 10,
    "nic": 23,
    "optic": 36,
    "pcie_switch": 1,
    "pdu": 5,
    "power_rack": 1,
    "power_shelf": 6,
    "quick_disconnect": 7,
    "rack": 17,
    "rectifier": 5,
    "service": 1,
    "switch": 46,
    "switch_chip": 7,
    "system": 17,
    "whip": 2,
}


@pytest.mark.parametrize("category", list(categories()))
def test_file_has_exactly_the_columns_of_its_class_in_id_order(category: str) -> None:
    assert seed.header(category) == categories()[category].columns()
    ids = [row["part_id"] for row in seed.rows(category)]
    assert ids == sorted(ids)


def test_every_row_loads_and_the_counts_stand() -> None:
    assert dict(sorted(Counter(p.category for p in seed.parts()).items())) == COUNTS


def test_part_ids_are_unique_over_all_categories() -> None:
    assert [i for i, n in Counter(p.part_id for p in seed.parts()).items() if n > 1] == []


@pytest.mark.parametrize(
    ("prefixes", "rows"),
    [
        pytest.param(("ACC-",), 23, id="accelerators"),
        pytest.param(("CPU-",), 16, id="cpus"),
        pytest.param(("MEM-",), 10, id="memory"),
        pytest.param(("SSD-",), 10, id="ssds"),
        pytest.param(("NIC-", "DPU-"), 23, id="nics"),
        pytest.param(("SWC-", "SWT-", "SWS-"), 52, id="switches"),
        pytest.param(("OPT-",), 36, id="optics"),
        pytest.param(("CBL-",), 37, id="cables"),
        pytest.param(("RCK-",), 17, id="racks"),
        pytest.param(("PWR-",), 27, id="power"),
        pytest.param(("CDU-", "MAN-", "QD-", "CP-", "KIT-", "RDHX-", "FLU-", "SEN-"), 43, id="cooling"),
        pytest.param(("CHS-",), 22, id="chassis_misc"),
        pytest.param(("SYS-",), 17, id="systems"),
        pytest.param(("ACY-",), 13, id="added"),
    ],
)
def test_every_row_of_each_source_table_is_there(prefixes: tuple[str, ...], rows: int) -> None:
    assert sum(p.part_id.startswith(prefixes) for p in seed.parts()) == rows


@pytest.mark.parametrize(
    ("part_id", "field", "value"),
    [
        # The source tables' masses of trays look like complete trays; a shelf's leaves its rectifiers out.
        ("CHS-TRAY-4GPU-1OU", "mass_kg", 20),
        ("CHS-TRAY-4GPU-1OU", "weight_kg", 35),
        ("CHS-TRAY-8GPU-4OU", "mass_kg", 60),
        ("CHS-NV-GB200-TRAY", "mass_kg", 18),
        ("CHS-8GPU-AIR", "mass_kg", 60),
        ("CHS-NV-BIANCA", "mass_kg", 0),
        ("PWR-SHELF-HPR-33", "mass_loaded_kg", 34),
        ("PWR-SHELF-HPR-33", "weight_kg", 22),
        # The whole tray's liquid share is not its overhead's.
        ("CHS-TRAY-4GPU-1OU", "overhead_liquid_fraction", 0.3),
        ("CHS-8GPU-AIR", "overhead_liquid_fraction", 0),
        ("CBL-BP-ETHX-64", "pairs", 64 * 32 * 2),
        ("CBL-BP-NVL72-CART", "pairs", 72 * 18 * 4 / 4),
        ("CBL-BP-HELIOS-CART", "pairs", 72 * 36 * 2 * 2 / 4),
        ("SWT-NV-NVL72-TRAY", "asics", 2),
        ("SWT-AMD-HELIOS-TRAY", "asics", 2),
        ("SWS-NV-Q3400", "asics", 4),
        ("SWT-ETHX-TH5-51T", "asics", 1),
        ("SWS-UFI-S9321-64E", "power_max_has_optics", True),
        ("SWS-DN-2500S", "power_max_has_optics", False),
        ("ACC-NV-B200-SXM", "scaleup_gb_per_s_per_dir", 900),
        ("ACC-GEN-ETHX-400", "cooling", "air_or_liquid"),
        ("ACC-GEN-ETHX-400", "mass_air_cooled_kg", 2.8),
        ("ACC-NV-H100-SXM", "mass_air_cooled_kg", 2.8),
        ("ACC-NV-GB200-GPU", "pcie_lanes", None),
        ("ACC-AMD-MI455X", "tdp_w", 2000),
        ("CHS-OOB-SW-1G", "kind", "mgmt"),
        ("CHS-OOB-SW-1G", "ports", 48),
        ("CHS-PCIESW-G5", "pcie_lanes", 144),
        ("FLU-PG25", "density_kg_per_l", 1.02),
        ("QD-UQD04", "pressure_drop_kpa", 31),
        ("RCK-LEGRAND-ORV3", "units", None),
        ("SYS-CM384", "height_unit", None),
        ("SYS-CM384", "racks", 16),
        ("CBL-DAC-800-2x400", "tails", 2),
        ("CBL-CAT6A", "family", "twisted_pair"),
        ("PWR-SHELF-HPR-33", "input_v", 400),
        ("PWR-SHELF-HPR-33", "ac_inputs", 2),
    ],
)
def test_value(part_id: str, field: str, value: object) -> None:
    assert getattr(seed.catalog().part(part_id), field) == value


@pytest.mark.parametrize(
    ("part_id", "holds_switches"),
    [
        ("ACC-NV-A100-SXM80", True),
        ("ACC-NV-H100-SXM", True),
        ("ACC-NV-H800-SXM", True),
        ("ACC-NV-H200-SXM", True),
        ("ACC-NV-B200-SXM", True),
        ("ACC-NV-B300-SXM", True),
        ("ACC-NV-H20-SXM96", False),
        ("ACC-GEN-ETHX-400", False),
    ],
)
def test_a_board_price_says_that_it_holds_the_switches(part_id: str, holds_switches: bool) -> None:
    included = known(seed.catalog().part(part_id), "price_includes")
    assert (included is not None and "switches" in included) == holds_switches


def test_templates_are_marked_and_nothing_else_is() -> None:
    assert sorted(p.part_id for p in seed.parts() if p.template) == [
        "ACC-GEN-ETHX-400",
        "CBL-BP-ETHX-64",
        "CDU-ENVICOOL-GEN",
        "CDU-GEN-350",
        "CDU-GEN-700",
        "CHS-EDFA-1U",
        "CHS-TRAY-4GPU-1OU",
        "CHS-TRAY-8GPU-4OU",
        "CHS-UBB-8OAM-SW",
        "FIB-DARK-OS2",
        "RCK-ETHX-44OU",
        "SWT-ETHX-L2-64x800",
        "SWT-ETHX-TH5-51T",
        "SWT-ETHX-TH5-51T-FP",
        "SWT-ETHX-TH6-102T",
        "SWT-ETHX-THU-51T",
    ]


def test_masses_are_all_known() -> None:
    missing = [p.part_id for p in seed.parts() if p.mass_field and getattr(p, p.mass_field) is None]
    assert missing == ["NIC-HW-910C-ROCE"]


def test_draw_is_known_but_for_units_whose_makers_do_not_say() -> None:
    missing = Counter(p.category for p in seed.parts() if p.power_max_field and getattr(p, p.power_max_field) is None)
    assert dict(missing) == {"cdu": 14, "door_heat_exchanger": 4, "nic": 1}


def test_typical_draw_is_at_most_the_maximum() -> None:
    def above(part: Part) -> bool:
        if not part.power_max_field:
            return False
        top, typical = getattr(part, part.power_max_field), getattr(part, part.power_typ_field)
        return top is not None and typical is not None and typical > top

    assert [p.part_id for p in seed.parts() if above(p)] == []


def test_only_the_superchip_board_is_outside_the_plausible_range() -> None:
    outside = [
        (p.part_id, field)
        for p in seed.parts()
        for field, (low, high) in p.plausible.items()
        if getattr(p, field) is not None and not low <= getattr(p, field) <= high
    ]
    assert outside == [("CHS-NV-BIANCA", "power_overhead_w"), ("CHS-NV-BIANCA", "mass_kg")]


@pytest.mark.parametrize(
    ("category", "field", "value"),
    [
        ("chassis", "power_overhead_w", 36_000),
        ("chassis", "power_overhead_w", 0.5),
        ("accelerator", "tdp_w", 7),
        ("accelerator", "scaleup_gb_per_s_per_dir", 14_400),
        ("switch", "power_w_max", 22_000),
    ],
)
def test_a_slip_of_units_is_outside_the_plausible_range(category: str, field: str, value: float) -> None:
    low, high = categories()[category].plausible[field]
    assert not low <= value <= high


def test_spec_basis_uses_the_words_of_the_project() -> None:
    words = {word for p in seed.parts() for word in (p.spec_basis or "").split("+")}
    assert words <= {"read", "recalled", "transcribed", "derived", "estimate"}
    assert [p.part_id for p in seed.parts() if not p.spec_basis or not p.spec_source] == []
