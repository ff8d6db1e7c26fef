"""Lengths on the floor, worked out by hand: aisles, rows, trays above and below, cross trays, and what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from configurator.cli import run
from configurator.design import design_from_json
from configurator.errors import InputError
from configurator.measured import read_lengths
from configurator.measures.floor import routed_mm
from configurator.pipeline import Configuration
from tests.build import build, built
from tests.measures.floors import mapped, placed

WIDE = {"cold_aisle_m": 1.8, "hot_aisle_m": 1.2}
EVERY_4 = {"cross_trays_every": 4}


# Racks 1,200 deep at 600 a position. Rows lie at 0, 2,400 (cold aisle 1,200), 4,500 (hot aisle 900), 6,900 and so on;
# with wider aisles at 0, 3,000, 5,400. Middles of racks lie at 300 + 600 x position, cross trays at 2,400 x n.
@pytest.mark.parametrize(
    ("a", "b", "site", "way_mm"),
    [
        ((0, 0), (0, 1), {}, 600),
        ((0, 0), (0, 7), {}, 4_200),
        ((0, 0), (1, 0), {}, 2_400),
        ((0, 0), (2, 0), {}, 4_500),
        ((1, 0), (2, 0), {}, 2_100),
        ((0, 2), (3, 5), {}, 1_800 + 6_900),
        ((3, 5), (0, 2), {}, 1_800 + 6_900),
        ((0, 0), (1, 0), WIDE, 3_000),
        ((0, 0), (2, 0), WIDE, 5_400),
        ((0, 0), (1, 1), EVERY_4, 300 + 900 + 2_400),
        ((0, 3), (1, 5), EVERY_4, 1_200 + 2_400),
        ((0, 6), (1, 6), EVERY_4, 900 + 900 + 2_400),
        ((0, 0), (0, 1), EVERY_4, 600),
    ],
)
def test_way_between_racks(a: tuple[int, int], b: tuple[int, int], site: dict[str, Any], way_mm: float) -> None:
    floor = mapped(placed([a, b], **site))
    assert floor.between_mm(np.array([0]), np.array([1])).tolist() == [way_mm]


# The first switch tray stands 672 mm over the first unit. Overhead: the tray runs 300 over the rack of 2,300, so 1,928
# up and 1,928 down. Underfloor: 300 below the floor, and the first unit 2,300 - 44 x 48 = 188 over it: 1,160 each.
@pytest.mark.parametrize(
    ("site", "routed"),
    [({}, 2 * 1_928 + 600 + 1_000), ({"tray": "underfloor"}, 2 * 1_160 + 600 + 1_000)],
)
def test_routed_length_is_vertical_horizontal_and_slack(site: dict[str, Any], routed: int) -> None:
    design = placed([(0, 0), (0, 1)], **site)
    trays = [i for i, d in enumerate(design.rack_type["compute"].devices) if d.name == "scale-up-switch-1"]
    ends = np.array(trays), np.array([int(design.rack_starts[1]) + trays[0]])
    assert routed_mm(design, mapped(design), *ends).tolist() == [routed]


def test_a_rack_wider_than_a_position_moves_those_after_it() -> None:
    """Two compute racks of 600, then the 800 of a network rack: its middle is 1,200 + 400."""
    design = built("eth-x-256").design
    x = mapped(design).x_mm
    assert x[:5].tolist() == [300, 900, 1_500, 2_100, 2_400 + 400]


def test_aisles_and_area() -> None:
    """Three rows of one rack: hot, row, cold, row, hot, row, cold = 900 + 3 x 1,200 + 1,200 + 900 + 1,200."""
    floor = mapped(placed([(0, 0), (1, 0), (2, 0)]))
    assert (floor.rows, floor.cold_aisles, floor.hot_aisles) == (3, 2, 2)
    assert floor.width_m == pytest.approx(0.6)
    assert floor.depth_m == pytest.approx(7.8)


def test_a_stated_row_pitch_stands() -> None:
    """Designs saved before rows had aisles hold a pitch."""
    text = built("eth-x-128").design.to_json().replace('"cold_aisle_mm"', '"row_pitch_mm"', 1)
    design = design_from_json(text, "design.json")
    racks = tuple(rack.model_copy(update={"row": i, "position": 0}) for i, rack in enumerate(design.racks))
    assert mapped(design.model_copy(update={"racks": racks})).row_y_mm.tolist() == [0, 1_200]


MEASURED = [{"a": "rack-2", "b": "rack-1", "metres": 6.25}]


def test_a_measured_length_takes_the_place_of_the_estimate_and_reach_is_judged_again() -> None:
    estimated, measured = built("eth-x-128"), build("eth-x-128", site={"measured_lengths": MEASURED})
    assert set(measured.design.links[0].routed_mm.tolist()) == {6_250}
    assert {a.cable for a in measured.design.links[0].assemblies} == {"CBL-AEC-800"}
    assert estimated.design.links[0].routed_mm.max() < 6_250
    long = build("eth-x-128", site={"measured_lengths": [{**MEASURED[0], "metres": 9}]})
    assert {a.medium for a in long.design.links[0].assemblies} == {"optics"}
    again = Configuration(design_from_json(long.design.to_json(), "design.json"))
    assert again.design == long.design


def test_what_is_measured_and_what_is_not_is_told() -> None:
    made = build("eth-x-256", site={"measured_lengths": [{"a": "rack-1", "b": "rack-5", "metres": 7.5}]})
    told = [f.message for f in made.findings if f.rule == "LNK503"]
    assert told == ["1 of 4 routes were measured, the others are estimates"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"a": "rack-1", "b": "rack-9", "metres": 5}], "row 1: no such rack, got 'rack-9'; expected rack-1 to rack-2"),
        ([{"a": "rack-1", "b": "rack-1", "metres": 5}], "row 1: a length is measured between two racks"),
        ([*MEASURED, {"a": "rack-1", "b": "rack-2", "metres": 5}], "row 2: the pair is told in row 1 already"),
        ([{"a": "rack-1", "b": "rack-2", "metres": 0}], "greater than 0"),
        ([{"a": "rack-1", "b": "rack-2"}], "measured_lengths.0.metres: required key is missing"),
    ],
)
def test_lengths_that_do_not_fit_the_floor(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(InputError) as caught:
        build("eth-x-128", site={"measured_lengths": rows})
    assert message in str(caught.value)


def test_a_file_of_lengths_is_read_and_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lengths.csv"
    path.write_text("b_rack,metres,a_rack\nrack-2,6.25,rack-1\n\n", encoding="utf-8")
    assert read_lengths(path) == [{"a": "rack-1", "b": "rack-2", "metres": 6.25, "row": 2}]
    spec = tmp_path / "spec.yaml"
    spec.write_text("platform: eth-x-128\nsite: {measured_lengths: lengths.csv}\n", encoding="utf-8")
    for words in (["eth-x-128", "--lengths", str(path)], [str(spec)]):
        run(["--db", str(tmp_path / "c.db"), "-q", "build", *words, "--out", str(tmp_path), "--format", "cables.csv"])
        capsys.readouterr()
        rows = (tmp_path / "cables.csv").read_text(encoding="utf-8").splitlines()
        assert sum(",6.25,7," in row and ",measured,5.456," in row for row in rows) == 32
        assert sum(",measured," in row for row in rows) == 256


def test_a_rack_that_does_not_stand_is_told_with_the_row_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lengths.csv"
    path.write_text("a_rack,b_rack,metres\nrack-1,rack-2,6\n\nrack-1,rack-7,6\n", encoding="utf-8")
    assert run(["--db", str(tmp_path / "c.db"), "-q", "build", "eth-x-128", "--lengths", str(path)]) == 3
    assert "row 4: no such rack, got 'rack-7'; expected rack-1 to rack-2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["column is missing; expected a_rack", "column is missing; expected metres"]),
        ("a_rack,b_rack,meters\n", ["unknown column, got 'meters'; did you mean 'metres'?", "expected metres"]),
        (
            "a_rack,b_rack,metres\nrack-1,rack-2,far\n,rack-2,3\nrack-1,rack-2\nrack-1,rack-2,-1\nrack-1,rack-2,nan\n",
            [
                "row 2, column metres: not a length, got 'far'",
                "row 3, column a_rack: the cell is empty",
                "row 4: number of cells, got 2; expected 3",
                "row 5, column metres: not a length, got '-1'",
                "row 6, column metres: not a length, got 'nan'",
            ],
        ),
    ],
)
def test_every_fault_of_a_file_is_told_with_its_row(tmp_path: Path, text: str, messages: list[str]) -> None:
    path = tmp_path / "lengths.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_lengths(path)
    for message in messages:
        assert message in str(caught.value)


@pytest.mark.parametrize(("key", "value"), [("row", 10**9), ("position", 10**9), ("row", -1)])
def test_a_rack_beyond_any_floor_is_a_fault(key: str, value: int) -> None:
    text = built("eth-x-128").design.to_json()
    data = json.loads(text)
    data["racks"][1][key] = value
    with pytest.raises(InputError):
        design_from_json(json.dumps(data), "design.json")


@pytest.mark.parametrize("key", ["position_mm", "tray_width_mm", "tray_depth_mm", "tray_fill_max"])
def test_a_floor_of_nothing_is_a_fault(key: str) -> None:
    with pytest.raises(InputError, match=rf"floor\.{key}\.value: not accepted, got 0; expected greater than 0"):
        build("eth-x-128", profile={f"floor.{key}": 0})
