"""Whole systems as sold: to check a roll-up of parts against a market price and a rated draw. Never placed."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Airflow, Cooling, FlowPerKilowatt, HeightUnit
from configurator.parts.base import Part
from configurator.units import (
    Celsius,
    Count,
    Fraction,
    Height,
    Kilograms,
    Kilopascals,
    Kilowatts,
    Millimetres,
    PositiveCount,
    Watts,
)


class System(Part):
    """One complete system, from a server to a supernode of several racks. Draw is in `power_kw_max` [kW].

    Its price and mass already hold every part in it, so no sum reads them.
    """

    category: ClassVar[str] = "system"
    title: ClassVar[str] = "Whole systems, for comparison"
    mass_field: ClassVar[str] = ""
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "gpus": (1, 20000),
        "power_kw_max": (0.5, 20000),
        "weight_kg": (10, 50000),
    }

    gpus: Count | None = None
    gpu_model: str | None = None
    cpus: Count | None = None
    racks: PositiveCount | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    power_kw_max: Kilowatts | None = None
    power_w_typ: Watts | None = None
    power_w_max_observed: Watts | None = None
    weight_kg: Kilograms | None = None
    cooling: Cooling | None = None
    airflow: Airflow | None = None
    liquid_fraction: Fraction | None = None
    flow_lpm_per_kw: FlowPerKilowatt | None = None
    pressure_drop_kpa: Kilopascals | None = None
    coolant_inlet_max_c: Celsius | None = None
    coolant_inlet_rec_c: Celsius | None = None
    scaleup_domain_gpus: PositiveCount | None = None
