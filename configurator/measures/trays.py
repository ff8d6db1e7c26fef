"""How full the cable trays are: the section of the cables in every stretch of tray, along the rows and across them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from configurator.design import Design
from configurator.linktable import Ints
from configurator.measures.bundles import Bundles, bundles_of
from configurator.measures.floor import Floats, FloorMap, floor_map, measured_rows
from configurator.measures.subjects import TrayUse
from configurator.parts.base import Part, known
from configurator.reasons import Total


@dataclass(frozen=True)
class Laid:
    """The cables between racks as they lie: in bundles, on the floor's trays. `floor`: None where there is none."""

    bundles: Bundles
    floor: FloorMap | None
    along_mm2: Floats
    """Section of the cables over each row and position [mm2]."""
    across_mm2: Floats
    """The same from each row to the next, at each position [mm2]."""
    along_kg_per_m: Floats
    across_kg_per_m: Floats

    @cached_property
    def worst(self) -> tuple[float, str]:
        """(largest section of cables in any stretch [mm2], where)."""
        found = (0.0, "")
        for section, told in ((self.along_mm2, "over row {} at position {}"), (self.across_mm2, "from row {} at {}")):
            if section.size and section.max() > found[0]:
                row, place = np.unravel_index(int(np.argmax(section)), section.shape)
                found = (float(section.max()), told.format(int(row) + 1, int(place) + 1))
        return found

    @property
    def kg_per_m(self) -> float:
        """Heaviest stretch, cables alone [kg/m]."""
        return max((float(x.max()) for x in (self.along_kg_per_m, self.across_kg_per_m) if x.size), default=0.0)

    def over(self, limit_mm2: float) -> int:
        """Stretches with more section of cables than a limit [mm2]."""
        return int((self.along_mm2 > limit_mm2).sum() + (self.across_mm2 > limit_mm2).sum())


def laid(design: Design) -> Laid:
    """The cables between racks of a design, in bundles and on trays.

    Links within one rack touch no tray, nor do lines to other sites.
    """
    bundles, floor = bundles_of(design), floor_map(design)
    empty = np.zeros((0, 0))
    if floor is None:
        return Laid(bundles, None, empty, empty, empty, empty)
    section, mass = np.nan_to_num(bundles.section_mm2), np.nan_to_num(bundles.kg_per_m)
    away = np.flatnonzero(_on_trays(design, floor, bundles))
    along, across = (_filled(floor, bundles.place_a[away], bundles.place_b[away], x[away]) for x in (section, mass))
    return Laid(bundles, floor, along[0], along[1], across[0], across[1])


def _on_trays(design: Design, floor: FloorMap, bundles: Bundles) -> NDArray[np.bool_]:
    """Which bundles lie on the floor's trays: those between two places of one site."""
    sites = list(dict.fromkeys(rack.site for rack in design.racks))
    own = np.array([sites.index(rack.site) for rack in design.racks], dtype=np.int32)
    of_row = np.zeros(floor.rows, dtype=np.int32)
    of_row[floor.row[: len(own)]] = own
    site = of_row[floor.row]
    found: NDArray[np.bool_] = (bundles.place_a != bundles.place_b) & (site[bundles.place_a] == site[bundles.place_b])
    return found


def _filled(floor: FloorMap, a: Ints, b: Ints, load: Floats) -> tuple[Floats, Floats]:
    """A load of each route summed over the stretches that it lies in: (over row and position, from row to next)."""
    pitch = floor.plan.position_mm.value
    places = int(max(floor.x_mm.max(), (floor.crossing_mm(a, b).max() if len(a) else 0.0)) // pitch) + 1
    along, across = np.zeros((floor.rows, places + 1)), np.zeros((floor.rows, places))
    x = np.where(floor.row[a] == floor.row[b], floor.x_mm[b], floor.crossing_mm(a, b))
    for rack in (a, b):
        own = np.flatnonzero((floor.row[a] != floor.row[b]) | (rack is a))
        first, last = _stretch(floor.x_mm[rack][own], x[own], pitch)
        np.add.at(along, (floor.row[rack][own], first), load[own])
        np.add.at(along, (floor.row[rack][own], last + 1), -load[own])
    crossing = np.floor(x / pitch).astype(np.int64)
    low, high = np.minimum(floor.row[a], floor.row[b]), np.maximum(floor.row[a], floor.row[b])
    np.add.at(across, (low, crossing), load)
    np.add.at(across, (high, crossing), -load)
    return _cleared(np.cumsum(along, axis=1)[:, :-1]), _cleared(np.cumsum(across, axis=0)[:-1])


def _stretch(x: Floats, y: Floats, pitch: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last position that a cable lies over, from one place of a row to another."""
    first = np.floor(np.minimum(x, y) / pitch).astype(np.int64)
    return first, np.floor(np.maximum(x, y) / pitch).astype(np.int64)


def _cleared(sums: Floats) -> Floats:
    """Running sums without the dust that adding and taking away leaves."""
    found: Floats = np.where(np.abs(sums) < 1e-6, 0.0, sums)
    return found


def tray_use(design: Design, cables: Laid) -> TrayUse | None:
    """The trays as a subject; None where the platform states no floor."""
    floor, bundles = cables.floor, cables.bundles
    if floor is None:
        return None
    trays = floor.trays
    worst, at = cables.worst
    copper = np.array([_is_copper(design.parts[p]) for p in bundles.parts])
    section = np.nan_to_num(bundles.section_mm2)
    total = float(section.sum())
    away = _on_trays(design, floor, bundles)
    away &= bundles.place_b < len(design.racks)
    routes = np.unique(np.stack([bundles.place_a[away], bundles.place_b[away]]), axis=1)
    return TrayUse(
        path="floor/trays",
        decisions=("placement.floor", *dict.fromkeys(t.decision for t in design.links)),
        section_mm2=trays.section_mm2,
        cables_mm2=Total(worst, tuple(u for u in bundles.unknown if u.field == "outer_diameter_mm")),
        at=at,
        fill_max=trays.fill_max,
        over=cables.over(trays.fill_max * trays.section_mm2),
        trays=trays.count,
        width_mm=trays.width_mm,
        stated=trays.stated,
        copper_share=float(section[copper[bundles.part]].sum()) / total if total else 0.0,
        cables=tuple(design.parts[p] for p in bundles.parts),
        racks=tuple(design.parts[p] for p in sorted({kind.part for kind in design.rack_types})),
        routes=routes.shape[1],
        measured=int(measured_rows(design, routes[0], routes[1]).sum()),
    )


def _is_copper(part: Part) -> bool:
    return part.category == "cable" and known(part, "family") != "aoc"
