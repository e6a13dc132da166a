"""The end of a turn put together: the power that may follow a movement (R34 to R39)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NoReturn

from deathmatch.core.errors import Illegal, Rule
from deathmatch.core.game import Choice, Step
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.compose.owes import described, slot
from deathmatch.games.guidance_rite.rules import powers
from deathmatch.games.guidance_rite.values.grid import Board
from deathmatch.games.guidance_rite.values.moves import R34, R36, R37, R39, Aim, Power
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS, Kind, Piece, numbers, where
from deathmatch.games.guidance_rite.view import View

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.compose.owes import Owes

_SPENT: Final = {
    Kind.RAT: mark("spend it: it turns round"),
    Kind.CROW: mark("spend it: grey arrows serve again"),
    Kind.LIZARD: mark("spend it: it gains an arrow"),
    Kind.MONSTER: mark("spend it: it removes an arrow beside it"),
}


def arrow(direction: int, note: str = "") -> Choice:
    """A direction as a choice: its name, and the key of its digit."""
    name = DIRECTIONS[direction]
    return Choice(name, f"{name}, {where(direction)}", None, note, str(direction + 1))


class Spending:
    """The steps from a whole movement on."""

    def __init__(
        self, owes: Owes, prefix: tuple[str, ...], at: int, board: Board, moved: powers.MovementBefore, whole: Callable[[Power | None], str]
    ) -> None:
        self._owes, self._prefix, self._at = owes, prefix, at
        self._terms, self._size, self._names = owes.view.terms, owes.size, owes.size.names
        self._board, self._moved, self._whole = board, moved, whole
        self._view: View = owes.view
        self._target_of: Callable[[int], Illegal | None] | None = None

    def why_not(self, space: int) -> Illegal | None:
        """The rule against spending the piece on a space or, once one is named, against its target."""
        if self._target_of is None:
            return powers.why_not(self._terms, self._board, self._moved, space)
        return self._target_of(space)

    def step(self, prompt: str, view: View, swapped: Power | None) -> Step:
        """The step after the rest of the tokens; `swapped` is the power that the movement itself is."""
        self._view = view
        able = powers.sources(self._terms, self._board, self._moved)
        if self._at == len(self._prefix):
            choices = [
                Choice(
                    self._names[space],
                    say("{piece} on {space}", piece=self._piece(space).kind.titled, space=self._names[space]),
                    slot(self._names[space]),
                    say(_SPENT[self._piece(space).kind]),
                )
                for space in able
            ]
            if choices:
                prompt = say("{prompt}. A power with it?", prompt=prompt)
            return Step(prompt, tuple(choices), whole=self._whole(swapped), view=view)
        source = self._space(R34)
        if source not in able:
            self._wrong(self._at - 1, R34)
        self._target_of = lambda space: powers.why_no_target(self._terms, self._board, self._moved.seat, source, space)
        match self._piece(source).kind:
            case Kind.LIZARD:
                return self._lizard(source)
            case Kind.MONSTER:
                return self._monster(source)
            case Kind.CROW if self._terms.final:
                return self._crow(source)
            case kind:
                text = mark("The crow on {space} has its grey arrows back and becomes plain")
                if kind is Kind.RAT:
                    text = mark("The rat on {space} turns round and becomes plain")
                return self._done(Power(kind, source), say(text, space=self._names[source]))

    def _lizard(self, source: int) -> Step:
        """R37."""
        ways = numbers(powers.lizard_ways(self._piece(source)))
        name = self._names[source]
        if self._at == len(self._prefix):
            prompt = say("Which arrow does the lizard on {space} gain?", space=name)
            return Step(prompt, tuple([arrow(way) for way in ways]), view=self._looking(source))
        way = self._direction(ways)
        power = Power(Kind.LIZARD, source, ((source, way),))
        words = say("The lizard on {space} gains {direction} and becomes plain", space=name, direction=DIRECTIONS[way])
        return self._done(power, words)

    def _monster(self, source: int) -> Step:
        """R39."""
        aims = list(powers.monster_aims(self._terms, self._board, source))
        name = self._names[source]
        if self._at == len(self._prefix):
            choices = [self._target(space) for space in dict.fromkeys(space for space, _ in aims)]
            prompt = say("Which piece loses an arrow to the monster on {space}?", space=name)
            return Step(prompt, tuple(choices), view=self._looking(source))
        target = self._space(R39)
        ways = tuple([way for space, way in aims if space == target])
        if not ways:
            self._wrong(self._at - 1, R39)
        if self._at == len(self._prefix):
            prompt = say("Which arrow of the piece on {space} is removed?", space=self._names[target])
            return Step(prompt, tuple([arrow(way) for way in ways]), view=self._looking(source, target))
        way = self._direction(ways)
        text = mark("The monster on {space} removes {direction} from {target} and becomes plain")
        words = say(text, space=name, direction=DIRECTIONS[way], target=self._names[target])
        return self._done(Power(Kind.MONSTER, source, ((target, way),)), words)

    # --- A crow in the final (R36)

    def _crow(self, source: int) -> Step:
        """Pieces, each followed by directions; whole wherever so many arrows may be turned."""
        greys = dict(powers.greys(self._board, self._moved.seat))
        aims: list[Aim] = []
        on: int | None = None  # the piece of which an arrow comes next
        while self._at < len(self._prefix):
            place = self._at
            targets, ways = self._open(greys, aims, on)
            way = next((way for way in ways if DIRECTIONS[way] == self._prefix[place]), None)
            if way is not None:
                owner = aims[-1][0] if on is None else on
                aims, on = [*aims, (owner, way)], None
                self._at += 1
                continue
            on = self._space(R36)
            if on not in targets:
                self._wrong(place, R36)
        return self._crow_step(source, aims, *self._open(greys, aims, on))

    def _open(self, greys: dict[int, int], aims: list[Aim], on: int | None) -> tuple[list[int], list[int]]:
        """The pieces, and the directions on the present piece, that may come next; every one leads to a legal choice."""
        if on is not None:
            return [], list(numbers(greys[on]))
        exact, counts = self._terms.exact, {space: mask.bit_count() for space, mask in greys.items()}
        if not aims:
            pair = len(greys) > 1
            return [space for space in greys if not exact or pair or counts[space] >= powers.CROW_ARROWS], []
        space = aims[0][0]
        if len({aimed for aimed, _ in aims}) > 1 or len(aims) == powers.CROW_ARROWS:
            return [], []
        named = [way for _, way in aims]
        ways = [way for way in numbers(greys[space]) if way not in named]
        if exact and counts[space] < powers.CROW_ARROWS:
            ways = []
        return [other for other in greys if other != space] if len(aims) == 1 else [], ways

    def _crow_step(self, source: int, aims: list[Aim], targets: list[int], ways: list[int]) -> Step:
        ordered = tuple(sorted(aims))
        choices = (*map(self._target, targets), *(arrow(way, say("another arrow of this piece")) for way in ways))
        arrows = ", ".join([say("{direction} on {space}", direction=DIRECTIONS[way], space=self._names[space]) for space, way in ordered])
        power = Power(Kind.CROW, source, ordered)
        whole = bool(aims) and powers.shaped(self._terms, ordered) and not self._waits()
        if not whole:
            asked = say("Which piece has grey arrows that turn black?")
            if aims:
                asked = say("{arrows} turns black; which other arrow?", arrows=arrows)
            return Step(asked, choices, view=self._looking(source, *(space for space, _ in ordered)))
        words = say("The crow on {space} turns {arrows} black and becomes plain", space=self._names[source], arrows=arrows)
        step = self._done(power, words)
        return replace(step, choices=choices)

    def _waits(self) -> bool:
        """Whether the last token is a piece whose arrow is still to be named."""
        return self._prefix[-1] in self._size.index

    # --- What the steps have in common

    def _done(self, power: Power, words: str) -> Step:
        """The turn with a power. Only a crow's may have more tokens, and those were read before."""
        if self._at < len(self._prefix):
            self._wrong(self._at, R34)
        after = powers.spent(self._terms, self._board, [power])
        view = self._view.with_board(after, (*self._view.trying, power.source))
        return Step(words, whole=self._whole(power), view=view)

    def _target(self, space: int) -> Choice:
        name = self._names[space]
        return Choice(name, name, slot(name), described(self._piece(space)))

    def _looking(self, *spaces: int) -> View:
        """The view after the movement, with the piece in question."""
        return replace(self._view, trying=(*self._view.trying, *spaces))

    def _piece(self, space: int) -> Piece:
        piece = self._board[space]
        assert piece is not None
        return piece

    def _space(self, rule: Rule) -> int:
        space = self._owes.space(self._prefix, self._at, rule)
        self._at += 1
        return space

    def _direction(self, ways: tuple[int, ...]) -> int:
        way = next((way for way in ways if DIRECTIONS[way] == self._prefix[self._at]), None)
        if way is None:
            self._wrong(self._at, R37)
        self._at += 1
        return way

    def _wrong(self, at: int, rule: Rule) -> NoReturn:
        self._owes.wrong(self._prefix, at, rule)
