"""The latest events as one eye saw them, step by step in the order of the rules, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from deathmatch.core.game import Beat, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.simple import resignation
from deathmatch.core.speech import count, listed, mark, name, say
from deathmatch.games.guidance_rite import rules, values
from deathmatch.games.guidance_rite.battle import can_move
from deathmatch.games.guidance_rite.rules import Happening, What, resolve
from deathmatch.games.guidance_rite.view import View


def told(size: values.Grid, own: Seat, move: values.Move) -> str:
    """`You claim B4 and C3.`"""
    names = size.names
    match move:
        case values.Claim():
            one, other = move.spaces
            return say("You claim {one} and {other}.", one=names[one], other=names[other])
        case values.Place():
            return say("You place a piece on {space}.", space=names[move.space])
        case values.First():
            return say("You move first.") if move.seat is own else say("{player} moves first.", player=name(own.other))
        case values.Turn():
            return _turned(size, move)


def _turned(size: values.Grid, move: values.Turn) -> str:
    """What else a turn does is seen on the board."""
    if move.movement is not None:
        origin, end = size.names[move.movement.origin], size.names[move.movement.end]
        if move.power is not None or move.item is not None:
            return say("You move {origin} to {end} and do more.", origin=origin, end=end)
        return say("You move {origin} to {end}.", origin=origin, end=end)
    return say("You use a power.") if move.power is not None else say("You use an item.") if move.item is not None else say("You pass.")


# --- The events between two views of an eye, in words, step by step in the order of the rules


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats of the one event that lies between two views; none if nothing happened."""
    if before == after:
        return ()
    narrator = _Narrator(before, after)
    narrator.go()
    return narrator.beats


def _pieces(number: int) -> str:
    return count("{number} piece", "{number} pieces", number) if number else say("no pieces")


_ENDS: Final = {
    values.Tie.CAPTURED_ALL: mark("{other} has no pieces left. {winner} wins bout {bout}."),
    values.Tie.TIMEOUT: mark("{other} ran out of time too often. {winner} wins bout {bout}."),
    values.Tie.MORE: mark("The board state is a tie, and {winner} has more pieces. {winner} wins bout {bout}."),
    values.Tie.RECENT: mark("Both have equally many pieces, and {winner} was the last to have more. {winner} wins bout {bout}."),
    values.Tie.LAST: mark("Neither player ever had more pieces than the other: the tie goes to {winner}. {winner} wins bout {bout}."),
}


_SWAPS: Final = mark("{player} moves the {piece} from {origin} to {end}, where it changes places with the guardian, which becomes plain.")
_CAPTURES: Final = {
    "none": mark("{player} moves the {piece} from {origin} to {end}"),
    "own": mark("{player} moves the {piece} from {origin} to {end} and captures their own {captured}"),
    "theirs": mark("{player} moves the {piece} from {origin} to {end} and captures {owner}'s {captured}"),
    "nobody's": mark("{player} moves the {piece} from {origin} to {end} and captures a {captured}"),
}


def _whose(step: Happening) -> str:
    """Whose piece was captured, as a key of `_CAPTURES`."""
    if step.captured is None:
        return "none"
    owner = step.captured.owner
    return "nobody's" if owner is None else "own" if owner is step.seat else "theirs"


class _Narrator:
    """Narrates by the question that was open before."""

    def __init__(self, before: View, after: View) -> None:
        self._before, self._after = before, after
        self._size: values.Grid = after.terms.grid
        self.beats: list[Beat[View]] = []

    def go(self) -> None:
        """All beats."""
        if (resigned := resignation(self._after.outcome)) is not None:
            self._say(*resigned, view=self._after)
            return
        match self._before.owed:
            case values.Owed.BOARD:
                self._dealt()
            case values.Owed.CLAIM:
                self._claimed()
            case values.Owed.PLACE:
                self._placed()
            case values.Owed.FIRST:
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

    def _notation(self, answer: values.Answer) -> str:
        seat, move = answer
        return f"{seat} {move.value if isinstance(move, Timeout) else values.text(move, self._size)}"

    # --- Before the battle

    def _dealt(self) -> None:
        """R7 to R9."""
        bout = self._after.bout
        number = self._before.bout.number
        heading = say("Bout {number}", number=number)
        if any(result.bout == number for result in self._before.results):
            heading = say("Bout {number}, again", number=number)
        sentence = mark("The board of bout {number} is laid out. The players move in turn.")
        if bout.simultaneous:
            sentence = mark("The board of bout {number} is laid out. Both players move at once.")
        self._say(say(sentence, number=number), heading=heading)
        if self._after.owed is not values.Owed.CLAIM and not self._after.results[len(self._before.results) :]:
            self._begins()

    def _claimed(self) -> None:
        """R11 to R13."""
        last = dict(self._after.last)
        for seat in SEATS:
            move, answer = last[seat], self._notation((seat, last[seat]))
            if isinstance(move, values.Claim):
                pieces = listed([self._piece_at(space) for space in move.spaces])
                self._say(say("{player} claims {pieces}.", player=name(seat), pieces=pieces), answer)
            else:
                self._say(say("{player} runs out of time and claims nothing.", player=name(seat)), answer)
        a, b = (move.spaces if isinstance(move := last[seat], values.Claim) else () for seat in SEATS)
        both = [space for space in a if space in b]
        if both:
            words = count(
                "Both claimed {spaces}: the piece there is removed.",
                "Both claimed {spaces}: the pieces there are removed.",
                len(both),
                spaces=listed(self._size.named(both)),
            )
            self._say(words)
        if self._after.owed is values.Owed.CLAIM:
            return
        left = values.unclaimed(rules.claimed(self._before.bout, last).board)
        if left:
            words = count(
                "The piece on {spaces} is left over and removed.",
                "The pieces on {spaces} are left over and removed.",
                len(left),
                spaces=listed(self._size.named(left)),
            )
            self._say(words)
        self._begins()

    def _piece_at(self, space: int) -> str:
        piece = self._before.board[space]
        assert piece is not None
        return say("the {piece} on {space}", piece=piece.kind.told, space=self._size.names[space])

    def _begins(self) -> None:
        """R14, R19: the events after the claims."""
        after = self._after
        if after.results[len(self._before.results) :]:
            return
        numbers = values.numbers_of(after.board)
        a, b = numbers.map(_pieces)
        counts = say("{a} has {a_pieces}, {b} {b_pieces}", a=name(Seat.A), a_pieces=a, b=name(Seat.B), b_pieces=b)
        if after.owed is values.Owed.PLACE:
            owed = [(name(seat), _pieces(after.bout.owed[seat])) for seat in SEATS if after.bout.owed[seat]]
            placings = listed([say("{player} places {pieces}", player=player, pieces=pieces) for player, pieces in owed])
            self._say(say("{counts}: {placings}.", counts=counts, placings=placings))
        elif after.owed is values.Owed.FIRST:
            self._say(say("{counts}. {player} decides who moves first.", counts=counts, player=name(after.terms.chooser)))
        elif after.bout.mover is not None:
            self._say(say("{counts}. {player} moves first.", counts=counts, player=name(after.bout.mover)))
        else:
            self._say(say("{counts}. The battle begins.", counts=counts))

    def _placed(self) -> None:
        """R17, R18."""
        spaces = [move.space for _, move in self._after.last if isinstance(move, values.Place)]
        for seat, move in self._after.last:
            answer = self._notation((seat, move))
            if isinstance(move, values.Place):
                sentence = mark("{player} names {space} for a piece with straight arrows.")
                if move.cross:
                    sentence = mark("{player} names {space} for a piece with diagonal arrows.")
                self._say(say(sentence, player=name(seat), space=self._size.names[move.space]), answer)
            else:
                self._say(say("{player} runs out of time and gives up a piece.", player=name(seat)), answer)
        if len(spaces) > len(set(spaces)):
            closed = self._size.names[spaces[0]]
            self._say(say("Both named {space}: it stays empty and is closed to placing.", space=closed))
        if self._after.owed is not values.Owed.PLACE:
            self._begins()

    def _first(self) -> None:
        """R19, R20."""
        ((seat, move),) = self._after.last
        first = move.seat if isinstance(move, values.First) else seat
        words = say("{player} decides that {first} moves first.", player=name(seat), first=name(first))
        if isinstance(move, Timeout):
            words = say("{player} runs out of time and moves first.", player=name(seat))
        self._say(words, self._notation((seat, move)))

    # --- Turns

    def _turned(self) -> None:
        """R44, R46."""
        before, last = self._before, dict(self._after.last)
        done = resolve(before.terms, before.board, last)
        told: set[Seat] = set()
        for seat, move in self._after.last:
            if isinstance(move, Timeout):
                words = say("{player} runs out of time, but could not have moved anyway.", player=name(seat))
                if can_move(before.terms, before.board, seat):
                    words = say("{player} runs out of time.", player=name(seat))
                self._say(words, self._notation((seat, move)))
            elif isinstance(move, values.Turn) and move.movement is None and move.item is None:
                self._say(say("{player} has no piece that can move, and passes.", player=name(seat)), self._notation((seat, move)))
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
            if seat not in arrived and isinstance(move, values.Turn) and move.movement is not None:
                names, answer = self._size.names, "" if seat in told else self._notation((seat, move))
                told.add(seat)
                origin, end = names[move.movement.origin], names[move.movement.end]
                self._say(say("{player} moves from {origin} to {end}.", player=name(seat), origin=origin, end=end), answer)

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
                return self._use(step.use, who)
            case What.SPOILED:
                return say("The item makes {player}'s movement impossible: the movement is lost.", player=who)
            case What.CLASHED:
                assert step.space is not None
                return say("Pieces meet on {space}: all of them are removed.", space=names[step.space])
            case What.CROSSED:
                assert step.way is not None
                sentence = mark("The pieces that move between {origin} and {end} clash: both are removed.")
                return say(sentence, origin=names[step.way.origin], end=names[step.way.end])
            case What.POWER:
                assert step.power is not None
                return self._power(step.power, who)
            case What.UNUSED:
                assert step.power is not None
                sentence = mark("{player}'s {piece} on {space} cannot use its power any more and keeps it.")
                return say(sentence, player=who, piece=step.power.kind.told, space=names[step.power.source])
            case _:
                return self._moved(step, who)

    def _moved(self, step: Happening, who: str) -> str:
        names, way, piece = self._size.names, step.way, step.piece
        assert way is not None
        assert piece is not None
        sentence = _SWAPS if step.what is What.SWAPPED else _CAPTURES[_whose(step)]
        captured = step.captured
        owner = name(captured.owner) if captured is not None and captured.owner is not None else ""
        words = say(
            sentence,
            player=who,
            piece=piece.kind.told,
            origin=names[way.origin],
            end=names[way.end],
            owner=owner,
            captured=captured.kind.told if captured is not None else "",
        )
        if step.what is What.SWAPPED:
            return words
        if step.taken:
            words = say("{move}, taking its character", move=words)
        after = step.board[way.end]
        if after is not None and after.kind is values.Kind.PLAIN and piece.kind is not values.Kind.PLAIN:
            return say("{move}; the {piece} becomes plain.", move=words, piece=piece.kind.told)
        refills = after is not None and after.kind is values.Kind.LIZARD and after.black.bit_count() > max(1, piece.black.bit_count())
        if refills and piece.kind is values.Kind.LIZARD:
            return say("{move}; the lizard has used its last arrow and refills.", move=words)
        return f"{words}."

    def _power(self, power: values.Power, who: str) -> str:
        names = self._size.names
        source = names[power.source]
        arrows = listed(
            [say("the {direction} arrow on {space}", direction=values.DIRECTIONS[way], space=names[space]) for space, way in power.aims]
        )
        match power.kind:
            case values.Kind.RAT:
                return say("{player} spends the rat on {space}: it turns round.", player=who, space=source)
            case values.Kind.CROW if not power.aims:
                return say("{player} spends the crow on {space}: its grey arrows turn black.", player=who, space=source)
            case values.Kind.CROW:
                return count(
                    "{player} spends the crow on {space}: {arrows} turns black.",
                    "{player} spends the crow on {space}: {arrows} turn black.",
                    len(power.aims),
                    player=who,
                    space=source,
                    arrows=arrows,
                )
            case values.Kind.LIZARD:
                sentence = mark("{player} spends the lizard on {space}: it gains the {direction} arrow.")
                return say(sentence, player=who, space=source, direction=values.DIRECTIONS[power.aims[0][1]])
            case _:
                return say("{player} spends the monster on {space}: {arrows} is removed.", player=who, space=source, arrows=arrows)

    def _use(self, use: values.Use, who: str) -> str:
        names = self._size.named(use.spaces)
        match use.item:
            case values.Item.HONOUR:
                gains = mark("the piece on {space} gains the {direction} arrow")
                given = [say(gains, space=space, direction=values.DIRECTIONS[way]) for space, way in zip(names, use.by, strict=True)]
                return say("{player} uses Point of Honour: {gains}.", player=who, gains=listed(given))
            case values.Item.ROTATE:
                sentence = mark("{player} uses Rotate: the piece on {space} turns by {angle} degrees.")
                return say(sentence, player=who, space=names[0], angle=45 * use.by[0])
            case _:
                sentence = mark("{player} uses Swap: the pieces on {one} and {other} exchange their characters.")
                return say(sentence, player=who, one=names[0], other=names[1])

    # --- Ends

    def _ended(self, result: values.BoutResult) -> None:
        """R50 to R55."""
        after = self._after
        if result.winner is None:
            self._say(say("No rule decides bout {bout}: it counts for nobody and is played again.", bout=result.bout))
            return
        winner, other = name(result.winner), name(result.winner.other)
        self._say(say(_ENDS[result.reason], winner=winner, other=other, bout=result.bout))
        if after.outcome is not None and after.outcome.winner is not None:
            best = after.outcome.winner
            score: BySeat[int] = after.wins
            sentence = mark("The match is over: {winner} wins {most} to {fewest}.")
            self._say(say(sentence, winner=name(best), most=score[best], fewest=score[best.other]))
