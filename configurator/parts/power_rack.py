"""Power racks: a sidecar that feeds compute racks with high-voltage DC."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import HeightUnit
from configurator.parts.base import Part
from configurator.units import Amperes, Height, Kilograms, Kilowatts, Millimetres, Percent, Seconds, Volts


class PowerRack(Part):
    """One complete power rack, floor-standing. Its loss follows from load and efficiency."""

    category: ClassVar[str] = "power_rack"
    title: ClassVar[str] = "Power racks"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"rated_kw": (50, 3000), "weight_kg": (200, 5000)}

    rated_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    efficiency_peak_pct: Percent | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    backup_seconds: Seconds | None = None
