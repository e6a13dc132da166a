"""Every exception of the package that a caller may catch hangs below `DeathmatchError`, and its docstring shows the tree as it is."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

from deathmatch.core.errors import DeathmatchError
from tests.errors import Raised, exceptions

PRIVATE = {
    "Ended": "the end of a match that rules in one file declare; what runs them catches it",
    "Fault": "of a game in one file; what loads it makes a GameFileError of it",
    "PassedError": "an answer of a bot that a server does not want any more; the seat that asked catches it",
    "NoAnswerError": "ends code of another package that does not come to an end; what loads that code catches it",
    "MissingLibraryError": "an optional library is not installed: a ModuleNotFoundError, as Python has it, with the way to install it",
    "Lost": "the end of a worker process; the thread that waits for its answer catches it",
    "OutOfTime": "ends long work of a bot that has no time left; the bot catches it",
    "Spent": "ends a search inside a bot of Guidance Rite, which catches it itself",
    "Unknown": "a gap in a kept solution, inside the solver of Five-Card Trick, whose bot and advisor catch it",
}
"""Exceptions of the package that never reach a caller, and why. Those whose name begins with `_` are private by their name."""

ROW = re.compile(r"^ *(?P<bars>[| `]*-- )?(?P<name>[A-Z]\w+)(?: \((?P<builtin>\w+)\))?(?:  .*)?$")


def public() -> dict[str, Raised]:
    return {name: raised for name, raised in exceptions().items() if not name.startswith("_") and name not in PRIVATE}


def below(name: str) -> bool:
    """Whether the class is `DeathmatchError` or below it."""
    return name == "DeathmatchError" or any(below(base) for base in exceptions()[name].bases if base in exceptions())


def drawing() -> Iterator[tuple[str, str, str]]:
    """The rows of the tree in the docstring: class, the one above it, and the built-in base that is named beside it."""
    above: dict[int, str] = {}
    assert DeathmatchError.__doc__ is not None
    for line in DeathmatchError.__doc__.splitlines():
        row = ROW.match(line)
        if row is None or row["name"] not in exceptions():
            continue
        depth = len(row["bars"] or "") // 4
        above[depth] = row["name"]
        yield row["name"], above.get(depth - 1, ""), row["builtin"] or ""


def test_every_exception_that_a_caller_may_catch_has_the_one_base() -> None:
    outside = [f"{raised.path}:{raised.line}: {name}" for name, raised in public().items() if not below(name)]
    assert not outside, f"below DeathmatchError, or in PRIVATE with a reason: {outside}"


def test_private_exceptions_are_there_and_have_a_reason() -> None:
    assert set(PRIVATE) <= set(exceptions())
    assert all(PRIVATE.values())


def test_the_docstring_shows_the_tree_as_it_is() -> None:
    rows = list(drawing())
    assert sorted(name for name, _, _ in rows) == sorted(public())
    for name, above, builtin in rows:
        bases = exceptions()[name].bases
        ours = [base for base in bases if base in exceptions()]
        assert ours == ([above] if above else []), name
        assert [base for base in bases if hasattr(builtins, base) and base != "Exception"] == ([builtin] if builtin else []), name
