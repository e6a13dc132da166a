"""The workflows for a public forge can be read, call what exists, test what the classifiers name, and hold no secret and no host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tools.conventions import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(path.name for path in FOLDER.iterdir())
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def read(name: str) -> dict[Any, Any]:
    """A workflow; YAML takes its key `on` for the word true."""
    found: dict[Any, Any] = yaml.safe_load((FOLDER / name).read_text())
    return found


def steps(name: str) -> Iterator[dict[str, Any]]:
    for job in read(name)["jobs"].values():
        yield from job.get("steps", [])


@pytest.mark.parametrize("name", WORKFLOWS)
def test_it_is_whole_and_calls_what_exists(name: str) -> None:
    workflow = read(name)
    assert workflow[True], "it is never started"
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["runs-on"] == "ubuntu-latest" if "steps" in job else (ROOT / job["uses"]).is_file()
        assert set([job.get("needs", [])] if isinstance(job.get("needs"), str) else job.get("needs", [])) <= set(workflow["jobs"])
    for step in steps(name):
        for target in re.findall(r"\bmake ([\w-]+)", step.get("run", "")):
            assert target in TARGETS
        for module in re.findall(r"\bpython -m (tools\.\w+)", step.get("run", "")):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
        assert "run" in step or re.fullmatch(r"[\w-]+/[\w-]+@[\w/.]+", step["uses"]), "what it uses has no version"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_it_has_no_secret_and_no_address(name: str) -> None:
    text = (FOLDER / name).read_text()
    assert "secrets." not in text
    assert "://" not in text
