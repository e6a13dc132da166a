"""The walk of a submission in docs/architecture.md: every file and function of it exists, and each one leads to the next."""

from __future__ import annotations

import ast
import re

from tools.conventions import ROOT

ROW = re.compile(r"^\| (\d+) \| \[(?P<shown>[\w/.]+)\]\(\.\./(?P<path>[\w/.]+)\) \| `(?P<name>[\w.]+)` \| .+ \|$", re.MULTILINE)
CALLER = {6: 5, 8: 5, 9: 5, 10: 2}
"""Steps that another step than the one before calls; step 2 hands the acknowledgement in."""
HOPS = 10


def rows() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walk = text[text.index("## A submission, from the page") :].split("\n## ")[0]
    steps = list(ROW.finditer(walk))
    assert [int(row[1]) for row in steps] == list(range(1, len(steps) + 1))
    assert all(row["path"].endswith(row["shown"]) for row in steps)
    return [(row["path"], row["name"]) for row in steps]


def defined(path: str) -> dict[str, str]:
    """The functions of a file, as `name` and `Class.name`, with their source."""
    source = (ROOT / path).read_text("utf-8")
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions: dict[str, str] = {}
    for node in ast.parse(source).body:
        inside = [(f"{node.name}.", child) for child in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        functions.update({f"{prefix}{one.name}": ast.unparse(one) for prefix, one in inside if isinstance(one, kinds)})
    return functions


def reached(functions: dict[str, str], caller: str) -> list[str]:
    """The source of a function, and of the helpers beside it that it calls, and of theirs."""
    names = [caller]
    for name in names:
        for own, helper in re.findall(r"self\.(_\w+)|(?<![\w.])(_\w+)\(", functions[name]):
            beside = f"{caller.rpartition('.')[0]}.{own}" if own else helper
            if beside in functions and beside not in names:
                names.append(beside)
    return [functions[name] for name in names]


def test_the_walk_has_at_most_ten_steps_and_each_of_them_exists() -> None:
    walk = rows()
    assert 5 <= len(walk) <= HOPS
    for path, name in walk:
        assert name in defined(path), f"{path} has no {name}"


def test_each_step_is_called_by_the_one_that_leads_to_it() -> None:
    walk = rows()
    for number, (_, name) in enumerate(walk[1:], 2):
        path, caller = walk[CALLER.get(number, number - 1) - 1]
        functions = defined(path)
        target = re.compile(rf"(?<!\w){name.rpartition('.')[2]}\b")
        letters = [functions.get("Room._open", "")] if name == "Room._carry_out" else []  # the inbox lies between, and says so
        if caller == "decide":  # it finds the function by the kind of the command
            letters.append(defined("src/deathmatch/server/table/play.py")["_submit"])
        assert any(target.search(source) for source in (*reached(functions, caller), *letters)), f"{caller} does not lead to {name}"
