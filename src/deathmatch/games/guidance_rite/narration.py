"""The events between two views of an eye, in words, step by step in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from deathmatch.core.game import Beat, Timeout
from deathmatch.core.listing import listed
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.wording import name, resignation
from deathmatch.games.guidance_rite.rules import draft
from deathmatch.games.guidance_rite.rules.movement import can_move
from deathmatch.games.guidance_rite.rules.resolution import Happening, What, resolve
from deathmatch.games.guidance_rite.values.grid import Grid, numbers_of, unclaimed
from deathmatch.games.guidance_rite.values.moves import (
    ITEM_TITLES,
    Answer,
    BoutResult,
    Claim,
    First,
    Item,
    Owed,
    Place,
    Power,
    Tie,
    Turn,
    Use,
    text,
)
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS, Kind, Piece
from deathmatch.games.guidance_rite.view import View


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats of the one event that lies between two views; none if nothing happened."""
    if before == after:
        return ()
    narrator = _Narrator(before, after)
    narrator.go()
    return narrator.beats


def _pieces(number: int) -> str:
    return f"{number or 'no'} piece{'' if number == 1 else 's'}"


def _what(piece: Piece) -> str:
    """A piece in a sentence: `rat`, `plain piece`."""
    return "plain piece" if piece.kind is Kind.PLAIN else piece.kind.word


_ENDS: Final = {
    Tie.CAPTURED_ALL: "{other} has no pieces left.",
    Tie.TIMEOUT: "{other} ran out of time too often.",
    Tie.MORE: "The board state is a tie, and {winner} has more pieces.",
    Tie.RECENT: "Both have equally many pieces, and {winner} was the last to have more.",
    Tie.LAST: "Neither player ever had more pieces than the other: the tie goes to {winner}.",
}


class _Narrator:
    """Narrates by the question that was open before."""

    def __init__(self, before: View, after: View) -> None:
        self._before, self._after = before, after
        self._size: Grid = after.terms.grid
        self.beats: list[Beat[View]] = []

    def go(self) -> None:
        """All beats."""
        if (resigned := resignation(self._after.outcome)) is not None:
            self._say(*resigned, view=self._after)
            return
        match self._before.owed:
            case Owed.BOARD:
                self._dealt()
            case Owed.CLAIM:
                self._claimed()
            case Owed.PLACE:
                self._placed()
            case Owed.FIRST:
                self._first()
            case _:
                self._turned()
        new = self._after.results[len(self._before.results) :]
        if new:
            self._ended(new[0])
        last = self.beats[-1]
        if last.view is None:
            self.beats[-1] = replace(last, view=self._after)

    def _say(self, words: str, notation: str = "", heading: str = "", view: View | None = None) -> None:
        self.beats.append(Beat(words, notation, view, heading))

    def _notation(self, answer: Answer) -> str:
        seat, move = answer
        return f"{seat} {move.value if isinstance(move, Timeout) else text(move, self._size)}"

    # --- Before the battle

    def _dealt(self) -> None:
        """R7 to R9."""
        bout = self._after.bout
        how = "Both players move at once" if bout.simultaneous else "The players move in turn"
        number = self._before.bout.number
        again = any(result.bout == number for result in self._before.results)
        heading = f"Bout {number}{', again' if again else ''}"
        self._say(f"The board of bout {number} is laid out. {how}.", heading=heading)
        if self._after.owed is not Owed.CLAIM and not self._after.results[len(self._before.results) :]:
            self._begins()

    def _claimed(self) -> None:
        """R11 to R13."""
        last = dict(self._after.last)
        for seat in SEATS:
            move, answer = last[seat], self._notation((seat, last[seat]))
            if isinstance(move, Claim):
                self._say(f"{name(seat)} claims {listed([self._piece_at(space) for space in move.spaces])}.", answer)
            else:
                self._say(f"{name(seat)} claims nothing in time.", answer)
        a, b = (move.spaces if isinstance(move := last[seat], Claim) else () for seat in SEATS)
        both = [space for space in a if space in b]
        if both:
            names = listed(self._size.named(both))
            self._say(f"Both claimed {names}: the piece{' there is' if len(both) == 1 else 's there are'} removed.")
        if self._after.owed is Owed.CLAIM:
            return
        left = unclaimed(draft.claimed(self._before.bout, last).board)
        if left:
            pieces, verb = ("piece", "is") if len(left) == 1 else ("pieces", "are")
            self._say(f"The {pieces} on {listed(self._size.named(left))} {verb} left over and removed.")
        self._begins()

    def _piece_at(self, space: int) -> str:
        piece = self._before.board[space]
        assert piece is not None
        return f"the {_what(piece)} on {self._size.names[space]}"

    def _begins(self) -> None:
        """R14, R19: the events after the claims."""
        after = self._after
        if after.results[len(self._before.results) :]:
            return
        numbers = numbers_of(after.board)
        counts = f"{name(Seat.A)} has {_pieces(numbers.a)}, {name(Seat.B)} {_pieces(numbers.b)}"
        if after.owed is Owed.PLACE:
            owing = [f"{name(seat)} places {_pieces(after.bout.owed[seat])}" for seat in SEATS if after.bout.owed[seat]]
            self._say(f"{counts}: {listed(owing)}.")
        elif after.owed is Owed.FIRST:
            self._say(f"{counts}. {name(after.terms.chooser)} decides who moves first.")
        elif after.bout.mover is not None:
            self._say(f"{counts}. {name(after.bout.mover)} moves first.")
        else:
            self._say(f"{counts}. The battle begins.")

    def _placed(self) -> None:
        """R17, R18."""
        spaces = [move.space for _, move in self._after.last if isinstance(move, Place)]
        for seat, move in self._after.last:
            answer = self._notation((seat, move))
            if isinstance(move, Place):
                arrows = "diagonal" if move.cross else "straight"
                self._say(f"{name(seat)} names {self._size.names[move.space]} for a piece with {arrows} arrows.", answer)
            else:
                self._say(f"{name(seat)} runs out of time and gives up a piece.", answer)
        if len(spaces) > len(set(spaces)):
            self._say(f"Both named {self._size.names[spaces[0]]}: it stays empty and is closed to placing.")
        if self._after.owed is not Owed.PLACE:
            self._begins()

    def _first(self) -> None:
        """R19, R20."""
        ((seat, move),) = self._after.last
        first = move.seat if isinstance(move, First) else seat
        how = "runs out of time and moves first" if isinstance(move, Timeout) else f"decides that {name(first)} moves first"
        self._say(f"{name(seat)} {how}.", self._notation((seat, move)))

    # --- Turns

    def _turned(self) -> None:
        """R44, R46."""
        before, last = self._before, dict(self._after.last)
        done = resolve(before.terms, before.board, last)
        told: set[Seat] = set()
        for seat, move in self._after.last:
            if isinstance(move, Timeout):
                counts = can_move(before.terms, before.board, seat)
                self._say(
                    f"{name(seat)} runs out of time{'' if counts else ', but could not have moved anyway'}.", self._notation((seat, move))
                )
            elif isinstance(move, Turn) and move.movement is None and move.item is None:
                self._say(f"{name(seat)} has no piece that can move, and passes.", self._notation((seat, move)))
        for place, step in enumerate(done.steps):
            if step.what in (What.CLASHED, What.CROSSED) and not any(s.what in (What.CLASHED, What.CROSSED) for s in done.steps[:place]):
                self._met(done.steps, told)
            answer = ""
            if step.seat is not None and step.seat not in told:
                told.add(step.seat)
                answer = self._notation((step.seat, last[step.seat]))
            self._say(self._step(step), answer, view=self._view(step))

    def _met(self, steps: Sequence[Happening], told: set[Seat]) -> None:
        """The movements of pieces that are gone for having met another, before what became of them."""
        arrived = {step.seat for step in steps if step.what in (What.MOVED, What.SWAPPED, What.SPOILED)}
        for seat, move in self._after.last:
            if seat not in arrived and isinstance(move, Turn) and move.movement is not None:
                names, answer = self._size.names, "" if seat in told else self._notation((seat, move))
                told.add(seat)
                self._say(f"{name(seat)} moves from {names[move.movement.origin]} to {names[move.movement.end]}.", answer)

    def _view(self, step: Happening) -> View:
        """The view at a step: both movements are shown together, as they were made; what else happens shows the spaces that it touches."""
        if step.what in (What.MOVED, What.SWAPPED, What.CLASHED, What.CROSSED):
            return replace(self._before.with_board(step.board), last=self._after.last)
        return self._before.with_board(step.board, self._touched(step))

    def _touched(self, step: Happening) -> tuple[int, ...]:
        way, power, use = step.way, step.power, step.use
        spaces = [] if way is None else [way.origin, way.end]
        spaces += [] if power is None else [power.source, *(space for space, _ in power.aims)]
        spaces += [] if use is None else list(use.spaces)
        return tuple(spaces if step.space is None else [*spaces, step.space])

    def _step(self, step: Happening) -> str:
        """One step of the resolution in a sentence."""
        names = self._size.names
        who = "" if step.seat is None else name(step.seat)
        match step.what:
            case What.ITEM:
                assert step.use is not None
                return f"{who} uses {self._use(step.use)}."
            case What.SPOILED:
                return f"The item makes {who}'s movement impossible: the movement is lost."
            case What.CLASHED:
                assert step.space is not None
                return f"Pieces meet on {names[step.space]}: all of them are removed."
            case What.CROSSED:
                assert step.way is not None
                return f"The pieces that move between {names[step.way.origin]} and {names[step.way.end]} clash: both are removed."
            case What.POWER:
                assert step.power is not None
                return f"{who} spends {self._power(step.power)}."
            case What.UNUSED:
                assert step.power is not None
                return f"{who}'s {step.power.kind.word} on {names[step.power.source]} cannot use its power any more and keeps it."
            case _:
                return self._moved(step, who)

    def _moved(self, step: Happening, who: str) -> str:
        names, way, piece = self._size.names, step.way, step.piece
        assert way is not None
        assert piece is not None
        words = f"{who} moves the {_what(piece)} from {names[way.origin]} to {names[way.end]}"
        if step.what is What.SWAPPED:
            return f"{words}, where it changes places with the guardian, which becomes plain."
        if step.captured is not None:
            owner = step.captured.owner
            whose = "their own" if owner is step.seat else "a" if owner is None else f"{name(owner)}'s"
            words += f" and captures {whose} {_what(step.captured)}"
            words += ", taking its character" if step.taken else ""
        after = step.board[way.end]
        lost = after is not None and after.kind is Kind.PLAIN and piece.kind is not Kind.PLAIN
        if lost:
            return f"{words}; the {_what(piece)} becomes plain."
        refills = after is not None and after.kind is Kind.LIZARD and after.black.bit_count() > max(1, piece.black.bit_count())
        return f"{words}; the lizard has used its last arrow and refills." if refills and piece.kind is Kind.LIZARD else f"{words}."

    def _power(self, power: Power) -> str:
        names = self._size.names
        source = f"the {power.kind.word} on {names[power.source]}"
        aims = listed([f"the {DIRECTIONS[way]} arrow on {names[space]}" for space, way in power.aims]) if power.aims else ""
        match power.kind:
            case Kind.RAT:
                return f"{source}: it turns round"
            case Kind.CROW:
                return (
                    f"{source}: {aims} turn{'s' if len(power.aims) == 1 else ''} black" if aims else f"{source}: its grey arrows turn black"
                )
            case Kind.LIZARD:
                return f"{source}: it gains the {DIRECTIONS[power.aims[0][1]]} arrow"
            case _:
                return f"{source}: {aims} is removed"

    def _use(self, use: Use) -> str:
        names = self._size.named(use.spaces)
        title = ITEM_TITLES[use.item]
        match use.item:
            case Item.HONOUR:
                given = [f"the piece on {piece} gains the {DIRECTIONS[way]} arrow" for piece, way in zip(names, use.by, strict=True)]
                return f"{title}: {listed(given)}"
            case Item.ROTATE:
                return f"{title}: the piece on {names[0]} turns by {45 * use.by[0]} degrees"
            case _:
                return f"{title}: the pieces on {names[0]} and {names[1]} exchange their characters"

    # --- Ends

    def _ended(self, result: BoutResult) -> None:
        """R50 to R55."""
        after = self._after
        if result.winner is None:
            self._say(f"No rule decides bout {result.bout}: it counts for nobody and is played again.")
            return
        winner, other = name(result.winner), name(result.winner.other)
        self._say(f"{_ENDS[result.reason].format(winner=winner, other=other)} {winner} wins bout {result.bout}.")
        if after.outcome is not None and after.outcome.winner is not None:
            best = after.outcome.winner
            score: BySeat[int] = after.wins
            self._say(f"The match is over: {name(best)} wins {score[best]} to {score[best.other]}.")
