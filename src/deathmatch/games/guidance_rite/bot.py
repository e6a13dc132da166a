"""The bots, weakest first: `random`, `steady`, `strong`. They see views only.

A bot that looks ahead claims pieces by the worth of a draft (`drafting.py`), plays out bouts to place pieces and to say who begins,
searches if seats move in turn, and solves simultaneous turns as matrix games. `levels.py` has bots that overlook some of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import UNLIMITED, AnyBot, Budget, OutOfTime, TimeLeft
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.options import complete
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.games.guidance_rite import battle, fast, fast_bouts, fast_search, rules, values
from deathmatch.games.guidance_rite.drafting import Claiming, by_lot, mixed
from deathmatch.games.guidance_rite.fast import seat_number
from deathmatch.games.guidance_rite.rules import placed, spaces
from deathmatch.solve import matrix

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite
    from deathmatch.games.guidance_rite.view import Open, View


# --- Items of `final` (R40 to R43): how they may be used


EIGHTHS: Final = 8


def uses(terms: values.Terms, board: values.Board, seat: Seat, item: values.Item) -> Iterator[values.Use]:
    """Every legal use of an item that may change something; Point of Honour gives an arrow that leads off the board if it can."""
    size = terms.grid
    if item is values.Item.ROTATE:
        for space in battle.rotations(terms, board, seat):
            piece = board[space]
            if piece is not None and piece.arrows:
                yield from (values.Use(item, (space,), (by,)) for by in range(1, EIGHTHS))
    elif item is values.Item.SWAP:
        yield from (values.Use(item, pair) for pair in battle.swaps(terms, board, seat))
    else:
        given = [(space, way) for space in values.pieces(board, seat.other) for way in battle.free(board, space)]
        off = [(space, way) for space, way in given if size.step[space][way] < 0] or given
        for space in battle.honours(terms, board, seat):
            for way in battle.free(board, space):
                yield from (values.Use(item, (space, other), (way, theirs)) for other, theirs in off[:2])


# --- Bouts in turn: the turns that a seat may submit, searched deeper and deeper by the kernels (`fast_search.py`)
# Movements come first. Once each has been looked at shallowly, the most promising ones are tried with every power, and items are tried; the
# promising ones are searched further together with the movements.


MOST: Final = 2 * fast_search.WON  # beyond every value
SEARCH_SLICE: Final = 1024  # positions between two questions whether the budget is spent
GLANCE: Final = 600  # positions that a first look at a turn may take
SEARCH_ROOM: Final = 4096  # turns with powers that are listed for one movement
SLACK: Final = 500  # what a turn with a power may look worse than the best and still be searched on
SEARCH_PRICE: Final = 400  # what an item has to gain: there is one, and boards are worth from -10000 to 10000


def listed(ground: fast.Ints, here: fast.Ints, log: fast.Ints, seat: int) -> list[int]:
    """Every turn of a seat without a power but a guardian's."""
    turns = np.zeros(fast.CAPACITY, dtype=np.int64)
    words: list[int] = turns[: fast.turns(ground, here, log, 0, seat, False, turns)].tolist()
    return words


def empowered(ground: fast.Ints, here: fast.Ints, log: fast.Ints, seat: int, turn: int, room: int) -> list[int]:
    """The same movement with each power; the first ones, if there is no room for all."""
    turns = np.zeros(room, dtype=np.int64)
    words: list[int] = turns[: fast.powered(ground, here, log, 0, seat, turn, turns, 0)].tolist()
    return words


def mobile(words: list[int], still: frozenset[int]) -> list[int]:
    """The movements among these turns that move no piece on the spaces `still`, not even a guardian that changes places (R40)."""

    def moved(turn: values.Turn) -> set[int]:
        return {certain(turn.movement).origin} | ({turn.power.source} if turn.power is not None else set())

    return [word for word in words if word != fast.PASS and still.isdisjoint(moved(fast.turn_of(word)))]


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a bot looks.

    Attributes:
        depth: turns, its own included, before captures alone; with 1 it takes the turn that looks best at a glance.
        positions: that it looks at, at most, after a glance at every movement.
        tried: movements that are tried with powers.
        kept: turns with powers, or with items, that are searched on.
        uses: of each item, that are looked at.
    """

    depth: int
    positions: int
    tried: int
    kept: int
    uses: int


@dataclass(slots=True)
class CandidateTurn:
    """A turn that may be submitted.

    Attributes:
        start: the position before its movement, after its item.
        word: see `fast`.
        use: its item.
        value: its estimated worth, less the price of the item.
    """

    start: fast.Ints
    word: int
    use: values.Use | None = None
    value: int = -MOST

    @property
    def turn(self) -> values.Turn:
        """As it is submitted."""
        return replace(fast.turn_of(self.word), item=self.use)


class Spent(Exception):
    """There is no time left, in the middle of a search."""


class Search:
    """The search for one turn of a seat."""

    def __init__(self, terms: values.Terms, bout: values.Bout, limits: SearchLimits, budget: Budget, *, replays: bool) -> None:
        self.terms, self.bout, self.limits, self.budget = terms, bout, limits, budget
        self.ground = fast.ground(terms, replays=replays)
        self.log = fast.new_log(fast_search.PLIES)
        self.work = fast_search.new_work()
        self.table = fast_search.new_table(min(17, limits.positions.bit_length()))
        self._glanced = 0

    def after(self, option: CandidateTurn, depth: int, low: int, high: int, room: int | None = None) -> int:
        """The worth of an option by a search of `depth` turns after it, exact between `low` and `high`.

        With `room` for so many positions it is taken as it stands after these; without it raises Spent if there is no time.
        """
        here, work, price = option.start.copy(), self.work, 0 if option.use is None else SEARCH_PRICE
        fast.make(self.ground, here, self.log, 0, option.word)
        stand = -fast_search.worth(self.ground, here)
        fast_search.begin(work, depth, -high - price, -low - price)
        limit = int(work[fast_search.NODES]) + (self._slice() if room is None else room)
        while not fast_search.advance(self.ground, here, self.log, work, self.table, limit):
            if room is not None:
                return stand - price
            limit += self._slice()
            if self.budget.spent():
                raise Spent
        return -int(work[fast_search.RESULT]) - price

    def _slice(self) -> int:
        """The positions to look at before the next question whether there is time. Raises Spent if there may be no more of them."""
        left = self._left()
        if left <= 0:
            raise Spent
        return min(SEARCH_SLICE, left)

    def _left(self) -> int:
        """The positions that it may still look at."""
        return self.limits.positions + self._glanced - int(self.work[fast_search.NODES])

    def glance(self, option: CandidateTurn) -> int:
        """A first look: captures only, and not many."""
        return self.after(option, 0, -MOST, MOST, GLANCE)

    def glanced(self, options: list[CandidateTurn]) -> list[CandidateTurn]:
        """The options with a first estimate of each, best first; their positions do not count as looked at."""
        found = ranked(self.looked(options))
        self._glanced = int(self.work[fast_search.NODES])
        return found

    # --- What there is

    def movements(self, source: RandomSource) -> list[CandidateTurn]:
        """Every turn without a power but a guardian's, in random order, so that of equals one is taken by lot."""
        here = fast.position(self.ground, self.bout)
        words = listed(self.ground, here, self.log, int(here[fast.SIDE]))
        source.shuffle(words)
        return [CandidateTurn(here, word) for word in words]

    def powered(self, option: CandidateTurn) -> list[CandidateTurn]:
        """The same movement with each power, in the place of the one that the option has."""
        words = empowered(self.ground, option.start, self.log, int(option.start[fast.SIDE]), option.word & fast.MOVEMENT, SEARCH_ROOM)
        return [CandidateTurn(option.start, word, option.use) for word in words]

    def using(self, seat: Seat, holds: tuple[values.Item, ...], source: RandomSource) -> Iterator[CandidateTurn]:
        """The best movement after each of some uses of the items that a seat holds."""
        board = self.bout.board
        for item in battle.usable(board, holds):
            for use in source.sample(list(uses(self.terms, board, seat, item)), self.limits.uses):
                if self.budget.spent():
                    return
                still = battle.still(board, seat, use)
                here = fast.position(self.ground, replace(self.bout, board=battle.used(board, use)))
                words = listed(self.ground, here, self.log, int(here[fast.SIDE]))
                options = [CandidateTurn(here, word, use) for word in mobile(words, still)]
                if options:
                    yield max(self.looked(options), key=_value)

    # --- Deeper and deeper

    def looked(self, options: list[CandidateTurn]) -> list[CandidateTurn]:
        """The options with a first estimate of each."""
        for option in options:
            option.value = self.glance(option)
        return options

    def widened(
        self, options: list[CandidateTurn], glance: int, source: RandomSource, seat: Seat, holds: tuple[values.Item, ...]
    ) -> list[CandidateTurn]:
        """The options, and turns with powers and items that look nearly as good as the best of them at a glance."""
        wider = [option for option in (*self.spendings(options), *self.using(seat, holds, source)) if option.value >= glance - SLACK]
        return options + ranked(wider)[: self.limits.kept]

    def spendings(self, options: list[CandidateTurn]) -> Iterator[CandidateTurn]:
        """The best options with every power, with a first estimate of each."""
        for option in options[: self.limits.tried]:
            for powered in self.powered(option):
                if self._left() <= 0 or self.budget.spent():
                    return
                yield from self.looked([powered])

    def deepened(self, options: list[CandidateTurn], depth: int) -> tuple[list[CandidateTurn], bool]:
        """The options, best first, by a search of `depth` turns after each; and whether there was time for all."""
        best, looked = -MOST, list[CandidateTurn]()
        try:
            for option in options:
                value = self.after(option, depth, best, MOST if not looked else best + 1)
                if looked and value > best:
                    value = self.after(option, depth, best, MOST)
                looked.append(replace(option, value=value))
                best = max(best, value)
        except Spent:
            # What is not better than the best is only known to be no better, and keeps its place behind it.
            rest = options[len(looked) :]
            looked = ranked(looked)
            return (rest + looked if best < -fast_search.SURE else looked + rest), False
        return ranked(looked), True


def _value(option: CandidateTurn) -> int:
    return option.value


def ranked(options: list[CandidateTurn]) -> list[CandidateTurn]:
    """Best first; of several as good the earlier ones stay first."""
    return sorted(options, key=_value, reverse=True)


def choose_in_turn(search_: Search, seat: Seat, holds: tuple[values.Item, ...], source: RandomSource) -> values.Turn:
    """The best turn as far as the limits and the budget go."""
    options = search_.glanced(search_.movements(source))
    if search_.limits.depth == 1 or search_.budget.spent():
        return options[0].turn
    glance = options[0].value
    options, whole = search_.deepened(options, 1)
    if whole and options[0].value < fast_search.SURE:
        options, whole = search_.deepened(search_.widened(options, glance, source, seat, holds), 1)
    depth = 2
    while whole and depth < search_.limits.depth and depth <= fast_search.WON - abs(options[0].value):  # else how it ends is known
        options, whole = search_.deepened(options, depth)
        depth += 1
    return options[0].turn


# --- Turns at once (R45 to R48): matrix games of the seats' most promising turns, and of those that answer them best, solved exactly
# The first game is solved one turn deep by a double oracle: to the turns that it has come those that are best against the mixture found,
# out of all there are, until none is better. So every turn counts, though few are compared with each other. Then the best turns of either
# seat are compared again by what the games after them are worth.


Floats = NDArray[np.float64]

BEGIN: Final = 4  # turns of each seat that the first game begins with
POWERED: Final = 3  # movements whose powers are tried as answers
JOINT_ROOM: Final = 1024  # turns with powers of one movement, at most
JOINT_PRICE: Final = 0.1  # what an item has to gain, of the chance to win less that to lose: there is but one
USES: Final = 16  # uses of an item that are looked at
JOINT_SLICE: Final = 256  # pairs of turns that are compared without a question whether there is time for more
FEW: Final = 32  # turns with powers that are compared likewise: each may take a millisecond
BETTER: Final = 1e-3  # by how much an answer is better than what there is, to join it


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How far a bot looks.

    Attributes:
        answers: how often the best answers of both seats join the first game.
        kept: turns of each seat that are looked at deeper.
        deeper: for each further step: turns of both beyond the first, movements of each seat that are looked at in them, and up to how
            many pieces on the board it is done.
    """

    answers: int
    kept: int = 0
    deeper: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedTurns:
    """The result so far.

    Attributes:
        turns: of each seat, as `fast` has them.
        payoffs: shape (A's turns, B's turns): A's chance to win less B's.
        mixtures: how likely each turn is.
        value: A's chance to win less B's.
        depth: turns of both that were looked at.
    """

    turns: BySeat[list[int]]
    payoffs: Floats
    mixtures: BySeat[Floats]
    value: float
    depth: int


class JointTurn:
    """A position in which both seats owe a turn."""

    def __init__(self, terms: values.Terms, bout: values.Bout, time: TimeLeft = UNLIMITED, *, replays: bool = True) -> None:
        self._time = time
        self._ground = fast.ground(terms, replays=replays)
        self._here = fast.position(self._ground, bout)
        self._log, self._spare = fast.new_log(fast_bouts.ROWS), fast_search.new_spare(fast_bouts.ROWS - 1)
        self._work = matrix.workspace(fast_bouts.WIDEST)
        self.movements = BySeat.of(self._movements)

    def check(self) -> None:
        """Raises OutOfTime if the time is up."""
        self._time.check()

    def _movements(self, seat: Seat) -> list[int]:
        """Every turn of a seat without a power but a guardian's."""
        return listed(self._ground, self._here, self._log, seat_number(seat))

    def powered(self, seat: Seat, turn: int) -> list[int]:
        """The same movement with each power; some, if there are very many."""
        return empowered(self._ground, self._here, self._log, seat_number(seat), turn, JOINT_ROOM)

    def likely(self, seat: Seat, count: int) -> list[int]:
        """A seat's most promising movements, the safest first."""
        turns = np.zeros(count, dtype=np.int64)
        number = fast_bouts.likely(self._ground, self._here, self._log, 0, self._spare, seat_number(seat), turns)
        return [int(turn) for turn in turns[:number]]

    def payoffs(self, rows: list[int], columns: list[int], depth: int = 0, wide: int = 1) -> Floats:
        """What each pair of turns is worth to A, looked at so many turns of both beyond it. Raises OutOfTime if it takes long."""
        payoffs = np.empty((len(rows), len(columns)))
        a, b = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
        step = max(1, JOINT_SLICE // max(1, len(columns)))
        for first in range(0, len(rows), step):
            if first:
                self._time.check()
            part = slice(first, first + step)
            fast_bouts.filled(self._ground, self._here, self._log, self._spare, a[part], b, depth, wide, self._work, payoffs[part])
        return payoffs

    def against(self, seat: Seat, turns: list[int], other: list[int], mixture: Floats, depth: int = 0, wide: int = 1) -> Floats:
        """What each turn of a seat is worth to it against a mixture of the other's; `depth` and `wide` as for `payoffs`."""
        used = np.flatnonzero(mixture > 0)
        chosen, share = [other[number] for number in used], mixture[used]
        if seat is Seat.A:
            worth: Floats = self.payoffs(turns, chosen, depth, wide) @ share
            return worth
        lost: Floats = -(share @ self.payoffs(chosen, turns, depth, wide))
        return lost

    @property
    def pieces(self) -> int:
        """How many stand on the board."""
        return sum(int(self._here[fast.OWN + number]).bit_count() for number in range(2))


def solved(turns: BySeat[list[int]], payoffs: Floats, depth: int) -> SolvedTurns:
    """The game of these turns."""
    solution = matrix.solve(payoffs)
    return SolvedTurns(turns, payoffs, BySeat(solution.row, solution.column), solution.value, depth)


def best_first(game: JointTurn, known: SolvedTurns, seat: Seat, turns: list[int]) -> tuple[list[int], float]:
    """Some turns of a seat in the order of their worth against the other's mixture, and the worth of the best."""
    worths = game.against(seat, turns, known.turns[seat.other], known.mixtures[seat.other])
    return [turns[number] for number in np.argsort(-worths, kind="stable")], float(worths.max())


def answered(game: JointTurn, known: SolvedTurns) -> SolvedTurns:
    """The same game with the best answer of each seat to the other's mixture, if it improves on the present turns. Raises OutOfTime."""
    joining: dict[Seat, list[int]] = {}
    for seat in SEATS:
        other, mixture = known.turns[seat.other], known.mixtures[seat.other]
        best, value = best_first(game, known, seat, game.movements[seat])
        powered = [turn for movement in best[:POWERED] for turn in game.powered(seat, movement)]
        turn = best[0]
        if powered:
            parts = []
            for first in range(0, len(powered), FEW):
                game.check()
                parts.append(game.against(seat, powered[first : first + FEW], other, mixture))
            more = np.concatenate(parts)
            if more.max() > value + BETTER:
                turn, value = powered[int(more.argmax())], float(more.max())
        worth = known.value if seat is Seat.A else -known.value
        joining[seat] = [turn] if value > worth + BETTER and turn not in known.turns[seat] else []
    if not any(joining.values()):
        return known
    game.check()
    a, b = known.turns
    payoffs = np.vstack([known.payoffs, game.payoffs(joining[Seat.A], b)])
    payoffs = np.hstack([payoffs, game.payoffs(a + joining[Seat.A], joining[Seat.B])])
    return solved(BySeat(a + joining[Seat.A], b + joining[Seat.B]), payoffs, known.depth)


def kept(game: JointTurn, known: SolvedTurns, count: int) -> BySeat[list[int]]:
    """The turns of each seat to search deeper: those of its mixture, and the best ones against the other's."""

    listed = BySeat.of(lambda seat: list(dict.fromkeys((*known.turns[seat], *game.movements[seat]))))
    return BySeat.of(lambda seat: best_first(game, known, seat, listed[seat])[0][:count])


def solve_turns(game: JointTurn, plan: SearchPlan, budget: Budget) -> SolvedTurns:
    """The game as deep as the plan and the budget go. The budget is asked for each answer, and for each row of a deeper game."""
    turns, time = BySeat.of(lambda seat: game.likely(seat, BEGIN)), TimeLeft(budget)
    known = solved(turns, game.payoffs(turns.a, turns.b), 1)
    with suppress(OutOfTime):
        for _ in range(plan.answers):
            time.check()
            before, known = known, answered(game, known)
            if known is before:
                break
        chosen = None
        for depth, wide, most in plan.deeper:
            if game.pieces > most:
                break
            chosen = chosen or kept(game, known, plan.kept)
            rows = []
            for turn in chosen.a:
                time.check()
                rows.append(game.payoffs([turn], chosen.b, depth, wide))
            known = solved(chosen, np.vstack(rows), depth + 1)
    return known


def with_item(
    terms: values.Terms,
    bout: values.Bout,
    seat: Seat,
    holds: tuple[values.Item, ...],
    known: SolvedTurns,
    game: JointTurn,
    budget: Budget,
    source: RandomSource,
) -> values.Turn | None:
    """The best movement after an item, if that gains clearly more against the other seat's mixture than any movement without one.

    Only items that leave the other seat's turns unchanged: the swapped pieces are the seat's own.
    """
    other, mixture, time, chosen = known.turns[seat.other], known.mixtures[seat.other], TimeLeft(budget), None
    with suppress(OutOfTime):
        limit = float(game.against(seat, game.movements[seat], other, mixture).max()) + JOINT_PRICE
        for item in battle.usable(bout.board, holds):
            for use in source.sample(list(uses(terms, bout.board, seat, item)), USES):
                time.check()
                foreign = any((piece := bout.board[space]) is not None and piece.owner is not seat for space in use.spaces)
                if item is values.Item.SWAP and (foreign or terms.any_power):
                    continue
                after = JointTurn(terms, replace(bout, board=battle.used(bout.board, use)), time)
                still = battle.still(bout.board, seat, use)
                able = mobile(after.movements[seat], still)
                worths = after.against(seat, able, other, mixture) if able else np.array([-1.0])
                if worths.max() > limit:
                    limit, chosen = float(worths.max()), replace(fast.turn_of(able[int(worths.argmax())]), item=use)
    return chosen


def choose_at_once(
    terms: values.Terms,
    bout: values.Bout,
    seat: Seat,
    plan: SearchPlan,
    budget: Budget,
    source: RandomSource,
    *,
    replays: bool = True,
    holds: tuple[values.Item, ...] = (),
) -> values.Turn:
    """A turn by lot, as the optimal mixture has it; the safest one if the budget is spent at the start."""
    bout = replace(bout, mover=None)
    game = JointTurn(terms, bout, TimeLeft(budget), replays=replays)
    if budget.spent():
        return fast.turn_of(game.likely(seat, 1)[0])
    known = solve_turns(game, plan, budget)
    using = with_item(terms, bout, seat, holds, known, game, budget, source) if holds else None
    return using or fast.turn_of(known.turns[seat][source.weighted(known.mixtures[seat].tolist())])


# --- Between the claims and the battle: where to place pieces (R14), who is to move first (R19)


CAPTURES: Final = 6  # in a row, looked at after a placement
SPREAD: Final = 200  # shares by which turns may differ and still be left to chance, if a bout is played out


def place(terms: values.Terms, bout: values.Bout, seat: Seat, source: RandomSource, captures: int = CAPTURES) -> values.Place:
    """The placement after which the exchanges that can follow cost least if the other seat begins; of several as good one by lot.

    `captures` is how many in a row are looked at; without any, only the worth of the piece on its space counts.
    """
    free, _ = spaces(terms, bout, seat)
    places = [values.Place(space, cross) for space in free for cross in (False, True)]
    source.shuffle(places)
    ground, log, spare = fast.ground(terms), fast.new_log(captures + 1), fast_search.new_spare(captures)
    other = seat_number(seat.other)

    def after(move: values.Place) -> int:
        here = fast.position(ground, placed(bout, {seat: move}))
        here[fast.SIDE] = other
        return -int(fast_search.exchanged(ground, here, log, 0, spare, -fast_search.FULL, fast_search.FULL, captures))

    return max(places, key=after)


def first(terms: values.Terms, bout: values.Bout, seat: Seat, tries: int, budget: Budget) -> values.First:
    """The seat that wins more fast playouts of the bout, `tries` with either seat to begin; the seat itself if they are equal.

    In general it is worth much to begin (docs/bots.md): without time to try, the seat itself does.
    """
    ground, log, spare = fast.ground(terms), fast.new_log(fast_bouts.REACH), fast_search.new_spare(fast_bouts.REACH)
    starts = {mover: fast.position(ground, replace(bout, mover=mover)) for mover in SEATS}
    lead = 0
    for number in range(tries):
        if budget.spent():
            break
        for mover, start in starts.items():
            end = int(fast_bouts.played(ground, start.copy(), log, spare, number, SPREAD))
            if end != fast.NOBODY:
                won = end - fast.DECIDED == seat_number(seat)
                lead += (1 if won else -1) * (1 if mover is seat else -1)
    return values.First(seat if lead >= 0 else seat.other)


# --- Has the kernels compiled before a match asks for them: each way of thinking is tried once on a small board


PLAN = SearchPlan(answers=2, kept=2, deeper=((1, 2, 36),))
LIMITS = SearchLimits(depth=3, positions=2000, tried=1, kept=2, uses=4)


class Fixed(RandomSource):
    """No chance at all: everything stays in its order."""

    def below(self, bound: int, /) -> int:
        """Always the last one."""
        return bound - 1


def warm() -> None:
    """Compile the kernels that are not compiled yet."""
    variation, endless = values.Variation.FINAL, UNLIMITED.budget
    small = values.terms(variation, complete(values.options(variation), {"size": "3x4"}))
    kinds = (*values.CHARACTERS, values.Kind.PLAIN)
    pieces = [values.Piece(kind, 0b10101010, 1, seat) for seat in Seat for kind in kinds[seat is Seat.B :: 2]]
    board = (*pieces, *[None] * (len(small.grid) - len(pieces)))
    bout = rules.carried(small, values.Bout(1, False, board, mover=Seat.A), board, (), left=False)
    choose_in_turn(Search(small, bout, LIMITS, endless, replays=True), Seat.A, (), Fixed())
    first(small, bout, Seat.A, 1, endless)
    choose_at_once(small, bout, Seat.A, PLAN, endless, Fixed())


def replays(at: Open) -> bool:
    """Whether the bout may still be played again (R54)."""
    return sum(result.bout == at.bout.number for result in at.results) < values.REPLAYS


# --- Bots that look ahead, by the kernels; `steady` and `strong` are two of them


BLUR: Final = 0.15  # arrows by which `strong` makes the worth of a piece uncertain: so a claim cannot be foreseen, at no cost


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks ahead, by the kernels.

    Attributes:
        limits: how far it looks in turn.
        plan: how far if both move at once.
        claims: how it claims.
        tries: how often a bout is played out with either seat to begin, to choose who does.
        captures: in a row, that it looks at after a placement.
    """

    limits: SearchLimits
    plan: SearchPlan
    claims: Claiming
    tries: int
    captures: int = CAPTURES

    def warm(self) -> None:
        """Compile the kernels."""
        warm()

    def choose(self, view: View, decision: Decision[values.Move], budget: Budget, source: RandomSource, /) -> values.Move:
        """A move."""
        seat, terms, bout = view.eye, view.terms, view.bout
        assert isinstance(seat, Seat)
        match view.owed:
            case values.Owed.CLAIM:
                return self.claims(terms, bout, seat, source)
            case values.Owed.PLACE:
                return place(terms, bout, seat, source, self.captures)
            case values.Owed.FIRST:
                return first(terms, bout, seat, self.tries, budget)
            case _:
                again, holds = replays(view), view.items[seat]
                if bout.mover is None:
                    return choose_at_once(terms, bout, seat, self.plan, budget, source, replays=again, holds=holds)
                return choose_in_turn(Search(terms, bout, self.limits, budget, replays=again), seat, holds, source)


STEADY: Final = Looking(SearchLimits(depth=2, positions=30_000, tried=3, kept=20, uses=4), SearchPlan(answers=3), claims=by_lot, tries=4)
STRONG: Final = Looking(
    SearchLimits(depth=30, positions=400_000, tried=12, kept=40, uses=24),
    SearchPlan(answers=8, kept=10, deeper=((1, 6, 36), (2, 4, 9))),
    claims=partial(mixed, blur=BLUR),
    tries=40,
)


def bots(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"steady": STEADY, "strong": STRONG}
