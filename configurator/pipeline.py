"""The whole way, once: spec and catalog -> design -> findings, bill, cost. And the same from a saved design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from configurator.assembly import assemble
from configurator.assembly.conflict import Trial, demands, told_as
from configurator.assembly.repairs import explain
from configurator.bom import Bom, bill
from configurator.catalog import Catalog
from configurator.cost import Cost, price
from configurator.design import Design
from configurator.errors import Unsatisfiable
from configurator.measures.rack import RackFacts, rack_facts
from configurator.measures.subjects import BudgetUse
from configurator.measures.survey import subjects_of
from configurator.measures.trays import Laid, laid
from configurator.reasons import Finding, Total
from configurator.rules import judge, rules, waive
from configurator.spec import Site, Spec


@dataclass(frozen=True)
class Configuration:
    """A design with all that is worked out from it, each worked out once."""

    design: Design
    edited: bool = False

    @cached_property
    def racks(self) -> Mapping[str, RackFacts]:
        """Facts by rack type."""
        return {kind.name: rack_facts(self.design, kind) for kind in self.design.rack_types}

    @cached_property
    def cables(self) -> Laid:
        """The cables between racks, in bundles and on trays."""
        return laid(self.design)

    @cached_property
    def bom(self) -> Bom:
        return bill(self.design)

    @cached_property
    def cost(self) -> Cost:
        return price(self.design, self.bom)

    @cached_property
    def findings(self) -> list[Finding]:
        """All findings, gravest first, waivers laid over them."""
        subjects = [*subjects_of(self.design, self.racks, self.edited, self.cables if self.design.links else None)]
        budget = self.design.spec.budget
        if budget is not None:
            subjects.append(
                BudgetUse(
                    path="design",
                    base=float(self.cost.total()),
                    budget=float(budget),
                    currency=self.design.currency,
                    unpriced=self.cost.count("unpriced"),
                )
            )
        return waive(judge(subjects), self.design.spec.waive, self.design.as_of)

    def sum_racks(self, field: str) -> Total:
        """A fact summed over all racks [the fact's unit]."""
        total = Total()
        for name, facts in self.racks.items():
            total += getattr(facts, field) * self.design.rack_counts[name]
        return total


def configure(spec: Spec, catalog: Catalog, beside: Path | None = None) -> Configuration:
    """Build what a spec asks for.

    Raises `InputError` for a spec that names what does not exist, and `Unsatisfiable` when nothing fits or the design
    breaks the spec's own limits (budget, site), with a minimal conflicting set and repairs that were built and judged.
    """
    try:
        made = Configuration(assemble(spec, catalog, beside))
        refused = _broken_limits(made)
        if not refused:
            return made
        first = _judged(made, refused)
    except Unsatisfiable as error:
        first = _stopped(error)
    raise explain(spec, first, lambda other: _trial(other, catalog, beside))


def _broken_limits(made: Configuration) -> list[Finding]:
    """Errors whose limit is the spec's own wish. Nothing is judged where the spec sets no limit."""
    spec = made.design.spec
    if spec.budget is None and spec.site == Site():
        return []
    laws = rules()
    return [f for f in made.findings if f.severity == "error" and not f.waived and laws[f.rule].limit_of is not None]


def _trial(spec: Spec, catalog: Catalog, beside: Path | None) -> Trial:
    try:
        made = Configuration(assemble(spec, catalog, beside))
    except Unsatisfiable as error:
        return _stopped(error)
    return _judged(made, _broken_limits(made))


def _stopped(error: Unsatisfiable) -> Trial:
    return Trial(error.wanted, error.conflict, tuple(str(repair["change"]) for repair in error.repairs))


def _judged(made: Configuration, broken: list[Finding]) -> Trial:
    laws, design = rules(), made.design
    refused = [
        {
            "candidate": finding.subject,
            **finding.model_dump(include={"rule", "message", "actual", "limit", "unit"}),
            "limit_of": laws[finding.rule].limit_of,
        }
        for finding in broken
    ]
    asked = demands(design.spec)
    limits = {str(r["limit_of"]) for r in refused}
    within = " and ".join(told_as(key, value) for key, value in asked.items() if key in limits)
    return Trial(
        wanted=f"{design.gpus} GPUs on {design.platform.name} within {within}",
        refused=tuple(refused),
        design=design,
        cost=made.cost.total(),
        clean=not any(f.severity == "error" and not f.waived for f in made.findings),
    )
