"""Loss of fibre links: fibre and mated pairs within what the modules allow."""

from __future__ import annotations

from collections.abc import Iterator

from configurator.linktable import LinkAssembly, LinkTable
from configurator.measures.loss import path_loss_db
from configurator.measures.subjects import LinksUse
from configurator.parts.base import UnknownValue, need
from configurator.reasons import Breach, Unknown
from configurator.rules._engine import rule
from configurator.rules._judging import each


@rule("LNK413", LinksUse, source="IEEE 802.3: channel insertion loss; TIA-568.3-D: loss of cabled fibre")
def fibre_loses_little(use: LinksUse) -> Iterator[Breach]:
    """A fibre link within a site loses no more in fibre and mated pairs than both of its modules allow."""
    for table in use.tables:
        if table.layer == "border_border":
            continue

        def check(item: tuple[int, LinkAssembly], table: LinkTable = table) -> Iterator[Breach]:
            index, made = item
            glass = str(need(use.parts[made.cable], "fiber_type", "loss"))
            modules = [use.parts[m] for m in (made.module_a, made.module_b) if m is not None]
            budget = min(need(m, "loss_budget_db", "loss") for m in modules)
            pair = need(use.parts[made.junction_part], "insertion_loss_db", "loss") if made.junction_part else None
            longest = int(table.ordered_mm[table.assembly == index].max()) / 1000
            loss = path_loss_db(glass, longest, made.junctions, pair)
            if loss is None:
                raise UnknownValue(Unknown(made.cable, "fiber_type", f"loss of {glass}"))
            if loss > budget:
                told = f"the longest {made.cable} of {table.layer} loses too much"
                repairs = ("cabling.structured: none",) if made.backbone else ("modules that allow more loss",)
                yield Breach(told, round(float(loss), 2), budget, "dB", repairs, at=made.cable)

        used = [(i, m) for i, m in enumerate(table.assemblies) if (table.assembly == i).any()]
        yield from each([(i, m) for i, m in used if m.medium == "optics" and m.module_a and m.module_b], check)
