"""Ride-through: battery backup shelves and capacitor shelves on the busbar."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Airflow, HeightUnit
from configurator.parts.base import Part
from configurator.units import (
    Amperes,
    Fraction,
    Height,
    Kilograms,
    Kilowatts,
    Millimetres,
    PositiveCount,
    Seconds,
    Volts,
)


class Bbu(Part):
    """One backup shelf: `rated_kw` for `backup_seconds` when new. In standby it draws nothing that is planned for."""

    category: ClassVar[str] = "bbu"
    title: ClassVar[str] = "Battery and capacitor shelves"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "rated_kw": (1, 200),
        "backup_seconds": (1, 1800),
        "weight_kg": (5, 200),
    }

    kind: Literal["bbu", "capacitor"] | None = None
    rated_kw: Kilowatts | None = None
    rated_kw_n_plus_1: Kilowatts | None = None
    modules: PositiveCount | None = None
    module_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    backup_seconds: Seconds | None = None
    airflow: Airflow | None = None
    liquid_fraction: Fraction | None = None
