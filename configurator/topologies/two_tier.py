"""Two tiers: the switches of each track, one a rack, joined by second-tier switches of that track."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from configurator.topologies.domain import Ask, Domain, Problem, grid, in_rack_lanes, refuse, rounded, too_wide, uneven
from configurator.topologies.fabric import Layer
from configurator.topologies.sizing import spines_for, up_to

NAME = "two_tier"
TITLE = "Two tiers: the switches of each track joined by second-tier switches"


def join(
    racks: int,
    gpus_per_rack: int,
    lanes_per_gpu: int,
    asics_per_rack: int,
    asic_lanes: int,
    *,
    taper: float | Fraction = 1,
    lanes_per_port: int = 8,
    tier2_lanes: int | None = None,
) -> Domain:
    """Any number of racks; a track switch spreads its ports evenly over as few second-tier ASICs as carry the track.

    tier2_lanes: lanes of a second-tier ASIC (by default as the first tier) [lanes, per direction]; other arguments as
    `dual_rack.join`. Raises `Unbuildable` when lanes do not divide or do not suffice, in either tier.
    """
    ask = Ask(NAME, racks, gpus_per_rack, lanes_per_gpu, asics_per_rack, asic_lanes, taper, lanes_per_port, tier2_lanes)
    wider = _tier2_lanes(ask) * 2
    refuse(ask, problem, [(f"second-tier ASICs of {wider} lanes", replace(ask, tier2_lanes=wider), problem)])
    ports = ask.ports
    each = spines_for(racks, ports, _tier2_lanes(ask) // lanes_per_port)
    assert each is not None  # refused above otherwise
    share = ports // each
    switch, port = grid(racks * asics_per_rack, ports)
    rack, track = switch // asics_per_rack, switch % asics_per_rack
    upper, upper_port = track * each + port // share, rack * share + port % share
    notes = rounded(ask)
    enough = up_to(racks * ports * lanes_per_port, _tier2_lanes(ask))
    if enough < each:
        notes += (f"{each} second-tier ASICs a track where {enough} have the lanes, so that ports spread evenly",)
    return Domain(
        name=NAME,
        racks=racks,
        gpus_per_rack=gpus_per_rack,
        asics_per_rack=asics_per_rack,
        lanes_per_port=lanes_per_port,
        down=ask.down,
        across=ports * lanes_per_port,
        tier2=asics_per_rack * each,
        lanes=in_rack_lanes(ask),
        links=Layer("track_tier2", switch, port, upper, upper_port),
        notes=notes,
    )


def _tier2_lanes(ask: Ask) -> int:
    return ask.asic_lanes if ask.tier2_lanes is None else ask.tier2_lanes


def problem(ask: Ask) -> Problem | None:
    """What stands in the way of two tiers."""
    found = uneven(ask, ask.asics_per_rack) or too_wide(ask, ask.down, ask.ports * ask.lanes_per_port)
    ports = _tier2_lanes(ask) // ask.lanes_per_port
    if found is None and spines_for(ask.racks, ask.ports, ports) is None:
        return Problem("a second-tier ASIC has fewer ports than there are racks", ask.racks, ports, "ports")
    return found
