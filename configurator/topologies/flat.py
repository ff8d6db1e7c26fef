"""Flat: one tier over several racks; every GPU reaches every ASIC of every rack."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from configurator.topologies.domain import Ask, Domain, Lanes, Problem, grid, refuse, too_wide, uneven
from configurator.topologies.fabric import Layer

NAME = "flat"
TITLE = "Flat: one tier over several racks, every GPU to every ASIC"


def join(
    racks: int,
    gpus_per_rack: int,
    lanes_per_gpu: int,
    asics_per_rack: int,
    asic_lanes: int,
    *,
    lanes_per_port: int = 4,
) -> Domain:
    """As many racks as the ASIC has lanes for: 128 GPUs of 32 lanes fill 8 ASICs of 512.

    Links between racks are those of GPUs to ASICs of other racks: the lower end is a GPU, its port counts its lanes in
    ports, the upper end an ASIC and its port. Arguments as `dual_rack.join`.
    Raises `Unbuildable` when lanes do not divide over ASICs and ports, or do not suffice.
    """
    ask = Ask(NAME, racks, gpus_per_rack, lanes_per_gpu, asics_per_rack, asic_lanes, lanes_per_port=lanes_per_port)
    fits = (n for n in (4, 2, 1) if n < lanes_per_port and _problem(replace(ask, lanes_per_port=n)) is None)
    narrow = [(f"{n} lanes a port instead of {lanes_per_port}", replace(ask, lanes_per_port=n), _problem) for n in fits]
    refuse(ask, _problem, narrow[:1])
    asics = racks * asics_per_rack
    each = lanes_per_gpu // asics
    gpu, asic = grid(racks * gpus_per_rack, asics)
    lanes = Lanes(gpu, asic, asic * each, gpu * each, each)
    away = np.flatnonzero(gpu // gpus_per_rack != asic // asics_per_rack)
    ports = each // lanes_per_port
    row, port = np.repeat(away, ports), np.tile(np.arange(ports), len(away))
    return Domain(
        name=NAME,
        racks=racks,
        gpus_per_rack=gpus_per_rack,
        asics_per_rack=asics_per_rack,
        lanes_per_port=lanes_per_port,
        down=racks * gpus_per_rack * each,
        across=0,
        tier2=0,
        lanes=lanes,
        links=Layer("gpu_track", gpu[row], asic[row] * ports + port, asic[row], gpu[row] * ports + port),
    )


def _problem(ask: Ask) -> Problem | None:
    asics = ask.racks * ask.asics_per_rack
    found = uneven(ask, asics)
    if found is not None:
        return found
    each = ask.lanes_per_gpu // asics
    if each % ask.lanes_per_port:
        return Problem("lanes of a GPU to an ASIC are not whole ports", each, ask.lanes_per_port, "lanes a port")
    return too_wide(ask, ask.racks * ask.gpus_per_rack * each, 0)
