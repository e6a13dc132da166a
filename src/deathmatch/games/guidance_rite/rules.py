"""The course of a match of Guidance Rite, step by step as in the book (R6 to R56): turns that are carried out, the draft, the bouts.

`battle.py` has the parts of one turn: movements, powers and items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Rule
from deathmatch.core.game import TIMEOUT, Over, Timeout
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import UnlistedDeal
from deathmatch.core.speech import listed, mark, say
from deathmatch.games.guidance_rite import battle, notation, values
from deathmatch.games.guidance_rite.battle import MovementBefore, Way, can_move
from deathmatch.games.guidance_rite.values import CHARACTERS, OFF, R8, Board, Kind, Owed, Piece, Terms, numbers, written
from deathmatch.games.guidance_rite.view import State

# --- What turns come to (R44, R46 to R48), step by step: one seat's in turn, or both at once. The steps are what `narrate` has to tell


class What(Enum):
    """The kinds of steps."""

    ITEM = "item"  # an item has worked
    SPOILED = "spoiled"  # the other's item has made a movement illegal
    MOVED = "moved"  # a piece has arrived
    SWAPPED = "swapped"  # it has changed places with a guardian
    CLASHED = "clashed"  # several arrived on one space, and all that stood there is gone
    CROSSED = "crossed"  # two changed places, and are gone
    POWER = "power"  # a power has worked
    UNUSED = "unused"  # a power could not, and was not used


@dataclass(frozen=True, slots=True)
class Happening:
    """One step of the resolution.

    Attributes:
        what: which.
        seat: whose; None for a clash and a crossing.
        board: after it, and after all that happens at the same instant.
        way: of a movement.
        piece: that moved, as it set out.
        captured: the captured piece.
        taken: whether it took its character.
        space: where pieces clashed.
        use, power: the item or power.
    """

    what: What
    seat: Seat | None
    board: values.Board
    way: Way | None = None
    piece: values.Piece | None = None
    captured: values.Piece | None = None
    taken: bool = False
    space: int | None = None
    use: values.Use | None = None
    power: values.Power | None = None


@dataclass(slots=True)
class _Going:
    """A movement that is carried out."""

    seat: Seat
    way: Way
    manner: values.Manner
    piece: values.Piece
    spent: bool = False  # whether it has used up the turn's power


@dataclass(slots=True)
class Resolution:
    """The turns of the seats that had one, carried out.

    Attributes:
        board: at the end.
        left: whether a piece has left the board.
        steps: what happened.
    """

    terms: values.Terms
    turns: Mapping[Seat, values.Move | Timeout]
    board: values.Board
    left: bool = False
    steps: list[Happening] = field(default_factory=list)

    def carry_out(self) -> None:
        """R46, in the book's steps; in turn they come to R44's."""
        turns = [(seat, turn) for seat in Seat if isinstance(turn := self.turns.get(seat), values.Turn)]
        start = self.board
        self._use_items([(seat, turn.item) for seat, turn in turns if turn.item is not None])
        going = [one for seat, turn in turns if (one := self._set_out(start, seat, turn)) is not None]
        before = values.standing(self.board)
        arrived = self._go(going)
        self.left = values.standing(self.board) < before
        self._spend(going, dict(turns), arrived)

    def _use_items(self, used: list[tuple[Seat, values.Use]]) -> None:
        """R46 (1): by kind, of two of a kind the DMO's first."""
        for seat, use in sorted(used, key=lambda pair: (values.ITEMS.index(pair[1].item), pair[0] is not self.terms.dmo)):
            self.board = battle.used(self.board, use)
            self.steps.append(Happening(What.ITEM, seat, self.board, use=use))

    def _set_out(self, start: values.Board, seat: Seat, turn: values.Turn) -> _Going | None:
        """R46 (2): the movement, unless there is none or the other's item has made it illegal."""
        if turn.movement is None:
            return None
        swap = turn.power is not None and turn.power.kind is values.Kind.GUARDIAN
        try:
            way, manner = battle.judge(self.terms, self.board, seat, turn.movement, swap=swap, still=battle.still(start, seat, turn.item))
        except Illegal:
            self.steps.append(Happening(What.SPOILED, seat, self.board))
            return None
        return _Going(seat, way, manner, certain(self.board[way.origin]))

    # --- R47: both movements

    def _go(self, going: list[_Going]) -> frozenset[int]:
        """Both movements at the same instant; where pieces have arrived and stand."""
        board, origins = self.board, {mover.way.origin for mover in going}
        swaps = [mover for mover in going if mover.manner is values.Manner.SWAP and mover.way.end not in origins]
        shared = len(swaps) > 1 and swaps[0].way.end == swaps[1].way.end
        ways = [(mover.way.origin, mover.way.end) for mover in going]
        crossed = self.terms.clash and len(ways) == len(Seat) and ways[0] == ways[1][::-1]
        changes: dict[int, values.Piece | None] = dict.fromkeys(origins)
        arrivals: dict[int, list[_Going | values.Piece]] = {}
        for mover in [] if crossed else going:
            arrivals.setdefault(mover.way.end, []).append(mover)
        for mover in [] if shared or crossed else swaps:
            guardian = certain(board[mover.way.end])
            changes[mover.way.end] = None
            arrivals.setdefault(mover.way.origin, []).append(guardian.of_kind(values.Kind.PLAIN))
        left = values.put(board, changes)
        steps: list[Happening] = []
        stand: list[int] = []
        for space, arrived in arrivals.items():
            if len(arrived) > 1:
                changes[space] = None
                steps.append(Happening(What.CLASHED, None, board, space=space))
                continue
            stand.append(space)
            (one,) = arrived
            if isinstance(one, values.Piece):
                changes[space] = one
                continue
            there = left[space]
            changes[space] = battle.arrived(self.terms, one.piece, one.way, there, take=one.manner is values.Manner.TAKE)
            one.spent = self.terms.removals_all and battle.removes(one.piece, one.way, captures=there is not None)
            what = What.SWAPPED if one in swaps and not shared else What.MOVED
            took = one.manner is values.Manner.TAKE and there is not None
            steps.append(Happening(what, one.seat, board, way=one.way, piece=one.piece, captured=there, taken=took))
        if crossed:
            steps.append(Happening(What.CROSSED, None, board, way=going[0].way))
        self.board = values.refilled(values.put(board, changes))
        self.steps += [replace(step, board=self.board) for step in steps]
        return frozenset(stand)

    # --- R48: both powers

    def _spend(self, going: list[_Going], turns: dict[Seat, values.Turn], arrived: frozenset[int]) -> None:
        """Both powers at the same instant, those that can work; each is judged on the board before either."""
        used: list[values.Power] = []
        steps: list[Happening] = []
        for mover in going:
            power = turns[mover.seat].power
            if power is None or power.kind is values.Kind.GUARDIAN:
                continue
            moved = MovementBefore(mover.seat, mover.piece.kind, arrived, mover.spent)
            works = battle.possible(self.terms, self.board, moved, power)
            if works is not None:
                used.append(works)
            what = What.UNUSED if works is None else What.POWER
            steps.append(Happening(what, mover.seat, self.board, power=works or power))
        if used:
            self.board = battle.spent(self.terms, self.board, used)
        self.steps += [replace(step, board=self.board) for step in steps]


def resolve(terms: values.Terms, board: values.Board, turns: Mapping[Seat, values.Move | Timeout]) -> Resolution:
    """The turns carried out; time-outs and passes do nothing."""
    resolution = Resolution(terms, turns, board)
    resolution.carry_out()
    return resolution


# --- Before the battle: claims (R10 to R13) and placing (R14 to R18)


PLUS: Final = 0b01010101  # N, E, S, W
CROSS: Final = 0b10101010
_FEW: Final = 6  # spaces that an error lists


# --- Claims


def check_claim(terms: values.Terms, board: values.Board, seat: Seat, claim: values.Claim) -> None:
    """Raises Illegal (R10)."""
    one, other = claim.spaces
    if one == other:
        raise Illegal(say("claim two different pieces"), values.R10)
    for space in claim.spaces:
        check_unclaimed(terms, board, seat, space)


def check_unclaimed(terms: values.Terms, board: values.Board, seat: Seat, space: int) -> None:
    """Raises Illegal (R10) if a seat cannot claim a piece on a space."""
    piece, text = board[space], mark("nothing stands on {space} any more")
    if piece is not None:
        if piece.owner is None:
            return
        text = mark("the other side has claimed the piece on {space}")
        if piece.owner is seat:
            text = mark("you have claimed the piece on {space}")
    raise Illegal(say(text, space=terms.grid.names[space]), values.R10)


def claimed(bout: values.Bout, turn: Mapping[Seat, values.Move | Timeout]) -> values.Bout:
    """R11, R13: the claims opened together."""
    named = {seat: move.spaces for seat, move in turn.items() if isinstance(move, values.Claim)}
    changes: dict[int, values.Piece | None] = {}
    for seat, spaces in named.items():
        for space in spaces:
            piece = certain(bout.board[space])
            changes[space] = None if space in named.get(seat.other, ()) else piece.owned(seat)
    return replace(bout, board=values.put(bout.board, changes), round=bout.round + 1, late=0 if named else bout.late + 1)


def claims_end(bout: values.Bout) -> bool:
    """R12, R13: whether no further round is held."""
    return len(values.unclaimed(bout.board)) <= values.LEFT_UNCLAIMED or bout.late == values.LATE_ROUNDS


def cleared(board: values.Board) -> values.Board:
    """R12: without the pieces that nobody has claimed."""
    return values.put(board, dict.fromkeys(values.unclaimed(board)))


# --- Placing


def owing(terms: values.Terms, board: values.Board) -> BySeat[int]:
    """R14: how many pieces each seat has to place."""
    return values.numbers_of(board).map(lambda number: max(0, terms.fill - number))


def spaces(terms: values.Terms, bout: values.Bout, seat: Seat) -> tuple[list[int], Rule]:
    """R15, R16: where a seat may place a piece, and the rule that says so."""
    board, beside = bout.board, terms.grid.beside
    free = [space for space in range(len(board)) if board[space] is None and space not in bout.closed]
    own, other = set(values.pieces(board, seat)), set(values.pieces(board, seat.other))
    apart = [space for space in free if other.isdisjoint(beside[space])]
    near = [space for space in apart if not own.isdisjoint(beside[space])]
    return (near, values.R15) if near else (apart or free, values.R16)


def check_place(terms: values.Terms, bout: values.Bout, seat: Seat, place: values.Place) -> None:
    """Raises Illegal (R15 to R17)."""
    name = terms.grid.names[place.space]
    if place.space in bout.closed:
        raise Illegal(say("{space} is closed: both seats named it", space=name), values.R17)
    may, rule = spaces(terms, bout, seat)
    if place.space not in may:
        why = _why_apart(terms, bout, seat, place.space)
        if len(may) <= _FEW:
            why = say("{reason}; you may place on {spaces}", reason=why, spaces=listed(terms.grid.named(may)))
        raise Illegal(why, rule)


def _why_apart(terms: values.Terms, bout: values.Bout, seat: Seat, space: int) -> str:
    """The reason why a seat may not place on a space that is not closed."""
    board, name = bout.board, terms.grid.names[space]
    if board[space] is not None:
        return say("{space} is not empty", space=name)
    if not set(values.pieces(board, seat.other)).isdisjoint(terms.grid.beside[space]):
        return say("{space} is beside a piece of the other side", space=name)
    return say("{space} is not beside a piece of yours", space=name)


def placed(bout: values.Bout, turn: Mapping[Seat, values.Move | Timeout]) -> values.Bout:
    """R17, R18: the placements of a wave together."""
    owed, changes, closed = bout.owed, dict[int, values.Piece | None](), bout.closed
    named = [move.space for move in turn.values() if isinstance(move, values.Place)]
    for seat, move in turn.items():
        if not isinstance(move, values.Place):
            owed = owed.put(seat, owed[seat] - 1)
        elif named.count(move.space) > 1:
            closed = tuple(sorted({*closed, move.space}))
        else:
            owed = owed.put(seat, owed[seat] - 1)
            changes[move.space] = values.Piece(values.Kind.PLAIN, CROSS if move.cross else PLUS, owner=seat)
    return replace(bout, board=values.put(bout.board, changes), owed=owed, closed=closed, round=bout.round + 1)


def able(terms: values.Terms, bout: values.Bout) -> values.Bout:
    """R18: a seat that has no space left to place on owes nothing more."""
    owed = bout.owed
    for seat in SEATS:
        if owed[seat] and not spaces(terms, bout, seat)[0]:
            owed = owed.put(seat, 0)
    return bout if owed == bout.owed else replace(bout, owed=owed)


# --- How a match goes on: bouts (R6, R7), who moves first (R19, R20), time-outs (R49), and how bouts and the match end (R50 to R56)


def start(terms: values.Terms) -> State:
    """Set-up."""
    return State(values.Owed.BOARD, _bout(terms, 1), terms.held)


def _bout(terms: values.Terms, number: int) -> values.Bout:
    """A bout before its deal."""
    return values.Bout(number, terms.simultaneous(number), (None,) * len(terms.grid))


def deal(terms: values.Terms, state: State, board: values.Board) -> State:
    """R7 to R9: a bout begins, with claims if more than two pieces have no owner."""
    state = replace(state, bout=replace(state.bout, board=board), last=())
    return _placing(terms, state) if claims_end(state.bout) else replace(state, owed=values.Owed.CLAIM)


def play(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """The state after every seat that owed something has submitted."""
    state = replace(state, last=tuple([(seat, turn[seat]) for seat in SEATS if seat in turn]))
    match state.owed:
        case values.Owed.CLAIM:
            state = replace(state, bout=claimed(state.bout, turn))
            return _placing(terms, state) if claims_end(state.bout) else state
        case values.Owed.PLACE:
            return _wave(terms, replace(state, bout=placed(state.bout, turn)))
        case values.Owed.FIRST:
            named = turn[terms.chooser]
            return _turns(state, named.seat if isinstance(named, values.First) else terms.chooser)
        case _:
            assert state.owed is values.Owed.TURN
            return _turn(terms, state, turn)


# --- Up to the battle


def _placing(terms: values.Terms, state: State) -> State:
    """R12, R14: unclaimed pieces are removed; a seat with too few pieces places some."""
    board = cleared(state.bout.board)
    return _wave(terms, replace(state, bout=replace(state.bout, board=board, round=1, late=0, owed=owing(terms, board))))


def _wave(terms: values.Terms, state: State) -> State:
    """R14, R18: the next wave, or the battle."""
    bout = able(terms, state.bout)
    if bout.owed != values.NOTHING:
        return replace(state, owed=values.Owed.PLACE, bout=bout)
    return _battle(terms, replace(state, bout=bout))


def _battle(terms: values.Terms, state: State) -> State:
    """R19, R20, R50 to R54: the battle begins, unless it is over at once."""
    bout = _counted(terms, replace(state.bout, round=1))
    state = replace(state, bout=bout)
    result = ended(terms, bout)
    if result is not None:
        return _bout_ends(terms, state, *result)
    if bout.simultaneous:
        return replace(state, owed=values.Owed.TURN)
    if bout.number == 2 and state.opener is not None:
        return _turns(state, state.opener.other)
    return replace(state, owed=values.Owed.FIRST) if terms.first is None else _turns(state, terms.first)


def _turns(state: State, first: Seat) -> State:
    """The seats' turns begin."""
    opener = first if state.bout.number == 1 else state.opener
    return replace(state, owed=values.Owed.TURN, opener=opener, bout=replace(state.bout, first=first, mover=first))


def _counted(terms: values.Terms, bout: values.Bout) -> values.Bout:
    """R52, R53: looks at the numbers of pieces."""
    a, b = values.numbers_of(bout.board)
    ahead = bout.ahead if a == b else Seat.A if a > b else Seat.B
    small = values.NOTHING if bout.small is None and max(a, b) <= terms.few else bout.small
    return replace(bout, ahead=ahead, small=small)


# --- The battle


def _turn(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """R44, R46: a turn, its count, and whether the bout ends by it."""
    after = turned(terms, state.bout, turn)
    used = {seat: move.item.item for seat, move in turn.items() if isinstance(move, values.Turn) and move.item is not None}
    turns = BySeat.of(lambda seat: tuple([item for item in state.items[seat] if item is not used.get(seat)]))
    state = replace(state, bout=after, items=turns)
    result = ended(terms, after)
    if result is not None:
        return _bout_ends(terms, state, *result)
    mover = None if after.mover is None else after.mover.other
    return replace(state, bout=replace(after, mover=mover, round=after.round + 1))


def turned(terms: values.Terms, bout: values.Bout, turn: Mapping[Seat, values.Move | Timeout]) -> values.Bout:
    """R46, R49: the bout as a turn leaves it, before anybody looks whether it is over."""
    done = resolve(terms, bout.board, turn)
    late = BySeat.of(lambda seat: int(isinstance(turn.get(seat), Timeout) and can_move(terms, bout.board, seat)))
    timeouts = BySeat.of(lambda seat: bout.timeouts[seat] + late[seat])
    return carried(terms, replace(bout, timeouts=timeouts), done.board, tuple(turn), left=done.left)


def carried(terms: values.Terms, bout: values.Bout, board: values.Board, seats: Collection[Seat], *, left: bool) -> values.Bout:
    """R52, R53: the bout after a turn of these seats has led to a board; `left` whether a piece has left it."""

    def counted(numbers: BySeat[int]) -> BySeat[int]:
        return BySeat.of(lambda seat: numbers[seat] + (seat in seats))

    quiet = values.NOTHING if left else counted(bout.quiet)
    small = None if bout.small is None else counted(bout.small)
    return _counted(terms, replace(bout, board=board, quiet=quiet, small=small))


# --- Ends


def ended(terms: values.Terms, bout: values.Bout) -> tuple[Seat | None, values.Tie] | None:
    """R50 to R53, in the book's order: winner and reason if the bout is over; nobody if R54 is to decide."""
    a, b = values.numbers_of(bout.board)
    if not a or not b:
        return _tied(bout) if a == b else (Seat.A if a else Seat.B, values.Tie.CAPTURED_ALL)
    beaten = [seat for seat in SEATS if 0 < terms.timeouts_lose <= bout.timeouts[seat]]
    if beaten:
        return _tied(bout) if len(beaten) > 1 else (beaten[0].other, values.Tie.TIMEOUT)
    return _tied(bout) if _still(terms, bout) else None


def _still(terms: values.Terms, bout: values.Bout) -> bool:
    """R52: whether the board state is drawn."""
    quiet = min(bout.quiet)
    if quiet >= terms.quiet_turns:
        return True
    if max(values.numbers_of(bout.board)) <= terms.few:
        turns = min(bout.small or values.NOTHING) if terms.reached else quiet
        if turns >= terms.few_turns:
            return True
    return not any(can_move(terms, bout.board, seat) for seat in SEATS)


def _tied(bout: values.Bout) -> tuple[Seat | None, values.Tie]:
    """R53."""
    a, b = values.numbers_of(bout.board)
    if a != b:
        return Seat.A if a > b else Seat.B, values.Tie.MORE
    return bout.ahead, values.Tie.RECENT


def _bout_ends(terms: values.Terms, state: State, winner: Seat | None, reason: values.Tie) -> State:
    """R54, R55: the bout counts, or is played again; then the next one, or the end of the match."""
    number = state.bout.number
    if winner is None:
        winner = _last(terms, state)
        reason = values.Tie.REPLAY if winner is None else values.Tie.LAST
    state = replace(state, results=(*state.results, values.BoutResult(number, winner, reason)))
    if winner is None:
        opener = None if number == 1 else state.opener
        return _next(terms, replace(state, opener=opener), number)
    wins = state.wins.put(winner, state.wins[winner] + 1)
    state = replace(state, wins=wins)
    if 2 * wins[winner] > terms.best_of:
        return replace(state, outcome=Over(winner, "bouts"))
    return _next(terms, state, number + 1)


def _last(terms: values.Terms, state: State) -> Seat | None:
    """R54: who wins a bout that nothing else decides; None if it is played again."""
    again = sum(result.bout == state.bout.number for result in state.results)
    if terms.last_tie is values.LastTie.REPLAY and again < values.REPLAYS:
        return None
    return terms.dmo if terms.last_tie is values.LastTie.DMO else terms.dmo.other


def _next(terms: values.Terms, state: State, number: int) -> State:
    """Another bout, or the same one again."""
    turns = terms.held if terms.each_bout else state.items
    return replace(state, owed=values.Owed.BOARD, bout=_bout(terms, number), items=turns)


# --- A bout that a host gives to a seat: by time-outs of the other one (R49)


def bout_to(terms: values.Terms, state: State, seat: Seat | None) -> list[tuple[Seat, str]] | str:
    """The events after which the seat has won the bout; for None the seat that wins it if its board is drawn (R53, R54)."""
    if state.owed not in (values.Owed.TURN, values.Owed.FIRST):
        return say("the battle has not begun: wait for it, or go back and enter other claims or places")
    winner = seat or _tied(state.bout)[0] or _last(terms, state)
    if winner is None:
        return say("by the book a bout that is drawn like this is played again: go back to its beginning")
    if not terms.timeouts_lose:
        return say("time-outs lose no bout here (option timeouts_lose): enter other events, or rule that a player has won the match")
    events: list[tuple[Seat, str]] = []
    ended = len(state.results)
    while len(state.results) == ended and len(events) < _LONGEST_GIVEN:
        turn = {one: _given(terms, state, winner) if one is winner else TIMEOUT for one in state.asked(terms)}
        events += [(one, move.value if isinstance(move, Timeout) else values.text(move, terms.grid)) for one, move in turn.items()]
        state = play(terms, state, turn)
    if state.results[ended:] and state.results[-1].winner is winner:
        return events
    return say("no time-outs give the bout to that player now: enter other events, or rule that a player has won the match")


_LONGEST_GIVEN: Final = 80


def _given(terms: values.Terms, state: State, winner: Seat) -> values.Move | Timeout:
    """What the seat that is given the bout does: nothing while its own time-outs do not lose it; then a movement that takes nothing."""
    bout = state.bout
    if state.owed is values.Owed.FIRST or bout.timeouts[winner] + 1 < terms.timeouts_lose or not can_move(terms, bout.board, winner):
        return TIMEOUT
    moves = list(battle.moves(terms, bout.board, winner))
    return next((move for move in moves if not resolve(terms, bout.board, {winner: move}).left), moves[0])


# --- The one deal (R8, R9): the pieces on the board of a bout


# --- The generator of starting boards (section Set-up, The generator): a pure function of a source


_LAYOUTS: Final = 300
_ARROWS: Final = (2, 3, 4, 5)  # of the pieces of one character, again and again
_PLAIN_ARROWS: Final = (4, 5, 6)  # of the plain ones


def board(terms: Terms, source: RandomSource) -> Board:
    """A starting board of this size and variant."""
    pieces = _pieces(terms, source)
    while len(set(pieces)) < len(pieces):
        pieces = _pieces(terms, source)
    for _ in range(_LAYOUTS):
        source.shuffle(pieces)
        if _spread(terms, pieces) and _pointing(terms, pieces):
            break
    return tuple(pieces)


class _Bag:
    """All directions in random order, again and again."""

    def __init__(self, source: RandomSource) -> None:
        self._source = source
        self._left: list[int] = []

    def take(self, has: int) -> int:
        """The first direction in the bag that is not in the mask `has`."""
        while True:
            for place, direction in enumerate(self._left):
                if not has >> direction & 1:
                    return self._left.pop(place)
            fresh = list(range(8))
            self._source.shuffle(fresh)
            self._left += fresh


def wanted(terms: Terms) -> list[tuple[Kind, int]]:
    """Step 1: the character of each piece, and how many arrows it has."""
    size = len(terms.grid)
    each = size // 6
    kinds = [(kind, _ARROWS[number % len(_ARROWS)]) for kind in CHARACTERS for number in range(each)]
    plain = size - len(kinds)
    return kinds + [(Kind.PLAIN, _PLAIN_ARROWS[number % len(_PLAIN_ARROWS)]) for number in range(plain)]


def _pieces(terms: Terms, source: RandomSource) -> list[Piece]:
    """Steps 1 to 4: the pieces, in random order."""
    size = len(terms.grid)
    kinds = wanted(terms)
    source.shuffle(kinds)
    bag = _Bag(source)
    black = [0] * size
    for place, (_, count) in enumerate(kinds):
        for _ in range(count):
            black[place] |= 1 << bag.take(black[place])
    grey, marked = [0] * size, [False] * size
    if terms.final:
        for place in source.sample(range(size), size // 3):
            for _ in range(1 + source.below(2)):
                grey[place] |= 1 << bag.take(black[place] | grey[place])
        for place in source.sample(range(size), size // 7):
            marked[place] = True
    return [Piece(kind, black[place], grey[place], None, marked[place]) for place, (kind, _) in enumerate(kinds)]


def _spread(terms: Terms, pieces: list[Piece]) -> bool:
    """Step 6 (a): no row and no column has too many pieces of one kind."""
    rows, columns = terms.rows, terms.columns
    kinds = Counter(piece.kind for piece in pieces)
    in_rows: Counter[tuple[Kind, int]] = Counter()
    in_columns: Counter[tuple[Kind, int]] = Counter()
    for space, piece in enumerate(pieces):
        column, row = terms.grid.place(space)
        in_rows[piece.kind, row] += 1
        in_columns[piece.kind, column] += 1

    def few(counts: Counter[tuple[Kind, int]], lines: int) -> bool:
        return all(count <= -(-kinds[kind] // lines) + 1 for (kind, _), count in counts.items())

    return few(in_rows, rows) and few(in_columns, columns)


def _pointing(terms: Terms, pieces: list[Piece]) -> bool:
    """Step 6 (b): each piece that is no guardian has a black arrow that points to a space."""
    step = terms.grid.step
    return all(
        piece.kind is Kind.GUARDIAN or any(step[space][way] != OFF for way in numbers(piece.black)) for space, piece in enumerate(pieces)
    )


@checking
@dataclass(frozen=True, slots=True)
class BoardDeal(UnlistedDeal):
    """`deal board`."""

    terms: Terms

    name = Owed.BOARD.value
    by_hand = True  # only the options say which boards are allowed

    def read(self, text: str, /) -> Board:
        """Raises Malformed (R8, R3)."""
        return notation.read_deal(text, self.terms.grid)

    def write(self, deal: Board, /) -> str:
        """Canonical."""
        return f"{Owed.BOARD} {written(deal, self.terms.grid)}"

    def check(self, deal: Board, /) -> None:
        """Raises Illegal (R8)."""
        names: dict[Piece, str] = {}
        for name, piece in zip(self.terms.grid.names, deal, strict=True):
            if piece is not None:
                self._check_piece(name, piece)
            if not self.terms.full:
                continue
            if piece is None:
                raise Illegal(say("every space of a starting board holds a piece, but {space} is empty", space=name), R8)
            if names.setdefault(piece, name) != name:
                text = mark("the pieces on {one} and {other} are alike, {piece}; on a starting board no two are")
                raise Illegal(say(text, one=names[piece], other=name, piece=piece), R8)

    def _check_piece(self, name: str, piece: Piece) -> None:
        """Raises Illegal (R8) for a piece that may stand on no such board."""
        final, full, wrong = self.terms.final, self.terms.full, ""
        if piece.kind is Kind.LIZARD and not piece.black:
            wrong = mark("the lizard on {space}, {piece}, has no black arrow; a lizard always has one")
        elif piece.marked and not final:
            wrong = mark("the piece on {space}, {piece}, is marked; only the final has marked pieces")
        elif piece.grey and not final and full:
            wrong = mark("the piece on {space}, {piece}, has grey arrows; only the final has them")
        elif piece.grey and not final and piece.kind is not Kind.CROW:
            wrong = mark("the piece on {space}, {piece}, has grey arrows; only crows have them")
        elif piece.owner is not None and full:
            wrong = mark("the piece on {space}, {piece}, has an owner; on a starting board nobody owns it yet: {unowned}")
        elif not piece.black and full:
            wrong = mark("the piece on {space}, {piece}, has no black arrow; on a starting board each has one or more")
        if wrong:
            raise Illegal(say(wrong, space=name, piece=piece, unowned=piece.owned(None)), R8)

    def sample(self, source: RandomSource, /) -> Board:
        """A board of the book's generator, which is a free one too."""
        return board(self.terms, source)
