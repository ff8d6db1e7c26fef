"""Rear-door heat exchangers."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Airflow
from configurator.parts.base import Part
from configurator.units import Kilograms, Kilopascals, Kilowatts, LitresPerMinute, Millimetres, Watts


class DoorHeatExchanger(Part):
    """One door: takes up to `capacity_kw` of the rack's air heat. Fan draw is unknown unless given [W]."""

    category: ClassVar[str] = "door_heat_exchanger"
    title: ClassVar[str] = "Rear-door heat exchangers"
    power_max_field: ClassVar[str] = "power_w"
    power_typ_field: ClassVar[str] = "power_w"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"capacity_kw": (5, 120), "weight_kg": (30, 300)}

    capacity_kw: Kilowatts | None = None
    flow_l_per_min: LitresPerMinute | None = None
    available_dp_kpa: Kilopascals | None = None
    pressure_drop_kpa: Kilopascals | None = None
    power_w: Watts | None = None
    width_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    height_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    airflow: Airflow | None = None

    @property
    def extent_mm(self) -> float | None:
        """Outer height of the door [mm]; it takes no rack place."""
        return self.height_mm
