"""What a line means that a player types while a move is put together: one order, in which nothing typed can mean two things.

A command begins with a slash, which no move does. All else is read as what the list shows in front of a choice, then as the word of a
choice, then as the number or the word that is open, and only then as a whole move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from deathmatch.core.game import Choice, Step
from deathmatch.core.options import lower
from deathmatch.match.position import RESIGN

COMMANDS: Final[Mapping[str, str]] = {
    "help": "this page",
    "state": "look again at how it stands",
    "log": "what has happened so far",
    "rules": "the rule book",
    "back": "take the last choice back",
    "resign": "give up; you are asked first",
    "quit": "leave without resigning (so do Ctrl-C and Ctrl-D)",
}
"""Each with what it does."""

ORDER: Final = (
    "a command, which begins with a slash;",
    "Enter alone: send the move, once it is whole;",
    "what stands in front of a choice;",
    "the word of a choice;",
    "a number or a word, where the list says that one may come;",
    f"a whole move as in the rule book, which is sent at once; {RESIGN} gives up.",
)
"""What a line is read as; the first that fits counts."""


class Act(Enum):
    """What a line asks for; with it goes a text."""

    COMMAND = "command"  # its name, without the slash
    CHOOSE = "choose"  # the next token
    SEND = "send"  # a whole move, in any spelling


@dataclass(frozen=True, slots=True)
class Meant:
    """What a line means."""

    act: Act
    text: str


def marks(step: Step) -> dict[str, Choice]:
    """What is shown in front of each choice and chooses it, in the order of the list.

    That is its key; without one its word, where that is all there is to read; else its place in the list, unless it could be taken for
    a number, a key or a word that may come here too.
    """
    keys = {choice.key for choice in step.choices if choice.key}
    taken = keys | {lower(choice.token) for choice in step.choices}
    choices: dict[str, Choice] = {}
    for place, choice in enumerate(step.choices, 1):
        token = lower(choice.token)
        if choice.key and choice.key not in choices:
            mark = choice.key
        elif token == lower(choice.label) and token not in keys:
            mark = token
        else:
            mark = str(place) if step.number is None and str(place) not in taken else f"#{place}"
        choices[mark] = choice
    return choices


def understand(step: Step, typed: str) -> Meant:
    """What the line means at this step; raises ValueError, with words for the player, where it means nothing."""
    word = lower(typed.strip())
    if word.startswith("/"):
        if word[1:] not in COMMANDS:
            raise ValueError(f"There is no command {word}; there are {', '.join('/' + name for name in COMMANDS)}.")
        return Meant(Act.COMMAND, word[1:])
    if not word:
        if step.whole is None:
            raise ValueError("Nothing to send yet: choose from the list, or type the whole move. /help says more.")
        return Meant(Act.SEND, step.whole)
    token = _token(step, word)
    if token is not None:
        return Meant(Act.CHOOSE, token)
    return Meant(Act.COMMAND, RESIGN) if word == RESIGN else Meant(Act.SEND, typed)


def _token(step: Step, word: str) -> str | None:
    """The token that a word chooses; None for none."""
    choice = marks(step).get(word) or next((choice for choice in step.choices if lower(choice.token) == word), None)
    if choice is not None:
        return choice.token
    if (
        step.number is not None
        and word.isascii()
        and word.isdigit()
        and len(word) <= 9
        and step.number.low <= int(word) <= step.number.high
    ):
        return str(int(word))
    if step.word is not None and word.isascii() and word.isalpha() and step.word.low <= len(word) <= step.word.high:
        return word
    return None
