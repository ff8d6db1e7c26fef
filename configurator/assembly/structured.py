"""Structured fibre between rows: links by modules and fibre that cross rows in numbers run over trunks and panels.

Each row has its panels at its middle, at the height of the tray. A link is a jumper to them, a leg of a trunk from row
to row, and a jumper on: two more mated pairs, and a longer way. What would not reach, or lose too much, stays direct.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from configurator.assembly.bench import Bench
from configurator.assembly.media import on_series
from configurator.backbone import Span, held
from configurator.design import Design
from configurator.linktable import Ints, LinkAssembly, LinkNetwork, LinkScope, LinkTable
from configurator.measures.floor import Floats, FloorMap, device_racks, floor_map, measured_rows, to_tray_mm
from configurator.measures.loss import path_loss_db
from configurator.parts.base import Part, known
from configurator.reasons import Reason

CONNECTOR = "MPO-12"
Group = tuple[LinkNetwork, LinkScope, str, int, int]
"""Network, scope, glass, and the two rows."""


@dataclass(frozen=True)
class Kit:
    """The parts of structured fibre of one glass."""

    jumper: Part
    trunk: Part
    cassette: Part
    panel: Part
    legs: int
    slots: int


@dataclass(frozen=True)
class Crossing:
    """Links of one assembly of a table that may run over the backbone, with the lengths of their pieces [mm]."""

    table: int
    index: int
    kit: Kit
    rows: NDArray[np.int64]
    row_low: Ints
    row_high: Ints
    jumpers: tuple[Ints, Ints]
    trunk_mm: Ints
    """Ordered length of the trunk."""
    way_mm: Ints
    """Routed length from panels to panels."""
    routed_mm: Ints
    """Routed length from device to device, over the panels."""


def structured(bench: Bench, design: Design) -> tuple[list[LinkTable], list[Span]]:
    """The link tables with links over the backbone where they cross rows in numbers, and the backbone.

    A pair of rows has a trunk where its links fill one; parts are the cheapest of the catalog that fit the glass.
    """
    floor = floor_map(design)
    if floor is None:
        return list(design.links), []
    found = [
        c
        for i, t in enumerate(design.links)
        if t.layer != "border_border"
        for c in _crossings(bench, design, floor, i, t)
    ]
    legs: dict[Group, int] = {}
    for c in found:
        for group, rows in _groups(design, c):
            each = design.links[c.table].assemblies[c.index].fibres_per_link
            legs[group] = legs.get(group, 0) + len(rows) * each
    kits = {_glass(c.kit.trunk): c.kit for c in found}
    taken = {group for group, count in legs.items() if count >= kits[group[2]].legs}
    trunks = sum(-(-legs[g] // kits[g[2]].legs) for g in taken)
    decision = bench.decide(
        "cabling",
        "backbone",
        f"{trunks} trunks between {len({g[3:] for g in taken})} pair(s) of rows",
        [
            Reason(text="links by modules and fibre that cross rows and fill a trunk run over panels"),
            Reason(text="jumper, trunk, jumper: two mated pairs in the way; what does not reach so stays direct"),
        ],
        ["spec:cabling.structured", "placement.floor"],
    )
    tables = list(design.links)
    spans: dict[Group, tuple[int, int, int]] = {}
    for c in found:
        keep = [rows for group, rows in _groups(design, c) if group in taken]
        for group, rows in _groups(design, c):
            if group in taken:
                links, routed, ordered = spans.get(group, (0, 0, 0))
                spans[group] = (
                    links + len(rows),
                    max(routed, int(c.way_mm[rows].max())),
                    max(ordered, int(c.trunk_mm[rows].max())),
                )
        if keep:
            tables[c.table] = _moved(tables[c.table], c, np.sort(np.concatenate(keep)))
    return tables, [_span(g, kits[g[2]], legs[g], spans[g], decision) for g in sorted(taken)]


def _span(group: Group, kit: Kit, legs: int, found: tuple[int, int, int], decision: str) -> Span:
    network, scope, _, low, high = group
    links, routed, ordered = found
    return Span(
        network=network,
        scope=scope,
        row_a=low,
        row_b=high,
        links=links,
        legs=legs,
        legs_per_trunk=kit.legs,
        trunk=kit.trunk.part_id,
        cassette=kit.cassette.part_id,
        panel=kit.panel.part_id,
        cassettes_per_panel=kit.slots,
        routed_m=routed / 1000,
        ordered_m=ordered / 1000,
        decision=decision,
    )


def _groups(design: Design, c: Crossing) -> Iterable[tuple[Group, NDArray[np.int64]]]:
    """The places of a crossing's links (in its own arrays) by group."""
    table = design.links[c.table]
    pair = c.row_low.astype(np.int64) * 1_000_000 + c.row_high
    for key in np.unique(pair).tolist():
        group = (table.network, table.scope, _glass(c.kit.trunk), key // 1_000_000, key % 1_000_000)
        yield group, np.flatnonzero(pair == key)


def _glass(part: Part) -> str:
    return str(known(part, "fiber_type"))


def _crossings(bench: Bench, design: Design, floor: FloorMap, number: int, table: LinkTable) -> Iterable[Crossing]:
    racks = device_racks(design)
    a, b = racks[table.a_device], racks[table.b_device]
    apart = (floor.row[a] != floor.row[b]) & ~measured_rows(design, a, b)
    for index, made in enumerate(table.assemblies):
        rows = np.flatnonzero(apart & (table.assembly == index))
        if made.medium != "optics" or not len(rows):
            continue
        kit = _kit(bench, bench.catalog.part(made.cable))
        if kit is None:
            continue
        ends = [(table.a_device[rows], a[rows]), (table.b_device[rows], b[rows])]
        routed = [_jumper_mm(design, floor, device, rack) for device, rack in ends]
        jumpers = tuple(np.maximum(on_series(mm), _mm(kit.jumper, "min_m")) for mm in routed)
        panels = [len(design.racks) + floor.row[rack] for _, rack in ends]
        way = np.ceil(floor.between_mm(panels[0], panels[1]) + floor.plan.slack_m.value * 1000).astype(np.int32)
        trunk = np.maximum(on_series(way), on_series(np.full(len(way), _mm(kit.trunk, "min_m"), dtype=np.int32)))
        total = jumpers[0] + trunk + jumpers[1]
        fits = (np.maximum(*jumpers) <= _mm(kit.jumper, "max_m")) & (trunk <= _mm(kit.trunk, "max_m"))
        fits &= (total <= _reach_mm(bench, made)) & _loses_little(bench, made, kit, total)
        low, high = np.sort(np.stack([floor.row[a[rows]], floor.row[b[rows]]]), axis=0)
        if fits.any():
            yield Crossing(
                number,
                index,
                kit,
                rows[fits],
                low[fits],
                high[fits],
                (jumpers[0][fits], jumpers[1][fits]),
                trunk[fits],
                way[fits],
                (routed[0] + way + routed[1])[fits],
            )


def _jumper_mm(design: Design, floor: FloorMap, device: Ints, rack: Ints) -> Ints:
    """Way from a device to the panels of its row, with half of a link's slack [mm]."""
    panel = len(design.racks) + floor.row[rack]
    total: Floats = to_tray_mm(design, floor, device, rack) + floor.between_mm(rack, panel)
    return np.ceil(np.round(total + floor.plan.slack_m.value * 500, 6)).astype(np.int32)


def _moved(table: LinkTable, c: Crossing, places: NDArray[np.int64]) -> LinkTable:
    """A table with some links of a crossing on the backbone."""
    made = table.assemblies[c.index].model_copy(
        update={
            "cable": c.kit.jumper.part_id,
            "links_per_cable": 1,
            "backbone": True,
            "junctions": 2,
            "junction_part": c.kit.cassette.part_id,
        }
    )
    rows = c.rows[places]
    assembly, cable = table.assembly.copy(), table.cable.copy()
    routed, ordered = table.routed_mm.copy(), table.ordered_mm.copy()
    ends = [getattr(table, f"{end}_jumper_mm") for end in ("a", "b")]
    a_mm, b_mm = (own.copy() if len(own) else np.zeros(len(table), dtype=np.int32) for own in ends)
    a_mm[rows], b_mm[rows] = (own[places] for own in c.jumpers)
    assembly[rows] = len(table.assemblies)
    cable[rows] = int(cable.max()) + 1 + np.arange(len(rows), dtype=np.int32)
    ordered[rows] = a_mm[rows] + c.trunk_mm[places] + b_mm[rows]
    routed[rows] = c.routed_mm[places]
    return table.model_copy(
        update={
            "assemblies": (*table.assemblies, made),
            "assembly": assembly,
            "cable": cable,
            "routed_mm": routed,
            "ordered_mm": ordered,
            "a_jumper_mm": a_mm,
            "b_jumper_mm": b_mm,
        }
    )


def _kit(bench: Bench, fibre: Part) -> Kit | None:
    """The cheapest parts of the catalog for a fibre's glass, with the longest jumper; None where there are none."""
    if CONNECTOR not in str(known(fibre, "end_a") or ""):
        return None

    def cheapest(kind: str, glass: str | None, *ends: str) -> list[Part]:
        fits = [
            p
            for p in bench.catalog.of("fiber")
            if not p.template
            and known(p, "kind") == kind
            and (glass is None or known(p, "fiber_type") == glass)
            and all(CONNECTOR in str(known(p, end) or "") for end in ends)
        ]
        return bench.cheapest_first(fits)

    glass = known(fibre, "fiber_type")
    jumpers = [fibre] if known(fibre, "kind") == "jumper" else cheapest("jumper", glass, "end_a", "end_b")
    jumpers.sort(key=lambda p: -_mm(p, "max_m"))
    trunks = [p for p in cheapest("trunk", glass, "end_a", "end_b") if held(p, "end_a")]
    legs = held(trunks[0], "end_a") if trunks else None
    plates = [p for p in cheapest("cassette", None, "end_a", "end_b") if held(p, "end_a") == legs]
    panels = [p for p in cheapest("panel", None) if held(p, "end_a")]
    if glass is None or not (jumpers and trunks and plates and panels):
        return None
    slots = held(panels[0], "end_a")
    assert legs is not None
    assert slots is not None
    return Kit(jumpers[0], trunks[0], plates[0], panels[0], legs, slots)


def _mm(part: Part, field: str) -> int:
    """A length of a part [mm]; 0 where unknown, so that nothing of an unknown reach is taken."""
    return round((known(part, field) or 0.0) * 1000)


def _reach_mm(bench: Bench, made: LinkAssembly) -> int:
    modules = [bench.catalog.part(m) for m in (made.module_a, made.module_b) if m is not None]
    return min((_mm(m, "reach_m") for m in modules), default=0)


def _loses_little(bench: Bench, made: LinkAssembly, kit: Kit, total_mm: Ints) -> NDArray[np.bool_]:
    """Which ways lose no more than both modules allow; one with an unknown budget is left to the rules."""
    budgets = [known(bench.catalog.part(m), "loss_budget_db") for m in (made.module_a, made.module_b) if m is not None]
    told = [float(x) for x in budgets if x is not None]
    loss = path_loss_db(_glass(kit.trunk), total_mm / 1000, 2, known(kit.cassette, "insertion_loss_db"))
    if loss is None or not told:
        return np.ones(len(total_mm), dtype=bool)
    found: NDArray[np.bool_] = loss <= min(told)
    return found
