"""What is unknown stays unknown: delete any one value that anything reads, and a finding or a marker says so.

Each own field of each part used is deleted in turn. Where the build then says another number, another finding, a
completeness marker or an outright refusal must say why: never only a number.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from configurator.catalog import Catalog, Offer
from configurator.errors import Unsatisfiable
from configurator.parts.base import Part
from configurator.pipeline import configure
from configurator.spec import spec_from
from configurator.summary import document
from tests.build import built, catalog, without

SITE = {"site": {"rack_power_kw_max": 200, "rack_height_ou_max": 44, "floor_kg_m2_max": 3000}}
NAMES = ("model", "vendor")


@cache
def _base(preset: str) -> dict[str, Any]:
    return document(configure(spec_from({"platform": preset, **SITE}, preset), catalog()))


def _told(data: dict[str, Any]) -> tuple[Any, ...]:
    """What a reader is told besides numbers: findings and markers."""
    findings = [(f["rule"], f["severity"], f["subject"], f["message"]) for f in data["findings"]]
    racks = [(r["mass_complete"], r["used_complete"]) for r in data["mechanics"]["racks"]]
    cost, power = data["cost"], data["power"]
    lanes = [data["design"]["lanes"][key] is None for key in ("accelerator", "asic")]
    prices = (cost["complete"], cost["lines"]["unpriced"])
    return findings, racks, power["at_least"], power["unknown"], prices, lanes


def _numbers(data: dict[str, Any]) -> list[Any]:
    return [data[key] for key in ("design", "power", "cost", "mechanics")]


def _cases() -> list[tuple[str, str]]:
    used = {(preset, part) for preset in ("eth-x-64", "hgx-8") for part in built(preset).design.parts}
    return sorted(used)


@pytest.mark.parametrize(("preset", "part_id"), _cases())
def test_deleting_a_value_is_told(preset: str, part_id: str) -> None:
    part = catalog().parts[part_id]
    base = _base(preset)
    for field in type(part).model_fields:
        if field in Part.model_fields or getattr(part, field) is None:
            continue
        try:
            data = document(configure(spec_from({"platform": preset, **SITE}, preset), without(part_id, field)))
        except Unsatisfiable:
            continue  # the refusal names the value: see test_choices
        if _numbers(data) != _numbers(base):
            assert _told(data) != _told(base), f"{part_id}.{field}: only a number changed"


READ_BY_PART = {
    "ACC-GEN-ETHX-400": "tdp_w power_w_typ mass_kg liquid_fraction scaleup_lanes_per_dir scaleup_lane_gbps form_factor "
    "pcie_lanes coolant_inlet_max_c",
    "CPU-INTC-8592P": "memory_channels pcie_lanes",
    "MEM-RDIMM-64-5600": "power_w_max mass_kg",
    "NIC-NV-CX7-1x400": "power_w_max ports",
    "SWT-ETHX-TH5-51T": "serdes_lanes asics power_w_max weight_kg height",
    "PWR-SHELF-HPR-33": "rated_kw output_v output_current_a efficiency_peak_pct ac_inputs mass_loaded_kg modules",
    "PWR-PSU-5.5K": "module_kw",
    "PWR-BUSBAR-1400A": "output_current_a",
    "CDU-VRT-CDU121": "capacity_kw flow_l_per_min available_dp_kpa",
    "MAN-ORV3-BM": "ports pressure_drop_kpa",
    "QD-BMQC": "flow_l_per_min",
    "FLU-PG25": "density_kg_per_l specific_heat_kj_per_kg_k",
    "RCK-ETHX-44OU": "units unit_pitch_mm payload_kg depth_mm empty_weight_kg width_mm rack_power_limit_kw",
    "CBL-BP-ETHX-64": "pairs max_m depth_mm",
    "CBL-CAT6A": "mass_kg_per_m max_m",
    "PWR-WHIP-32A": "input_a",
    "KIT-COMPUTE-TRAY-LC": "capacity_kw",
    "CHS-TRAY-4GPU-1OU": "gpus power_overhead_w mass_kg depth_mm",
    "CHS-OOB-SW-1G": "ports",
    "CHS-PCIESW-G5": "pcie_lanes",
}
READ = [(part, field) for part, fields in READ_BY_PART.items() for field in fields.split()]


@pytest.mark.parametrize(("part_id", "field"), READ)
def test_what_a_rule_or_a_step_reads_is_missed(part_id: str, field: str) -> None:
    """Fields that are certainly read: without them something else is told."""
    assert getattr(catalog().parts[part_id], field) is not None
    try:
        data = document(configure(spec_from({"platform": "eth-x-64", **SITE}, "x"), without(part_id, field)))
    except Unsatisfiable:
        return
    assert _told(data) != _told(_base("eth-x-64"))


def _offers_without(part_id: str, field: str | None) -> list[Offer]:
    offers = []
    for offer in (o for group in catalog().offers.values() for o in group):
        if offer.part_id == part_id:
            if field is None:
                continue
            offer = offer.model_copy(update={field: None})
        offers.append(offer)
    return offers


@pytest.mark.parametrize("field", [None, "low", "high", "length_m", "per_extra_m"])
@pytest.mark.parametrize("part_id", ["CBL-CAT6A", "CPU-INTC-8592P", "SWT-ETHX-TH5-51T"])
def test_a_missing_price_value_is_told(part_id: str, field: str | None) -> None:
    shipped = catalog()
    changed = Catalog(shipped.parts.values(), _offers_without(part_id, field))
    data = document(configure(spec_from({"platform": "eth-x-64", **SITE}, "x"), changed))
    if data["cost"] != _base("eth-x-64")["cost"]:
        assert _told(data) != _told(_base("eth-x-64"))
    if field is None:
        assert data["cost"]["lines"]["unpriced"] >= 1
        assert not data["cost"]["complete"]
