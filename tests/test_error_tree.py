"""Every exception of the package that a caller may catch hangs below `DeathmatchError`."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import deathmatch
from deathmatch.core.errors import DeathmatchError

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


def test_every_exception_that_a_caller_may_catch_has_the_one_base() -> None:
    names = [found.name for found in pkgutil.walk_packages(deathmatch.__path__, "deathmatch.") if not found.name.endswith("__main__")]
    every = [value for name in names for value in vars(import_module(name)).values() if isinstance(value, type)]
    errors = {one for one in every if issubclass(one, BaseException) and one.__module__.startswith("deathmatch.")}
    outside = {one for one in errors if not issubclass(one, DeathmatchError) and not one.__name__.startswith("_")}
    assert len(errors) > 30
    assert {one.__qualname__ for one in outside} - PRIVATE.keys() == set(), "below DeathmatchError, or in PRIVATE with a reason"
