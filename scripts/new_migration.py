"""Draft the next migration from the difference between the part classes and the migrations so far.

Run: .venv/bin/python scripts/new_migration.py "what it does"   and read what it wrote before committing it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from alembic import command  # noqa: E402
from sqlalchemy import create_engine  # noqa: E402

from configurator.store.database import known_revisions  # noqa: E402
from configurator.store.migrate import configuration  # noqa: E402


def main(message: str) -> None:
    number = f"{len(known_revisions()) + 1:04d}"
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{folder}/draft.db")
        with engine.connect() as connection:
            if number != "0001":
                command.upgrade(configuration(connection), "head")
            command.revision(configuration(connection), message, autogenerate=True, rev_id=number)
        engine.dispose()


if __name__ == "__main__":
    main(sys.argv[1])
