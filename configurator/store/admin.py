"""Looking after the database: migrate it up and down, and say where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from configurator.errors import StoreError
from configurator.store.database import (
    file_of,
    make_engine,
    open_catalog,
    reading,
    schema_revision,
    schema_state,
    seed_state,
    shown,
)
from configurator.store.migrate import migrate, target


def upgrade(place: URL, revision: str, *, note: Callable[[str], None]) -> None:
    """Migrate a database up; to the newest schema it is also made and seeded where that is needed.

    Raises `StoreError` for an unknown revision, a newer schema, and what is no catalog.
    """
    wanted = target(revision)
    found = status(place)["schema_revision"]
    if wanted == target("head"):
        open_catalog(place.render_as_string(hide_password=False), note=note)
    elif found is not None:
        migrate(place, revision, down=False, note=note)
    else:
        raise StoreError(f"{shown(place)} is no catalog yet; make one with `db upgrade`, without a revision")


def downgrade(place: URL, revision: str, *, note: Callable[[str], None]) -> None:
    """Migrate a database down (`base` for no tables at all). Raises `StoreError` where there is none."""
    target(revision)
    if status(place)["schema_revision"] is None:
        raise StoreError(f"there is no catalog to downgrade in {shown(place)}")
    migrate(place, revision, down=True, note=note)


def status(place: URL) -> dict[str, Any]:
    """Where a database stands: schema, catalog revision and checksum, and whether users changed it.

    Changes nothing. Raises `StoreError` for a newer schema and for what is no catalog.
    """
    found: dict[str, Any] = {
        "database": shown(place),
        "schema_revision": None,
        "catalog_revision": None,
        "sha256": None,
        "seed": None,
    }
    if place.get_backend_name() == "sqlite" and not file_of(place).exists():
        return found
    engine = make_engine(place)
    try:
        with reading(engine) as connection:
            state = schema_state(connection, place)
            found["schema_revision"] = schema_revision(connection)
            if state != "empty":
                rows = connection.exec_driver_sql("select number, sha256 from revision").all()
                if rows:
                    last = max(rows, key=lambda row: int(row.number))
                    found |= {"catalog_revision": last.number, "sha256": last.sha256, "seed": seed_state(connection)}
    finally:
        engine.dispose()
    return found
