"""GALLERY: what can be bought, one category a file. `categories()` finds the classes; a new file is a new category."""

from __future__ import annotations

from functools import cache

from configurator.parts.base import Part
from configurator.registry import modules


@cache
def categories() -> dict[str, type[Part]]:
    """Category name -> part class, for every class in this gallery, in name order."""
    found: dict[str, type[Part]] = {}
    for module in modules(__name__):
        for item in vars(module).values():
            if (
                isinstance(item, type)
                and issubclass(item, Part)
                and item.__module__ == module.__name__
                and item.category
            ):
                found[item.category] = item
    return dict(sorted(found.items()))


def part_class(category: str) -> type[Part]:
    """The class of a category. Raises `KeyError` for an unknown one."""
    return categories()[category]
