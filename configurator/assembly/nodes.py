"""Step 1: the compute node, from the platform's plan and the spec's pins."""

from __future__ import annotations

from configurator.assembly.bench import Bench
from configurator.design import Content, DeviceType
from configurator.errors import Unsatisfiable
from configurator.platform import Fitted, Valued

COMPUTE = "compute"


def build_node(bench: Bench) -> None:
    """Add the device type `compute` with its accelerators, CPUs, memory and everything fitted.

    Raises `Unsatisfiable` when the GPUs asked for do not fill whole nodes.
    """
    node = bench.platform.node
    gpus = node.accelerators.value
    if bench.gpus % gpus:
        lower, upper = bench.gpus // gpus * gpus, -(-bench.gpus // gpus) * gpus
        raise Unsatisfiable(
            f"{bench.gpus} GPUs in whole nodes of {gpus}",
            [{"candidate": f"nodes of {gpus} GPUs", "message": f"{bench.gpus} is not a multiple of {gpus}"}],
            [{"change": f"gpus: {n}"} for n in (upper, lower) if 0 < n <= 65_536],
        )
    chassis, value, led = bench.pinned("chassis", node.chassis, "node.chassis", "chassis")
    own = bench.decide("nodes", "chassis", chassis.part_id, [value.reason("chassis")], [led])
    contents: list[Content] = []
    if node.board is not None:
        board, value, led = bench.pinned("board", node.board, "node.board", "chassis")
        decision = bench.decide("nodes", "board", board.part_id, [value.reason("baseboard")], [led])
        included = node.board_included
        contents.append(Content(role="board", part=board.part_id, quantity=1, included=included, decision=decision))
    for role, count in (("accelerator", node.accelerators), ("cpu", node.cpus), ("memory", node.dimms)):
        if count is not None:
            contents.append(_main_part(bench, role, count))
    contents.extend(_fitted(bench, index, item) for index, item in enumerate(node.fitted))
    contents.extend(bench.brought_with(COMPUTE))
    bench.add_type(
        DeviceType(name=COMPUTE, role=COMPUTE, part=chassis.part_id, contents=tuple(contents), decision=own),
        bench.platform.rack.nodes.value,
    )


def _main_part(bench: Bench, role: str, count: Valued[int]) -> Content:
    part, value, led = bench.pinned(role, bench.platform.parts[role], f"parts.{role}", role)
    decision = bench.decide(
        "nodes",
        role,
        f"{count.value} x {part.part_id}",
        [value.reason(role), count.reason(f"{role} for each node")],
        [led, "platform:node", "spec:gpus"],
    )
    return Content(role=role, part=part.part_id, quantity=count.value, decision=decision)


def _fitted(bench: Bench, index: int, item: Fitted) -> Content:
    pin = item.role if item.network in (None, "scale_out") else f"{item.network}_{item.role}"
    where = f"node.fitted.{index}"
    value, led = item.part, f"platform:{where}"
    same_role = [f for f in bench.platform.node.fitted if f.role == item.role and f.network == item.network]
    if pin in bench.spec.parts and same_role[0] is item:
        value = Valued[str](value=bench.spec.parts[pin], basis="spec", source=f"spec: parts.{pin}")
        led = f"spec:parts.{pin}"
        where = f"parts.{pin}"
    category = bench.part(item.part.value, f"platform {bench.platform.name}: {where}").category
    part = bench.part(value.value, where, category)
    name = "-".join(dict.fromkeys(w for w in (item.role, item.network, str(index)) if w))
    decision = bench.decide(
        "nodes",
        name,
        f"{item.count.value} x {part.part_id}",
        [value.reason(item.role), item.count.reason(f"{item.role} for each node")],
        [led],
    )
    return Content(
        role=item.role,
        part=part.part_id,
        quantity=item.count.value,
        network=item.network,
        included=item.included,
        decision=decision,
    )
