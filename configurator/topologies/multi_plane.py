"""Multi-plane: several equal fabrics side by side, one port of each NIC in each."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from configurator.errors import Fault, InputError
from configurator.registry import nearest
from configurator.topologies.fabric import Fabric, Unbuildable

NAME = "multi_plane"
TITLE = "Multi-plane: equal fabrics of any other shape side by side, a port of each NIC in each"


def plan(
    nodes: int,
    nics_per_node: int,
    radix: int,
    *,
    oversubscription: float | Fraction = 1,
    planes: int = 2,
    unit_nodes: int | None = None,
    shape: str = "rail_optimised",
) -> Fabric:
    """Planes of a shape of this gallery; nothing joins planes but the NICs.

    Arguments as `leaf_spine.plan`. Raises `Unbuildable` for fewer than two planes and as the shape does, and
    `InputError` for a shape that is not there.
    """
    from configurator.topologies import topologies

    shapes = {name: item for name, item in topologies().items() if name != NAME}
    if shape not in shapes:
        fault = Fault(
            "shape", "cannot be the shape of a plane", f"'{shape}'", ", ".join(shapes), nearest(shape, shapes)
        )
        raise InputError("no such topology", [fault])
    if planes < 2:
        raise Unbuildable(
            f"{planes} plane of {shape}",
            "several planes are at least two",
            actual=planes,
            limit=2,
            unit="planes",
            repairs=(f"planes 2 instead of {planes}", f"topology {shape}"),
        )
    inner = shapes[shape].plan(
        nodes, nics_per_node, radix, oversubscription=oversubscription, planes=planes, unit_nodes=unit_nodes
    )
    return replace(inner, name=NAME, notes=(f"{planes} planes of {shape}, joined by the NICs alone", *inner.notes))
