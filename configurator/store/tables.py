"""The SQL tables, made from the part classes: one table a category, typed columns, named checks from the bounds."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import annotated_types as at
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

from configurator.catalog import FieldBasis, Offer, Source
from configurator.parts import categories
from configurator.parts.base import Part

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
MONEY = ("low", "base", "high", "per_extra_m")
"""Offer fields that are money: stored as whole micro-units in `<field>_micros`."""


def category_table(category: str) -> str:
    """Name of a category's table."""
    return f"part_{category}"


@cache
def metadata() -> MetaData:
    """All tables. The same on every engine: text with named checks instead of enums, integers for money."""
    meta = MetaData(naming_convention=NAMING)
    shared = [name for name in Part.model_fields if name != "part_id"]
    Table(
        "part",
        meta,
        Column("part_id", Text(), primary_key=True),
        Column("category", Text(), nullable=False),
        *(column_of(Part, name) for name in shared),
        *checks_of(Part, shared),
    )
    for category, cls in categories().items():
        own = [name for name in cls.model_fields if name not in Part.model_fields]
        Table(
            category_table(category),
            meta,
            Column("part_id", Text(), ForeignKey("part.part_id"), primary_key=True),
            *(column_of(cls, name) for name in own),
            *checks_of(cls, own),
        )
    _offer(meta)
    Table("source", meta, *_plain(Source, keys=("key",)))
    Table(
        "field_basis",
        meta,
        Column("part_id", Text(), ForeignKey("part.part_id"), primary_key=True),
        *(c for c in _plain(FieldBasis, keys=("part_id", "field")) if c.name != "part_id"),
        *checks_of(FieldBasis, list(FieldBasis.model_fields)),
    )
    Table(
        "revision",
        meta,
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("author", Text(), nullable=False),
        Column("time", Text(), nullable=False),
        Column("note", Text(), nullable=False),
        Column("sha256", Text(), nullable=False),
        Column("seed_sha256", Text()),
        CheckConstraint("number > 0", name="number_positive"),
    )
    return meta


def _offer(meta: MetaData) -> None:
    columns: list[Column[Any]] = []
    for name in Offer.model_fields:
        if name in MONEY:
            columns.append(Column(f"{name}_micros", BigInteger, nullable=name != "base"))
        elif name == "offer_id":
            columns.append(Column(name, Text(), primary_key=True))
        elif name == "part_id":
            columns.append(Column(name, Text(), ForeignKey("part.part_id"), nullable=False, index=True))
        elif name in ("valid_from", "valid_to"):
            columns.append(Column(name, Text()))
        else:
            columns.append(column_of(Offer, name))
    rest = [n for n in Offer.model_fields if n not in (*MONEY, "valid_from", "valid_to")]
    Table(
        "offer",
        meta,
        *columns,
        *checks_of(Offer, rest),
        *(CheckConstraint(f"{name}_micros >= 0", name=f"{name}_ge") for name in MONEY),
        CheckConstraint("low_micros <= base_micros", name="low_le_base"),
        CheckConstraint("base_micros <= high_micros", name="base_le_high"),
        CheckConstraint("length(currency) = 3", name="currency_code"),
        CheckConstraint("valid_from <= valid_to", name="valid_from_le_to"),
    )


def _plain(cls: type[Any], keys: tuple[str, ...]) -> list[Column[Any]]:
    columns: list[Column[Any]] = []
    for name in cls.model_fields:
        columns.append(Column(name, Text(), primary_key=True) if name in keys else column_of(cls, name))
    return columns


def column_of(cls: type[Any], name: str) -> Column[Any]:
    """The typed column of a field: NOT NULL where the class has no None."""
    kind, optional, _, _ = _unwrap(cls, name)
    known: dict[type, TypeEngine[Any]] = {bool: Boolean(), int: BigInteger(), float: Double()}
    return Column(name, known.get(kind, Text()), nullable=optional)


def checks_of(cls: type[Any], names: list[str]) -> list[CheckConstraint]:
    """Named checks from bounds and closed sets of words."""
    checks = []
    signs = {at.Ge: ("ge", ">="), at.Gt: ("gt", ">"), at.Le: ("le", "<="), at.Lt: ("lt", "<")}
    for name in names:
        _, _, marks, words = _unwrap(cls, name)
        for mark in marks:
            for kind, (suffix, sign) in signs.items():
                if isinstance(mark, kind):
                    bound = getattr(mark, suffix)
                    checks.append(CheckConstraint(f"{_column(name)} {sign} {bound}", name=f"{name}_{suffix}"))
        if words:
            listed = _quoted(words) if isinstance(words[0], str) else ", ".join(str(w) for w in words)
            checks.append(CheckConstraint(f"{_column(name)} in ({listed})", name=f"{name}_known"))
    return checks


def _column(name: str) -> str:
    return f'"{name}"'


def _quoted(words: Any) -> str:
    return ", ".join("'" + str(word).replace("'", "''") + "'" for word in sorted(words))


def _unwrap(cls: type[Any], name: str) -> tuple[type, bool, list[Any], tuple[Any, ...]]:
    """(Python type, whether None is allowed, bounds, closed set of words) of a field."""
    info = cls.model_fields[name]
    marks, optional, annotation = list(info.metadata), False, info.annotation
    while True:
        origin = get_origin(annotation)
        if origin in (Union, types.UnionType):
            optional = optional or type(None) in get_args(annotation)
            annotation = next(a for a in get_args(annotation) if a is not type(None))
        elif hasattr(annotation, "__metadata__"):
            marks += list(annotation.__metadata__)
            annotation = get_args(annotation)[0]
        elif origin is Literal:
            words = get_args(annotation)
            return type(words[0]), optional, marks, words
        else:
            return annotation or str, optional, marks, ()
