"""Accelerators: GPU and NPU modules, and the GPU share of a superchip board."""

from __future__ import annotations

from typing import ClassVar

from configurator.parts._types import Cooling
from configurator.parts.base import Part
from configurator.units import (
    Celsius,
    Fraction,
    Gbps,
    Gigabytes,
    GigabytesPerSecond,
    Kilograms,
    PositiveCount,
    TerabytesPerSecond,
    Teraflops,
    Watts,
)


class Accelerator(Part):
    """One GPU or NPU module.

    Compute is dense, never sparse [TFLOP/s]; scale-up bandwidth is one direction [GB/s], so a marketed 1.8 TB/s is 900.
    `mass_kg` is the bare module; a cold plate is a part of its own, an air heat sink is in `mass_air_cooled_kg`.
    Compute and memory figures come from vendor sheets through public tables; masses are estimates.
    """

    category: ClassVar[str] = "accelerator"
    title: ClassVar[str] = "Accelerators"
    power_max_field: ClassVar[str] = "tdp_w"
    power_typ_field: ClassVar[str] = "power_w_typ"
    mass_air_field: ClassVar[str] = "mass_air_cooled_kg"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "tdp_w": (50, 3000),
        "hbm_gb": (8, 1024),
        "hbm_tb_per_s": (0.5, 40),
        "scaleup_gb_per_s_per_dir": (25, 4000),
        "mass_kg": (0.3, 6),
    }

    generation: str | None = None
    form_factor: str | None = None
    cooling: Cooling | None = None
    tdp_w: Watts | None = None
    power_w_typ: Watts | None = None
    power_w_max_air: Watts | None = None
    """Ceiling in an air-cooled server, where it differs from `tdp_w`."""
    power_w_max_liquid: Watts | None = None
    fp16_dense_tflops: Teraflops | None = None
    fp8_dense_tflops: Teraflops | None = None
    fp4_dense_tflops: Teraflops | None = None
    hbm_gb: Gigabytes | None = None
    hbm_type: str | None = None
    hbm_tb_per_s: TerabytesPerSecond | None = None
    scaleup_protocol: str | None = None
    scaleup_gb_per_s_per_dir: GigabytesPerSecond | None = None
    scaleup_ports: PositiveCount | None = None
    scaleup_lanes_per_dir: PositiveCount | None = None
    scaleup_lane_gbps: Gbps | None = None
    native_ethernet_scaleup: bool | None = None
    host_interface: str | None = None
    pcie_lanes: PositiveCount | None = None
    liquid_fraction: Fraction | None = None
    coolant_inlet_max_c: Celsius | None = None
    coolant_inlet_rec_c: Celsius | None = None
    mass_kg: Kilograms | None = None
    mass_air_cooled_kg: Kilograms | None = None
    price_includes: str | None = None
    """What else the price already holds, so that it is not bought twice."""
