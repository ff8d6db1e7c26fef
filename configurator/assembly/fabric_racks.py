"""Switches and servers into network racks, as many as one holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.fabrics import ROLES, Planned
from configurator.assembly.network_racks import network_rack, plan_of
from configurator.design import RackType, Scope

Kinds = dict[tuple[str, tuple[tuple[str, int], ...]], RackType]
"""(name of the run, composition) -> its rack type: equal racks of several sites are one type."""


def racks_of(bench: Bench, made: Planned, kinds: Kinds) -> list[tuple[str, int]]:
    """(rack type, last node that its leaves serve; -1 for spines and cores) of the compute fabric of one site.

    Leaves in their order, then spines, then cores; `kinds` gains what it lacks.
    """
    most = plan_of(bench).switches_max.value
    queue = [(role, i) for role in ROLES for i in range(made.switches.get(role, 0))]
    leaves = made.switches.get("leaf", 0)
    chunks: list[list[tuple[str, int]]] = []
    for index, item in enumerate(queue):
        if not chunks or len(chunks[-1]) == most or (item[0] != "leaf" and index == leaves and leaves > most):
            chunks.append([])
        chunks[-1].append(item)
    first = made.fabric.links("node_leaf")
    last_node = np.zeros(max(leaves, 1), dtype=np.int64)
    np.maximum.at(last_node, first.upper, first.lower // max(len(made.ports) // made.fabric.planes, 1))
    racks = []
    for chunk in chunks:
        composition = tuple(Counter(role for role, _ in chunk).items())
        name = _rack(bench, "scale-out", composition, "scale_out", kinds)
        served = [int(last_node[i]) for role, i in chunk if role == "leaf"]
        racks.append((name, max(served) if len(served) == len(chunk) else -1))
    return racks


def racks_for(bench: Bench, run: str, counts: Sequence[tuple[str, int]], scope: Scope, kinds: Kinds) -> list[str]:
    """Rack types, in order, that hold so many devices of each type one after another; `kinds` gains what it lacks."""
    most = plan_of(bench).switches_max.value
    queue = [kind for kind, count in counts for _ in range(count)]
    chunks = [queue[i : i + most] for i in range(0, len(queue), most)]
    return [_rack(bench, run, tuple(Counter(chunk).items()), scope, kinds) for chunk in chunks]


def _rack(bench: Bench, run: str, composition: tuple[tuple[str, int], ...], scope: Scope, kinds: Kinds) -> str:
    key = (run, composition)
    if key not in kinds:
        number = sum(name == run for name, _ in kinds) + 1
        kinds[key] = network_rack(bench, f"{run}-{number}", dict(composition), scope)
    return kinds[key].name
