"""The words of the picture: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.core.speech import cached_by_language, count, mark, name, owned, say, voiced
from deathmatch.games.guidance_rite.values import Grid, Item, Owed, Piece, aimed, item_title, numbers_of, unclaimed
from deathmatch.games.guidance_rite.view import View


def title(view: View) -> str:
    """Where the match stands, in a few words."""
    if view.outcome is not None:
        return _over(view, view.outcome)
    bout = view.bout
    heading = say("The bout") if view.terms.best_of == 1 else say("Bout {number} of {last}", number=bout.number, last=view.terms.best_of)
    match view.owed:
        case Owed.BOARD:
            return say("{bout}: the board is laid out", bout=heading)
        case Owed.CLAIM:
            return say("{bout}: claims, round {round}", bout=heading, round=bout.round)
        case Owed.PLACE:
            return say("{bout}: placing", bout=heading)
        case Owed.FIRST:
            return say("{bout}: who moves first?", bout=heading)
        case _:
            text = mark("{bout}, at once: turn {turn}") if bout.simultaneous else mark("{bout}, in turn: turn {turn}")
            return say(text, bout=heading, turn=bout.round)


def _over(view: View, over: Over) -> str:
    if over.winner is None:
        return say("The match is over")
    winner, loser = name(over.winner), name(over.winner.other)
    if over.reason == "resign":
        return say("{loser} resigned, {winner} wins", loser=loser, winner=winner)
    return say("{winner} wins, {won} to {lost}", winner=winner, won=view.wins[over.winner], lost=view.wins[over.winner.other])


def board(size: Grid) -> str:
    """What the board is."""
    last = chr(ord("A") + size.columns - 1)
    text = mark("A board of {columns} columns, A to {last}, and {rows} rows, 1 at the bottom")
    return say(text, columns=size.columns, last=last, rows=size.rows)


@cached_by_language(maxsize=8192)
def space(place: str, piece: Piece, eye: Seat | None) -> str:
    """A space and its piece: `B3: your rat, arrows N E W, grey S, marked`."""
    if piece.owner is None:
        parts = [say("{space}: unclaimed {piece}", space=place, piece=piece.kind.told)]
    elif piece.owner is eye:
        parts = [say("{space}: your {piece}", space=place, piece=piece.kind.told)]
    else:
        parts = [say("{space}: {player}'s {piece}", space=place, player=name(piece.owner), piece=piece.kind.told)]
    parts.append(say("arrows {directions}", directions=" ".join(aimed(piece.black))) if piece.black else say("no black arrows"))
    if piece.grey:
        parts.append(say("grey {directions}", directions=" ".join(aimed(piece.grey))))
    if piece.marked:
        parts.append(say("marked"))
    return ", ".join(parts)


def closed(place: str) -> str:
    """A space to which nobody may place."""
    return say("{space}: closed to placing", space=place)


def lines(view: View, seat: Seat) -> tuple[str, str, str]:
    """The words beside a seat: its pieces, its bouts or the pieces that it has to place, its time-outs."""
    bout, second, late = view.bout, "", ""
    if bout.owed[seat]:
        second = say("{number} to place", number=bout.owed[seat])
    elif view.terms.best_of > 1 or view.wins[seat]:
        second = _won(view.wins[seat])
    if bout.timeouts[seat]:
        text = mark("late {number}/{most}") if view.terms.timeouts_lose else mark("late {number}")
        late = say(text, number=bout.timeouts[seat], most=view.terms.timeouts_lose)
    return _pieces(view.numbers[seat]), second, late


def _pieces(number: int) -> str:
    return count("{number} piece", "{number} pieces", number)


def _won(number: int) -> str:
    return count("{number} bout won", "{number} bouts won", number)


def head(view: View, seat: Seat, pieces: int, *, mine: bool) -> str:
    """A seat in words."""
    mine_, theirs = mark("You, seat {seat}: {pieces}"), mark("{player}, seat {seat}: {pieces}")
    parts = [owned(mine_, theirs, "" if mine else name(seat), seat=seat, pieces=_pieces(pieces)), _won(view.wins[seat])]
    if view.bout.owed[seat]:
        parts.append(say("{number} to place", number=view.bout.owed[seat]))
    if view.bout.timeouts[seat]:
        parts.append(count("{number} time-out in this bout", "{number} time-outs in this bout", view.bout.timeouts[seat]))
    if view.outcome is not None and view.outcome.winner is seat:
        parts.append(say("the winner"))
    return ", ".join(parts)


def item(seat: Seat, kind: Item, *, left: bool, mine: bool) -> str:
    """An item in words."""
    own, theirs = mark("Your {item}: used"), mark("{player}'s {item}: used")
    if left:
        own, theirs = mark("Your {item}: not used yet"), mark("{player}'s {item}: not used yet")
    return owned(own, theirs, "" if mine else name(seat), item=item_title(kind))


def sealed(seat: Seat) -> str:
    """A submission that waits."""
    return say("{player}'s submission: sealed", player=name(seat))


def strip(view: View) -> str:
    """The line below the board: how far a claim is, or that the battle comes near to a tie."""
    bout = view.bout
    if view.owed is Owed.CLAIM:
        return count("{number} piece unclaimed", "{number} pieces unclaimed", len(unclaimed(view.board)))
    few = max(numbers_of(view.board)) <= view.terms.few
    limit = view.terms.few_turns if few else view.terms.quiet_turns
    turns = bout.small if few and view.terms.reached and bout.small is not None else bout.quiet
    if view.owed is not Owed.TURN or view.outcome is not None or 2 * min(turns) < limit:  # far off, other things matter
        return ""
    left = count("{number} more turn without a capture", "{number} more turns without a capture", limit - min(turns))
    if bout.ahead is None:
        return say("{turns}: the bout ends", turns=left)
    mine, theirs, yours = mark("{turns}: you win"), mark("{turns}: {seat} wins"), mark("{turns}: you lose")
    return voiced(bout.ahead, mine, theirs, yours, turns=left, seat=bout.ahead)
