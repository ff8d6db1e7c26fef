"""Power shelves: AC in, busbar voltage out, with their rectifiers."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Airflow, HeightUnit, MainsReference
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


class PowerShelf(Part):
    """One shelf of `modules` rectifiers: `rated_kw` with all of them, `rated_kw_n_plus_1` with one spare [kW output].

    `weight_kg` is the source table's figure, most likely the empty shelf; `mass_loaded_kg` counts the rectifiers in.
    A shelf draws nothing of its own: its loss follows from its load and efficiency.
    """

    category: ClassVar[str] = "power_shelf"
    title: ClassVar[str] = "Power shelves"
    mass_field: ClassVar[str] = "mass_loaded_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "rated_kw": (1, 200),
        "output_v": (11, 1000),
        "efficiency_peak_pct": (80, 99.5),
        "mass_loaded_kg": (5, 150),
    }

    rated_kw: Kilowatts | None = None
    rated_kw_n_plus_1: Kilowatts | None = None
    modules: PositiveCount | None = None
    module_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    ac_inputs: PositiveCount | None = None
    input_v: Volts | None = None
    input_a: Amperes | None = None
    input_phases: PositiveCount | None = None
    input_reference: MainsReference | None = None
    shelves_parallel_max: PositiveCount | None = None
    efficiency_peak_pct: Percent | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    width_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    mass_loaded_kg: Kilograms | None = None
    airflow: Airflow | None = None
    liquid_fraction: Fraction | None = None
