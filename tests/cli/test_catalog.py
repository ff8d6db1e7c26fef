"""`catalog`: list with a filter, show, check, export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from configurator.cli import run
from configurator.store.database import make_engine, resolve, writing
from configurator.store.files import read_folder
from tests.build import catalog

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def db(sqlite_template: Path) -> str:
    return str(sqlite_template)


def _json(capsys: Capture) -> dict[str, Any]:
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, dict)
    return data


def _ids(capsys: Capture, db: str, *words: str) -> set[str]:
    assert run(["--db", db, "catalog", "list", *words, "--json"]) == 0
    return {part["part_id"] for part in _json(capsys)["parts"]}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], set(catalog().parts)),
        (["cpu"], {p.part_id for p in catalog().of("cpu")}),
        (
            ["accelerator", "--where", "tdp_w >= 1000 and vendor ~ nvidia"],
            {
                p.part_id
                for p in catalog().of("accelerator")
                if (getattr(p, "tdp_w", None) or 0) >= 1000 and p.vendor == "NVIDIA"
            },
        ),
        (["--where", "template = yes"], {p.part_id for p in catalog().parts.values() if p.template}),
        (["--where", "category = service"], {p.part_id for p in catalog().of("service")}),
        (["cpu", "--where", "cores < 0"], set()),
    ],
)
def test_list_is_what_holds(db: str, capsys: Capture, words: list[str], expected: set[str]) -> None:
    assert _ids(capsys, db, *words) == expected


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["list", "gpus"], 2, "no such category 'gpus'."),
        (["list", "--where", "tdpw > 3"], 2, "no such field 'tdpw'. Did you mean 'tdp_w'?"),
        (["list", "--where", "tdp_w"], 2, "is not `field op value`"),
        (["list", "--where", "tdp_w > hot"], 2, "tdp_w is a number, 'hot' is not"),
        (["list", "--where", "1=1; drop table part"], 2, "no such field '1'"),
        (["show", "CPU-AMD-9556"], 3, "unknown part, got 'CPU-AMD-9556'; did you mean 'CPU-AMD-9"),
        (["show", "CPU-AMD-9555", "--as-of", "soon"], 2, "expected YYYY-MM-DD"),
        (["export", "x", "--as", "pdf"], 2, "'pdf' is not one of"),
    ],
)
def test_a_wrong_question_is_told_so(db: str, capsys: Capture, words: list[str], code: int, message: str) -> None:
    assert run(["--db", db, "catalog", *words]) == code
    said = capsys.readouterr()
    assert message in said.err
    assert said.out == ""


def test_show_says_unit_basis_and_source_of_each_value(db: str, capsys: Capture) -> None:
    assert run(["--db", db, "catalog", "show", "ACC-AMD-MI300X", "--as-of", "2026-11-30", "--json"]) == 0
    data = _json(capsys)
    values = {value["field"]: value for value in data["values"]}
    assert (values["tdp_w"]["value"], values["tdp_w"]["unit"], values["tdp_w"]["basis"]) == (750.0, "W", "read")
    assert values["mass_kg"]["basis"] == "estimate"
    assert values["fp4_dense_tflops"]["value"] is None
    assert [offer["state"] for offer in data["offers"]] == ["valid"]
    assert data["used"] == data["offers"][0]["offer_id"]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("ACC-AMD-MI300X", ["ESTIMATE", "unknown", "valid on 2026-11-30, used"]),
        ("ACC-BR-BR100", ["no offer: unpriced"]),
        (next(p.part_id for p in catalog().parts.values() if p.template), ["TEMPLATE"]),
    ],
)
def test_show_is_loud_about_what_is_not_known(db: str, capsys: Capture, part: str, words: list[str]) -> None:
    assert run(["--db", db, "catalog", "show", part, "--as-of", "2026-11-30"]) == 0
    said = capsys.readouterr().out
    for word in words:
        assert word in said


def test_check_counts_and_questions(db: str, capsys: Capture) -> None:
    assert run(["--db", db, "catalog", "check", "--json"]) == 0
    data = _json(capsys)
    assert (data["parts"], data["origin"]) == (len(catalog().parts), "shipped")
    assert data["unpriced"] == len(set(catalog().parts) - set(catalog().offers))
    assert 0 < data["estimated_offers"] < data["offers"]
    assert run(["--db", db, "catalog", "check"]) == 0
    assert capsys.readouterr().out.endswith("revision 1: the shipped catalog\n")


@pytest.mark.parametrize(
    ("statement", "origin", "question"),
    [
        ("update revision set author = 'a planner'", "changed", None),
        ("update part_cpu set tdp_w = 36000 where part_id = 'CPU-AMD-9555'", "edited", "tdp_w is 36000, usually"),
        ("update part_cpu set tdp_w = 0.5 where part_id = 'CPU-AMD-9555'", "edited", "tdp_w is 0.5, usually"),
    ],
)
def test_check_questions_what_users_changed(
    database_url: str, capsys: Capture, statement: str, origin: str, question: str | None
) -> None:
    engine = make_engine(resolve(database_url))
    with writing(engine) as connection:
        connection.execute(text(statement))
    engine.dispose()
    assert run(["--db", database_url, "catalog", "check", "--json"]) == 0
    data = _json(capsys)
    assert data["origin"] == origin
    texts = [q["text"] for q in data["questions"] if q["part"] == "CPU-AMD-9555"]
    assert [t.startswith(question or "") for t in texts] == ([True] if question else [])


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_export_writes_one_file_a_category(db: str, tmp_path: Path, capsys: Capture, kind: str) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        assert run(["--db", db, "catalog", "export", str(folder), "--as", kind, "--json"]) == 0
        assert _json(capsys)["files"] == [str(folder / p.name) for p in sorted(folder.iterdir(), key=_place)]
    assert len({tuple(p.read_bytes() for p in sorted(f.iterdir())) for f in folders}) == 1
    if kind == "csv":
        assert read_folder(folders[0]).sha256 == catalog().sha256


def _place(path: Path) -> tuple[bool, str]:
    shared = ["prices", "sources", "field_basis"]
    return path.stem in shared, str(shared.index(path.stem)) if path.stem in shared else path.stem
