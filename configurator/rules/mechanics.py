"""Mechanics: each device in its place: inside the rack, on its pitch, no deeper and no wider than it."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import SlotUse
from configurator.parts.base import UnknownValue, known, need
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule

FRAME = "rack data sheet"


def _pitch(use: SlotUse) -> float:
    pitch = float(need(use.rack, "unit_pitch_mm", "mounting pitch"))
    if pitch <= 0:
        raise UnknownValue(Unknown(use.rack.part_id, "unit_pitch_mm", "mounting pitch"))
    return pitch


@rule("RCK101", SlotUse, source="two bodies, one place")
def no_overlap(use: SlotUse) -> Iterator[Breach]:
    """No two devices of a rack overlap."""
    if use.overlaps:
        yield Breach(
            f"overlaps {', '.join(use.overlaps)}",
            actual=use.overlap_mm,
            limit=0,
            unit="mm",
            repairs=(f"move it by {use.overlap_mm:g} mm",),
        )


@rule("RCK102", SlotUse, source=FRAME)
def inside_the_rack(use: SlotUse) -> Iterator[Breach]:
    """A device stands within the units of its rack."""
    pitch = _pitch(use)
    height = need(use.rack, "units", "rack height") * pitch
    tall = use.device.extent_mm
    if tall is None:
        gap = "height" if known(use.device, "height") is None else "height_unit"
        raise UnknownValue(Unknown(use.device.part_id, gap, "space"))
    top = use.bottom_mm + tall
    if top > height + 1e-6:
        yield Breach(
            "stands out of the rack",
            actual=round(top, 2),
            limit=round(height, 2),
            unit="mm",
            repairs=(f"a rack of at least {-(-round(top, 6) // pitch):.0f} units",),
        )


@rule("RCK103", SlotUse, source=FRAME)
def on_the_pitch(use: SlotUse) -> Iterator[Breach]:
    """A device stands on the mounting pitch of its rack."""
    pitch = _pitch(use)
    off = abs(use.bottom_mm - round(use.bottom_mm / pitch) * pitch)
    if off > 0.01:
        yield Breach(
            f"stands {off:.2f} mm off the pitch of {pitch:g} mm",
            actual=round(off, 2),
            limit=0,
            unit="mm",
            repairs=(f"move it to {round(use.bottom_mm / pitch) * pitch:g} mm",),
        )


@rule("RCK104", SlotUse, source=FRAME)
def deep_enough(use: SlotUse) -> Iterator[Breach]:
    """A device, what stands behind it and the clearance before it are no deeper than the rack."""
    if use.device.extent_mm == 0:
        return
    depth = need(use.rack, "depth_mm", "rack depth")
    rear = max((need(part, "depth_mm", "rear zone") for part in use.rear_parts), default=0.0)
    total = need(use.device, "depth_mm", "device depth") + rear + use.service_clearance_mm
    if total > depth:
        yield Breach(
            f"too deep with {rear:g} mm behind and {use.service_clearance_mm:g} mm before it",
            actual=total,
            limit=depth,
            unit="mm",
            repairs=(f"a rack at least {total:g} mm deep",),
        )


@rule("RCK105", SlotUse, source="Open Rack V3: 537 mm equipment; EIA-310: 19 inch equipment")
def wide_enough(use: SlotUse) -> Iterator[Breach]:
    """A device fits the width of its rack: 21 inch ones only in open racks, 19 inch ones there with an adapter."""
    unit = need(use.rack, "unit_type", "rack width")
    if use.device.extent_mm == 0:
        return
    own = need(use.device, "height_unit", "device width")
    if unit == "RU" and own == "OU":
        yield Breach("a 21 inch device in a 19 inch rack", repairs=("an open rack",))
    if unit == "OU" and own == "RU" and not use.adapted:
        yield Breach("a 19 inch device in a 21 inch rack without an adapter", repairs=("ACY-ADAPT-19-21",))


@rule("RCK106", SlotUse, source="device data sheet: a cabinet of its own takes no rack place")
def not_a_cabinet(use: SlotUse) -> Iterator[Breach]:
    """A device that stands on the floor is not put in a rack."""
    if known(use.device, "height_unit") == "floor":
        yield Breach(
            f"{use.device.part_id} is a cabinet of its own",
            repairs=("a rack-mounted device of the same kind", "a place beside the rack"),
        )
