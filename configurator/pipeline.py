"""The whole way, once: spec and catalog -> design -> findings, bill, cost. And the same from a saved design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from configurator.assembly import assemble
from configurator.bom import Bom, bill
from configurator.catalog import Catalog
from configurator.cost import Cost, price
from configurator.design import Design
from configurator.errors import ConfiguratorError, Unsatisfiable
from configurator.measures.rack import RackFacts, rack_facts
from configurator.measures.subjects import BudgetUse
from configurator.measures.survey import subjects_of
from configurator.reasons import Finding, Total
from configurator.rules import judge, waive
from configurator.spec import Spec, spec_from


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
    def bom(self) -> Bom:
        return bill(self.design)

    @cached_property
    def cost(self) -> Cost:
        return price(self.design, self.bom)

    @cached_property
    def findings(self) -> list[Finding]:
        """All findings, gravest first, waivers laid over them."""
        subjects = [*subjects_of(self.design, self.racks, edited=self.edited)]
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

    Raises `InputError` for a spec that names what does not exist, and `Unsatisfiable` when nothing fits, with repairs
    that were each built and judged.
    """
    try:
        return Configuration(assemble(spec, catalog, beside))
    except Unsatisfiable as error:
        raise Unsatisfiable(error.wanted, error.conflict, _tried(error, spec, catalog, beside)) from None


def _tried(error: Unsatisfiable, spec: Spec, catalog: Catalog, beside: Path | None) -> list[Mapping[str, object]]:
    """Each proposed repair built and judged: those without an error, with their cost, cheapest first."""
    kept: list[tuple[Decimal, Mapping[str, object]]] = []
    for repair in error.repairs:
        change = str(repair["change"])
        key, _, value = change.partition(": ")
        try:
            changed = spec_from(spec.model_dump(mode="json", exclude_none=True), "repair", [f"{key}={value}"])
            built = Configuration(assemble(changed, catalog, beside))
        except ConfiguratorError:
            continue
        if any(f.severity == "error" and not f.waived for f in built.findings):
            continue
        total = built.cost.total()
        told = {"cost_delta": None, "cost": format(total, "f"), "currency": built.cost.currency, "verified": True}
        kept.append((total, {"change": change, **told}))
    return [repair for _, repair in sorted(kept, key=lambda item: (item[0], str(item[1]["change"])))]
