"""A line between two sites: what it loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from configurator.design import Design
from configurator.measures.subjects import LineUse
from configurator.parts.base import Part
from configurator.platform import LongReach, ScaleAcrossPlan


def line_db(plan: ScaleAcrossPlan, way: LongReach, distance_m: float) -> float:
    """Loss of a line of a length [dB]: the fibre by the kilometre, and the patching of both ends."""
    return distance_m / 1000 * way.fibre_db_per_km.value + plan.connectors_db.value


def line_use(
    plan: ScaleAcrossPlan,
    way: LongReach,
    distance_m: float,
    parts: Mapping[str, Part],
    path: str,
    decisions: tuple[str, ...] = (),
) -> LineUse:
    """A line of a length by a way, with its loss, to be judged."""
    return LineUse(
        path=path,
        decisions=decisions,
        module=parts[way.module.value],
        switch=parts[way.switch.value],
        distance_m=distance_m,
        loss_db=round(line_db(plan, way, distance_m), 2),
        budget_db=way.budget_db.value,
    )


def line_uses(design: Design) -> Iterator[LineUse]:
    """The lines of a design: one subject for each kind of module on them, at the longest of its lines."""
    plan = design.platform.scale_across
    switch = next((t.part for t in design.device_types if t.network == "scale_across" and t.role == "leaf"), None)
    for table in design.links:
        if table.layer != "border_border" or plan is None or not len(table):
            continue
        for joined in table.assemblies:
            ways = [w for w in plan.ways if (w.module.value, w.switch.value) == (joined.module_a, switch)]
            for way in ways[:1]:
                longest = float(table.routed_mm.max()) / 1000
                yield line_use(plan, way, longest, design.parts, f"links/{table.layer}", (table.decision,))
