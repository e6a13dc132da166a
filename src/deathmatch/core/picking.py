"""A decision to choose among things: one, a set, a sequence, one of each kind, or a number. Reading, counting and composing follow.

PickDecision("two cards", Clock(("time_play",)), R3, pick(hand, 2), slots=(("ace", "hand-1"), ...))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any, ClassVar

from deathmatch.core.errors import Illegal, Malformed, Refusal, Rule
from deathmatch.core.game import Choice, Clock, Number, Step
from deathmatch.core.options import lower
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import listed, say

NONE = "none"  # the text of an answer that holds nothing
MOST = 20_000  # answers to one question
Picked = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The things that a decision wants. `pick`, `sequence`, `one`, `one_of_each` and `number` make one.

    Attributes:
        kind: `set`, `sequence`, `each` (one of each group) or `number`.
        groups: the things; several groups of them for `each`.
        low, high: how many.
        single: whether the answer is the thing itself.
        but: answers that a rule forbids.
        of: things that can be named although they cannot be chosen now.
        on: the part of the picture in which the things lie; empty for the hand.
        into: the part of the picture into which they go.
        prompts: the words of each step, or of each group.
        why: the words for somebody who names something forbidden.
        rule: the number of the rule that forbids it.
    """

    kind: str
    groups: tuple[Picked, ...]
    low: int
    high: int
    single: bool = False
    but: tuple[Picked | None, ...] = ()
    of: Picked = ()
    on: str = ""
    into: str = ""
    prompts: tuple[str, ...] = ()
    why: str = ""
    rule: int = 0

    @property
    def things(self) -> Picked:
        """All that can be chosen."""
        return tuple(thing for group in self.groups for thing in group)

    def answer(self, move: Picked) -> Any:
        """A move as the rules want it."""
        return move[0] if self.single else move


def _wanted(kind: str, groups: Iterable[Iterable[Any]], low: int, high: int, more: dict[str, Any], *, single: bool = False) -> Wanted:
    kept: dict[str, Any] = {key: tuple(value) if key in ("but", "of", "prompts") else value for key, value in more.items()}
    return Wanted(kind, tuple(map(tuple, groups)), low, high, single, **kept)


def pick(things: Iterable[Any], low: int, high: int | None = None, **more: Any) -> Wanted:
    """A set of `low` to `high` different things, tapped in any order. The rules get them in the order of `things`.

    All kinds take these, by name: `but`, the answers that are forbidden, `why` in words, and the `rule` of this number; `of`, things
    that may be named although they cannot be chosen now; `on`, the value in which the things lie, to be tapped there (`other.tiles` is
    that of the other seat); `into`, the row in which they are seen until they are submitted; `prompts` for each step.
    """
    return _wanted("set", [things], low, low if high is None else high, more)


def sequence(things: Iterable[Any], number: int, **more: Any) -> Wanted:
    """So many different things, in order."""
    return _wanted("sequence", [things], number, number, more)


def one(things: Iterable[Any], **more: Any) -> Wanted:
    """One thing; the rules get it alone."""
    return _wanted("set", [things], 1, 1, more, single=True)


def one_of_each(*groups: Iterable[Any], **more: Any) -> Wanted:
    """One thing of each group, tapped in any order; the rules get them in the order of the groups, and `prompts` names each group."""
    return _wanted("each", groups, len(groups), len(groups), more)


def number(low: int, high: int, **more: Any) -> Wanted:
    """A whole number; the rules get it alone."""
    return _wanted("number", [range(low, high + 1)], 1, 1, more, single=True)


@lru_cache(maxsize=256)
def _moves(wanted: Wanted) -> tuple[Picked, ...]:
    """All that are legal. Raises: ValueError if they are more than `MOST`."""
    found: list[Picked] = []
    kind, sizes = permutations if wanted.kind == "sequence" else combinations, range(wanted.low, wanted.high + 1)
    makers = [product(*wanted.groups)] if wanted.kind == "each" else [kind(wanted.things, size) for size in sizes]
    for move in (move for maker in makers for move in maker):
        if len(found) == MOST:
            raise ValueError(f"a question has at most {MOST} answers")
        if move not in wanted.but:
            found.append(move)
    return tuple(found)


@lru_cache(maxsize=1024)
def _next(wanted: Wanted, taken: Picked) -> tuple[Any, ...]:
    """The things after which a legal move can still come of it."""
    if wanted.kind == "sequence":
        able = {move[len(taken)] for move in _moves(wanted) if len(move) > len(taken) and move[: len(taken)] == taken}
    else:
        able = {thing for move in _moves(wanted) if set(taken) <= set(move) for thing in move} - set(taken)
    return tuple(thing for thing in wanted.things if thing in able)


@dataclass(frozen=True, slots=True)
class PickDecision(DecisionBase[Picked]):
    """The decision (`core.game.Decision`). Moves are tuples of things; their text is that of the things, or `none`.

    Attributes:
        title: the decision in words.
        clock: how long it may take.
        form: the rule that gives the form of the answer.
        wanted: the things.
        slots: the place of each thing in the picture.
    """

    title: str
    clock: Clock
    form: Rule  # type: ignore[misc]  # pyright: ignore[reportIncompatibleVariableOverride] - each question has its own
    wanted: Wanted
    slots: tuple[tuple[Any, str], ...] = ()
    prompt: ClassVar[str] = ""

    @property
    def words(self) -> str:
        """The prompt."""
        return self.title

    def moves(self) -> tuple[Picked, ...]:
        """Every legal move."""
        return _moves(self.wanted)

    def write(self, move: Picked, /) -> str:
        """The canonical text."""
        return " ".join(map(str, move)) or NONE

    def read(self, text: str, /) -> Picked:
        """The move of a text, in any letter case; in any order, unless the order counts."""
        things = {str(thing): thing for thing in (*self.wanted.things, *self.wanted.of)}
        move: list[Any] = []
        found = list(re.finditer(r"[^ \t]+", text))
        for word in found if [lower(word[0]) for word in found] != [NONE] else ():
            thing = things.get(lower(word[0]), ...)
            if thing is ... or thing in move:
                raise self._malformed(word.start())
            move.append(thing)
        if not found or not self.wanted.low <= len(move) <= self.wanted.high:
            raise self._malformed(len(text))
        return self._whole(tuple(move)) or tuple(move)

    def _whole(self, taken: Picked) -> Picked | None:
        """The legal move that these things are."""
        if self.wanted.kind == "sequence":
            return taken if taken in self.moves() else None
        return next((move for move in self.moves() if set(move) == set(taken)), None)

    def _malformed(self, place: int) -> Malformed:
        texts = ", ".join(map(self.write, self.moves()[:3]))
        return Malformed(say("expected {answer}, such as: {texts}", answer=self.title, texts=texts), self.form, place)

    def check(self, move: Picked, /) -> None:
        """Raises Illegal for a move that is forbidden now."""
        if move not in self.moves():
            raise self._refusal()

    def _refusal(self) -> Illegal:
        rule = Rule(self.form.book, self.wanted.rule or self.form.number)
        return Illegal(self.wanted.why or say("expected {answer}", answer=self.title), rule)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The next step after these tokens."""
        wanted = self.wanted
        taken: Picked = ()
        for place, token in enumerate(prefix if prefix != (NONE,) or () not in self.moves() else ()):
            offered = {str(thing): thing for thing in _next(wanted, taken)}
            if token not in offered:
                self.wrong(prefix, place)
            taken = (*taken, offered[token])
        whole = self._whole(taken) if prefix else None
        if wanted.kind == "number":
            span = None if prefix else Number(wanted.things[0], wanted.things[-1])
            return Step(self.title, number=span, whole=self.write(taken) if prefix else None)
        keys = self._keys()
        choices = [Choice(str(thing), str(thing), dict(self.slots).get(thing), key=keys[thing]) for thing in _next(wanted, taken)]
        if not prefix and () in self.moves():
            choices.append(Choice(NONE, say("nothing")))
        shown, text = self.preview(taken) if taken else None, None if whole is None else self.write(whole)
        return Step(self._asked(taken), tuple(choices) if prefix != (NONE,) else (), whole=text, view=shown)

    def preview(self, taken: Picked) -> Any:
        """The seat's view with these things chosen; None if it shows nothing of it."""
        return None

    def _asked(self, taken: Picked) -> str:
        wanted = self.wanted
        if wanted.kind == "each":
            left = [words for words, group in zip(wanted.prompts, wanted.groups, strict=False) if not set(group) & set(taken)]
            return listed(left) or self.title
        return wanted.prompts[len(taken)] if len(taken) < len(wanted.prompts) else self.title

    def _keys(self) -> dict[Any, str]:
        """A key for each thing: its own sign, or the first letter of its name that is free; empty for long numbers."""
        keys: dict[Any, str] = {}
        for thing in self.wanted.things:
            free = [sign for sign in str(thing) if sign.isalnum() and sign not in keys.values()]
            keys[thing] = free[0] if free and (len(str(thing)) == 1 or not str(thing).isdigit()) else ""
        return keys

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """Why the thing in this place cannot be chosen; None if it can, or if nothing lies there."""
        offered = {choice.slot for choice in self.compose(prefix).choices}
        return self._refusal() if self.wanted.why and slot not in offered and slot in dict(self.slots).values() else None
