"""The counts of the house: what they count, and that the house keeps to its budgets."""

from __future__ import annotations

from bench import submission
from tools.conventions import tracked
from tools.count import AT_LEAST, BUDGETS, HOUSE, Tree, circles, code_lines, counted

SOURCE = '''"""A file."""

from os import (
    path,
)


class House:
    """A house
    of two lines.
    """

    # a comment
    text = """a value
    of two lines"""
'''


def test_lines_of_code_are_no_docstrings_comments_or_blanks() -> None:
    assert code_lines(SOURCE) == 6


def test_a_circle_is_found_whatever_leads_into_it() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": [], "e": ["a"]}) == [["b", "c"]]


def test_imports_for_types_and_in_functions_count() -> None:
    files = {
        f"{HOUSE}a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from deathmatch import b\n",
        f"{HOUSE}b.py": "def late():\n    from deathmatch.a import x\n    return x\n",
        f"{HOUSE}c.py": "import deathmatch.a\n",
        f"{HOUSE}web/static/one.js": 'import { two } from "./two.js";\n',
        f"{HOUSE}web/static/two.js": '/** @type {import("./one.js").One} */\nexport const two = () => import("./three.js");\n',
        f"{HOUSE}web/static/three.js": 'export { two } from "./two.js";\n',
    }
    tree = Tree(files)
    assert tree.python_circles() == [[f"{HOUSE}a.py", f"{HOUSE}b.py"]]
    assert tree.script_circles() == [["three.js", "two.js"]]


def test_the_house_keeps_to_its_budgets() -> None:
    figures = counted(Tree(tracked()))
    over = {name: figures[name] for name in BUDGETS if name not in AT_LEAST and figures[name] > BUDGETS[name]}
    under = {name: figures[name] for name in AT_LEAST if figures[name] < BUDGETS[name]}
    assert not (over | under), "take something else away first, or say in the change why the budget rises (tools/count.py)"


def test_a_submission_walks_through_few_files() -> None:
    assert submission.measure()["files"] <= 38
