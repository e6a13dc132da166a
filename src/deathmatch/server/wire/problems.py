"""The server's answers when it refuses a request.

Every message names the expectation that was not met, and no message tells its receiver a secret.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path

from deathmatch.core.errors import DeathmatchError, Malformed, Refusal
from deathmatch.core.speech import say
from deathmatch.server.wire import messages

REPLACED = 410  # the status of a refusal whose link was a player's, until the host gave the seat to a substitute
DEAD = (404, REPLACED)
NOT_NOW = 503  # the status of a refusal that has nothing to do with the request


class Problem(DeathmatchError):
    """A refused request. Nothing has changed.

    Attributes:
        reason: one sentence without a full stop.
        status: of HTTP.
        rule, position: of a refusal by the rules.
        warning: whether the move is legal, and its sender only has to confirm it.
        encodings: the ways to read a file; its sender chooses one.
        watch: the id of the match that its sender may watch instead.
    """

    def __init__(
        self,
        reason: str,
        status: int,
        rule: str = "",
        position: int | None = None,
        *,
        warning: bool = False,
        encodings: Sequence[messages.EncodingMessage] = (),
        watch: str = "",
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.rule = rule
        self.position = position
        self.warning = warning
        self.encodings = encodings
        self.watch = watch

    def refused(self, about: str, n: int = 0, id: str = "") -> messages.Refused:
        """The message for the sender."""
        return messages.Refused(about, self.reason, self.rule, self.position, n, self.warning, list(self.encodings), id)


class Gone(DeathmatchError):
    """This room has left memory; ask for it again."""


def outline(error: BaseException) -> str:
    """Kinds and places of an error and of what caused it, for a log; none of their texts, which may hold somebody's secret."""
    causes = []
    cause: BaseException | None = error
    while cause is not None:
        at = traceback.extract_tb(cause.__traceback__)
        causes.append(f"{type(cause).__name__} at {', '.join(f'{Path(one.filename).name}:{one.lineno}' for one in at)}")
        cause = cause.__cause__ or cause.__context__
    return "; after ".join(causes)


def missing(reason: str = "") -> Problem:
    """There is no such link; the answer is the same for a link that never existed and for one with a wrong letter."""
    return Problem(reason or say("there is no such link"), 404)


def wrong(reason: str) -> Problem:
    """A value in the request is wrong."""
    return Problem(reason, 422)


def conflict(reason: str) -> Problem:
    """The request is right in itself, but not now."""
    return Problem(reason, 409)


def risky(warning: str) -> Problem:
    """The move is legal, but its sender asked to be warned."""
    return Problem(warning, 409, warning=True)


def forbidden(reason: str) -> Problem:
    """This role may not do that."""
    return Problem(reason, 403)


def too_many(reason: str = "") -> Problem:
    """Over a limit."""
    return Problem(reason or say("too much at once; wait a moment and try again"), 429)


def not_saved() -> Problem:
    """The disk did not take it."""
    return Problem(say("this could not be saved and does not count; try again in a moment"), NOT_NOW)


def cut_short() -> Problem:
    """The server went down, or the table was put away, while it was being done."""
    return Problem(say("the table was closed meanwhile; open it again to see whether this counts"), NOT_NOW)


def not_open() -> Problem:
    """The table left memory each time that the server opened it."""
    return Problem(say("the server cannot open this table now; try again in a moment"), NOT_NOW)


def damaged() -> Problem:
    """The log of a match is not as it was written, and only the person who runs the server can do anything about it."""
    return Problem(say("this match is damaged on the server's disk and stays closed; the person who runs the server can salvage it"), 500)


def by_the_rules(refusal: Refusal) -> Problem:
    """A refusal by the rules, with the rule; the text is the referee's own."""
    return Problem(str(refusal), 422, str(refusal.rule), refusal.position if isinstance(refusal, Malformed) else None)
