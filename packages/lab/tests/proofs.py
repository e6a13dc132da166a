"""Proofs that owe nothing to the solvers: the referee's own rules, every move of everybody, and sets of letters counted one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from deathmatch.core.game import AnyGame, Ask, Over
from deathmatch.core.seats import Seat
from deathmatch.match.position import Position, private_state, public_state

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OFFERED = (("ADEGILNORSTU", 4), ("BCFHKMPVWY", 3), ("JQXZ", 1))  # R7


class SureWins:
    """Which moves win for certain, by trying everything with the plain rules."""

    def __init__(self, game: AnyGame, seat: Seat) -> None:
        self._game, self._seat = game, seat
        self._known: dict[tuple[Any, int], bool] = {}

    def moves(self, state: Any, depth: int) -> Iterator[str]:
        """The moves in canonical form that win with at most so many own moves."""
        decision = self._game.decision(self._game.view(state, self._seat))
        for move in decision.moves() or ():
            if self._all(state, move, depth):
                yield decision.write(move)

    def _moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        return list(self._game.decision(self._game.view(state, seat)).moves() or ())

    def _all(self, state: Any, move: Any, depth: int) -> bool:
        """Whether this own move wins against everything that may be played at the same time and later."""
        pending = self._game.pending(state)
        assert isinstance(pending, Ask)
        if self._seat.other not in pending.seats:
            return self._sure(self._game.play(state, {self._seat: move}), depth - 1)
        others = self._moves(state, self._seat.other)
        return all(self._sure(self._game.play(state, {self._seat: move, self._seat.other: other}), depth - 1) for other in others)

    def _sure(self, state: Any, depth: int) -> bool:
        if (state, depth) not in self._known:
            self._known[state, depth] = self._judged(state, depth)
        return self._known[state, depth]

    def _judged(self, state: Any, depth: int) -> bool:
        pending = self._game.pending(state)
        if isinstance(pending, Over):
            return pending.winner is self._seat
        if not isinstance(pending, Ask):
            return False  # the bout is played again, from a new deal
        if self._seat in pending.seats:
            return depth > 0 and any(self._all(state, move, depth) for move in self._moves(state, self._seat))
        return all(self._sure(self._game.play(state, {self._seat.other: move}), depth) for move in self._moves(state, self._seat.other))


def sure_wins(position: Position, seat: Seat, depth: int) -> set[str]:
    """The moves that win for certain from a position."""
    return set(SureWins(position.game, seat).moves(position.state, depth))


# --- Letter Hunt


def certain(position: Position, seat: Seat) -> set[str]:
    """The guesses that cannot be wrong: from the state objects of the book alone, every hand of five letters tried."""
    public: Any = public_state(position)
    private: Any = private_state(position, seat)
    other = seat.other.value
    mine = {letter for part in private["dealt"] for letter in part}
    lost = public["lost"][other]
    each = position.variant.name == "colosseum"
    fitting = [
        set(hand)
        for hand in combinations(sorted(set(ALPHABET) - mine), 5)
        if set(lost) <= set(hand) and _fits(public, set(hand), seat.value, each=each) and (not each or _offered(set(hand), mine))
    ]
    left = [hand - set(lost) for hand in fitting]
    if len(left) == 1:
        return {f"hand {''.join(sorted(left[0]))}"}
    return {f"guess {letter}" for letter in set.intersection(*left)}


def _offered(hand: set[str], mine: set[str]) -> bool:
    """Whether a hand can be picked from an offer that has none of these letters."""
    return all(len(hand & set(rarity)) <= number for rarity, number in OFFERED) and not hand & mine


def _fits(public: Mapping[str, Any], hand: set[str], seat: str, *, each: bool) -> bool:
    """Whether a hand, as it was dealt, agrees with everything that has been said."""
    hand = set(hand)
    for turn in public["turns"]:
        if turn["action"] == "word":
            asked = turn["hints"][seat]
            if asked and asked["kind"] is not None and asked["result"] is not None:
                number = sum(letter in hand for letter in (turn["word"] if each else set(turn["word"])))
                said = {"none": number == 0, "one": number == 1, "odd": number % 2 == 1, "any": number >= 1}[asked["kind"]]
                if said != asked["result"]:
                    return False
        elif turn["action"] == "guess" and turn["seat"] == seat:
            if turn["hit"] != (turn["letter"] in hand):
                return False
            hand -= {turn["letter"]}
        elif turn["action"] == "guess" and turn["lost"]:
            if turn["lost"] not in hand:
                return False
            hand -= {turn["lost"]}
    return True
