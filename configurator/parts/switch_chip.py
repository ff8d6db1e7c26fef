"""Switch chips: the silicon inside a switch, kept for its radix and draw. Not ordered as such."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Cooling
from configurator.parts.base import Part
from configurator.units import Fraction, Gbps, Kilograms, Nanoseconds, PositiveCount, Tbps, Watts


class SwitchChip(Part):
    """One switch ASIC. Capacity is one direction [Tb/s]. A switch already holds its chips: never add both."""

    category: ClassVar[str] = "switch_chip"
    title: ClassVar[str] = "Switch chips"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_tb_per_s": (0.1, 410),
        "power_w_max": (20, 3000),
    }

    asic: str | None = None
    capacity_tb_per_s: Tbps | None = None
    ports: PositiveCount | None = None
    port_gbps: Gbps | None = None
    serdes_lanes: PositiveCount | None = None
    lane_gbps: Gbps | None = None
    latency_ns: Nanoseconds | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    cooling: Cooling | None = None
    liquid_fraction: Fraction | None = None
    mass_kg: Kilograms | None = None
