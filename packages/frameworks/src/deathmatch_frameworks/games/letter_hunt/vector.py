"""Many matches at once (`core/vectoring.py`): the tokens of the encoding by their ids, around the kernels of `batch.py`.

Words are any letters: batches, like the encoding, know no word list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.values import LONGEST, Kind, Terms
from deathmatch_frameworks import offered
from deathmatch_frameworks.games.letter_hunt import batch, batch_looks
from deathmatch_frameworks.games.letter_hunt.encoding import encoding
from deathmatch_frameworks.vectoring import Column, layout
from deathmatch_frameworks.vocabulary import Vocabulary

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

ENDLESS: Final = 100
"""Turns of each seat after which words end in a batch if `turn_limit` sets no limit: a batch has room for so many words."""

_SIDE: Final = "1 for the seat itself, -1 for the other, 0 for nobody"
_KINDS: Final = ", ".join(Kind)
_BOTH: Final = ("own", "other")
_FIXED: Final = (
    ("seat", 1, "0 for A, 1 for B"),
    ("decision", batch_looks.DECISIONS, "which is due: first, hold, pick, turn, hint, lose"),
    ("own.owes", 1, "whether the seat owes an action"),
    ("other.owes", 1, "whether the other seat owes a submission; both do until both holds or picks are finished"),
    ("own.begun", 3, "the turn that the seat has begun: word, guess, hand"),
    ("own.spelled", LONGEST, "the word that it spells: each letter as 1 to 26, then 0"),
    ("round", 1, "a number; 0 in the set-up"),
    ("words", 1, "whether words may be played in this turn"),
    ("redraws", 1, "a number"),
    ("starts", 1, f"who takes the first turn: {_SIDE}, and until it is known"),
    ("active", 1, f"whose turn it is: {_SIDE}"),
    *[(f"{whose}.cards", 1, "letters in the hand, a number") for whose in _BOTH],
    ("own.given", batch.LETTERS, "the letters of the hold, pick or hand that the seat has begun, or that waits for the other seat's"),
    ("own.hand", batch.LETTERS, "which letters are in it"),
    ("own.dealt", batch.LETTERS, "every letter that was ever dealt or offered to the seat"),
    ("own.given_up", batch.LETTERS, "those that it gave up in the last hold, or did not pick"),
    *[(f"{whose}.lost", batch.LETTERS, "the letters that left the hand") for whose in _BOTH],
    *[(f"{whose}.not_held", batch.LETTERS, "its slips (R14)") for whose in _BOTH],
    *[(f"{whose}.missed", batch.LETTERS, "its wrong guesses") for whose in _BOTH],
    ("onlookers", batch_looks.MOST_WATCHERS, "the letter of each onlooker as 1 to 26; 0 if the seat does not see it"),
)
_WORD: Final = (
    ("letters", batch.LETTERS, "how often each letter is in it"),
    ("by", 1, f"who played it: {_SIDE}"),
    ("own.kind", len(Kind), f"the hint that the seat took: {_KINDS}"),
    ("own.result", 1, "its result: 1 yes, -1 no, 0 none yet"),
    ("other.kind", len(Kind), "the same of the other seat"),
    ("other.result", 1, "the same of the other seat"),
)


def _layout() -> tuple[Column, ...]:
    """The latest words come last, the last one of them first."""
    words = [(f"word{number}.{name}", size, text) for number in range(1, batch_looks.LATEST + 1) for name, size, text in _WORD]
    return layout((*_FIXED, *words))


class LetterHuntVector:
    """The variant with its options bound, for many matches.

    Attributes:
        layout: as in `VectorRules`.
    """

    def __init__(self, rules: LetterHunt) -> None:
        terms = rules.terms
        self._tokens = Vocabulary.of(encoding(rules).tokens, spelling=True).tokens
        self.layout: Sequence[Column] = _layout()
        self._words = 2 * (terms.turn_limit or ENDLESS)
        self._options = _options(terms, self._words)

    @property
    def actions(self) -> int:
        """See `VectorRules`."""
        return batch.ACTIONS

    def text(self, action: int, /) -> str:
        """See `VectorRules`."""
        return self._tokens[action]

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: the matches, their words, and the masks of both seats."""
        words = np.zeros((size, self._words, batch.ENTRY), dtype=np.int64)
        return (np.zeros((size, batch.WIDTH), dtype=np.int64), words, np.zeros((size, 2, 1), dtype=np.uint64))

    def start(self, tables: Tables, which: Bools, seeds: Seeds, /) -> None:
        """See `VectorRules`."""
        batch.start(*_three(tables), self._options, which, seeds)

    def owing(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        offered.owing(tables[2], out)

    def legal(self, tables: Tables, out: Bools, /) -> None:
        """See `VectorRules`."""
        offered.legal(tables[2], out)

    def wrong(self, tables: Tables, actions: Actions, /) -> int:
        """See `VectorRules`."""
        return offered.wrong(tables[2], actions)

    def step(self, tables: Tables, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`."""
        batch.step(*_three(tables), self._options, actions, seeds, rewards, ended)

    def sample(self, tables: Tables, seeds: Seeds, out: Actions, /) -> None:
        """See `VectorRules`."""
        offered.sample(tables[2], seeds, out)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        batch_looks.observe(tables[0], tables[1], seat, self._options, out)


def _three(tables: Tables) -> tuple[batch.Rows, batch.Played, offered.Words]:
    rows, words, masks = tables
    return rows, words, masks


def _options(terms: Terms, limit: int) -> batch.Ints:
    """The options by the places of `batch`."""
    options = np.zeros(batch.OPTIONS, dtype=np.int64)
    shown = {"public": (0, 1), "split": (0, 1), "hidden": ()}[terms.onlooker_letters]
    values = {
        batch.STARTER: _seat(terms.starter),
        batch.CHOOSER: _seat(terms.chooser),
        batch.HOLDS: terms.holds,
        batch.WATCHERS: terms.onlookers,
        batch.KINDS: sum(1 << tuple(Kind).index(kind) for kind in terms.kinds),
        batch.EACH: terms.each,
        batch.LIMIT: limit,
        batch.SLIPS: terms.slips,
        batch.OFFERS: terms.offers,
    }
    for place, value in values.items():
        options[place] = value
    for seat in shown:
        others = terms.onlooker_letters == "split"
        options[batch.SHOWN + seat] = sum(1 << one for one in range(terms.onlookers) if not others or one % 2 == seat)
    return options


def _seat(seat: Seat | None) -> int:
    return -1 if seat is None else SEATS.index(seat)


def vector(rules: LetterHunt) -> LetterHuntVector:
    """The capability `vector`."""
    return LetterHuntVector(rules)
