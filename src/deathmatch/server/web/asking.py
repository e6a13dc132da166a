"""Errors of a lobby and its rooms, as a Problem for HTTP or a WebSocket."""

from __future__ import annotations

from deathmatch.core.errors import Refusal
from deathmatch.core.speech import say
from deathmatch.match.journal import LateError
from deathmatch.server.store.interface import Damaged, StoreError
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

UNMET = (Problem, Refusal, LateError, StoreError)
"""All errors by which a lobby and its rooms refuse a request."""


def problem_of(error: Exception) -> Problem:
    """One of `UNMET` in the words for its sender."""
    match error:
        case Problem():
            return error
        case Refusal():
            return problems.by_the_rules(error)
        case LateError():
            return problems.conflict(error.reason)
        case Damaged():
            return problems.damaged()
        case StoreError():
            return Problem(say("the server cannot read its matches now; try again in a moment"), 503)
        case _:
            raise AssertionError(f"{type(error).__name__} is no refusal") from error
