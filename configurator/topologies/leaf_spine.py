"""Leaf-spine: nodes packed to leaves in order, every leaf to every spine."""

from __future__ import annotations

from fractions import Fraction

from configurator.topologies._folded import Wish, folded
from configurator.topologies.fabric import Fabric
from configurator.topologies.sizing import ALONE, Side

NAME = "leaf_spine"
TITLE = "Leaf-spine: nodes packed to leaves in order, two tiers"


def plan(
    nodes: int,
    nics_per_node: int,
    radix: int,
    *,
    oversubscription: float | Fraction = 1,
    planes: int = 1,
    unit_nodes: int | None = None,
    extra_endpoints: int = 0,
    single: bool = False,
    spines_min: int = 1,
    side: Side = ALONE,
) -> Fabric:
    """Two tiers of switches with `radix` logical ports.

    oversubscription: most that down over up bandwidth of a leaf may be [1]; planes: equal copies, a port of each NIC
    in each; unit_nodes: size for whole units of so many nodes; extra_endpoints: endpoints of no node (fabric
    managers) on ports that stay free; single: one switch alone where that takes every endpoint; spines_min: fewest
    spines; side: leaves of another class (storage, the way to another site) under the same spines.
    Raises `Unbuildable` beyond the reach of two tiers, `ValueError` for numbers below 1.
    """
    return folded(
        Wish(
            name=NAME,
            nodes=nodes,
            nics=nics_per_node,
            radix=radix,
            oversubscription=oversubscription,
            planes=planes,
            unit_nodes=unit_nodes,
            extra=extra_endpoints,
            single=single,
            spines_min=spines_min,
            side=side,
        )
    )
