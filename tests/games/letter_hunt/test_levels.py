"""The levels: what every knob does, that a hint not noted stays so, that all knobs open are `strong`, and whose words they play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import fitted
from deathmatch.core.game import Variant
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt import VARIANTS, LetterHunt, belief
from deathmatch.games.letter_hunt.bot import COMMON_LETTERS, MIXTURE, Strong, Vocabulary, words
from deathmatch.games.letter_hunt.fast import book
from deathmatch.games.letter_hunt.levels import _ABOUT, ALL_WORDS, Knobs, Learner, about, bot_of, habits, knobs
from deathmatch.games.letter_hunt.lexicon import common_words, open_list
from deathmatch.games.letter_hunt.values import Kind, Letters, Phase, Terms, Verb
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, after
from tests.games.letter_hunt.test_bot import play

pytestmark = pytest.mark.one_variant

OPEN = Knobs(None, 0, None, 1.0, 1.0, 1.0, 0.0, 0.0)
"""All knobs as far as they go."""

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


def views(turns: int = 12) -> Iterator[tuple[Variant, View]]:
    """The same of both variants."""
    yield from ((variant, middle(variant, turns)) for variant in VARIANTS)


def test_every_knob_opens_as_skill_grows() -> None:
    rows = [knobs(skill) for skill in np.linspace(0, 0.999, 60)]
    table = {name: [getattr(row, name) for row in rows] for name in asdict(OPEN)}
    for name in ("words", "hands"):
        known = [value for value in table[name] if value is not None]
        assert table[name] == known + [None] * (len(rows) - len(known)), "all of them in the end"
        assert known == sorted(known)
    for name in ("ideas", "crossed", "linked", "minded"):
        assert table[name] == sorted(table[name]), name
        assert table[name][0] < table[name][-1]
    for name in ("haste", "common"):
        assert table[name] == sorted(table[name], reverse=True), name
        assert table[name][0] > table[name][-1]
    last = rows[-1]
    assert (last.crossed, last.words, last.hands) == (1.0, None, None)
    assert [last.linked, last.minded, last.haste, last.common] == pytest.approx([1, 1, 0, 0], abs=0.01)


@pytest.mark.parametrize("turns", [5, 12])
def test_with_all_knobs_open_it_chooses_as_strong_does(turns: int) -> None:
    for variant in VARIANTS:
        view, terms = middle(variant, turns), terms_of(variant, first="A")
        chances = [bot.chances(view, Counted(9), HmacSource(b"open", "x")) for bot in (Learner(terms, knobs=OPEN), Strong(terms))]
        assert chances[0] == chances[1]
        assert type(bot_of(terms, 1.0)) is Strong


def noted(bot: Learner, view: View) -> list[bool]:
    """Which hints of a view it has noted, turn by turn and seat by seat."""
    turns = zip(view.turns, bot.noted(view).turns, strict=True)
    told = ((turn.hints[seat], kept.hints[seat]) for turn, kept in turns for seat in SEATS)
    return [kept.result is not None for hint, kept in told if hint is not None and kept is not None and hint.result is not None]


def test_a_hint_that_was_not_noted_stays_so_for_the_rest_of_the_match() -> None:
    for variant in VARIANTS:
        bot = learner(variant, replace(OPEN, crossed=0.5, linked=0.5))
        full = middle(variant, 12)
        whole = noted(bot, full)
        assert len(whole) > 12
        assert 0 < sum(whole) < len(whole)
        for turns in range(1, 12):
            part = noted(bot, replace(full, turns=full.turns[:turns]))
            assert part == whole[: len(part)]


def test_which_hints_are_noted_depends_on_letters_that_nobody_else_knows() -> None:
    bot = learner(COLOSSEUM, replace(OPEN, crossed=0.5, linked=0.5))
    view = middle(COLOSSEUM, 12)
    assert view.own is not None
    others = [replace(view, own=replace(view.own, dealt=(f"{view.own.dealt[0][:-1]}{letter}",))) for letter in "WXYZ"]
    assert len({tuple(noted(bot, other)) for other in (view, *others)}) > 2


def test_hints_that_cross_letters_off_and_hints_about_letters_together_are_noted_each_in_its_share() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ\nA word SEE\nB hint any\nA hint none\nB word WHY\nA hint one\nB hint none"
    turned = replace(OPEN, crossed=0.8, linked=0.3)
    view = after(GAMBIT, {"first": "A", "holds": 0}, lines).view(Seat.A)
    bot = learner(GAMBIT, turned)
    assert view.own is not None
    rows = [noted(bot, replace(view, own=replace(view.own, dealt=(str(number),)))) for number in range(1500)]
    # of SEE: A's `none` is true and crosses off, B's `any` is true of A; of WHY: `one` is true, and `none` is true of A
    assert np.mean(rows, axis=0) == pytest.approx([0.8, 0.3, 0.3, 0.8], abs=0.05)


def test_letters_that_are_crossed_off_are_all_that_it_knows_without_links() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ\nA word SUN\nB hint any\nA hint none\nB word WHY\nA hint one\nB hint none"
    view = after(GAMBIT, {"first": "A", "holds": 0}, lines).view(Seat.A)
    here = learner(GAMBIT, replace(OPEN, linked=0.0)).sight(view)
    letters = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", here.other.letters, strict=True))
    assert {letter for letter, chance in letters.items() if not chance} == set("ABCDE") | set("SUN")
    assert learner(GAMBIT, OPEN).sight(view).mine < here.mine - 0.3


def test_it_plays_only_words_that_it_knows_and_that_were_not_played() -> None:
    tiers = common_words()
    for variant, view in views():
        bot = learner(variant, replace(OPEN, words=150, ideas=40, hands=20))
        here = bot.sight(view)
        source = HmacSource(b"words", variant.id)
        shapes = np.concatenate([bot.judged_words(view, here, Counted(9), source).shapes for _ in range(20)])
        known = {word for shape in set(shapes.tolist()) for word in bot.words.book.words(shape)}
        assert 60 < len(set(shapes.tolist())) <= 150
        assert len(known & set(tiers[0])) >= len(set(shapes.tolist())), "each has a word of the commonest size"


def test_words_that_were_played_do_not_come_to_mind() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ\nA word CAT\nB hint any\nA hint none"
    view = after(GAMBIT, {"first": "A", "holds": 0}, lines).view(Seat.B)
    bot = learner(GAMBIT, replace(OPEN, words=3, ideas=3, hands=20))
    small: Learner = replace(bot, known=Vocabulary(book(("CAT", "DOG", "SUN"), each=False)))
    for number in range(20):
        shapes = small.judged_words(view, small.sight(view), Counted(9), HmacSource(b"played", str(number))).shapes
        assert {word for shape in shapes for word in small.words.book.words(int(shape))} == {"DOG", "SUN"}


def told(variant: Variant, view: View, turned: Knobs) -> float:
    """How much the word that seems best tells on average, of those that come to mind."""
    bot = learner(variant, turned)
    here, bits = bot.sight(view), []
    for number in range(20):
        source = HmacSource(b"told", str(number))
        judged = bot.judged_words(view, here, Counted(9), source)
        true = words(bot.terms, here, bot.words.book, judged.shapes)
        bits.append(float(true.told[judged.values.argmax()]))
    return float(np.mean(bits))


def test_with_more_ideas_and_with_more_hands_pictured_it_finds_better_words() -> None:
    for variant, view in views(2):
        turned = replace(OPEN, words=40_000, ideas=60, hands=300, minded=0.0)
        assert told(variant, view, turned) > 0.95
        assert told(variant, view, replace(turned, ideas=2)) < told(variant, view, turned) - 0.03
        assert told(variant, view, replace(turned, hands=2)) < told(variant, view, turned) - 0.03


def test_with_few_hands_pictured_it_misjudges_hints() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ\nB word JUMPING"
    position = after(GAMBIT, {"first": "B", "holds": 0}, lines)
    view = position.view(Seat.A)

    def taken(hands: int | None) -> set[str]:
        bot = learner(GAMBIT, replace(OPEN, minded=0.0, hands=hands))
        return {bot.choose(view, position.decision(Seat.A), Counted(9), HmacSource(b"hint", str(number))).what for number in range(30)}

    assert taken(None) == {Kind.ONE}, "most words of seven letters have some letter of the hand"
    assert taken(2) > taken(None)


def test_a_player_who_minds_nothing_plays_words_that_give_more_away() -> None:
    for variant, view in views(6):
        given = {}
        for minded in (0.0, 1.0):
            bot = learner(variant, replace(OPEN, words=40_000, ideas=300, hands=300, minded=minded))
            here = bot.sight(view)
            true = learner(variant, OPEN).sight(view)
            found = []
            for number in range(8):
                judged = bot.judged_words(view, here, Counted(9), HmacSource(b"given", str(number)))
                shape = judged.shapes[[judged.values.argmax()]]
                found.append(float(words(bot.terms, true, bot.words.book, shape).given[0]))
            given[minded] = float(np.mean(found))
        assert given[1.0] < given[0.0] - 0.1
        blind = learner(variant, replace(OPEN, minded=0.0)).sight(view)
        assert blind.theirs == blind.mine, "it takes the other side to be as far as it is itself"


def test_haste_makes_it_guess_too_early_in_some_matches_and_too_late_in_others() -> None:
    view = middle(GAMBIT, 5)
    assert view.own is not None
    bot, verbs = learner(GAMBIT, replace(OPEN, words=2000, ideas=20, hands=50, haste=2.0)), set()
    for letter in "ABCDEFGH":
        other = replace(view, own=replace(view.own, dealt=(*view.own.dealt[:-1], letter)))
        sign = bot.haste(other)
        assert -2 <= sign <= 2
        assert bot.haste(replace(other, turns=())) == sign, "the same throughout the match"
        verbs.add((sign > 0, next(iter(bot._turn(view=other, here=bot.sight(view), budget=Counted(9), source=HmacSource(b"h", "x")))).verb))
    assert verbs >= {(False, Verb.WORD)}
    assert {verb for early, verb in verbs if early} & {Verb.GUESS, Verb.HAND}


def test_beginners_hold_and_pick_common_letters() -> None:
    assert habits(1.0).hold == COMMON_LETTERS.hold
    assert habits(1.0).pick == COMMON_LETTERS.pick
    assert habits(0.0).hold == pytest.approx(MIXTURE.hold)
    assert habits(0.0).pick == MIXTURE.pick
    held: list[Letters] = []
    for skill in (0.05, 0.95):
        bot: Any = bot_of(terms_of(GAMBIT), skill)
        held.append("".join(bot.hold("AEJQZ", HmacSource(b"hold", str(number))) for number in range(60)))
    assert held[0].count("E") > held[1].count("E") + 15


@pytest.mark.parametrize("skill", [0.0, 0.3, 0.6, 0.9])
def test_at_every_skill_a_hand_that_is_sure_is_named(skill: float) -> None:
    guessed = "".join(f"A guess {right}\nB guess {wrong}\n" for right, wrong in zip("FGHI", "ABCD", strict=True))
    crossed = "".join(
        f"A word {word}\nB hint any\nA hint none\nB word ZOO{'S' * place}\nA hint any\nB hint one\n"
        for place, word in enumerate(("MUMPS", "VEX"))
    )
    position = after(GAMBIT, {"first": "A", "holds": 0, "lexicon": "any"}, f"deal hands A:ABCDE B:FGHIJ\n{guessed}{crossed}")
    view = position.view(Seat.A)
    bot: Any = bot_of(terms_of(GAMBIT, first="A", holds=0, lexicon="any"), skill)
    sure = replace(bot.sight(view), other=belief.Belief(np.array([1 << 9], dtype=np.uint32), np.ones(1)))
    assert {(move.verb, move.what) for move in bot._turn(view, sure, Counted(9), HmacSource(b"sure", "x"))} <= {
        (Verb.HAND, "J"),
        (Verb.GUESS, "J"),
    }


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


def test_all_words_come_to_mind_from_a_skill_on() -> None:
    assert knobs(ALL_WORDS).words is None
    assert knobs(ALL_WORDS - 0.01).words is not None
