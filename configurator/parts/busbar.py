"""Vertical DC busbars of a rack."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Amperes, Fraction, Kilograms, Kilowatts, Millimetres, Volts


class Busbar(Part):
    """One rack busbar; `output_current_a` is its rating [A]. Its loss is not planned for as a draw."""

    category: ClassVar[str] = "busbar"
    title: ClassVar[str] = "Busbars"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "output_v": (11, 1000),
        "output_current_a": (50, 20000),
        "weight_kg": (2, 120),
    }

    rated_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    liquid_fraction: Fraction | None = None
