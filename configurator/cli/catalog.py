"""`catalog`: list, show, check and export the parts catalog."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from configurator.cli.common import State, emit_json, json_option, say
from configurator.errors import Fault, InputError

if TYPE_CHECKING:
    from configurator.catalog import Catalog, Offer
    from configurator.parts.base import Part

ORIGINS = {
    "shipped": "the shipped catalog",
    "older": "an older shipped catalog; the database is read-only, so it was not refreshed",
    "changed": "changed since it was seeded; a newer shipped catalog does not replace it",
    "edited": "not what the last revision recorded: somebody wrote to the tables without making a revision",
}
"""What `catalog check` says of the origin of a database's content."""


@click.group()
def cmd() -> None:
    """List, show, check and export the parts catalog."""


@cmd.command("list")
@click.argument("category", required=False)
@click.option(
    "--where", metavar="EXPR", help='Only parts for which EXPR holds, e.g. "capacity_kw >= 100 and kind = cdu_in_row".'
)
@json_option
@click.pass_obj
def list_parts(state: State, category: str | None, where: str | None, as_json: bool) -> None:
    """List the parts of the catalog, or of one CATEGORY."""
    from configurator.catalog import dump_part
    from configurator.parts import categories
    from configurator.registry import nearest
    from configurator.where import holds, parse

    if category is not None and category not in categories():
        near = nearest(category, categories())
        hint = f" Did you mean '{near}'?" if near else ""
        raise click.UsageError(f"no such category '{category}'.{hint} Categories: {', '.join(categories())}")
    terms = parse(where, category) if where else ()
    catalog = state.catalog()
    parts = [p for p in catalog.parts.values() if category in (None, p.category) and holds(terms, p)]
    if as_json:
        emit_json({"parts": [dump_part(p) for p in parts]})
        return
    for part in parts:
        mark = "  TEMPLATE" if part.template else ""
        say(f"{part.part_id:<26} {part.category:<20} {_price(catalog, part, None):<34} {_name(part)}{mark}")


@cmd.command()
@click.argument("part_id", metavar="PART")
@click.option("--as-of", metavar="DATE", help="Say which offer is valid at this date.")
@json_option
@click.pass_obj
def show(state: State, part_id: str, as_of: str | None, as_json: bool) -> None:
    """Show PART: every value with its unit, basis and source, and its offers."""
    from configurator.catalog import dump_part, offers_at
    from configurator.registry import nearest

    at = _date(as_of)
    catalog = state.catalog()
    part = catalog.parts.get(part_id)
    if part is None:
        fault = Fault("PART", "unknown part", f"'{part_id}'", nearest=nearest(part_id, catalog.parts))
        raise InputError("no such part", [fault])
    offers = catalog.offers.get(part_id, ())
    used, used_state = offers_at(offers, at) if at is not None else (None, None)
    values = _values(catalog, part)
    if as_json:
        emit_json(
            {
                "part": dump_part(part),
                "values": values,
                "offers": [
                    {**o.model_dump(mode="json", exclude_none=True), **({"state": o.state(at)} if at else {})}
                    for o in offers
                ],
                **({"used": used.offer_id if used else None, "state": used_state} if at else {}),
            }
        )
        return
    say(f"{part.part_id}  {_name(part)}  [{part.category}]")
    if part.template:
        say("  TEMPLATE: stands for a class of parts and cannot be ordered as such")
    for name in ("status", "confidence", "notes"):
        if getattr(part, name) is not None:
            say(f"  {name:<26} {getattr(part, name)}")
    for value in values:
        shown = _shown(value["value"])
        tail = "" if value["value"] is None else f"  [{value['basis']}; {value['source'] or 'no source'}]"
        say(f"  {value['field']:<26} {shown:>12} {value['unit'] or '':<22}{tail}")
        if value["note"]:
            say(f"  {'':<26}   {value['note']}")
    for offer in offers:
        told = f", {offer.state(at)} on {at}{', used' if offer is used else ''}" if at else ""
        say(f"  offer {offer.offer_id}: {_offer_line(offer)}{told}")
        if offer.source:
            say(f"    {offer.source}")
        if offer.note:
            say(f"    {offer.note}")
    if not offers:
        say("  no offer: unpriced")


@cmd.command()
@json_option
@click.pass_obj
def check(state: State, as_json: bool) -> int:
    """Question what looks wrong: implausible values, unknown draw and mass, no price; say how much is estimated.

    Says too whether the database still holds the shipped catalog. Exit 1 on errors only.
    """
    from configurator.checkup import checkup

    catalog = state.catalog()
    result = checkup(catalog)
    origin = _origin(state, catalog)
    code = int(any(question.severity == "error" for question in result.questions))
    if as_json:
        emit_json({**result.model_dump(mode="json"), "origin": origin})
        return code
    for question in result.questions:
        say(f"{question.severity:<8} {question.part}: {question.text}")
    say(
        f"{result.parts} parts ({result.templates} templates), {result.offers} offers; "
        f"{result.estimated_offers / max(result.offers, 1) * 100:.0f} % of the offers are ESTIMATES; "
        f"{result.unpriced} parts unpriced"
    )
    say(f"revision {catalog.revision}: {ORIGINS[origin]}")
    return code


@cmd.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--as", "kind", type=click.Choice(["csv", "xlsx", "json"]), default="csv", show_default=True)
@json_option
@click.pass_obj
def export(state: State, folder: Path, kind: str, as_json: bool) -> None:
    """Write the catalog into DIR, one file a category; equal catalogs give equal bytes."""
    from configurator.store.export import export_folder

    written = export_folder(state.catalog(), folder, kind)
    if as_json:
        emit_json({"files": [str(path) for path in written]})
    state.note(f"wrote {len(written)} files into {folder}")


def _origin(state: State, catalog: Catalog) -> str:
    """Where the content comes from, as a key of `ORIGINS`."""
    from configurator.store.admin import status
    from configurator.store.database import resolve, troubles

    place = resolve(state.db_url)
    with troubles(place):
        found = status(place)
    return "edited" if found["sha256"] != catalog.sha256 else str(found["seed"])


def _values(catalog: Catalog, part: Part) -> list[dict[str, Any]]:
    from configurator.parts.base import Part as Shared
    from configurator.units import unit_of

    values = []
    for name in type(part).model_fields:
        if name in Shared.model_fields:
            continue
        basis = catalog.basis_of(part.part_id, name)
        own = (part.part_id, name) in catalog.field_bases
        value = getattr(part, name)
        values.append(
            {
                "field": name,
                "value": value,
                "unit": unit_of(type(part), name),
                "basis": basis.basis,
                "source": basis.source,
                "note": basis.note if own else None,
            }
        )
    return values


def _shown(value: Any) -> str:
    if value is None:
        return "unknown"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _offer_line(offer: Offer) -> str:
    loud = "ESTIMATE" if offer.basis in ("estimate", "forecast") else offer.basis
    text = f"{offer.low or '-'} / {offer.base} / {offer.high or '-'} {offer.currency}, {loud}, {offer.kind}"
    if offer.valid_from or offer.valid_to:
        text += f", valid {offer.valid_from or '...'} to {offer.valid_to or '...'}"
    return f"{text}, seen {offer.observed or '-'}"


def _name(part: Part) -> str:
    from configurator.bom import describe

    return describe(part)


def _price(catalog: Catalog, part: Part, at: date | None) -> str:
    offers = catalog.offers.get(part.part_id, ())
    if not offers:
        return "unpriced"
    latest = max(offers, key=lambda o: (o.valid_from or date.min, o.offer_id))
    loud = " ESTIMATE" if latest.basis in ("estimate", "forecast") else ""
    return f"{latest.base:>12} {latest.currency}{loud}"


def _date(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"--as-of: '{text}' is not a date; expected YYYY-MM-DD") from None
