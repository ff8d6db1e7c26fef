"""What all commands share: global state, printing, reading specs and designs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from configurator.catalog import Catalog
    from configurator.pipeline import Configuration
    from configurator.reasons import Finding

LEVELS = ("info", "warning", "error")


@dataclass(frozen=True)
class State:
    """Global options."""

    db_url: str | None = None
    quiet: bool = False
    verbose: int = 0

    def note(self, text: str) -> None:
        """A line on standard error, silent under `-q`."""
        if not self.quiet:
            click.echo(text, err=True)

    def catalog(self) -> Catalog:
        """The catalog of the chosen database, made and seeded on first use."""
        from configurator.store.database import open_catalog

        return open_catalog(self.db_url, note=self.note)


def emit_json(data: Any) -> None:
    """One JSON document on standard output, and nothing else."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def say(text: str = "") -> None:
    """A line of data on standard output."""
    click.echo(text)


def note(text: str) -> None:
    """A line on standard error, silent under `-q`."""
    context = click.get_current_context(silent=True)
    state = context.find_object(State) if context is not None else None
    (state or State()).note(text)


def open_design(path: Path) -> Configuration:
    """A saved design with all that is worked out from it; one edited by hand since its build is marked so."""
    from configurator.design import design_from_json, edited_since_built
    from configurator.documents import read_text
    from configurator.pipeline import Configuration

    text = read_text(path)
    design = design_from_json(text, str(path))
    return Configuration(design, edited=edited_since_built(design, text))


def exit_for(findings: list[Finding], fail_on: str) -> int:
    """1 when an unwaived finding is at or above the level, else 0."""
    worst = LEVELS.index(fail_on)
    return int(any(not f.waived and LEVELS.index(f.severity) >= worst for f in findings))


fail_on_option = click.option(
    "--fail-on", type=click.Choice(LEVELS), default="error", show_default=True, help="Exit 1 at findings of this level."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
