"""The shared columns of every part, and the one way to ask a part for a value that may be unknown."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import StringConstraints, model_validator

from configurator.reasons import Frozen, Unknown
from configurator.units import UNIT_MM

PartId = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9][A-Za-z0-9.+-]{2,39}$")]
Confidence = Literal["high", "medium", "low"]
Basis = Literal["read", "recalled", "transcribed", "derived", "class", "estimate", "spec"]
"""How a value is known: seen in its source; recalled; a second source's copy; arithmetic; the value of its class of
parts; reasoned; or put in by the user's spec."""

_HEAD = ("part_id", "vendor", "model")
_TAIL = ("status", "template", "notes", "spec_source", "spec_basis", "confidence", "spec_note")


class UnknownValue(LookupError):
    """A rule asked for a value that the catalog does not have. The engine turns it into a finding."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(str(unknown))
        self.unknown = unknown


class Part(Frozen):
    """One orderable (or template) part: the columns that all categories share.

    A category's class adds its own unit-typed fields. `None` means unknown, never zero. Class variables say which
    fields the generic steps read:

    - `power_max_field`, `power_typ_field`: draw of one part [W]; empty when it draws nothing by nature
    - `mass_field`, `mass_air_field`: mass that one part adds to a rack [kg]; the latter with an air heat sink
    - `liquid_field`: share of the draw that leaves by liquid in a liquid-cooled device; empty: all to air
    """

    category: ClassVar[str] = ""
    title: ClassVar[str] = ""
    power_max_field: ClassVar[str] = ""
    power_typ_field: ClassVar[str] = ""
    mass_field: ClassVar[str] = "mass_kg"
    mass_air_field: ClassVar[str] = ""
    liquid_field: ClassVar[str] = ""
    plausible: ClassVar[dict[str, tuple[float, float]]] = {}
    """Field -> (low, high): a value outside is questioned, not refused."""

    column_names: ClassVar[dict[str, str]] = {}
    """Field -> column, where a column keeps a name that Python cannot use."""

    part_id: PartId
    vendor: str | None = None
    model: str | None = None
    status: str | None = None
    template: bool = False
    """A row that stands for a class of parts and cannot be ordered as such."""
    notes: str | None = None
    spec_source: str | None = None
    spec_basis: str | None = None
    confidence: Confidence | None = None
    spec_note: str | None = None

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """Column names in file order: shared head, the category's own fields, shared tail."""
        shared = set(Part.model_fields)
        own = tuple(cls.column_names.get(name, name) for name in cls.model_fields if name not in shared)
        return (*_HEAD, *own, *_TAIL)

    @model_validator(mode="before")
    @classmethod
    def _from_columns(cls, data: Any) -> Any:
        if not cls.column_names or not isinstance(data, dict):
            return data
        fields = {column: field for field, column in cls.column_names.items()}
        return {fields.get(key, key): value for key, value in data.items()}

    @property
    def extent_mm(self) -> float | None:
        """Height that it takes in a rack [mm], from `height` and `height_unit`; None when either is unknown."""
        height, unit = getattr(self, "height", None), getattr(self, "height_unit", None)
        if height is None or unit not in UNIT_MM:
            return None
        return float(height) * UNIT_MM[unit]


def known(part: Part, field: str) -> Any:
    """The value of a field, or None when unknown. Every step reads parts through this or `need`.

    A part of a category that has no such field (a design edited by hand) does not know it either.
    """
    return getattr(part, field, None)


def need(part: Part, field: str, wanted_for: str) -> Any:
    """The value of a field. Raises `UnknownValue` when the catalog does not have it."""
    value = known(part, field)
    if value is None:
        raise UnknownValue(Unknown(part.part_id, field, wanted_for))
    return value
