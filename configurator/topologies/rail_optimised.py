"""Rail-optimised: NIC i of every node of a unit on leaf group i, so that equal NICs meet in one leaf."""

from __future__ import annotations

from fractions import Fraction

from configurator.topologies._folded import Wish, folded
from configurator.topologies.fabric import Fabric
from configurator.topologies.sizing import ALONE, Side

NAME = "rail_optimised"
TITLE = "Rail-optimised: NIC i of every node to leaf group i, two tiers, or three for larger clusters"


def plan(
    nodes: int,
    nics_per_node: int,
    radix: int,
    *,
    oversubscription: float | Fraction = 1,
    planes: int = 1,
    unit_nodes: int | None = None,
    extra_endpoints: int = 0,
    rail_groups: int | None = None,
    spines_min: int = 1,
    side: Side = ALONE,
) -> Fabric:
    """Two tiers where they reach, else three, with leaves in rail groups (by default one for each NIC of a node).

    Other arguments and errors as `leaf_spine.plan`; `side` needs two tiers. `Unbuildable` beyond the reach of three
    tiers, or when the NICs of a node do not divide over the rail groups.
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
            groups=nics_per_node if rail_groups is None else rail_groups,
            extra=extra_endpoints,
            tiers=(2, 3),
            spines_min=spines_min,
            side=side,
        )
    )
