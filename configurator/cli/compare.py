"""`compare`: designs side by side, the first as the baseline."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from configurator.cli.build import read_spec
from configurator.cli.common import State, emit_json, json_option, open_design, say

if TYPE_CHECKING:
    from configurator.pipeline import Configuration


@click.command()
@click.argument("specs", nargs=-1, required=True, metavar="SPEC SPEC...")
@click.option("--gpus", type=int, help="GPUs of every design.")
@click.option("--as-of", metavar="DATE", help="Prices of this date in every design.")
@json_option
@click.pass_obj
def compare(state: State, specs: tuple[str, ...], gpus: int | None, as_of: str | None, as_json: bool) -> None:
    """Set presets, spec files or saved designs (.json) side by side; the first SPEC is the baseline."""
    from configurator.comparison import compare as put_beside
    from configurator.pipeline import configure

    if len(specs) < 2:
        raise click.UsageError("compare needs two or more specs")
    flags = {k: v for k, v in {"gpus": gpus, "as_of": as_of}.items() if v is not None}
    catalog = None
    named: list[tuple[str, Configuration]] = []
    for name in specs:
        if name.endswith(".json"):
            named.append((name, open_design(Path(name))))
            continue
        spec, beside = read_spec(name, flags, ())
        catalog = catalog or state.catalog()
        named.append((name, configure(spec, catalog, beside)))
    result = put_beside(named)
    if as_json:
        emit_json(result.model_dump(mode="json"))
        return
    width = max(16, *(len(c.name) + 2 for c in result.columns))
    say(f"{'':<26}" + "".join(f"{c.name:>{width}}" for c in result.columns))
    say(f"{'GPUs':<26}" + "".join(f"{c.gpus:>{width}}" for c in result.columns))
    say(
        f"{'domain cost, ' + result.currency:<26}"
        + "".join(f"{Decimal(c.domain['base']):>{width},.0f}" for c in result.columns)
    )
    say(f"{'cost index':<26}" + "".join(f"{c.index:>{width}}" for c in result.columns))
    say(
        f"{'GPU+CPU+memory+NIC, %':<26}" + "".join(f"{(c.family_share or 0) * 100:>{width}.1f}" for c in result.columns)
    )
    say("")
    say("difference to the first by category, scaled to its GPUs")
    for row in result.rows:
        if any(Decimal(d) for d in row.difference):
            cells = "".join(f"{Decimal(d):>+{width},.0f}" for d in row.difference)
            say(f"  {row.category:<24}{cells}")
