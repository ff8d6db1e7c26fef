"""Step 6: what stands where in a rack, in millimetres, in the platform's order from the floor up; then the blanks."""

from __future__ import annotations

from collections.abc import Mapping

from configurator.assembly.bench import Bench
from configurator.design import Content, Device
from configurator.errors import Unsatisfiable
from configurator.parts.base import Part, known
from configurator.platform import Valued
from configurator.reasons import Reason, Refusal

DECISION = "placement.order"


def place(bench: Bench, counts: Mapping[str, int], rack: Part) -> tuple[Device, ...]:
    """Place `counts` devices of each type in the platform's order, each on the rack's pitch.

    Raises `Unsatisfiable` when the rack is full before everything stands.
    """
    pitch = known(rack, "unit_pitch_mm")
    units = known(rack, "units")
    bottom = 0.0
    numbers = dict.fromkeys(counts, 0)
    placed: list[Device] = []
    for name in _sequence(bench, counts):
        made = bench.device_types[name]
        numbers[name] += 1
        height = bench.catalog.part(made.part).extent_mm
        placed.append(
            Device(name=device_name(name, numbers[name], counts[name]), type=name, bottom_mm=round(bottom, 3))
        )
        if pitch is not None:
            slots = 1 if height is None else -(-round(height, 6) // pitch)
            bottom += slots * pitch
    if pitch is not None and units is not None and bottom > units * pitch + 1e-6:
        raise Unsatisfiable(
            f"everything in one {rack.part_id}",
            [
                Refusal(
                    candidate=rack.part_id,
                    rule="RCK102",
                    message="the devices are higher than the rack",
                    actual=round(bottom, 2),
                    limit=round(units * pitch, 2),
                    unit="mm",
                ).model_dump()
            ],
        )
    order = bench.platform.rack.order
    bench.decide(
        "placement", "order", ", ".join(order.value), [order.reason("order from the floor up")], ["platform:rack"]
    )
    return tuple(placed)


def blanks(bench: Bench, devices: tuple[Device, ...], rack: Part, planned: Valued[str] | None) -> tuple[Content, ...]:
    """Blanking panels for the units left open, so that air goes through devices and not beside them."""
    pitch, units = known(rack, "unit_pitch_mm"), known(rack, "units")
    if planned is None or pitch is None or units is None:
        return ()
    panel = bench.part(planned.value, f"platform {bench.platform.name}: blank")
    taken = sum(
        -(-round(height, 6) // pitch)
        for d in devices
        if (height := bench.catalog.part(bench.device_types[d.type].part).extent_mm) is not None
    )
    open_units = int(units - taken)
    if open_units <= 0:
        return ()
    because = [planned.reason("blanking panel"), Reason(text=f"{open_units} of {units} units stay open")]
    decision = bench.decide("placement", f"blank-{rack.part_id}", panel.part_id, because, ["platform:blank", DECISION])
    return (Content(role="blank", part=panel.part_id, quantity=open_units, decision=decision),)


def device_name(kind: str, number: int, of: int) -> str:
    """`compute-01`, `scale-up-switch-1`: as many digits as the count needs."""
    return f"{kind.replace('_', '-')}-{number:0{len(str(of))}d}"


def _sequence(bench: Bench, counts: Mapping[str, int]) -> list[str]:
    """Device types in the order they stand, from the floor up; what the order does not name stands on top."""
    sequence: list[str] = []
    for entry in bench.platform.rack.order.value:
        role, _, half = entry.partition(":")
        count = counts.get(role, 0)
        lower = (count + 1) // 2
        left = count - sequence.count(role)
        stated = int(half) if half.isdigit() else left
        sequence.extend([role] * min(left, {"lower": lower, "upper": count - lower}.get(half, stated)))
    for name, count in counts.items():
        sequence.extend([name] * (count - sequence.count(name)))
    return sequence
