"""Draw the picture of the README from a real build: the flow, with the counts that the product itself reports.

Run: .venv/bin/python scripts/pictures.py   (a test fails while docs/flow.svg is not what this draws)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from configurator.measures.rack import units_of  # noqa: E402
from configurator.pipeline import Configuration, configure  # noqa: E402
from configurator.registry import data_folder  # noqa: E402
from configurator.rules import rules  # noqa: E402
from configurator.spec import spec_from  # noqa: E402
from configurator.store.files import read_folder  # noqa: E402

COLOURS = {
    "compute": "#2f6f9f",
    "scale-up-switch": "#b4552d",
    "power-shelf": "#7a6a1f",
    "cdu": "#2b7a5b",
    "management-switch": "#6a4c8c",
    "management-controller": "#6a4c8c",
}


def draw() -> str:
    """The SVG text."""
    catalog = read_folder(data_folder("catalog"))
    made = configure(spec_from({"platform": "eth-x-64"}, "eth-x-64"), catalog)
    return "\n".join([*_head(), *_boxes(made, len(catalog.parts)), *_rack(made), "</svg>", ""])


def _head() -> Iterator[str]:
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 420" role="img"'
    yield ' font-family="sans-serif" font-size="13">'
    yield "<title>From a spec and the SQL catalog to a checked, priced rack</title>"
    yield '<rect width="920" height="420" fill="#ffffff"/>'


def _boxes(made: Configuration, parts: int) -> Iterator[str]:
    cost, design = made.cost, made.design
    power = made.sum_racks("it_w").value / 1000
    share = float(cost.estimated_share or 0) * 100
    boxes = [
        (20, 30, "Spec", ["eth-x-64: 64 GPUs", "prices of " + cost.as_of.isoformat()]),
        (20, 150, "SQL catalog", [f"{parts} parts, dated offers", "each value with its basis"]),
        (250, 90, "Assembly", [f"{len(design.decisions)} decisions, each with", "its reasons and refusals"]),
        (250, 230, "Rules", [f"{len(rules())} laws: limit, margin,", "source, cheapest repair"]),
        (
            480,
            90,
            "Bill and cost",
            [f"{len(made.bom.flat)} lines, {cost.total():,.0f} USD", f"{share:.0f} % of it estimated"],
        ),
        (480, 230, "Workbook, CSV, JSON", [f"{power:.1f} kW, one rack", "why: any line, watt, dollar"]),
    ]
    for x, y, title, lines in boxes:
        yield f'<rect x="{x}" y="{y}" width="190" height="82" rx="6" fill="#f4f6f8" stroke="#44576a"/>'
        yield f'<text x="{x + 12}" y="{y + 24}" font-weight="bold" fill="#1d2b38">{title}</text>'
        for row, text in enumerate(lines):
            yield f'<text x="{x + 12}" y="{y + 46 + 18 * row}" fill="#33424f">{text}</text>'
    for x1, y1, x2, y2 in (
        (210, 71, 248, 115),
        (210, 191, 248, 145),
        (345, 172, 345, 228),
        (440, 131, 478, 131),
        (440, 271, 478, 271),
        (575, 172, 575, 228),
        (670, 131, 718, 131),
    ):
        yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#44576a" marker-end="url(#a)"/>'
    yield (
        '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#44576a"/></marker></defs>'
    )


def _rack(made: Configuration) -> Iterator[str]:
    design = made.design
    kind = design.rack_types[0]
    rows = units_of(design, kind)
    x, y, height = 720, 18, 8.8
    tall = len(rows) * height + 8
    yield f'<rect x="{x - 4}" y="{y - 4}" width="178" height="{tall:.1f}" fill="none" stroke="#1d2b38"/>'
    for index, name in enumerate(rows):
        colour = "#e3e8ec" if name is None else COLOURS.get(name.rsplit("-", 1)[0], "#888888")
        top = y + index * height
        yield f'<rect x="{x}" y="{top:.1f}" width="170" height="{height - 1:.1f}" fill="{colour}"/>'
    for name in dict.fromkeys(n.rsplit("-", 1)[0] for n in rows if n):
        places = [i for i, n in enumerate(rows) if n and n.rsplit("-", 1)[0] == name]
        count = len({rows[i] for i in places})
        baseline = y + (places[0] + 0.7) * height  # the text stays within its rack unit
        yield f'<text x="{x + 6}" y="{baseline:.1f}" font-size="7.5" fill="#ffffff">{count} x {name}</text>'


if __name__ == "__main__":
    (ROOT / "docs" / "flow.svg").write_text(draw(), encoding="utf-8")
