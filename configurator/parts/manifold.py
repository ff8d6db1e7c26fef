"""Manifolds of a rack, and row headers by the metre."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts.base import Part
from configurator.units import Kilograms, Kilopascals, Kilowatts, LitresPerMinute, Millimetres, PositiveCount


class Manifold(Part):
    """One supply-and-return pair of rack manifolds with `ports` places at `pitch_mm`, or one metre of row header.

    `pressure_drop_kpa` is supply plus return at `flow_l_per_min` (or as the field's note says); `weight_kg` of a row
    header is per metre, with its coolant.
    """

    category: ClassVar[str] = "manifold"
    title: ClassVar[str] = "Manifolds and row headers"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "ports": (2, 64),
        "pitch_mm": (20, 300),
        "weight_kg": (2, 80),
    }

    kind: Literal["manifold", "row_header"] | None = None
    capacity_kw: Kilowatts | None = None
    flow_l_per_min: LitresPerMinute | None = None
    available_dp_kpa: Kilopascals | None = None
    pressure_drop_kpa: Kilopascals | None = None
    ports: PositiveCount | None = None
    pitch_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    weight_kg: Kilograms | None = None
    connector: str | None = None
