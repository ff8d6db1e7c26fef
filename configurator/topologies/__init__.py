"""GALLERY: how endpoints are joined, one shape a file; pure functions of names and numbers.

A scale-out shape has NAME, TITLE and `plan(nodes, nics_per_node, radix, *, ...) -> Fabric`; a scale-up shape over
several racks has NAME, TITLE and `join(racks, gpus_per_rack, ...) -> Domain`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from configurator.registry import modules

if TYPE_CHECKING:
    from configurator.topologies.domain import Domain
    from configurator.topologies.fabric import Fabric


@dataclass(frozen=True)
class Topology:
    """A scale-out shape: its contract name, what it is, and how numbers become a fabric."""

    name: str
    title: str
    plan: Callable[..., Fabric]

    def takes(self, argument: str) -> bool:
        """Whether `plan` has an argument: not every shape has room for endpoints of no node, or a side."""
        return argument in inspect.signature(self.plan).parameters


@dataclass(frozen=True)
class ScaleUpTopology:
    """A scale-up shape over several racks: its contract name, what it is, and how numbers become a domain."""

    name: str
    title: str
    join: Callable[..., Domain]


@cache
def topologies() -> dict[str, Topology]:
    """Name -> scale-out shape, in name order."""
    found = [Topology(m.NAME, m.TITLE, m.plan) for m in modules(__name__) if hasattr(m, "plan")]
    return {item.name: item for item in sorted(found, key=lambda item: item.name)}


@cache
def scale_up_topologies() -> dict[str, ScaleUpTopology]:
    """Name -> scale-up shape over several racks, in name order."""
    found = [ScaleUpTopology(m.NAME, m.TITLE, m.join) for m in modules(__name__) if hasattr(m, "join")]
    return {item.name: item for item in sorted(found, key=lambda item: item.name)}


def automatic(domains: int) -> str:
    """What `auto` stands for: `none` for one scale-up domain, a rail-optimised fabric for several."""
    return "none" if domains < 2 else "rail_optimised"
