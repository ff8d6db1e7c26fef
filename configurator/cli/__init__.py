"""The command line: parse, one library call, print, exit code. The only room that prints.

Command groups are imported when they are called, so that `--help` and completion stay quick.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

COMMANDS: dict[str, tuple[str, str, str]] = {
    "build": (
        "configurator.cli.build",
        "build",
        "Build a design from a preset or a spec file; price, check and export it.",
    ),
    "check": ("configurator.cli.saved", "check", "Judge a saved or hand-edited design by every rule."),
    "bom": ("configurator.cli.saved", "bom", "Print the bill of materials of a saved design."),
    "cost": (
        "configurator.cli.saved",
        "cost",
        "Print the cost of a saved design: low, base, high, by category and scope.",
    ),
    "export": ("configurator.cli.saved", "export", "Write a saved design in one format."),
    "why": ("configurator.cli.why", "why", "Say why a line, a device, a link or a rule is there, back to its source."),
    "compare": (
        "configurator.cli.compare",
        "compare",
        "Set designs side by side: which lines make the difference in cost.",
    ),
    "diff": ("configurator.cli.diff", "diff", "Say what changes from one saved design to another."),
    "rules": ("configurator.cli.lists", "rules", "List the rules, or explain one."),
    "presets": ("configurator.cli.lists", "presets", "List the shipped platforms."),
    "topologies": ("configurator.cli.lists", "topologies", "List the shapes of scale-out and scale-up fabrics."),
    "formats": ("configurator.cli.lists", "formats", "List the export formats."),
    "catalog": ("configurator.cli.catalog", "cmd", "List, show, check and export the parts catalog."),
    "db": ("configurator.cli.db", "cmd", "Upgrade, downgrade and inspect the catalog database."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when used, and whose help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from configurator.registry import nearest

            near = nearest(args[0], COMMANDS)
            hint = f" Did you mean '{near}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"configurator {version('ethx-configurator')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--db", "db_url", metavar="URL", envvar="CONFIGURATOR_DB", help="Catalog database (default: an embedded file)."
)
@click.option("-q", "--quiet", is_flag=True, help="No notes on standard error.")
@click.option("-v", "--verbose", count=True, help="More notes; an internal error shows its traceback.")
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Print the version."
)
@click.pass_context
def cli(ctx: click.Context, db_url: str | None, quiet: bool, verbose: int) -> None:
    """Configure ETH-X supernodes: racks, power, cooling, bill of materials and cost, each figure with its reason.

    Exit codes: 0 fine, 1 findings at or above --fail-on, 2 usage, 3 wrong input, 4 unsatisfiable, 5 not firm, 70 a bug.
    """
    from configurator.cli.common import State

    ctx.obj = State(db_url=db_url, quiet=quiet, verbose=verbose)


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with the contract's code; a user never sees a traceback."""
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """Run the command line and return the exit code of the contract."""
    try:
        result: Any = cli.main(args=args, prog_name="configurator", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        click.echo("aborted", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:  # noqa: BLE001  a bug must not look like the user's fault
        from configurator.errors import ConfiguratorError

        if isinstance(error, ConfiguratorError):
            click.echo(f"error: {error}", err=True)
            return error.exit_code
        return _internal(error, "-v" in (args or sys.argv) or "--verbose" in (args or sys.argv))
    return result if isinstance(result, int) else 0


def _internal(error: Exception, verbose: bool) -> int:
    if verbose:
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True)
    click.echo(
        f"internal error: {type(error).__name__}: {error}\nThis is a bug. Please report the command and, run with -v, "
        "what it prints, as an issue of the project.",
        err=True,
    )
    return 70
