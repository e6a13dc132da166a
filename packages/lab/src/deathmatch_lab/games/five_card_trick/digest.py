"""What `strong` knows of each variant (of `final` without items): digests of their solutions that ship with the game.

A **curve** is A's chance to win by its lead, for one configuration, pot and number of rounds to play. The curves of a configuration and
pot, for every number of rounds, are together close to a mean and a sum of few shapes that are the same for all; so a row of **scores**,
how much of each shape there is in it, stands for hundreds of chances. If two configurations mirror each other, one
has a row, and the other's curves are its curves turned round.

`research/digest_five_card_trick.py` makes them.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import product
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import ALL_LIGHTS, BLOCKINGS, BLOCKS, CARDS, Form, Ints
from deathmatch.games.five_card_trick.values import Terms, Variation
from deathmatch_lab.games.five_card_trick import digest_rows as rows_module
from deathmatch_lab.games.five_card_trick.digest_rows import Parts, Rows
from deathmatch_lab.games.five_card_trick.fast.curves import LEADS, NEVER, UNIT, Shorts, Singles
from deathmatch_lab.games.five_card_trick.solver.plan import PAIR
from deathmatch_lab.solve.unpacked import Arrays, stamp_of, unpacked

FILES: Final = {variation: f"{variation.value}-digest.npz.xz" for variation in Variation}

CRUMB: Final = 1e-3  # what a digest says of nearly decided positions is not truer than that

PHASES: Final = ("late", "early")
"""There are rows of their own for few and for many rounds to play. Late ones are stored first; the others are predicted from them too."""

KINDS: Final = ("open", "last")
"""Two kinds of matches, by the effect of a tie when chips are compared: the match goes on, or it ends and B wins."""

FEWER: Final = (0, *(1 << card for card in range(CARDS)))
"""Masks of one card or none."""

TIES: Final = 0.45  # of matches that begin evenly, by the root of their rounds: as many as come to a tie


class Digest(NamedTuple):
    """The rows, and the shapes of one kind of match.

    Attributes:
        row: shape (C, pots + 1), twice the number of the row of a configuration and pot, plus one if it is mirrored; or NEVER.
        scores: shape (rows, K), in steps of `UNIT`.
        mean: shape (T, LEADS), the mean curves, by rounds to play.
        shapes: shape (T, K, LEADS).
    """

    row: npt.NDArray[np.int32]
    scores: Shorts
    mean: npt.NDArray[np.float32]
    shapes: npt.NDArray[np.float32]


class RoundView(NamedTuple):
    """The digest as it is looked at before one round.

    Attributes:
        phase: of its rows.
        slot: its place among the numbers of rounds to play.
        narrow: by how much leads count less, if there are more rounds to play than the digest knows of.
        part: how much of each kind there is in the match.
        mean: shape (2, LEADS), of each kind.
        shapes: shape (2, K, LEADS).
    """

    phase: str
    slot: int
    narrow: float
    part: tuple[float, float]
    mean: Singles
    shapes: Singles


class DigestEstimates:
    """The digest, unpacked.

    Args:
        arrays: made by `unpack`.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._form: dict[Form, int] = {(int(last), int(barred), int(lit), 0): k for k, (last, barred, lit) in enumerate(arrays["forms"])}
        self._keys: Ints = arrays["keys"]
        self._early: int = arrays[f"{PHASES[0]}_{KINDS[0]}_mean"].shape[0] + 1  # rounds to play from which on rows are early
        self._digests: Mapping[str, Mapping[str, Digest]] = {
            phase: {
                kind: Digest(arrays["row"], arrays[f"{phase}_steps"], arrays[f"{phase}_{kind}_mean"], arrays[f"{phase}_{kind}_shapes"])
                for kind in KINDS
            }
            for phase in PHASES
        }

    @cached_property
    def places(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The number of each form (`fast/rounds.py`), and where the configurations of two forms and a block stand; -1 for those unknown."""
        number = np.full(1 << rounds.ITEMS_AT, NEVER, dtype=np.int32)
        for (last, barred, lights, _), k in self._form.items():
            number[rounds.packed(last, barred, lights)] = k
        place = np.full(len(self._form) ** 2 * BLOCKINGS, NEVER, dtype=np.int32)
        place[self._keys] = np.arange(self._keys.size, dtype=np.int32)
        return number, place.reshape(len(self._form), len(self._form), BLOCKINGS)

    @cached_property
    def places_of_fewer_cards(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """As `places`; but a form after one card or none, which has no rows, has the number of the nearest form after two.

        That one has the same cards barred, one or two more that bind its seat, and as few more lights as there can be. Block is not among
        those more, if possible: a block in force excludes that both seats have just played it.
        """
        number, place = self.places[0].copy(), self.places[1]
        for last, lights in product(FEWER, range(ALL_LIGHTS)):
            if not (last or lights) or (lights and last & ~lights):
                continue  # nothing yet, or it cannot come: a card that was played is lit, unless it completed all five
            for barred in {0, last}:
                number[rounds.packed(last, barred, lights)] = self._form[self._after_two(last, barred, lights)]
        return number, place

    def _after_two(self, last: int, barred: int, lights: int) -> Form:
        """The nearest form after two cards."""
        two = (form for form in self._form if form[0].bit_count() == PAIR and form[1] == barred)
        near = [form for form in two if not last & ~form[0] and not lights & ~form[2]]
        return min(near, key=lambda form: (form[0] & ~last & BLOCKS, form[2].bit_count(), form))

    @property
    def row(self) -> npt.NDArray[np.int32]:
        """The rows of configurations and pots (`Digest`)."""
        return self._digests[PHASES[0]][KINDS[0]].row

    def scores(self, phase: str) -> Shorts:
        """The scores of a phase."""
        return self._digests[phase][KINDS[0]].scores

    def view(self, terms: Terms, counts: Sequence[int], round_: int) -> RoundView:
        """How it is looked at before a round of a match; `counts` are the rounds after which chips are compared."""
        place = next(k for k, count in enumerate(counts) if count >= round_)
        left = counts[place] - round_ + 1
        phase, slot, narrow = self._slot(left)
        digests = self._digests[phase]
        means, shapes = ([getattr(digests[kind], name)[slot] for kind in KINDS] for name in ("mean", "shapes"))
        return RoundView(phase, slot, narrow, shares(len(counts) - 1 - place, terms.extension), np.stack(means), np.stack(shapes))

    @property
    def most(self) -> int:
        """The most rounds to play for which it has curves."""
        return self._early - 1 + int(self._digests["early"][KINDS[0]].mean.shape[0])

    def _slot(self, left: int) -> tuple[str, int, float]:
        """The phase with so many rounds to play, and place and narrowness in it (`RoundView`)."""
        if left < self._early:
            return "late", left - 1, 1.0
        return "early", min(left, self.most) - self._early, 1.0 if left <= self.most else sqrt(self.most / left)


def mirrored(keys: Ints, forms: int) -> Ints:
    """The place of each configuration with the seats swapped, from ascending keys and how many forms there are."""
    pairs, blocking = np.divmod(keys, BLOCKINGS)
    a, b = np.divmod(pairs, forms)
    other = np.where(blocking == 0, 0, np.where(blocking <= CARDS, blocking + CARDS, blocking - CARDS))
    return np.searchsorted(keys, (b * forms + a) * BLOCKINGS + other)


def shares(extensions: int, rounds: int) -> tuple[float, float]:
    """How much of each kind there is in a match that a tie may extend so often, by so many rounds; ties that go on were three at most."""
    tie = TIES / sqrt(rounds)
    last = max(0.0, (tie**extensions - tie**3) / (1.0 - tie**3))
    return 1.0 - last, last


def unpack(parts: Parts) -> Arrays:
    """The arrays of the file, as `research/digest_five_card_trick.py` describes them, in the kernels' form, by phase and kind."""
    keys = parts["steps"].astype(np.int64).cumsum()
    rows, mirror = Rows.of(keys, parts["there"].astype(np.bool_)), mirrored(keys, len(parts["forms"]))
    row = np.full((mirror.size, parts["there"].shape[1] + 1), NEVER, dtype=np.int32)
    number = 2 * np.arange(rows.place.size, dtype=np.int32)
    row[mirror[rows.place], rows.pot] = number + 1
    row[rows.place, rows.pot] = number
    arrays: dict[str, npt.NDArray[Any]] = {"forms": parts["forms"], "keys": keys, "row": row}
    scores: dict[str, Singles] = {}
    for phase in PHASES:  # each of them takes up to 0.2 GB, until its steps are made
        scores[phase] = rows.scores(parts, phase, parts[f"{phase}_open_shapes"].shape[2], scores.get("late"))
    for phase in PHASES:
        whole = scores.pop(phase)
        arrays[f"{phase}_steps"] = np.rint(np.divide(whole, np.float32(UNIT), out=whole), out=whole).astype(np.int16)
        for kind in KINDS:
            mean, shapes = (parts[f"{phase}_{kind}_{name}"].astype(np.float32) for name in ("mean", "shapes"))
            assert mean.shape[1] == LEADS
            arrays[f"{phase}_{kind}_mean"] = mean
            arrays[f"{phase}_{kind}_shapes"] = np.ascontiguousarray(shapes.swapaxes(1, 2))
    return arrays


def digest_of(variation: Variation) -> DigestEstimates | None:
    """The digest that ships with the game for a variant, if the file is there; unpacked once for all processes, in some seconds."""
    return _shipped(FILES[variation])


def _file(name: str) -> Traversable:
    return resources.files("deathmatch_lab.games.five_card_trick").joinpath("data", name)


@lru_cache(maxsize=len(FILES))
def _shipped(name: str) -> DigestEstimates | None:
    file = _file(name)
    return read_digest(name.partition(".")[0], file.read_bytes()) if file.is_file() else None


def read_digest(name: str, packed: bytes) -> DigestEstimates:
    """A digest from the bytes of its file; it is kept unpacked under a name."""
    stamp = stamp_of(packed, sys.modules[__name__], rows_module)
    return DigestEstimates(unpacked(name, stamp, lambda: unpack(dict(np.load(BytesIO(lzma.decompress(packed)))))))
