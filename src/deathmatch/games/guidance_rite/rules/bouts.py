"""How a match goes on: bouts (R6, R7), who moves first (R19, R20), time-outs (R49), and how bouts and the match end (R50 to R56)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from deathmatch.core.game import Over, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.guidance_rite.rules import draft
from deathmatch.games.guidance_rite.rules.movement import can_move
from deathmatch.games.guidance_rite.rules.resolution import resolve
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.grid import Board, numbers_of
from deathmatch.games.guidance_rite.values.moves import NOTHING, Bout, BoutResult, First, Move, Owed, Tie, Turn
from deathmatch.games.guidance_rite.values.terms import REPLAYS, LastTie, Terms


def start(terms: Terms) -> State:
    """Set-up."""
    return State(Owed.BOARD, _bout(terms, 1), terms.held)


def _bout(terms: Terms, number: int) -> Bout:
    """A bout before its deal."""
    return Bout(number, terms.simultaneous(number), (None,) * len(terms.grid))


def deal(terms: Terms, state: State, board: Board) -> State:
    """R7 to R9: a bout begins, with claims if more than two pieces have no owner."""
    state = replace(state, bout=replace(state.bout, board=board), last=())
    return _placing(terms, state) if draft.claims_end(state.bout) else replace(state, owed=Owed.CLAIM)


def play(terms: Terms, state: State, turn: Mapping[Seat, Move | Timeout]) -> State:
    """The state after every seat that owed something has submitted."""
    state = replace(state, last=tuple([(seat, turn[seat]) for seat in SEATS if seat in turn]))
    match state.owed:
        case Owed.CLAIM:
            state = replace(state, bout=draft.claimed(state.bout, turn))
            return _placing(terms, state) if draft.claims_end(state.bout) else state
        case Owed.PLACE:
            return _wave(terms, replace(state, bout=draft.placed(state.bout, turn)))
        case Owed.FIRST:
            named = turn[terms.chooser]
            return _turns(state, named.seat if isinstance(named, First) else terms.chooser)
        case _:
            assert state.owed is Owed.TURN
            return _turn(terms, state, turn)


def resign(state: State, seat: Seat) -> State:
    """R56: the other seat wins; all else stays as it stood."""
    return replace(state, outcome=Over(seat.other, "resign"))


# --- Up to the battle


def _placing(terms: Terms, state: State) -> State:
    """R12, R14: unclaimed pieces are removed; a seat with too few pieces places some."""
    board = draft.cleared(state.bout.board)
    return _wave(terms, replace(state, bout=replace(state.bout, board=board, round=1, late=0, owed=draft.owing(terms, board))))


def _wave(terms: Terms, state: State) -> State:
    """R14, R18: the next wave, or the battle."""
    bout = draft.able(terms, state.bout)
    owed = draft.next_owed(bout)
    if owed is not None:
        return replace(state, owed=owed, bout=bout)
    return _battle(terms, replace(state, bout=bout))


def _battle(terms: Terms, state: State) -> State:
    """R19, R20, R50 to R54: the battle begins, unless it is over at once."""
    bout = _counted(terms, replace(state.bout, round=1))
    state = replace(state, bout=bout)
    result = ended(terms, bout)
    if result is not None:
        return _bout_ends(terms, state, *result)
    if bout.simultaneous:
        return replace(state, owed=Owed.TURN)
    if bout.number == 2 and state.opener is not None:
        return _turns(state, state.opener.other)
    return replace(state, owed=Owed.FIRST) if terms.first is None else _turns(state, terms.first)


def _turns(state: State, first: Seat) -> State:
    """The seats' turns begin."""
    opener = first if state.bout.number == 1 else state.opener
    return replace(state, owed=Owed.TURN, opener=opener, bout=replace(state.bout, first=first, mover=first))


def _counted(terms: Terms, bout: Bout) -> Bout:
    """R52, R53: looks at the numbers of pieces."""
    a, b = numbers_of(bout.board)
    ahead = bout.ahead if a == b else Seat.A if a > b else Seat.B
    small = NOTHING if bout.small is None and max(a, b) <= terms.few else bout.small
    return replace(bout, ahead=ahead, small=small)


# --- The battle


def _turn(terms: Terms, state: State, turn: Mapping[Seat, Move | Timeout]) -> State:
    """R44, R46: a turn, its count, and whether the bout ends by it."""
    bout = state.bout
    done = resolve(terms, bout.board, turn)
    late = BySeat.of(lambda seat: int(isinstance(turn.get(seat), Timeout) and can_move(terms, bout.board, seat)))
    timeouts = BySeat.of(lambda seat: bout.timeouts[seat] + late[seat])
    after = carried(terms, replace(bout, timeouts=timeouts), done.board, tuple(turn), left=done.left)
    used = {seat: move.item.item for seat, move in turn.items() if isinstance(move, Turn) and move.item is not None}
    items = BySeat.of(lambda seat: tuple([item for item in state.items[seat] if item is not used.get(seat)]))
    state = replace(state, bout=after, items=items)
    result = ended(terms, after)
    if result is not None:
        return _bout_ends(terms, state, *result)
    mover = None if bout.mover is None else bout.mover.other
    return replace(state, bout=replace(after, mover=mover, round=bout.round + 1))


def carried(terms: Terms, bout: Bout, board: Board, seats: Collection[Seat], *, left: bool) -> Bout:
    """R52, R53: the bout after a turn of these seats has led to a board; `left` whether a piece has left it."""

    def counted(numbers: BySeat[int]) -> BySeat[int]:
        return BySeat.of(lambda seat: numbers[seat] + (seat in seats))

    quiet = NOTHING if left else counted(bout.quiet)
    small = None if bout.small is None else counted(bout.small)
    return _counted(terms, replace(bout, board=board, quiet=quiet, small=small))


# --- Ends


def ended(terms: Terms, bout: Bout) -> tuple[Seat | None, Tie] | None:
    """R50 to R53, in the book's order: winner and reason if the bout is over; nobody if R54 is to decide."""
    a, b = numbers_of(bout.board)
    if not a or not b:
        return _tied(bout) if a == b else (Seat.A if a else Seat.B, Tie.CAPTURED_ALL)
    beaten = [seat for seat in SEATS if 0 < terms.timeouts_lose <= bout.timeouts[seat]]
    if beaten:
        return _tied(bout) if len(beaten) > 1 else (beaten[0].other, Tie.TIMEOUT)
    return _tied(bout) if _still(terms, bout) else None


def _still(terms: Terms, bout: Bout) -> bool:
    """R52: whether the board state is drawn."""
    quiet = min(bout.quiet)
    if quiet >= terms.quiet_turns:
        return True
    if max(numbers_of(bout.board)) <= terms.few:
        turns = min(bout.small or NOTHING) if terms.reached else quiet
        if turns >= terms.few_turns:
            return True
    return not any(can_move(terms, bout.board, seat) for seat in SEATS)


def _tied(bout: Bout) -> tuple[Seat | None, Tie]:
    """R53."""
    a, b = numbers_of(bout.board)
    if a != b:
        return Seat.A if a > b else Seat.B, Tie.MORE
    return bout.ahead, Tie.RECENT


def _bout_ends(terms: Terms, state: State, winner: Seat | None, reason: Tie) -> State:
    """R54, R55: the bout counts, or is played again; then the next one, or the end of the match."""
    number = state.bout.number
    if winner is None:
        again = sum(result.bout == number for result in state.results)
        if terms.last_tie is LastTie.REPLAY and again < REPLAYS:
            reason = Tie.REPLAY
        else:
            winner, reason = terms.dmo if terms.last_tie is LastTie.DMO else terms.dmo.other, Tie.LAST
    state = replace(state, results=(*state.results, BoutResult(number, winner, reason)))
    if winner is None:
        opener = None if number == 1 else state.opener
        return _next(terms, replace(state, opener=opener), number)
    wins = state.wins.put(winner, state.wins[winner] + 1)
    state = replace(state, wins=wins)
    if 2 * wins[winner] > terms.best_of:
        return replace(state, outcome=Over(winner, "bouts"))
    return _next(terms, state, number + 1)


def _next(terms: Terms, state: State, number: int) -> State:
    """Another bout, or the same one again."""
    items = terms.held if terms.each_bout else state.items
    return replace(state, owed=Owed.BOARD, bout=_bout(terms, number), items=items)
