"""The walk of a submission in docs/architecture.md: every file and function of it exists."""

from __future__ import annotations

import ast
import re

from tools.conventions import ROOT

ROW = re.compile(r"^\| (\d+) \| \[(?P<shown>[\w/.]+)\]\(\.\./(?P<path>[\w/.]+)\) \| `(?P<name>[\w.]+)` \| .+ \|$", re.MULTILINE)
HOPS = 10


def rows() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walk = text[text.index("## A submission, from the page") :].split("\n## ")[0]
    steps = list(ROW.finditer(walk))
    assert [int(row[1]) for row in steps] == list(range(1, len(steps) + 1))
    assert all(row["path"].endswith(row["shown"]) for row in steps)
    return [(row["path"], row["name"]) for row in steps]


def defined(path: str) -> set[str]:
    """The functions of a file, as `name` and `Class.name`."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found: set[str] = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        inside = [(f"{node.name}.", child) for child in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        found |= {f"{prefix}{one.name}" for prefix, one in inside if isinstance(one, kinds)}
    return found


def test_the_walk_has_at_most_ten_steps_and_each_of_them_exists() -> None:
    walk = rows()
    assert 5 <= len(walk) <= HOPS
    for path, name in walk:
        assert name in defined(path), f"{path} has no {name}"
