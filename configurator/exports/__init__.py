"""GALLERY: what leaves the house, one format a file. A format module has NAME, TITLE and `render(configuration)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from configurator.errors import Fault, InputError
from configurator.files import write_all_or_nothing
from configurator.pipeline import Configuration
from configurator.registry import modules


@dataclass(frozen=True)
class Format:
    """One export format: its contract name, what it is, and how a configuration becomes its bytes."""

    name: str
    title: str
    render: Callable[[Configuration], bytes]


@cache
def formats() -> dict[str, Format]:
    """Name -> format, in name order."""
    found = [Format(m.NAME, m.TITLE, m.render) for m in modules(__name__)]
    return {item.name: item for item in sorted(found, key=lambda item: item.name)}


def write_all(configuration: Configuration, folder: Path, names: Iterable[str] | None = None) -> list[Path]:
    """Render formats (all of them by default) and write them into a folder, all or nothing.

    Raises `InputError` when the folder cannot be written; what stood there before then still stands.
    """
    wanted = list(names) if names is not None else list(formats())
    return write_all_or_nothing(folder, {name: formats()[name].render(configuration) for name in wanted})


def write_one(configuration: Configuration, name: str, target: Path) -> Path:
    """Render one format and write it under a name. Raises `InputError` when that cannot be done."""
    if target.is_dir():
        raise InputError("cannot write", [Fault(str(target), "is a folder", expected="a file's name")])
    return write_all_or_nothing(target.parent, {target.name: formats()[name].render(configuration)})[0]
