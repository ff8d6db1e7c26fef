"""Cooling kits: the whole liquid content of one tray."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Celsius, Fraction, Kilograms, Kilopascals, Kilowatts


class CoolingKit(Part):
    """One tray's plates, hoses, inner manifold and quick disconnects: never add those parts beside a kit."""

    category: ClassVar[str] = "cooling_kit"
    title: ClassVar[str] = "Tray cooling kits"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"capacity_kw": (0.2, 20), "weight_kg": (0.5, 30)}

    capacity_kw: Kilowatts | None = None
    pressure_drop_kpa: Kilopascals | None = None
    liquid_fraction: Fraction | None = None
    coolant_inlet_max_c: Celsius | None = None
    weight_kg: Kilograms | None = None
