"""The plan of a solution: everything reachable from a position without time-outs, numbered for the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Fields
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.values import MASKS, Answer, Card, Item, Side, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.games.five_card_trick.fast.layers import Configurations, Runs, SeatForms, run
from deathmatch_lab.solving import Reporter, SilentReporter

PAIR: Final = 2  # cards of a submission

CONFIGURATIONS: Final = "configurations"
RUNS: Final = "round-{:03}-runs"
TALLY: Final = "round-{:03}-tally"
VALUES: Final = "round-{:03}-values"

PLACES: Final = 500_000_000  # pairs of forms and blocks that a plan numbers: two gigabytes
POTS: Final = 700_000_000  # configurations and pots for which leads are bounded, of all rounds together: three gigabytes


@dataclass(frozen=True, eq=False)
class Plan:
    """The positions that can come of some others, the **roots**, without time-outs.

    Attributes:
        terms: the options of the match.
        roots: states before the same round; more than one if an answer about Claim Priority is due.
        counts: the rounds after which chips are compared.
        book: the submissions.
        forms: of each seat, by number (`fast/layers.py`).
        seats: what submissions make of them.
        work: hears of each slice while the configurations are numbered.
    """

    terms: Terms
    roots: tuple[State, ...]
    counts: tuple[int, ...]
    book: rounds.Catalogue
    forms: BySeat[dict[rounds.Form, int]]
    seats: BySeat[SeatForms]
    work: Reporter = field(default_factory=SilentReporter)

    @property
    def first(self) -> int:
        """The round before which the roots stand."""
        return self.roots[0].round

    @property
    def last(self) -> int:
        """The last round that may come."""
        return self.counts[-1]

    def tied(self, round_: int) -> bool:
        """Whether chips have been compared right before a round (R25)."""
        return round_ - 1 in self.counts and round_ > self.first

    @cached_property
    def known(self) -> Configurations:
        """The configurations; takes a second the first time, more if there are items.

        Raises: UnsolvableError if they are too many.
        """
        places = self.seats.a.open.size * self.seats.b.open.size * rounds.BLOCKINGS
        if places > PLACES:
            raise UnsolvableError(f"this match has {places:,} pairs of restrictions on A and B; at most {PLACES:,} can be numbered")
        keys = [self.key(state) for state in self.roots]
        pots = [self.pots(round_) + 1 for round_ in range(self.first, self.last + 1)]
        most = POTS // sum(pots)

        def told() -> None:
            self.work.report("configurations")

        tables = layers.tables(
            self.book.rows, self.book.book, self.seats.a, self.seats.b, keys, self.last - self.first + 1, most=most, told=told
        )
        if tables is None:
            raise UnsolvableError(
                f"there are more than {most:,} configurations of what binds the seats, too many for so many rounds; try fewer"
            )
        return tables

    def pots(self, round_: int) -> int:
        """The largest pot that can stand before a round: it grows by one chip a round at most."""
        return max(state.pot for state in self.roots) + round_ - self.first

    def key(self, state: State) -> int:
        """The key of a state's configuration (`fast/layers.py`); raises LookupError if it cannot come."""
        numbers = self.forms.a[rounds.form(self.terms, state.sides.a)], self.forms.b[rounds.form(self.terms, state.sides.b)]
        open_ = [int(seat.open[number]) for seat, number in zip(self.seats, numbers, strict=True)]
        blocked = [rounds.NONE if side.blocked is None else int(side.blocked) for side in state.sides]
        return (numbers[0] * self.seats.b.open.size + numbers[1]) * rounds.BLOCKINGS + rounds.block_key(blocked, open_)

    def end(self) -> Runs:
        """The runs after the last count: nothing is open any more (R25)."""
        b = self.seats.b.open.size
        pairs = self.known.keys // rounds.BLOCKINGS
        mine, theirs = np.array(self._items.a)[pairs // b], np.array(self._items.b)[pairs % b]
        if not self.terms.unused_items:
            mine, theirs = (np.full(pairs.size, len(items)) for items in self.terms.received)
        tied = (mine > theirs) | ((mine == theirs) & (self.terms.dmo is Seat.A))  # whether a tie is A's
        low = np.where(tied, run(0, 0, 0), run(0, 0, 1)).astype(np.int64)
        return np.repeat(low[:, None], self.pots(self.last) + 2, axis=1)

    @cached_property
    def _items(self) -> BySeat[list[int]]:
        """How many items each form of a seat holds."""
        return self.forms.map(lambda forms: [items.bit_count() for _, _, _, items in forms])

    def about(self) -> Fields:
        """All that the solution depends on, for anyone who keeps it."""
        terms = self.terms
        return {
            "solution": 2,  # raised whenever what is kept changes its form
            "variant": terms.variation.value,
            "dmo": terms.dmo.value,
            "counts": list(self.counts),
            "blocked_collides": terms.blocked_collides,
            "steal_any": terms.steal_any,
            "received": terms.received.map(lambda items: [item.value for item in items]).json(),
            "priority_beats_block": terms.priority_beats_block,
            "unused_items": terms.unused_items,
            "roots": [
                {
                    "round": state.round,
                    "pot": state.pot,
                    "lead": rounds.lead(state),
                    "forms": [list(rounds.form(terms, side)) for side in state.sides],
                    "blocked": [None if side.blocked is None else int(side.blocked) for side in state.sides],
                }
                for state in self.roots
            ],
        }


def plan(terms: Terms, state: State, work: Reporter | None = None) -> Plan:
    """The plan for a state that is not over."""
    roots: tuple[State, ...] = (state,)
    if state.answering is not None:
        ways = (rules.play(terms, state, {state.answering: answer}) for answer in (Answer.PASS, Answer.PRIORITY))
        roots = tuple(way for way in ways if way.outcome is None)
    counts = [max(root.ends_after for root in roots)] if roots else [state.round]
    while counts[-1] < terms.max_rounds:
        counts.append(min(counts[-1] + terms.extension, terms.max_rounds))
    book = rounds.catalogue(terms)
    by_seat = [layers.seats(book.rows, [rounds.form(terms, root.sides[seat]) for root in roots]) for seat in SEATS]
    numbers = ({form_: number for number, form_ in enumerate(forms)} for forms, _ in by_seat)
    seats = BySeat(by_seat[0][1], by_seat[1][1])
    return Plan(terms, roots, tuple(counts), book, BySeat(*numbers), seats, work or SilentReporter())


def side(form_: rounds.Form, chips: int = 0, blocked: Card | None = None) -> Side:
    """A side with a form, as little as there can be."""
    last, barred, lights, items = form_
    recent = (MASKS[barred], MASKS[last]) if last else ()
    return Side(chips, lights, blocked, recent, tuple(item for item in Item if items & rounds.BITS[item]))
