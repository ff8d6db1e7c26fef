"""Documents match the code: made blocks are current, named commands and keys exist, the picture is the product's."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from configurator.assembly.wishes import PIN_ROLES
from configurator.cli import COMMANDS
from configurator.spec import Spec

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_made_blocks_are_what_the_product_says() -> None:
    docs = _script("docs")
    for name in docs.DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert docs.filled(text) == text, f"{name} is not current: run scripts/docs.py"


def test_the_picture_is_made_by_the_product() -> None:
    assert _script("pictures").draw() == (ROOT / "docs" / "flow.svg").read_text(encoding="utf-8")


def test_the_readme_opens_with_picture_and_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("](docs/flow.svg)") < text.index("scripts/configurator build eth-x-64 --out eth-x-64")
    block = re.search(r"```sh\n(.*?)```", text, re.S)
    assert block is not None
    commands = [line.split("#")[0].strip() for line in block[1].splitlines()]
    assert commands == ["scripts/configurator build eth-x-64 --out eth-x-64", "scripts/test"]


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.name)
def test_named_commands_exist(path: Path) -> None:
    for name in re.findall(r"(?:^\$ |`)configurator ([a-z]+)", path.read_text(encoding="utf-8"), re.M):
        assert name in COMMANDS


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.name)
def test_yaml_examples_are_yaml(path: Path) -> None:
    for block in re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.S):
        data = yaml.safe_load(block)
        assert isinstance(data, dict)
        if "platform" in data:
            Spec.model_validate(data)


def test_pin_roles_are_all_named() -> None:
    text = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    for role in PIN_ROLES:
        assert role in text


def test_files_speak_of_the_project_alone() -> None:
    words = ("/work/", "/root/", "pypi." + "org", "files.python" + "hosted")
    kinds = (".py", ".md", ".toml", ".yaml", ".sh", ".csv", "")
    for path in sorted(p for p in ROOT.rglob("*") if p.is_file() and p.suffix in kinds and p != Path(__file__)):
        inner = path.relative_to(ROOT).parts
        hidden = [part for part in inner if part.startswith(".") and part != ".ci"]
        if hidden or any(part.endswith((".egg-info", "__pycache__")) for part in inner):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        assert not [word for word in words if word in text], path
