"""Chassis: barebones, compute trays, baseboards, superchip boards and complete small servers."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Airflow, HeightUnit
from configurator.parts.base import Part
from configurator.units import Celsius, Count, Fraction, Height, Kilograms, Kilopascals, Millimetres, Watts


class Chassis(Part):
    """What devices are put into. `power_overhead_w` and `power_w_typ` are of the chassis alone: fans, converters, BMC.

    `mass_kg` is what the bare chassis adds to a rack. `weight_kg` is the source table's figure, which for trays looks
    like the complete tray: adding its devices to it counts them twice. `liquid_fraction` is of the whole tray, for
    reference; `overhead_liquid_fraction` is of the overhead, and is the one that sums use.
    """

    category: ClassVar[str] = "chassis"
    title: ClassVar[str] = "Chassis, trays and boards"
    power_max_field: ClassVar[str] = "power_overhead_w"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "overhead_liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "power_overhead_w": (20, 2000),
        "height": (0.5, 20),
        "mass_kg": (1, 150),
    }

    kind: (
        Literal["server_barebone", "compute_tray", "baseboard", "superchip_board", "mgmt_server", "fabric_manager"]
        | None
    ) = None
    gpus: Count | None = None
    cpus: Count | None = None
    dimm_slots: Count | None = None
    nic_slots: Count | None = None
    drive_bays: Count | None = None
    module_form: str | None = None
    """Form factor of the accelerators it takes; empty where it takes a board, or none."""
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    power_overhead_w: Watts | None = None
    power_w_typ: Watts | None = None
    overhead_liquid_fraction: Fraction | None = None
    liquid_fraction: Fraction | None = None
    pressure_drop_kpa: Kilopascals | None = None
    coolant_inlet_max_c: Celsius | None = None
    airflow: Airflow | None = None
    weight_kg: Kilograms | None = None
    mass_empty_kg: Kilograms | None = None
    mass_loaded_kg: Kilograms | None = None
    mass_kg: Kilograms | None = None
