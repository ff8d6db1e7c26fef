"""Copper and active-optical cable assemblies: both ends are part of the cable."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts.base import Part
from configurator.units import Gbps, Kilograms, KilogramsPerMetre, Metres, Millimetres, PositiveCount, Watts


class Cable(Part):
    """One assembly, ordered by length. `tails` is how many far ends it splits into (1: straight).

    Its mass is `mass_kg_per_m` times length plus `mass_kg_per_end` per plug, and its draw is `power_w_per_end` at every
    plugged end, out of the device's cage; so neither is a figure of the part alone.
    """

    category: ClassVar[str] = "cable"
    title: ClassVar[str] = "Cable assemblies"
    mass_field: ClassVar[str] = ""
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "speed_gbps": (0.1, 3200),
        "max_m": (0.3, 300),
        "power_w_per_end": (0, 40),
        "mass_kg_per_m": (0.002, 1.5),
    }

    type: str | None = None
    family: Literal["dac", "acc", "aec", "aoc", "twisted_pair"] | None = None
    tails: PositiveCount | None = None
    speed_gbps: Gbps | None = None
    end_a: str | None = None
    end_b: str | None = None
    lane_gbps: Gbps | None = None
    fiber_type: str | None = None
    fibers: PositiveCount | None = None
    min_m: Metres | None = None
    max_m: Metres | None = None
    power_w_per_end: Watts | None = None
    bend_or_awg: str | None = None
    bend_radius_mm: Millimetres | None = None
    outer_diameter_mm: Millimetres | None = None
    mass_kg_per_m: KilogramsPerMetre | None = None
    mass_kg_per_end: Kilograms | None = None
