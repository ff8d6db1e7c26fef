"""Read workbooks back: as they are, and as LibreOffice works them out with all cached values thrown away."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl.reader.excel import load_workbook

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""Recalculate always: without it LibreOffice shows the cached values of a file that it did not write itself."""


@dataclass(frozen=True)
class Seen:
    """One cell: its type (`s` text, `n` number, `f` formula, `e` error) and its value."""

    kind: str
    value: object


def cells(data: bytes, values: bool = False) -> dict[tuple[str, str], Seen]:
    """(sheet, cell) -> what stands there; with `values`, cached values in place of formulas."""
    book = load_workbook(io.BytesIO(data), data_only=values)  # type: ignore[no-untyped-call]
    return {
        (sheet.title, item.coordinate): Seen(item.data_type, item.value)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for item in row
        if item.value is not None
    }


def with_cached_value(data: bytes, sheet_file: str, cell: str, value: str) -> bytes:
    """The workbook with another cached value planted beside one formula."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name).decode()
            if name == f"xl/worksheets/{sheet_file}":
                pattern = rf'(<c r="{cell}"[^>]*><f>[^<]*</f><v>)[^<]*(</v>)'
                content, met = re.subn(pattern, rf"\g<1>{value}\g<2>", content)
                assert met == 1, f"{cell} of {sheet_file} holds no formula"
            new.writestr(name, content)
    return out.getvalue()


def recalculated(books: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    """The workbooks as LibreOffice saves them after working out every formula anew (in one run).

    Skips the test where LibreOffice is missing; fails there when `CI` is `true`.
    """
    program = shutil.which("soffice")
    if program is None:
        reason = "LibreOffice (soffice) is not installed: formulas cannot be worked out independently"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(PROFILE)
    paths = []
    for name, data in books.items():
        paths.append(folder / f"{name}.xlsx")
        paths[-1].write_bytes(data)
    command = [program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", "xlsx"]
    done = subprocess.run(
        [*command, "--outdir", str(folder / "out"), *map(str, paths)], capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    return {name: (folder / "out" / f"{name}.xlsx").read_bytes() for name in books}
