"""Errors, of three kinds that never mix: text that cannot be read, refusals by a rule or a limit, and our own bugs.

Every error that a caller may catch is a `DeathmatchError`, whose docstring draws the tree. A bug of ours is an `AssertionError` or whatever
Python raises, and never one of these. A wrong argument of a call (a negative number of games) is Python's own `ValueError` or `TypeError`.

A refusal's `str` ends in the rule that it cites, as `rules/README.md` asks. Its text tells nothing that its receiver may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ParamSpec

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule of one rule book, such as `GAME R5`."""

    book: str
    number: int

    def __str__(self) -> str:
        return f"{self.book} R{self.number}"


class DeathmatchError(Exception):
    """The base of every error that a caller may catch.

    Each class keeps the built-in base that is named beside it, so `except ValueError` catches a refusal too.

        DeathmatchError
        |-- Refusal (ValueError)                 a submission or deal that is not accepted; cites the rule
        |   |-- Malformed                        the text is no answer to this decision; has the position
        |   `-- Illegal                          it can be read, and a rule forbids it
        |-- LateError (ValueError)               an answer to a question that is no longer open, or while the clocks are stopped
        |-- RulingError (ValueError)             a ruling of the host that does not fit the match
        |-- EventError (ValueError)              an event of a journal that cannot follow the events before it
        |-- OptionError (ValueError)             a value that an option does not allow
        |-- GameFileError (ValueError)           a game in one file that is refused; has the file and the line
        |-- NotUtf8Error (ValueError)            a file or a message is not text in UTF-8; has the line
        |-- LessonError (ValueError)             a file of lessons or puzzles that is refused
        |-- RecordError (ValueError)             a record that is refused; has the line, and the rule if one is broken
        |-- UnfinishedError (ValueError)         a match that is not over, although the call needs a finished one
        |-- UnsolvableError (ValueError)         a position that a solver does not take on
        |-- UnknownNameError (LookupError)       there is no game, variant, bot, theme or capability of this name
        |   `-- PluginError                      there is one, and the package that brings it cannot be loaded
        |-- LexiconError                         something about a word list
        |   |-- UnknownLexiconError (LookupError)    the host has none of this name
        |   `-- UnreadableLexiconError (ValueError)  it cannot be read
        |-- PoolError (RuntimeError)             workers that cannot do a task
        |-- BotError (RuntimeError)              a bot or an advisor gave no answer, or one that is not legal; names bot, seat and question
        |   `-- SilentError                      a bot of another package does not answer, or its process dies; it is left out
        |-- StoreError                           the server's disk did not take or give an entry
        |   |-- Exists                           there is such a match already
        |   |-- Busy                             too much waits for the disk
        |   |-- Behind                           the log has entries that its writer does not know
        |   `-- Damaged                          the log has changed since it was written; has the match and the entry
        |-- WrongKey (ValueError)                the key of a data folder's secrets is missing, unusable or another one
        |-- PortTaken                            a server cannot listen on the port that was given
        |-- Problem                              a server's answer to a request that it refuses
        |-- Gone                                 a table that has just left the server's memory; ask again
        |-- Refused                              a webhook may not send to this address
        |-- UnattendedError                      no worker has taken a question for a bot
        `-- WrongAnswer (ValueError)             an answer of a browser that opens no account by a passkey
    """


class UnsolvableError(DeathmatchError, ValueError):
    """A position that a solver cannot solve, because it is too large or too much of it is unknown; raised as early as possible.

    Attributes:
        reason: one sentence without a full stop, which names a smaller problem that can be solved.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownNameError(DeathmatchError, LookupError):
    """No game, variant, bot, theme or capability has this name. The message lists the names that exist."""


class PluginError(UnknownNameError):
    """A package brings a game or a bot of this name, and it cannot be loaded.

    Attributes:
        name: of the game or bot; `MODULE:CLASS` of a bot that no package announces.
        package: the distribution that brings it; empty if it is not an installed one.
        cause: what went wrong, in one line.
    """

    def __init__(self, name: str, package: str, cause: str) -> None:
        super().__init__(f"{name}{f' of the package {package}' if package else ''} cannot be loaded: {cause}")
        self.name = name
        self.package = package
        self.cause = cause

    def __reduce__(self) -> tuple[type[PluginError], tuple[str, str, str]]:
        return PluginError, (self.name, self.package, self.cause)


class BotError(DeathmatchError, RuntimeError):
    """A bot gave no legal move, or a bot or an advisor no answer: it failed, took far too long, or took its process down twice.

    Attributes:
        bot: its name; empty if the words say it.
        seat: for which it was asked, `A` or `B`; empty outside of a match of bots.
        question: the number of the question, from 0; None outside of a match of bots.
    """

    def __init__(self, words: str, bot: str = "", seat: str = "", question: int | None = None) -> None:
        super().__init__(words)
        self.bot = bot
        self.seat = seat
        self.question = question

    def __reduce__(self) -> tuple[type[BotError], tuple[str, str, str, int | None]]:
        return BotError, (str(self), self.bot, self.seat, self.question)


@contextmanager
def blaming(bot: str, seat: str, question: int) -> Generator[None]:
    """Whatever fails meanwhile is this bot's fault; raises BotError, with the error as its cause."""
    try:
        yield
    except Exception as error:
        words = f"the bot {bot} failed at question {question}, asked for seat {seat}: {type(error).__name__}: {error}"
        raise BotError(words, bot, seat, question) from error


class Refusal(DeathmatchError, ValueError):
    """A submission or deal that is not accepted.

    Attributes:
        reason: one sentence without a full stop, for the sender alone.
        rule: the rule that refuses it.
    """

    def __init__(self, reason: str, rule: Rule) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class Malformed(Refusal):
    """Text that is no answer to this decision.

    Attributes:
        position: where reading stopped, counted in characters from 0.
    """

    def __init__(self, reason: str, rule: Rule, position: int = 0) -> None:
        super().__init__(reason, rule)
        self.position = position


class Illegal(Refusal):
    """A move that was understood and that a rule forbids."""


def refusal(check: Callable[P, object], *given: P.args, **named: P.kwargs) -> Illegal | None:
    """The refusal with which a check of the rules ends; None if it passes."""
    try:
        check(*given, **named)
    except Illegal as why:
        return why
    return None


class OptionError(DeathmatchError, ValueError):
    """An option that a variant lacks, or a value that it does not take.

    Attributes:
        reason: the fault, and the text that was expected.
        keys: the options at fault; several if only together they are.
    """

    def __init__(self, reason: str, *keys: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.keys = keys
