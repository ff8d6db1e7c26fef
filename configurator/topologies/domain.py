"""Domain: one scale-up domain over several racks, in lanes and ports; what the scale-up shapes return.

A track is the n-th switch ASIC of every rack. Each GPU has the same number of lanes to each ASIC that it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from configurator.linktable import Ints
from configurator.topologies.fabric import Layer, Unbuildable
from configurator.topologies.sizing import fewest_up, ratio_of, up_to

TAPERS = (2, 4)
"""Tapers that a repair tries."""


@dataclass(frozen=True, eq=False)
class Lanes:
    """Groups of `each` consecutive lanes between a GPU and an ASIC, one row a group; all count from 0.

    GPU g stands in rack g // GPUs a rack; ASIC a is track a % ASICs a rack of rack a // ASICs a rack.
    """

    gpu: Ints
    asic: Ints
    gpu_lane: Ints
    asic_lane: Ints
    each: int

    def __len__(self) -> int:
        return len(self.gpu)


@dataclass(frozen=True, eq=False)
class Domain:
    """One scale-up domain.

    down, across: lanes of a track ASIC to GPUs and to other switches [lanes]; tier2: second-tier ASICs, track after
    track; links: what runs between racks, in ports of `lanes_per_port` lanes: port p of a track switch is lanes
    down + p x lanes_per_port on, port p of a second-tier switch is lane p x lanes_per_port on.
    """

    name: str
    racks: int
    gpus_per_rack: int
    asics_per_rack: int
    lanes_per_port: int
    down: int
    across: int
    tier2: int
    lanes: Lanes
    links: Layer
    notes: tuple[str, ...] = field(default=())

    @property
    def switches(self) -> dict[str, int]:
        """ASICs by role [1]."""
        return {"track": self.racks * self.asics_per_rack, "tier2": self.tier2}


@dataclass(frozen=True)
class Ask:
    """What is asked of a domain: counts, and lanes of one GPU and of one ASIC [lanes, per direction]."""

    name: str
    racks: int
    gpus_per_rack: int
    lanes_per_gpu: int
    asics_per_rack: int
    asic_lanes: int
    taper: float | Fraction = 1
    lanes_per_port: int = 8
    tier2_lanes: int | None = None

    def __post_init__(self) -> None:
        low = {n: getattr(self, n) for n in ("racks", "gpus_per_rack", "lanes_per_gpu", "asics_per_rack", "asic_lanes")}
        low["lanes_per_port"] = self.lanes_per_port
        wrong = [f"{name} is {value}, expected at least 1" for name, value in low.items() if value < 1]
        wrong += ["taper must be above 0"] if ratio_of(self.taper) <= 0 else []
        if wrong:
            raise ValueError("; ".join(wrong))

    @property
    def down(self) -> int:
        """Lanes of one track ASIC to the GPUs of its rack, where GPU lanes divide [lanes]."""
        return self.gpus_per_rack * self.lanes_per_gpu // self.asics_per_rack

    @property
    def ports(self) -> int:
        """Ports of one track ASIC to other racks: lanes down over the taper, in whole ports or a little more."""
        return up_to(fewest_up(self.down, ratio_of(self.taper)), self.lanes_per_port)

    def __str__(self) -> str:
        text = f"{self.name} of {self.racks} racks x {self.gpus_per_rack} GPUs x {self.lanes_per_gpu} lanes"
        return f"{text} on {self.asics_per_rack} ASICs of {self.asic_lanes} lanes a rack"


@dataclass(frozen=True)
class Problem:
    """What stands in the way, with its numbers."""

    message: str
    actual: float
    limit: float
    unit: str


Check = Callable[[Ask], Problem | None]


def uneven(ask: Ask, asics: int) -> Problem | None:
    """The lanes of a GPU must divide over the ASICs that it reaches."""
    if ask.lanes_per_gpu % asics:
        return Problem("lanes of a GPU do not divide over its ASICs", ask.lanes_per_gpu, asics, "ASICs")
    return None


def too_wide(ask: Ask, down: int, across: int) -> Problem | None:
    """Lanes down and across must be there on the ASIC."""
    if down + across > ask.asic_lanes:
        message = f"{down} lanes down and {across} across are more than the ASIC has"
        return Problem(message, down + across, ask.asic_lanes, "lanes")
    return None


def refuse(ask: Ask, check: Check, tries: Sequence[tuple[str, Ask, Check]] = ()) -> None:
    """Raise `Unbuildable` when the check finds a problem, with those changes that a check then passes.

    tries: changes of the shape's own, each with what is asked then and the check for it.
    """
    problem = check(ask)
    if problem is None:
        return
    even = [n for n in range(1, ask.lanes_per_gpu + 1) if ask.lanes_per_gpu % n == 0]
    near = sorted((n for n in even if n != ask.asics_per_rack), key=lambda n: (abs(n - ask.asics_per_rack), n))
    asics = [(f"{n} ASICs a rack instead of {ask.asics_per_rack}", replace(ask, asics_per_rack=n)) for n in near]
    fits = [change for change, other in asics if check(other) is None][:1]
    now = f"{float(ask.taper):g}"
    tapers = [(f"taper {t} instead of {now}", replace(ask, taper=t)) for t in TAPERS if t > ask.taper]
    fits += [change for change, other in tapers if check(other) is None][:1]
    fits += [change for change, other, its in tries if its(other) is None]
    raise Unbuildable(
        str(ask), problem.message, actual=problem.actual, limit=problem.limit, unit=problem.unit, repairs=fits
    )


def in_rack_lanes(ask: Ask) -> Lanes:
    """Every GPU to every ASIC of its own rack."""
    each = ask.lanes_per_gpu // ask.asics_per_rack
    gpu, track = grid(ask.racks * ask.gpus_per_rack, ask.asics_per_rack)
    rack, of_rack = gpu // ask.gpus_per_rack, gpu % ask.gpus_per_rack
    return Lanes(gpu, rack * ask.asics_per_rack + track, track * each, of_rack * each, each)


def grid(outer: int, inner: int) -> tuple[Ints, Ints]:
    """Every (outer, inner) pair of numbers from 0, in order."""
    index = np.arange(outer * inner, dtype=np.int32)
    return index // inner, index % inner


def rounded(ask: Ask) -> tuple[str, ...]:
    """A note where lanes down over the taper are not whole ports."""
    across = ask.ports * ask.lanes_per_port
    if across * ratio_of(ask.taper) == ask.down:
        return ()
    return (f"taper {float(ask.taper):g} asked: {ask.down} lanes down over {across} across in whole ports",)
