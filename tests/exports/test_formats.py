"""The other formats, and how they are written: found by name, equal each time, all or nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from configurator import exports
from configurator.design import design_from_json
from configurator.errors import InputError
from configurator.exports import Format, formats, write_all, write_one
from configurator.measures.floor import place_names
from configurator.pipeline import Configuration
from tests.build import build, built
from tests.exports.cases import CASES

NAMES = ["bom.csv", "bom.xlsx", "cables.csv", "design.json", "findings.json"]


def _rows(name: str, configuration: Configuration) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(formats()[name].render(configuration).decode(), newline="")))


def test_the_gallery_holds_the_contract_names() -> None:
    assert set(NAMES) <= set(formats())
    assert all(item.title for item in formats().values())


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "bom.xlsx"])
def test_two_renders_are_equal(name: str, case: str) -> None:
    fresh = Configuration(CASES[case]().design)
    assert formats()[name].render(fresh) == formats()[name].render(CASES[case]())


@pytest.mark.parametrize("case", CASES)
def test_a_design_comes_back_equal(case: str) -> None:
    design = CASES[case]().design
    assert design_from_json(formats()["design.json"].render(Configuration(design)).decode(), "x") == design


def test_findings_are_all_there() -> None:
    configuration = built("eth-x-64")
    data = json.loads(formats()["findings.json"].render(configuration))
    assert data["format"] == "ethx-findings/1"
    assert [f["rule"] for f in data["findings"]] == [f.rule for f in configuration.findings]


def test_the_csv_bill_adds_up_and_leaves_unknown_prices_empty() -> None:
    configuration = CASES["some_unpriced"]()
    rows = _rows("bom.csv", configuration)
    assert len(rows) == len(configuration.cost.lines)
    states = {row["price_state"] for row in rows if not row["extended_base"]}
    assert states == {"unpriced", "included"}
    total = sum((Decimal(row["extended_base"]) for row in rows if row["extended_base"]), Decimal(0))
    assert total == configuration.cost.total()
    for row, line in zip(rows, configuration.cost.lines, strict=True):
        assert (row["price_basis"] == "ESTIMATE") == (line.estimated and line.base is not None)


@pytest.mark.parametrize("case", ["eth-x-64", "hgx-8", "two_racks"])
def test_each_cable_and_lane_group_stands_once_in_each_rack(case: str) -> None:
    design = CASES[case]().design
    rows = _rows("cables.csv", CASES[case]())
    expected = sum(len(design.rack_type[r.type].cables) for r in design.racks)
    expected += sum(len(kind.lanes) for kind in design.rack_types) + sum(map(len, design.links))
    assert len(rows) == expected
    ends = [(r[f"{end}_rack"], r[f"{end}_device"], r[f"{end}_port"]) for r in rows for end in "ab"]
    assert len(ends) == len(set(ends))


def test_cages_lanes_and_bundles_of_links_between_racks() -> None:
    """A leaf's cage of 8 lanes is two ports of 4, a NIC's is one; the bundle is the row of the workbook's sheet."""
    made = build("eth-x-64", gpus=256)
    rows = [r for r in _rows("cables.csv", made) if r["layer"] == "node_leaf"]
    for row in rows:
        port = int(row["b_port"].removeprefix("port-"))
        assert (row["b_cage"], row["b_cage_lanes"]) == (str((port + 1) // 2), "1..4" if port % 2 else "5..8")
        assert (row["a_cage"], row["a_cage_lanes"]) == (row["a_port"].removeprefix("nic-"), "1..4")
    bundles, names = made.cables.bundles, place_names(made.design)
    for row in rows:
        i = int(row["bundle"]) - 1
        assert {row["a_rack"], row["b_rack"]} == {names[bundles.place_a[i]], names[bundles.place_b[i]]}
        assert bundles.parts[bundles.part[i]] == row["part_number"]
    shared = Counter(r["cable"] for r in rows if r["medium"] == "aec")
    assert set(shared.values()) == {2}


def test_scale_up_lanes_fill_every_accelerator() -> None:
    lanes: dict[str, int] = {}
    for row in _rows("cables.csv", built("eth-x-64")):
        if row["network"] == "scale_up":
            gpu = f"{row['a_device']}/{row['a_port'].split('/')[0]}"
            lanes[gpu] = lanes.get(gpu, 0) + int(row["lanes"])
            assert row["part_number"] == "CBL-BP-ETHX-64"
    assert len(lanes) == 64
    assert set(lanes.values()) == {32}


def test_write_all_writes_what_is_asked(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    paths = write_all(built("hgx-8"), folder, ["bom.csv", "design.json"])
    assert [p.name for p in paths] == ["bom.csv", "design.json"]
    assert sorted(p.name for p in folder.iterdir()) == ["bom.csv", "design.json"]
    assert paths[0].read_bytes() == formats()["bom.csv"].render(built("hgx-8"))


def _old(folder: Path) -> dict[str, bytes]:
    for name in NAMES:
        (folder / name).write_bytes(b"old " + name.encode())
    return _held(folder)


def _held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_failing_render_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _old(tmp_path)

    def fails(_: Configuration) -> bytes:
        raise RuntimeError("cannot render")

    gallery = {**formats(), "findings.json": Format("findings.json", "fails", fails)}
    monkeypatch.setattr(exports, "formats", lambda: gallery)
    with pytest.raises(RuntimeError, match="cannot render"):
        write_all(built("hgx-8"), tmp_path, NAMES)
    assert _held(tmp_path) == before


def _from_the_third_on(call: Callable[..., Any], error: OSError) -> Callable[..., Any]:
    calls = 0

    def wrapper(*args: Any, **keys: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls >= 3:
            raise error
        return call(*args, **keys)

    return wrapper


@pytest.mark.parametrize(
    ("module", "function", "error", "reason"),
    [
        (tempfile, "mkstemp", PermissionError(13, "Permission denied"), "permission denied"),
        (tempfile, "mkstemp", OSError(30, "Read-only file system"), "read-only file system"),
        (os, "fsync", OSError(28, "No space left on device"), "no space left on device"),
    ],
    ids=["no permission", "read-only", "full"],
)
def test_a_folder_that_fails_half_way_keeps_the_old_files(
    module: Any, function: str, error: OSError, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _old(tmp_path)
    monkeypatch.setattr(module, function, _from_the_third_on(getattr(module, function), error))
    with pytest.raises(InputError) as caught:
        write_all(built("hgx-8"), tmp_path, NAMES)
    assert str(caught.value) == f"cannot write; nothing was changed\n  {tmp_path}: {reason}"
    monkeypatch.undo()
    assert _held(tmp_path) == before


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="not a directory"):
        write_all(built("hgx-8"), tmp_path / "file" / "below", ["bom.csv"])


def test_a_folder_in_the_way_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bom.csv").mkdir()
    with pytest.raises(InputError, match="is a folder"):
        write_all(built("hgx-8"), tmp_path, NAMES)
    assert [p.name for p in tmp_path.iterdir()] == ["bom.csv"]
    with pytest.raises(InputError, match="is a folder"):
        write_one(built("hgx-8"), "bom.csv", tmp_path)
