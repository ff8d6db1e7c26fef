"""What to change so that a spec can be met: moves against each fault, each built and judged, cheapest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from configurator.assembly.conflict import (
    Conflict,
    Trial,
    Trials,
    conflicts_of,
    demands,
    told_members,
    with_changes,
    without,
)
from configurator.assembly.moves import Step, moves, of_platform
from configurator.design import Design
from configurator.errors import Unsatisfiable
from configurator.spec import Spec

DEPTH = 3
"""Steps that one repair may take, where faults are independent."""
WIDTH = 8
"""Half-way repairs that are followed further."""
TRIALS, TRIALS_LARGE, LARGE_GPUS = 80, 24, 4096
"""Builds that a search may take; fewer for more GPUs than this, whose builds take seconds each."""

Steps = tuple[Step, ...]


def explain(spec: Spec, first: Trial, build: Callable[[Spec], Trial]) -> Unsatisfiable:
    """The error for a spec that cannot be met: the conflict, what was refused, and repairs that were tried."""
    trials = Trials(build)
    conflicts = conflicts_of(spec, trials)
    told = [told_members(spec, conflict) for conflict in conflicts]
    if not told:
        refused = first.refused[0] if first.refused else {}
        told = [[{"demand": f"platform: {spec.platform}", **refused}]]
    repairs = repairs_of(spec, conflicts, trials)
    return Unsatisfiable(first.wanted, told[0], repairs, refused=first.refused, others=told[1:])


def repairs_of(spec: Spec, conflicts: Sequence[Conflict], trials: Trials) -> list[Mapping[str, object]]:
    """Repairs that work on the whole spec, each without an error in its design, cheapest first.

    `cost_delta` is against the same spec with the least dropped that can be built: the limits in conflict, else one
    demand, else all in conflict; None where nothing can.
    """
    keys = [key for conflict in conflicts for key in conflict.keys]
    reference = _buildable(spec, _dropped(keys), trials)
    nearest = reference or _buildable(spec, (list(demands(spec)),), trials)
    found = _search(spec, conflicts, None if nearest is None else nearest.design, trials)
    told = [_told(steps, trial, reference) for steps, trial in found]
    return sorted(told, key=lambda r: (Decimal(str(r["cost"])), str(r["change"])))


def _dropped(keys: Sequence[str]) -> list[Sequence[str]]:
    """What may be dropped for a design to compare with, the least first; the number of GPUs last of all."""
    limits = [key for key in keys if key == "budget" or key.startswith("site.")]
    others = [key for key in keys if key != "gpus"]
    return [limits, *([key] for key in others), others, keys]


def _buildable(spec: Spec, dropped: Sequence[Sequence[str]], trials: Trials) -> Trial | None:
    sought = (trials.of(without(spec, keys)) for keys in dropped)
    return next((t for t in sought if t is not None and not t.refused and t.design is not None), None)


def _search(
    spec: Spec, conflicts: Sequence[Conflict], base: Design | None, trials: Trials
) -> list[tuple[Steps, Trial]]:
    """Repairs of one step, of as many as there are faults, and of more where those are not enough; none has a step to
    spare."""
    gpus = spec.gpus or (base.gpus if base is not None else 0)
    most = len(trials) + (TRIALS if gpus <= LARGE_GPUS else TRIALS_LARGE)
    own = of_platform([key for conflict in conflicts for key in conflict.keys], base)
    found: dict[str, tuple[Steps, Trial]] = {}
    frontier: list[Steps] = [()]
    for depth in range(1, DEPTH + 1):
        further: dict[str, Steps] = {}
        for taken in frontier:
            for steps, trial in _next(spec, taken, own, base, trials, most):
                if not trial.clean:
                    further.setdefault(_key(steps), steps)
                elif _has_no_spare(spec, steps, trials):
                    found.setdefault(_key(steps), (steps, trial))
        if found and depth >= len(conflicts):
            break
        frontier = list(further.values())[:WIDTH]
    return list(found.values())


def _next(
    spec: Spec, taken: Steps, own: Step, base: Design | None, trials: Trials, most: int
) -> Iterator[tuple[Steps, Trial]]:
    """For each move against what is still wrong: the first step that mends all, else the first that mends something."""
    now = trials.changed(spec, _merged(taken))
    if now is None:
        return
    fresh = {k: v for k, v in own.items() if all(k not in step for step in taken)}
    for ladder in moves(with_changes(spec, _merged(taken)), now, fresh, base):
        half: tuple[Steps, Trial] | None = None
        for step in ladder:
            if len(trials) >= most:
                break
            steps = _joined(taken, step)
            trial = trials.changed(spec, _merged(steps))
            if trial is not None and trial.clean:
                yield steps, trial
                break
            if trial is not None and half is None and _mends(now, trial):
                half = steps, trial
        else:
            if half is not None:
                yield half


def _mends(before: Trial, after: Trial) -> bool:
    """Whether something that was refused no longer is, and what is left can be worked on."""
    return bool(after.refused) and not _faults(before) <= _faults(after)


def _faults(trial: Trial) -> set[tuple[object, object, object]]:
    return {(r.get("rule"), r.get("limit_of"), r.get("candidate")) for r in trial.refused}


def _has_no_spare(spec: Spec, steps: Steps, trials: Trials) -> bool:
    """Whether every step is needed: without any one of them the rest does not work."""
    if len(steps) == 1:
        return True
    rests = (trials.changed(spec, _merged((*steps[:i], *steps[i + 1 :]))) for i in range(len(steps)))
    return not any(rest is not None and rest.clean for rest in rests)


def _joined(taken: Steps, step: Step) -> Steps:
    """Steps with one more, which replaces earlier values of its keys."""
    kept = ({k: v for k, v in old.items() if k not in step} for old in taken)
    return (*(old for old in kept if old), step)


def _merged(steps: Steps) -> dict[str, str]:
    return {key: value for step in steps for key, value in step.items()}


def _key(steps: Steps) -> str:
    return str(sorted(_merged(steps).items()))


def _change(steps: Steps) -> str:
    return ", ".join(f"{key}: {value}" for key, value in _merged(steps).items())


def _told(steps: Steps, trial: Trial, reference: Trial | None) -> Mapping[str, object]:
    assert trial.design is not None
    assert trial.cost is not None
    delta = trial.cost - reference.cost if reference is not None and reference.cost is not None else None
    told: dict[str, object] = {
        "change": _change(steps),
        "set": [f"{key}={value}" for key, value in _merged(steps).items()],
        "cost_delta": None if delta is None else format(delta, "+f"),
        "cost": format(trial.cost, "f"),
        "currency": trial.design.currency,
        "verified": True,
    }
    if delta is not None:
        told["difference"] = short_money(delta, trial.design.currency)
    if reference is not None and reference.design is not None and reference.design.gpus == trial.design.gpus:
        racks, before = (_compute_racks(design) for design in (trial.design, reference.design))
        if racks != before:
            told["says"] = f"{racks} rack{'s' if racks > 1 else ''} instead of {before}"
    return told


def _compute_racks(design: Design) -> int:
    return sum(count for name, count in design.rack_counts.items() if design.rack_type[name].role == "compute")


def short_money(delta: Decimal, currency: str) -> str:
    """`+$41k`, `-EUR 1.2M`, `at the same cost`: a difference in cost as one says it."""
    if not delta:
        return "at the same cost"
    sign, size = "-" if delta < 0 else "+", abs(delta)
    symbol = "$" if currency == "USD" else f"{currency} "
    for scale, letter in ((Decimal(10) ** 6, "M"), (Decimal(10) ** 3, "k")):
        if size >= scale * Decimal("0.9995"):
            digits = 0 if size >= 100 * scale or letter == "k" else 1
            return f"{sign}{symbol}{size / scale:.{digits}f}{letter}"
    return f"{sign}{symbol}{size:.0f}"
