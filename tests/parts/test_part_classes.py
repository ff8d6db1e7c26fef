"""What every category of the gallery promises, and what single classes accept or refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import ValidationError

from configurator import parts
from configurator.parts import categories, part_class
from configurator.parts.base import Part
from configurator.units import Unit

CLASSES = [pytest.param(cls, id=name) for name, cls in categories().items()]


def own_fields(cls: type[Part]) -> list[str]:
    return [name for name in cls.model_fields if name not in Part.model_fields]


def has_unit(annotation: Any) -> bool:
    """Whether a type, or a member of its union, carries a `Unit`."""
    if get_origin(annotation) is Annotated:
        return any(isinstance(extra, Unit) for extra in get_args(annotation)[1:])
    return any(has_unit(member) for member in get_args(annotation))


def is_number(annotation: Any) -> bool:
    if annotation in (int, float):
        return True
    if get_origin(annotation) is Literal:
        return False
    return any(is_number(member) for member in get_args(annotation))


def test_every_file_of_the_gallery_is_one_category_of_the_same_name() -> None:
    files = {p.stem for p in Path(next(iter(parts.__path__))).glob("*.py")} - {"base"}
    assert {stem for stem in files if not stem.startswith("_")} == set(categories())


@pytest.mark.parametrize("cls", CLASSES)
def test_every_numeric_field_carries_a_unit(cls: type[Part]) -> None:
    field = cls.__pydantic_fields__
    bare = [n for n in own_fields(cls) if is_number(field[n].annotation) and not has_unit(field[n].annotation)]
    assert bare == []


@pytest.mark.parametrize("cls", CLASSES)
def test_every_own_field_may_be_unknown_and_none_has_a_default(cls: type[Part]) -> None:
    assert [n for n in own_fields(cls) if cls.model_fields[n].default is not None] == []


@pytest.mark.parametrize("cls", CLASSES)
def test_class_facts_name_fields_that_exist(cls: type[Part]) -> None:
    named = [cls.power_max_field, cls.power_typ_field, cls.mass_field, cls.mass_air_field, cls.liquid_field]
    assert [n for n in [*named, *cls.plausible] if n and n not in cls.model_fields] == []
    assert all(low < high for low, high in cls.plausible.values())
    assert bool(cls.power_max_field) == bool(cls.power_typ_field)


@pytest.mark.parametrize("cls", CLASSES)
def test_a_category_is_documented_and_titled(cls: type[Part]) -> None:
    assert cls.title
    assert cls.__doc__
    assert cls.__doc__ != Part.__doc__


@pytest.mark.parametrize(
    ("category", "field", "text", "value"),
    [
        ("accelerator", "native_ethernet_scaleup", "1", True),
        ("accelerator", "native_ethernet_scaleup", "0", False),
        ("accelerator", "tdp_w", "700", 700.0),
        ("cpu", "cores", "64.0", 64),
        ("cdu", "height_unit", "floor", "floor"),
        ("memory", "generation", "LPDDR5X", "LPDDR5X"),
        ("hardware", "height", "0", 0.0),
    ],
)
def test_the_text_of_a_cell_is_accepted(category: str, field: str, text: str, value: object) -> None:
    part = part_class(category).model_validate({"part_id": "TST-1", field: text})
    assert getattr(part, field) == value


@pytest.mark.parametrize(
    ("category", "field", "text"),
    [
        ("accelerator", "tdp_w", "-1"),
        ("accelerator", "tdp_w", "nan"),
        ("accelerator", "tdp_w", "inf"),
        ("accelerator", "tdp_w", "700 W"),
        ("accelerator", "cooling", "water"),
        ("cpu", "cores", "64.5"),
        ("cpu", "cores", "0"),
        ("rack", "units", "up to 52 RU"),
        ("switch", "height_unit", "U"),
        ("switch", "liquid_fraction", "85"),
        ("cable", "family", "copper"),
        ("power_shelf", "input_reference", "400"),
    ],
)
def test_a_wrong_cell_is_refused(category: str, field: str, text: str) -> None:
    with pytest.raises(ValidationError):
        part_class(category).model_validate({"part_id": "TST-1", field: text})


@pytest.mark.parametrize(
    ("category", "data", "height_mm"),
    [
        ("switch", {"height": "2", "height_unit": "RU"}, 88.9),
        ("chassis", {"height": "1", "height_unit": "OU"}, 48.0),
        ("switch", {"height": "2"}, None),
        ("rack", {}, None),
        ("cdu", {"height": "4", "height_unit": "RU"}, 177.8),
        ("cdu", {"height_unit": "floor", "height_mm": "2000"}, 2000.0),
        ("cdu", {"height_unit": "floor"}, None),
        ("door_heat_exchanger", {"height_mm": "2286"}, 2286.0),
        ("nic", {}, None),
    ],
)
def test_height_is_known_or_none(category: str, data: dict[str, str], height_mm: float | None) -> None:
    part = part_class(category).model_validate({"part_id": "TST-1", **data})
    assert part.extent_mm == (height_mm if height_mm is None else pytest.approx(height_mm))
