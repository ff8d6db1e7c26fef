"""Which cable or optics joins two ports: by routed length, in the order passive DAC, AEC, AOC, modules and fibre."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from configurator.assembly.bench import Bench
from configurator.assembly.lengths import SERIES_M
from configurator.errors import Unsatisfiable
from configurator.linktable import Ints, LinkAssembly
from configurator.parts.base import Part, known
from configurator.reasons import Refusal, Unknown

ORDER = {"dac": 0, "aec": 1, "aoc": 2, "optics": 3}
SERIES_MM = np.array([round(m * 1000) for m in (*SERIES_M, 150.0, 200.0, 250.0, 300.0, 400.0, 500.0)], dtype=np.int32)


@dataclass(frozen=True)
class Candidate:
    """A way to join two ports and the lengths that it is made and reaches for [mm]."""

    made: LinkAssembly
    min_mm: int
    max_mm: int
    unknown: tuple[Unknown, ...] = ()
    """What is not known of its reach: such a candidate is passed over, and the decision says so."""


def cable_candidate(bench: Bench, part_id: str, where: str) -> Candidate:
    """A cable assembly with its ends (DAC, AEC, AOC) as a candidate; unknown lengths reach nowhere."""
    part = bench.part(part_id, where, "cable")
    low, high = known(part, "min_m"), known(part, "max_m")
    tails = known(part, "tails")
    unknown = _unknown((part, "min_m"), (part, "max_m"), (part, "tails"), (part, "family"))
    family = known(part, "family") or "dac"
    made = LinkAssembly(medium=family, cable=part_id, links_per_cable=int(tails or 1))
    return Candidate(made, round((low or 0) * 1000), round((high or 0) * 1000), unknown)


def optic_candidate(
    bench: Bench,
    modules: tuple[str, str],
    fibre: str,
    where: str,
    *,
    links_a: int = 1,
    links_b: int = 1,
    fibres: int = 1,
) -> Candidate:
    """Modules at both ends and fibre between: reaches as far as the shorter of both modules and the fibre."""
    module_a, module_b = modules
    a, b = bench.part(module_a, where, "optic"), bench.part(module_b, where, "optic")
    glass = bench.part(fibre, where, "fiber")
    unknown = _unknown((a, "reach_m"), (b, "reach_m"), (glass, "min_m"), (glass, "max_m"))
    reach = min(known(a, "reach_m") or 0, known(b, "reach_m") or 0, known(glass, "max_m") or 0)
    made = LinkAssembly(
        medium="optics",
        cable=fibre,
        fibres_per_link=fibres,
        module_a=module_a,
        module_b=module_b,
        links_per_module_a=links_a,
        links_per_module_b=links_b,
    )
    return Candidate(made, round((known(glass, "min_m") or 0) * 1000), round(reach * 1000), unknown)


def _unknown(*wanted: tuple[Part, str]) -> tuple[Unknown, ...]:
    return tuple(Unknown(p.part_id, field, "reach") for p, field in wanted if known(p, field) is None)


def passed_over(candidates: Sequence[Candidate]) -> list[Refusal]:
    """The candidates that are not judged because something of their reach is unknown, for the decision."""
    return [
        Refusal(candidate=c.made.cable, rule="LNK404", message=f"cannot be judged: {c.unknown[0]}")
        for c in candidates
        if c.unknown
    ]


def longest_of(routed: Ints, bundle: Ints) -> Ints:
    """The longest routed length [mm] of the links with each link's number: they share a module or a splitter."""
    longest = np.zeros(int(bundle.max(initial=-1)) + 1, dtype=np.int32)
    np.maximum.at(longest, bundle, routed)
    found: Ints = longest[bundle]
    return found


def pick(
    candidates: Sequence[Candidate], routed: Ints, what: str, length: Ints | None = None
) -> tuple[tuple[LinkAssembly, ...], Ints, Ints]:
    """The first candidate that reaches each routed length [mm]: (assemblies used, index of each link, ordered [mm]).

    length: what decides instead of a link's own length, where links share modules (`longest_of`).
    Raises `Unsatisfiable` with every candidate's reach when nothing reaches the longest link.
    """
    length = routed if length is None else length
    ordered = SERIES_MM[np.minimum(np.searchsorted(SERIES_MM, length), len(SERIES_MM) - 1)]
    choice = np.full(len(routed), -1, dtype=np.int32)
    for index, candidate in enumerate(candidates):
        if candidate.unknown:
            continue
        fits = (choice < 0) & (ordered <= candidate.max_mm) & (ordered >= length)
        choice[fits] = index
    if (choice < 0).any():
        worst = int(length[choice < 0].max())
        conflict = [
            {
                "candidate": c.made.cable,
                "rule": "LNK404",
                "message": f"cannot be judged: {c.unknown[0]}" if c.unknown else f"{c.made.medium} does not reach",
                "actual": worst / 1000,
                "limit": c.max_mm / 1000,
                "unit": "m",
            }
            for c in candidates
        ]
        raise Unsatisfiable(f"{what} over {worst / 1000:g} m", conflict)
    shortest = np.array([c.min_mm for c in candidates], dtype=np.int32)
    ordered = np.maximum(ordered, on_series(shortest)[choice]).astype(np.int32)
    used, numbers = np.unique(choice, return_inverse=True)
    return tuple(candidates[i].made for i in used.tolist()), numbers.astype(np.int32), ordered


def on_series(lengths: Ints) -> Ints:
    """The next orderable length of each [mm]; the longest of the series where none is long enough."""
    found: Ints = SERIES_MM[np.minimum(np.searchsorted(SERIES_MM, lengths), len(SERIES_MM) - 1)]
    return found
