"""AC distribution in the rack and above it: rack PDUs and busway tap-offs."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import HeightUnit, MainsReference
from configurator.parts.base import Part
from configurator.units import Amperes, Count, Height, Kilograms, Kilowatts, Millimetres, PositiveCount, Volts


class Pdu(Part):
    """One rack PDU or tap-off. `input_a` at `input_v` is the breaker rating; the continuous share is a rule's matter.

    `height` 0 is a vertical unit that takes no rack place.
    """

    category: ClassVar[str] = "pdu"
    title: ClassVar[str] = "Rack PDUs and tap-offs"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "rated_kw": (1, 400),
        "input_v": (100, 480),
        "input_a": (10, 800),
        "weight_kg": (1, 60),
    }

    kind: Literal["rpdu", "tapoff"] | None = None
    rated_kw: Kilowatts | None = None
    output_v: Volts | None = None
    output_current_a: Amperes | None = None
    input: str | None = None
    input_v: Volts | None = None
    input_a: Amperes | None = None
    input_phases: PositiveCount | None = None
    input_reference: MainsReference | None = None
    outlets_c13: Count | None = None
    outlets_c19: Count | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
