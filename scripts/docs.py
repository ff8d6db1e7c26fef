"""Write the parts of the documents that come from the product: command outputs, rules, categories, commands.

Run: .venv/bin/python scripts/docs.py   (a test fails while a document is not what this writes)

A marked block in a document is filled between `<!-- made: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import click  # noqa: E402

from configurator.cli import COMMANDS, cli, run  # noqa: E402
from configurator.parts import categories  # noqa: E402
from configurator.parts.base import Part  # noqa: E402
from configurator.rules import rules  # noqa: E402
from configurator.units import unit_of  # noqa: E402

DOCUMENTS = ("README.md", "docs/commands.md", "docs/catalog.md", "docs/platforms.md", "docs/rules.md")
BLOCK = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)


def spec_of_the_readme() -> str:
    """The spec that the README shows."""
    found = re.search(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert found is not None
    return found.group(1)


def command(*args: str) -> str:
    """What a command prints on a fresh database, in a code block."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rack.yaml").write_text(spec_of_the_readme(), encoding="utf-8")
        here = Path.cwd()
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(out):
                code = run(["--db", str(Path(folder) / "catalog.db"), "-q", *args])
        finally:
            os.chdir(here)
    assert code in (0, 1), (args, code)
    text = "\n".join(line.rstrip() for line in out.getvalue().rstrip().splitlines())
    return f"```console\n$ configurator {' '.join(args)}\n{text}\n```\n"


def rule_table() -> str:
    """Every rule: code, severity, law, source."""
    lines = ["| code | severity | law | source |", "|---|---|---|---|"]
    for law in rules().values():
        veto = " (also refuses candidates)" if law.veto else ""
        lines.append(f"| {law.code} | {law.severity}{veto} | {law.law} | {law.source} |")
    return "\n".join(lines) + "\n"


def category_table() -> str:
    """Every category with its own fields and their units."""
    lines = []
    for name, cls in categories().items():
        lines.append(f"**{name}**: {(cls.__doc__ or '').strip().splitlines()[0]}\n")
        own = [f for f in cls.model_fields if f not in Part.model_fields]
        told = [f"`{cls.column_names.get(f, f)}`" + (f" [{u}]" if (u := unit_of(cls, f)) else "") for f in own]
        lines.append(", ".join(told) + "\n")
    return "\n".join(lines)


def command_table() -> str:
    """Every command with its usage and options."""
    lines = []
    context = click.Context(cli, info_name="configurator")
    for name in COMMANDS:
        found = cli.get_command(context, name)
        assert found is not None
        lines += _usage(found, ["configurator", name])
    return "\n".join(lines)


def _usage(found: click.Command, path: list[str]) -> list[str]:
    context = click.Context(found, info_name=" ".join(path))
    if isinstance(found, click.Group):
        return [line for name, sub in sorted(found.commands.items()) for line in _usage(sub, [*path, name])]
    usage = " ".join(found.collect_usage_pieces(context))
    lines = [f"### `{' '.join(path)} {usage}`\n", (found.help or "").split("\n\n")[0].replace("\n", " ") + "\n"]
    options = [p for p in found.params if isinstance(p, click.Option)]
    for option in options:
        if option.help:
            lines.append(f"- `{', '.join(option.opts)}`: {option.help}")
    return [*lines, ""] if options else lines


MADE: dict[str, Callable[[], str]] = {
    "build": lambda: command("build", "rack.yaml"),
    "compare": lambda: command("compare", "hgx-8", "eth-x-64", "eth-x-128", "eth-x-256"),
    "presets": lambda: command("presets"),
    "rules": rule_table,
    "categories": category_table,
    "commands": command_table,
}


def filled(text: str) -> str:
    """A document with its marked blocks filled."""
    return BLOCK.sub(lambda m: m.group(1) + MADE[m.group(2)]() + m.group(3), text)


def main() -> None:
    for name in DOCUMENTS:
        path = ROOT / name
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
