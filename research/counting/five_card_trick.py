"""Five-Card Trick: its histories are counted exactly up to the first comparison of chips, and estimated beyond.

A seat's legal submissions depend on its own cards and items alone. So the histories of n rounds are the sequences of submissions of one
seat times those of the other (and in `final`, the answers about Claim Priority). Beyond round 25 only ties go on, and their part is
estimated: random histories are played stage by stage, and those with a tie are sampled again for the next stage.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.values import Answer, Cards, Item, Side, Submission, Terms
from deathmatch.games.five_card_trick.view import State
from research.counting.trees import Interval, interval

PARTICLES: Final = 500  # of one estimate
ESTIMATES: Final = 20  # independent ones
STUDENT: Final = 2.093  # the quantile of 19 degrees of freedom, for an interval of 95 %


class Memory(NamedTuple):
    """All that the legal submissions of a seat depend on."""

    recent: tuple[Cards, ...]
    items: tuple[Item, ...]


class Sequences:
    """The sequences of submissions of one seat."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.after = lru_cache(maxsize=None)(self._after)
        self.count = lru_cache(maxsize=None)(self._count)
        self.weights = lru_cache(maxsize=None)(self._weights)

    def memory(self, side: Side) -> Memory:
        """The memory of a seat; in `setna` no earlier card binds anybody (R13)."""
        return Memory(() if self._terms.disregard else side.recent, side.items)

    def _after(self, memory: Memory) -> tuple[tuple[Submission, Memory], ...]:
        """Each legal submission, with the memory after it (R10, R24)."""
        moves = rules.legal(self._terms, Side(recent=memory.recent, items=memory.items))
        return tuple([(move, self._remembered(memory, move)) for move in moves])

    def _remembered(self, memory: Memory, move: Submission) -> Memory:
        if self._terms.disregard:
            return memory
        recent = () if Item.RESET in move.items else memory.recent
        return Memory((*recent[-1:], move.cards), tuple([item for item in memory.items if item not in move.items]))

    def _count(self, memory: Memory, rounds: int) -> int:
        """How many sequences of this length follow."""
        return sum(self.count(after, rounds - 1) for _, after in self.after(memory)) if rounds else 1

    def _weights(self, memory: Memory, rounds: int) -> list[int]:
        """For the next submission: the sequences of this length that begin with it, added up."""
        return list(accumulate(self.count(after, rounds - 1) for _, after in self.after(memory)))


def bound(variant: str, **options: object) -> FiveCardTrick:
    """The game with some options."""
    _, game = find(f"five-card-trick/{variant}").bind({key: str(value) for key, value in options.items()})
    assert isinstance(game, FiveCardTrick)
    return game


def histories(game: FiveCardTrick, rounds: int) -> int:
    """The histories of this length, if all rounds of them are played: exactly, in `final` without the answers about Claim Priority."""
    sequences = Sequences(game.terms)
    a, b = game.terms.received.map(lambda items: sequences.count(Memory((), items), rounds))
    return a * b


class Estimate(NamedTuple):
    """Whole matches, and the nodes at which a seat owes cards, for each of the estimates."""

    matches: Interval
    decisions: Interval


def estimate(game: FiveCardTrick, particles: int = PARTICLES, estimates: int = ESTIMATES) -> Estimate:
    """The leaves and the decisions of the tree; each of the independent estimates is right on average."""
    sequences = Sequences(game.terms)
    found = [_one(game, sequences, Random(f"five-card-trick {number}"), particles) for number in range(estimates)]
    return Estimate(interval([one for one, _ in found], STUDENT), interval([other for _, other in found], STUDENT))


def _one(game: FiveCardTrick, sequences: Sequences, random: Random, particles: int) -> tuple[float, float]:
    """One estimate of the leaves and of the nodes at which both owe cards.

    Submissions are chosen as if every match went on to the last round, each of these as likely. So a particle always stands for its mass
    divided by the sequences of cards that still follow.
    """
    matches = decisions = 0.0
    left = game.terms.max_rounds
    states = [game.start()] * particles
    mass = _sequences(sequences, game.start(), left) / particles
    for length in stages(game.terms):
        tied: list[State] = []
        weights: list[float] = []
        for start in states:
            state, doubled = start, mass  # twice for each answer about Claim Priority
            for round_ in range(length):
                decisions += doubled / _sequences(sequences, state, left - round_)
                state, asked = _round(game, sequences, state, left - round_, random)
                doubled *= 2.0**asked
            if state.outcome is None:
                tied.append(state)
                weights.append(doubled)
            else:
                matches += doubled / _sequences(sequences, state, left - length)
        if not tied:
            return matches, decisions
        left -= length
        mass = sum(weights) / particles
        states = random.choices(tied, weights, k=particles)
    raise AssertionError("after the last stage every match is over")


def stages(terms: Terms) -> Iterator[int]:
    """The rounds before each comparison of chips."""
    done, ends = 0, terms.rounds
    while done < terms.max_rounds:
        yield ends - done
        done, ends = ends, min(ends + terms.extension, terms.max_rounds)


def _sequences(sequences: Sequences, state: State, rounds: int) -> float:
    """How many histories of this length follow, as far as cards go."""
    a, b = state.sides.map(lambda side: sequences.count(sequences.memory(side), rounds))
    return float(a * b)


def _round(game: FiveCardTrick, sequences: Sequences, state: State, left: int, random: Random) -> tuple[State, int]:
    """A random round, given how many are left with it; and whether Claim Priority was asked for."""
    turn: dict[Seat, Submission] = {}
    for seat in SEATS:
        memory = sequences.memory(state.sides[seat])
        ((move, _),) = random.choices(sequences.after(memory), cum_weights=sequences.weights(memory, left))
        turn[seat] = move
    state = game.play(state, turn)
    if state.answering is None:
        return state, 0
    return game.play(state, {state.answering: random.choice(tuple(Answer))}), 1
