"""A saved design gives what the fresh build gave; an edit by hand that breaks a rule is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from configurator.design import design_from_json, edited_since_built
from configurator.errors import InputError
from configurator.pipeline import Configuration
from configurator.summary import document
from tests.build import build, built


@pytest.mark.parametrize("preset", ["eth-x-64", "hgx-8"])
def test_a_saved_design_is_the_built_one(preset: str) -> None:
    fresh = built(preset)
    text = fresh.design.to_json()
    again = Configuration(design_from_json(text, "design.json"))
    assert again.design == fresh.design
    assert again.design.to_json() == text
    assert again.design.seal == again.design.fingerprint
    assert document(again) == document(fresh)
    assert again.bom == fresh.bom
    assert again.cost == fresh.cost


def test_a_design_saved_before_a_field_was_added_is_not_taken_for_edited() -> None:
    """Its seal is of the document as it was written then; a change of that document is an edit all the same."""
    written = json.loads(built("eth-x-64").design.to_json())
    assert written.pop("backbone") == []
    del written["seal"], written["spec"]["cabling"]
    text = json.dumps(written, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    sealed = json.dumps({**written, "seal": hashlib.sha256(text.encode()).hexdigest()})
    assert not edited_since_built(design_from_json(sealed, "design.json"), sealed)
    changed = sealed.replace('"gpus": 64', '"gpus": 60')
    assert edited_since_built(design_from_json(changed, "design.json"), changed)


def _data(preset: str = "eth-x-64") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(built(preset).design.to_json())
    return data


def _found(data: dict[str, Any]) -> set[str]:
    design = design_from_json(json.dumps(data), "design.json")
    configuration = Configuration(design, edited=design.seal != design.fingerprint)
    return {f.rule for f in configuration.findings if f.severity != "info"}


def _type(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(t for t in data["device_types"] if t["name"] == name)
    return found


def _drop_devices(data: dict[str, Any], *names: str) -> None:
    rack = data["rack_types"][0]
    rack["devices"] = [d for d in rack["devices"] if d["name"] not in names]
    rack["cables"] = [c for c in rack["cables"] if c["a"]["device"] not in names]
    rack["feeds"] = [f for f in rack["feeds"] if f["device"] not in names]
    rack["lanes"] = [
        g for g in rack["lanes"] if g["asic"].split("/")[0] not in names and g["accelerator"].split("/")[0] not in names
    ]


def _content(data: dict[str, Any], kind: str, role: str) -> dict[str, Any]:
    found: dict[str, Any] = next(c for c in _type(data, kind)["contents"] if c["role"] == role)
    return found


def _move(data: dict[str, Any], name: str, bottom: float) -> None:
    next(d for d in data["rack_types"][0]["devices"] if d["name"] == name)["bottom_mm"] = bottom


def _cable(data: dict[str, Any], index: int) -> dict[str, Any]:
    found: dict[str, Any] = data["rack_types"][0]["cables"][index]
    return found


def _fixture(data: dict[str, Any], role: str) -> None:
    rack = data["rack_types"][0]
    rack["contents"] = [c for c in rack["contents"] if c["role"] != role]


EDITS: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("a shelf taken out", lambda d: _drop_devices(d, "power-shelf-4"), "PWR101"),
    ("a compute tray taken out", lambda d: _drop_devices(d, "compute-16"), "CMP110"),
    ("a switch tray taken out", lambda d: _drop_devices(d, "scale-up-switch-4"), "LNK207"),
    ("two devices in one place", lambda d: _move(d, "compute-02", 288.0), "RCK101"),
    ("a device off the pitch", lambda d: _move(d, "management-switch-1", 1500.0), "RCK103"),
    ("a device out of the rack", lambda d: _move(d, "management-switch-1", 48.0 * 44), "RCK102"),
    ("a lane used twice", lambda d: d["rack_types"][0]["lanes"][1].update(accelerator_lane=0), "LNK202"),
    ("an ASIC lane used twice", lambda d: d["rack_types"][0]["lanes"][4].update(asic_lane=0), "LNK203"),
    ("a lane group taken out", lambda d: d["rack_types"][0]["lanes"].pop(), "LNK201"),
    ("a port plugged twice", lambda d: _cable(d, 1)["b"].update(port="port-1"), "LNK301"),
    ("a cable too short", lambda d: _cable(d, 0).update(ordered_m=0.5), "LNK310"),
    ("a management cable taken out", lambda d: d["rack_types"][0]["cables"].pop(0), "CMP113"),
    ("no cable tray", lambda d: _fixture(d, "cable_tray"), "CMP101"),
    ("no manifold", lambda d: _fixture(d, "manifold"), "CMP102"),
    ("no CDU", lambda d: _drop_devices(d, "cdu-1"), "CMP103"),
    ("no busbar", lambda d: _fixture(d, "busbar"), "CMP105"),
    ("no whips", lambda d: _fixture(d, "whip"), "CMP112"),
    ("no leak sensor", lambda d: _fixture(d, "leak_sensor"), "CMP112"),
    ("five GPUs in a tray", lambda d: _content(d, "compute", "accelerator").update(quantity=5), "PRT101"),
    ("odd memory", lambda d: _content(d, "compute", "memory").update(quantity=15), "CMP112"),
    ("a feed taken out", lambda d: d["rack_types"][0]["feeds"].pop(), "PWR107"),
    ("a feed of 10 A", lambda d: [f.update(current_a=10) for f in d["rack_types"][0]["feeds"]], "PWR301"),
    ("a heavier GPU", lambda d: d["parts"]["ACC-GEN-ETHX-400"].update(mass_kg=40), "RCK201"),
    ("a hotter GPU", lambda d: d["parts"]["ACC-GEN-ETHX-400"].update(tdp_w=2500), "COO101"),
    ("warmer water", lambda d: d["platform"]["cooling"]["supply_c"].update(value=50), "COO106"),
    ("an end-of-life CPU", lambda d: d["parts"]["CPU-INTC-8592P"].update(status="eol"), "LIF101"),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "rule"), [(e, r) for _, e, r in EDITS], ids=[name for name, _, _ in EDITS])
def test_an_edit_that_breaks_a_rule_is_found(edit: Callable[[dict[str, Any]], object], rule: str) -> None:
    data = _data()
    assert rule not in _found(data)
    edit(data)
    assert rule in _found(data)


def test_an_edit_is_said() -> None:
    data = _data()
    _type(data, "compute")["contents"][0]["quantity"] = 3
    design = design_from_json(json.dumps(data), "design.json")
    assert design.seal != design.fingerprint


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda d: d.update(format="ethx-design/9"),
            "format: unknown format, got 'ethx-design/9'; expected ethx-design/1",
        ),
        (lambda d: d.pop("racks"), "racks: required key is missing"),
        (lambda d: d.update(colour="red"), "colour: unknown key"),
        (lambda d: d["racks"][0].update(type="tall"), "racks.rack-1.type: no such rack type, got 'tall'"),
        (lambda d: d["rack_types"][0]["devices"][0].update(type="x"), "no such device type, got 'x'"),
        (
            lambda d: _content(d, "compute", "cpu").update(part="CPU-NONE"),
            "the design does not carry this part, got CPU-NONE",
        ),
        (
            lambda d: _content(d, "compute", "cpu").update(quantity=-1),
            "quantity: not accepted, got -1; expected greater than 0",
        ),
        (lambda d: d["parts"]["CPU-INTC-8592P"].update(tdp_w=-5), "tdp_w: not accepted, got -5"),
        (lambda d: d["parts"]["CPU-INTC-8592P"].update(category="gpu"), "CPU-INTC-8592P: unknown category 'gpu'"),
        (lambda d: d["racks"].append(dict(d["racks"][0])), "racks: the name is given twice, got 'rack-1'"),
        (lambda d: _cable(d, 0)["b"].update(device="nowhere"), "no such device, got 'nowhere'"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(edit: Callable[[dict[str, Any]], object], message: str) -> None:
    data = _data()
    edit(data)
    with pytest.raises(InputError) as caught:
        design_from_json(json.dumps(data), "design.json")
    assert message in str(caught.value)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_refused(share: float) -> None:
    text = built("eth-x-64").design.to_json()
    with pytest.raises(InputError, match="not valid JSON"):
        design_from_json(text[: int(len(text) * share)], "design.json")


@pytest.mark.parametrize("text", ['{"format": NaN}', '{"a": 1, "a": 2}', "[1]", "null", "", '{"format": Infinity}'])
def test_what_is_no_design_document(text: str) -> None:
    with pytest.raises(InputError):
        design_from_json(text, "design.json")


def test_a_waiver_stays_in_the_report_and_runs_out() -> None:
    waiver = {"PWR103": {"reason": "GB300 runs eight", "author": "site team", "until": "2026-12-31"}}
    finding = next(f for f in build("eth-x-64", waive=waiver).findings if f.rule == "PWR103")
    assert (finding.waived, finding.waiver) == (True, "GB300 runs eight (site team, until 2026-12-31)")
    waiver["PWR103"]["until"] = "2026-11-29"
    finding = next(f for f in build("eth-x-64", waive=waiver).findings if f.rule == "PWR103")
    assert (finding.waived, finding.waiver) == (False, "waiver ran out on 2026-11-29")


@pytest.mark.parametrize("role", ["cpu", "memory", "nic", "drive", "accelerator", "cooling_kit", "pcie_switch"])
@pytest.mark.parametrize("part", ["PWR-SHELF-HPR-33", "FLU-PG25"])
def test_a_part_of_another_category_is_judged_not_a_crash(role: str, part: str) -> None:
    data = _data()
    _content(data, "compute", role)["part"] = part
    design = design_from_json(json.dumps(data), "design.json")
    configuration = Configuration(design, edited=True)
    assert configuration.findings
    assert document(configuration)
