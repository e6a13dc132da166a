"""The state of a match, and how one eye sees it.

Only sealed submissions are hidden, and no state holds them; so all eyes see the same, each from its side.

A view can also stand in the middle of a turn (`narrate`, or while a move is put together), which no state does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.core.game import Fields, Over
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat, certain, plain
from deathmatch.core.simple import Seated, parts
from deathmatch.games.guidance_rite.values import NOTHING, Aim, Answers, Board, Bout, BoutResult, Item, Owed, Terms, numbers_of


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know of a match.

    Attributes:
        owed: the decision or deal that is due; when over the last one that was.
        bout: the present one; when over as the last turn left it.
        items: what each seat holds and has not used, in the book's order.
        wins: bouts that each seat has won.
        results: the bouts that have ended.
        opener: who moved first in bout 1; None before, and if nobody did.
        last: the latest submissions; empty at the start, and after a deal.
        outcome: how the match ended, once it has.
    """

    owed: Owed
    bout: Bout
    items: BySeat[tuple[Item, ...]]
    wins: BySeat[int] = NOTHING
    results: tuple[BoutResult, ...] = ()
    opener: Seat | None = None
    last: Answers = ()
    outcome: Over | None = None


@dataclass(frozen=True, slots=True)
class State(Open):
    """A match between two decisions: nothing of it is hidden."""

    def asked(self, terms: Terms) -> tuple[Seat, ...]:
        """The seats that owe a submission; none while a deal is due."""
        match self.owed:
            case Owed.BOARD:
                return ()
            case Owed.CLAIM:
                return SEATS
            case Owed.PLACE:
                return tuple([seat for seat in SEATS if self.bout.owed[seat]])
            case Owed.FIRST:
                return (terms.chooser,)
            case Owed.TURN:
                return SEATS if self.bout.mover is None else (self.bout.mover,)


# --- The knowledge of one eye. Only sealed submissions are hidden, and no state holds them; so all eyes see the same, each from its side
# A view can also stand in the middle of a turn (`narrate`, or while a move is put together), which no state does.


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open, Seated):
    """Everything that this eye has learned.

    Attributes:
        eye: who looks.
        terms: the options of the match.
        owing: who owes a submission.
        trying: spaces that a move touches which is still being put together.
        clashing: spaces that both seats have named or entered, in the middle of a turn.
        losing: spaces where a move that is still being put together captures a piece of its own seat, or may.
        aiming: arrows, or directions to turn to: such a move may name one of them.
        changed: those that it gives or takes.
    """

    eye: Eye
    terms: Terms
    owing: tuple[Seat, ...]
    trying: tuple[int, ...] = ()
    clashing: tuple[int, ...] = ()
    losing: tuple[int, ...] = ()
    aiming: tuple[Aim, ...] = ()
    changed: tuple[Aim, ...] = ()

    @property
    def board(self) -> Board:
        """The pieces by space."""
        return self.bout.board

    @property
    def numbers(self) -> BySeat[int]:
        """How many pieces each seat has, with those that lie with another one where both seats have claimed or come."""
        met = [(certain(self.board[at]).owner, at in self.trying[1:]) for at in self.clashing]
        return BySeat.of(lambda seat: numbers_of(self.board)[seat] + sum([its is None or (here and its is not seat) for its, here in met]))

    def with_board(self, board: Board, trying: tuple[int, ...] = (), clashing: tuple[int, ...] = ()) -> View:
        """The view with another board, in the middle of a turn."""
        return replace(self, bout=self.bout.with_board(board), trying=trying, clashing=clashing)


def of(state: State, eye: Eye, terms: Terms) -> View:
    """This eye's view of a state."""
    return View(**parts(Open, state), eye=eye, terms=terms, owing=() if state.outcome is not None else state.asked(terms))


# --- The book's fields


def public(view: View) -> Fields:
    """The book's public fields, section State, without those that all books share."""
    bout, size = view.bout, view.terms.grid
    return {
        "columns": size.columns,
        "rows": size.rows,
        "bout": bout.number,
        "wins": view.wins.json(),
        "results": plain(view.results),
        "simultaneous": bout.simultaneous,
        "round": bout.round,
        "first": plain(bout.first),
        "board": {name: piece.text for name, piece in zip(size.names, bout.board, strict=True) if piece is not None},
        "owed": bout.owed.json(),
        "closed": list(size.named(bout.closed)),
        "timeouts": bout.timeouts.json(),
        "quiet": bout.quiet.json(),
        "small": plain(bout.small),
        "ahead": plain(bout.ahead),
        "items": plain(view.items),
    }
