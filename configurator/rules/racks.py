"""The rack under its whole load, and the floor and the feeds of the site under the rack."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import RackUse
from configurator.parts.base import UnknownValue, known, need
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule
from configurator.rules._judging import within
from configurator.units import OPEN_UNIT_MM

META = "Meta Open Rack V3 frame rev 1.3: payload without the frame, cross brace above 800 kg"
BRACED_ABOVE_KG = 800


@rule("RCK201", RackUse, source=META)
def payload_within_limit(use: RackUse) -> Iterator[Breach]:
    """A rack's payload, its own frame apart, is within what it carries."""
    limit = need(use.rack, "payload_kg", "payload limit")
    repairs = (f"a rack that carries {use.payload_kg.value:.0f} kg", "fewer devices in each rack")
    yield from within(use.payload_kg, limit, "kg", "the payload is above what the rack carries", repairs)


@rule(
    "RCK202", RackUse, source="rack data sheet: power that its busbar zone and cooling are made for", severity="warning"
)
def power_within_rack_limit(use: RackUse) -> Iterator[Breach]:
    """A rack draws no more than it is made for."""
    limit = known(use.rack, "rack_power_limit_kw")
    if limit is not None:
        repairs = (f"a rack made for {use.it_w.value / 1000:.1f} kW", "fewer devices in each rack")
        yield from within(use.it_w * 0.001, limit, "kW", "the rack draws more than it is made for", repairs)
    else:
        yield Breach(f"{use.rack.part_id} states no power limit: not judged", severity="info")


@rule(
    "RCK203",
    RackUse,
    source="OCP Ready: at least 1,221 kg/m2 best, 732 acceptable; here the site's own limit",
    limit_of="site.floor_kg_m2_max",
)
def floor_carries(use: RackUse) -> Iterator[Breach]:
    """A rack loads the floor under its footprint within the site's limit."""
    if use.site_floor_kg_m2_max is None:
        return
    area = need(use.rack, "width_mm", "footprint") * need(use.rack, "depth_mm", "footprint") / 1e6
    if not area:
        raise UnknownValue(Unknown(use.rack.part_id, "width_mm", "footprint"))
    repairs = (f"spread the load over {use.mass_kg.value / use.site_floor_kg_m2_max:.2f} m2 for each rack",)
    load = use.mass_kg * (1 / area)
    yield from within(load, use.site_floor_kg_m2_max, "kg/m2", "the rack is too heavy for the floor", repairs)


@rule("RCK204", RackUse, source="the site's limit", limit_of="site.rack_height_ou_max")
def height_within_site(use: RackUse) -> Iterator[Breach]:
    """What stands in a rack is no higher than the site allows."""
    if use.site_height_ou_max is not None:
        used = use.used_mm * (1 / OPEN_UNIT_MM)
        repairs = (f"site.rack_height_ou_max: {used.value:.1f}", "fewer devices in each rack")
        message = "the devices are higher than the site allows"
        yield from within(used, use.site_height_ou_max, "OU", message, repairs)


@rule("RCK205", RackUse, source="the site's limit", limit_of="site.rack_power_kw_max")
def power_within_site(use: RackUse) -> Iterator[Breach]:
    """A rack draws no more from its feeds than the site allows."""
    limit = use.site_power_kw_max
    if limit is not None:
        kw = use.input_w * 0.001
        repairs = [f"site.rack_power_kw_max: {kw.value:.1f}"]
        if limit:
            repairs.insert(0, f"{-(-kw.value // limit):.0f} racks for what one holds now")
        yield from within(kw, limit, "kW", "the rack draws more than the site allows", tuple(repairs))


@rule("RCK206", RackUse, source="elevation of a Dell XE9712 (GB300 NVL72) in an IR9048 rack", severity="warning")
def switches_in_the_middle(use: RackUse) -> Iterator[Breach]:
    """Scale-up switch trays stand among the compute trays, so that copper stays short."""
    if use.scale_up_bottoms_mm and len(use.compute_bottoms_mm) > 1:
        below = sum(b < use.scale_up_bottoms_mm[0] for b in use.compute_bottoms_mm)
        above = sum(b > use.scale_up_bottoms_mm[-1] for b in use.compute_bottoms_mm)
        if abs(above - below) > 1:
            half = (above + below) // 2
            yield Breach(
                f"{below} compute trays below the switch trays, {above} above",
                actual=abs(above - below),
                limit=1,
                unit="trays",
                repairs=(f"switch trays in the middle: {half} compute trays below, {above + below - half} above",),
            )


@rule("RCK207", RackUse, source="air goes round open units", severity="warning")
def open_units_blanked(use: RackUse) -> Iterator[Breach]:
    """Open units of a rack are covered by blanking panels."""
    pitch = need(use.rack, "unit_pitch_mm", "open units")
    if not pitch or not use.used_mm.complete:
        gap = use.used_mm.unknown[0] if pitch else Unknown(use.rack.part_id, "unit_pitch_mm", "open units")
        raise UnknownValue(gap)
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


@rule("RCK208", RackUse, source=META, severity="info")
def heavy_racks_are_braced(use: RackUse) -> Iterator[Breach]:
    """An open rack with more than 800 kg of payload wants a cross brace."""
    if need(use.rack, "unit_type", "cross brace") == "OU":
        message = "wants a cross brace, which takes a unit"
        yield from within(use.payload_kg, BRACED_ABOVE_KG, "kg", message, ("a cross brace in 1 OU",))


@rule("RCK209", RackUse, source="frame mass is part of what the floor carries", severity="warning")
def mass_is_known(use: RackUse) -> Iterator[Breach]:
    """The mass of a rack with all it holds is known."""
    for gap in use.mass_kg.unknown:
        yield Breach(f"the mass is a lower bound: {gap}", at=gap.part_id)


@rule("RCK210", RackUse, source="typical and maximum draw of every part", severity="warning")
def draw_is_known(use: RackUse) -> Iterator[Breach]:
    """The draw and the heat of a rack are known."""
    for gap in dict.fromkeys((*use.input_w.unknown, *use.typical_w.unknown, *use.air_w.unknown, *use.liquid_w.unknown)):
        yield Breach(f"power and heat are lower bounds: {gap}", at=f"{gap.part_id}.{gap.field}")
