"""Find what stands in a gallery folder, by name; suggest near names. The only magic in the house."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from types import ModuleType


def modules(package: str) -> Iterator[ModuleType]:
    """Import and yield each public module of a gallery package, in name order.

    A new file in the folder is found without being named anywhere else.
    """
    root = importlib.import_module(package)
    for info in sorted(pkgutil.iter_modules(root.__path__), key=lambda info: info.name):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{package}.{info.name}")


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name most like `name`, or None where none is near enough to suggest."""
    known = {n.casefold(): n for n in names}
    found = difflib.get_close_matches(name.casefold(), list(known), n=1, cutoff=0.6)
    return known[found[0]] if found else None


def data_folder(name: str) -> Path:
    """Where `catalog` or `migrations` lies: beside the package in a checkout, inside it in a wheel.

    An editable install reads the live folder of the checkout, never the wheel's copy.
    Raises `FileNotFoundError` when neither exists.
    """
    here = Path(str(files("configurator")))
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(name)
