"""Mechanics: each device in its place, the rack under its load, the floor under the rack."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import RackUse, SlotUse
from configurator.parts.base import known, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import within
from configurator.units import OPEN_UNIT_MM

META = "Meta Open Rack V3 frame rev 1.3: payload without the frame, cross brace above 800 kg"
FRAME = "rack data sheet"


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
    height = need(use.rack, "units", "rack height") * need(use.rack, "unit_pitch_mm", "rack height")
    tall = use.device.extent_mm
    if tall is None:
        need(use.device, "height", "space")
        need(use.device, "height_unit", "space")
    top = use.bottom_mm + (tall or 0.0)
    if top > height + 1e-6:
        yield Breach("stands out of the rack", actual=round(top, 2), limit=round(height, 2), unit="mm")


@rule("RCK103", SlotUse, source=FRAME)
def on_the_pitch(use: SlotUse) -> Iterator[Breach]:
    """A device stands on the mounting pitch of its rack."""
    pitch = need(use.rack, "unit_pitch_mm", "mounting pitch")
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
    tall = use.device.extent_mm
    if tall == 0:
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


@rule("RCK201", RackUse, source=META)
def payload_within_limit(use: RackUse) -> Iterator[Breach]:
    """A rack's payload, its own frame apart, is within what it carries."""
    limit = need(use.rack, "payload_kg", "payload limit")
    yield from within(use.payload_kg, limit, "kg", "the payload is above what the rack carries")


@rule(
    "RCK202", RackUse, source="rack data sheet: power that its busbar zone and cooling are made for", severity="warning"
)
def power_within_rack_limit(use: RackUse) -> Iterator[Breach]:
    """A rack draws no more than it is made for."""
    limit = known(use.rack, "rack_power_limit_kw")
    if limit is None:
        yield Breach(f"{use.rack.part_id} states no power limit: not judged", severity="info")
        return
    yield from within(use.it_w * 0.001, limit, "kW", "the rack draws more than it is made for")


@rule("RCK203", RackUse, source="OCP Ready: at least 1,221 kg/m2 best, 732 acceptable; here the site's own limit")
def floor_carries(use: RackUse) -> Iterator[Breach]:
    """A rack loads the floor under its footprint within the site's limit."""
    if use.site_floor_kg_m2_max is None:
        return
    area = need(use.rack, "width_mm", "footprint") * need(use.rack, "depth_mm", "footprint") / 1e6
    repairs = (f"spread the load over {use.mass_kg.value / use.site_floor_kg_m2_max:.2f} m2 for each rack",)
    load = use.mass_kg * (1 / area)
    yield from within(load, use.site_floor_kg_m2_max, "kg/m2", "the rack is too heavy for the floor", repairs)


@rule("RCK204", RackUse, source="the site's limit")
def height_within_site(use: RackUse) -> Iterator[Breach]:
    """What stands in a rack is no higher than the site allows."""
    if use.site_height_ou_max is not None:
        used = use.used_mm * (1 / OPEN_UNIT_MM)
        yield from within(used, use.site_height_ou_max, "OU", "the devices are higher than the site allows")


@rule("RCK205", RackUse, source="the site's limit")
def power_within_site(use: RackUse) -> Iterator[Breach]:
    """A rack draws no more from its feeds than the site allows."""
    if use.site_power_kw_max is not None:
        repairs = (f"{-(-use.input_w.value // (use.site_power_kw_max * 1000)):.0f} racks for what one holds now",)
        message = "the rack draws more than the site allows"
        yield from within(use.input_w * 0.001, use.site_power_kw_max, "kW", message, repairs)


@rule("RCK206", RackUse, source="elevation of a Dell XE9712 (GB300 NVL72) in an IR9048 rack", severity="warning")
def switches_in_the_middle(use: RackUse) -> Iterator[Breach]:
    """Scale-up switch trays stand among the compute trays, so that copper stays short."""
    if use.scale_up_bottoms_mm and len(use.compute_bottoms_mm) > 1:
        below = sum(b < use.scale_up_bottoms_mm[0] for b in use.compute_bottoms_mm)
        above = sum(b > use.scale_up_bottoms_mm[-1] for b in use.compute_bottoms_mm)
        if abs(above - below) > 1:
            yield Breach(
                f"{below} compute trays below the switch trays, {above} above",
                actual=abs(above - below),
                limit=1,
                unit="trays",
                repairs=("switch trays in the middle",),
            )


@rule("RCK207", RackUse, source="air goes round open units", severity="warning")
def open_units_blanked(use: RackUse) -> Iterator[Breach]:
    """Open units of a rack are covered by blanking panels."""
    pitch = need(use.rack, "unit_pitch_mm", "open units")
    total = need(use.rack, "units", "open units") * pitch
    free = total - use.used_mm.value - use.blanks_mm
    if free > pitch / 2:
        yield Breach(
            f"{round(free / pitch)} open units have no panel",
            actual=round(free, 1),
            limit=0,
            unit="mm",
            repairs=(f"{round(free / pitch)} more blanking panels",),
        )
    if not use.used_mm.complete:
        yield Breach(f"cannot be judged: {use.used_mm.unknown[0]}")


@rule("RCK208", RackUse, source=META, severity="info")
def heavy_racks_are_braced(use: RackUse) -> Iterator[Breach]:
    """An open rack with more than 800 kg of payload wants a cross brace."""
    if need(use.rack, "unit_type", "cross brace") == "OU" and use.payload_kg.value > 800:
        yield Breach(
            "wants a cross brace, which takes a unit", actual=round(use.payload_kg.value, 1), limit=800, unit="kg"
        )


@rule("RCK209", RackUse, source="frame mass is part of what the floor carries")
def mass_is_known(use: RackUse) -> Iterator[Breach]:
    """The mass of a rack with all it holds is known."""
    for gap in use.mass_kg.unknown:
        yield Breach(f"the mass is a lower bound: {gap}", severity="warning", at=gap.part_id)


@rule("RCK210", RackUse, source="typical and maximum draw of every part")
def draw_is_known(use: RackUse) -> Iterator[Breach]:
    """The draw and the heat of a rack are known."""
    for gap in dict.fromkeys((*use.input_w.unknown, *use.typical_w.unknown, *use.air_w.unknown, *use.liquid_w.unknown)):
        yield Breach(f"power and heat are lower bounds: {gap}", severity="warning", at=f"{gap.part_id}.{gap.field}")
