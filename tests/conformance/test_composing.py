"""Moves put together one token at a time: what is finished is legal, and every legal move can be finished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from deathmatch.core.catalogues import LANGUAGES
from deathmatch.core.errors import Malformed
from deathmatch.core.game import Choice, Decision, ExplainingDecision, FreeWord, Step
from deathmatch.core.speech import speaking
from deathmatch.judging.checks import composing, prefixes, tokens
from deathmatch.judging.matches import asked
from deathmatch.match.dealer import HmacSource
from tests.conformance.cases import CASES, Case, match, moments, stepwise, wrong

pytestmark = pytest.mark.one_variant

POSITIONS = 2  # of a match, besides its start, at which every composition is made


def _chosen() -> list[Case]:
    """Of each variant the first cases, the last, and the one with most moves: options hardly change how moves are composed."""

    def moves(case: Case) -> int:
        first = next(step for step in stepwise(case, 1) if step.turn is not None)
        return sum(case.game.decision(case.game.view(first.state, seat)).count() or 0 for seat in first.turn or {})

    chosen: list[Case] = []
    for name in {case.id: None for case in CASES}:
        mine = [case for case in CASES if case.id == name]
        chosen += dict.fromkeys((*mine[:2], mine[-1], max(mine, key=moves)))
    return chosen


each_case = pytest.mark.parametrize("case", _chosen(), ids=str, scope="module")  # all tests of a case one after the other


def decisions(case: Case) -> Iterator[tuple[Any, Decision[Any]]]:
    """Views and decisions from a random match: its start, and some spread over the rest."""
    game = case.game
    steps = [step for step in match(case, 1) if step.turn is not None]
    for step in [steps[0], *steps[1 :: max(1, len(steps) // POSITIONS)]]:
        for seat in step.turn or {}:
            view = game.view(step.state, seat)
            yield view, game.decision(view)


Prefixes = tuple[tuple[tuple[str, ...], Step], ...]


@lru_cache(maxsize=8)
def walked(case: Case) -> list[tuple[Any, Decision[Any], Prefixes]]:
    """Views and decisions with prefixes of moves and their steps; made once for all the tests of a case."""
    return [(view, decision, tuple(prefixes(decision))) for view, decision in decisions(case)]


@each_case
def test_what_is_composed_is_legal_all_moves_are_and_choices_can_be_told_apart(case: Case) -> None:
    some = asked(moments(case, 1))
    assert not wrong(composing, some[:: max(1, len(some) // POSITIONS)])


def chosen(decision: Decision[Any], prefix: tuple[str, ...]) -> list[Choice]:
    """What these tokens chose, each as its own step calls it; a later choice at a place takes the place of an earlier one."""
    taken: list[Choice] = []
    for at, token in enumerate(prefix):
        offered = (choice for choice in decision.compose(prefix[:at]).choices if choice.token == token)
        one = next(offered, Choice(token, token))
        taken = [before for before in taken if before.slot is None or before.slot != one.slot or before.token == token] + [one]
    return taken


@each_case
def test_what_is_chosen_is_called_so_that_it_says_which_move_it_is(case: Case) -> None:
    for _, decision, steps in walked(case):
        moves: dict[tuple[str, ...], str] = {}
        for prefix, step in [each for each in steps if each[1].whole is not None][:300]:
            labels = tuple(choice.label for choice in chosen(decision, prefix))
            assert moves.setdefault(labels, str(step.whole)) == step.whole, labels


@each_case
def test_what_may_come_before_the_last_token_may(case: Case) -> None:
    for _, decision, steps in walked(case):
        for prefix, step in [each for each in steps if each[1].before][:100]:
            slots = [choice.slot for choice in (*step.choices, *step.before) if choice.slot]
            assert len(set(slots)) == len(slots)
            for choice in step.before:
                assert not choice.key
                after = decision.compose((*prefix[:-1], choice.token, prefix[-1]))
                assert after.choices, "it asks again"


def words(text: str) -> list[str]:
    """The words of a text, without case and signs."""
    return re.findall(r"[^\W_]+", text.casefold())


@each_case
def test_what_can_be_chosen_is_called_by_the_words_on_it(case: Case) -> None:
    asked = {case.game.pending(step.state).name: step for step in match(case, 1) if step.turn is not None}
    views = [case.game.view(step.state, seat) for step in asked.values() for seat in step.turn or {}]
    for language, view in product(LANGUAGES, views):
        with speaking(language):
            lit = {choice.slot for choice in case.game.decision(view).compose(()).choices}
            for element in case.game.picture(view).elements:
                seen = words(" ".join(re.findall(r">([^<>]+)<", element.markup())))
                called = words(element.label)
                if element.slot in lit and element.label and seen:
                    assert any(called[at : at + len(seen)] == seen for at in range(len(called))), (element.slot, seen, element.label)


@each_case
def test_what_the_tokens_so_far_would_change_can_be_shown_in_the_same_frame(case: Case) -> None:
    game = case.game
    for view, _, steps in walked(case):
        before = game.picture(view)
        for step in [step for _, step in steps if step.view is not None][:20]:
            scene = game.picture(step.view)
            assert (scene.width, scene.height) == (before.width, before.height)
            assert {choice.slot for choice in step.choices} - {None} <= {element.slot for element in scene.elements}
            assert scene.change(before), "a view that looks the same is none"


@each_case
def test_a_place_says_why_it_cannot_be_chosen_or_nothing_and_one_that_can_says_nothing(case: Case) -> None:
    for view, decision, steps in walked(case):
        if not isinstance(decision, ExplainingDecision):
            continue
        slots = [element.slot for element in case.game.picture(view).elements]
        for prefix, step in steps[:5]:
            lit = {choice.slot for choice in step.choices}
            for slot in slots:
                why = decision.why_not(prefix, slot)
                assert why is None or (slot not in lit and why.rule.book == case.variant.game), (prefix, slot)
        with pytest.raises(Malformed):
            decision.why_not(("no-such-token",), slots[0])


@each_case
def test_tokens_after_a_finished_move_are_refused(case: Case) -> None:
    for _, decision, steps in walked(case):
        for whole in [prefix for prefix, step in steps if step.whole is not None and not tokens(step) and step.word is None][:1]:
            with pytest.raises(Malformed):
                decision.compose((*whole, whole[-1]))


@each_case
def test_a_number_or_word_that_may_come_next_may_and_one_outside_its_range_may_not(case: Case) -> None:
    for _, decision, steps in walked(case):
        for prefix, step in steps[:200]:
            taken = {choice.token for choice in step.choices}
            wrong = []
            if step.number is not None:
                assert step.number.low <= step.number.high
                assert all(step.number.low <= value <= step.number.high for value in step.number.quick)
                wrong = [str(value) for value in (step.number.low - 1, step.number.high + 1)]
            if step.word is not None:
                wrong = [*wrong, "a" * (step.word.high + 1), "!", *(step.word.refused or ())]
                for word in said(decision, prefix, step.word):
                    after = decision.compose((*prefix, word))
                    assert after.whole is not None or after.choices or after.number or after.word
            for token in wrong:
                if token not in taken:
                    with pytest.raises(Malformed):
                        decision.compose((*prefix, token))


def said(decision: Decision[Any], prefix: tuple[str, ...], wanted: FreeWord) -> set[str]:
    """Words that legal moves have at this place; every game with free words has them at the place of their token."""
    texts = set()
    for number in range(200):
        words = decision.write(decision.sample(HmacSource(b"words", str(number)))).lower().split()
        if tuple(words[: len(prefix)]) == prefix and len(words) > len(prefix):
            texts.add(words[len(prefix)])
        if len(texts) == 3:
            break
    assert texts, f"no legal move begins with {prefix}"
    assert all(wanted.low <= len(word) <= wanted.high for word in texts)
    return texts
