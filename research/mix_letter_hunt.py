"""Find the mixture by which `strong` holds and picks its letters in Letter Hunt (`games/letter_hunt/bot.py`).

    python research/mix_letter_hunt.py quality [MATCHES]    the worth of letters in play: matches of `strong` that chooses by lot
    python research/mix_letter_hunt.py hold SAMPLES WORTH...   self-play between classes of holding, in bits
    python research/mix_letter_hunt.py pick SAMPLES WORTH...   the same for picking

WORTH is the bits that a letter is worth in play if all words have it, as `quality` finds it.

The other seat is taken to know the mixture. So a hand is worth the bits by which it surprises that seat, and besides what its letters
are worth in play: more words have common letters, so their owner finds more words whose answers surprise nobody.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask, Deals, Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.games import variants
from deathmatch.games.letter_hunt import LetterHunt, belief, deduction, fast
from deathmatch.games.letter_hunt.belief import ANYBODY, UNIFORM, Belief, Habits
from deathmatch.games.letter_hunt.bot import Strong, Vocabulary
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.rules import OfferDeal
from deathmatch.games.letter_hunt.values import ALPHABET, FULL, HAND, Letters, Side, letters
from deathmatch.match.dealer import HmacSource

Floats = NDArray[np.float64]

MATCHES = 500
WORDS = 1000  # of the list of one match
THINKING = 2000
RIDGE = 2.0  # pulls the figures towards nothing


@lru_cache(maxsize=1)
def word_shares() -> Floats:
    """The part of the words of the list `open` that have each letter, shape (26,)."""
    words = fast.book(open_list(), each=False)
    counts = np.diff(words.first.astype(np.int64))
    return np.array([(counts * (words.letters >> np.uint32(place) & 1)).sum() for place in range(len(ALPHABET))]) / words.count


# --- What letters are worth


def played(variant_number: int, number: int, words: Sequence[str]) -> tuple[Floats, float]:
    """A match of seats that choose by lot: by how much A's hand is better in each figure (`figures`), and whether A won."""
    variant = variants("letter-hunt")[variant_number]
    _, game = variant.bind({"first": "A" if number % 2 else "B"})
    assert isinstance(game, LetterHunt)
    source = HmacSource(b"mix letter hunt", f"{variant.name} {number}")
    known = Vocabulary(fast.book(WordList.of(source.choice(words) for _ in range(WORDS)), game.terms.each))
    bot, state = Strong(game.terms, known, UNIFORM, ANYBODY, ANYBODY), game.start()
    row: Floats | None = None
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        if pending.name == "turn" and row is None:
            views = [game.view(state, seat) for seat in Seat]
            hands = [side.hand for side in state.sides]
            lacks = [bot.sight(view).other for view in views]
            bits = [lacked(other, hand) for other, hand in zip(lacks, reversed(hands), strict=True)]
            row = np.array([common(hands[0]) - common(hands[1]), bits[1] - bits[0], 1.0 if number % 2 else -1.0])
        views_ = {seat: game.view(state, seat) for seat in pending.seats}
        turn = {seat: bot.choose(view, game.decision(view), Counted(THINKING), source) for seat, view in views_.items()}
        state = game.play(state, turn)
    assert row is not None
    return row, float(pending.winner is Seat.A)


def lacked(held: Belief, hand: Letters) -> float:
    """How many bits a seat that believes so lacks of a hand."""
    return -float(np.log2(held.chances[held.hands == deduction.mask(hand)].sum()))


def fitted(rows: Floats, won: Floats) -> tuple[Floats, Floats]:
    """The logistic regression of `won`, shape (n,), on `rows`, shape (n, k), by Newton's method; and its standard errors."""
    weights, bend = np.zeros(rows.shape[1]), np.eye(rows.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-rows @ weights))
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + RIDGE * np.eye(weights.size)
        weights -= np.linalg.solve(bend, rows.T @ (chances - won) + RIDGE * weights)
    return weights, np.sqrt(np.diag(np.linalg.inv(bend)))


def quality(matches: int) -> None:
    """Print the worth of letters: in logits for each unit of the share of words that have it, and for each bit of surprise."""
    words = tuple(open_list())
    for place, variant in enumerate(variants("letter-hunt")):
        pairs = [played(place, number, words) for number in range(matches)]
        weights, errors = fitted(np.array([row for row, _ in pairs]), np.array([won for _, won in pairs]))
        figures = ", ".join(
            f"{name} {value:.2f} ± {error:.2f}" for name, value, error in zip(("common", "bits", "first"), weights, errors, strict=True)
        )
        print(variant.name, figures, flush=True)


# --- Self-play between classes of choices


def tilted(power: float) -> tuple[float, ...]:
    """Weights of the letters A to Z: a power of the part of the words that have each."""
    return tuple((np.maximum(word_shares(), 0.01) ** power).tolist())


def hold_classes() -> dict[str, Habits]:
    """Ways to hold: the same chance for every letter, more for common letters, only those."""
    shares = word_shares()
    chances = {
        "hardly any": np.full(26, 0.02),
        "each by 0.2": np.full(26, 0.2),
        "each by 0.5": np.full(26, 0.5),
        "common by half their share": 0.5 * shares,
        "common by their share": np.clip(shares, 0.05, 0.9),
        "the eight commonest": np.where(shares >= np.sort(shares)[-8], 0.98, 0.02),
        "nearly all": np.full(26, 0.9),
    }
    return {name: Habits(tuple(np.clip(some, 0.002, 0.998).tolist()), tilted(0)) for name, some in chances.items()}


def pick_classes() -> dict[str, Habits]:
    """Ways to pick: any five, or by weights that are powers of the letters' shares of words."""
    return {f"share ** {power}": Habits((0.5,) * 26, tilted(power)) for power in (-1, -0.5, 0, 0.25, 0.5, 1, 2)}


def exchange(habits: BySeat[Habits], random: np.random.Generator, holds: int = 2) -> tuple[BySeat[Side], BySeat[Letters]]:
    """A set-up of `gambit`: the letters dealt to each seat and held, and the hands."""
    order = random.permutation(26)
    hands = BySeat(letters(_named(order[:5])), letters(_named(order[5:10])))
    sides = hands.map(lambda hand: Side(hand, (hand,)))
    for _ in range(holds):
        kept = BySeat.of(lambda seat: _some(hands[seat], habits[seat], random))  # noqa: B023 - called at once
        pool = random.permutation([letter for letter in ALPHABET if letter not in kept.a + kept.b]).tolist()
        fallen = BySeat.of(lambda seat: letters(pool.pop() for _ in range(5 - len(kept[seat]))))  # noqa: B023
        hands = BySeat.of(lambda seat: letters(kept[seat] + fallen[seat]))  # noqa: B023
        sides = BySeat.of(
            lambda seat: Side(hands[seat], (*sides[seat].dealt, fallen[seat]), (*sides[seat].kept, kept[seat]))  # noqa: B023
        )
    return sides, hands


def _named(places: NDArray[np.int64]) -> str:
    return "".join(ALPHABET[place] for place in places)


def _some(hand: Letters, habits: Habits, random: np.random.Generator) -> Letters:
    return "".join(letter for letter, rate in zip(hand, habits.held(belief.numbers(hand)), strict=True) if random.random() < rate)


def hold_samples(samples: int) -> Samples:
    """Set-ups of `gambit`, in which the other seat holds hardly any letter."""
    classes, random = hold_classes(), np.random.default_rng(1)
    other, rows = classes["hardly any"], []
    for place, habits in enumerate(classes.values()):
        for _ in range(samples):
            sides, hands = exchange(BySeat(habits, other), random)
            own = lacked(belief.exchanged(sides.a.dealt, sides.a.kept, ((1.0, other),)), hands.b)
            held = [belief.exchanged(sides.b.dealt, sides.b.kept, ((1.0, assumed),)) for assumed in classes.values()]
            chances = [2 ** -lacked(prior, hands.a) for prior in held]
            rows.append((np.eye(len(classes))[place] / samples, chances, common(hands.a), own))
    return Samples(tuple(classes), *map(np.array, zip(*rows, strict=True)))


def pick_samples(samples: int) -> Samples:
    """Offers of `colosseum`, and every hand out of them."""
    classes, rows = pick_classes(), []
    for number in range(samples):
        deal = OfferDeal(FULL).sample(HmacSource(b"pick game", str(number)))
        played = [habits.picked(belief.numbers(deal.sets.a)[None], HAND)[0] / samples for habits in classes.values()]
        held = [belief.offered(deal.sets.b, ((1.0, assumed),)) for assumed in classes.values()]
        known = [dict(zip(prior.hands.tolist(), prior.chances.tolist(), strict=True)) for prior in held]
        for place, hand in enumerate(combinations(deal.sets.a, HAND)):
            chances = [chances[deduction.mask(hand)] for chances in known]
            rows.append((np.array([some[place] for some in played]), chances, common("".join(hand)), 0.0))
    return Samples(tuple(classes), *map(np.array, zip(*rows, strict=True)))


def common(hand: Letters) -> float:
    """How many words have each letter of a hand, as parts, summed up."""
    return float(word_shares()[belief.numbers(hand)].sum())


@dataclass(frozen=True)
class Samples:
    """Hands that came out of the set-up.

    Attributes:
        names: of the classes.
        weights: how often each class comes to each hand, shape (n, classes); each column adds up to 1.
        chances: of the hand as the other seat sees it, if it takes this one for each of the classes, shape (n, classes).
        common: how common the letters of the hand are, shape (n,).
        own: the bits that this seat then lacks of the other hand, shape (n,).
    """

    names: tuple[str, ...]
    weights: Floats
    chances: Floats
    common: Floats
    own: Floats

    def payoffs(self, mixture: Floats, worth: float) -> Floats:
        """The bits by which each class leads if the other seat knows the mixture of classes, shape (classes,)."""
        lacks = -np.log2(self.chances @ mixture)
        payoffs: Floats = self.weights.T @ (lacks - self.own + worth * self.common)
        return payoffs


def self_play(samples: Samples, worth: float, steps: int = 4000, rate: float = 0.1) -> Floats:
    """The mixture against which no class gains, by multiplicative weights: the other seat knows the mixture of each step."""
    mixture = np.full(len(samples.names), 1 / len(samples.names))
    for _ in range(steps):
        mixture = mixture * np.exp(rate * samples.payoffs(mixture, worth))
        mixture /= mixture.sum()
    return mixture


def show(samples: Samples, worth: float) -> None:
    """Print the mixture, and what each class leads by if it is known to be played."""
    mixture = self_play(samples, worth)
    best = float(mixture @ samples.payoffs(mixture, worth))
    print(f"a letter that all words have is worth {worth} bits; the mixture leads by 0, and each class, known, by")
    for place, name in enumerate(samples.names):
        alone = samples.payoffs(np.eye(len(samples.names))[place], worth)[place]
        print(f"  {name:28} {alone - best:6.2f} bits, share of the mixture {mixture[place]:.2f}")


def main() -> None:
    """One part."""
    what, *figures = sys.argv[1:]
    if what == "quality":
        quality(int(figures[0]) if figures else MATCHES)
    else:
        samples = {"hold": hold_samples, "pick": pick_samples}[what](int(figures[0]))
        for worth in figures[1:]:
            show(samples, float(worth))


if __name__ == "__main__":
    main()
