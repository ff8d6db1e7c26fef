"""Cables between racks as bundles: by route and part, with count, diameter, mass and bend radius; all in arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from configurator.backbone import Span
from configurator.design import Design
from configurator.linktable import Ints, LinkTable
from configurator.measures.floor import Floats, device_racks, measured_rows
from configurator.parts.base import known
from configurator.reasons import Unknown

PACKED = (1.0, 2.0, 2.1547, 2.4142, 2.7013, 3.0, 3.0, 3.3048, 3.6131, 3.8130)
"""Diameter of the circle round 1 to 10 equal circles over theirs, at best (Graham 1968, Pirl 1969)."""
LOOSE = 1.2
"""Diameter of a larger bundle: 1.2 x d x sqrt(n), the wire-harness rule (cables fill 69 % of the circle)."""


@dataclass(frozen=True)
class Bundles:
    """One row a route and part; arrays are of equal length. NaN where the catalog does not know a figure.

    `place_a`, `place_b`: the places of the route (`measures.floor.place_names`), racks before panels; `part`: index
    into `parts`; `links`: links that the cables carry; `cables`: cables side by side on the route (tails of splitters
    and fibres one by one, a trunk once); `bundles`: how many bundles they lie in; `largest`: cables of the largest.
    """

    parts: tuple[str, ...]
    place_a: Ints
    place_b: Ints
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
    row = np.array([rack.row for rack in design.racks], dtype=np.int64)
    parts = tuple(sorted({m.cable for t in design.links for m in t.assemblies} | {s.trunk for s in design.backbone}))
    number = {part: i for i, part in enumerate(parts)}
    size, count = len(design.racks), max(len(parts), 1)
    places = size + int(row.max(initial=-1)) + 1
    laid: list[_Piece] = []
    ends: list[NDArray[np.int64]] = []
    for table in design.links:
        a, b = racks[table.a_device].astype(np.int64), racks[table.b_device].astype(np.int64)
        kind = np.array([number[m.cable] for m in table.assemblies], dtype=np.int64)[table.assembly]
        over = np.array([m.backbone for m in table.assemblies])[table.assembly]
        first_end = np.where(over, size + row[a], b)
        strands = _strands(table)
        metres = np.where(over, _jumper(table, "a"), table.ordered_mm) / 1000
        laid.append(_Piece(_route(a, first_end, places) * count + kind, np.ones(len(table)), strands, strands * metres))
        ends.append(laid[-1].key)
        if over.any():
            key = _route(b, size + row[b], places) * count + kind
            own = np.flatnonzero(over)
            far = strands * _jumper(table, "b") / 1000
            laid.append(_Piece(key[own], np.ones(len(own)), strands[own], far[own]))
    laid.extend(_trunk(span, number, size, places, count) for span in design.backbone)
    key = np.concatenate([p.key for p in laid]) if laid else np.zeros(0, dtype=np.int64)
    unique, at = np.unique(key, return_inverse=True)
    rows = tuple(np.searchsorted(unique, own).astype(np.int32) for own in ends)
    sums = [_summed(at, [getattr(p, name) for p in laid], len(unique)) for name in ("links", "cables", "metres")]
    return _described(design, parts, places, unique, sums, rows)


@dataclass(frozen=True)
class _Piece:
    """Cables of one kind of way: key of route and part, links, cables, and length of them together [m]."""

    key: NDArray[np.int64]
    links: Floats
    cables: Floats
    metres: Floats


def _route(a: NDArray[np.int64], b: NDArray[np.int64], places: int) -> NDArray[np.int64]:
    return np.minimum(a, b) * places + np.maximum(a, b)


def _jumper(table: LinkTable, end: str) -> Ints:
    """Length of each link's jumper at an end [mm]; 0 where a table has none."""
    found: Ints = getattr(table, f"{end}_jumper_mm")
    return found if len(found) else np.zeros(len(table), dtype=np.int32)


def _trunk(span: Span, number: Mapping[str, int], size: int, places: int, count: int) -> _Piece:
    a, b = np.array([size + span.row_a], dtype=np.int64), np.array([size + span.row_b], dtype=np.int64)
    trunks = np.array([float(span.trunks)])
    key = _route(a, b, places) * count + number[span.trunk]
    return _Piece(key, np.array([float(span.links)]), trunks, trunks * span.ordered_m)


def measured_routes(design: Design, bundles: Bundles) -> NDArray[np.bool_]:
    """Which bundles run between racks whose distance was measured."""
    return measured_rows(design, bundles.place_a, bundles.place_b) & (bundles.place_b < len(design.racks))


def _summed(row: NDArray[np.int64], columns: list[Floats], rows: int) -> Floats:
    """A quantity of links, table by table, summed by row."""
    weights = np.concatenate(columns) if columns else np.zeros(0)
    found: Floats = np.bincount(row, weights=weights, minlength=rows).astype(np.float64)
    return found


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
    places: int,
    unique: NDArray[np.int64],
    sums: Sequence[Floats],
    rows: tuple[Ints, ...],
) -> Bundles:
    """Bundles with their figures. sums: links, cables and length [m] of each row."""
    links, cables, metres = sums
    size = max(places, 1)
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
        place_a=(route // size).astype(np.int32),
        place_b=(route % size).astype(np.int32),
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
