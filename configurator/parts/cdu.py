"""Coolant distribution units: in the rack, in the row, for a facility; and reservoir-and-pump units."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Airflow
from configurator.parts.base import Part
from configurator.units import (
    Height,
    Kelvin,
    Kilograms,
    Kilopascals,
    Kilowatts,
    LitresPerMinute,
    Millimetres,
    Watts,
)


class Cdu(Part):
    """One unit: `capacity_kw` at `rating_approach_k` between facility and secondary loop.

    `flow_l_per_min` and `available_dp_kpa` are of the secondary loop. A rating without its approach compares with no
    other. `floor` units stand beside the racks and take no rack place.
    """

    category: ClassVar[str] = "cdu"
    title: ClassVar[str] = "Coolant distribution units"
    power_max_field: ClassVar[str] = "power_w"
    power_typ_field: ClassVar[str] = "power_w"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_kw": (5, 12000),
        "rating_approach_k": (1, 15),
        "flow_l_per_min": (10, 15000),
        "power_w": (50, 120000),
    }

    kind: Literal["cdu_l2a", "cdu_in_rack", "cdu_in_row", "cdu_facility", "rpu"] | None = None
    capacity_kw: Kilowatts | None = None
    rating_approach_k: Kelvin | None = None
    flow_l_per_min: LitresPerMinute | None = None
    available_dp_kpa: Kilopascals | None = None
    power_w: Watts | None = None
    height: Height | None = None
    height_unit: Literal["RU", "OU", "floor"] | None = None
    width_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    height_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    connector: str | None = None
    airflow: Airflow | None = None

    @property
    def extent_mm(self) -> float | None:
        """Height in rack places where it has one, else the outer height of the cabinet [mm]."""
        return super().extent_mm or self.height_mm
