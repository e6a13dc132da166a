"""Errors, of three kinds that never mix.

    Refusal                 somebody else's mistake: state, turn and record stay as they were
        Malformed           the text cannot be read as a move here; has the position
        Illegal             it can be read, and a rule forbids it
    OptionError             a value that an option does not allow
    AssertionError          our own bug, and nothing else

A refusal's `str` ends in the rule that it cites, as `rules/README.md` asks. Its text tells nothing that its receiver may not know.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule of one rule book, such as `GAME R5`."""

    book: str
    number: int

    def __str__(self) -> str:
        return f"{self.book} R{self.number}"


class Refusal(ValueError):
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
    """Text that cannot be read as what is owed here.

    Attributes:
        position: where reading stopped, counted in characters from 0.
    """

    def __init__(self, reason: str, rule: Rule, position: int = 0) -> None:
        super().__init__(reason, rule)
        self.position = position


class Illegal(Refusal):
    """A move that was understood and that a rule forbids."""


class OptionError(ValueError):
    """An option that a variant lacks, or a value that it does not take.

    Attributes:
        reason: what is wrong and what was expected.
        keys: the options at fault; several where only together they are.
    """

    def __init__(self, reason: str, *keys: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.keys = keys
