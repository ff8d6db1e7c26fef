"""Whatever a text begins with or holds, it arrives as a text: no formula, no number, no link, no broken file."""

from __future__ import annotations

import csv
import io
import zipfile
from functools import cache

import pytest
from python_calamine import CalamineWorkbook

from configurator.exports import formats
from configurator.exports._text import Cell, clean, csv_bytes
from tests.exports.cases import HOSTILE, hostile, renamed
from tests.spreadsheet import Seen, cells

RISKY = ("=", "+", "-", "@", "\t", "\r")


@cache
def _workbook() -> bytes:
    return formats()["bom.xlsx"].render(hostile()[0])


@cache
def _cells() -> dict[tuple[str, str], Seen]:
    return cells(_workbook())


def _described(part_id: str) -> Seen:
    place = next(at for at, seen in _cells().items() if at[0] == "BOM" and at[1][0] == "A" and seen.value == part_id)
    return _cells()["BOM", place[1].replace("A", "B")]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_in_the_csv(text: str) -> None:
    configuration, where = hostile()
    rows = list(csv.DictReader(io.StringIO(formats()["bom.csv"].render(configuration).decode(), newline="")))
    found = next(row["description"] for row in rows if row["part_number"] == where[text])
    assert found == ("'" if text.startswith(RISKY) else "") + clean(text)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_in_the_workbook(text: str) -> None:
    seen = _described(hostile()[1][text])
    assert seen == Seen("s", clean(text).replace("\r", "\n"))


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_in_the_workbook_for_another_reader(text: str) -> None:
    rows = CalamineWorkbook.from_filelike(io.BytesIO(_workbook())).get_sheet_by_name("BOM").to_python()
    found = next(row[1] for row in rows if row[0] == hostile()[1][text])
    assert isinstance(found, str)
    assert found == clean(text).replace("\r", "\n")


@pytest.mark.parametrize("number", ["09551667812741", "3E10", "00123", "1E5-2.50"])
def test_part_numbers_that_look_like_numbers(number: str) -> None:
    configuration = renamed("CBL-CAT6A", number)
    assert f"\n{number},".encode() in formats()["bom.csv"].render(configuration)
    book = cells(formats()["bom.xlsx"].render(configuration))
    assert {seen.kind for seen in book.values() if str(seen.value) == number} == {"s"}
    assert any(at[0] == "BOM" for at, seen in book.items() if seen.value == number)


def test_no_formula_comes_from_a_text_and_no_link_is_made() -> None:
    formulas = [str(seen.value) for seen in _cells().values() if seen.kind == "f"]
    assert formulas
    assert not any("cmd" in formula or formula in ("=1+1", "=1") for formula in formulas)
    with zipfile.ZipFile(io.BytesIO(_workbook())) as book:
        assert not any("hyperlink" in book.read(name).decode() for name in book.namelist())


def test_replaced_control_characters_are_counted_on_the_summary() -> None:
    words = [str(seen.value) for at, seen in _cells().items() if at[0] == "Summary"]
    assert any("control characters in texts of this workbook were replaced" in word for word in words)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (None, ""),
        (-5, "-5"),
        (-5.5, "-5.5"),
        (2_000_000.0, "2000000"),
        (0.1, "0.1"),
        (True, "yes"),
        (False, "no"),
        ("", ""),
        ("plain", "plain"),
        ("-5", "'-5"),
        ("a,b", '"a,b"'),
        ('say "x"', '"say ""x"""'),
        ("a\rb", '"a\rb"'),
        ("a\nb", '"a\nb"'),
        ("\x1b[31m", "\N{REPLACEMENT CHARACTER}[31m"),
    ],
)
def test_csv_cells(value: Cell, printed: str) -> None:
    assert csv_bytes(["a", "b"], [[value, 1]]).decode() == f"a,b\n{printed},1\n"
