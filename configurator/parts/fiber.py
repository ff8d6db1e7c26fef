"""Passive fibre: jumpers, breakouts, trunks, and the cassettes, panels and wavelength multiplexers they meet in."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Decibels, HeightUnit
from configurator.parts.base import Part
from configurator.units import Height, Kilograms, KilogramsPerMetre, Metres, Millimetres, PositiveCount


class Fiber(Part):
    """One piece of passive fibre plant. Draws nothing by nature.

    A jumper, breakout or trunk has a mass per metre and per end; a cassette, panel or multiplexer has `mass_kg`. So no
    single field is the mass of every row.
    """

    category: ClassVar[str] = "fiber"
    title: ClassVar[str] = "Fibre cabling and panels"
    mass_field: ClassVar[str] = ""
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "fibers": (1, 6912),
        "max_m": (0.3, 2000),
        "mass_kg_per_m": (0.002, 1),
    }

    type: str | None = None
    kind: Literal["jumper", "breakout", "trunk", "cassette", "panel", "mux"] | None = None
    tails: PositiveCount | None = None
    end_a: str | None = None
    end_b: str | None = None
    fiber_type: str | None = None
    fibers: PositiveCount | None = None
    min_m: Metres | None = None
    max_m: Metres | None = None
    insertion_loss_db: Decibels | None = None
    bend_or_awg: str | None = None
    bend_radius_mm: Millimetres | None = None
    outer_diameter_mm: Millimetres | None = None
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    mass_kg_per_m: KilogramsPerMetre | None = None
    mass_kg_per_end: Kilograms | None = None
    mass_kg: Kilograms | None = None
