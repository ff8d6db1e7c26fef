"""Structured fibre between rows: trunks, cassettes and panels by hand; reach and loss; what stays direct."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from configurator.backbone import Span, panels_of
from configurator.design import design_from_json
from configurator.errors import InputError
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.assembly.test_multi_rack import _conserved
from tests.build import build

WISH = {"cabling": {"structured": "between_rows"}}
CASES: list[tuple[str, dict[str, Any]]] = [
    ("eth-x-64", {"gpus": 1024}),
    ("eth-x-256", {"gpus": 4096}),
    ("dgx-h100-superpod", {"gpus": 2048}),
    ("dgx-b300-superpod", {"gpus": 2048}),
]


def _span(**changes: Any) -> Span:
    kinds = {"trunk": "TRK", "cassette": "CAS", "panel": "PAN"}
    whole = {"network": "scale_out", "scope": "scale_out", "row_a": 0, "row_b": 1, "links": 960, "legs": 960}
    sizes = {"legs_per_trunk": 12, "cassettes_per_panel": 4, "routed_m": 4, "ordered_m": 10, "decision": "x"}
    return Span.model_validate({**whole, **sizes, **kinds, **changes})


# legs -> trunks of 12, and the panels of row 1, of 4 cassettes each
@pytest.mark.parametrize(
    ("legs", "trunks", "spare", "panels"),
    [(12, 1, 0, 1), (13, 2, 11, 1), (48, 4, 0, 1), (49, 5, 11, 2), (960, 80, 0, 20)],
)
def test_trunks_and_panels_by_hand(legs: int, trunks: int, spare: int, panels: int) -> None:
    span = _span(legs=legs)
    assert (span.trunks, span.spare_legs) == (trunks, spare)
    assert [(p.row, p.cassettes, p.panels) for p in panels_of([span])] == [(0, trunks, panels), (1, trunks, panels)]


def test_a_row_shares_its_panels_between_spans() -> None:
    """Row 2 takes 3 cassettes from row 1 and 2 from row 3: five, in two panels; the others one each."""
    spans = [_span(legs=36), _span(row_a=1, row_b=2, legs=24)]
    assert [(p.row, p.cassettes, p.panels) for p in panels_of(spans)] == [(0, 3, 1), (1, 5, 2), (2, 2, 1)]


@pytest.mark.parametrize(("preset", "keys"), CASES)
def test_links_that_cross_rows_run_over_trunks(preset: str, keys: dict[str, Any]) -> None:
    made, plain = build(preset, **keys, **WISH), build(preset, **keys)
    design = made.design
    assert [f for f in made.findings if f.severity == "error"] == []
    _conserved(made)
    over = direct = 0
    for table in design.links:
        rows = np.array([[design.place(int(d))[0].row for d in x] for x in (table.a_device, table.b_device)])
        backbone = np.array([m.backbone for m in table.assemblies])[table.assembly]
        assert (rows[0][backbone] != rows[1][backbone]).all()
        over, direct = over + int(backbone.sum()), direct + int((~backbone).sum())
    assert over == sum(s.links for s in design.backbone) > 0
    assert over + direct == sum(len(t) for t in plain.design.links)
    one, other = document(made)["cabling"], document(plain)["cabling"]
    assert (one["modules"], one["links"]) == (other["modules"], other["links"])
    assert "backbone" not in other


def test_the_bill_by_hand() -> None:
    """960 links from row 1 to row 2, one leg each: 1,920 jumpers, 80 trunks, 160 plates, 20 panels a row."""
    made = build("eth-x-64", gpus=1024, **WISH)
    walked: Counter[tuple[str, str]] = Counter()
    for _, quantity, part, role, _ in made.design.walk():
        walked[role, part] += quantity
    jumpers = sum(len(t) for t in made.design.links if t.layer == "leaf_spine") + 2 * 960
    assert walked["cable", "CBL-MPO12-OM4-NDR30"] == jumpers
    assert walked["cable", "CBL-MPO144-OM4-TRUNK"] == 80
    assert walked["cassette", "CBL-MPO12-ADPT-12"] == 160
    assert walked["panel", "CBL-PANEL-1U"] == 40
    told = document(made)["cabling"]["backbone"]
    assert [p["ru"] for p in told["panels"]] == [20, 20]
    bundles = made.cables.bundles
    trunk = bundles.parts.index("CBL-MPO144-OM4-TRUNK")
    assert bundles.links.sum() == 2048 + 2 * 960, "a link over a trunk lies in three bundles"
    assert bundles.cables[bundles.part == trunk].tolist() == [80]


def test_pieces_are_as_long_as_their_ways() -> None:
    made = build("dgx-b300-superpod", gpus=2048, **WISH)
    for table in made.design.links:
        over = np.array([m.backbone for m in table.assemblies])[table.assembly]
        assert (table.ordered_mm >= table.routed_mm).all()
        if over.any():
            assert (table.a_jumper_mm[over] > 0).all()
            assert (table.a_jumper_mm[~over] == 0).all()
            assert (table.ordered_mm[over] > table.a_jumper_mm[over] + table.b_jumper_mm[over]).all()
    for span in made.design.backbone:
        assert span.ordered_m >= span.routed_m


def test_what_would_lose_too_much_or_not_reach_stays_direct() -> None:
    """Two pairs of 0.35 dB leave 1.1 dB of the 1.8 dB; 50 m of reach bind first. With a slack of 20 m none fits."""
    keys = {"gpus": 2048, "profile": {"floor.slack_m": 20}}
    made = build("dgx-h100-superpod", **keys, **WISH)
    glass = {m.cable: m.backbone for t in made.design.links for m in t.assemblies if m.backbone}
    assert "CBL-MPO12-OM4-NDR30" not in glass
    assert [f for f in made.findings if f.rule in ("LNK404", "LNK413")] == []


def test_few_links_between_two_rows_stay_direct() -> None:
    """Nine boxes, four a rack, a rack a row: the ninth sends 8 links to the leaves' row, a trunk has 12 legs."""
    made = build("hgx-8", gpus=72, site={"racks_per_row": 1}, scale_out={"node_medium": "optics"}, **WISH)
    rows = {rack.name: rack.row for rack in made.design.racks if rack.type.startswith("compute")}
    assert [rows[name] for name in ("rack-1", "rack-2", "rack-3")] == [0, 1, 2]
    spans = {(s.row_a, s.row_b): s.links for s in made.design.backbone}
    assert spans == {(0, 3): 32, (1, 3): 32}


def test_a_saved_design_is_the_built_one_and_an_edited_one_is_judged() -> None:
    fresh = build("eth-x-64", gpus=1024, **WISH)
    text = fresh.design.to_json()
    again = Configuration(design_from_json(text, "design.json"))
    assert again.design == fresh.design
    assert document(again) == document(fresh)
    data = json.loads(text)
    data["parts"]["CBL-MPO12-ADPT-12"]["insertion_loss_db"] = 0.9
    worse = Configuration(design_from_json(json.dumps(data), "design.json"))
    assert "LNK413" in {f.rule for f in worse.findings if f.severity == "error"}


def test_a_trunk_that_is_taken_away_is_missed() -> None:
    data = json.loads(build("eth-x-64", gpus=1024, **WISH).design.to_json())
    data["backbone"][0]["legs"] -= 1
    made = Configuration(design_from_json(json.dumps(data), "design.json"))
    assert "LNK414" in {f.rule for f in made.findings if f.severity == "error"}
    data["backbone"][0]["row_b"] = 99
    with pytest.raises(InputError, match=r"backbone\.0: no such row, got row 99; expected below 2"):
        design_from_json(json.dumps(data), "design.json")


def test_presets_have_no_backbone() -> None:
    assert build("eth-x-64", gpus=1024).design.backbone == ()
