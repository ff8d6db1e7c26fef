"""Splitters, the loss of fibre links, and legs of trunks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from configurator.backbone import Span
from configurator.linktable import LinkAssembly
from configurator.measures.subjects import LinksUse
from tests.rules.factories import Case, check, part
from tests.rules.test_fabrics import between, fibre, module

SPLITTER = LinkAssembly(medium="dac", cable="CBL-9", links_per_cable=2, links_per_module_b=2)


def split(cable: tuple[int, int] = (0, 0), **changes: Any) -> LinksUse:
    """Two links of 800G on one splitter of 1600G with two tails."""
    use = between(made=SPLITTER, routed=2, ordered=2)
    tables = tuple(t.model_copy(update={"cable": t.cable * 0 + list(cable)}) for t in use.tables)
    own = part("cable", "CBL-9", {"tails": 2, "speed_gbps": 1600, "family": "dac", "min_m": 1, "max_m": 3}, changes)
    return type(use)(**{**vars(use), "tables": tables, "parts": {"CBL-9": own}})


def lossy(metres: float, pairs: int = 0, budget: float | None = 1.8, pair_db: float | None = 0.35) -> LinksUse:
    """Links over multimode fibre, which may lose 3 dB/km, with mated pairs on the way."""
    glass = {"fiber_type": "OM4 MMF"}
    made = LinkAssembly(
        medium="optics",
        cable="FIB-9",
        module_a="OPT-9",
        module_b="OPT-9",
        junctions=pairs,
        junction_part="FIB-8" if pairs else None,
    )
    use = between(made=made, routed=metres, ordered=metres)
    parts = {
        "FIB-9": fibre(**glass),
        "OPT-9": module(**glass, loss_budget_db=budget),
        "FIB-8": part("fiber", "FIB-8", {"insertion_loss_db": pair_db}, {}),
    }
    return type(use)(**{**vars(use), "parts": parts})


def over_trunks(*legs: int) -> LinksUse:
    """Two links from row 1 to row 2 over a backbone, two legs each, and spans of so many legs."""
    made = LinkAssembly(medium="optics", cable="FIB-9", fibres_per_link=2, backbone=True)
    use = between()
    jumpers = np.ones(2, dtype=np.int32)
    changes = {"assemblies": (made,), "a_jumper_mm": jumpers, "b_jumper_mm": jumpers}
    tables = tuple(t.model_copy(update=changes) for t in use.tables)
    kinds = {"trunk": "TRK-1", "cassette": "CAS-1", "panel": "PAN-1", "network": "scale_up", "scope": "domain"}
    sizes = {"links": 2, "legs_per_trunk": 12, "cassettes_per_panel": 4, "routed_m": 4, "ordered_m": 10}
    ends = {"row_a": 0, "row_b": 1, "decision": "x"}
    spans = tuple(Span.model_validate({**kinds, **sizes, **ends, "legs": n}) for n in legs)
    rows = np.array([0, 1, 1], dtype=np.int32)
    return type(use)(**{**vars(use), "tables": tables, "backbone": spans, "device_rows": rows})


CASES = [
    Case("LNK411", "passes", split()),
    Case("LNK411", "just passes", split(cable=(0, 1))),
    Case("LNK411", "fails", split(tails=1), "CBL-9 joins 2 links of track_track"),
    Case(
        "LNK411",
        "fails",
        split(speed_gbps=800),
        "CBL-9 is made for 800 Gb/s, its links on track_track run at 1600 Gb/s",
    ),
    Case("LNK411", "just passes", split(speed_gbps=3200, family="aoc")),
    Case(
        "LNK411",
        "fails",
        split(speed_gbps=800, family="aoc"),
        "CBL-9 is made for 800 Gb/s, its links on track_track run at 1600 Gb/s",
    ),
    Case("LNK411", "unknown", split(tails=None)),
    Case("LNK412", "passes", between()),
    Case("LNK412", "just passes", split()),
    Case("LNK412", "fails", split(cable=(0, 1)), "2 tails of CBL-9 on track_track are spare", "info"),
    # by hand: 600 m x 3 dB/km = 1.8 dB; two pairs of 0.35 dB leave 1.1 dB, which 366 m lose and 367 m exceed
    Case("LNK413", "passes", lossy(100)),
    Case("LNK413", "just passes", lossy(600)),
    Case("LNK413", "just passes", lossy(366, pairs=2)),
    Case("LNK413", "fails", lossy(601), "the longest FIB-9 of track_track loses too much"),
    Case("LNK413", "fails", lossy(367, pairs=2), "the longest FIB-9 of track_track loses too much"),
    Case("LNK414", "passes", between()),
    Case("LNK414", "just passes", over_trunks(4)),
    Case("LNK414", "just passes", over_trunks(3, 1)),
    Case("LNK414", "fails", over_trunks(3), "trunks of scale_up from row 1 to row 2 carry 3 legs, links take 4"),
    Case("LNK414", "fails", over_trunks(), "trunks of scale_up from row 1 to row 2 carry 0 legs, links take 4"),
    Case("LNK413", "unknown", lossy(10, budget=None)),
    Case("LNK413", "unknown", lossy(10, pairs=2, pair_db=None)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule(case: Case) -> None:
    check(case)
