"""`diff`: what changes from one saved design to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from configurator.cli.common import emit_json, json_option, open_design, say

if TYPE_CHECKING:
    from configurator.difference import Difference, ValueChange

SHOWN = 20
"""Values of one kind printed before the rest is only counted; --json has all."""


@click.command()
@click.argument("design_a", type=click.Path(path_type=Path))
@click.argument("design_b", type=click.Path(path_type=Path))
@json_option
def diff(design_a: Path, design_b: Path, as_json: bool) -> None:
    """Say what changes from DESIGN_A to DESIGN_B: lines, prices, places, decisions, spec keys; signed."""
    from configurator.difference import difference

    found = difference(open_design(design_a), open_design(design_b))
    if as_json:
        emit_json(found.model_dump(mode="json"))
        return
    if found.empty:
        say("no differences")
        return
    for line in _report(found):
        say(line)


def _report(found: Difference) -> Iterator[str]:
    if found.lines:
        yield "lines"
    for x in found.lines:
        length = "" if x.length_m is None else f" {x.length_m:g} m"
        price = f", unit price {x.unit_price_a or 'unknown'} -> {x.unit_price_b or 'unknown'}" if x.repriced else ""
        inside = " (in another price)" if x.included else ""
        cost = "" if x.included else "cost unknown" if x.cost_change is None else f"{x.cost_change:+,.2f}"
        yield f"  {x.kind:<8} {x.quantity_change:>+8} {x.part}{length} [{x.scope}]{inside}{price}  {cost}".rstrip()
    if found.replaced:
        yield "replaced"
    for pair in found.replaced:
        yield f"  {pair.a} -> {pair.b} [{pair.scope}: {', '.join(pair.roles)}]"
    yield from _values("moved", found.moved)
    yield from _values("devices", found.devices)
    yield from _values("decisions", found.decisions)
    yield from _values("spec", found.spec)
    if found.sections:
        yield f"sections that differ: {', '.join(found.sections)}"
    partial = "" if found.cost_complete else " (of the priced lines; some have no price)"
    yield f"cost change, {found.currency}: {found.cost_change:+,.2f}{partial}"


def _values(title: str, values: tuple[ValueChange, ...]) -> Iterator[str]:
    if values:
        yield title
    for value in values[:SHOWN]:
        yield f"  {value.name}: {'-' if value.a is None else value.a} -> {'-' if value.b is None else value.b}"
    if len(values) > SHOWN:
        yield f"  and {len(values) - SHOWN} more"
