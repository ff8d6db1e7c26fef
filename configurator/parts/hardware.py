"""Passive hardware of a rack: rails, blanks, hoses, cords, labels and connectors."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts._types import HeightUnit
from configurator.parts.base import Part
from configurator.units import Amperes, Count, Height, Kilograms, LitresPerMinute, Metres, Millimetres

HardwareKind = Literal[
    "connector",
    "blank",
    "rail",
    "adapter_19_21",
    "label",
    "hose",
    "cable_manager",
    "grounding",
    "power_cord",
    "busbar_clip",
]


class Hardware(Part):
    """One passive piece, pair or set, as its model says. Draws nothing by nature. Most rows are reasoned estimates."""

    category: ClassVar[str] = "hardware"
    title: ClassVar[str] = "Passive hardware"
    mass_field: ClassVar[str] = "weight_kg"
    plausible: ClassVar[dict[str, tuple[float, float]]] = {"weight_kg": (0.005, 40), "rated_current_a": (1, 1000)}

    kind: HardwareKind | None = None
    gpus: Count | None = None
    """How many accelerators one connector set serves."""
    height: Height | None = None
    height_unit: HeightUnit | None = None
    depth_mm: Millimetres | None = None
    length_m: Metres | None = None
    payload_kg: Kilograms | None = None
    """What a rail or adapter pair carries."""
    rated_current_a: Amperes | None = None
    flow_l_per_min: LitresPerMinute | None = None
    connector: str | None = None
    weight_kg: Kilograms | None = None
