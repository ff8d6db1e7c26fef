"""The scale-up fabric, lane by lane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from configurator.measures.subjects import ScaleUpUse
from configurator.parts.base import need
from configurator.reasons import Breach
from configurator.rules._engine import rule

SONIC = "SONiC scale-up architecture rev 1.0: single tier, every XPU to every ASIC"
SHEET = "accelerator and switch data sheets"


def _twice(use: ScaleUpUse, end: str) -> list[tuple[str, int]]:
    met: Counter[tuple[str, int]] = Counter()
    for group in use.lanes:
        name, first = (
            (group.accelerator, group.accelerator_lane) if end == "accelerator" else (group.asic, group.asic_lane)
        )
        met.update((name, first + i) for i in range(group.lanes))
    return sorted(key for key, count in met.items() if count > 1)


@rule("LNK201", ScaleUpUse, source=SONIC)
def every_gpu_reaches_every_asic(use: ScaleUpUse) -> Iterator[Breach]:
    """Every accelerator reaches every scale-up ASIC with the same number of lanes."""
    if use.switch is None:
        return
    lanes: Counter[tuple[str, str]] = Counter()
    for group in use.lanes:
        lanes[group.accelerator, group.asic] += group.lanes
    counts = {pair: lanes.get(pair, 0) for pair in ((g, a) for g in use.accelerators for a in use.asics)}
    usual = Counter(counts.values()).most_common(1)[0][0] if counts else 0
    for (gpu, asic), count in counts.items():
        if count != usual or count == 0:
            yield Breach(
                f"{count} lanes from {gpu} to {asic}, {usual} elsewhere",
                actual=count,
                limit=usual,
                unit="lanes",
                at=gpu,
            )
    for gpu, asic in lanes:
        if (gpu, asic) not in counts:
            yield Breach(f"lanes from {gpu} to {asic}, which are not both in this domain", at=gpu)


@rule("LNK202", ScaleUpUse, source=SHEET)
def no_gpu_lane_twice(use: ScaleUpUse) -> Iterator[Breach]:
    """No lane of an accelerator is used twice."""
    for name, lane in _twice(use, "accelerator"):
        yield Breach(f"lane {lane} of {name} is used twice", at=f"{name}/lane-{lane}")


@rule("LNK203", ScaleUpUse, source=SHEET)
def no_asic_lane_twice(use: ScaleUpUse) -> Iterator[Breach]:
    """No lane of a switch ASIC is used twice."""
    for name, lane in _twice(use, "asic"):
        yield Breach(f"lane {lane} of {name} is used twice", at=f"{name}/lane-{lane}")


@rule("LNK204", ScaleUpUse, source=SHEET)
def lanes_exist(use: ScaleUpUse) -> Iterator[Breach]:
    """Every lane that is used exists at both of its ends."""
    if use.switch is None or not use.asics:
        return
    gpu_lanes = need(use.accelerator, "scaleup_lanes_per_dir", "scale-up lanes")
    asic_lanes = need(use.switch, "serdes_lanes", "switch lanes") // need(use.switch, "asics", "switch lanes")
    for what, top, limit in (
        ("accelerator", max((g.accelerator_lane + g.lanes for g in use.lanes), default=0), gpu_lanes),
        ("ASIC", max((g.asic_lane + g.lanes for g in use.lanes), default=0), asic_lanes),
    ):
        if top > limit:
            needed = -(-sum(g.lanes for g in use.lanes) // limit)
            repairs = (f"scale_up.asics_per_rack: {needed}",) if what == "ASIC" else ()
            yield Breach(
                f"more lanes of one {what} than it has", actual=top, limit=limit, unit="lanes", repairs=repairs
            )


@rule("LNK205", ScaleUpUse, source="IEEE 802.3: both ends of a lane run at one rate", veto=True)
def lane_rates_agree(use: ScaleUpUse) -> Iterator[Breach]:
    """Accelerator and switch run their scale-up lanes at one rate."""
    if use.switch is None:
        return
    gpu = need(use.accelerator, "scaleup_lane_gbps", "lane rate")
    asic = need(use.switch, "lane_gbps", "lane rate")
    if gpu != asic:
        yield Breach(
            f"{use.accelerator.part_id} at {gpu:g} Gb/s a lane, {use.switch.part_id} at {asic:g}",
            actual=gpu,
            limit=asic,
            unit="Gb/s a lane",
            repairs=(f"a switch with lanes of {gpu:g} Gb/s",),
        )


@rule("LNK206", ScaleUpUse, source="one differential pair for each lane and direction")
def cable_tray_has_pairs(use: ScaleUpUse) -> Iterator[Breach]:
    """The cable trays have a pair for each lane and direction."""
    if use.switch is None or use.cable_tray is None:
        return
    pairs = need(use.cable_tray, "pairs", "cable tray pairs")
    wanted = 2 * sum(g.lanes for g in use.lanes)
    if wanted > pairs * use.cable_trays:
        yield Breach(
            "the lanes need more pairs than the cable trays have",
            actual=wanted,
            limit=pairs * use.cable_trays,
            unit="pairs",
            repairs=(f"{-(-wanted // pairs)} cable trays instead of {use.cable_trays}",),
        )


@rule("LNK207", ScaleUpUse, source=SHEET, severity="warning")
def no_idle_gpu_lanes(use: ScaleUpUse) -> Iterator[Breach]:
    """All scale-up lanes of the accelerators are used."""
    if use.switch is None:
        return
    lanes = need(use.accelerator, "scaleup_lanes_per_dir", "scale-up lanes") * len(use.accelerators)
    used = sum(g.lanes for g in use.lanes)
    if used < lanes:
        yield Breach(f"{lanes - used} lanes of the accelerators are idle", actual=used, limit=lanes, unit="lanes")


@rule("LNK208", ScaleUpUse, source=SHEET, severity="info")
def idle_asic_lanes(use: ScaleUpUse) -> Iterator[Breach]:
    """Idle lanes of the scale-up ASICs are said."""
    if use.switch is None or not use.asics:
        return
    each = need(use.switch, "serdes_lanes", "switch lanes") // need(use.switch, "asics", "switch lanes")
    lanes, used = each * len(use.asics), sum(g.lanes for g in use.lanes)
    if used < lanes:
        yield Breach(
            f"{lanes - used} of {lanes} lanes of the scale-up ASICs are idle",
            actual=used,
            limit=lanes,
            unit="lanes",
            repairs=(f"scale_up.asics_per_rack: {-(-used // each)}",) if -(-used // each) < len(use.asics) else (),
        )


@rule("LNK209", ScaleUpUse, source="accelerator data sheet: what its scale-up port speaks")
def speaks_ethernet(use: ScaleUpUse) -> Iterator[Breach]:
    """An accelerator on an Ethernet scale-up switch speaks Ethernet there."""
    if use.switch is None:
        return
    asic = str(need(use.switch, "asic", "protocol"))
    native = need(use.accelerator, "native_ethernet_scaleup", "protocol")
    if not native and "NVLink" not in asic and "NVSwitch" not in asic and "UB" not in asic:
        yield Breach(
            f"{use.accelerator.part_id} has no Ethernet scale-up port, {use.switch.part_id} is an Ethernet switch",
            repairs=("an accelerator with native Ethernet scale-up, such as ACC-GEN-ETHX-400",),
        )


@rule("LNK210", ScaleUpUse, source="copper reach by lane rate: 112G passive up to about 2 m", severity="warning")
def run_within_reach(use: ScaleUpUse) -> Iterator[Breach]:
    """The longest run in the cable tray is within its reach."""
    if use.switch is None or use.cable_tray is None:
        return
    reach = need(use.cable_tray, "max_m", "cable tray reach")
    need(use.cable_tray, "depth_mm", "cable tray run")
    if use.longest_run_m is not None and use.longest_run_m > reach:
        yield Breach(
            "the longest run is beyond the cable tray's reach",
            actual=use.longest_run_m,
            limit=reach,
            unit="m",
            repairs=("switch trays in the middle of the compute trays",),
        )


@rule("LNK211", ScaleUpUse, source="the domain size that the platform states")
def domain_has_its_size(use: ScaleUpUse) -> Iterator[Breach]:
    """A scale-up domain holds as many accelerators as it should."""
    if use.size_wanted and len(use.accelerators) != use.size_wanted:
        yield Breach(
            "the domain has another size", actual=len(use.accelerators), limit=use.size_wanted, unit="accelerators"
        )


@rule("LNK212", ScaleUpUse, source="conservation: a lane has two ends")
def lanes_land_in_the_domain(use: ScaleUpUse) -> Iterator[Breach]:
    """Every lane starts at an accelerator and ends at an ASIC of its own domain."""
    gpus, asics = set(use.accelerators), set(use.asics)
    lost = [g for g in use.lanes if g.accelerator not in gpus or g.asic not in asics]
    for group in lost:
        yield Breach(f"lanes from {group.accelerator} to {group.asic} leave the domain", at=group.accelerator)


@rule("LNK213", ScaleUpUse, source="baseboard data sheet")
def baseboard_joins_all(use: ScaleUpUse) -> Iterator[Breach]:
    """Without scale-up switches, the baseboard joins all accelerators of the domain."""
    if use.switch is not None:
        return
    if use.baseboard is None:
        yield Breach("neither a scale-up switch nor a baseboard joins the accelerators")
        return
    places = need(use.baseboard, "gpus", "places for accelerators")
    if len(use.accelerators) > places:
        yield Breach(
            f"more accelerators than {use.baseboard.part_id} joins",
            actual=len(use.accelerators),
            limit=places,
            unit="accelerators",
        )
