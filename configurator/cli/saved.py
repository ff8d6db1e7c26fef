"""Commands on a saved or hand-edited design: check, bom, cost, export."""

from __future__ import annotations

from pathlib import Path

import click

from configurator.cli.common import State, emit_json, exit_for, fail_on_option, json_option, open_design, say

design_argument = click.argument("design", type=click.Path(path_type=Path))


@click.command()
@design_argument
@fail_on_option
@json_option
def check(design: Path, fail_on: str, as_json: bool) -> int:
    """Judge a saved or hand-edited DESIGN by every rule, from its facts alone."""
    configuration = open_design(design)
    findings = configuration.findings
    if as_json:
        emit_json({"findings": [f.model_dump(mode="json", exclude_none=True) for f in findings]})
    else:
        from configurator.cli.show import finding_lines

        for line in finding_lines(findings):
            say(line)
    return exit_for(findings, fail_on)


@click.command()
@design_argument
@click.option("--flat/--tree", "flat", default=True, help="One line a part, or the tree with numbers.")
@json_option
def bom(design: Path, flat: bool, as_json: bool) -> None:
    """Print the bill of materials of a saved DESIGN."""
    bill = open_design(design).bom
    lines = bill.flat if flat else bill.lines
    if as_json:
        emit_json({"lines": [line.model_dump(mode="json", exclude_none=True) for line in lines]})
        return
    if flat:
        for item in bill.flat:
            length = f" {item.length_m:g} m" if item.length_m is not None else ""
            mark = " (in another price)" if item.included else ""
            say(f"{item.quantity:>8} {item.unit:<8} {item.part:<24} {item.description}{length}{mark}")
        return
    for line in bill.lines:
        name = line.part or f"[{line.name}]"
        say(f"{line.number:<10} {'  ' * (line.level - 1)}{line.quantity_per} x {name}  = {line.quantity}")


@click.command()
@design_argument
@click.option("--firm", is_flag=True, help="Exit 5 when a line is unpriced or expired.")
@json_option
def cost(design: Path, firm: bool, as_json: bool) -> None:
    """Print the cost of a saved DESIGN."""
    configuration = open_design(design)
    if as_json:
        from configurator.summary import cost_document

        emit_json(cost_document(configuration))
    else:
        from configurator.cli.show import cost_lines

        for line in cost_lines(configuration):
            say(line)
    if firm:
        from configurator.cost import require_firm

        require_firm(configuration.cost)


@click.command()
@design_argument
@click.option("--as", "name", required=True, metavar="FORMAT", help="One of `formats`.")
@click.option("-o", "output", type=click.Path(path_type=Path), help="File (default: the format's name here).")
@click.pass_obj
def export(state: State, design: Path, name: str, output: Path | None) -> None:
    """Write a saved DESIGN in one format."""
    from configurator.exports import formats, write_one
    from configurator.registry import nearest

    if name not in formats():
        near = nearest(name, formats())
        hint = f" Did you mean '{near}'?" if near else ""
        raise click.UsageError(f"no such format '{name}'.{hint} Formats: {', '.join(formats())}")
    target = write_one(open_design(design), name, output or Path(name))
    state.note(f"wrote {target}")
