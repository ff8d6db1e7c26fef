"""Rack frames."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Airflow, HeightUnit
from configurator.parts.base import Part
from configurator.units import Count, Kilograms, Kilowatts, Millimetres


class Rack(Part):
    """One empty frame with `units` places of `unit_pitch_mm`; `payload_kg` leaves the frame itself out."""

    category: ClassVar[str] = "rack"
    title: ClassVar[str] = "Rack frames"
    mass_field: ClassVar[str] = "empty_weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "units": (6, 60),
        "width_mm": (450, 1300),
        "depth_mm": (500, 1500),
        "empty_weight_kg": (30, 700),
        "payload_kg": (200, 6000),
        "rack_power_limit_kw": (1, 1200),
    }

    standard: str | None = None
    width_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    height_mm: Millimetres | None = None
    units: Count | None = None
    unit_pitch_mm: Millimetres | None = None
    unit_type: HeightUnit | None = None
    empty_weight_kg: Kilograms | None = None
    payload_kg: Kilograms | None = None
    power_interface: str | None = None
    rack_power_limit_kw: Kilowatts | None = None
    airflow: Airflow | None = None
