"""Network adapters: NIC, SuperNIC and DPU, as cards or as tray modules."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import Airflow
from configurator.parts.base import Part
from configurator.units import Fraction, Gbps, Kilograms, PositiveCount, Watts


class Nic(Part):
    """One adapter card or module. `port_gbps` is a port's rate in one direction; draw leaves the optics out.

    A module of several chips (`NIC module`, `SuperNIC module`) counts all its ports and lanes.
    """

    category: ClassVar[str] = "nic"
    title: ClassVar[str] = "Network adapters"
    power_max_field: ClassVar[str] = "power_w_max"
    power_typ_field: ClassVar[str] = "power_w_typ"
    liquid_field: ClassVar[str] = "liquid_fraction"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {
        "ports": (1, 16),
        "port_gbps": (1, 3200),
        "pcie_lanes": (4, 64),
        "power_w_max": (3, 300),
    }

    kind: Literal["NIC", "SuperNIC", "DPU", "NIC module", "SuperNIC module"] | None = None
    ports: PositiveCount | None = None
    port_gbps: Gbps | None = None
    port_form_factor: str | None = None
    pcie_gen: PositiveCount | None = None
    pcie_lanes: PositiveCount | None = None
    card_form_factor: str | None = None
    power_w_typ: Watts | None = None
    power_w_max: Watts | None = None
    protocols: str | None = None
    airflow: Airflow | None = None
    """Direction of the host's air that the card relies on."""
    liquid_fraction: Fraction | None = None
    mass_kg: Kilograms | None = None
