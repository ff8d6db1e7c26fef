"""Single tier: every accelerator reaches every switch ASIC with the same number of lanes."""

from __future__ import annotations

from collections.abc import Sequence

from configurator.design import LaneGroup


def spread_lanes(accelerators: Sequence[str], asics: Sequence[str], lanes: int) -> tuple[LaneGroup, ...]:
    """Spread the lanes of each accelerator evenly over the ASICs.

    accelerators, asics: names, in order; lanes: lanes of one accelerator [1, per direction].
    Returns one group for each (accelerator, ASIC): lanes // len(asics) consecutive lanes at both ends, none used twice.
    Raises `ValueError` when the lanes do not divide.
    """
    if not asics or lanes % len(asics):
        raise ValueError(f"{lanes} lanes do not spread over {len(asics)} ASICs")
    each = lanes // len(asics)
    return tuple(
        LaneGroup(accelerator=gpu, asic=asic, accelerator_lane=a * each, asic_lane=g * each, lanes=each)
        for g, gpu in enumerate(accelerators)
        for a, asic in enumerate(asics)
    )
