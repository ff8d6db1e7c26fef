"""Cables between racks as bundles: by route and part, with count, diameter, mass and bend radius; all in arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from configurator.design import Design
from configurator.linktable import Ints, LinkTable
from configurator.measures.floor import Floats, device_racks
from configurator.parts.base import known
from configurator.reasons import Unknown

PACKED = (1.0, 2.0, 2.1547, 2.4142, 2.7013, 3.0, 3.0, 3.3048, 3.6131, 3.8130)
"""Diameter of the circle round 1 to 10 equal circles over theirs, at best (Graham 1968, Pirl 1969)."""
LOOSE = 1.2
"""Diameter of a larger bundle: 1.2 x d x sqrt(n), the wire-harness rule (cables fill 69 % of the circle)."""


@dataclass(frozen=True)
class Bundles:
    """One row a route and part; arrays are of equal length. NaN where the catalog does not know a figure.

    `rack_a`, `rack_b`: index of the racks of the route, the lower first; `part`: index into `parts`; `links`: links
    that the cables carry; `cables`: cables side by side on the route (tails of splitters and fibres one by one, a trunk
    once); `bundles`: how many bundles they lie in; `largest`: cables of the largest.
    """

    parts: tuple[str, ...]
    rack_a: Ints
    rack_b: Ints
    part: Ints
    links: Ints
    cables: Ints
    bundles: Ints
    largest: Ints
    metres: Floats
    """Ordered length of all cables together [m]."""
    section_mm2: Floats
    """Sections of all cables together [mm2]."""
    diameter_mm: Floats
    """Diameter of the largest bundle [mm]."""
    kg_per_m: Floats
    """Of all cables together [kg/m]."""
    mass_kg: Floats
    """Of all cables at their ordered length, plugs apart [kg]."""
    bend_mm: Floats
    """Least bend radius [mm]."""
    unknown: tuple[Unknown, ...]
    rows: tuple[Ints, ...]
    """Row of each link, table by table as in `Design.links`."""

    def __len__(self) -> int:
        return len(self.cables)


def bundle_diameter_mm(cables: Ints, diameter: Floats) -> Floats:
    """Diameter of a bundle of equal cables [mm]: the densest packing of up to ten, 1.2 x d x sqrt(n) above.

    cables: how many; diameter: of one cable [mm]. Arrays of equal length.
    """
    few = np.array(PACKED)[np.clip(cables, 1, len(PACKED)) - 1]
    found: Floats = diameter * np.where(cables <= len(PACKED), few, LOOSE * np.sqrt(cables))
    return found


def bundles_of(design: Design) -> Bundles:
    """The cables of all link tables by route and part; a design without links has none."""
    racks = device_racks(design) if design.racks else np.zeros(0, dtype=np.int32)
    parts = tuple(sorted({p for t in design.links for p in _laid_parts(t)}))
    number = {part: i for i, part in enumerate(parts)}
    size, count = len(design.racks), max(len(parts), 1)
    keys: list[NDArray[np.int64]] = []
    links: list[Floats] = []
    cables: list[Floats] = []
    metres: list[Floats] = []
    for table in design.links:
        a, b = racks[table.a_device].astype(np.int64), racks[table.b_device].astype(np.int64)
        route = np.minimum(a, b) * size + np.maximum(a, b)
        kind = np.array([number[m.cable] for m in table.assemblies], dtype=np.int64)[table.assembly]
        keys.append(route * count + kind)
        links.append(np.ones(len(table)))
        strands = _strands(table)
        cables.append(strands)
        metres.append(strands * table.ordered_mm / 1000)
    key = np.concatenate(keys) if keys else np.zeros(0, dtype=np.int64)
    unique, row = np.unique(key, return_inverse=True)
    lengths = [len(t) for t in design.links]
    return _described(
        design,
        parts,
        unique,
        _summed(row, links, len(unique)),
        _summed(row, cables, len(unique)),
        _summed(row, metres, len(unique)),
        tuple(r.astype(np.int32) for r in np.split(row, np.cumsum(lengths)[:-1])) if lengths else (),
    )


def _summed(row: NDArray[np.int64], columns: list[Floats], rows: int) -> Floats:
    """A quantity of links, table by table, summed by row."""
    weights = np.concatenate(columns) if columns else np.zeros(0)
    found: Floats = np.bincount(row, weights=weights, minlength=rows).astype(np.float64)
    return found


def _laid_parts(table: LinkTable) -> Iterator[str]:
    for made in table.assemblies:
        yield made.cable


def _strands(table: LinkTable) -> Floats:
    """Cables that lie on the route for each link: the first link of a trunk has it, each tail of a splitter lies by
    itself."""
    found = np.zeros(len(table))
    for index, made in enumerate(table.assemblies):
        rows = np.flatnonzero(table.assembly == index)
        if made.links_per_cable > 1 and not made.splits:
            rows = rows[np.unique(table.cable[rows], return_index=True)[1]]
        found[rows] = made.fibres_per_link
    return found


def _described(
    design: Design,
    parts: tuple[str, ...],
    unique: NDArray[np.int64],
    links: Floats,
    cables: Floats,
    metres: Floats,
    rows: tuple[Ints, ...],
) -> Bundles:
    size = max(len(design.racks), 1)
    part = unique % max(len(parts), 1)
    route = unique // max(len(parts), 1)
    count = cables.astype(np.int32)
    most = design.spec.cabling.bundle_max
    bundles = np.maximum(-(-count // most), 1)
    largest = -(-count // bundles)
    each = _figures(design, parts, part)
    tails = np.array([known(design.parts[p], "tails") or 1 for p in parts], dtype=np.float64)[part] if parts else part
    section = np.pi / 4 * each["outer_diameter_mm"] ** 2 * count
    kg_per_m = each["mass_kg_per_m"] / tails
    return Bundles(
        parts=parts,
        rack_a=(route // size).astype(np.int32),
        rack_b=(route % size).astype(np.int32),
        part=part.astype(np.int32),
        links=links.astype(np.int32),
        cables=count,
        bundles=bundles.astype(np.int32),
        largest=largest.astype(np.int32),
        metres=metres,
        section_mm2=section,
        diameter_mm=bundle_diameter_mm(largest, each["outer_diameter_mm"]),
        kg_per_m=kg_per_m * count,
        mass_kg=kg_per_m * metres,
        bend_mm=each["bend_radius_mm"],
        unknown=tuple(
            Unknown(p, field, "bundles") for p in parts for field in each if known(design.parts[p], field) is None
        ),
        rows=rows,
    )


def _figures(design: Design, parts: tuple[str, ...], part: NDArray[np.int64]) -> dict[str, Floats]:
    """Figures of one cable for each row, NaN where unknown; the mass of a splitter is of all its tails [mm, kg/m]."""
    found = {}
    for field in ("outer_diameter_mm", "mass_kg_per_m", "bend_radius_mm"):
        values = [known(design.parts[p], field) for p in parts]
        own = np.array([np.nan if v is None else v for v in values], dtype=np.float64)
        found[field] = own[part] if parts else np.zeros(0)
    return found
