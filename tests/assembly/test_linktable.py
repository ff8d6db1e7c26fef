"""Cables that carry several links: grouped by place, filled in order, never shared across groups."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from configurator.linktable import LinkAssembly, cables_for

SINGLE = LinkAssembly(medium="optics", cable="CBL-1", module_a="OPT-1", module_b="OPT-1")
TRUNK = SINGLE.model_copy(update={"links_per_cable": 12})


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4)), max_size=200))
def test_cables_against_a_plain_count(links: list[tuple[int, int]]) -> None:
    assembly = np.array([a for a, _ in links], dtype=np.int32)
    groups = np.array([g for _, g in links], dtype=np.int32)
    cable = cables_for((SINGLE, TRUNK), assembly, groups).tolist()
    carried = Counter(cable)
    places = {c: {(a, g) for (a, g), x in zip(links, cable, strict=True) if x == c} for c in carried}
    assert all(len(found) == 1 for found in places.values())
    counts = Counter(links)
    wanted = sum(n if a == 0 else -(-n // 12) for (a, _), n in counts.items())
    assert len(carried) == wanted
    assert all(n <= (1 if next(iter(places[c]))[0] == 0 else 12) for c, n in carried.items())
    assert sorted(carried) == list(range(wanted))
