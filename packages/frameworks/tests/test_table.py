"""The table of docs/frameworks.md is true: all ten variants stand in it, and each cell says when the tests judge the variant."""

from __future__ import annotations

from packages.frameworks.tests import table
from packages.frameworks.tests.judging import VARIANTS
from tools.conventions import ROOT


def test_the_docs_say_when_each_suite_judges_each_variant() -> None:
    text = (ROOT / "packages/frameworks/docs/frameworks.md").read_text(encoding="utf-8")
    assert "\n".join(table.lines()) in text, "python -m packages.frameworks.tests.table prints the table"
    assert len(VARIANTS) == 10
    assert all(table.when(test, variant, "default") != "-" for test in table.SUITES.values() for variant in VARIANTS), (
        "each suite judges each variant at its defaults"
    )
