"""Fit the worth of a position of Letter Hunt (`games/letter_hunt/bot.py`) to matches of `strong` against itself.

    python research/fit_letter_hunt.py [MATCHES]

Each match has a short list of words of its own, so that it is quick and unlike the others. At every turn both seats note how many bits
either lacks, and at the end who won; a logistic regression makes the five figures of that. It prints them, to be written into that file by
hand. A match follows from its number and from the present figures, so a second run goes on from the first one's.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask, Deals, Over
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.words import WordList
from deathmatch.games import variants
from deathmatch.games.letter_hunt import LetterHunt, bot, fast
from deathmatch.games.letter_hunt.bot import Strong, Vocabulary, sight
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import Move
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource

MATCHES = 400
WORDS = 4000  # of the list of one match
THINKING = 2000
RIDGE = 2.0  # pulls the figures towards nothing

Floats = NDArray[np.float64]


def played(number: int, words: tuple[str, ...]) -> tuple[Floats, Floats]:
    """One match: the features of every turn for both seats, shape (n, 5), and whether that seat won, shape (n,)."""
    variant = variants("letter-hunt")[number % 2]
    _, game = variant.bind({})
    assert isinstance(game, LetterHunt)
    source = HmacSource(b"fit letter hunt", str(number))
    known = Vocabulary(fast.book(WordList.of(source.choice(words) for _ in range(WORDS)), game.terms.each))
    bot, state = Strong(game.terms, known), game.start()
    notes: list[tuple[Seat, Floats]] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        if pending.name == "turn":
            notes += [(seat, noted(game.view(state, seat), seat in pending.seats)) for seat in SEATS]
        state = game.play(state, moved(game, state, pending, bot, source))
    rows = np.array([row for _, row in notes]).reshape(-1, 5)
    return rows, np.array([float(seat is pending.winner) for seat, _ in notes])


def moved(game: LetterHunt, state: State, pending: Ask, bot: Strong, source: HmacSource) -> dict[Seat, Move]:
    """What the bot does for every seat that owes something."""
    views = {seat: game.view(state, seat) for seat in pending.seats}
    return {seat: bot.choose(view, game.decision(view), Counted(THINKING), source) for seat, view in views.items()}


def noted(view: View, moving: bool) -> Floats:
    """The features of a position for a seat."""
    here = sight(view)
    return bot.features(np.array(here.mine), np.array(here.theirs), moving)


def fitted(rows: Floats, won: Floats) -> Floats:
    """The logistic regression of `won`, shape (n,), on `rows`, shape (n, 5), by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chances - won) + RIDGE * weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + RIDGE * np.eye(weights.size)
        weights -= np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Play, fit, print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    words = tuple(open_list())
    pairs = [played(number, words) for number in range(count)]
    weights = fitted(np.concatenate([rows for rows, _ in pairs]), np.concatenate([won for _, won in pairs]))
    for name, value in zip(("LEAD", "LATE", "TEMPO", "KNOWN", "BEHIND"), weights, strict=True):
        print(f"{name}: {value:.2f} (now {getattr(bot, name):.2f})")


if __name__ == "__main__":
    main()
