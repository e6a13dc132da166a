"""The state of a match, and how one eye sees it. Nothing in it is hidden from anybody, so the eyes differ only in their seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.core.game import Fields, Over
from deathmatch.core.hexes import bits
from deathmatch.core.seats import Eye, Seat
from deathmatch.core.simple import parts
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stones, Terms, text


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know of a match.

    Attributes:
        board: the stones and their groups.
        white: who owns White; None until that is chosen (R2).
        moves: openings and places accepted so far.
        last: the stones of the last of these; none before the first.
        owing: who owes the next decision; None when over.
        outcome: how the match ended, once it has.
        defaulted: whether the DMO is White because time ran out at the choice of colours (R10).
    """

    board: Board
    white: Seat | None
    moves: int = 0
    last: Stones = ()
    owing: Seat | None = None
    outcome: Over | None = None
    defaulted: bool = False

    def colour(self, seat: Seat) -> Colour | None:
        """The colour of a seat; None until the colours are chosen."""
        return None if self.white is None else Colour.WHITE if self.white is seat else Colour.ORANGE


@dataclass(frozen=True, slots=True)
class State(Open):
    """A match between two decisions: nothing of it is hidden."""


# --- The knowledge of one eye. Everything here is public, so the eyes differ only in their seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open):
    """A match as one eye sees it.

    Attributes:
        eye: who looks.
        terms: the options.
        trial: stones on this board that are not on the state's: those of a move that is being composed and has not been submitted.
    """

    eye: Eye
    terms: Terms
    trial: Stones = ()

    @property
    def own(self) -> Seat:
        """The seat at the near side of the table: the viewer's own, and A for everybody else."""
        return self.eye if isinstance(self.eye, Seat) else Seat.A

    def owner(self, colour: Colour) -> Seat | None:
        """The owner of a colour; None until the colours are chosen."""
        return self.white.other if self.white and colour else self.white

    def trying(self, stones: Stones) -> View:
        """This view with stones of a move that is being composed."""
        return replace(self, board=self.board.after(stones), trial=stones)


def of(state: State, eye: Eye, terms: Terms) -> View:
    """This eye's view of a state."""
    return View(**parts(Open, state), eye=eye, terms=terms)


def public(view: View) -> Fields:
    """The book's public fields, section State, without those that all books share."""
    board = view.board
    return {
        "side": view.terms.side,
        "white": view.white and view.white.value,
        "orange": view.white and view.white.other.value,
        "moves": view.moves,
        "board": _rows(board),
        "groups": {colour.word: len(board.groups(colour)) for colour in COLOURS},
        "last": text(view.last, board.hexagon) if view.last else None,
    }


def _rows(board: Board) -> list[str]:
    letters = ["."] * len(board.hexagon)
    for colour in COLOURS:
        for cell in bits(board.stones(colour)):
            letters[cell] = colour.word[0]
    return board.hexagon.by_row("".join(letters))
