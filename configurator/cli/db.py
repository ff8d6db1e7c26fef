"""`db`: the schema of the catalog database: up, down, where it is, what there is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from configurator.cli.common import State, emit_json, json_option, say
from configurator.errors import UsageError

Place = Any
"""A database as the store resolved it."""


@click.group()
def cmd() -> None:
    """Upgrade, downgrade and inspect the catalog database."""


@cmd.command()
@click.argument("revision", default="head")
@json_option
@click.pass_obj
def upgrade(state: State, revision: str, as_json: bool) -> None:
    """Migrate the database up to REVISION (default: the newest), making and seeding it first when it is missing."""
    from configurator.store.admin import upgrade as up

    with _place(state) as place:
        up(place, revision, note=state.note)
        _tell(place, as_json)


@cmd.command()
@click.argument("revision")
@click.option("--yes", is_flag=True, help="Lose what was put into the database since it was seeded.")
@json_option
@click.pass_obj
def downgrade(state: State, revision: str, yes: bool, as_json: bool) -> None:
    """Migrate the database down to REVISION (`base` for no tables at all).

    An SQLite file is copied beside itself first. The shipped catalog can be had again; a database that holds more
    than that is only downgraded with --yes, or after asking on a terminal.
    """
    from configurator.store.admin import downgrade as down
    from configurator.store.admin import status

    with _place(state) as place:
        if not yes and status(place)["seed"] == "changed":
            _ask()
        down(place, revision, note=state.note)
        _tell(place, as_json)


@cmd.command()
@json_option
@click.pass_obj
def current(state: State, as_json: bool) -> None:
    """Print the schema revision and the catalog revision of the database, and whether users changed the catalog."""
    from configurator.store.admin import status

    with _place(state) as place:
        found = status(place)
    if as_json:
        emit_json(found)
        return
    for key, value in found.items():
        say(f"{key:<18} {'-' if value is None else value}")


@cmd.command()
@json_option
def history(as_json: bool) -> None:
    """List the migrations that this program knows, oldest first."""
    from configurator.store.migrate import history as known

    items = known()
    if as_json:
        emit_json({"migrations": [{"revision": revision, "what": what} for revision, what in items]})
        return
    for revision, what in items:
        say(f"{revision}  {what}")


def _ask() -> None:
    question = "the database holds changes that the shipped catalog does not have; downgrading loses them"
    if not sys.stdin.isatty():
        raise UsageError(f"{question}: say --yes to go on")
    click.confirm(f"{question}. Go on?", abort=True, err=True)


def _tell(place: Place, as_json: bool) -> None:
    from configurator.store.admin import status

    found = status(place)
    revision = found["schema_revision"]
    if as_json:
        emit_json(found)
    else:
        say(f"schema revision {revision}" if revision else "no schema: the database is empty")


@contextmanager
def _place(state: State) -> Iterator[Place]:
    from configurator.store.database import resolve, troubles

    place = resolve(state.db_url)
    with troubles(place):
        yield place
