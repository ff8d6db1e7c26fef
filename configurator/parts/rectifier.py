"""Rectifiers of a power shelf, and power supplies of a server."""

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
    Percent,
    PositiveCount,
    Volts,
)


class Rectifier(Part):
    """One hot-swap AC-to-DC module. Its loss follows from load and efficiency; it draws nothing of its own."""

    category: ClassVar[str] = "rectifier"
    title: ClassVar[str] = "Rectifiers and server power supplies"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "rated_kw": (0.2, 30),
        "output_v": (11, 1000),
        "efficiency_peak_pct": (80, 99.5),
        "weight_kg": (0.3, 15),
    }

    kind: Literal["rectifier", "server_psu"] | None = None
    rated_kw: Kilowatts | None = None
    modules: PositiveCount | None = None
    module_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    efficiency_peak_pct: Percent | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    airflow: Airflow | None = None
    liquid_fraction: Fraction | None = None
