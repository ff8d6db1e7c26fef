"""Memory modules."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts.base import Part
from configurator.units import Fraction, Gigabytes, Kilograms, MegatransfersPerSecond, Watts


class Memory(Part):
    """One memory module.

    `power_w` is the single figure of the source table (a planning load); typical and maximum draw are class values.
    Prices are dated by epoch: see the offers, which differ by a factor of four between 2025-Q3 and 2026-Q4.
    """

    category: ClassVar[str] = "memory"
    title: ClassVar[str] = "Memory modules"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_gb": (8, 1024),
        "mt_per_s": (2133, 17600),
        "power_w_max": (1, 40),
    }

    type: str | None = None
    generation: Literal["DDR4", "DDR5", "LPDDR5X"] | None = None
    capacity_gb: Gigabytes | None = None
    mt_per_s: MegatransfersPerSecond | None = None
    ranks: str | None = None
    power_w: Watts | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    liquid_fraction: Fraction | None = None
    mass_kg: Kilograms | None = None
