"""Read a YAML or JSON document that somebody wrote by hand, and name every fault in it at once.

Used for specs, platform files and design files: no tags, no aliases that explode, no duplicate keys, no traceback.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from configurator.errors import Fault, InputError
from configurator.registry import nearest

SIZE_LIMIT_BYTES = 256_000_000
YAML_LIMIT_BYTES = 2_000_000
ModelT = TypeVar("ModelT", bound=BaseModel)

_SafeLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Strict(_SafeLoader):  # type: ignore[valid-type,misc]
    """YAML 1.1 without tags, aliases and duplicate keys."""


def _mapping(loader: yaml.SafeLoader, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
    seen: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str | int | float | bool) and key is not None:
            raise yaml.constructor.ConstructorError(None, None, "a key must be plain text", key_node.start_mark)
        if key in seen:
            raise yaml.constructor.ConstructorError(None, None, f"key '{key}' is given twice", key_node.start_mark)
        seen[key] = loader.construct_object(value_node, deep=True)
    return seen


_Strict.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_text(path: Path, limit: int = SIZE_LIMIT_BYTES) -> str:
    """The text of a file, UTF-8 with or without a byte-order mark.

    Raises `InputError` when it cannot be read, is too large, or is not UTF-8.
    """
    try:
        size = path.stat().st_size
        if size > limit:
            fault = Fault(str(path), "file is too large", f"{size} bytes", f"at most {limit}")
            raise InputError("cannot read the file", [fault])
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError("cannot read the file", [Fault(str(path), (error.strerror or str(error)).lower())]) from None
    except UnicodeDecodeError as error:
        fault = Fault(str(path), "not UTF-8 text", f"byte 0x{error.object[error.start]:02x} at {error.start}")
        raise InputError("cannot read the file", [fault]) from None


def read_yaml(path: Path, name: str | None = None) -> dict[str, Any]:
    """A YAML file whose top is a mapping. Raises `InputError` with line and column on a syntax error."""
    return parse_yaml(read_text(path, YAML_LIMIT_BYTES), name or str(path))


def parse_yaml(text: str, name: str) -> dict[str, Any]:
    """A YAML text whose top is a mapping; `name` is what errors call it."""
    try:
        for event in yaml.parse(text, Loader=_SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                line = event.start_mark.line + 1 if event.start_mark else 1
                fault = Fault(f"{name}: line {line}", "aliases are not accepted", f"*{event.anchor}")
                raise InputError("cannot read the file", [fault])
        data = yaml.load(text, Loader=_Strict)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        where = f"{name}: line {at.line + 1}, column {at.column + 1}" if at else name
        raise InputError("not valid YAML", [Fault(where, error.problem or "syntax error")]) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        raise InputError("not valid YAML", [Fault(name, problem)]) from None
    return _top(data, name)


def parse_json(text: str, name: str) -> dict[str, Any]:
    """A JSON text whose top is an object. Refuses NaN, infinities and duplicate keys, naming line and column."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) != len(pairs):
            keys = [k for k, _ in pairs]
            twice = next(k for k in keys if keys.count(k) > 1)
            raise ValueError(f"key '{twice}' is given twice")
        return data

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not a number that JSON allows")

    try:
        data = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except json.JSONDecodeError as error:
        where = f"{name}: line {error.lineno}, column {error.colno}"
        cut = " (is the file cut short?)" if error.pos >= len(text.rstrip()) - 1 else ""
        raise InputError("not valid JSON", [Fault(where, error.msg.lower() + cut)]) from None
    except (ValueError, RecursionError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError("not valid JSON", [Fault(name, problem)]) from None
    return _top(data, name)


def _top(data: Any, name: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        kind = "nothing" if data is None else type(data).__name__
        raise InputError("cannot read the file", [Fault(name, "the top must be a mapping of keys", kind)])
    return data


def validated(model: type[ModelT], data: Mapping[str, Any], name: str) -> ModelT:
    """`data` as a model. Raises `InputError` with one fault for each thing wrong, unknown keys with a near name."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{name} is not valid", faults_of(error, name, model)) from None


def faults_of(error: ValidationError, name: str, model: type[BaseModel]) -> list[Fault]:
    """Each pydantic error as a fault with its path below `name`."""
    faults = []
    for item in error.errors(include_url=False):
        loc = [str(p) for p in item["loc"] if not str(p).startswith(("function-", "tagged-union"))]
        where = f"{name}: {'.'.join(loc)}" if loc else name
        value = item.get("input")
        shown = None if isinstance(value, dict | list) else _short(value)
        if item["type"] == "extra_forbidden":
            faults.append(Fault(where, "unknown key", nearest=nearest(loc[-1], _names(model, item["loc"][:-1]))))
        elif item["type"] == "missing":
            faults.append(Fault(where, "required key is missing"))
        else:
            message = str(item["msg"]).removeprefix("Value error, ")
            expected = message.removeprefix("Input should be ") if message.startswith("Input should be ") else None
            faults.append(Fault(where, "not accepted" if expected else message, shown, expected))
    return faults


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _names(model: type[BaseModel], path: Iterable[int | str]) -> list[str]:
    current: Any = model
    for step in path:
        field = getattr(current, "model_fields", {}).get(str(step))
        if field is None:
            continue
        current = _model_in(field.annotation)
    return list(getattr(current, "model_fields", {}))


def _model_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _model_in(inner)
        if found is not None:
            return found
    return None
