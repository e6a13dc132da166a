"""The meaning of a line that a player types while composing a move. The order is fixed, so no line can mean two things.

A command starts with a slash, and no move does. Any other line is read as the mark in front of a choice, then as the word of a
choice, then as a number or a word if the step takes one, and last as a complete move.
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
    "help": "show this help",
    "state": "show the position",
    "log": "show all events so far",
    "rules": "show the rule book",
    "back": "undo the last choice",
    "resign": "resign, after a confirmation",
    "quit": "leave without resigning (as do Ctrl-C and Ctrl-D)",
}
"""The help text of each command."""

ORDER: Final = (
    "a command, which starts with a slash;",
    "Enter alone, which submits a complete move;",
    "the mark in front of a choice;",
    "the word of a choice;",
    "a number or a word, if the list offers one;",
    f"a complete move in the notation of the rule book, which is submitted at once, or {RESIGN}.",
)
"""How a line is read: the first match in this order counts."""


class Act(Enum):
    """The action that a line asks for; a text goes with it."""

    COMMAND = "command"  # its name, without the slash
    CHOOSE = "choose"  # the next token
    SEND = "send"  # a whole move, in any spelling


@dataclass(frozen=True, slots=True)
class Meant:
    """The meaning of a line."""

    act: Act
    text: str


def marks(step: Step) -> dict[str, Choice]:
    """The mark in front of each choice, which chooses it, in the order of the list.

    The mark is the key of the choice. Without a key it is its word, if the list shows only the word. Else it is the place in the list,
    with a # if the place alone could be taken for a number, a key or a word that may come here too.
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
    """The meaning of the line at this step; raises ValueError, with words for the player, if it has none."""
    word = lower(typed.strip())
    if word.startswith("/"):
        if word[1:] not in COMMANDS:
            raise ValueError(f"Unknown command {word}. The commands are {', '.join('/' + name for name in COMMANDS)}.")
        return Meant(Act.COMMAND, word[1:])
    if not word:
        if step.whole is None:
            raise ValueError("The move is not complete. Choose from the list or type a complete move. /help explains how.")
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
