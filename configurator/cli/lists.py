"""Lists: rules, presets, topologies, formats."""

from __future__ import annotations

import click

from configurator.cli.common import emit_json, json_option, say


@click.command()
@click.argument("code", required=False)
@json_option
def rules(code: str | None, as_json: bool) -> None:
    """List the rules, or explain the one with CODE."""
    from configurator.registry import nearest
    from configurator.rules import rules as gallery

    found = gallery()
    if code is not None and code not in found:
        near = nearest(code, found)
        raise click.UsageError(f"no such rule '{code}'." + (f" Did you mean '{near}'?" if near else ""))
    chosen = [found[code]] if code is not None else list(found.values())
    if as_json:
        emit_json(
            {
                "rules": [
                    {
                        "code": law.code,
                        "judges": law.subject.__name__,
                        "severity": law.severity,
                        "veto": law.veto,
                        "law": law.law,
                        "source": law.source,
                    }
                    for law in chosen
                ]
            }
        )
        return
    for law in chosen:
        say(f"{law.code}  {law.severity:<8} {law.law}")
        if code is not None:
            subject = (law.subject.__doc__ or "").strip().splitlines()[0]
            say(f"        judges: {subject}")
            say(f"        source: {law.source}")
            say(f"        {'also refuses candidates during assembly' if law.veto else 'judges finished designs only'}")


@click.command()
@json_option
def presets(as_json: bool) -> None:
    """List the shipped platforms, each of which is a preset."""
    from configurator.platform import platform_data, platform_names

    items = [(name, str(platform_data(name)["title"])) for name in platform_names()]
    if as_json:
        emit_json({"presets": [{"name": name, "title": title} for name, title in items]})
        return
    for name, title in items:
        say(f"{name:<20} {title}")


@click.command()
@json_option
def topologies(as_json: bool) -> None:
    """List the shapes of scale-out fabrics and of scale-up domains over several racks."""
    from configurator.topologies import scale_up_topologies
    from configurator.topologies import topologies as gallery

    items = [("scale_out", s.name, s.title) for s in gallery().values()]
    items += [("scale_up", s.name, s.title) for s in scale_up_topologies().values()]
    if as_json:
        emit_json({"topologies": [{"network": n, "name": name, "title": title} for n, name, title in items]})
        return
    for network, name, title in items:
        say(f"{network:<10} {name:<16} {title}")


@click.command()
@json_option
def formats(as_json: bool) -> None:
    """List the export formats."""
    from configurator.exports import formats as gallery

    items = list(gallery().values())
    if as_json:
        emit_json({"formats": [{"name": f.name, "available": True, "files": [f.name]} for f in items]})
        return
    for item in items:
        say(f"{item.name:<16} {item.title}")
