"""The levels: their sentences are true, and the weakest play common words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from deathmatch.bots import registry
from deathmatch.core.bots import fitted
from deathmatch.core.game import Variant
from deathmatch.core.seats import BySeat
from deathmatch.games.letter_hunt import VARIANTS, LetterHunt
from deathmatch.games.letter_hunt.levels import _ABOUT, Knobs, Learner, about, knobs
from deathmatch.games.letter_hunt.lexicon import common_words, open_list
from deathmatch.games.letter_hunt.values import Phase, Terms, Verb
from deathmatch.games.letter_hunt.view import View
from tests.games.letter_hunt.test_bot import play

pytestmark = pytest.mark.one_variant


HALF = Knobs(5000, 30, 20, 0.9, 0.5, 0.0, 0.05, 0.6)


def learner(variant: Variant, turned: Knobs, **given: Any) -> Learner:
    return Learner(terms_of(variant, **given), None, knobs=turned)


def terms_of(variant: Variant, **given: Any) -> Terms:
    _, game = variant.bind(given)
    assert isinstance(game, LetterHunt)
    return game.terms


def middle(variant: Variant, turns: int) -> View:
    """A match of a middling player against itself as the seat to move sees it after so many turns."""
    return _middle(VARIANTS.index(variant), turns)


@lru_cache
def _middle(number: int, turns: int) -> View:
    bot = learner(VARIANTS[number], HALF, first="A")
    for view, _ in play(VARIANTS[number], {"first": "A"}, BySeat(bot, bot), "middle", None):  # no match is over so soon
        if view.phase is Phase.TURN and len(view.turns) == turns:
            found: View = view
            return found
    raise AssertionError


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_weakest_play_common_words(variant: Variant) -> None:
    bot: Any = registry.pick(variant, variant.bind({})[1], "level-1")
    common = {word for size in common_words() for word in size}
    played = [
        move.what
        for step in play(variant, {}, BySeat(bot, bot), "weak", None)
        if isinstance(step, tuple) and (move := step[1]).verb is Verb.WORD
    ]
    assert len(played) > 4
    assert set(played) <= common


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_sentences_about_the_levels_are_true(variant: Variant) -> None:
    skills = fitted("deathmatch.games.letter_hunt", terms_of(variant).variation.value)
    said = [_ABOUT.index(about(skill)) for skill in skills]
    assert said == sorted(set(said)), "each has its own, a greater skill a later one"
    assert said[-1] == len(_ABOUT) - 1
    turned = {place: knobs(skill) for place, skill in zip(said, skills[:-1], strict=False)}
    for place, few, many in ((0, 5, 10), (1, 10, 30), (2, 30, 60)):
        assert place not in turned or few <= turned[place].ideas <= many, "one of the first words, some, more"
    for place, crossed in ((0, 1 / 2), (1, 2 / 3), (2, 4 / 5), (3, 6 / 7), (4, 0.92), (5, 1)):
        assert place not in turned or turned[place].crossed == pytest.approx(crossed, abs=0.08 if crossed < 1 else 0)
    for place, least, most in ((1, 0, 0.3), (2, 0.3, 0.4), (3, 0.3, 0.4), (4, 0.35, 0.5), (5, 0.42, 0.58), (6, 0.6, 0.8), (7, 0.75, 0.95)):
        assert place not in turned or least <= turned[place].linked < most
    for place, low, high in ((5, 0, 0.36), (6, 0.36, 0.66), (7, 0.6, 0.9)):
        assert place not in turned or low < turned[place].minded < high
    assert [place for place in turned if turned[place].words is None] == [7]


def test_common_words_are_words_of_the_list_each_once() -> None:
    every, tiers = open_list(), common_words()
    assert [len(size) for size in tiers] == [3984, 7087, 29314]
    assert len({word for size in tiers for word in size}) == sum(len(size) for size in tiers)
    assert all(word in every for size in tiers for word in size)
    assert {"CAT", "HOUSE"} <= set(tiers[0]) | set(tiers[1])
