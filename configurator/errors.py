"""What can go wrong, as a tree. Each error carries its faults; the command line turns the class into an exit code.

ConfiguratorError            one base class; `faults` lists every fault that was found, not just the first
├── UsageError               exit 2: the command was put wrongly
├── InputError               exit 3: a spec, a catalog file or a design file is wrong
├── StoreError               exit 3: the database is locked, newer, read-only, or not a catalog
├── Unsatisfiable            exit 4: no design meets the spec
└── Incomplete               exit 5: completeness was asked for and lines are unpriced or expired
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing wrong with an input: where, the value met, what was expected, and a near name where there is one.

    `where` is a path such as `spec.yaml: scale_up.taper` or `cpus.csv: row 7, column tdp_w`.
    """

    where: str
    problem: str
    value: str | None = None
    expected: str | None = None
    nearest: str | None = None

    def __str__(self) -> str:
        text = f"{self.where}: {self.problem}"
        if self.value is not None:
            text += f", got {self.value}"
        if self.expected is not None:
            text += f"; expected {self.expected}"
        if self.nearest is not None:
            text += f"; did you mean '{self.nearest}'?"
        return text


class ConfiguratorError(Exception):
    """Base of all errors that a user can meet. Raised with a headline and every fault found.

    Attributes
    ----------
    faults : tuple of Fault
        All faults, in the order of the input; may be empty when the headline says it all.
    exit_code : int
        The exit code of the command-line contract.
    """

    exit_code = 70

    def __init__(self, headline: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(headline)
        self.headline = headline
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"  {fault}" for fault in self.faults)])


class UsageError(ConfiguratorError):
    """The command line was put wrongly."""

    exit_code = 2


class InputError(ConfiguratorError):
    """A spec, a catalog file or a design file is wrong; nothing was written."""

    exit_code = 3


class StoreError(ConfiguratorError):
    """The database cannot be used: locked, newer than this program, read-only, or not a catalog."""

    exit_code = 3


class Incomplete(ConfiguratorError):
    """Completeness was asked for (`--firm`) and some lines are unpriced or expired."""

    exit_code = 5


class Unsatisfiable(ConfiguratorError):
    """No design meets the spec.

    Attributes
    ----------
    wanted : str
        What was asked for, in words.
    conflict : tuple of mapping
        A minimal set of demands that cannot be met together: demand, and the rule, message, actual, limit and unit
        that stop it. From an assembly step alone: the refusals.
    repairs : tuple of mapping
        Changes that help, each tried: change, set, cost, cost_delta, verified. Assembly proposes; the pipeline tries.
    refused : tuple of mapping
        Every candidate that was refused: candidate, rule, message, actual, limit, unit.
    others : tuple of tuple of mapping
        Further minimal sets that share no member with `conflict`: faults of their own.
    """

    exit_code = 4

    def __init__(
        self,
        wanted: str,
        conflict: Iterable[Mapping[str, object]],
        repairs: Iterable[Mapping[str, object]] = (),
        *,
        refused: Iterable[Mapping[str, object]] = (),
        others: Iterable[Iterable[Mapping[str, object]]] = (),
    ) -> None:
        self.wanted = wanted
        self.conflict = tuple(conflict)
        self.repairs = tuple(repairs)
        self.refused = tuple(refused)
        self.others = tuple(tuple(other) for other in others)
        faults = [fault for group in (self.conflict, *self.others) for fault in _conflict(group)]
        candidates = [r for r in self.refused if not r.get("limit_of")]
        if len(candidates) > 1:
            faults += [Fault(f"refused: {r.get('candidate', '-')}", _refused(r)) for r in candidates]
        faults += [Fault("repair", _repair(r)) for r in self.repairs if r.get("verified")]
        super().__init__(f"cannot be built: {wanted}", faults)


def _conflict(members: Iterable[Mapping[str, object]]) -> list[Fault]:
    """The members of one set; the numbers stand at the first of those that share them."""
    faults: list[Fault] = []
    told = ""
    for member in members:
        text = _refused(member)
        where = str(member.get("demand") or member.get("candidate", "-"))
        faults.append(Fault(where, "the conflict needs this too" if text == told and member.get("demand") else text))
        told = told or text
    return faults


def _refused(refusal: Mapping[str, object]) -> str:
    text = str(refusal.get("message", ""))
    if refusal.get("actual") is not None and refusal.get("limit") is not None:
        numbers = f"{_number(refusal['actual'])} against {_number(refusal['limit'])} {refusal.get('unit') or ''}"
        text += f" ({numbers.rstrip()})"
    return f"{refusal['rule']}, {text}" if refusal.get("rule") else text


def _number(value: object) -> str:
    """`74.4`, `1,000,000`: no digits that say nothing, thousands apart."""
    if not isinstance(value, int | float):
        return str(value)
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,}"


def _repair(repair: Mapping[str, object]) -> str:
    text = str(repair["change"])
    if repair.get("says"):
        text = f"{repair['says']} ({text})"
    if repair.get("difference"):
        text += f": {repair['difference']}"
    return f"{text}, built and judged"
