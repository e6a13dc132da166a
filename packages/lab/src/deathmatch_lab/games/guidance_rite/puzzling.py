"""The capability `puzzles`: small boards in turn on which a turn wins the bout by force, with the turn after it at the latest.

The kernels try every turn with every power on both sides, so the proof leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.options import Value
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.values import Grid, Kind, Owed, Piece, Terms, grid, text
from deathmatch_lab.puzzling import PuzzleIdea, PuzzleWords, RightMove

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite
    from deathmatch.games.guidance_rite.view import View

SIZES: Final = ((3, 3), (4, 3), (4, 4))
PIECES: Final = ((2, 2), (3, 2), (2, 3), (3, 3))  # of A and of B
ARROWS: Final = (1, 2, 2, 3, 3, 4)
GREYS: Final = (0, 0, 1, 2)  # arrows of a piece in `final` that may be grey
OWN_TURNS: Final = 2  # of the winning side
ROOM: Final = 1024  # turns of a seat; positions with more are left out
MOST: Final = 3  # turns that win
PIECES_MOST: Final = 8  # on the board of a proof


class Proof:
    """The turns of one position that win by force."""

    def __init__(self, view: View) -> None:
        self._ground = fast.ground(view.terms, replays=True)
        self._log = fast.new_log(2 * OWN_TURNS + 2)
        self._here = fast.position(self._ground, view.bout)
        self._rooms = np.zeros((2 * OWN_TURNS + 1, ROOM), dtype=np.int64)
        self._side = int(self._here[fast.SIDE])

    def _turns(self, ply: int, side: int) -> list[int] | None:
        room = self._rooms[ply]
        number = fast.turns(self._ground, self._here, self._log, ply, side, True, room)
        return [int(word) for word in room[:number]] if number <= ROOM else None  # too many to be sure

    def _end(self) -> int:
        """The winner as `fast.ended` says it, and if nobody can move any more, by the number of pieces (R52, R53)."""
        end = int(fast.ended(self._ground, self._here))
        if end == fast.GOES_ON and fast.stuck(self._ground, self._here, self._rooms[-1]):
            return int(fast.tied(self._ground, self._here))
        return end

    def winning(self, depth: int, ply: int = 0) -> list[tuple[int, tuple[int, ...]]]:
        """The turns that win with at most `depth` own turns; each with an answer and the win after it, if it takes them."""
        found = list[tuple[int, tuple[int, ...]]]()
        for word in self._turns(ply, self._side) or ():
            fast.make(self._ground, self._here, self._log, ply, word)
            line = self._after(depth, ply + 1)
            fast.unmake(self._here, self._log, ply)
            if line is not None:
                found.append((word, line))
                if ply:
                    break
        return found

    def _after(self, depth: int, ply: int) -> tuple[int, ...] | None:
        """The line that shows the win after a turn of the solver's seat; None if there is no win."""
        end = self._end()
        if end != fast.GOES_ON:
            return () if end == fast.DECIDED + self._side else None
        replies = self._turns(ply, 1 - self._side)
        if not replies:
            return None
        shown: tuple[int, ...] = ()
        for reply in replies:
            fast.make(self._ground, self._here, self._log, ply, reply)
            end = self._end()
            if end == fast.GOES_ON:
                wins = self.winning(depth - 1, ply + 1) if depth > 1 else []
                line = (reply, wins[0][0], *wins[0][1]) if wins else None
            else:
                line = (reply,) if end == fast.DECIDED + self._side else None
            fast.unmake(self._here, self._log, ply)
            if line is None:
                return None
            shown = max(shown, line, key=len)
        return shown


class WonEndings:
    """Makes and proves them."""

    words = PuzzleWords(
        title="Won endings",
        about="Few pieces, and a turn that wins the bout whatever follows.",
        task="Find the turn that wins by force: now, or with your next turn against every answer.",
        other="There is an answer to this. Look at the spaces that the other pieces can reach, and at the powers on both sides.",
        hints=("Which spaces can the other side go to at all?", "A power works after the movement, and a capture is not always the best."),
    )

    def __init__(self, *, final: bool) -> None:
        self._final = final

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random small boards, A to move."""
        while True:
            columns, rows = source.choice(SIZES)
            size = grid(columns, rows)
            given: Mapping[str, Value] = {
                "size": f"{columns}x{rows}",
                "board": "free",
                "best_of": 1,
                "first": "A",
                "fill": 0,
            }
            numbers = source.choice(PIECES)
            say = f"It is your turn, with {numbers[0]} pieces against {numbers[1]}."
            board = _board(size, numbers, source, greys=self._final)
            yield PuzzleIdea(given, (f"deal board {board}",), Seat.A, say)

    def right(self, view: View, /) -> tuple[RightMove, ...]:
        """The turns that win by force, if they are few."""
        bout, seat, size = view.bout, view.near, view.terms.grid
        pieces = sum(piece is not None for piece in bout.board)
        if view.owed is not Owed.TURN or bout.simultaneous or view.items[seat] or not _one_bout(view.terms) or pieces > PIECES_MOST:
            return ()
        won = Proof(view).winning(OWN_TURNS)
        if not won or len(won) > MOST:
            return ()
        names = (seat.other, seat)
        return tuple(
            RightMove(
                text(fast.turn_of(word), size),
                "It wins at once." if not line else "Every answer loses. Here is one, and the turn that wins after it.",
                tuple(f"{names[number % 2]} {text(fast.turn_of(one), size)}" for number, one in enumerate(line)),
            )
            for word, line in won
        )


def _one_bout(terms: Terms) -> bool:
    return terms.best_of == 1


def _board(size: Grid, numbers: tuple[int, int], source: RandomSource, *, greys: bool) -> str:
    """A deal with so many pieces of A and of B; perhaps with grey arrows."""
    spaces = source.sample(range(len(size.names)), sum(numbers))
    on = dict[int, str]()
    for number, space in enumerate(spaces):
        kind = source.choice(tuple(Kind))
        ways = source.sample(range(8), source.choice(ARROWS) + (source.choice(GREYS) if greys else 0))
        black = source.choice(range(1, len(ways) + 1)) if greys else len(ways)
        masks = [sum(1 << way for way in some) for some in (ways[:black], ways[black:])]
        on[space] = Piece(kind, masks[0], masks[1], Seat.A if number < numbers[0] else Seat.B, False).text
    rows = [" ".join(on.get(space, ".") for space in row) for row in _rows(size)]
    return " | ".join(rows)


def _rows(size: Grid) -> list[list[int]]:
    """The spaces by rows, from the top left, as a deal is written."""
    return [[size.names.index(f"{chr(ord('A') + column)}{row}") for column in range(size.columns)] for row in range(size.rows, 0, -1)]


def puzzles(game: GuidanceRite) -> WonEndings:
    """The capability `puzzles`."""
    return WonEndings(final=game.terms.final)
