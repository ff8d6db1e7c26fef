"""Catalog files: the round trip is the identity, and every fault of a folder comes at once with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.reader.excel import load_workbook

from configurator.catalog import Catalog
from configurator.errors import InputError
from configurator.registry import data_folder
from configurator.store.export import export_folder
from configurator.store.files import cells_of, plain, protected, read_folder
from tests.build import catalog


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "catalog"
    target.mkdir()
    for path in data_folder("catalog").glob("*.csv"):
        shutil.copy(path, target)
    return target


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("cpu.csv", "tdp_w", "tpd_w", "cpu.csv: row 1: unknown column, got 'tpd_w'; did you mean 'tdp_w'?"),
        (
            "cpu.csv",
            "CPU-AMD-9555,",
            "CPU-AMD-9575F,",
            "cpu.csv: row 4, column part_id: given twice, first in cpu.csv row 3",
        ),
        ("cpu.csv", ",64,360,", ",64,NaN,", "column tdp_w: not accepted, got 'NaN'; expected a finite number"),
        (
            "cpu.csv",
            ",64,360,",
            ",64,-360,",
            "column tdp_w: not accepted, got '-360'; expected greater than or equal to 0",
        ),
        ("cpu.csv", ",64,360,", ",sixty,360,", "column cores: not accepted, got 'sixty'; expected a valid integer"),
        ("cpu.csv", ",64,360,", ",64,360,7,", "the row has another number of cells than the header"),
        ("prices.csv", "CPU-AMD-9555,", "CPU-AMD-9556,", "column part_id: no such part, got 'CPU-AMD-9556'"),
        ("cpu.csv", ",64,360,", ",99999999999999999999,360,", "expected a whole number of at most 64 bits"),
        (
            "prices.csv",
            ",20000,",
            ",20000.0000001,",
            "column base: not accepted, got '20000.0000001'; expected an amount",
        ),
        ("prices.csv", ",25734,", ",1e40,", "column high: not accepted, got '1e40'; expected an amount"),
        ("prices.csv", ",20000,", ",NaN,", "column base: not accepted, got 'NaN'; expected a finite number"),
        ("prices.csv", ",15000,", ",21000,", "row 2: low 21000 is above base 20000"),
        ("prices.csv", ",20000,", ",,", "row 2, column base: the cell is empty; expected a value"),
        ("prices.csv", ",USD,", ",usd,", "column currency: String should match pattern"),
        (
            "field_basis.csv",
            ",liquid_fraction,",
            ",liquid_fractoin,",
            "has no such field, got 'liquid_fractoin'; did you mean",
        ),
    ],
)
def test_one_fault_is_placed_and_explained(folder: Path, file: str, old: str, new: str, message: str) -> None:
    _edit(folder / file, old, new)
    with pytest.raises(InputError) as caught:
        read_folder(folder)
    assert message in str(caught.value)


def test_many_faults_come_at_once(folder: Path) -> None:
    _edit(folder / "cpu.csv", ",64,360,", ",64,-360,")
    _edit(folder / "memory.csv", ",64,5600,", ",64,inf,")
    (folder / "gpuu.csv").write_text("part_id\n")
    (folder / "nic.csv").write_bytes((folder / "nic.csv").read_bytes() + b"\0")
    with pytest.raises(InputError) as caught:
        read_folder(folder)
    text = str(caught.value)
    for part in ("cpu.csv: row", "memory.csv: row", "gpuu.csv: no such category", "nic.csv: row"):
        assert part in text


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty"),
        ("part_id".encode("utf-16"), "UTF-16 by its byte-order mark"),
        (b"part_id\n\xff\xfe\xfd\n", "row 2: not UTF-8 text"),
        (b'part_id,"x\n', "not valid CSV"),
    ],
)
def test_files_that_cannot_be_read(folder: Path, raw: bytes, message: str) -> None:
    (folder / "cpu.csv").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_folder(folder)
    assert message in str(caught.value)


def test_a_byte_order_mark_and_whole_numbers_with_a_point_are_fine(folder: Path) -> None:
    _edit(folder / "cpu.csv", ",64,360,", ",64.0,360.0,")
    path = folder / "cpu.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_folder(folder).sha256 == catalog().sha256


def test_a_text_that_looks_like_a_number_stays_a_text(folder: Path) -> None:
    _edit(folder / "cpu.csv", ",EPYC 9555,", ",1.0,")
    assert read_folder(folder).part("CPU-AMD-9555").model == "1.0"


def test_a_folder_without_files(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(InputError, match="no catalog files; expected CSV files named by their category"):
            read_folder(folder)


def test_a_quoted_cell_of_several_lines_keeps_row_numbers_right(folder: Path) -> None:
    _edit(folder / "cpu.csv", ",EPYC 9555,64,", ',"EPYC\n9555",64,')
    _edit(folder / "cpu.csv", ",64,400,", ",64,-400,")
    with pytest.raises(InputError, match="row 5, column tdp_w"):
        read_folder(folder)


def test_export_and_read_is_the_identity(tmp_path: Path) -> None:
    export_folder(catalog(), tmp_path / "a", "csv")
    again = read_folder(tmp_path / "a")
    assert again.sha256 == catalog().sha256
    export_folder(again, tmp_path / "b", "csv")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_equal_catalogs_give_equal_bytes(tmp_path: Path, kind: str) -> None:
    shipped = catalog()
    offers = [o for group in shipped.offers.values() for o in group]
    turned = Catalog(
        reversed(list(shipped.parts.values())),
        reversed(offers),
        shipped.sources.values(),
        shipped.field_bases.values(),
        9,
    )
    first = export_folder(shipped, tmp_path / "a", kind)
    second = export_folder(turned, tmp_path / "b", kind)
    assert [p.name for p in first] == [p.name for p in second]
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]


def test_columns_keep_the_names_of_the_source_tables(tmp_path: Path) -> None:
    export_folder(catalog(), tmp_path, "csv")
    header = (tmp_path / "switch.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert {"part_id", "class", "asic", "capacity_tb_per_s", "serdes_lanes", "weight_kg"} <= set(header)


def test_an_export_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "whip.csv").mkdir()
    (tmp_path / "cpu.csv").write_text("mine")
    with pytest.raises(InputError, match="cannot write; nothing was changed"):
        export_folder(catalog(), tmp_path, "csv")
    assert (tmp_path / "cpu.csv").read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cpu.csv", "whip.csv"]


@pytest.mark.parametrize("text", ["=1+1", "+CMD", "@SUM(A1)", "'quoted", "3E10", "00123", "1.0"])
def test_workbook_cells_are_text(tmp_path: Path, text: str) -> None:
    part = catalog().part("CPU-AMD-9555").model_copy(update={"model": text})
    export_folder(Catalog([part], []), tmp_path, "xlsx")
    cell = load_workbook(  # type: ignore[no-untyped-call]
        tmp_path / "cpu.xlsx"
    ).active.cell(2, 3)
    assert (cell.value, cell.data_type, cell.number_format) == (text, "s", "@")


HOSTILE = st.one_of(
    st.sampled_from(
        ["=cmd|' /C calc'!A0", "+1", "-5", "@SUM(A1)", "\tx", "\rx", "'", "''", "'=x", "3E10", "NA", "00123", "中文"]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
)


@given(HOSTILE)
def test_protection_is_undone_by_the_reader(text: str) -> None:
    assert plain(protected(text)) == text


@given(HOSTILE)
def test_a_protected_text_is_no_formula(text: str) -> None:
    cell = protected(text)
    assert not cell.startswith(("=", "@", "\t", "\r"))
    if cell.startswith(("+", "-")):
        float(cell)


def test_unknown_cells_are_empty_and_zero_is_not() -> None:
    part = catalog().part("CHS-BLANK-OU")
    cells = dict(zip(type(part).columns(), cells_of(part), strict=True))
    assert cells["template"] == "0"
    assert "" in cells.values()
