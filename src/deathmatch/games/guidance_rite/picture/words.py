"""What the picture says in words: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from functools import lru_cache

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.values.grid import Grid, numbers_of, unclaimed
from deathmatch.games.guidance_rite.values.moves import ITEM_TITLES, Item, Owed
from deathmatch.games.guidance_rite.values.pieces import Piece, aimed
from deathmatch.games.guidance_rite.view import View


def title(view: View) -> str:
    """Where the match stands, in a few words."""
    if view.outcome is not None:
        return _over(view, view.outcome)
    bout = view.bout
    heading = "The bout" if view.terms.best_of == 1 else f"Bout {bout.number} of {view.terms.best_of}"
    match view.owed:
        case Owed.BOARD:
            return f"{heading}: the board is laid out"
        case Owed.CLAIM:
            return f"{heading}: claims, round {bout.round}"
        case Owed.PLACE:
            return f"{heading}: placing"
        case Owed.FIRST:
            return f"{heading}: who moves first?"
        case _:
            return f"{heading}, {'at once' if bout.simultaneous else 'in turn'}: turn {bout.round}"


def _over(view: View, over: Over) -> str:
    if over.winner is None:
        return "The match is over"
    if over.reason == "resign":
        return f"{{{over.winner.other}}} resigned, {{{over.winner}}} wins"
    return f"{{{over.winner}}} wins, {view.wins[over.winner]} to {view.wins[over.winner.other]}"


def board(size: Grid) -> str:
    """What the board is."""
    last = chr(ord("A") + size.columns - 1)
    return f"A board of {size.columns} columns, A to {last}, and {size.rows} rows, 1 at the bottom"


@lru_cache(maxsize=8192)
def space(name: str, piece: Piece, eye: Seat | None) -> str:
    """A space and its piece: `B3: your rat, arrows N E W, grey S, marked`."""
    whose = "unclaimed" if piece.owner is None else "your" if piece.owner is eye else f"{{{piece.owner}}}'s"
    what = "plain piece" if not piece.kind.word or piece.kind.word == "plain" else piece.kind.word
    parts = [f"{name}: {whose} {what}"]
    parts.append(f"arrows {' '.join(aimed(piece.black))}" if piece.black else "no black arrows")
    if piece.grey:
        parts.append(f"grey {' '.join(aimed(piece.grey))}")
    if piece.marked:
        parts.append("marked")
    return ", ".join(parts)


def counted(number: int, noun: str) -> str:
    """`1 piece`, `2 pieces`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def lines(view: View, seat: Seat) -> tuple[str, str]:
    """The two lines of a seat: its pieces; bouts and time-outs."""
    bout = view.bout
    owed = f", {bout.owed[seat]} to place" if bout.owed[seat] else ""
    parts = []
    if view.terms.best_of > 1 or view.wins[seat]:
        parts.append(f"{counted(view.wins[seat], 'bout')} won")
    if bout.timeouts[seat]:
        limit = f" of {view.terms.timeouts_lose}" if view.terms.timeouts_lose else ""
        parts.append(f"late {bout.timeouts[seat]}{limit}")
    return f"{counted(numbers_of(view.board)[seat], 'piece')}{owed}", ", ".join(parts)


def head(view: View, seat: Seat, pieces: int, *, mine: bool) -> str:
    """A seat in words."""
    who = "You" if mine else f"{{{seat}}}"
    parts = [f"{who}: {counted(pieces, 'piece')}", f"{counted(view.wins[seat], 'bout')} won"]
    if view.bout.owed[seat]:
        parts.append(f"{view.bout.owed[seat]} to place")
    if view.bout.timeouts[seat]:
        parts.append(f"{counted(view.bout.timeouts[seat], 'time-out')} in this bout")
    if view.outcome is not None and view.outcome.winner is seat:
        parts.append("the winner")
    return ", ".join(parts)


def item(seat: Seat, kind: Item, *, left: bool, mine: bool) -> str:
    """An item in words."""
    whose = "Your" if mine else f"{{{seat}}}'s"
    return f"{whose} {ITEM_TITLES[kind]}: {'not used yet' if left else 'used'}"


def sealed(seat: Seat) -> str:
    """A submission that waits."""
    return f"{{{seat}}}'s submission: sealed"


def strip(view: View) -> tuple[str, str]:
    """The line below the board, short and in a sentence: how far a claim is, or how near the battle is to a tie."""
    bout = view.bout
    if view.owed is Owed.CLAIM:
        words = f"{counted(len(unclaimed(view.board)), 'piece')} unclaimed"
        return words, words
    if view.owed is not Owed.TURN:
        return "", ""
    few = max(numbers_of(view.board)) <= view.terms.few
    limit = view.terms.few_turns if few else view.terms.quiet_turns
    turns = bout.small if few and view.terms.reached and bout.small is not None else bout.quiet
    ahead = "" if bout.ahead is None else f" · ahead last: {bout.ahead}"
    short = f"quiet turns A {turns.a}, B {turns.b} of {limit}{ahead}"
    last = "nobody" if bout.ahead is None else f"{{{bout.ahead}}}"
    after = f"after {limit} each the bout ends; {last} had more pieces most recently"
    return short, f"Quiet turns: {{A}} {turns.a}, {{B}} {turns.b}; {after}"
