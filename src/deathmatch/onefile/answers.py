"""Answers to a question: a number, one thing, a set or a sequence of some, or one of each kind. How they are read, counted and composed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import comb, perm, prod
from typing import Any, ClassVar

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, Refusal, Rule
from deathmatch.core.game import Choice, Clock, Number, Step
from deathmatch.core.options import lower
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import say

NONE = "none"  # the text of an answer that holds nothing
MOST = 5_000  # answers that are listed
Move = tuple[Any, ...]

_TOKEN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for.

    Attributes:
        kind: `set`, `sequence`, `each` (one of each group) or `number`.
        groups: the things of each group, and what it is called; a single group but for `each`. Of a number its range.
        low, high: how many things.
        single: whether the rules get the thing itself.
        but: answers that a rule forbids.
        of: things that may be named although they cannot be chosen now.
        on: the value of the state in which the things lie; empty if they lie in the hand.
        into: the row into which the things go, so that the player sees them there before submitting.
        prompts: the words of each step, if they differ.
        why: what a player hears who names something forbidden.
        rule: the number of the rule that forbids it.
    """

    kind: str
    groups: tuple[tuple[Any, ...], ...]
    low: int
    high: int
    single: bool = False
    but: tuple[Move, ...] = ()
    of: tuple[Any, ...] = ()
    on: str = ""
    into: str = ""
    prompts: tuple[str, ...] = ()
    why: str = ""
    rule: int = 0

    @property
    def things(self) -> tuple[Any, ...]:
        """All that can be chosen."""
        return tuple(thing for group in self.groups for thing in group)

    def answer(self, move: Move) -> Any:
        """A move as the rules get it."""
        return move[0] if self.single else move


def _wanted(kind: str, groups: Iterable[Iterable[Any]], low: int, high: int, single: bool = False, **more: Any) -> Wanted:
    kept = {key: tuple(value) if key in ("of", "prompts") else value for key, value in more.items()}
    kept["but"] = tuple(tuple(one) for one in kept.get("but", ()) if one is not None)
    return Wanted(kind, tuple(map(tuple, groups)), low, high, single, **kept)


def pick(things: Iterable[Any], low: int, high: int | None = None, **more: Any) -> Wanted:
    """A set: `low` to `high` different things, tapped in any order. The rules get them in the order of `things`.

    All kinds of answers take these, by name: `but` answers that are forbidden, `why` in words, by the `rule` of this number; `of` things that
    may be named although they cannot be chosen now; `on` the value in which the things lie, to be tapped there; `into` the row in which
    they are seen until they are submitted; `prompts` for each step.
    """
    return _wanted("set", [things], low, low if high is None else high, **more)


def sequence(things: Iterable[Any], number: int, **more: Any) -> Wanted:
    """So many different things, in order."""
    return _wanted("sequence", [things], number, number, **more)


def one(things: Iterable[Any], **more: Any) -> Wanted:
    """One thing; the rules get it alone."""
    return _wanted("set", [things], 1, 1, True, **more)


def one_of_each(*groups: Iterable[Any], **more: Any) -> Wanted:
    """One thing of each group, tapped in any order; the rules get them in the order of the groups, and `prompts` names each group."""
    return _wanted("each", groups, len(groups), len(groups), **more)


def number(low: int, high: int, **more: Any) -> Wanted:
    """A whole number; the rules get it alone."""
    return _wanted("number", [(low, high)], 1, 1, True, **more)


@dataclass(frozen=True, slots=True)
class Answer(DecisionBase[Move]):
    """The decision of a seat (`core.game.Decision`)."""

    title: str
    clock: Clock
    form: Rule  # type: ignore[misc]  # pyright: ignore[reportIncompatibleVariableOverride] - each question has its own
    wanted: Wanted
    slots: tuple[tuple[Any, str], ...]  # where each thing lies in the picture
    view: Any
    prompt: ClassVar[str] = ""

    @property
    def words(self) -> str:
        """The prompt."""
        return self.title

    @property
    def tokens(self) -> dict[str, Any]:
        """All that can be named."""
        return {str(thing): thing for thing in (*self.wanted.things, *self.wanted.of)}

    # --- Counting and listing, by formula, so that a large choice costs no more than a small one

    def _ways(self, before: Move = ()) -> int:
        """How many legal moves begin with these things; in a set, contain them."""
        wanted, taken = self.wanted, len(before)
        left = len(wanted.things) - taken
        sizes = [size - taken for size in range(wanted.low, wanted.high + 1) if size >= taken]
        if wanted.kind == "number":
            low, high = wanted.groups[0]
            return high - low + 1 - len(wanted.but)
        if wanted.kind == "each":
            ways = prod(len(group) for group in wanted.groups if not set(group) & set(before))
        else:
            ways = sum(comb(left, size) if wanted.kind == "set" else perm(left, size) for size in sizes)
        return ways - sum(self._has(move, before) and self._fits(move) for move in wanted.but)

    def _has(self, move: Move, before: Move) -> bool:
        return move[: len(before)] == before if self.wanted.kind == "sequence" else set(before) <= set(move)

    def _fits(self, move: Move) -> bool:
        """Whether it is an answer, forbidden or not."""
        wanted = self.wanted
        if wanted.kind == "number":
            return wanted.groups[0][0] <= move[0] <= wanted.groups[0][1]
        if wanted.kind == "each":
            return len(move) == len(wanted.groups) and all(thing in group for thing, group in zip(move, wanted.groups, strict=True))
        if not wanted.low <= len(move) <= wanted.high or len(set(move)) < len(move) or not set(move) <= set(wanted.things):
            return False
        return wanted.kind == "sequence" or move == self._ordered(move)

    def _ordered(self, move: Iterable[Any]) -> Move:
        """The canonical order."""
        taken, known = set(move), self.wanted.things or ()
        if self.wanted.kind in ("sequence", "number"):
            return tuple(move)
        return tuple(thing for thing in dict.fromkeys((*known, *self.wanted.of)) if thing in taken)

    def count(self) -> int:
        """The number of legal moves."""
        return self._ways()

    def moves(self) -> Iterator[Move] | None:
        """Every legal move; None if they are more than `MOST`."""
        return None if self._ways() > MOST else (move for move in self._all() if move not in self.wanted.but)

    def _all(self) -> Iterator[Move]:
        wanted = self.wanted
        if wanted.kind == "number":
            yield from ((value,) for value in range(wanted.groups[0][0], wanted.groups[0][1] + 1))
        elif wanted.kind == "each":
            yield from product(*wanted.groups)
        else:
            for size in range(wanted.low, wanted.high + 1):
                yield from (combinations if wanted.kind == "set" else permutations)(wanted.things, size)

    def sample(self, source: RandomSource, /) -> Move:
        """A random legal move, each with the same chance."""
        wanted = self.wanted
        while True:
            if wanted.kind == "number":
                move: Move = (wanted.groups[0][0] + source.below(wanted.groups[0][1] - wanted.groups[0][0] + 1),)
            elif wanted.kind == "each":
                move = tuple(source.choice(group) for group in wanted.groups)
            else:
                sizes = range(wanted.low, wanted.high + 1)
                ways = [(comb if wanted.kind == "set" else perm)(len(wanted.things), size) for size in sizes]
                at, size = source.below(sum(ways)), 0
                while at >= ways[size]:
                    at, size = at - ways[size], size + 1
                move = self._ordered(source.sample(wanted.things, sizes[size]))
            if move not in wanted.but:
                return move

    # --- Reading and checking

    def write(self, move: Move, /) -> str:
        """The canonical text."""
        return " ".join(map(str, move)) or NONE

    def read(self, text: str, /) -> Move:
        """The move of a text, in any letter case; a set in any order."""
        tokens, move, place = self.tokens, [], 0
        for found in re.finditer(r"[^ \t]+", text):
            word, place = lower(found[0]), found.start()
            if self.wanted.kind == "number" and re.fullmatch("-?[0-9]{1,9}", word):
                move.append(int(word))
            elif word in tokens and tokens[word] not in move:
                move.append(tokens[word])
            elif word != NONE or text.strip(" \t").lower() != NONE:
                raise self._malformed(place)
        if not self.wanted.low <= len(move) <= self.wanted.high or (not move and lower(text.strip(" \t")) != NONE):
            raise self._malformed(len(text))
        if self.wanted.kind == "each":
            move.sort(key=lambda thing: next((at for at, group in enumerate(self.wanted.groups) if thing in group), 0))
        return self._ordered(move)

    def _malformed(self, place: int) -> Malformed:
        some = ", ".join(self.write(move) for move, _ in zip(self._all(), range(3), strict=False))
        return Malformed(say("expected {answer}, such as: {texts}", answer=self.title, texts=some), self.form, place)

    def check(self, move: Move, /) -> None:
        """Raises Illegal for a move that is forbidden now."""
        if move in self.wanted.but or not self._fits(move):
            raise self._refusal()

    def _refusal(self) -> Illegal:
        rule = Rule(self.form.book, self.wanted.rule or self.form.number)
        return Illegal(self.wanted.why or say("expected {answer}", answer=self.title), rule)

    # --- Composing

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The next step after these tokens."""
        if self.wanted.kind == "number":
            return self._number(prefix)
        taken: Move = ()
        for place, token in enumerate(prefix):
            offered = {str(thing): thing for thing in self._next(taken)}
            if token == NONE and self.wanted.low == 0 and prefix == (NONE,) and () not in self.wanted.but:
                return Step(self._asked(()), whole=NONE)
            if token not in offered:
                self.wrong(prefix, place)
            taken = (*taken, offered[token])
        move = self._ordered(taken)
        if self.wanted.kind == "each":
            move = tuple(thing for group in self.wanted.groups for thing in group if thing in taken)
        whole = self.write(move) if move and self._fits(move) and move not in self.wanted.but else None
        choices = [self._choice(thing) for thing in self._next(taken)]
        if not prefix and self._fits(()) and () not in self.wanted.but:
            choices.append(Choice(NONE, say("nothing")))
        shown = replace(self.view, chosen=taken, into=self.wanted.into) if taken and (self.slots or self.wanted.into) else None
        return Step(self._asked(taken), tuple(choices), whole=whole, view=shown)

    def _number(self, prefix: tuple[str, ...]) -> Step:
        low, high = self.wanted.groups[0]
        if not prefix:
            return Step(self.title, number=Number(low, high))
        if len(prefix) > 1 or not re.fullmatch("-?[0-9]{1,9}", prefix[0]) or not self._fits((int(prefix[0]),)):
            self.wrong(prefix)
        return Step(self.title, whole=str(int(prefix[0])))

    def _next(self, taken: Move) -> list[Any]:
        """The things that may come after these, so that a legal move can still come of it."""
        full = {id(group) for group in self.wanted.groups if set(group) & set(taken)} if self.wanted.kind == "each" else set[int]()
        if len(taken) >= self.wanted.high:
            return []
        open_ = [thing for group in self.wanted.groups if id(group) not in full for thing in group if thing not in taken]
        return [thing for thing in open_ if self._ways((*taken, thing)) > 0]

    def _asked(self, taken: Move) -> str:
        wanted = self.wanted
        if wanted.kind == "each" and wanted.prompts:
            left = [words for words, group in zip(wanted.prompts, wanted.groups, strict=True) if not set(group) & set(taken)]
            return say("{several} and {last}", several=", ".join(left[:-1]), last=left[-1]) if len(left) > 1 else (left or [self.title])[0]
        return wanted.prompts[len(taken)] if len(taken) < len(wanted.prompts) else self.title

    def _choice(self, thing: Any) -> Choice:
        token = str(thing)
        return Choice(token, token, dict(self.slots).get(thing), key=self._keys().get(thing, ""))

    def _keys(self) -> dict[Any, str]:
        """A key for each thing: its own sign, or the first letter of its name that is free."""
        keys: dict[Any, str] = {}
        for thing in self.wanted.things:
            free = [sign for sign in str(thing) if sign.isalnum() and sign not in keys.values()]
            if free and (len(str(thing)) == 1 or not str(thing).isdigit()):
                keys[thing] = free[0]
        return keys

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """Why the thing in this place cannot be chosen; None if it can, or if nothing lies there."""
        offered = {choice.slot for choice in self.compose(prefix).choices}
        places = {place for _, place in self.slots}
        return self._refusal() if slot in places and slot not in offered and self.wanted.why else None


def faults(wanted: Any) -> str:
    """Why this is no question; empty if it is one."""
    if not isinstance(wanted, Wanted):
        return f"a question returns pick, sequence, one, one_of_each or number, not {wanted!r}"
    words = [str(thing) for thing in (*wanted.things, *wanted.of)]
    if wanted.kind != "number" and not all(_TOKEN.fullmatch(word) and word not in (NONE, "timeout", "resign") for word in words):
        return f"a thing to choose is a whole number or a word of a-z and 0-9, not one of {words}"
    if len({str(thing) for thing in wanted.things}) < len(wanted.things):
        return f"two things to choose are alike: {words}"
    return ""
