"""How builds grow with the number of GPUs: CPU, memory and cable rows of `build eth-x-256 --gpus N`.

Run: .venv/bin/python benchmarks/scale.py          (writes benchmarks/RESULTS.md)
     .venv/bin/python benchmarks/scale.py 4096     (some sizes only, prints and writes nothing)
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = (4096, 8192, 16384, 32768, 65536)
HEAD = "| GPUs | cable rows | CPU [s] | CPU a row [µs] | peak memory [MB] | design.json [MB] | cables.csv [MB] |"
TEXT = """# Measured

`build eth-x-256 --gpus N`, rail-optimised scale-out, every link port to port, `design.json` and `cables.csv` written.
CPU is user and system time of the whole process, start and catalog included. Made by `benchmarks/scale.py` on
{when}, Python {python}, {cores} cores ({machine}).

{table}
"""


def measure(gpus: int, home: Path) -> tuple[int, int, float, float, float, float, float]:
    """(GPUs, cable rows, CPU [s], CPU a row [µs], peak memory [MB], design.json [MB], cables.csv [MB])."""
    out = home / f"out-{gpus}"
    command = [sys.executable, "-m", "configurator", "build", "eth-x-256", "--gpus", str(gpus), "--out", str(out)]
    command += ["--format", "design.json", "--format", "cables.csv", "--json"]
    with (home / "stdout").open("wb") as sink:
        child = subprocess.Popen(
            command, stdout=sink, cwd=ROOT, env={**os.environ, "XDG_DATA_HOME": str(home / "data")}
        )
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {child.returncode}")
    with (out / "cables.csv").open("rb") as file:
        rows = sum(1 for _ in file) - 1
    cpu = usage.ru_utime + usage.ru_stime
    design, cables = ((out / name).stat().st_size / 1e6 for name in ("design.json", "cables.csv"))
    return gpus, rows, cpu, cpu / rows * 1e6, usage.ru_maxrss / 1024, design, cables


def main(arguments: list[str]) -> None:
    sizes = [int(text) for text in arguments] or list(SIZES)
    lines = [HEAD, "|" + "---:|" * 7]
    with tempfile.TemporaryDirectory() as folder:
        measure(256, Path(folder))  # makes the catalog database, not measured
        for gpus in sizes:
            row = measure(gpus, Path(folder))
            lines.append("| {:,} | {:,} | {:.1f} | {:.1f} | {:.0f} | {:.1f} | {:.1f} |".format(*row))
            print(lines[-1], flush=True)
    if not arguments:
        text = TEXT.format(
            when=datetime.now(UTC).date(),
            python=platform.python_version(),
            cores=os.cpu_count(),
            machine=platform.machine(),
            table="\n".join(lines),
        )
        (Path(__file__).parent / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
