"""Structured fibre between rows: every link has its leg of a trunk, and every leg is told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from configurator.measures.subjects import LinksUse
from configurator.reasons import Breach
from configurator.rules._engine import rule

Way = tuple[str, int, int]
"""Network, and the two rows."""


def _wanted(use: LinksUse) -> dict[Way, int]:
    """Legs that the links over a backbone take, by network and pair of rows."""
    found: dict[Way, int] = {}
    for table in use.tables:
        for index, made in enumerate(table.assemblies):
            rows = table.assembly == index
            if not made.backbone or use.device_rows is None or not rows.any():
                continue
            ends = np.stack([use.device_rows[table.a_device[rows]], use.device_rows[table.b_device[rows]]])
            pairs, counts = np.unique(np.sort(ends, axis=0), axis=1, return_counts=True)
            for low, high, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
                way = (table.network, low, high)
                found[way] = found.get(way, 0) + count * made.fibres_per_link
    return found


@rule("LNK414", LinksUse, source="conservation: a link over a backbone takes its legs of a trunk between its rows")
def every_link_has_its_leg(use: LinksUse) -> Iterator[Breach]:
    """The trunks between two rows carry as many legs as the links that run over them take."""
    wanted = _wanted(use)
    there: dict[Way, int] = {}
    for span in use.backbone:
        way: Way = (span.network, min(span.row_a, span.row_b), max(span.row_a, span.row_b))
        there[way] = there.get(way, 0) + span.legs
    for way in sorted(wanted.keys() | there.keys()):
        legs, needed = there.get(way, 0), wanted.get(way, 0)
        if legs != needed:
            network, low, high = way
            told = f"trunks of {network} from row {low + 1} to row {high + 1} carry {legs} legs, links take {needed}"
            yield Breach(told, needed, legs, "legs", (f"{needed} legs there",), at=f"row-{low + 1}..row-{high + 1}")
