"""Text that leaves the house: control characters replaced; in CSV, what a spreadsheet could take for a formula is
disarmed with a leading apostrophe. Numbers are never touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
RISKY = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | float | bool | Decimal | None


def clean(text: str) -> str:
    """A text without control characters (tab, newline and carriage return stay)."""
    return CONTROL.sub(REPLACEMENT, text)


def count_replaced(text: str) -> int:
    """How many characters `clean` replaces in a text."""
    return len(CONTROL.findall(text))


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table as CSV: UTF-8, RFC 4180 quoting; unknown cells empty; risky text disarmed, numbers as they are."""
    lines = (",".join(cell_text(value) for value in row) for row in (header, *rows))
    return "".join(f"{line}\n" for line in lines).encode()


def cell_text(value: Cell) -> str:
    """One cell as it stands in a CSV file: disarmed and quoted where it must be."""
    return _quoted(_cell(value))


def _quoted(text: str) -> str:
    """RFC 4180: quoted where it must be. (The `csv` module leaves a lone carriage return bare before Python 3.13.)"""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\r\n') else text


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        text = clean(value)
        return f"'{text}" if text.startswith(RISKY) else text
    if isinstance(value, Decimal):
        return format(value, "f")
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
