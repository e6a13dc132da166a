"""The best response against a bot, round by round, by the tables of the solver: the capability `exploit`.

It says the same as going through a match by the rules (`deathmatch_lab.exploiting`), some hundred times as fast, for a position is three
numbers here and the result of a round is looked up (`fast/layers.py`). The bot is asked once in each position that its play can reach,
which takes most of the time; the value of a position comes from the solver. All chances are A's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick import compose, rules, view
from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, CARDS, Floats, Ints
from deathmatch.games.five_card_trick.values import Card, Item, Move, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.exploiting import ExploitResult, SeatExploitResult, WorstDecision
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.games.five_card_trick.fast.layers import Layer
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import Plan, plan, side
from deathmatch_lab.solving import Reporter, SilentReporter

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick

WARM_ROUNDS: Final = 2
"""Enough for every kernel."""

LARGEST: Final = 250_000
"""Positions in which a bot is asked on one seat at most: some minutes."""

CRUMB: Final = 1e-7  # a loss below this is the rounding of what the solver keeps
SPAN, ZERO = 2048, 1024  # leads in a position's number
WON, LOST = -1, -2  # in the place of a position's number: the match is over

Positions = Ints
"""Positions before one round, shape (P,), ascending: (configuration * pots + pot) * SPAN + ZERO + lead."""


@dataclass(frozen=True, slots=True)
class PositionGroup:
    """Positions of one configuration before a round, and what the bot plays in each.

    Attributes:
        first, last: where they stand among the positions of the round.
        own: numbers of the bot's submissions, shape (m,); other: of its opponent's, shape (n,).
        mixture: shape (P, m).
        after: shape (P, m, n), the positions that follow; WON or LOST (by A) if none does.
    """

    first: int
    last: int
    own: Ints
    other: Ints
    mixture: Floats
    after: Ints


class SolvedMatch:
    """A match that is gone through, and what the solver knows of it."""

    def __init__(self, terms: Terms, work: Reporter) -> None:
        self.terms = terms
        self.work = work
        self.plan: Plan = plan(terms, rules.start(terms))
        self.known = self.plan.known
        self.pots = self.plan.pots(self.plan.last) + 2
        self.row = {move: number for number, move in enumerate(self.plan.book.moves)}
        self.forms = self.plan.forms.map(list)
        self.layers: dict[int, Layer] = {}
        self.positions = 0
        self._room = layers.cells(self.known.met.shape[0])
        self._tied = self.plan.end()  # who wins the last tie

    def solve(self) -> None:
        """Have the solver's chances at hand."""
        induction = Induction(self.plan, self.work)
        self.layers = dict(induction.layers())
        self.positions = induction.done.positions

    def start(self) -> Positions:
        """The one position before the first round."""
        (root,) = self.plan.roots
        return np.array([self.number(int(self.known.place[self.plan.key(root)]), root.pot, 0)])

    def number(self, place: Any, pot: Any, lead: Any) -> Any:
        """The number of a position, or of many."""
        return (place * self.pots + pot) * SPAN + ZERO + lead

    def parts(self, number: Any) -> tuple[Any, Any, Any]:
        """Configuration, pot and lead."""
        pair, lead = np.divmod(number, SPAN)
        place, pot = np.divmod(pair, self.pots)
        return place, pot, lead - ZERO

    def following(self, round_: int, numbers: Positions) -> tuple[Ints, Ints, Ints]:
        """What each pair of submissions makes of positions of one configuration: shape (P, m, n); and the submissions, of A and of B."""
        places, pots, leads = self.parts(numbers)
        m, n = layers.open_stage(self.known, int(self.known.keys[places[0]]), self._room)
        cells = self._room.cells[:m, :n]
        taker = (cells >> layers.TAKER_AT & 3) - 1
        grown = pots[:, None, None] + (cells & 1)
        lead = leads[:, None, None] + (cells >> layers.GAIN_AT & layers.GAIN_MOST) - layers.GAIN_ZERO + taker * grown
        to, pot = cells >> layers.TO_AT, np.where(taker != 0, 1, grown)
        after = self.number(to, pot, lead)
        if round_ in self.plan.counts:  # R25
            after = np.where(lead > 0, WON, np.where(lead < 0, LOST, after))
            if round_ == self.plan.last:
                low = (self._tied[np.broadcast_to(to, pot.shape), 1] & 0x3FFF) - 8192
                after = np.where(lead == 0, np.where(low <= 0, WON, LOST), after)
        return after, self._room.rows[:m].copy(), self._room.columns[:n].copy()

    def worth(self, round_: int, numbers: Ints) -> Floats:
        """A's chance if both play as well as can be, at positions before a round or at ends."""
        chances: Floats = (numbers == WON).astype(np.float64)
        going = numbers >= 0
        if going.any():
            places, pots, leads = self.parts(numbers[going])
            runs, values = self.layers[round_]
            run = runs[places, pots]
            start, count, low = run >> 28, run >> 14 & 0x3FFF, (run & 0x3FFF) - 8192
            chances[going] = values[start + 1 + np.clip(leads - low, -1, count)]
        return chances

    def state(self, round_: int, number: int) -> State:
        """A state for a position, as little as there can be."""
        place, pot, lead = (int(part) for part in self.parts(number))
        pair, blocking = divmod(int(self.known.keys[place]), BLOCKINGS)
        forms = divmod(pair, self.known.b.open.size)
        chips = max(lead, 0), max(-lead, 0)
        sides = []
        for k, seat in enumerate(SEATS):
            card = blocking - 1 - k * CARDS
            sides.append(side(self.forms[seat][forms[k]], chips[k], Card(card) if 0 <= card < CARDS else None))
        ends = next(count for count in self.plan.counts if count >= round_)
        return State(round_, ends, 0, pot, BySeat(*sides))


class Response:
    """The best response against a bot on one seat."""

    def __init__(self, match: SolvedMatch, bot: MixedStrategyBot[Any, Any], seat: Seat) -> None:
        self._match = match
        self._bot = bot
        self._seat = seat
        self._positions: list[Positions] = []  # by round, from the first
        self._mixtures: list[dict[int, Floats]] = []  # by round and configuration
        self._forwards()

    @property
    def asked(self) -> int:
        """In how many positions the bot was asked."""
        return sum(numbers.size for numbers in self._positions)

    def _own(self, chance: Any) -> Any:
        """The bot's chance, from A's."""
        return chance if self._seat is Seat.A else 1.0 - chance

    # --- Forwards

    def _forwards(self) -> None:
        """Ask the bot in every position that it lets come about."""
        match = self._match
        numbers, asked = match.start(), 0
        for round_ in range(match.plan.first, match.plan.last + 1):
            if not numbers.size:
                break
            asked += numbers.size
            if asked > LARGEST:
                raise UnsolvableError(
                    f"in one seat the bot would have to be asked in more than {LARGEST:,} positions, {numbers.size:,} of them before round "
                    f"{round_}; with max_rounds={round_ - 1} it can be done"
                )
            self._positions.append(numbers)
            self._mixtures.append({})
            parts: list[Ints] = []
            for group in self._groups(round_):
                after = group.after[group.mixture > 0]
                parts.append(np.unique(after[after >= 0]))
                match.work.report(f"the bot's play on seat {self._seat} in round {round_}", None)
            numbers = np.unique(np.concatenate(parts))

    def _groups(self, round_: int) -> Iterator[PositionGroup]:
        """The positions before a round, by configuration; the bot is asked the first time."""
        numbers, mixtures = self._positions[round_ - 1], self._mixtures[round_ - 1]
        places = self._match.parts(numbers)[0]
        edges = [0, *(np.flatnonzero(np.diff(places)) + 1).tolist(), numbers.size]
        for first, last in pairwise(edges):
            after, rows, columns = self._match.following(round_, numbers[first:last])
            if self._seat is Seat.B:
                after, rows, columns = after.transpose(0, 2, 1), columns, rows
            place = int(places[first])
            if place not in mixtures:
                mixtures[place] = self._ask(round_, numbers[first:last], rows)
            yield PositionGroup(first, last, rows, columns, mixtures[place], after)

    def _ask(self, round_: int, numbers: Positions, own: Ints) -> Floats:
        match = self._match
        column = {int(number): k for k, number in enumerate(own)}
        mixture: Floats = np.zeros((numbers.size, own.size))
        for k, number in enumerate(numbers):
            state = match.state(round_, int(number))
            seen = view.of(state, self._seat, match.terms)
            for move, part in self._bot.mixture(seen, compose.decision(seen)):
                mixture[k, column[match.row[rules.counting(match.terms, state.sides[self._seat], move)]]] += part
        total = mixture.sum(axis=1)
        assert np.allclose(total, 1.0, atol=1e-6), "probabilities add up to 1"
        mixture /= total[:, None]
        return mixture

    # --- Backwards

    def seat_result(self) -> SeatExploitResult:
        """The result of the bot in this seat."""
        match, first = self._match, self._match.plan.first
        chances: Floats = np.empty(0)
        after: Positions = np.empty(0, dtype=np.int64)
        answers: list[Ints] = []
        for round_ in range(first + len(self._positions) - 1, first - 1, -1):
            here = np.empty(self._positions[round_ - first].size)
            answer = np.empty(here.size, dtype=np.int64)
            for group in self._groups(round_):
                ahead = np.einsum("pm,pmn->pn", group.mixture, _looked_up(group.after, after, chances))
                best = ahead.argmin(axis=1) if self._seat is Seat.A else ahead.argmax(axis=1)
                answer[group.first : group.last] = best
                here[group.first : group.last] = np.take_along_axis(ahead, best[:, None], axis=1)[:, 0]
            chances, after = here, self._positions[round_ - first]
            answers.insert(0, answer)
        value = float(self._own(match.worth(first, match.start())[0]))
        role = "the DMO" if self._seat is match.terms.dmo else "the EC"
        return SeatExploitResult(self._seat, value, float(self._own(chances[0])), self.asked, self._worst(answers), role)

    # --- What costs most

    def _worst(self, answers: Sequence[Ints]) -> WorstDecision | None:
        """The decision with the greatest part in the loss."""
        first = self._match.plan.first
        reaches = [np.ones(1)]
        cost, worst = CRUMB, (0, 0, 0.0, 0.0)
        for round_, (numbers, answer) in enumerate(zip(self._positions, answers, strict=True), first):
            reach = reaches[-1]
            value = self._own(self._match.worth(round_, numbers))
            then = self._positions[round_ + 1 - first] if round_ + 1 - first < len(self._positions) else np.empty(0, dtype=np.int64)
            reaches.append(np.zeros(then.size))
            for group in self._groups(round_):
                part, to = self._played(group, answer)
                after = self._own((group.mixture * self._match.worth(round_ + 1, to)).sum(axis=1))
                lost = reach[group.first : group.last] * (value[group.first : group.last] - after)
                k = int(lost.argmax())
                if lost[k] > cost:
                    cost, worst = float(lost[k]), (round_, group.first + k, float(value[group.first + k]), float(after[k]))
                goes = (to >= 0) & (part > 0)
                np.add.at(reaches[-1], np.searchsorted(then, to[goes]), (part * reach[group.first : group.last, None])[goes])
        if worst[0] == 0:
            return None
        return self._worst_decision(answers, reaches, worst)

    @staticmethod
    def _played(group: PositionGroup, answer: Ints) -> tuple[Floats, Ints]:
        """The bot's probabilities, and what follows when the best response answers: both of shape (P, m)."""
        picked = answer[group.first : group.last, None, None]
        return group.mixture, np.take_along_axis(group.after, np.broadcast_to(picked, (*group.mixture.shape, 1)), axis=2)[:, :, 0]

    def _worst_decision(self, answers: Sequence[Ints], reaches: Sequence[Floats], worst: tuple[int, int, float, float]) -> WorstDecision:
        round_, place, value, after = worst
        first, match = self._match.plan.first, self._match
        group = next(group for group in self._groups(round_) if group.first <= place < group.last)
        text = [match.terms.text(move) for move in match.plan.book.moves]
        mixture = [(text[own], float(part)) for own, part in zip(group.own, group.mixture[place - group.first], strict=True) if part > 0]
        way: list[tuple[str, str]] = []
        here = place
        for before in range(round_ - 1, first - 1, -1):
            here, own, other = self._before(before, int(self._positions[before + 1 - first][here]), answers, reaches)
            submitted = {self._seat: text[own], self._seat.other: text[other]}
            way[:0] = [(seat.value, submitted[seat]) for seat in SEATS]
        return WorstDecision(
            tuple(way),
            tuple(sorted(mixture, key=lambda pair: (-pair[1], pair[0]))),
            text[int(group.other[answers[round_ - first][place]])],
            value,
            after,
            float(reaches[round_ - first][place]),
        )

    def _before(self, round_: int, to: int, answers: Sequence[Ints], reaches: Sequence[Floats]) -> tuple[int, int, int]:
        """Where the likeliest way to a position comes from, and what both submit there."""
        number = round_ - self._match.plan.first
        best, likeliest = -1.0, (0, 0, 0)
        for group in self._groups(round_):
            part, after = self._played(group, answers[number])
            chance = np.where(after == to, part * reaches[number][group.first : group.last, None], -1.0)
            k, own = np.unravel_index(int(chance.argmax()), chance.shape)
            if chance[k, own] > best:
                place = group.first + int(k)
                best, likeliest = float(chance[k, own]), (place, int(group.own[own]), int(group.other[answers[number][place]]))
        return likeliest


def _looked_up(numbers: Ints, known: Positions, chances: Floats) -> Floats:
    """A's chances at positions, known for reachable ones; the value of any other does not matter."""
    chances_: Floats = (numbers == WON).astype(np.float64)
    going = numbers >= 0
    if known.size:
        chances_[going] = chances[np.minimum(np.searchsorted(known, numbers[going]), known.size - 1)]
    return chances_


class Exploiter:
    """Finds best responses in a match under these options."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have every kernel ready, by a match of a few rounds."""
        Exploiter(replace(self._terms, rounds=WARM_ROUNDS, max_rounds=WARM_ROUNDS)).exploit(_Even(), SilentReporter())

    def exploit(self, bot: MixedStrategyBot[Any, Any], work: Reporter, /) -> ExploitResult | None:
        """The best response on either seat; None if somebody holds Claim Priority, about which a bot is asked within a round.

        Raises: UnsolvableError if the bot would have to be asked in too many positions.
        """
        if any(Item.PRIORITY in items for items in self._terms.received):
            return None
        match = SolvedMatch(self._terms, work)
        responses = BySeat.of(lambda seat: Response(match, bot, seat))
        match.solve()
        return ExploitResult(responses.map(lambda response: response.seat_result()), match.positions)


class _Even:
    """A bot that plays every move with the same chance."""

    def mixture(self, _view: view.View, decision: Decision[Move], /) -> list[tuple[Move, float]]:
        moves = list(decision.moves() or ())
        return [(move, 1 / len(moves)) for move in moves]


def exploiter(game: FiveCardTrick) -> Exploiter:
    """The capability `exploit`."""
    return Exploiter(game.terms)
