"""The workbook: every sheet there, cached values ours, formulas live and right when worked out anew."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

import pytest

from configurator.exports import formats
from configurator.exports._workbook import SHEETS
from configurator.exports._workbook.bill import BANDS
from configurator.units import cents
from tests.exports.cases import CASES, no_prices, some_unpriced
from tests.spreadsheet import Seen, cells, recalculated, with_cached_value

CANARY = "canary"
WRONG = 999.0


@cache
def _book(case: str) -> bytes:
    return formats()["bom.xlsx"].render(CASES[case]())


@cache
def _formulas(case: str) -> dict[tuple[str, str], Seen]:
    return cells(_book(case))


@cache
def _values(case: str) -> dict[tuple[str, str], Seen]:
    return cells(_book(case), values=True)


def _row_of(seen: dict[tuple[str, str], Seen], sheet: str, begins: str) -> int:
    """Number of the first row whose first cell begins so."""
    return next(int(at[1][1:]) for at, c in seen.items() if at[0] == sheet and at[1][0] == "A" and _is(c, begins))


def _is(seen: Seen, begins: str) -> bool:
    return isinstance(seen.value, str) and re.match(rf"{re.escape(begins)}\b", seen.value) is not None


@pytest.mark.parametrize("case", CASES)
def test_sheets_in_order(case: str) -> None:
    assert list(dict.fromkeys(sheet for sheet, _ in _formulas(case))) == [name for name, _ in SHEETS]


@pytest.mark.parametrize("case", CASES)
def test_two_renders_are_equal(case: str) -> None:
    assert formats()["bom.xlsx"].render(CASES[case]()) == _book(case)


@pytest.mark.parametrize("case", [case for case in CASES if case != "no_prices"])
def test_extended_amounts_and_totals_are_formulas_with_our_values(case: str) -> None:
    cost = CASES[case]().cost
    total = _row_of(_formulas(case), "BOM", "Total")
    for column, band in zip("KLM", BANDS, strict=True):
        for row, line in enumerate(cost.lines, start=4):
            amount = getattr(line, band)
            if amount is None:
                assert ("BOM", f"{column}{row}") not in _formulas(case)
                continue
            assert _formulas(case)["BOM", f"{column}{row}"].kind == "f"
            assert _cent(_values(case)["BOM", f"{column}{row}"]) == amount
        assert _formulas(case)["BOM", f"{column}{total}"].kind == "f"
        assert _cent(_values(case)["BOM", f"{column}{total}"]) == cost.total(band)


@pytest.mark.parametrize("case", CASES)
def test_summary_sums_are_ours(case: str) -> None:
    configuration = CASES[case]()
    for label, field, scale in (
        ("Power, maximum", "it_w", 0.001),
        ("AC input", "input_w", 0.001),
        ("Heat to liquid", "liquid_w", 0.001),
        ("Coolant flow", "flow_lpm", 1.0),
        ("Mass, payload", "payload_kg", 1.0),
    ):
        row = _row_of(_values(case), "Summary", label)
        expected = configuration.sum_racks(field).value * scale
        assert _values(case)["Summary", f"B{row}"].value == pytest.approx(expected)


def test_subtotals_by_category_and_scope_are_live() -> None:
    cost = CASES["eth-x-64"]().cost
    values, formulas = _values("eth-x-64"), _formulas("eth-x-64")
    for key, amount in {**cost.by_category, **cost.by_scope}.items():
        row = _row_of(values, "Summary", key)
        if amount:
            assert "SUMIF" in str(formulas["Summary", f"C{row}"].value)
            assert _cent(values["Summary", f"C{row}"]) == amount
        else:
            assert ("Summary", f"C{row}") not in values


def test_a_workbook_without_any_price_is_whole_and_shows_no_zero_price() -> None:
    values = _values("no_prices")
    states = {str(seen.value) for at, seen in values.items() if at[0] == "BOM" and at[1][0] == "N"}
    assert states == {"Price state", "unpriced", "included"}
    assert not any(at[0] == "BOM" and at[1][0] in "HIJKLM" and seen.kind == "n" for at, seen in values.items())
    n = no_prices().cost.count("unpriced")
    assert values["BOM", f"A{_row_of(values, 'BOM', 'Total')}"].value == f"Total: at least, {n} lines unpriced"
    cost = _row_of(values, "Summary", "Capital cost")
    assert ("Summary", f"B{cost}") not in values


def test_a_lower_bound_says_so() -> None:
    assert some_unpriced().cost.count("unpriced") == 2
    values = _values("some_unpriced")
    for sheet, begins in (("BOM", "Total"), ("Summary", "Capital cost")):
        row = _row_of(values, sheet, begins)
        assert values[sheet, f"A{row}"].value == f"{begins}: at least, 2 lines unpriced"
    cpu = _row_of(values, "BOM", "CPU-INTC-8592P")
    assert values["BOM", f"N{cpu}"].value == "unpriced"
    assert not any(("BOM", f"{column}{cpu}") in values for column in "HIJKLM")


@pytest.mark.parametrize(
    ("sheet", "column", "named"),
    [("Power", "C", "E"), ("Power", "D", "E"), ("Cooling", "D", "E"), ("Elevation", "E", "H")],
)
def test_an_unknown_figure_is_empty_and_named_and_its_sum_a_lower_bound(sheet: str, column: str, named: str) -> None:
    values = _values("unknown_values")
    first = "B" if sheet == "Elevation" else "A"
    row = next(at[1][1:] for at, c in values.items() if at[0] == sheet and c.value == "management-switch-1")
    assert (sheet, f"{column}{row}") not in values
    assert "at least; unknown: CHS-OOB-SW-1G" in str(values[sheet, f"{named}{row}"].value)
    assert any(_is(c, "Together: at least") for at, c in values.items() if at[0] == sheet and at[1][0] == first)


def test_estimates_are_marked_in_words() -> None:
    values = _values("eth-x-64")
    for row, line in enumerate(CASES["eth-x-64"]().cost.lines, start=4):
        if line.base is not None:
            assert (values["BOM", f"O{row}"].value == "ESTIMATE") == line.estimated


@pytest.fixture(scope="module")
def worked_out(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[tuple[str, str], Seen]]:
    """All cases as LibreOffice works them out, with one more whose grand total is planted wrong."""
    books = {case: _book(case) for case in CASES}
    total = _row_of(_values("eth-x-64"), "BOM", "Total")
    books[CANARY] = with_cached_value(_book("eth-x-64"), "sheet2.xml", f"L{total}", str(WRONG))
    assert cells(books[CANARY], values=True)["BOM", f"L{total}"].value == WRONG
    done = recalculated(books, tmp_path_factory.mktemp("office"))
    return {case: cells(data, values=True) for case, data in done.items()}


@pytest.mark.libreoffice
def test_the_office_does_not_trust_cached_values(worked_out: dict[str, dict[tuple[str, str], Seen]]) -> None:
    total = _row_of(_values("eth-x-64"), "BOM", "Total")
    assert _cent(worked_out[CANARY]["BOM", f"L{total}"]) == CASES["eth-x-64"]().cost.total()


@pytest.mark.libreoffice
@pytest.mark.parametrize("case", CASES)
def test_worked_out_anew_every_formula_gives_our_value(
    case: str, worked_out: dict[str, dict[tuple[str, str], Seen]]
) -> None:
    fresh, wrong = worked_out[case], {}
    formulas = [at for at, seen in _formulas(case).items() if seen.kind == "f"]
    assert len(formulas) > 20
    for at in formulas:
        ours, theirs = _values(case)[at], fresh.get(at)
        if theirs is None or theirs.kind != "n" or theirs.value != pytest.approx(ours.value, rel=1e-9, abs=1e-9):
            wrong[at] = (_formulas(case)[at].value, ours.value, theirs)
    assert not wrong
    assert not [at for at, seen in fresh.items() if seen.kind == "e"]


@pytest.mark.libreoffice
@pytest.mark.parametrize("case", [case for case in CASES if case != "no_prices"])
def test_worked_out_anew_totals_agree_to_the_cent(
    case: str, worked_out: dict[str, dict[tuple[str, str], Seen]]
) -> None:
    cost = CASES[case]().cost
    total = _row_of(_values(case), "BOM", "Total")
    for column, band in zip("KLM", BANDS, strict=True):
        assert _cent(worked_out[case]["BOM", f"{column}{total}"]) == cost.total(band)


def test_the_half_cent_case_tells_the_two_roundings_apart() -> None:
    lines = CASES["half_cents"]().cost.lines
    products = [line.unit_base * line.line.quantity for line in lines if line.unit_base is not None]
    assert any(cents(p) != (p + Decimal("0.005")).quantize(Decimal("0.01"), rounding="ROUND_FLOOR") for p in products)


def _cent(seen: Seen) -> Decimal:
    assert isinstance(seen.value, int | float)
    return Decimal(repr(seen.value)).quantize(Decimal("0.01"))
