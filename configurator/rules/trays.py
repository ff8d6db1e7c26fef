"""Cable trays: how full they are, whether cables can turn in them, and which lengths were measured."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.measures.subjects import TrayUse
from configurator.parts.base import Part, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import each, within

NEC = "NEC 392.22(A)(2): control and signal cables fill at most half of a tray up to 150 mm deep; the site's own limit"
WIDTHS_MM = (100, 150, 200, 300, 400, 450, 500, 600, 900)
"""Widths that wire trays are made in (Cablofil technical guide; 900 mm ladder)."""


@rule("LNK501", TrayUse, source=NEC)
def trays_are_not_too_full(use: TrayUse) -> Iterator[Breach]:
    """Cables fill no stretch of a cable tray beyond its limit.

    A tray whose size the spec does not state is a class value: such a finding is a warning.
    """
    each_mm2 = use.section_mm2 / use.trays
    trays = -(-use.cables_mm2.value // (each_mm2 * use.fill_max))
    repairs = [f"site.trays: {trays:.0f}"]
    wider = [w for w in WIDTHS_MM if w * each_mm2 / use.width_mm * use.trays * use.fill_max >= use.cables_mm2.value]
    if wider:
        repairs.append(f"site.tray_width_mm: {wider[0]}")
    if use.copper_share > 0.5:
        repairs.append("AOC, or modules and fibre, in place of copper")
    message = f"cables fill the tray {use.at} too far, {use.over} stretches in all"
    percent = use.cables_mm2 * (100 / use.section_mm2)
    for breach in within(percent, 100 * use.fill_max, "%", message, tuple(repairs)):
        yield breach if use.stated or breach.severity else _softer(breach)


def _softer(breach: Breach) -> Breach:
    return Breach(breach.message, breach.actual, breach.limit, breach.unit, breach.repairs, "warning")


@rule("LNK502", TrayUse, source="cable data sheet: least bend radius", severity="warning")
def cables_turn_in_their_tray(use: TrayUse) -> Iterator[Breach]:
    """The least bend radius of a cable is no more than the width of the tray in whose corners it turns."""

    def check(part: Part) -> Iterator[Breach]:
        radius = need(part, "bend_radius_mm", "turning in a tray")
        if radius > use.width_mm:
            repairs = (f"site.tray_width_mm: {radius:g}",)
            yield Breach(
                f"{part.part_id} does not turn in the tray", radius, use.width_mm, "mm", repairs, at=part.part_id
            )

    yield from each(use.cables, check)


@rule("LNK503", TrayUse, source="lengths measured on the floor, site.measured_lengths", severity="info")
def lengths_measured(use: TrayUse) -> Iterator[Breach]:
    """Where lengths were measured on some routes, the others are estimates from the floor."""
    if 0 < use.measured < use.routes:
        told = f"{use.measured} of {use.routes} routes were measured, the others are estimates"
        yield Breach(told, use.measured, use.routes, "routes", ("measure the other routes",))


@rule("LNK504", TrayUse, source="routed length follows from the size of racks", severity="warning")
def racks_have_a_size(use: TrayUse) -> Iterator[Breach]:
    """Height, width and depth of every rack on the floor are known; lengths take a class value where they are not."""
    for field in ("height_mm", "width_mm", "depth_mm"):

        def check(part: Part, field: str = field) -> Iterator[Breach]:
            if need(part, field, "routed lengths") <= 0:
                yield Breach(f"{part.part_id} has no {field.removesuffix('_mm')}", at=part.part_id)

        yield from each(use.racks, check)
