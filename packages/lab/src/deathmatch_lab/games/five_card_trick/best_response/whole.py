"""The best response to a bot in a whole match of any length, layer by layer, for bots that state their strategy at all positions at once.

Such a bot plays each round optimally by its estimates of the next round, or ignores the score
(`fast/respond.py`); nobody has to ask it position by position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import SavedArrays
from deathmatch.core.game import Fields
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints
from deathmatch.games.five_card_trick.values import Terms
from deathmatch_lab.exploiting import ExploitResult, SeatExploitResult, WorstDecision
from deathmatch_lab.games.five_card_trick.digest import shipped_stamp
from deathmatch_lab.games.five_card_trick.facts import known_value
from deathmatch_lab.games.five_card_trick.fast import layers, respond
from deathmatch_lab.games.five_card_trick.fast.layers import Layer, Runs
from deathmatch_lab.games.five_card_trick.fast.respond import Steps, Strategy, Truth, chance_at
from deathmatch_lab.games.five_card_trick.solver.induction import Induction, counted
from deathmatch_lab.games.five_card_trick.solver.plan import RUNS, VALUES, Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import Hull
from deathmatch_lab.games.five_card_trick.solver.solved import kept
from deathmatch_lab.games.five_card_trick.strategies import Strategies
from deathmatch_lab.solving import Checkpoints, Reporter

# --- The best answers to a bot in one round, for bots that state their strategy at all positions at once
#
# Such a bot plays each round optimally by its estimates of the next round, or ignores the score (`fast/respond.py`); nobody has to ask it
# position by position.


Answers: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class AnsweredRound:
    """One round.

    Attributes:
        truth: A's chances before it.
        answers: the best ones to the bot on either seat.
        asked: positions in which the bot was asked.
    """

    truth: Truth
    answers: BySeat[Answers]
    asked: int


def ended(induction: Induction, hull: Hull) -> Truth:
    """The chances after the last round, from the leads that can come before it."""
    end = induction.end(hull)
    return Truth(end.runs, end.values, end.values)


def answered(induction: Induction, round_: int, hull: Hull, strategy: Strategy, next_: Truth, work: Reporter) -> AnsweredRound:
    """The best answers to a strategy in a round.

    Args:
        induction: has the configurations and the threads.
        round_: the round.
        hull: the leads that can come before it.
        strategy: the bot's.
        next_: the chances before the next round.
        work: hears how far it is.
    """
    known, here = induction.plan.known, _laid(induction, round_, hull, next_)
    answers = BySeat.of(lambda _seat: np.zeros(here.a.size, dtype=np.uint8))
    induction.each(
        lambda first, last: respond.respond(known, first, last, here, strategy, next_, answers.a, answers.b),
        lambda part: work.report(f"the best answers of round {round_}, {part:.0%}", None),
    )
    return AnsweredRound(here, answers, _undecided(here))


def chances(induction: Induction, round_: int, hull: Hull, strategy: Strategy, next_: Truth, work: Reporter) -> tuple[Truth, int]:
    """As `answered`, in less than half the time: the chances alone, to within a millionth, and in how many positions the bot was asked."""
    if strategy.blind.a.size:
        found = answered(induction, round_, hull, strategy, next_, work)
        return found.truth, found.asked
    known, here = induction.known, _laid(induction, round_, hull, next_)
    mirror = induction.mirror(hull, strategy.estimate)
    induction.each(
        lambda first, last: respond.respond_quickly(known, first, last, here, strategy.estimate, next_, mirror),
        lambda part: work.report(f"the best answers of round {round_}, {part:.0%}", None),
    )
    return here, _undecided(here)


def _laid(induction: Induction, round_: int, hull: Hull, next_: Truth) -> Truth:
    """The runs of a round, with room for the chances."""
    known, (least, most) = induction.known, hull
    low, high = np.zeros_like(least), np.zeros_like(least)
    induction.each(lambda first, last: respond.settled(known, first, last, least, most, next_.runs, low, high))
    runs: Runs = np.empty(least.shape, dtype=np.int64)
    size = layers.lay_runs(least, most, low, high, induction.plan.tied(round_), runs)
    return Truth(runs, np.empty(size, dtype=np.float32), np.empty(size, dtype=np.float32))


def _undecided(here: Truth) -> int:
    """How many positions of a round are not settled."""
    return int((here.runs >> layers.COUNT_AT & layers.MOST).sum())


def start_of(plan: Plan) -> int:
    """The place of the configuration before the first round."""
    return int(plan.known.place[plan.key(plan.roots[0])])


def chances_before(plan: Plan, first: Truth) -> BySeat[float]:
    """A's chance to win the match with the bot on either seat, from the chances before its first round."""
    chances = (respond.chance_at(Layer(first.runs, values), start_of(plan), 1, 0) for values in (first.a, first.b))
    return BySeat(*(min(max(chance, 0.0), 1.0) for chance in chances))  # short floats add up to 1 and a crumb


# --- The best response to a bot in a whole match, in a folder: one round lies in memory at a time, and a stopped computation goes on
#
# A match of `final` without items has 1.8 billion positions that are not decided. `whole.py` would need some 40 GB for all of its rounds;
# this way takes 5 GB. It finds the chances against the best response. The costliest decision takes all rounds at once, so it is left out.


FORM: Final = 5  # raised whenever the kept arrays change their form or are computed otherwise, or a bot plays otherwise
ANSWERED: Final = "round-{:03}-answered-{}"
PARTS: Final = ("exact-runs", "exact-values", "asked", "runs", "a", "b")  # the last one seals a round


class KeepingReporter(Reporter, Checkpoints, Protocol):
    """A reporter with a folder."""


class HullsInMemory(Mapping[int, Hull]):
    """The leads that can come before each round, each time as arrays of their own: kernels are compiled for arrays that may be written."""

    def __init__(self, hulls: Mapping[int, Hull]) -> None:
        self._hulls = hulls

    def __getitem__(self, round_: int) -> Hull:
        least, most = self._hulls[round_]
        return np.array(least), np.array(most)

    def __iter__(self) -> Iterator[int]:
        return iter(self._hulls)

    def __len__(self) -> int:
        return len(self._hulls)


class RoundByRound:
    """A match under these options, gone through once backwards.

    Args:
        terms: the options.
        work: hears how far it is, and keeps the rounds.
        solution: with the solution of this match, if somebody has kept it.

    If the match has been solved, only the bot's chances are computed.
    """

    def __init__(self, terms: Terms, work: KeepingReporter, solution: SavedArrays | None = None) -> None:
        self._terms = terms
        self._work = work
        self._plan: Plan = plan(terms, rules.start(terms))
        self._induction = Induction(self._plan, work)
        self._value = _value(terms, solution)

    def exploited(self, bot: Strategies) -> ExploitResult:
        """The best response on either seat.

        Raises:
            Unknown: the bot does not think of some position.
            UnsolvableError: the folder holds something else.
        """
        plan, induction = self._plan, self._induction
        self._work.begin(self._about(bot))
        hulls = HullsInMemory(dict(enumerate(induction.reachable_hulls(), plan.first)))
        done, next_, exact, asked = self._kept(hulls)
        for round_, strategy in bot.strategies(induction, hulls, done - 1) if done > plan.first else ():
            next_, here = chances(induction, round_, hulls[round_], strategy, next_, self._work)
            if self._value is None:
                exact, _ = induction.solve(round_, hulls[round_], exact)
            asked += here
            self._keep(round_, next_, exact, asked)
        own = chances_before(plan, next_)
        value = float(chance_at(exact, start_of(plan), 1, 0)) if self._value is None else self._value
        return ExploitResult(BySeat.of(lambda seat: self._seat_result(seat, value, own[seat], asked)), induction.positions)

    def _seat_result(self, seat: Seat, value: float, chance: float, asked: int) -> SeatExploitResult:
        own = (value, chance) if seat is Seat.A else (1.0 - value, 1.0 - chance)
        return SeatExploitResult(seat, *own, asked, None, "the DMO" if seat is self._terms.dmo else "the EC")

    def _about(self, bot: Strategies) -> Fields:
        """All that the arrays depend on."""
        known: Fields = {"bot": bot.name, "digest": shipped_stamp(self._terms.variation), "solved": self._value is not None}
        return {**self._plan.about(), "answered": FORM, **known}

    def _kept(self, hulls: Mapping[int, Hull]) -> tuple[int, Truth, Layer, int]:
        """The earliest round that is kept, its chances against the best response and with best play, and how often the bot was asked."""
        for round_ in range(self._plan.first, self._plan.last + 1):
            arrays = [self._work.kept(ANSWERED.format(round_, part)) for part in PARTS]
            found = [np.array(array) for array in arrays if array is not None]
            if len(found) == len(PARTS):
                exact_runs, exact_values, asked, runs, a, b = found
                return round_, Truth(runs, a, b), Layer(exact_runs, exact_values), int(asked[0])
        end = ended(self._induction, hulls[self._plan.last])
        return self._plan.last + 1, end, Layer(end.runs, end.a), 0

    def _keep(self, round_: int, truth: Truth, exact: Layer, asked: int) -> None:
        """Keep a round in the place of the one after it."""
        arrays: list[NDArray[Any]] = [exact.runs, exact.values, np.array([asked]), truth.runs, truth.a, truth.b]
        for part, array in zip(PARTS, arrays, strict=True):
            self._work.keep(ANSWERED.format(round_, part), array)
        for part in reversed(PARTS):
            self._work.drop(ANSWERED.format(round_ + 1, part))


def _value(terms: Terms, solution: SavedArrays | None) -> float | None:
    """A's chance with best play, from a solution of this match, or one that ships; None if neither is there."""
    solved = None if solution is None else kept(terms, solution)
    return known_value(terms) if solved is None else solved.chance(rules.start(terms))


# --- Whole matches in memory


CRUMB: Final = 1e-7  # a loss below this is the rounding of what is kept
PIECE: Final = 50_000  # positions that are followed at a time
LIKELIEST: Final = 1_000_000
"""Positions of a round that are followed at most: those that come about most often. What costs most is looked for among them."""


@dataclass(slots=True)
class KnownRounds:
    """All that the way forward needs, by round.

    Attributes:
        strategy: what the bot goes by.
        runs: of the positions that are not settled.
        answers: the best ones to the bot on either seat.
        exact: what positions are worth if both play as well as can be.
    """

    strategy: dict[int, Strategy] = field(default_factory=dict)
    runs: dict[int, Runs] = field(default_factory=dict)
    answers: dict[int, BySeat[Answers]] = field(default_factory=dict)
    exact: dict[int, Layer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Costly:
    """The decision that costs most, so far."""

    cost: float
    round: int = 0
    place: int = 0  # among the positions of its round
    value: float = 0.0
    after: float = 0.0
    reached: float = 0.0


class WholeMatch:
    """A match under these options, gone through once backwards and once forwards.

    Args:
        terms: the options.
        work: hears how far it is.
        solution: with the solution of this match, if somebody has kept it.
    """

    def __init__(self, terms: Terms, work: Reporter, solution: SavedArrays | None = None) -> None:
        self._terms = terms
        self._work = work
        self._solution = solution
        self._plan: Plan = plan(terms, rules.start(terms))
        self._induction = Induction(self._plan, work)
        self._known = KnownRounds()
        self._chances = BySeat(0.0, 0.0)
        self._asked = 0

    def exploited(self, bot: Strategies) -> ExploitResult:
        """The best response on either seat; raises Unknown if the bot does not think of some position."""
        self._backwards(bot)
        positions = self._solve() if self._solution is None else self._read(self._solution)
        self._known.exact[self._plan.last + 1] = Layer(self._plan.end(), np.array([0.0, 1.0], dtype=np.float32))
        return ExploitResult(BySeat.of(self._seat_result), positions)

    def _solve(self) -> int:
        """Find out what all positions are worth; how many there are."""
        exact = Induction(self._plan, self._work)
        self._known.exact = dict(exact.layers())
        return exact.done.positions

    def _read(self, solution: SavedArrays) -> int:
        """Load the kept arrays into memory; kernels are compiled for writable arrays."""
        for round_ in range(self._plan.first, self._plan.last + 1):
            runs, values = (np.array(solution.kept(name.format(round_))) for name in (RUNS, VALUES))
            self._known.exact[round_] = Layer(runs, values)
        return counted(solution, self._plan, self._plan.first).positions

    def _backwards(self, bot: Strategies) -> None:
        plan, known = self._plan, self._known
        hulls = dict(enumerate(self._induction.reachable_hulls(), plan.first))
        next_ = ended(self._induction, hulls[plan.last])
        for round_, strategy in bot.strategies(self._induction, hulls, plan.last):
            here = answered(self._induction, round_, hulls[round_], strategy, next_, self._work)
            known.strategy[round_], known.runs[round_], known.answers[round_] = strategy, here.truth.runs, here.answers
            self._asked += here.asked
            next_ = here.truth
        self._chances = chances_before(plan, next_)

    # --- Forwards

    def _seat_result(self, seat: Seat) -> SeatExploitResult:
        """The result of the bot in a seat, with the decision that costs most."""
        exact, first = self._known.exact, self._plan.first
        here = Steps(np.array([start_of(self._plan)]), np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
        value = respond.chance_at(exact[first], start_of(self._plan), 1, 0)
        reached, worst = [here], Costly(CRUMB)
        for round_ in range(first, self._plan.last + 1):
            here, after = self._followed(round_, here, seat)
            worst = self._worse(worst, round_, reached[-1], after, seat)
            reached.append(here)
        worst_decision = self._worst_decision(worst, reached, seat) if worst.round else None
        role = "the DMO" if seat is self._terms.dmo else "the EC"
        return SeatExploitResult(seat, _own(seat, value), _own(seat, self._chances[seat]), self._asked, worst_decision, role)

    def _followed(self, round_: int, here: Steps, seat: Seat) -> tuple[Steps, Floats]:
        """The positions after a round that are not settled, each once, and A's chances after each that stood before it."""
        parts = [_part(here, slice(0))]
        after = np.empty(here.place.size)
        for first in range(0, here.place.size, PIECE):
            piece = _part(here, slice(first, first + PIECE))
            steps, after[first : first + PIECE] = self._follow(round_, piece, seat)
            parts.append(self._open(round_ + 1, _merged(steps)))
        merged = _merged(_joined(parts))
        if merged.chance.size > LIKELIEST:
            merged = _part(merged, np.sort(np.argpartition(-merged.chance, LIKELIEST)[:LIKELIEST]))
        return merged, after

    def _follow(self, round_: int, here: Steps, seat: Seat) -> tuple[Steps, Floats]:
        """What follows some positions, as the kernel has it."""
        known, side = self._known, self._plan.known.met.shape[0]
        room, numbers = here.place.size * side, np.int64
        out = Steps(np.empty(room, numbers), np.empty(room, numbers), np.empty(room, numbers), np.empty(room))
        after = np.empty(here.place.size)
        answers = known.runs[round_], known.answers[round_][seat]
        count = respond.follow(self._plan.known, here, known.strategy[round_], answers, seat is Seat.B, known.exact[round_ + 1], out, after)
        return _part(out, slice(count)), after

    def _open(self, round_: int, steps: Steps) -> Steps:
        """Those of the positions before a round that are not settled."""
        runs = self._known.runs.get(round_)
        if runs is None:
            return _part(steps, slice(0))
        _, count, low = _parts(runs, steps)
        return _part(steps, (steps.lead >= low) & (steps.lead < low + count))

    def _worse(self, worst: Costly, round_: int, here: Steps, after: Floats, seat: Seat) -> Costly:
        """The costlier of the worst decision so far and the worst of a round."""
        if not here.place.size:
            return worst
        value = _chances(self._known.exact[round_], here)
        cost = here.chance * ((value - after) if seat is Seat.A else (after - value))
        k = int(cost.argmax())
        if cost[k] <= worst.cost:
            return worst
        return Costly(float(cost[k]), round_, k, _own(seat, float(value[k])), _own(seat, float(after[k])), float(here.chance[k]))

    # --- What costs most

    def _worst_decision(self, worst: Costly, reached: list[Steps], seat: Seat) -> WorstDecision:
        first, place = self._plan.first, worst.place
        here = _part(reached[worst.round - first], slice(place, place + 1))
        mixture, answer = self._played(worst.round, here, seat)
        way: list[tuple[str, str]] = []
        for round_ in range(worst.round - 1, first - 1, -1):
            here, own, other = self._before(round_, here, reached[round_ - first], seat)
            submitted = {seat: own, seat.other: other}
            way[:0] = [(one.value, submitted[one]) for one in SEATS]
        listed = tuple(sorted(mixture, key=lambda pair: (-pair[1], pair[0])))
        return WorstDecision(tuple(way), listed, answer, worst.value, worst.after, worst.reached)

    def _played(self, round_: int, here: Steps, seat: Seat) -> tuple[list[tuple[str, float]], str]:
        """The bot's mixture at one position, and the best answer to it."""
        known, out, answered = self._stage(round_, here, seat)
        own, parts = (out.stage.rows, out.row[: known[0]]) if seat is Seat.A else (out.stage.columns, out.column[: known[1]])
        other = out.stage.columns if seat is Seat.A else out.stage.rows
        return [(self._text(own[k]), float(part)) for k, part in enumerate(parts) if part > 0], self._text(other[answered])

    def _stage(self, round_: int, here: Steps, seat: Seat) -> tuple[tuple[int, int], respond.Bench, int]:
        """A position's stage with the bot's mixtures, and the place of the best answer."""
        place, pot, lead = int(here.place[0]), int(here.pot[0]), int(here.lead[0])
        out = respond.bench(self._plan.known.met.shape[0])
        sizes = respond.mixed(self._plan.known, place, pot, lead, self._known.strategy[round_], out)
        run_ = int(self._known.runs[round_][place, pot])
        at = (run_ >> layers.START_AT) + 1 + lead - ((run_ & layers.MOST) - layers.LOW_ZERO)
        return sizes, out, int(self._known.answers[round_][seat][at])

    def _before(self, round_: int, to: Steps, here: Steps, seat: Seat) -> tuple[Steps, str, str]:
        """Where the likeliest way to a position comes from, and what the bot and the other seat submit there."""
        best, likeliest = -1.0, -1
        for k in np.argsort(-here.chance, kind="stable").tolist():
            if here.chance[k] <= best:
                break
            steps, _ = self._follow(round_, _part(here, slice(k, k + 1)), seat)
            same = (steps.place == to.place[0]) & (steps.pot == to.pot[0]) & (steps.lead == to.lead[0])
            if same.any() and steps.chance[same].max() > best:
                best, likeliest = float(steps.chance[same].max()), k
        from_ = _part(here, slice(likeliest, likeliest + 1))
        mixture, answer = self._played(round_, from_, seat)
        steps, _ = self._follow(round_, from_, seat)
        same = (steps.place == to.place[0]) & (steps.pot == to.pot[0]) & (steps.lead == to.lead[0])
        return from_, mixture[int(np.argmax(np.where(same, steps.chance, -1.0)))][0], answer

    def _text(self, row: Any) -> str:
        return self._terms.text(self._plan.book.moves[int(row)])


def _own(seat: Seat, chance: float) -> float:
    """A seat's chance, from A's."""
    return chance if seat is Seat.A else 1.0 - chance


def _parts(runs: Runs, steps: Steps) -> tuple[Ints, Ints, Ints]:
    """The start, the number of leads and the least lead of each position's run (`fast/layers.py`)."""
    taken = runs[steps.place, steps.pot]
    return taken >> layers.START_AT, taken >> layers.COUNT_AT & layers.MOST, (taken & layers.MOST) - layers.LOW_ZERO


def _chances(layer: Layer, steps: Steps) -> Floats:
    """A's chances at positions."""
    start, count, low = _parts(layer.runs, steps)
    chances: Floats = layer.values[start + 1 + np.clip(steps.lead - low, -1, count)].astype(np.float64)
    return chances


def _part(steps: Steps, which: slice | NDArray[np.bool_] | NDArray[np.intp]) -> Steps:
    """Some of the positions."""
    return Steps(steps.place[which], steps.pot[which], steps.lead[which], steps.chance[which])


def _joined(steps: Sequence[Steps]) -> Steps:
    """All of the positions."""
    place, pot, lead = (np.concatenate([one[k] for one in steps]).astype(np.int64) for k in range(3))
    return Steps(place, pot, lead, np.concatenate([one.chance for one in steps]))


def _merged(steps: Steps) -> Steps:
    """Each position once, with all its chances."""
    keys: Ints = (steps.place * 128 + steps.pot) * 4096 + steps.lead + 2048
    unique, inverse = np.unique(keys, return_inverse=True)
    chance: Floats = np.bincount(inverse, weights=steps.chance, minlength=unique.size).astype(np.float64)
    place, rest = np.divmod(unique, 128 * 4096)
    pot, lead = np.divmod(rest, 4096)
    return Steps(place, pot, lead - 2048, chance)
