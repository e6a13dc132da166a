"""The latest events as one eye saw them, step by step in the order of the rules, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from deathmatch.core.game import Beat, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import resignation
from deathmatch.core.speech import called, count, listed, mark, name, say, voiced
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
        case values.Turn(values.Movement(origin, end), power, item):  # what else a turn does is seen on the board
            more = mark("You move {origin} to {end} and do more.")
            text = mark("You move {origin} to {end}.") if power is None and item is None else more
            return say(text, origin=names[origin], end=names[end])
        case values.Turn(_, power, item):
            return say("You use a power.") if power is not None else say("You use an item.") if item is not None else say("You pass.")


def power_effect(size: values.Grid, power: values.Power) -> str:
    """The effect of a power."""
    aimed = mark("the {direction} arrow on {space}")
    arrows = listed([say(aimed, direction=say(values.DIRECTIONS[way]), space=size.names[space]) for space, way in power.aims])
    match power.kind:
        case values.Kind.RAT:
            return say("it turns round")
        case values.Kind.CROW if not power.aims:
            return say("its grey arrows turn black")
        case values.Kind.CROW:
            return count("{arrows} turns black", "{arrows} turn black", len(power.aims), arrows=arrows)
        case values.Kind.LIZARD:
            return say("it gains the {direction} arrow", direction=say(values.DIRECTIONS[power.aims[0][1]]))
        case values.Kind.GUARDIAN:
            return say("it changes places with the piece that comes")
        case _:
            return say("{arrows} is removed", arrows=arrows)


def item_effect(size: values.Grid, use: values.Use) -> str:
    """The effect of an item on the pieces that it names."""
    names = size.named(use.spaces)
    match use.item:
        case values.Item.HONOUR:
            gains = mark("the piece on {space} gains the {direction} arrow")
            given = [say(gains, space=space, direction=say(values.DIRECTIONS[way])) for space, way in zip(names, use.by, strict=True)]
            return listed(given)
        case values.Item.ROTATE:
            return say("the piece on {space} turns by {angle} degrees", space=names[0], angle=45 * use.by[0])
        case _:
            return say("the pieces on {one} and {other} exchange their characters", one=names[0], other=names[1])


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
    values.Tie.CAPTURED_ALL: (False, mark("You have no pieces left."), mark("{player} has no pieces left.")),
    values.Tie.TIMEOUT: (False, mark("You ran out of time too often."), mark("{player} ran out of time too often.")),
    values.Tie.MORE: (
        True,
        mark("The board state is a tie, and you have more pieces."),
        mark("The board state is a tie, and {player} has more pieces."),
    ),
    values.Tie.RECENT: (
        True,
        mark("Both have equally many pieces, and you were the last to have more."),
        mark("Both have equally many pieces, and {player} was the last to have more."),
    ),
    values.Tie.LAST: (
        True,
        mark("Neither player ever had more pieces than the other: the tie goes to you."),
        mark("Neither player ever had more pieces than the other: the tie goes to {player}."),
    ),
}
"""Why a bout ends: whether the sentence is about its winner, and the sentence."""


_MOVES: Final = (
    mark("You move the {piece} from {origin} to {end}"),
    mark("{player} moves the {piece} from {origin} to {end}"),
)
_CAPTURES: Final = (
    mark("You move the {piece} from {origin} to {end}, capturing {captured}"),
    mark("{player} moves the {piece} from {origin} to {end}, capturing {captured}"),
)
_SWAPS: Final = mark("{move}, where it changes places with the guardian, which becomes plain.")


def _whose(step: Happening) -> str:
    """The piece that was captured, and whose it was."""
    captured = certain(step.captured)
    piece, owner = captured.kind.told, captured.owner
    if owner is None:
        return say("a {piece}", piece=piece)
    if owner is step.seat:
        return voiced(owner, mark("your own {piece}"), mark("their own {piece}"), piece=piece)
    return voiced(owner, mark("your {piece}"), mark("{player}'s {piece}"), piece=piece)


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

    def _tell(self, answer: values.Answer, mine: str, theirs: str, view: View | None = None, **given: object) -> None:
        """The submission of a seat."""
        self._say(voiced(answer[0], mine, theirs, **given), self._notation(answer), view=view)

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
        in_turn, at_once = mark("Bout {number}: the players move in turn."), mark("Bout {number}: both players move at once.")
        self._say(say(at_once if bout.simultaneous else in_turn, number=number), heading=heading)
        if self._after.owed is not values.Owed.CLAIM and not self._after.results[len(self._before.results) :]:
            self._begins()

    def _claimed(self) -> None:
        """R11 to R13."""
        board, names = self._before.board, self._size.names
        claims = {seat: move.spaces for seat, move in self._after.last if isinstance(move, values.Claim)}
        named = [space for spaces in claims.values() for space in spaces]
        both = tuple(sorted({space for space in named if named.count(space) > 1}))
        owned = {space: certain(board[space]).owned(None if space in both else seat) for seat, spaces in claims.items() for space in spaces}
        view = self._before.with_board(values.put(board, owned), tuple(named), both)  # sealed together, and shown together
        for seat, move in self._after.last:
            if not isinstance(move, values.Claim):
                mine, theirs = mark("You run out of time and claim nothing."), mark("{player} runs out of time and claims nothing.")
                self._tell((seat, move), mine, theirs)
                continue
            pieces = [say("the {piece} on {space}", piece=certain(board[at]).kind.told, space=names[at]) for at in move.spaces]
            mine, theirs = mark("You claim {pieces}."), mark("{player} claims {pieces}.")
            self._tell((seat, move), mine, theirs, view, pieces=listed(pieces))
        board = rules.claimed(self._before.bout, dict(self._after.last)).board
        if both:
            words = count(
                "Both claimed {spaces}: the piece there is removed.",
                "Both claimed {spaces}: the pieces there are removed.",
                len(both),
                spaces=listed(self._size.named(both)),
            )
            self._say(words, view=self._before.with_board(board, both))
        if self._after.owed is values.Owed.CLAIM:
            return
        left = values.unclaimed(board)
        if left:
            words = count(
                "The piece on {spaces} is left over and removed.",
                "The pieces on {spaces} are left over and removed.",
                len(left),
                spaces=listed(self._size.named(left)),
            )
            self._say(words)
        self._begins()

    def _begins(self) -> None:
        """R14, R19: the events after the claims."""
        after = self._after
        if after.results[len(self._before.results) :]:
            return
        numbers = values.numbers_of(after.board)
        a, b = map(called, SEATS)
        counts = say("Pieces: {a} {a_number}, {b} {b_number}.", a=a, a_number=numbers.a, b=b, b_number=numbers.b)
        then = say("The battle begins.")
        if after.owed is values.Owed.PLACE:
            owed = [(seat, _pieces(after.bout.owed[seat])) for seat in SEATS if after.bout.owed[seat]]
            mine, theirs = mark("You place {pieces}."), mark("{player} places {pieces}.")
            then = " ".join([voiced(seat, mine, theirs, pieces=pieces) for seat, pieces in owed])
        elif after.owed is values.Owed.FIRST:
            chooser = after.terms.chooser
            then = voiced(chooser, mark("You decide who moves first."), mark("{player} decides who moves first."))
        elif after.bout.mover is not None:
            then = voiced(after.bout.mover, mark("You move first."), mark("{player} moves first."))
        self._say(f"{counts} {then}")

    def _placed(self) -> None:
        """R17, R18."""
        spaces = [move.space for _, move in self._after.last if isinstance(move, values.Place)]
        for seat, move in self._after.last:
            mine, theirs = mark("You run out of time and give up a piece."), mark("{player} runs out of time and gives up a piece.")
            space = ""
            if isinstance(move, values.Place):
                mine = mark("You place a piece with straight arrows on {space}.")
                theirs = mark("{player} places a piece with straight arrows on {space}.")
                if move.cross:
                    mine = mark("You place a piece with diagonal arrows on {space}.")
                    theirs = mark("{player} places a piece with diagonal arrows on {space}.")
                space = self._size.names[move.space]
            self._tell((seat, move), mine, theirs, space=space)
        if len(spaces) > len(set(spaces)):
            closed = self._size.names[spaces[0]]
            self._say(say("Both named {space}: it stays empty and is closed to placing.", space=closed))
        if self._after.owed is not values.Owed.PLACE:
            self._begins()

    def _first(self) -> None:
        """R19, R20."""
        ((seat, move),) = self._after.last
        first = move.seat if isinstance(move, values.First) else seat
        words = voiced(first, mark("You move first."), mark("{player} moves first."))
        if isinstance(move, Timeout):
            words = voiced(seat, mark("You run out of time and move first."), mark("{player} runs out of time and moves first."))
        self._say(words, self._notation((seat, move)))

    # --- Turns

    def _turned(self) -> None:
        """R44, R46."""
        before, last = self._before, dict(self._after.last)
        done = resolve(before.terms, before.board, last)
        told: set[Seat] = set()
        for seat, move in self._after.last:
            if isinstance(move, Timeout):
                mine = mark("You run out of time, but could not have moved anyway.")
                theirs = mark("{player} runs out of time, but could not have moved anyway.")
                if can_move(before.terms, before.board, seat):
                    mine, theirs = mark("You run out of time."), mark("{player} runs out of time.")
                self._tell((seat, move), mine, theirs)
            elif isinstance(move, values.Turn) and move.movement is None and move.item is None:
                mine, theirs = mark("You have no piece that can move, and pass."), mark("{player} has no piece that can move, and passes.")
                self._tell((seat, move), mine, theirs)
        for place, step in enumerate(done.steps):
            if step.what in (What.CLASHED, What.CROSSED) and not any(s.what in (What.CLASHED, What.CROSSED) for s in done.steps[:place]):
                self._met(done.steps[:place], done.steps, told)
            answer = ""
            if step.seat is not None and step.seat not in told:
                told.add(step.seat)
                answer = self._notation((step.seat, last[step.seat]))
            self._say(self._step(step), answer, view=self._view(step))

    def _met(self, earlier: Sequence[Happening], steps: Sequence[Happening], told: set[Seat]) -> None:
        """The movements of pieces that are gone for having met another, one after the other, before what became of them."""
        start = board = earlier[-1].board if earlier else self._before.board
        entered: list[int] = []
        arrived = {step.seat for step in steps if step.what in (What.MOVED, What.SWAPPED, What.SPOILED)}
        for seat, move in self._after.last:
            if seat not in arrived and isinstance(move, values.Turn) and move.movement is not None:
                answer = "" if seat in told else self._notation((seat, move))
                told.add(seat)
                origin, end = move.movement.origin, move.movement.end
                if origin not in entered:
                    board = values.put(board, {origin: None})
                board = values.put(board, {end: start[origin]})
                view = self._before.with_board(board, (origin, end), tuple({end, origin} & {*entered}))
                entered.append(end)
                mine, theirs = mark("You move from {origin} to {end}."), mark("{player} moves from {origin} to {end}.")
                words = voiced(seat, mine, theirs, origin=self._size.names[origin], end=self._size.names[end])
                self._say(words, answer, view=view)

    def _view(self, step: Happening) -> View:
        """The view at a step: with all that the submissions touch and the ways of their movements, so that these stay in sight."""
        return replace(self._before.with_board(step.board), last=self._after.last)

    def _step(self, step: Happening) -> str:
        """One step of the resolution in a sentence."""
        names = self._size.names
        seat = step.seat or Seat.A  # a clash is nobody's, and names none
        match step.what:
            case What.ITEM:
                use = certain(step.use)
                mine, theirs = mark("You use {item}: {effect}."), mark("{player} uses {item}: {effect}.")
                return voiced(seat, mine, theirs, item=values.item_title(use.item), effect=item_effect(self._size, use))
            case What.SPOILED:
                mine = mark("The item makes your movement impossible: the movement is lost.")
                return voiced(seat, mine, mark("The item makes {player}'s movement impossible: the movement is lost."))
            case What.CLASHED:
                return say("Pieces meet on {space}: all of them are removed.", space=names[certain(step.space)])
            case What.CROSSED:
                assert step.way is not None
                sentence = mark("The pieces that move between {origin} and {end} clash: both are removed.")
                return say(sentence, origin=names[step.way.origin], end=names[step.way.end])
            case What.POWER:
                power = certain(step.power)
                mine = mark("You spend the {piece} on {space}: {effect}.")
                theirs = mark("{player} spends the {piece} on {space}: {effect}.")
                effect, space = power_effect(self._size, power), names[power.source]
                return voiced(seat, mine, theirs, piece=power.kind.told, space=space, effect=effect)
            case What.UNUSED:
                assert step.power is not None
                mine = mark("Your {piece} on {space} cannot use its power any more and keeps it.")
                theirs = mark("{player}'s {piece} on {space} cannot use its power any more and keeps it.")
                return voiced(seat, mine, theirs, piece=step.power.kind.told, space=names[step.power.source])
            case _:
                return self._moved(step, seat)

    def _moved(self, step: Happening, seat: Seat) -> str:
        names, way, piece = self._size.names, certain(step.way), certain(step.piece)
        captured = "" if step.captured is None else _whose(step)
        given = {"piece": piece.kind.told, "origin": names[way.origin], "end": names[way.end], "captured": captured}
        words = voiced(seat, *(_CAPTURES if captured else _MOVES), **given)
        if step.what is What.SWAPPED:
            return say(_SWAPS, move=words)
        if step.taken:
            words = say("{move}, taking its character", move=words)
        after = step.board[way.end]
        if after is not None and after.kind is values.Kind.PLAIN and piece.kind is not values.Kind.PLAIN:
            return say("{move}; the {piece} becomes plain.", move=words, piece=piece.kind.told)
        refills = after is not None and after.kind is values.Kind.LIZARD and after.black.bit_count() > max(1, piece.black.bit_count())
        if refills and piece.kind is values.Kind.LIZARD:
            return say("{move}; the lizard has used its last arrow and refills.", move=words)
        return f"{words}."

    # --- Ends

    def _ended(self, result: values.BoutResult) -> None:
        """R50 to R55. The last board stays until the players go on to the next bout, which is all that the view after the turn has."""
        before, after, last = self._before, self._after, dict(self._after.last)
        view, over = after, after.outcome
        if over is None:
            board = rules.cleared(rules.placed(rules.claimed(before.bout, last), last).board)
            turned = before.owed is values.Owed.TURN
            bout = rules.turned(before.terms, before.bout, last) if turned else before.bout.with_board(board)
            view = replace(after, bout=bout, owed=before.owed, owing=())
        words = say("No rule decides bout {bout}: it counts for nobody and is played again.", bout=result.bout)
        if result.winner is not None:
            of_winner, *why = _ENDS[result.reason]
            won = voiced(result.winner, mark("You win bout {bout}."), mark("{player} wins bout {bout}."), bout=result.bout)
            words = f"{voiced(result.winner if of_winner else result.winner.other, *why)} {won}"
        self.beats.append(Beat(words, view=view, hold=over is None))
        if over is not None and over.winner is not None:
            score: BySeat[int] = after.wins
            mine = mark("The match is over: you win {most} to {fewest}.")
            theirs = mark("The match is over: {winner} wins {most} to {fewest}.")
            self._say(voiced(over.winner, mine, theirs, winner=name(over.winner), most=score[over.winner], fewest=score[over.winner.other]))
