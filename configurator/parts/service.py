"""Services that are bought with a rack."""

from __future__ import annotations

from typing import ClassVar, Literal

from configurator.parts.base import Part


class Service(Part):
    """One service per rack: no mass, no draw, only a price."""

    category: ClassVar[str] = "service"
    title: ClassVar[str] = "Services"
    mass_field: ClassVar[str] = ""

    kind: Literal["integration"] | None = None
