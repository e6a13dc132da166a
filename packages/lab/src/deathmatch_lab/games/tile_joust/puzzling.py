"""The capability `puzzles`: the last jousts, where every tile is known by elimination and one tile wins the match for certain.

A match of one set with an unequal auction gives all tiles to the seats, so each seat can tell every tile of the other. In the positions
taken, the colours that are shown tell the other seat's tiles apart, so that a sure way to win needs no luck. In `final` they are those of
the final joust in a match whose Tile Inversion nobody has used: it can change no tile any more (R8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.options import Value, complete
from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust import values, view
from deathmatch.games.tile_joust.values import HIGHEST, Terms, Variation
from deathmatch_lab.puzzling import PuzzleIdea, PuzzleWords, RightMove, wander

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust
    from deathmatch.games.tile_joust.state import State
    from deathmatch.games.tile_joust.view import View

UP: Final = 5  # tiles of a seat in a joust, at most (R21)
HANDS: Final = 5  # tiles in the asked seat's hand, at most
OTHERS: Final = 2  # tiles in the other hand, at most
CHIPS: Final = (1, 2, 3, 5)
PASS: Final = -1
FIRST: Final = 1  # round of a joust
UNUSED: Final = {"items": "pass"}  # a match in which an item was used is no puzzle


@dataclass(frozen=True, slots=True)
class Joust:
    """The rest of a match of one set, for the seat that is asked: all numbers are known.

    Attributes:
        mine, theirs: tiles in hand.
        my_up, their_up: tiles put up.
        lead: own points less the other's.
        first: whether first tiles are due.
        last: whether this is the final joust; before it, tiles in hand are stored as soon as a seat has 1 or none (R22).
        tie: whether the asked seat wins a tie of points (R25).
    """

    mine: frozenset[int]
    theirs: frozenset[int]
    my_up: frozenset[int]
    their_up: frozenset[int]
    lead: int
    first: bool
    last: bool
    tie: bool

    def options(self) -> tuple[int, ...]:
        """The tiles that may be put up, and PASS."""
        return _options(self.mine, self.my_up, self.first)

    def sure(self, move: int) -> bool:
        """Whether this move wins the match, whatever the other seat does."""
        return all(self._after(move, other).won() for other in _options(self.theirs, self.their_up, self.first))

    def won(self) -> bool:
        """Whether the match is won for certain from here."""
        if not self.my_up and self.first and (end := self._ended()) is not None:
            return end
        return any(self.sure(move) for move in self.options())

    def _after(self, move: int, other: int) -> Joust:
        """After a move of both; PASS for a seat that owes nothing."""
        mine, theirs = self.mine - {move}, self.theirs - {other}
        my_up, their_up = self.my_up | ({move} - {PASS}), self.their_up | ({other} - {PASS})
        then = replace(self, mine=mine, theirs=theirs, my_up=my_up, their_up=their_up, first=False)
        nothing_added = move == other == PASS
        stuck = _options(mine, my_up, False) == _options(theirs, their_up, False) == (PASS,)
        return then._resolved() if nothing_added or stuck else then

    def _resolved(self) -> Joust:
        """R22: the larger total scores the smallest tile of the other; in a tie both do."""
        mine, theirs = sum(self.my_up), sum(self.their_up)
        gain = (min(self.their_up) if mine >= theirs else 0) - (min(self.my_up) if theirs >= mine else 0)
        none: frozenset[int] = frozenset()
        after = replace(self, my_up=none, their_up=none, lead=self.lead + gain, first=True)
        least = 0 if self.last else 1
        if not self.last and min(len(self.mine), len(self.theirs)) <= least:
            return replace(after, last=True)
        return after

    def _ended(self) -> bool | None:
        """R24, R25: whether the match is won, if it is over; None while jousts are to come."""
        if not self.last or (self.mine and self.theirs):
            return None
        lead = self.lead + len(self.mine) - len(self.theirs)
        return lead > 0 or (lead == 0 and self.tie)


def _options(hand: frozenset[int], up: frozenset[int], first: bool) -> tuple[int, ...]:
    if first:
        return tuple(sorted(hand))
    return (PASS, *sorted(hand)) if hand and len(up) < UP else (PASS,)


def joust_of(view_: View) -> Joust | None:
    """The rest of the match, for a seat that is asked in a joust; None if it cannot tell every tile of the other seat."""
    terms, seat = view_.terms, view_.near
    public, private = _plain(view.public(view_)), _plain(view.private(view_))
    if terms.sets != 1 or public["phase"] != "joust" or public["joust"] is None:
        return None
    if terms.items and (public["set"] != "final" or public["items"]["inversion"]["used"] is not None):
        return None
    mine = frozenset(tile["number"] for tile in (*private["hand"], *private["stored"]))
    my_up = frozenset(tile["number"] for tile in private["up"])
    spent = {tile["number"] for joust in public["jousts"] for tiles in joust["tiles"].values() for tile in tiles}
    if public["leftovers"] and public["leftovers"][0]["seat"] is None:
        return None  # a left-over tile is in no hand, or nobody knows in which
    theirs = frozenset(range(terms.lowest, HIGHEST + 1)) - mine - my_up - spent
    shown, count = public["joust"]["up"][seat.other.value], public["tiles"][seat.other.value]
    if any(joust["surrendered"][one] is not None for joust in public["jousts"] for one in "AB") or len(theirs) != count + len(shown):
        return None
    their_up = _told(theirs, [tile["colour"] for tile in shown], count)
    if their_up is None or count > OTHERS or len(mine) > HANDS or not _apart(theirs - their_up):
        return None
    points = public["points"]
    lead = points[seat.value] - points[seat.other.value]
    first = public["joust"]["round"] == FIRST
    last_tie = public["items"]["equaliser"]["seat"] == seat.value if terms.items else terms.dmo is seat
    return Joust(mine, theirs - their_up, my_up, their_up, lead, first, public["set"] == "final", last_tie)


def _plain(fields: Any) -> Any:
    return fields


def _told(tiles: frozenset[int], colours: list[str], count: int) -> frozenset[int] | None:
    """Which of these tiles are up, told by their colours; None if that is not certain."""
    if not count:
        return tiles
    if not colours:
        return frozenset()
    up = frozenset(tile for tile in tiles if ("black", "white")[tile % 2] in colours)
    return up if len(up) == len(colours) else None


def _apart(tiles: frozenset[int]) -> bool:
    """Whether no two tiles have the same colour."""
    return len({tile % 2 for tile in tiles}) == len(tiles)


class LastJousts:
    """Makes and proves them."""

    words = PuzzleWords(
        title="The last jousts",
        about="Every tile can be worked out, and one choice wins the match for certain.",
        task="Find the choice that wins the match for certain.",
        other="There is an answer to this after which the match is not yours. Work out which tiles the other side has left.",
        hints=(
            "All thirteen tiles are in the two hands: strike out your own and those that were revealed.",
            "The winner of a joust scores the smallest tile of the loser; a tile that is never put up scores 1 at the end.",
        ),
    )

    def __init__(self, make: type[TileJoust], variation: Variation) -> None:
        self._make, self._variation = make, variation

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random matches of one set up to their last jousts."""
        while True:
            role = "picker" if self._variation is Variation.FINAL else "dmo"
            given: Mapping[str, Value] = {role: source.choice(("A", "B")), "chips": source.choice(CHIPS), "sets": 1}
            terms = values.terms(self._variation, complete(values.options(self._variation), given))
            game = self._make(terms)
            hold = source.below(3)  # so that not always the first chance is taken

            def until(state: State, game: TileJoust = game, terms: Terms = terms, hold: int = hold) -> bool:
                if state.joust is None or (terms.items and not state.final):
                    return False
                waits = game.pending(state)
                if Seat.A not in getattr(waits, "seats", ()):
                    return False
                seen = game.view(state, Seat.A)
                rest = joust_of(seen)
                return rest is not None and len(rest.options()) > 1 + hold and 0 < len(self.right(seen)) < len(rest.options())

            found = wander(game, source, until, UNUSED)
            if found is not None:
                seen = game.view(found[0], Seat.A)
                points, rest = _plain(game.public(seen))["points"], joust_of(seen)
                assert rest is not None
                tie = "you" if rest.tie else "Bob"
                yield PuzzleIdea(
                    given, found[1], Seat.A, f"You have {_points(points['A'])}, Bob has {points['B']}, and a tie goes to {tie}."
                )

    def right(self, view_: View, /) -> tuple[RightMove, ...]:
        """The choices that win the match against everything."""
        rest = joust_of(view_)
        if rest is None:
            return ()
        words = f"Bob's tiles are {', '.join(map(str, sorted(rest.theirs | rest.their_up)))}. Whatever he does with them, you win."
        names = {move: self._name(move, rest) for move in rest.options() if rest.sure(move)}
        return tuple(RightMove(name, words) for name in names.values())

    def _name(self, move: int, rest: Joust) -> str:
        if move == PASS:
            return "pass"
        return f"put {move}s1" if rest.last else f"put {move}"


def _points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def puzzles(game: TileJoust) -> LastJousts:
    """The capability `puzzles`."""
    return LastJousts(type(game), game.terms.variation)
