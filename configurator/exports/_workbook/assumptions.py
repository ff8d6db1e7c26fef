"""The sheet Assumptions: every value of the platform with its basis and source, and every decision with its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book
from configurator.platform import Platform, Valued

VALUES = (("What", 44), ("Value", 40), ("Basis", 14), ("Source", 70), ("Note", 70))
DECISIONS = ("Decision", "Chosen", "Basis", "Because", "Led by, and refused")


def assumptions_sheet(book: Book, name: str) -> None:
    """Values first, decisions below."""
    design = book.configuration.design
    sheet = book.sheet(name)
    book.put(sheet, 0, 0, f"What the platform {design.platform.name} states, and how it is known", "title")
    rows: list[list[tuple[Cell, str]]] = []
    for path, value in stated_values(design.platform):
        style = "estimate" if value.basis in ("estimate", "class") else "text"
        source = design.platform.sources.get(value.source, value.source)
        rows.append(
            [(path, "text"), (_text(value.value), "wrap"), (value.basis, style), (source, "wrap"), (value.note, "wrap")]
        )
    row = book.table(sheet, 1, VALUES, rows) + 1
    for column, title in enumerate(DECISIONS):
        book.put(sheet, row, column, title, "head")
    for decision in design.decisions:
        row += 1
        reasons = "; ".join(r.text + (f" [{r.source}]" if r.source else "") for r in decision.because)
        refused = "; ".join(f"refused {r.candidate}: {r.rule} {r.message}" for r in decision.refused)
        led = "; ".join(decision.led_by)
        bases = ", ".join(dict.fromkeys(r.basis for r in decision.because if r.basis))
        for column, text in enumerate((decision.id, decision.chosen, bases, reasons, f"{led}. {refused}".strip(". "))):
            book.put(sheet, row, column, text, "wrap")


def stated_values(model: Platform | BaseModel | Any, path: str = "") -> Iterator[tuple[str, Valued[Any]]]:
    """(path, value) of every stated value of a platform, in the order in which it is written."""
    if isinstance(model, Valued):
        yield path, model
    elif isinstance(model, BaseModel):
        for name in type(model).model_fields:
            yield from stated_values(getattr(model, name), f"{path}.{name}" if path else name)
    elif isinstance(model, dict):
        for key, item in model.items():
            yield from stated_values(item, f"{path}.{key}")
    elif isinstance(model, tuple):
        for index, item in enumerate(model):
            yield from stated_values(item, f"{path}.{index}")


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    return str(value)
