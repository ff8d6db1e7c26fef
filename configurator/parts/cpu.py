"""Host processors."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Celsius, Fraction, Kilograms, MegatransfersPerSecond, PositiveCount, Watts


class Cpu(Part):
    """One processor package.

    `mass_kg` is package and carrier; `mass_air_cooled_kg` adds an air heat sink. Most figures are recalled from vendor
    product pages; `dimms_per_channel_max` is the usual board of that socket, not a limit of the silicon.
    """

    category: ClassVar[str] = "cpu"
    title: ClassVar[str] = "Processors"
    power_max_field: ClassVar[str] = "tdp_w"
    power_typ_field: ClassVar[str] = "power_w_typ"
    mass_air_field: ClassVar[str] = "mass_air_cooled_kg"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "tdp_w": (35, 1000),
        "cores": (4, 512),
        "memory_channels": (2, 64),
        "pcie_lanes": (16, 256),
    }

    cores: PositiveCount | None = None
    tdp_w: Watts | None = None
    power_w_typ: Watts | None = None
    memory_type: str | None = None
    memory_channels: PositiveCount | None = None
    dimms_per_channel_max: PositiveCount | None = None
    max_mt_per_s: MegatransfersPerSecond | None = None
    pcie_gen: PositiveCount | None = None
    pcie_lanes: PositiveCount | None = None
    sockets_max: PositiveCount | None = None
    used_in: str | None = None
    liquid_fraction: Fraction | None = None
    coolant_inlet_max_c: Celsius | None = None
    mass_kg: Kilograms | None = None
    mass_air_cooled_kg: Kilograms | None = None
