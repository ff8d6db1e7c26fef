"""Pluggable optical modules."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Decibels
from configurator.parts.base import Part
from configurator.units import Fraction, Gbps, Kilograms, Metres, PositiveCount, Watts


class Optic(Part):
    """One pluggable module; draw is per module [W], reach is over its own fibre kind [m].

    `loss_budget_db`: loss of fibre and connections that it allows between two of its kind [dB].
    """

    category: ClassVar[str] = "optic"
    title: ClassVar[str] = "Optical modules"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "speed_gbps": (1, 3200),
        "power_w_max": (0.3, 45),
        "reach_m": (1, 2_000_000),
        "loss_budget_db": (1, 30),
    }

    standard: str | None = None
    speed_gbps: Gbps | None = None
    form_factor: str | None = None
    electrical_lanes: PositiveCount | None = None
    electrical_lane_gbps: Gbps | None = None
    fiber_type: str | None = None
    fibers: PositiveCount | None = None
    connector: str | None = None
    reach_m: Metres | None = None
    loss_budget_db: Decibels | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    thermal_shell: str | None = None
    example_pn: str | None = None
    liquid_fraction: Fraction | None = None
    mass_kg: Kilograms | None = None
