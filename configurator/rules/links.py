"""The scale-up fabric, lane by lane: every lane has two ends, each used once, and all accelerators have as many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from configurator.measures.subjects import ScaleUpUse
from configurator.parts.base import UnknownValue, need
from configurator.reasons import Breach
from configurator.rules._engine import rule
from configurator.rules._judging import unjudged

SONIC = "SONiC scale-up architecture rev 1.0: single tier, every XPU to every ASIC"
SHEET = "accelerator and switch data sheets"


def _twice(ends: Iterable[tuple[str, int, int]]) -> Iterator[Breach]:
    met: Counter[tuple[str, int]] = Counter()
    for name, first, lanes in ends:
        met.update((name, first + i) for i in range(lanes))
    for name, lane in sorted(key for key, count in met.items() if count > 1):
        count = met[name, lane]
        yield Breach(
            f"lane {lane} of {name} is used {count} times",
            actual=count,
            limit=1,
            unit="uses",
            repairs=("a free lane for all but one of them",),
            at=f"{name}/lane-{lane}",
        )


def _asic_lanes(use: ScaleUpUse) -> int:
    assert use.switch is not None
    return int(need(use.switch, "serdes_lanes", "switch lanes") // need(use.switch, "asics", "switch lanes"))


@rule("LNK201", ScaleUpUse, source=SONIC)
def every_gpu_reaches_every_asic(use: ScaleUpUse) -> Iterator[Breach]:
    """Every accelerator reaches every scale-up ASIC with the same number of lanes."""
    if use.switch is None:
        return
    if not use.lanes:
        lanes = need(use.accelerator, "scaleup_lanes_per_dir", "scale-up lanes")
        yield Breach("no lane joins an accelerator to an ASIC", actual=0, limit=lanes, unit="lanes")
        return
    lanes = Counter[tuple[str, str]]()
    for group in use.lanes:
        lanes[group.accelerator, group.asic] += group.lanes
    usual = max(Counter(lanes.values()).items(), key=lambda item: (item[1], item[0]))[0]
    for gpu in use.accelerators:
        for asic in use.asics:
            if lanes[gpu, asic] != usual:
                yield Breach(
                    f"{lanes[gpu, asic]} lanes from {gpu} to {asic}, {usual} elsewhere",
                    actual=lanes[gpu, asic],
                    limit=usual,
                    unit="lanes",
                    repairs=(f"{usual} lanes from {gpu} to {asic}",),
                    at=gpu,
                )


@rule("LNK202", ScaleUpUse, source=SHEET)
def no_gpu_lane_twice(use: ScaleUpUse) -> Iterator[Breach]:
    """No lane of an accelerator is used twice."""
    yield from _twice((g.accelerator, g.accelerator_lane, g.lanes) for g in use.lanes)


@rule("LNK203", ScaleUpUse, source=SHEET)
def no_asic_lane_twice(use: ScaleUpUse) -> Iterator[Breach]:
    """No lane of a switch ASIC is used twice."""
    yield from _twice((g.asic, g.asic_lane, g.lanes) for g in use.lanes)


@rule("LNK204", ScaleUpUse, source=SHEET)
def lanes_exist(use: ScaleUpUse) -> Iterator[Breach]:
    """Every lane that is used exists at both of its ends."""
    if use.switch is None or not use.lanes:
        return
    try:
        limit = need(use.accelerator, "scaleup_lanes_per_dir", "scale-up lanes")
        top = max(g.accelerator_lane + g.lanes for g in use.lanes)
        if top > limit:
            repair = f"at most {limit} lanes from each {use.accelerator.part_id}"
            yield Breach("more lanes of one accelerator than it has", top, limit, "lanes", (repair,))
    except UnknownValue as gap:
        yield unjudged(gap.unknown)
    limit = _asic_lanes(use)
    top = max(g.asic_lane + g.lanes for g in use.lanes)
    if top > limit:
        repair = f"scale_up.asics_per_rack: {-(-sum(g.lanes for g in use.lanes) // max(limit, 1))}"
        yield Breach("more lanes of one ASIC than it has", top, limit, "lanes", (repair,))
    inside = sum(g.lanes for g in use.lanes)
    if use.outward_lanes and inside + use.outward_lanes > limit * len(use.asics):
        actual, most = inside + use.outward_lanes, limit * len(use.asics)
        repair = "scale_up.taper: 2"
        yield Breach("more lanes down and outward than the ASICs of a rack have", actual, most, "lanes", (repair,))


@rule("LNK207", ScaleUpUse, source=SHEET, severity="warning")
def no_idle_gpu_lanes(use: ScaleUpUse) -> Iterator[Breach]:
    """All scale-up lanes of the accelerators are used."""
    if use.switch is None:
        return
    each = need(use.accelerator, "scaleup_lanes_per_dir", "scale-up lanes")
    lanes, used = each * len(use.accelerators), sum(g.lanes for g in use.lanes)
    if used < lanes:
        yield Breach(
            f"{lanes - used} lanes of the accelerators are idle",
            actual=used,
            limit=lanes,
            unit="lanes",
            repairs=(f"{each} lanes from each accelerator",),
        )


@rule("LNK208", ScaleUpUse, source=SHEET, severity="info")
def idle_asic_lanes(use: ScaleUpUse) -> Iterator[Breach]:
    """Idle lanes of the scale-up ASICs are said."""
    if use.switch is None or not use.asics:
        return
    each = _asic_lanes(use)
    lanes, used = each * len(use.asics), sum(g.lanes for g in use.lanes) + use.outward_lanes
    if used < lanes:
        fewer = -(-used // each)
        yield Breach(
            f"{lanes - used} of {lanes} lanes of the scale-up ASICs are idle",
            actual=used,
            limit=lanes,
            unit="lanes",
            repairs=(f"scale_up.asics_per_rack: {fewer}",) if 0 < fewer < len(use.asics) else (),
        )


@rule("LNK212", ScaleUpUse, source="conservation: a lane has two ends")
def lanes_land_in_the_domain(use: ScaleUpUse) -> Iterator[Breach]:
    """Every lane starts at an accelerator and ends at an ASIC of its own domain."""
    gpus, asics = set(use.accelerators), set(use.asics)
    for group in use.lanes:
        if group.accelerator not in gpus or group.asic not in asics:
            yield Breach(f"lanes from {group.accelerator} to {group.asic} leave the domain", at=group.accelerator)
