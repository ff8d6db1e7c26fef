"""Powered accessories of a rack: management controller, leak sensor, optical amplifier."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import HeightUnit
from configurator.parts.base import Part
from configurator.units import Fraction, Height, Kilograms, Millimetres, Watts


class Accessory(Part):
    """One powered accessory. Passive ones are `hardware`."""

    category: ClassVar[str] = "accessory"
    title: ClassVar[str] = "Powered accessories"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    mass_field: ClassVar[str] = "weight_kg"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"power_w_max": (0.5, 300), "weight_kg": (0.02, 30)}

    kind: Literal["management", "sensor", "optical_amplifier"] | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    liquid_fraction: Fraction | None = None
    weight_kg: Kilograms | None = None
