"""Legal moves (R2 to R6) and their results (Resolution, R10 to R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.game import TIMEOUT, Over, Timeout
from deathmatch.core.hexes import bits, hexagon
from deathmatch.core.seats import Seat, certain
from deathmatch.core.speech import say
from deathmatch.games.even_groups.values import COLOURS, R4, R5, R6, Board, Colour, Kind, Move, Stone, Stones, Terms
from deathmatch.games.even_groups.view import State

_PAIR: Final = Kind.MOVE.value
_SETTLED: Final = 6  # empty cells, up to which a match may be settled (R14)
_TRIES: Final = 16  # at a legal move by chance; about half of all pairs of stones are legal


# --- What is legal


def check_opening(stones: Stones) -> None:
    """Refuses an opening that R4 forbids; raises Illegal."""
    if wrong := Kind.OPENING.wrong(len(stones)):
        raise Illegal(wrong, R4)
    if stones[0].colour is not Colour.ORANGE:
        raise Illegal(say("the opening stone is orange"), R4)


def check_move(board: Board, stones: Stones) -> None:
    """Refuses a move that R5 or R6 forbids; raises Illegal."""
    if wrong := Kind.MOVE.wrong(len(stones)):
        raise Illegal(wrong, R5)
    names = board.hexagon.names
    if stones[0].cell == stones[1].cell:
        cell = names[stones[0].cell]
        raise Illegal(say("both stones name {cell}; they must go into two different cells", cell=cell), R5)
    for stone in stones:
        if not board.empty >> stone.cell & 1:
            raise Illegal(say("{cell} is taken", cell=names[stone.cell]), R5)
    total = sum(counts_after(board, stones))
    if total % 2 == 0:
        reason = say("there would be {total} groups, an even number; the total must be odd after a move", total=total)
        raise Illegal(reason, R6)


def counts_after(board: Board, stones: Stones) -> tuple[int, int]:
    """The numbers of white and of orange groups that a board would have with two stones more (R6)."""
    first, second = stones
    ours, theirs = (board.touching(stone.cell, stone.colour) for stone in stones)
    counts = [len(board.white), len(board.orange)]
    counts[first.colour] += 1 - len(ours)
    common = [group for group in theirs if group in ours]
    together = first.colour is second.colour and (common or board.hexagon.around[first.cell] >> second.cell & 1)
    # Together they make one group of all that either touches; apart, each makes one of what it touches.
    counts[second.colour] += len(common) - len(theirs) if together else 1 - len(theirs)
    return counts[0], counts[1]


@lru_cache(maxsize=4096)
def _beside(side: int, group: int) -> int:
    """The mask of the cells next to a group's, and perhaps in it."""
    around, cells = hexagon(side).around, 0
    for cell in bits(group):
        cells |= around[cell]
    return cells


class Reach:
    """The legal moves of a board as masks of cells, so that they are counted without being listed.

    By R6 two stones that do not meet are legal if the groups that they touch are together even in number. Two stones of one colour
    that are adjacent or touch a common group make one group: then the number of groups in common and one more come off, and the answer
    turns round if the common ones are even in number.
    """

    __slots__ = ("_around", "_odd", "_touch", "empty")

    def __init__(self, board: Board) -> None:
        self.empty = board.empty
        self._around = board.hexagon.around
        self._touch = tuple([[_beside(board.side, group) & self.empty for group in board.groups(colour)] for colour in COLOURS])
        self._odd = [0, 0]  # masks of the empty cells that touch an odd number of groups of a colour
        for colour in COLOURS:
            for touch in self._touch[colour]:
                self._odd[colour] ^= touch

    def partners(self, stone: Stone) -> tuple[int, int]:
        """The cells where a white one, and those where an orange one makes a legal move with this stone on an empty cell."""
        cell, colour = stone
        met = [touch for touch in self._touch[colour] if touch >> cell & 1]  # three at most: six neighbours have room for no more
        others = self.empty & ~(1 << cell)
        cells = [others & (odd if len(met) % 2 else ~odd) for odd in self._odd]
        any_common = two_common = all_common = 0
        for touch in met:
            two_common |= any_common & touch
            any_common |= touch
        if len(met) > 2:
            all_common = met[0] & met[1] & met[2]
        cells[colour] ^= others & (two_common & ~all_common | self._around[cell] & ~any_common)
        return cells[0], cells[1]

    def colours(self, cell: int) -> tuple[Colour, ...]:
        """The colours in which an empty cell belongs to some legal move."""
        return tuple([colour for colour in COLOURS if any(self.partners(Stone(cell, colour)))])

    def count(self) -> int:
        """The number of legal moves."""
        stones = (Stone(cell, colour) for cell in bits(self.empty) for colour in COLOURS)
        return sum(mask.bit_count() for stone in stones for mask in self.partners(stone)) // _PAIR  # each is counted from both its stones

    def moves(self) -> Iterator[Stones]:
        """Every legal move once, by its first cell in board order."""
        for cell in bits(self.empty):
            for colour in COLOURS:
                first = Stone(cell, colour)
                for other, mask in zip(COLOURS, self.partners(first), strict=True):
                    for partner in bits(mask >> cell << cell):
                        yield first, Stone(partner, other)


@lru_cache(maxsize=64)
def reach(board: Board) -> Reach:
    """The legal moves of a board; while a move is composed the same one is asked again and again."""
    return Reach(board)


def in_order(first: Stone, second: Stone) -> Stones:
    """Two stones in board order (R7)."""
    return (first, second) if first < second else (second, first)


def sample(board: Board, source: RandomSource) -> Stones:
    """Each legal move with the same chance: pairs of stones at random until one is legal, which is quicker than to list them all."""
    empty = bits(board.empty)
    for _ in range(_TRIES):
        first, second = source.below(len(empty)), source.below(len(empty) - 1)
        cells = empty[first], empty[second + (second >= first)]
        colours = source.below(4)
        stones = in_order(Stone(cells[0], COLOURS[colours & 1]), Stone(cells[1], COLOURS[colours >> 1]))
        if sum(counts_after(board, stones)) % 2:
            return stones
    return source.choice(tuple(reach(board).moves()))


def blocked(board: Board) -> bool:
    """Whether no legal move is left (R11), for a board with an odd total: it can happen with exactly two cells empty only (Q17)."""
    empty = board.empty
    return empty == 0 or (empty.bit_count() == _PAIR and Reach(board).count() == 0)


# --- How a match goes on


def start(terms: Terms) -> State:
    """Set-up."""
    return State(Board(terms.side), terms.white, owing=terms.dmo if terms.white is None else terms.white)


def play(terms: Terms, state: State, turn: Mapping[Seat, Move | Timeout]) -> State:
    """The state after the seat that owed something has submitted."""
    seat = certain(state.owing)
    move = turn[seat]
    if state.white is None:
        return _choose(state, seat, move)
    if move is TIMEOUT:
        return _over(state, Over(seat.other, "timeout"))  # R10
    assert isinstance(move, tuple)
    after = State(state.board.after(move), state.white, state.moves + 1, move, seat.other, None, state.defaulted)
    outcome = _outcome(terms, after)
    return after if outcome is None else _over(after, outcome)


def _choose(state: State, seat: Seat, move: Move | Timeout) -> State:
    """R2, R10: the DMO has its colour, and White owes the opening."""
    white = seat.other if move is Colour.ORANGE else seat
    return replace(state, white=white, owing=white, defaulted=move is TIMEOUT)


def _over(state: State, outcome: Over) -> State:
    return replace(state, owing=None, outcome=outcome)


def _outcome(terms: Terms, state: State) -> Over | None:
    """Steps 3 to 5 of the Resolution."""
    board, white = state.board, certain(state.white)
    empty = board.empty.bit_count()
    if blocked(board):
        winner, reason = even(board), "blocked" if empty else "full"
    elif terms.settled and empty <= _SETTLED and (sure := settled(board)) is not None:
        winner, reason = sure, "settled"
    else:
        return None
    return Over(white.other if winner else white, reason)


def even(board: Board) -> Colour:
    """The colour that has an even number of groups (R12), on a board with an odd total."""
    return Colour.ORANGE if len(board.white) % 2 else Colour.WHITE


# --- Settled


def settled(board: Board) -> Colour | None:
    """R14: the colour that is even at the end of every way to play on from a board with few empty cells; None if there are both."""
    winner: Colour | None = None
    boards = {board}
    while boards:
        after = set[Board]()
        for one in boards:
            moves = [one.after(move) for move in Reach(one).moves()]
            if not moves:  # full or blocked
                if winner not in (None, even(one)):
                    return None
                winner = even(one)
            after.update(moves)
        boards = after
    return winner
