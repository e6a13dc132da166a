"""Letter Hunt: matches of `strong` against players who know how it chooses its letters.

- `former`: `strong` as it was: it held the letters that many words have, picked them by lot in proportion to the squares of these numbers,
  and lost the letter that the other seat was surest of. It is kept here for comparison only.
- `former-reader`: the same, and it knows how `former` holds and picks.
- `endless`: `strong`, but it does not count on the end of the words (R16); `--turn-limit 3` lets words end soon.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import numpy as np

from bench.machine import each
from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Resources
from deathmatch.core.seats import Seat
from deathmatch.core.words import WordList
from deathmatch.games import find
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.belief import ANYBODY, Floats, Habits, numbers
from deathmatch.games.letter_hunt.bot import SHARE, Sight, Strong, surprise
from deathmatch.games.letter_hunt.deduction import Ints, places
from deathmatch.games.letter_hunt.lexicon import open_list
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, Letters, Move, Terms, Verb
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch_lab.arena import ArenaBout, ArenaMatch, quantile, run
from deathmatch_lab.games.letter_hunt.adversaries import adversaries
from research.mix_letter_hunt import fitted

MATCHES = 400
SEED = 2026
VARIANTS = ("gambit", "colosseum")

HELD: Final = 0.45  # of the words, that a letter had to be in to be held


@dataclass(frozen=True, slots=True)
class FormerHabits(Habits):
    """How `former` chooses: letter after letter where it picks."""

    def picked(self, offers: Ints, hand: int) -> Floats:
        """The chance of each hand out of each offer."""
        weights = np.array(self.pick)[offers]
        taken = places(offers.shape[1], hand)
        chances = {0: np.ones(len(offers))}  # that the first letters picked are these, by the bits of their places
        for size in range(1, hand + 1):
            for some in combinations(range(offers.shape[1]), size):
                whole = sum(1 << place for place in some)
                left = weights.sum(1) - weights[:, some].sum(1)
                chances[whole] = np.sum([chances[whole ^ 1 << p] * weights[:, p] / (left + weights[:, p]) for p in some], axis=0)
        return np.stack([chances[sum(1 << int(place) for place in row)] for row in taken], axis=1)


FORMER: Final = FormerHabits(tuple(0.999 if share >= HELD else 0.001 for share in SHARE), tuple(float(share**2) for share in SHARE))


@dataclass(frozen=True, slots=True, eq=False)
class FormerSight(Sight):
    """The race, with the one letter to lose."""

    @property
    def losses(self) -> tuple[Letters, Floats, float]:
        """The letter that the other seat is surest of."""
        held = [place for place in range(len(ALPHABET)) if self.hand >> place & 1]
        chances = self.own.letters
        place = max(held, key=lambda place: float(chances[place]))
        return ALPHABET[place], np.ones(1), surprise(float(chances[place]))


@dataclass(frozen=True, slots=True)
class Former(Strong):
    """`strong` as it was."""

    def sight(self, view: View) -> Sight:
        """It took every choice of either seat for as likely as any other."""
        here = Strong(self.terms, self.known, FORMER, self.assumed, ANYBODY).sight(view)
        return FormerSight(here.other, here.own, here.hand, here.mine, here.theirs, here.lives, here.cards)

    def chances(self, view: View, budget: Budget, source: RandomSource) -> Mapping[Move, float]:
        """The best guess, and the best hint."""
        mixture = Strong.chances(self, view, budget, source)
        best = max(mixture, key=mixture.__getitem__)
        return mixture if best.verb is Verb.WORD else {best: 1.0}

    def hold(self, hand: Letters, source: RandomSource) -> Letters:
        """The letters that many words have."""
        return "".join(letter for letter in hand if SHARE[ord(letter) - ord("A")] >= HELD)

    def pick(self, offer: Letters, source: RandomSource) -> Letters:
        """One letter after the other."""
        chosen = ""
        while len(chosen) < HAND:
            left = [letter for letter in offer if letter not in chosen]
            chosen += left[source.weighted([float(SHARE[ord(letter) - ord("A")] ** 2) for letter in left])]
        return "".join(sorted(chosen))


@dataclass(frozen=True, slots=True)
class Endless(Strong):
    """`strong` without a look at the turn limit."""

    def sight(self, view: View) -> Sight:
        """The race as it sees it."""
        return replace(Strong.sight(self, view), words=None)


def former(terms: Terms) -> Mapping[str, Strong]:
    """`strong` as it was, and its reader."""
    return {"former": Former(terms, None, FORMER, ANYBODY), "former-reader": Former(terms, None, FORMER, ((1.0, FORMER),))}


@dataclass(frozen=True)
class Short:
    """A short list in the place of any: so many words of the list `open`."""

    number: int

    def words(self, lexicon: str, /) -> WordList:
        """The same words every time."""
        return _some(self.number)


@lru_cache(maxsize=2)
def _some(number: int) -> WordList:
    every, source = tuple(open_list()), HmacSource(b"hidden letters", str(number))
    return WordList.of(source.choice(every) for _ in range(number))


def measure() -> dict[str, Any]:
    """For both variants what every adversary wins, and `strong` against `former`."""
    pairs = [(variant, name) for variant in VARIANTS for name in ("reader", "close-reader", "common-letters", "rare-letters", "former")]
    return {f"{variant} {name}": duel(variant, name, "strong", MATCHES, SEED, 0, 0) for variant, name in each(pairs)}


def duel(variant: str, a: str, b: str, games: int, seed: int, words: int, jobs: int, turn_limit: int | None = None) -> dict[str, Any]:
    """The share of the matches that the first bot wins, with its interval; with a short list if `words` is not 0."""
    options = {} if turn_limit is None else {"turn_limit": turn_limit}
    _, game = find(f"letter-hunt/{variant}").bind(options)
    assert isinstance(game, LetterHunt)
    bots = players(game)
    resources: Resources | None = Short(words) if words else None
    bout = ArenaBout(f"letter-hunt/{variant}", bots[a], bots[b], games, seed, tuple(options.items()), resources=resources)
    rows: list[tuple[float, float]] = []
    result = run(bout, jobs, lambda match: rows.append(commonness(bout, match)))
    common, won = np.array(rows).T
    slope, error = fitted(common[:, None], won)
    return {
        "variant": variant,
        "a": a,
        "b": b,
        "matches": games,
        "seed": seed,
        "words": words or "all",
        "share": round(result.share, 4),
        "interval": [round(end, 4) for end in result.interval],
        "logits_for_common_letters": [round(float(slope[0]), 2), round(float(error[0]), 2)],
        "b_ms": {f"p{part * 100:g}": round(1000 * quantile(result.seconds["b"], part), 1) for part in (0.5, 0.99, 1.0)},
    }


def commonness(bout: ArenaBout, match: ArenaMatch) -> tuple[float, float]:
    """By how much more words have a letter of the first bot's hand before the first turn, summed up; and whether it won."""
    variant = find(bout.variant)
    position = Position.start(variant, variant.bind(dict(bout.options))[1])
    for entry in match.entries:
        if position.state.turn:
            break
        position = position.accept(entry.actor, entry.text)[0]
    seat = Seat.A if match.number % 2 == 0 else Seat.B
    mine, theirs = (float(np.array(SHARE)[numbers(position.state.sides[who].hand)].sum()) for who in (seat, seat.other))
    return mine - theirs, float(match.winner == "a")


def players(game: LetterHunt) -> Mapping[str, AnyBot]:
    """All that may meet."""
    return {**former(game.terms), **adversaries(game), "endless": Endless(game.terms), "strong": Strong(game.terms)}


def main() -> None:
    """Measure one pair."""
    parser = argparse.ArgumentParser(prog="python -m research.hidden_letters", description=__doc__)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", default=VARIANTS)
    parser.add_argument("--games", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--words", type=int, default=0, help="words of the list; 0 for all")
    parser.add_argument("--turn-limit", type=int, help="the option of the match")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    given = parser.parse_args()
    for variant in each(given.variant):
        found = duel(variant, given.a, given.b, given.games, given.seed, given.words, given.jobs, given.turn_limit)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
