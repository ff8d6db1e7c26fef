"""build and the commands on saved designs: the contract's document, exit codes, and errors that a user understands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said

Say = Callable[..., Said]


def _keys(data: Any, path: str = "") -> set[str]:
    if not isinstance(data, dict):
        return {path}
    return {path} | {k for key, value in data.items() for k in _keys(value, f"{path}.{key}" if path else key)}


CONTRACT = """
spec design.platform design.gpus design.scale_up_size design.scale_up_domains design.racks
design.network_racks design.nodes design.counts.accelerator design.counts.cpu design.counts.memory
design.counts.nic design.counts.scale_up_switch design.counts.scale_out_switch design.counts.optic
design.counts.cable design.counts.power_shelf design.counts.cdu design.tiers.scale_up design.tiers.scale_out
design.links.scale_up design.links.node_leaf design.links.leaf_spine design.links.spine_core
design.links.management power.it_kw power.provisioned_kw power.liquid_kw power.air_kw power.coolant_lpm
mechanics.racks cost.currency cost.as_of cost.capex.low cost.capex.base cost.capex.high cost.per_gpu.base
cost.by_category cost.by_scope.domain cost.by_scope.scale_out cost.by_scope.other_networks
cost.by_scope.facility cost.lines.total cost.lines.priced cost.lines.unpriced cost.lines.expired
cost.lines.estimated_share findings catalog.revision catalog.sha256 seconds
"""


def test_the_json_document_has_the_contracts_keys(say: Say) -> None:
    said = say("build", "eth-x-64", "--json")
    assert (said.code, said.err) == (0, "")
    data = json.loads(said.out)
    assert set(CONTRACT.split()) <= _keys(data)
    assert {"name", "used_mm", "mass_kg", "mass_complete"} <= set(data["mechanics"]["racks"][0])
    assert {"rule", "severity", "subject", "message", "source", "repairs", "waived"} <= set(data["findings"][0])
    for amount in data["cost"]["capex"].values():
        assert isinstance(amount, str)
        assert Decimal(amount) > 0


def test_out_writes_the_exports_and_saved_commands_agree_with_the_fresh_build(say: Say) -> None:
    fresh = json.loads(say("build", "eth-x-64", "--out", "d", "--json").out)
    assert sorted(p.name for p in Path("d").iterdir()) == [
        "bom.csv", "bom.xlsx", "cables.csv", "design.json", "findings.json",
    ]  # fmt: skip
    assert json.loads(say("check", "d/design.json", "--json").out)["findings"] == fresh["findings"]
    assert json.loads(say("cost", "d/design.json", "--json").out) == fresh["cost"]
    for name in ("bom.csv", "cables.csv", "findings.json", "bom.xlsx", "design.json"):
        assert say("export", "d/design.json", "--as", name, "-o", f"again/{name}").code == 0
        assert Path("again", name).read_bytes() == Path("d", name).read_bytes()
    flat = json.loads(say("bom", "d/design.json", "--json").out)["lines"]
    assert sum(line["quantity"] for line in flat if line["part"] == "ACC-GEN-ETHX-400") == 64


@pytest.mark.parametrize(
    ("args", "code", "stream"),
    [
        (("build", "eth-x-64"), 0, "64-GPU scale-up domain"),
        (("build", "hgx-8", "--gpus", "8"), 0, "1 scale-up domain(s) of 8"),
        (("build", "eth-x-64", "--fail-on", "warning"), 1, "2 warning(s)"),
        (("build", "eth-x-64", "--fail-on", "info"), 1, "info"),
        (("build", "eth-x-64", "--set", "budget=1000"), 4, "PRC110"),
        (("build", "eth-x-64", "--firm"), 0, "Cost"),
        (("build", "eth-x-64", "--as-of", "2026-02-15", "--firm"), 5, "not firm on 2026-02-15"),
        (("build",), 2, "Missing argument"),
        (("build", "eth-x-64", "--gpu", "64"), 2, "No such option"),
        (("build", "eth-x-64", "--gpus", "many"), 2, "not a valid integer"),
        (("build", "eth-x-64", "--format", "bom.xlsx"), 2, "--format needs --out"),
        (("build", "eth-x-64", "--out", "o", "--format", "bom.xls"), 2, "Did you mean 'bom.xlsx'?"),
        (("bild", "eth-x-64"), 2, "Did you mean 'build'?"),
        (("build", "eth-x-46"), 3, "neither a preset nor a file, got 'eth-x-46'"),
        (("build", "eth-x-64", "--gpus", "0"), 3, "gpus: not accepted, got 0; expected greater than 0"),
        (("build", "eth-x-64", "--as-of", "yesterday"), 3, "as_of"),
        (("build", "eth-x-64", "--set", "scale_up.tapper=2"), 3, "scale_up.tapper: unknown key; did you mean 'taper'?"),
        (("build", "eth-x-64", "--set", "novalue"), 3, "not an assignment; expected key=value"),
        (("build", "eth-x-64", "--currency", "CNY"), 3, "no exchange rate is known"),
        (("build", "eth-x-64", "--gpus", "63"), 4, "cannot be built: 63 GPUs in whole nodes of 4"),
        (("build", "eth-x-64", "--set", "parts.cdu=CDU-OCP-RPU"), 4, "cannot be built: cdu for eth-x-64"),
        (("check", "missing.json"), 3, "missing.json: no such file or directory"),
        (("catalog", "show", "NOTHING-1"), 3, "unknown part, got 'NOTHING-1'"),
        (("catalog", "list", "gpu"), 2, "no such category 'gpu'"),
        (("catalog", "list", "cpu", "--where", "coresx > 3"), 2, "Did you mean 'cores'?"),
        (("catalog", "list", "cpu", "--where", "drop table part"), 2, "is not `field op value`"),
        (("rules", "PWR1O1"), 2, "Did you mean 'PWR101'?"),
        (("db", "upgrade", "0099"), 3, "no such schema revision '0099'"),
        (("--db", "mysql://u:secret@h/d", "build", "eth-x-64"), 3, "use SQLite or PostgreSQL"),
    ],
)  # fmt: skip
def test_exit_codes_and_messages(say: Say, args: tuple[str, ...], code: int, stream: str) -> None:
    said = say(*args)
    assert said.code == code, said.err
    assert stream in said.out + said.err
    assert "secret" not in said.out + said.err


def test_unsatisfiable_under_json_is_one_document_and_text_on_stderr(say: Say) -> None:
    said = say("build", "eth-x-64", "--set", "scale_up.asics_per_rack=5", "--json")
    assert said.code == 4
    data = json.loads(said.out)["unsatisfiable"]
    assert data["wanted"] == "5 scale-up ASICs a rack"
    assert data["conflict"][0]["rule"] == "LNK201"
    changes = [r["change"].rpartition(" ")[2] for r in data["repairs"]]
    assert changes == ["4", "8", "16"]  # cheapest first; 2 was tried too, and breaks LNK204
    assert all(r["verified"] and Decimal(r["cost"]) > 0 for r in data["repairs"])
    assert said.err.startswith("error: cannot be built")


BAD_SPECS = [
    ("gpus: 64\n", ["platform: required key is missing"]),
    ("platform: eth-x-64\ngpus: -4\n", ["gpus: not accepted, got -4"]),
    ("platform: eth-x-64\ngpuss: 4\ncurrency: usd\n", ["gpuss: unknown key; did you mean 'gpus'?", "currency: "]),
    ("platform: eth-x-64\nparts: {cpu: CPU-NONE, gpu: X}\n", ["parts.cpu: unknown part", "parts.gpu: unknown role"]),
    ("platform: eth-x-64\ngpus: [64\n", ["line 3, column 1"]),
    ("platform: eth-x-64\nplatform: hgx-8\n", ["line 2, column 1: key 'platform' is given twice"]),
    ("platform: !!python/object/apply:os.system ['id']\n", ["could not determine a constructor"]),
    ("a: &a [1]\nb: *a\n", ["line 2: aliases are not accepted"]),
    ("- platform\n", ["the top must be a mapping of keys, got list"]),
    ("", ["the top must be a mapping of keys, got nothing"]),
    ("platform: eth-x-64\nbudget: .nan\n", ["budget: "]),
    ("platform: eth-x-64\nsite: {rack_power_kw_max: .inf}\n", ["site.rack_power_kw_max: "]),
    ("platform: eth-x-64\ngpus: 99999999999999999999\n", ["gpus: "]),
    ("platform: ../../etc/passwd\n", ["platform: unknown platform, got '../../etc/passwd'"]),
    ("platform: eth-x-64\nwaive: {PWR101: {reason: x}}\n", ["waive.PWR101.author: required key is missing", "until"]),
]


@pytest.mark.parametrize(("text", "messages"), BAD_SPECS)
def test_bad_specs_name_every_fault_and_write_nothing(say: Say, text: str, messages: list[str]) -> None:
    Path("s.yaml").write_text(text, encoding="utf-8")
    said = say("build", "s.yaml", "--out", "o")
    assert said.code == 3
    assert said.out == ""
    for message in messages:
        assert message in said.err
    assert not Path("o").exists()


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00p", b"platform: \xff\n", b"\0"])
def test_a_spec_that_is_no_text(say: Say, raw: bytes) -> None:
    Path("s.yaml").write_bytes(raw)
    assert say("build", "s.yaml").code == 3


def test_a_spec_with_a_byte_order_mark_is_fine(say: Say) -> None:
    Path("s.yaml").write_bytes(b"\xef\xbb\xbfplatform: eth-x-64\n")
    assert say("build", "s.yaml").code == 0


def test_a_platform_file_beside_the_spec(say: Say) -> None:
    from configurator.registry import data_folder

    text = (data_folder("catalog") / "platforms" / "eth-x-64.yaml").read_text(encoding="utf-8")
    Path("sub").mkdir()
    Path("sub/mine.yaml").write_text(text.replace("name: eth-x-64", "name: mine"), encoding="utf-8")
    Path("sub/s.yaml").write_text("platform: mine.yaml\n", encoding="utf-8")
    said = say("build", "sub/s.yaml", "--json")
    assert said.code == 0, said.err
    assert json.loads(said.out)["design"]["platform"] == "mine"


def test_nothing_is_half_written_into_a_folder_that_is_a_file(say: Say) -> None:
    Path("o").write_text("mine")
    said = say("build", "eth-x-64", "--out", "o")
    assert said.code in (2, 3)
    assert Path("o").read_text() == "mine"


def test_a_failing_write_leaves_what_was_there(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("build", "eth-x-64", "--out", "o").code == 0
    before = {p.name: p.read_bytes() for p in Path("o").iterdir()}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("configurator.files.os.fsync", full)
    said = say("build", "eth-x-64", "--out", "o", "--gpus", "128")
    assert said.code == 3
    assert "no space left on device" in said.err
    assert {p.name: p.read_bytes() for p in Path("o").iterdir()} == before


@pytest.mark.parametrize(
    ("subject", "phrases"),
    [
        ("CDU-VRT-CDU121", ["refused CDU-CIT-CHX80", "if its price is wrong: ", "ESTIMATE", "asked for by" ]),
        ("ACC-GEN-ETHX-400", ["TEMPLATE", "1600000.00 in all"]),
        ("rack-1/compute-03", ["draws 4,262 W at most", "holds 4 x ACC-GEN-ETHX-400"]),
        ("compute-01/gpu-1", ["32 scale-up lanes each way in 4 links"]),
        ("scale-up-switch-1:bmc-1", ["out_of_band cable CBL-CAT6A"]),
        ("PWR101", ["holds everywhere in this design"]),
        ("PWR103", ["warning at compute/power_shelf"]),
        ("power.busbar", ["refused PWR-BUSBAR-ORV3"]),
    ],
)  # fmt: skip
def test_why_answers_for_anything(say: Say, subject: str, phrases: list[str]) -> None:
    say("build", "eth-x-64", "--out", "d", "--format", "design.json", "--set", "gpus=64")
    said = say("why", "d/design.json", subject)
    assert said.code == 0, said.err
    for phrase in phrases:
        assert phrase in said.out
    assert json.loads(say("why", "d/design.json", subject, "--json").out)["subject"] == subject


def test_why_of_nothing_names_the_nearest(say: Say) -> None:
    say("build", "eth-x-64", "--out", "d", "--format", "design.json")
    said = say("why", "d/design.json", "compute-1")
    assert said.code == 3
    assert "did you mean 'compute-1" in said.err


def test_compare_prints_the_index_and_the_lines_that_make_it(say: Say) -> None:
    said = say("compare", "hgx-8", "eth-x-64")
    assert said.code == 0
    assert "cost index" in said.out
    assert "1.0615" in said.out
    data = json.loads(say("compare", "hgx-8", "eth-x-64", "--json").out)
    assert data["columns"][1]["index"] == "1.0615"


@pytest.mark.parametrize(
    "args", [("presets",), ("formats",), ("rules",), ("rules", "PWR101"), ("db", "history"), ("db", "current"),
             ("catalog", "check"), ("catalog", "list"), ("catalog", "show", "PWR-SHELF-HPR-33")],
)  # fmt: skip
def test_lists_print_text_and_json(say: Say, args: tuple[str, ...]) -> None:
    assert say(*args).out.strip()
    assert json.loads(say(*args, "--json").out)


def test_help_imports_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "configurator", "--help"], check=True, capture_output=True, text=True
    )
    assert "Commands:" in done.stdout
    for heavy in ("sqlalchemy", "pydantic", "xlsxwriter", "alembic", "yaml", "numpy"):
        assert f"| {heavy}\n" not in done.stderr.replace(" ", "").replace("|", "| ")


def test_a_build_on_a_ready_database_imports_neither_alembic_nor_writers(database: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-X",
            "importtime",
            "-m",
            "configurator",
            "--db",
            str(database),
            "build",
            "eth-x-64",
            "--json",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    for heavy in ("alembic", "xlsxwriter"):
        assert f"| {heavy}\n" not in done.stderr.replace(" ", "").replace("|", "| ")


def test_an_internal_error_is_a_bug_report_not_a_traceback(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def boom(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("configurator.pipeline.configure", boom)
    said = say("build", "eth-x-64")
    assert said.code == 70
    assert "internal error: ZeroDivisionError: by zero" in said.err
    assert "This is a bug" in said.err
