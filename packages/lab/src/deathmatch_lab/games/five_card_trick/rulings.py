"""What other rulings are worth at a position: A's chance to win if the rest of the match is played by them.

There are three sources, all exact. A position in the last rounds is solved at once under each ruling. A kept solution of the match with a
ruling knows every position of it. And a table that ships with `gauntlet` has the **plain** positions of every round: with nothing lit,
nothing blocked and no card played before. `research/rulings_five_card_trick.py` makes it from kept solutions.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from deathmatch.core.bots import SavedArrays
from deathmatch.core.options import complete
from deathmatch.core.speech import mark
from deathmatch.games.five_card_trick import values
from deathmatch.games.five_card_trick.values import Terms, Variation
from deathmatch.games.five_card_trick.view import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from deathmatch_lab.games.five_card_trick.solver.solved import Solved

BOOK: Final = ""
"""The key of the rules as the book has them, beside those of the rulings."""

WHOLE: Final = "book"  # the part of the file that has the rules as the book has them

FILES: Final = {Variation.GAUNTLET: "gauntlet-rulings.npz.xz"}
LEADS: Final = 20  # of the table: from A's lead of -20 to 20
POTS: Final = 12
STEPS: Final = 100_000  # of a chance in the table
UNKNOWN: Final = -1  # in the table: no match without time-outs comes there
LATE: Final = 3  # rounds before the end that are solved under each ruling; a fourth takes a second each, and ten in `setna`


@dataclass(frozen=True, slots=True)
class Ruling:
    """Another reading of the rules, or other extensions.

    Attributes:
        words: for people, marked for translation.
        changes: of the terms.
        extends: whether it changes the extensions; it has no worth after the first count, because they have begun.
    """

    words: str
    changes: Mapping[str, Any]
    extends: bool = False


RULINGS: Final[Mapping[str, Ruling]] = {
    "blocked_collides=no": Ruling(mark("a blocked card does not cancel"), {"blocked_collides": False}),
    "steal_needs=any": Ruling(mark("Steal works against any Claim that was played"), {"steal_any": True}),
    "extension=1": Ruling(mark("up to fifteen extensions of one round"), {"extension": 1}, extends=True),
    "extension=15": Ruling(mark("one extension of fifteen rounds"), {"extension": 15}, extends=True),
    "max_rounds=25": Ruling(mark("no extension"), {"max_rounds": 25}, extends=True),
}
"""By the options that stand for them in a match of 25 rounds."""


def options(key: str) -> dict[str, str]:
    """The options of a ruling, or of the book."""
    if key == BOOK:
        return {}
    option, _, setting = key.partition("=")
    return {option: setting}


def others(terms: Terms) -> dict[str, Terms]:
    """The terms under every ruling that means something for a match and differs from its own."""
    spare = terms.max_rounds - terms.rounds
    found = {}
    for key, ruling in RULINGS.items():
        fits = not ruling.extends or (terms.rounds == 25 and (spare == 15 or (spare > 0 and "max_rounds" in ruling.changes)))
        changed = replace(terms, **ruling.changes)
        if fits and changed != terms:
            found[key] = changed
    return found


def means_something(key: str, terms: Terms, state: State) -> bool:
    """Whether a ruling may make a difference at a state: other extensions do so before the first count."""
    return not RULINGS[key].extends or state.round <= terms.rounds


def ending(terms: Terms, round_: int) -> int:
    """The round after which chips are compared next."""
    last = terms.rounds
    while last < round_:
        last = min(last + terms.extension, terms.max_rounds)
    return last


# --- Where they come from


class KeptRulings:
    """Solutions of the whole match under rulings.

    Args:
        terms: by which the match is played.
        solved: by the key of the ruling.
    """

    def __init__(self, terms: Terms, solved: Mapping[str, Solved]) -> None:
        self._terms = terms
        self._solved = solved

    @classmethod
    def among(cls, terms: Terms, solutions: Sequence[SavedArrays]) -> KeptRulings:
        """Those that somebody has kept."""
        from deathmatch_lab.games.five_card_trick.solver.solved import complete as complete_solution

        found = ((key, complete_solution(changed, solutions)) for key, changed in others(terms).items())
        return cls(terms, {key: solved for key, solved in found if solved is not None})

    def at(self, state: State) -> Iterator[tuple[str, float]]:
        """A's chance at a state under each of them, by key; a ruling is left out if only time-outs lead to the state."""
        from deathmatch.games.five_card_trick.solver import Unknown

        for key, solved in self._solved.items():
            if means_something(key, self._terms, state):
                with suppress(Unknown):
                    yield key, chance(solved, replace(state, ends_after=ending(solved.plan.terms, state.round)))


def chance(solved: Solved, state: State) -> float:
    """A's chance before a round by a solution; a position that only time-outs lead to is solved if those after it are known.

    Raises: Unknown.
    """
    from deathmatch.games.five_card_trick.solver import Unknown

    try:
        return solved.chance(state)
    except Unknown:
        return float(solved.stage(state).solution().value)


def late(terms: Terms, state: State) -> Iterator[tuple[str, float]]:
    """A's chance at a state of the last rounds under each ruling that still means something, by key; nothing before them."""
    from deathmatch.games.five_card_trick.fast.search import DEPTH
    from deathmatch.games.five_card_trick.solver import Effort, judged

    if terms.max_rounds - state.round < LATE:
        for key, changed in others(terms).items():
            if means_something(key, terms, state):
                yield key, judged(changed, state, Effort(DEPTH)).value


def plain(terms: Terms, round_: int, pot: int, lead: int) -> Mapping[str, float]:
    """A's chance at the plain position of a round, by key, that of the `BOOK` too; empty if the table doesn't have it.

    It has those of the variant with the options of the book.
    """
    if terms != _by_the_book(terms.variation) or abs(lead) > LEADS or not 1 <= pot <= POTS:
        return {}
    parts = _table(terms.variation)
    steps = {key: int(part[round_ - 1, pot - 1, lead + LEADS]) for key, part in parts.items() if round_ <= part.shape[0]}
    if steps.get(BOOK, UNKNOWN) == UNKNOWN:
        return {}
    return {key: step / STEPS for key, step in steps.items() if step != UNKNOWN}


@lru_cache(maxsize=len(Variation))
def _by_the_book(variation: Variation) -> Terms:
    return values.terms(variation, complete(values.options(variation), {}))


@lru_cache(maxsize=len(Variation))
def _table(variation: Variation) -> Mapping[str, NDArray[np.int32]]:
    """The steps of every plain position, by key, each of the shape (rounds, POTS, 2 * LEADS + 1); empty if none ships."""
    if variation not in FILES:
        return {}
    packed = resources.files("deathmatch_lab.games.five_card_trick").joinpath("data", FILES[variation]).read_bytes()
    return read(packed)


def read(packed: bytes) -> Mapping[str, NDArray[np.int32]]:
    """The table in the bytes of its file."""
    import numpy as np

    parts = dict(np.load(BytesIO(lzma.decompress(packed))))
    book = parts[WHOLE]
    return {BOOK: book} | {key: parts[key] + book[: parts[key].shape[0]] for key in RULINGS}
