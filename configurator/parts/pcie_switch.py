"""PCIe switches on a baseboard or tray."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts.base import Part
from configurator.units import Fraction, Kilograms, PositiveCount, Watts


class PcieSwitch(Part):
    """One PCIe switch of `pcie_lanes` lanes, with its air heat sink."""

    category: ClassVar[str] = "pcie_switch"
    title: ClassVar[str] = "PCIe switches"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    mass_field: ClassVar[str] = "weight_kg"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"pcie_lanes": (24, 256), "power_w_max": (5, 150)}

    pcie_gen: PositiveCount | None = None
    pcie_lanes: PositiveCount | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    liquid_fraction: Fraction | None = None
    weight_kg: Kilograms | None = None
