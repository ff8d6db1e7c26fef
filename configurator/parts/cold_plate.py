"""Cold plates of single devices."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Celsius, Fraction, Kilograms, Kilopascals, Kilowatts, LitresPerMinute


class ColdPlate(Part):
    """One plate: takes up to `capacity_kw`, `liquid_fraction` being its share of its own device's heat."""

    category: ClassVar[str] = "cold_plate"
    title: ClassVar[str] = "Cold plates"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_kw": (0.05, 6),
        "flow_l_per_min": (0.1, 10),
        "pressure_drop_kpa": (0.5, 150),
    }

    capacity_kw: Kilowatts | None = None
    flow_l_per_min: LitresPerMinute | None = None
    available_dp_kpa: Kilopascals | None = None
    pressure_drop_kpa: Kilopascals | None = None
    liquid_fraction: Fraction | None = None
    coolant_inlet_max_c: Celsius | None = None
    weight_kg: Kilograms | None = None
