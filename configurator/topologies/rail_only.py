"""Rail-only: NIC i of every node in a fabric of its own; rails never meet in a switch."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from configurator.topologies._folded import Wish, folded
from configurator.topologies.fabric import Fabric

NAME = "rail_only"
TITLE = "Rail-only: a fabric of its own for NIC i of every node, no switch joins rails"


def plan(
    nodes: int,
    nics_per_node: int,
    radix: int,
    *,
    oversubscription: float | Fraction = 1,
    planes: int = 1,
    unit_nodes: int | None = None,
) -> Fabric:
    """One switch a rail where that takes all nodes, else two or three tiers a rail; switches numbered rail by rail.

    Traffic between rails must change NIC inside a node or cross the scale-up fabric. Arguments and errors as
    `leaf_spine.plan`.
    """
    if nics_per_node < 1:
        raise ValueError(f"nics_per_node is {nics_per_node}, expected at least 1")
    rail = folded(
        Wish(
            name=f"each rail of {NAME}",
            nodes=nodes,
            nics=1,
            radix=radix,
            oversubscription=oversubscription,
            planes=planes,
            unit_nodes=unit_nodes,
            tiers=(2, 3),
            single=True,
        )
    )
    counts = [t.switches for t in rail.tiers]
    layers = [rail.layers[0].stamped(nics_per_node, 1, counts[0], lower_step=nics_per_node)]
    layers += [
        layer.stamped(nics_per_node, below, above)
        for layer, below, above in zip(rail.layers[1:], counts, counts[1:], strict=False)
    ]
    limit = f"{nics_per_node} rails never meet: NIC i reaches NIC i of other nodes alone; other traffic needs scale-up"
    return replace(
        rail,
        name=NAME,
        endpoints=rail.endpoints * nics_per_node,
        rails=nics_per_node,
        tiers=tuple(replace(t, switches=t.switches * nics_per_node) for t in rail.tiers),
        layers=tuple(layers),
        notes=(limit, *(f"each rail: {note}" for note in rail.notes)),
    )
