"""How a rule is declared, found, and put to a subject. The rules themselves are the other files of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TypeVar

from configurator.measures.subjects import Subject
from configurator.parts.base import UnknownValue
from configurator.reasons import SEVERITIES, Breach, Finding, Refusal, Severity
from configurator.registry import modules
from configurator.spec import Waiver

SubjectT = TypeVar("SubjectT", bound=Subject)
Check = Callable[[SubjectT], Iterable[Breach]]
UNKNOWN_SEVERITY: Severity = "warning"


@dataclass(frozen=True)
class Rule:
    """One law: its code, what it judges, where it comes from, and how grave a breach is."""

    code: str
    subject: type[Subject]
    source: str
    severity: Severity
    veto: bool
    law: str
    check: Callable[[Subject], Iterable[Breach]]
    limit_of: str | None = None
    """The spec key whose limit it judges: a spec whose design breaks it cannot be met."""


_RULES: dict[str, Rule] = {}


def rule(
    code: str,
    subject: type[SubjectT],
    *,
    source: str,
    severity: Severity = "error",
    veto: bool = False,
    limit_of: str | None = None,
) -> Callable[[Check[SubjectT]], Check[SubjectT]]:
    """Declare a rule. The first line of the function's docstring is the law.

    `veto`: adding more cannot mend it, so it refuses a candidate during assembly too. A source that is a draft or a
    reported value takes `severity="warning"` at most. `limit_of`: the spec key whose limit is judged, e.g. `budget`.
    """

    def declare(check: Check[SubjectT]) -> Check[SubjectT]:
        if code in _RULES:
            raise ValueError(f"rule {code} is declared twice")
        law = (check.__doc__ or "").strip().splitlines()[0]
        _RULES[code] = Rule(code, subject, source, severity, veto, law, check, limit_of)  # type: ignore[arg-type]
        return check

    return declare


@cache
def rules() -> Mapping[str, Rule]:
    """Code -> rule, for every rule of the gallery, in code order."""
    for _ in modules("configurator.rules"):
        pass
    return dict(sorted(_RULES.items()))


def breaches(law: Rule, subject: Subject) -> Iterator[Breach]:
    """What a rule says of a subject. A value that it needs and nobody knows becomes a breach of its own: not judged."""
    try:
        yield from law.check(subject)
    except UnknownValue as gap:
        yield Breach(
            f"cannot be judged: {gap}",
            severity=None if law.severity == "info" else UNKNOWN_SEVERITY,
            repairs=(f"give {gap.unknown.field} of {gap.unknown.part_id} in the catalog, with its source",),
        )


def judge(subjects: Iterable[Subject]) -> list[Finding]:
    """All findings of all rules on all subjects, gravest first, then by code, subject and message."""
    by_subject: dict[type[Subject], list[Rule]] = {}
    for law in rules().values():
        by_subject.setdefault(law.subject, []).append(law)
    findings = []
    for subject in subjects:
        for law in by_subject.get(type(subject), ()):
            for breach in breaches(law, subject):
                findings.append(_finding(law, subject, breach))
    return in_order(findings)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Gravest first, then by code, subject and message; repeats once."""
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda f: (-SEVERITIES.index(f.severity), f.rule, f.subject, f.message))


def refusal(subject: Subject, candidate: str) -> Refusal | None:
    """The first veto that stops a candidate, with its numbers; None when none does."""
    for law in rules().values():
        if law.veto and law.subject is type(subject):
            for breach in breaches(law, subject):
                return Refusal(
                    candidate=candidate,
                    rule=law.code,
                    message=breach.message,
                    actual=breach.actual,
                    limit=breach.limit,
                    unit=breach.unit,
                )
    return None


def waive(findings: Iterable[Finding], waivers: Mapping[str, Waiver], as_of: date) -> list[Finding]:
    """The findings with waivers laid over them; one that has run out at `as_of` does not waive."""
    waived = []
    for finding in findings:
        waiver = waivers.get(finding.rule)
        if waiver is not None and waiver.until >= as_of:
            text = f"{waiver.reason} ({waiver.author}, until {waiver.until})"
            finding = finding.model_copy(update={"waived": True, "waiver": text})
        elif waiver is not None:
            finding = finding.model_copy(update={"waiver": f"waiver ran out on {waiver.until}"})
        waived.append(finding)
    return waived


def _finding(law: Rule, subject: Subject, breach: Breach) -> Finding:
    severity = law.severity
    if breach.severity is not None:
        severity = min(law.severity, breach.severity, key=SEVERITIES.index)
    margin = None
    if breach.actual is not None and breach.limit is not None:
        margin = round(breach.limit - breach.actual, 6)
    return Finding(
        rule=law.code,
        severity=severity,
        subject=f"{subject.path}/{breach.at}" if breach.at else subject.path,
        message=breach.message,
        actual=breach.actual,
        limit=breach.limit,
        margin=margin,
        unit=breach.unit,
        source=law.source,
        repairs=breach.repairs,
        decisions=subject.decisions,
    )
