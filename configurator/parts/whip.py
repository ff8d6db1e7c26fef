"""AC whips: the cord from a tap-off or panel to a shelf or rack PDU."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import MainsReference
from configurator.parts.base import Part
from configurator.units import (
    Amperes,
    Kilograms,
    KilogramsPerMetre,
    Kilowatts,
    Millimetres,
    PositiveCount,
    Volts,
)


class Whip(Part):
    """One whip with its connector. `weight_kg` is a whip of usual length; other lengths use `mass_kg_per_m`."""

    category: ClassVar[str] = "whip"
    title: ClassVar[str] = "AC whips"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "rated_kw": (1, 200),
        "input_v": (100, 480),
        "input_a": (10, 250),
    }

    rated_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    input_v: Volts | None = None
    input_a: Amperes | None = None
    input_phases: PositiveCount | None = None
    input_reference: MainsReference | None = None
    connector: str | None = None
    weight_kg: Kilograms | None = None
    mass_kg_per_m: KilogramsPerMetre | None = None
    outer_diameter_mm: Millimetres | None = None
    bend_radius_mm: Millimetres | None = None
