"""The sheet Assumptions: every value of the platform with its basis and source, and every decision with its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from configurator.exports._text import Cell
from configurator.exports._workbook.book import Book
from configurator.platform import Brought, Fitted, Valued
from configurator.reasons import Decision

VALUES = (("What", 40), ("Value", 32), ("Basis", 11), ("Source", 56), ("Note", 56))
DECISIONS = ("Decision", "Chosen", "Basis", "Because", "Led by; refused; also possible")


def assumptions_sheet(book: Book, name: str) -> None:
    """Values first, decisions below."""
    design = book.configuration.design
    sheet = book.sheet(name)
    book.title(sheet, 0, f"What the platform {design.platform.name} states and what was decided, and why")
    rows: list[list[tuple[Cell, str]]] = []
    for path, value in stated_values(design.platform):
        style = "estimate" if value.basis in ("estimate", "class") else "text"
        source = design.platform.sources.get(value.source, value.source)
        rows.append(
            [(path, "wrap"), (_text(value.value), "wrap"), (value.basis, style), (source, "wrap"), (value.note, "wrap")]
        )
    rows.append([(title, "head") for title in DECISIONS])
    rows.extend([(text, "wrap") for text in _decision(decision)] for decision in design.decisions)
    book.table(sheet, 1, VALUES, rows)


def _decision(decision: Decision) -> tuple[str, ...]:
    reasons = "\n".join(r.text + (f" [{r.source}]" if r.source else "") for r in decision.because)
    bases = ", ".join(dict.fromkeys(r.basis for r in decision.because if r.basis))
    more = [f"led by {', '.join(decision.led_by)}"] if decision.led_by else []
    more += [f"refused {r.candidate}: {r.rule} {r.message}" for r in decision.refused]
    more += [f"also possible: {a.part}" + (f" at {a.base}" if a.base else "") for a in decision.alternatives]
    return decision.id, decision.chosen, bases, reasons, "\n".join(more)


def stated_values(model: Any, path: str = "") -> Iterator[tuple[str, Valued[Any]]]:
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
        for item in model:
            yield from stated_values(item, f"{path}.{_title(item)}")


def _title(item: Any) -> str:
    """What an item of a list is called: its role, what it comes with, and its part where that is plain."""
    if isinstance(item, Brought):
        return f"{item.role} ({item.part}) with {item.with_role}"
    return str(item.role) if isinstance(item, Fitted) else str(item)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)
