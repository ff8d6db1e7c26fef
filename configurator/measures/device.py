"""Draw, heat and mass of one device, summed over its own part and its contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from configurator.design import Content, Design, DeviceType
from configurator.parts.base import Part, known
from configurator.reasons import Total, Unknown

Draw = Literal["max", "typical"]


@dataclass(frozen=True)
class DeviceFacts:
    """What one device of a type draws [W], rejects to liquid and to air [W], and weighs [kg]."""

    max_w: Total
    typical_w: Total
    liquid_w: Total
    air_w: Total
    mass_kg: Total


def device_facts(design: Design, made: DeviceType) -> DeviceFacts:
    """The facts of one device type. Parts marked `included` still draw and heat, but add no mass of their own."""
    max_w = typical_w = liquid_w = air_w = mass_kg = Total()
    liquid_cooled = is_liquid_cooled(design, made.role)
    for part, quantity, included in _members(design, made):
        draw = draw_w(part, "max")
        max_w += draw * quantity
        typical_w += draw_w(part, "typical") * quantity
        share = liquid_share(part, liquid_cooled)
        liquid_w += Total(draw.value * share.value, (*draw.unknown, *share.unknown) if liquid_cooled else ()) * quantity
        air_w += Total(draw.value * (1 - share.value), (*draw.unknown, *share.unknown)) * quantity
        if not included:
            mass_kg += mass_of(part, air=not liquid_cooled) * quantity
    for content in made.contents:
        if content.length_m is not None and not content.included:
            mass_kg += cable_mass_kg(design.parts[content.part], content.length_m) * content.quantity
    return DeviceFacts(max_w, typical_w, liquid_w, air_w, mass_kg)


def is_liquid_cooled(design: Design, role: str) -> bool:
    """Whether devices of a role sit on the liquid loop."""
    cooled = design.platform.cooling.cooled_roles
    return design.platform.cooling.kind == "liquid" and cooled is not None and role in cooled.value


def draw_w(part: Part, which: Draw) -> Total:
    """Draw of one part [W]: nothing by nature, a value, or unknown."""
    field = part.power_max_field if which == "max" else part.power_typ_field
    return _read(part, field, f"{which} power")


def liquid_share(part: Part, liquid_cooled: bool) -> Total:
    """Share of a part's draw that leaves by liquid: 0 in an air-cooled device, else its own share."""
    if not liquid_cooled or not part.power_max_field:
        return Total()
    return _read(part, part.liquid_field, "liquid heat share")


def mass_of(part: Part, air: bool) -> Total:
    """Mass that one part adds [kg]; in an air-cooled device with its heat sink, where the class tells them apart."""
    return _read(part, (air and part.mass_air_field) or part.mass_field, "mass")


def cable_mass_kg(part: Part, length_m: float) -> Total:
    """Mass of a cable assembly of a length, both ends included [kg]; parts that are no cable add none."""
    if "mass_kg_per_m" not in type(part).model_fields:
        return Total()
    total = _read(part, "mass_kg_per_m", "mass") * length_m
    if "mass_kg_per_end" in type(part).model_fields:
        total += _read(part, "mass_kg_per_end", "mass") * 2
    return total


def _read(part: Part, field: str, wanted_for: str) -> Total:
    if not field:
        return Total()
    value = known(part, field)
    if value is None:
        return Total(0.0, (Unknown(part.part_id, field, wanted_for),))
    return Total(float(value))


def _members(design: Design, made: DeviceType) -> Iterator[tuple[Part, int, bool]]:
    yield design.parts[made.part], 1, False
    content: Content
    for content in made.contents:
        yield design.parts[content.part], content.quantity, content.included
