"""`build`: a spec or preset to a design, checked, priced and written."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from configurator.cli.common import State, emit_json, exit_for, fail_on_option, json_option, say
from configurator.errors import Unsatisfiable

if TYPE_CHECKING:
    from configurator.spec import Spec


@click.command()
@click.argument("spec")
@click.option("--gpus", type=int, help="GPUs, instead of the spec's.")
@click.option("--scale-up", type=int, help="GPUs in one scale-up domain, instead of the platform's.")
@click.option(
    "--set", "assignments", multiple=True, metavar="KEY=VALUE", help="Set any key of the spec, e.g. parts.cdu=..."
)
@click.option("--as-of", metavar="DATE", help="Judge prices and lifecycle at this date.")
@click.option("--currency", metavar="CUR", help="Currency of the design.")
@click.option(
    "--lengths",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="CSV of measured lengths (a_rack, b_rack, metres), instead of estimates.",
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write the exports into this folder.")
@click.option("--format", "formats", multiple=True, metavar="NAME", help="Only these exports (see `formats`).")
@fail_on_option
@click.option("--firm", is_flag=True, help="Exit 5 when a line is unpriced or expired.")
@json_option
@click.pass_obj
def build(
    state: State,
    spec: str,
    gpus: int | None,
    scale_up: int | None,
    assignments: tuple[str, ...],
    as_of: str | None,
    currency: str | None,
    lengths: Path | None,
    out: Path | None,
    formats: tuple[str, ...],
    fail_on: str,
    firm: bool,
    as_json: bool,
) -> int:
    """Build a design from SPEC, a preset's name or a YAML file; check and price it; write it with --out."""
    from configurator.pipeline import configure

    started = time.process_time()
    flags = {"gpus": gpus, "scale_up_size": scale_up, "as_of": as_of, "currency": currency}
    wanted, beside = read_spec(spec, {k: v for k, v in flags.items() if v is not None}, assignments, lengths)
    if formats and out is None:
        raise click.UsageError("--format needs --out")
    if formats:
        _known_formats(formats)
    catalog = state.catalog()
    loaded = time.process_time()
    try:
        configuration = configure(wanted, catalog, beside)
    except Unsatisfiable as error:
        if as_json:
            told = {"wanted": error.wanted, "conflict": error.conflict, "repairs": error.repairs}
            emit_json({"unsatisfiable": {**told, "refused": error.refused, "other_conflicts": error.others}})
        raise
    findings = configuration.findings
    seconds = {"catalog": round(loaded - started, 3), "build": round(time.process_time() - loaded, 3)}
    if out is not None:
        from configurator.exports import write_all

        written = write_all(configuration, out, formats or None)
        if not as_json:
            state.note("wrote " + ", ".join(str(path) for path in written))
    if as_json:
        from configurator.summary import document

        data: dict[str, Any] = document(configuration)
        emit_json({**data, "seconds": seconds})
    else:
        from configurator.cli.show import show_configuration

        for line in show_configuration(configuration):
            say(line)
    if firm:
        from configurator.cost import require_firm

        require_firm(configuration.cost)
    return exit_for(findings, fail_on)


def read_spec(
    name: str, flags: dict[str, Any], assignments: tuple[str, ...], lengths: Path | None = None
) -> tuple[Spec, Path | None]:
    """The spec that a preset's name or a YAML file stands for, with flags and assignments laid over it.

    lengths: a file of measured lengths, in place of the spec's own (which may be a file beside the spec).
    Raises `InputError` when there is neither, with the nearest preset.
    """
    from configurator.documents import read_yaml
    from configurator.errors import Fault, InputError
    from configurator.platform import platform_names
    from configurator.registry import nearest
    from configurator.spec import spec_from

    path = Path(name)
    if name in platform_names():
        data, told, beside = {"platform": name}, f"preset {name}", None
    elif path.is_file() or path.suffix in (".yaml", ".yml"):
        data, told, beside = read_yaml(path), str(path), path.parent
    else:
        expected = "a preset (" + ", ".join(platform_names()) + ") or a YAML file"
        fault = Fault("SPEC", "neither a preset nor a file", f"'{name}'", expected, nearest(name, platform_names()))
        raise InputError("no such spec", [fault])
    return spec_from({**_with_lengths(data, lengths, beside), **flags}, told, assignments), beside


def _with_lengths(data: dict[str, Any], lengths: Path | None, beside: Path | None) -> dict[str, Any]:
    """The spec's data with the rows of its file of measured lengths in the file's place."""
    from configurator.measured import read_lengths

    site = data.get("site")
    own = site.get("measured_lengths") if isinstance(site, dict) else None
    path = lengths or ((beside or Path()) / own if isinstance(own, str) else None)
    if path is None:
        return data
    return {**data, "site": {**(site if isinstance(site, dict) else {}), "measured_lengths": read_lengths(path)}}


def _known_formats(names: tuple[str, ...]) -> None:
    from configurator.exports import formats
    from configurator.registry import nearest

    for name in names:
        if name not in formats():
            near = nearest(name, formats())
            hint = f" Did you mean '{near}'?" if near else ""
            raise click.UsageError(f"no such format '{name}'.{hint} Formats: {', '.join(formats())}")
