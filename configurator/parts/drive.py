"""Solid-state drives."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import DriveWritesPerDay
from configurator.parts.base import Part
from configurator.units import Fraction, Kilograms, MegabytesPerSecond, Terabytes, Watts


class Drive(Part):
    """One solid-state drive. Capacity is decimal [TB]; rates are sequential [MB/s], recalled from vendor pages.

    Prices are dated by epoch, as for memory.
    """

    category: ClassVar[str] = "drive"
    title: ClassVar[str] = "Solid-state drives"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "capacity_tb": (0.2, 512),
        "power_w_max": (2, 70),
        "dwpd": (0.1, 60),
    }

    form_factor: str | None = None
    interface: str | None = None
    capacity_tb: Terabytes | None = None
    seq_read_mb_per_s: MegabytesPerSecond | None = None
    seq_write_mb_per_s: MegabytesPerSecond | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    dwpd: DriveWritesPerDay | None = None
    liquid_fraction: Fraction | None = None
    mass_kg: Kilograms | None = None
