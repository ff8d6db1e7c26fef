"""`db`: the schema of the catalog database: up, down, where it is, what there is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from configurator.cli.common import State, emit_json, json_option, say
from configurator.errors import StoreError, UsageError

Place = Any
"""A database URL as the store resolved it."""


@click.group()
def cmd() -> None:
    """Upgrade, downgrade and inspect the catalog database."""


@cmd.command()
@click.argument("revision", default="head")
@click.pass_obj
def upgrade(state: State, revision: str) -> None:
    """Migrate the database up to REVISION (default: the newest), making and seeding it first when it is missing."""
    from configurator.store.admin import migrate_to

    with _place(state) as place:
        for line in migrate_to(place, revision, down=False, note=state.note):
            state.note(line)
        say(revision_line(place))


@cmd.command()
@click.argument("revision")
@click.option("--yes", is_flag=True, help="Lose the data of the tables that go; an SQLite file is backed up first.")
@click.pass_obj
def downgrade(state: State, revision: str, yes: bool) -> None:
    """Migrate the database down to REVISION (`base` for nothing at all)."""
    from configurator.store.admin import migrate_to

    if not yes:
        raise UsageError("downgrading loses data: say --yes to go on")
    with _place(state) as place:
        for line in migrate_to(place, revision, down=True, note=state.note):
            state.note(line)
        say(revision_line(place))


@cmd.command()
@json_option
@click.pass_obj
def current(state: State, as_json: bool) -> None:
    """Print the schema revision and the catalog revision of the database."""
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


def revision_line(place: Place) -> str:
    """`schema revision 0001`, or that there is none."""
    from configurator.store.admin import status

    found = status(place)["schema_revision"]
    return f"schema revision {found}" if found else "no schema: the database is empty"


@contextmanager
def _place(state: State) -> Iterator[Place]:
    from configurator.store.database import resolve, troubles

    place = resolve(state.db_url)
    if place.get_backend_name() == "sqlite" and not place.database:
        raise StoreError("an SQLite database in memory cannot be migrated; name a file")
    with troubles(place):
        yield place
