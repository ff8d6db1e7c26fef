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
        The refusals that together make it impossible: candidate, rule, message, actual, limit, unit.
    repairs : tuple of mapping
        Changes that help, each tried: change, cost, cost_delta, verified. Assembly proposes; the pipeline tries.
    """

    exit_code = 4

    def __init__(
        self,
        wanted: str,
        conflict: Iterable[Mapping[str, object]],
        repairs: Iterable[Mapping[str, object]] = (),
    ) -> None:
        self.wanted = wanted
        self.conflict = tuple(conflict)
        self.repairs = tuple(repairs)
        faults = [Fault(str(c.get("candidate", "-")), _refused(c)) for c in self.conflict]
        faults += [Fault("repair", f"{r['change']} (built and judged)") for r in self.repairs if r.get("verified")]
        super().__init__(f"cannot be built: {wanted}", faults)


def _refused(refusal: Mapping[str, object]) -> str:
    text = str(refusal.get("message", ""))
    if refusal.get("actual") is not None and refusal.get("limit") is not None:
        text += f" ({refusal['actual']} against {refusal['limit']} {refusal.get('unit') or ''})".replace(" )", ")")
    return f"{refusal['rule']}, {text}" if refusal.get("rule") else text
