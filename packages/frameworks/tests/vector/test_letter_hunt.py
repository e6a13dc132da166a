"""Batches of Letter Hunt: the chances of deals, what no seat sees, and words that were played before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Deals
from deathmatch.library.game import load_game
from deathmatch_frameworks import vector
from deathmatch_frameworks.encoding import load_encoding
from deathmatch_frameworks.games.letter_hunt import vector as kernels
from deathmatch_frameworks.games.letter_hunt.vector import ENDLESS
from packages.frameworks.tests.vector.chances import beginnings, hold_to
from packages.frameworks.tests.vector.letter_hunt import LETTERS, LetterHunt, of_mask
from packages.frameworks.tests.vector.mirror import Script

SIZE = 20_000


def made(name: str, size: int, **options: Any) -> tuple[vector.Batch, dict[str, int]]:
    """A batch, and its actions by their texts."""
    batch = vector.make(name, size, seed=5, **options)
    return batch, {batch.text(action): action for action in range(batch.actions)}


def sets(batch: vector.Batch, column: int) -> list[str]:
    """A set of letters of each match."""
    return [of_mask(mask) for mask in batch._tables[0][:, column]]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "column"), [("letter-hunt/gambit", kernels.IN_HAND), ("letter-hunt/colosseum", kernels.DEALT)])
def test_first_deals_have_the_chances_of_the_rules(name: str, column: int) -> None:
    batch, _ = made(name, SIZE, first="A")
    encoding = load_encoding(load_game(name, first="A"))
    pending = encoding.start().pending
    assert isinstance(pending, Deals)
    mine, theirs = sets(batch, column), sets(batch, column + 1)
    assert all(not set(one) & set(other) for one, other in zip(mine, theirs, strict=True))
    common = "ADEGILNORSTU" if "colosseum" in name else LETTERS
    for hands in (mine, theirs):
        first = [tuple([letter for letter in hand if letter in common][:2]) for hand in hands]
        hold_to([(one.lower(), other.lower()) for one, other in first], beginnings(encoding, pending.chance, 2))
    for pool, number in (("ADEGILNORSTU", 4), ("BCFHKMPVWY", 3), ("JQXZ", 1)) if "colosseum" in name else ((LETTERS, 5),):
        for letter in pool:
            part = Fraction(number, len(pool))
            hold_to([letter in hand for hand in theirs], {True: part, False: 1 - part})


@pytest.mark.nightly
def test_letters_of_a_redraw_and_of_onlookers_are_equally_likely() -> None:
    batch, ids = made("letter-hunt/gambit", SIZE, first="coin", holds=1, onlookers=2, onlooker_letters="public")
    hold_to(batch._tables[0][:, kernels.STARTS].tolist(), dict.fromkeys((0, 1), Fraction(1, 2)))
    before = sets(batch, kernels.IN_HAND)
    actions = np.full((SIZE, 2), ids["all"])
    for place in range(4):  # A gives its last letter up
        actions[:, 0] = [ids[hand[place].lower()] for hand in before]
        batch.step(actions)
    actions[:, 0] = ids["."]
    batch.step(actions)
    after, theirs = sets(batch, kernels.IN_HAND), sets(batch, kernels.IN_HAND + 1)
    pools = [[letter for letter in LETTERS if letter not in hand[:4] + other] for hand, other in zip(before, theirs, strict=True)]
    new = [min(set(hand) - set(old[:4])) for hand, old in zip(after, before, strict=True)]
    hold_to([pool.index(letter) for pool, letter in zip(pools, new, strict=True)], dict.fromkeys(range(17), Fraction(1, 17)))
    assert any(letter == hand[4] for letter, hand in zip(new, before, strict=True))  # Q11: it may come back
    column = next(column for column in batch.layout if column.name == "onlookers")
    shown = batch.observe("A")[:, column.start : column.start + 2].astype(int)
    left = [[letter for letter in LETTERS if letter not in hand + other] for hand, other in zip(after, theirs, strict=True)]
    fallen = [tuple([pool.index(LETTERS[letter - 1]) for letter in row]) for pool, row in zip(left, shown.tolist(), strict=True)]
    hold_to(fallen, {(one, other): Fraction(1, 16 * 15) for one in range(16) for other in range(16) if one != other})


@pytest.mark.parametrize("name", ["letter-hunt/gambit", "letter-hunt/colosseum"])
def test_a_seat_sees_no_letter_of_the_other(name: str) -> None:
    batch, ids = made(name, 200, onlookers=3) if "gambit" in name else made(name, 200)
    for _ in range(40):
        actions = batch.sample()
        batch.step(np.where(actions == ids["hand"], batch.sample(), actions))
    other = batch.clone()
    rows = other._tables[0]
    changed = 0
    for row in rows:
        out = int(np.bitwise_or.reduce(row[kernels.IN_HAND : kernels.MISSED + 2]))
        held, free = of_mask(row[kernels.IN_HAND + 1]), [letter for letter in LETTERS if letter not in of_mask(out)]
        if held and free:
            swap = 1 << LETTERS.index(held[0]) | 1 << LETTERS.index(free[0])
            row[kernels.IN_HAND + 1] ^= swap
            changed += 1
    assert changed > 50
    assert (batch.observe("A") == other.observe("A")).all()
    assert (batch.observe("B") != other.observe("B")).any(1).sum() == changed


def script_of_words() -> Script:
    """A match of words alone."""
    return Script(LetterHunt, "letter-hunt/gambit", holds=0, first="A")


def word(script: Script, letters: str) -> None:
    """A whole word, and both hints."""
    script.play("word", *[f"~{letter}" for letter in letters], ".", "one", "any")


def test_no_word_is_played_twice() -> None:
    script = script_of_words()
    word(script, "abcd")
    script.play("word", *["~a", "~b", "~c"])
    assert "." in script.legal
    script.play("~d")
    assert "." not in script.legal
    assert len(script.legal) == 26
    script.play("~e")
    assert "." in script.legal


def test_letters_that_lead_to_no_new_word_are_refused() -> None:
    script, stem = script_of_words(), "bcdfghjklmnpq"
    for last in LETTERS.lower():
        word(script, f"{stem}a{last}")
    script.play("word", *[f"~{letter}" for letter in stem])
    assert script.legal == {".", *[f"~{letter}" for letter in LETTERS.lower()]}
    script.play("~a")
    assert script.legal == {"."}
    script.play(".", "one", "any", "word", *[f"~{letter}" for letter in stem])
    assert script.legal == {".", *[f"~{letter}" for letter in LETTERS.lower() if letter != "a"]}


def test_words_end_by_the_limit_or_by_that_of_batches() -> None:
    for options, turns in (({"turn_limit": 3}, 3), ({}, ENDLESS)):
        batch, ids = made("letter-hunt/gambit", 1, holds=0, first="A", **options)
        played = 0
        while batch.legal()[0, played % 2, ids["word"]]:
            letters = [LETTERS[played // 26**place % 26].lower() for place in range(3)]
            for token in ("word", *[f"~{letter}" for letter in letters], ".", "one", "any"):
                batch.step(np.full((1, 2), ids[token]))
            played += 1
        assert played == 2 * turns
        assert np.flatnonzero(batch.legal()[0, 0]).tolist() == [ids["guess"], ids["hand"]]


def test_a_hold_that_is_finished_tells_nothing_before_the_other() -> None:
    batch, ids = made("letter-hunt/gambit", 50, first="A")
    before, other = batch.observe("B"), batch.clone()
    hands = sets(batch, kernels.IN_HAND)
    actions = np.full((50, 2), ids["none"])
    actions[:, 1] = [ids[letters[0].lower()] for letters in sets(batch, kernels.IN_HAND + 1)]
    batch.step(actions)
    actions[:, 0] = [ids[hand[0].lower()] for hand in hands]
    other.step(actions)
    assert not batch.owing()[:, 0].any()
    assert other.owing().all()
    assert (batch.observe("B") == other.observe("B")).all()
    assert (batch.observe("B") != before).any()
