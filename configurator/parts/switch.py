"""Switches: scale-up trays and second-tier boxes, scale-out leaf and spine, management."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Airflow, Cooling, HeightUnit
from configurator.parts.base import Part
from configurator.units import (
    Celsius,
    Fraction,
    Gbps,
    Height,
    Kilograms,
    Kilopascals,
    LitresPerMinute,
    Millimetres,
    Nanoseconds,
    PositiveCount,
    Tbps,
    Watts,
)

SwitchKind = Literal["scaleup_tray", "scaleup_l2", "scaleout", "scaleout_ib", "mgmt"]


class Switch(Part):
    """One switch as ordered: box or tray, with `asics` chips in it.

    Capacity and port rates are one direction. `power_w_typ` is with passive copper in the cages; `power_w_max` may
    count a module in every cage: `power_max_has_optics` says so. `max_w_per_port` is what a cage can feed [W].
    """

    category: ClassVar[str] = "switch"
    title: ClassVar[str] = "Switches"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    mass_field: ClassVar[str] = "weight_kg"
    liquid_field: ClassVar[str] = "liquid_fraction"
    column_names: ClassVar[dict[str, str]] = {"kind": "class"}
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "power_w_max": (20, 8000),
        "power_w_typ": (20, 8000),
        "weight_kg": (1, 150),
        "height": (0.5, 20),
    }

    kind: SwitchKind | None = None
    asic: str | None = None
    asics: PositiveCount | None = None
    capacity_tb_per_s: Tbps | None = None
    ports: PositiveCount | None = None
    port_gbps: Gbps | None = None
    port_form_factor: str | None = None
    serdes_lanes: PositiveCount | None = None
    lane_gbps: Gbps | None = None
    latency_ns: Nanoseconds | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    max_w_per_port: Watts | None = None
    power_max_has_optics: bool | None = None
    """Whether `power_w_max` already holds a module in every cage; adding optics to it would count them twice."""
    weight_kg: Kilograms | None = None
    cooling: Cooling | None = None
    airflow: Airflow | None = None
    liquid_fraction: Fraction | None = None
    flow_l_per_min: LitresPerMinute | None = None
    pressure_drop_kpa: Kilopascals | None = None
    coolant_inlet_max_c: Celsius | None = None
    power_feed: str | None = None
