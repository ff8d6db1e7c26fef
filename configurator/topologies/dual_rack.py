"""Dual rack: the switch of track i in one rack links to that of track i in the other, and to no other."""

from __future__ import annotations

from fractions import Fraction

from configurator.topologies import two_tier
from configurator.topologies.domain import Ask, Domain, Problem, grid, in_rack_lanes, refuse, rounded, too_wide, uneven
from configurator.topologies.fabric import Layer

NAME = "dual_rack"
TITLE = "Dual rack: switch i of one rack to switch i of the other, no second tier"


def join(
    racks: int,
    gpus_per_rack: int,
    lanes_per_gpu: int,
    asics_per_rack: int,
    asic_lanes: int,
    *,
    taper: float | Fraction = 1,
    lanes_per_port: int = 8,
) -> Domain:
    """Two racks; without taper as many lanes across as down (SONiC scale-up architecture, dual-rack system).

    lanes_per_gpu, asic_lanes: per direction; taper: lanes down over lanes across [1]; lanes_per_port: 8 or 4 lanes of
    100G are a port of 800G or 400G. Links have the first rack at their lower end.
    Raises `Unbuildable` for another number of racks, or when lanes do not divide or do not suffice.
    """
    ask = Ask(NAME, racks, gpus_per_rack, lanes_per_gpu, asics_per_rack, asic_lanes, taper, lanes_per_port)
    refuse(ask, _problem, [(f"topology two_tier for {racks} racks", ask, two_tier.problem)] if racks > 2 else [])
    track, port = grid(asics_per_rack, ask.ports)
    return Domain(
        name=NAME,
        racks=racks,
        gpus_per_rack=gpus_per_rack,
        asics_per_rack=asics_per_rack,
        lanes_per_port=lanes_per_port,
        down=ask.down,
        across=ask.ports * lanes_per_port,
        tier2=0,
        lanes=in_rack_lanes(ask),
        links=Layer("track_track", track, port, asics_per_rack + track, port),
        notes=rounded(ask),
    )


def _problem(ask: Ask) -> Problem | None:
    if ask.racks != 2:
        return Problem("a dual rack is two racks", ask.racks, 2, "racks")
    return uneven(ask, ask.asics_per_rack) or too_wide(ask, ask.down, ask.ports * ask.lanes_per_port)
