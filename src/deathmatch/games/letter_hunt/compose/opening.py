"""The decisions of the set-up: the first mover (R2), the held letters (R4), the picked letters (R8)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Choice, Clock, Step
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import name
from deathmatch.games.letter_hunt import notation, rules
from deathmatch.games.letter_hunt.compose.owed import SeatDecision, refuse, taken_letters, wrong
from deathmatch.games.letter_hunt.values import (
    COMMON,
    R2,
    R4,
    R8,
    RARE,
    Letters,
    Move,
    Verb,
    letters,
    without,
)


def rarity(letter: str) -> str:
    """R7: `common`, `uncommon` or `rare`."""
    return say("common") if letter in COMMON else say("rare") if letter in RARE else say("uncommon")


@checking
class FirstDecision(SeatDecision):
    """The seat that takes the first turn (R2)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("decide who takes the first turn")

    @property
    def clock(self) -> Clock:
        """`time_first`, without the bank (R17)."""
        return Clock(("time_first",))

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R2)."""
        return notation.read_first(text)

    def check(self, move: Move, /) -> None:
        """Both seats may start."""
        refuse(move, (Verb.FIRST,), R2)

    def count(self) -> int:
        """Two."""
        return len(SEATS)

    def moves(self) -> Iterable[Move]:
        """Both seats."""
        return tuple(Move(Verb.FIRST, seat.value) for seat in SEATS)

    def sample(self, source: RandomSource, /) -> Move:
        """Either seat."""
        return Move(Verb.FIRST, source.choice(SEATS).value)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the seat."""
        if not prefix:
            choices = (Choice(seat.lower(), self._starts(seat), key=seat.lower()) for seat in SEATS)
            return Step(say("Who takes the first turn?"), tuple(choices))
        if prefix not in (("a",), ("b",)):
            wrong(prefix, R2)
        move = Move(Verb.FIRST, prefix[0].upper())
        return Step(self._starts(Seat(move.what)), whole=move.text)

    def _starts(self, seat: Seat) -> str:
        return say("You start") if seat is self.view.eye else say("{player} starts", player=name(seat))


@checking
class Hold(SeatDecision):
    """Which letters of the hand to keep, owed by both seats at once (R4)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("choose the letters to keep")

    @property
    def clock(self) -> Clock:
        """`time_hold`, without the bank (R17)."""
        return Clock(("time_hold",))

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R4)."""
        return notation.read_hold(text, self.own.hand)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R4)."""
        refuse(move, (Verb.HOLD,), R4)
        rules.check_hold(self.own.hand, move.what)

    def count(self) -> int:
        """Every set of letters of the hand."""
        return 1 << len(self.own.hand)

    def moves(self) -> Iterable[Move]:
        """From none to all."""
        hand = self.own.hand
        return [Move(Verb.HOLD, "".join(held)) for size in range(len(hand) + 1) for held in combinations(hand, size)]

    def sample(self, source: RandomSource, /) -> Move:
        """Each with the same chance."""
        return Move(Verb.HOLD, "".join(letter for letter in self.own.hand if source.below(2)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A letter at a time, in any order; `none` and `all` stand alone."""
        hand = self.own.hand
        if prefix in (("none",), ("all",)):
            return self._whole(hand if prefix == ("all",) else "")
        held = taken_letters(prefix, hand, R4)
        more = tuple(
            Choice(letter.lower(), letter, f"hand-{place}", say("keep it"), letter.lower())
            for place, letter in enumerate(hand, 1)
            if letter not in held
        )
        if not prefix:
            every = Choice("all", say("Keep all"), None, say("give up nothing"))
            none = Choice("none", say("Keep none"), None, say("five new letters"))
            return Step(say("Which letters do you keep? The others are replaced."), (*more, every, none))
        return Step(self._whole(held).prompt, more, whole=Move(Verb.HOLD, held).text)

    def _whole(self, held: Letters) -> Step:
        gone = without(self.own.hand, held)
        prompt = say("Keep {kept}, give up {gone}", kept=held or say("nothing"), gone=gone or say("nothing"))
        return Step(prompt, whole=Move(Verb.HOLD, held).text)


@checking
class PickDecision(SeatDecision):
    """Five letters of the eight that were offered, owed by both seats at once (R8)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("pick five of your eight letters")

    @property
    def clock(self) -> Clock:
        """`time_pick`, without the bank (R17)."""
        return Clock(("time_pick",))

    @property
    def offer(self) -> Letters:
        """The eight letters."""
        return self.own.dealt[0]

    @property
    def hand(self) -> int:
        """How many of them are picked."""
        return self.view.terms.sizes.hand

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R8)."""
        return notation.read_pick(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R8)."""
        refuse(move, (Verb.PICK,), R8)
        rules.check_pick(self.view.terms, self.offer, move.what)

    def count(self) -> int:
        """56."""
        return comb(len(self.offer), self.hand)

    def moves(self) -> Iterable[Move]:
        """Every five of the eight."""
        return [Move(Verb.PICK, "".join(letters)) for letters in combinations(self.offer, self.hand)]

    def sample(self, source: RandomSource, /) -> Move:
        """Each with the same chance."""
        return Move(Verb.PICK, letters(source.sample(self.offer, self.hand)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A letter at a time, in any order."""
        picked = taken_letters(prefix[: self.hand], self.offer, R8)
        if len(prefix) > self.hand:
            wrong(prefix, R8)
        if len(picked) == self.hand:
            return Step(say("Your hand: {letters}", letters=picked), whole=Move(Verb.PICK, picked).text)
        choices = tuple(
            Choice(letter.lower(), letter, f"hand-{place}", rarity(letter), letter.lower())
            for place, letter in enumerate(self.offer, 1)
            if letter not in picked
        )
        left = self.hand - len(picked)
        return Step(say("Pick {number} more", number=left) if picked else say("Pick {number} letters", number=left), choices)
