"""Cable backplanes: cartridges of twinax that join compute trays to switch trays inside one rack."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Gbps, Kilograms, Metres, Millimetres, PositiveCount


class CableTray(Part):
    """One backplane cartridge of `pairs` differential pairs. Passive.

    A lane needs one pair in each direction: 64 GPUs of 32 lanes are 64 x 32 x 2 = 4,096 pairs.
    """

    category: ClassVar[str] = "cable_tray"
    title: ClassVar[str] = "Cable backplanes"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"pairs": (64, 20000), "mass_kg": (1, 120)}

    type: str | None = None
    pairs: PositiveCount | None = None
    end_a: str | None = None
    end_b: str | None = None
    lane_gbps: Gbps | None = None
    min_m: Metres | None = None
    max_m: Metres | None = None
    bend_or_awg: str | None = None
    bend_radius_mm: Millimetres | None = None
    outer_diameter_mm: Millimetres | None = None
    depth_mm: Millimetres | None = None
    mass_kg: Kilograms | None = None
