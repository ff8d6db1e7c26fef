"""Compare priced designs: the cost index of their domains and which categories make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from configurator.bom import FlatLine
from configurator.cost import FAMILIES, must_compare
from configurator.pipeline import Configuration
from configurator.reasons import Frozen


class Column(Frozen):
    """One design: totals of the scope `domain` at low, base and high prices, and the share of the four families."""

    name: str
    gpus: int
    domain: dict[str, str]
    per_gpu: str
    index: str
    family_quantities: dict[str, int]
    family_share: float | None
    unpriced: int


class Row(Frozen):
    """One category: its base cost in each design, scaled to equal GPUs, and the share of the difference it makes."""

    category: str
    amounts: tuple[str, ...]
    quantities: tuple[int, ...]
    difference: tuple[str, ...]
    share_of_difference: tuple[float | None, ...]


class Comparison(Frozen):
    """Designs beside each other; the first is the baseline of index and differences."""

    currency: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def compare(named: Sequence[tuple[str, Configuration]]) -> Comparison:
    """Compare the scope `domain` of designs. Amounts are scaled to the baseline's GPUs, so sizes may differ.

    Raises `InputError` when currencies or dates differ: such costs do not compare.
    """
    base = named[0][1]
    for name, other in named[1:]:
        must_compare(base.cost, name, other.cost, ("currency", "as_of"))
    scale = [Decimal(base.design.gpus) / c.design.gpus for _, c in named]
    baseline = base.cost.by_scope["domain"]
    columns = []
    for (name, configuration), factor in zip(named, scale, strict=True):
        cost = configuration.cost
        total = cost.by_scope["domain"]
        columns.append(
            Column(
                name=name,
                gpus=cost.gpus,
                domain={
                    "low": _text(_domain(configuration, "low")),
                    "base": _text(total),
                    "high": _text(_domain(configuration, "high")),
                },
                per_gpu=_text(total / cost.gpus),
                index=format((total * factor / baseline).quantize(Decimal("0.0001")), "f") if baseline else "-",
                family_quantities={c: _quantity(configuration, c) for c in FAMILIES.values()},
                family_share=None if cost.family_share is None else float(cost.family_share),
                unpriced=sum(x.state == "unpriced" and x.line.scope == "domain" for x in cost.lines),
            )
        )
    return Comparison(currency=base.cost.currency, columns=tuple(columns), rows=tuple(_rows(named, scale)))


def _rows(named: Sequence[tuple[str, Configuration]], scale: Sequence[Decimal]) -> list[Row]:
    names = sorted({line.category for _, c in named for line in _lines(c)})
    table = {n: [_category(c, n) * f for (_, c), f in zip(named, scale, strict=True)] for n in names}
    spread = [sum((table[n][i] - table[n][0] for n in names), Decimal(0)) for i in range(len(named))]
    rows = []
    for name in names:
        differences = [amount - table[name][0] for amount in table[name]]
        rows.append(
            Row(
                category=name,
                amounts=tuple(_text(a) for a in table[name]),
                quantities=tuple(_quantity(c, name) for _, c in named),
                difference=tuple(_text(d) for d in differences),
                share_of_difference=tuple(
                    round(float(d / total), 4) if total else None for d, total in zip(differences, spread, strict=True)
                ),
            )
        )
    return sorted(rows, key=lambda r: (-max(abs(Decimal(d)) for d in r.difference), r.category))


def _lines(configuration: Configuration) -> list[FlatLine]:
    return [x.line for x in configuration.cost.lines if x.line.scope == "domain" and not x.line.included]


def _quantity(configuration: Configuration, category: str) -> int:
    return sum(line.quantity for line in _lines(configuration) if line.category == category)


def _category(configuration: Configuration, category: str) -> Decimal:
    return sum(
        (
            x.base
            for x in configuration.cost.lines
            if x.base is not None and x.line.category == category and x.line.scope == "domain"
        ),
        Decimal(0),
    )


def _domain(configuration: Configuration, which: str) -> Decimal:
    amounts = [getattr(x, which) for x in configuration.cost.lines if x.line.scope == "domain"]
    return sum((a for a in amounts if a is not None), Decimal("0.00"))


def _text(amount: Decimal) -> str:
    return format(amount.quantize(Decimal("0.01")), "f")
