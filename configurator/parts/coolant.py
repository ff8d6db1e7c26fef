"""Coolants, by the litre."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import KilogramsPerLitre, SpecificHeat
from configurator.parts.base import Part


class Coolant(Part):
    """One litre of coolant. The heat a flow carries [kW] is density x specific heat x rise x L/min / 60."""

    category: ClassVar[str] = "coolant"
    title: ClassVar[str] = "Coolants"
    mass_field: ClassVar[str] = "density_kg_per_l"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "density_kg_per_l": (0.7, 2),
        "specific_heat_kj_per_kg_k": (0.8, 4.3),
    }

    density_kg_per_l: KilogramsPerLitre | None = None
    specific_heat_kj_per_kg_k: SpecificHeat | None = None
