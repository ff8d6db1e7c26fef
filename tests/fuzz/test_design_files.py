"""Design files that somebody edited badly: refused with their place, or judged; never a crash or a number beyond JSON.

The short version runs in the suite, the long one under `scripts/test --long`.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from configurator.cli.show import show_configuration
from configurator.design import design_from_json
from configurator.errors import ConfiguratorError
from configurator.exports import formats
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.build import built

VALUES: list[Any] = [
    None, 0, -1, 1, 2, 3.5, 1e9, 1e308, 10**30, "", "x", "CPU-INTC-8592P", "FLU-PG25", "compute-01", [], {}, True, [1],
    {"a": 1}, "=1+1", "L-N", "N", "2N", "air", "optics",
]  # fmt: skip
PRESETS = ("eth-x-64", "hgx-8", "eth-x-128", "eth-x-256")


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data[:6]) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _spoil(data: Any, paths: list[tuple[Any, ...]], chance: random.Random) -> None:
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        *steps, last = chance.choice(paths)
        try:
            target = data
            for step in steps:
                target = target[step]
            if chance.random() < 0.35:
                del target[last]
            elif isinstance(target, list) and chance.random() < 0.2:
                target.append(copy.deepcopy(target[last]))
            else:
                target[last] = chance.choice(VALUES)
        except (KeyError, IndexError, TypeError):
            continue


def _run(preset: str, seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    base = json.loads(built(preset).design.to_json())
    paths = [path for path in _paths(base) if path[0] != "seal"]
    for number in range(rounds):
        data = copy.deepcopy(base)
        _spoil(data, paths, chance)
        try:
            made = Configuration(design_from_json(json.dumps(data), "design.json"), edited=True)
            json.dumps(document(made), allow_nan=False)
            assert list(show_configuration(made))
            for name, item in formats().items():
                if name != "bom.xlsx" or number % 10 == 0:
                    item.render(made)
        except ConfiguratorError:
            continue  # refused: what it says is tested where the readers are


@pytest.mark.parametrize("preset", PRESETS)
def test_spoiled_design_files(preset: str) -> None:
    _run(preset, 20261201, 25 if preset != "eth-x-256" else 10)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("preset", PRESETS)
def test_many_spoiled_design_files(preset: str, seed: int) -> None:
    _run(preset, seed, 400)
