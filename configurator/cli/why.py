"""`why`: the chain of reasons behind anything in a design."""

from __future__ import annotations

from pathlib import Path

import click

from configurator.cli.common import emit_json, json_option, open_design, say


@click.command()
@click.argument("design", type=click.Path(path_type=Path))
@click.argument("subject")
@json_option
def why(design: Path, subject: str, as_json: bool) -> None:
    """Say why SUBJECT (a part, device, link, rule or decision) is in a saved DESIGN, back to its source."""
    from configurator.explain import why as explain

    answer = explain(open_design(design), subject)
    if as_json:
        emit_json(answer.model_dump(mode="json", exclude_none=True))
        return
    say(f"{answer.subject} ({answer.kind})")
    for step in answer.steps:
        tail = f"  [{'; '.join(x for x in (step.basis, step.source) if x)}]" if step.basis or step.source else ""
        say(f"{'  ' * (step.depth + 1)}{step.text}{tail}")
