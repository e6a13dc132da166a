"""CITATION.cff and `pyproject.toml` say the same of the project."""

from __future__ import annotations

import tomllib

import yaml

from deathmatch import __version__
from tools.conventions import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_citation_says_what_the_package_says() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["title"].lower() == PROJECT["name"]
    assert citation["version"] == __version__
    assert citation["authors"] == PROJECT["authors"]
    assert citation["keywords"] == PROJECT["keywords"]
    assert citation["abstract"] == f"{PROJECT['description']}."
    assert {"cff-version", "message", "type"} <= set(citation)


def test_every_licence_of_the_notice_is_in_the_expression() -> None:
    assert PROJECT["license"].split(" AND ") == ["MIT", "OFL-1.1", "LicenseRef-SCOWL"]
    notice = (ROOT / "NOTICE").read_text()
    for name in ("SIL Open Font License 1.1", "SCOWL-LICENSE.txt"):
        assert name in notice


def test_every_language_of_the_page_has_its_classifier() -> None:
    languages = {path.stem for path in (ROOT / "src" / "deathmatch" / "languages").glob("*.po")} | {"en"}
    spoken = {line.rpartition(" ")[2] for line in PROJECT["classifiers"] if line.startswith("Natural Language")}
    assert spoken == {{"en": "English", "de": "German", "ko": "Korean"}[language] for language in languages}
