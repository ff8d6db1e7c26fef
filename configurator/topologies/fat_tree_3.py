"""Three-tier fat tree: leaves and spines in pods, pods joined by cores."""

from __future__ import annotations

from fractions import Fraction

from configurator.topologies._folded import Wish, folded
from configurator.topologies.fabric import Fabric

NAME = "fat_tree_3"
TITLE = "Three-tier fat tree: pods of leaves and spines, joined by cores"


def plan(
    nodes: int,
    nics_per_node: int,
    radix: int,
    *,
    oversubscription: float | Fraction = 1,
    planes: int = 1,
    unit_nodes: int | None = None,
    extra_endpoints: int = 0,
    rail_groups: int = 1,
    top_oversubscription: float | Fraction = 1,
) -> Fabric:
    """Three tiers whatever the size, nodes packed to leaves in order unless there are rail groups.

    top_oversubscription: most that down over up bandwidth of a spine may be [1]. Other arguments and errors as
    `rail_optimised.plan`.
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
            groups=rail_groups,
            extra=extra_endpoints,
            tiers=(3,),
            top=top_oversubscription,
        )
    )
