"""Why: reasons, breaches, findings and decisions, as values. Sentences are made here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict

Severity = Literal["info", "warning", "error"]
SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")


class Frozen(BaseModel):
    """A value: immutable, no unknown keys, no NaN or infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with some values replaced. What was worked out from old ones is left behind (pydantic keeps it)."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied


class Reason(Frozen):
    """One link of a chain of reasons: a sentence, where it comes from, and how firm that is."""

    text: str
    source: str | None = None
    basis: str | None = None


class Refusal(Frozen):
    """A candidate that was not taken, the rule that stopped it, and the numbers."""

    candidate: str
    rule: str
    message: str
    actual: float | None = None
    limit: float | None = None
    unit: str | None = None


class Alternative(Frozen):
    """A candidate that no rule refused but that was not taken, with its base price as a string of digits."""

    part: str
    base: str | None = None


class Decision(Frozen):
    """One choice of the assembly: what was chosen for what, why, and what was refused.

    `led_by` names spec keys (`spec:gpus`), platform keys (`platform:node.gpus`) and other decisions by id.
    """

    id: str
    step: str
    subject: str
    chosen: str
    because: tuple[Reason, ...]
    led_by: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    """What no veto refused but came later in the order, the next one first."""


@dataclass(frozen=True)
class Breach:
    """What a rule found wrong. The engine adds where, how grave, and the source."""

    message: str
    actual: float | None = None
    limit: float | None = None
    unit: str | None = None
    repairs: tuple[str, ...] = ()
    severity: Severity | None = None
    """Only to lower the rule's own severity for this breach; never to raise it."""
    at: str | None = None
    """A narrower place below the subject, e.g. a port."""


class Finding(Frozen):
    """A breach with its place, gravity and source, as printed and stored in findings.json."""

    rule: str
    severity: Severity
    subject: str
    message: str
    actual: float | None = None
    limit: float | None = None
    margin: float | None = None
    """Limit less actual where a limit is a ceiling (negative when broken) [unit]."""
    unit: str | None = None
    source: str = ""
    repairs: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    waived: bool = False
    waiver: str | None = None


@dataclass(frozen=True)
class Unknown:
    """A value that a step wanted and the catalog does not have."""

    part_id: str
    field: str
    wanted_for: str

    def __str__(self) -> str:
        return f"{self.field} of {self.part_id} is unknown (wanted for {self.wanted_for})"


@dataclass(frozen=True)
class Total:
    """A sum over values of which some may be unknown. [unit: the caller's]

    `value` sums what is known; with `unknown` non-empty it is a lower bound ("at least").
    """

    value: float = 0.0
    unknown: tuple[Unknown, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.unknown

    def __add__(self, other: Total) -> Total:
        merged = dict.fromkeys(self.unknown)
        merged.update(dict.fromkeys(other.unknown))
        return Total(self.value + other.value, tuple(merged))

    def __mul__(self, factor: float) -> Total:
        return Total(self.value * factor, self.unknown)

    def text(self, unit: str, digits: int = 1) -> str:
        """`71.8 kW`, or `at least 71.8 kW (2 values unknown)`."""
        body = f"{self.value:,.{digits}f} {unit}"
        if self.complete:
            return body
        n = len(self.unknown)
        return f"at least {body} ({n} value{'s' if n > 1 else ''} unknown)"
