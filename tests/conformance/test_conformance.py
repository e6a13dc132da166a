"""What every variant of every game keeps to (`core/game.py`). A game that is listed in `GAMES` is judged here without a line of its own."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from deathmatch.core.errors import Illegal, Malformed, OptionError
from deathmatch.core.game import TIMEOUT, Ask, Deals, Over, Variant
from deathmatch.core.options import WholeNumber, Word, complete, read_one
from deathmatch.core.seats import PUBLIC, SEATS, Onlooker
from deathmatch.games import GAMES, every, find
from deathmatch.match.dealer import HmacSource
from tests.conformance.books import asks, book, ends, field, options
from tests.conformance.cases import CASES, VARIANTS, Case, Step, each_case, match

pytestmark = pytest.mark.one_variant

MANY = 100  # moves that are looked at one by one at a position
SPELT = 60  # of them, those that are read in every spelling
UNREADABLE = ("?", "no-such-thing!", "\u0661 \u2212", "{A}", "x" * 2000)
POSITIONS = 8  # of a match, for what takes longer

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def asked(case: Case) -> list[Step]:
    """Some steps of a random match at which seats are asked, the first ones and then spread over the rest."""
    steps = [step for step in match(case) if step.turn is not None]
    return steps[:3] + steps[3 :: max(1, len(steps) // POSITIONS)]


# --- Variants


def test_ids_are_unique_and_every_listed_game_has_variants() -> None:
    ids = [variant.id for variant in every()]
    assert len(set(ids)) == len(ids)
    assert {name.partition("/")[0] for name in ids} >= set(GAMES)
    assert [find(name.upper()).id for name in ids] == ids


@each_variant
def test_variant_has_a_book_whose_table_lists_its_options_in_order(variant: Variant) -> None:
    table = options(book(variant))
    keys = [option.key for option in variant.options]
    assert set(keys) <= set(table)
    places = [table.index(key) for key in keys]
    assert places == sorted(places)
    clocks = [option.clock for option in variant.options]
    assert clocks == sorted(clocks), "options that only set a clock come last"
    assert keys[-1] == "bank"
    assert str(variant.submitting).startswith(f"{variant.game} R")


@each_variant
def test_options_have_words_and_every_value_is_read_back(variant: Variant) -> None:
    values, _ = variant.bind({})
    assert list(values) == [option.key for option in variant.options]
    for option in variant.options:
        assert option.words
        kind = option.kind
        listed = kind.words if isinstance(kind, Word) else (kind.low, kind.high) if isinstance(kind, WholeNumber) else ()
        for value in (*listed, values[option.key]):
            assert read_one(variant.options, option.key.upper(), str(value)) == (option.key, value)
        if isinstance(kind, WholeNumber):
            for text in (str(kind.low - 1), str(kind.high + 1), f"0{kind.low}", "+1", "x"):
                with pytest.raises(OptionError):
                    read_one(variant.options, option.key, text)
    assert complete(variant.options, values) == values
    with pytest.raises(OptionError):
        read_one(variant.options, "no_such_option", "1")


@each_variant
def test_reasons_are_sentences_and_stand_in_the_book(variant: Variant) -> None:
    assert "resign" in variant.reasons
    for reason, words in variant.reasons.items():
        assert ends(book(variant), reason)
        assert words.format(winner="Ann", loser="Bob")[-1] == "."


@each_variant
def test_capabilities_can_be_loaded(variant: Variant) -> None:
    for name in variant.capabilities:
        assert variant.capability(name) is not None
    assert variant.capability("no such capability") is None


# --- States, views, turns


def assert_plain(value: Any) -> None:
    """Frozen, hashable, and the same after a journey to another process."""
    copy = pickle.loads(pickle.dumps(value))
    assert copy == value
    assert hash(copy) == hash(value)
    if is_dataclass(value) and fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


@each_case
def test_random_matches_end_for_a_reason_of_the_book(case: Case) -> None:
    for number in range(3):
        outcome = case.game.pending(match(case, number)[-1].state)
        assert isinstance(outcome, Over)
        assert outcome.reason in case.variant.reasons
        assert outcome.reason != "resign"


@each_variant
def test_chance_deals_where_the_variant_says_so_and_nowhere_else(variant: Variant) -> None:
    own = [case for case in CASES if case.variant is variant]
    assert any(isinstance(case.game.pending(step.state), Deals) for case in own for step in match(case)) == variant.deals


@each_case
def test_states_moves_and_views_are_plain(case: Case) -> None:
    game = case.game
    for step in match(case):
        assert_plain(step.state)
        assert_plain(step.deal)
        for move in (step.turn or {}).values():
            assert_plain(move)
        for eye in game.eyes():
            assert_plain(game.view(step.state, eye))


@each_case
def test_play_is_pure_and_either_order_of_a_turn_is_one_state(case: Case) -> None:
    for step, after in zip(match(case), match(case)[1:], strict=False):
        game, before = case.game, pickle.dumps(step.state)
        if step.turn is None:
            assert game.deal(step.state, step.deal) == after.state
        else:
            backwards = dict(reversed(step.turn.items()))
            assert game.play(step.state, step.turn) == game.play(step.state, backwards) == after.state
        assert pickle.dumps(step.state) == before
        assert game.pending(after.state) == game.pending(pickle.loads(pickle.dumps(after.state)))


@each_case
def test_eyes_are_the_seats_the_public_and_numbered_onlookers(case: Case) -> None:
    game = case.game
    eyes = tuple(game.eyes())
    assert eyes == (*SEATS, PUBLIC, *(Onlooker(number) for number in range(1, len(eyes) - 2)))
    state = game.start()
    assert type(game.view(state, PUBLIC)) is not type(state), "a view is another type than the state"


@each_case
def test_resigning_ends_every_state_for_the_other_seat(case: Case) -> None:
    game = case.game
    for step in match(case)[:-1]:
        for seat in SEATS:
            assert game.pending(game.resign(step.state, seat)) == Over(seat.other, "resign")


@each_case
def test_a_time_out_of_everybody_is_taken_everywhere(case: Case) -> None:
    game = case.game
    for step in match(case)[:-1]:
        pending = game.pending(step.state)
        if isinstance(pending, Ask):
            after = game.play(step.state, dict.fromkeys(pending.seats, TIMEOUT))
            assert isinstance(game.pending(after), Ask | Deals | Over)


# --- Fields


@each_case
def test_fields_are_json_and_stand_in_the_book(case: Case) -> None:
    game, text = case.game, book(case.variant)
    shared = {"pending", "decision", "over", "winner", "reason", "seat", "submitted"}
    for step in match(case):
        for eye in game.eyes():
            view = game.view(step.state, eye)
            objects = [game.public(view)] if eye not in SEATS else [game.public(view), game.private(view)]
            for shown in objects:
                assert json.loads(json.dumps(shown)) == shown
                assert not shared & shown.keys(), "these are the referee's"
                assert all(field(text, key) for key in shown)
        public = game.public(game.view(step.state, PUBLIC))
        for seat in SEATS:
            assert game.public(game.view(step.state, seat)) == public


# --- Decisions


@each_case
def test_only_an_eye_that_owes_a_submission_has_a_decision(case: Case) -> None:
    game, refused = case.game, 0
    deals = [step for step in match(case) if step.deal is not None]
    for step in (*asked(case), *deals[:3], match(case)[-1]):
        pending = game.pending(step.state)
        owing = pending.seats if isinstance(pending, Ask) else ()
        for eye in game.eyes():
            if eye in owing:
                assert game.decision(game.view(step.state, eye)).count() != 0
            else:
                refused += 1
                with pytest.raises(ValueError, match="has no decision here"):
                    game.decision(game.view(step.state, eye))
    assert refused  # the public owes nothing


@each_case
def test_moves_are_what_check_lets_pass(case: Case) -> None:
    game = case.game
    seen: dict[tuple[str, Any], None] = {}
    for step in asked(case):
        name = game.pending(step.state).name
        for seat in step.turn or {}:
            decision = game.decision(game.view(step.state, seat))
            moves = decision.moves()
            if moves is None:
                assert decision.count() is None or decision.count() == 0
                continue
            legal = list(moves)
            assert legal, "a legal submission always exists"
            assert len(set(legal)) == len(legal) == decision.count()
            for move in legal[:: max(1, len(legal) // MANY)]:
                decision.check(move)
                seen[name, move] = None
            allowed = set(legal)
            elsewhere = list(seen)
            for other, move in elsewhere[:: max(1, len(elsewhere) // MANY)]:
                if other == name and move not in allowed:
                    with pytest.raises(Illegal):
                        decision.check(move)


@each_case
def test_text_is_read_back_in_any_letter_case_and_spacing(case: Case) -> None:
    game = case.game
    for step in asked(case):
        for seat in step.turn or {}:
            decision = game.decision(game.view(step.state, seat))
            moves = list(decision.moves() or [decision.sample(HmacSource(b"text", str(n))) for n in range(20)])
            for move in moves[:: max(1, len(moves) // SPELT)]:
                text = decision.write(move)
                assert text == " ".join(text.split()), "canonical text has single spaces"
                for spelling in (text, text.lower(), text.upper(), f" \t{text.replace(' ', '  ')} "):
                    assert decision.read(spelling) == move


@each_case
def test_what_cannot_be_read_is_malformed_at_a_place_in_the_text(case: Case) -> None:
    for step in asked(case):
        for seat in step.turn or {}:
            decision = case.game.decision(case.game.view(step.state, seat))
            for wrong in UNREADABLE:
                with pytest.raises(Malformed) as caught:
                    decision.read(wrong)
                assert 0 <= caught.value.position <= len(wrong)
                assert caught.value.rule.book == case.variant.game


@each_case
def test_samples_are_legal_and_differ(case: Case) -> None:
    game = case.game
    for step in asked(case):
        for seat in step.turn or {}:
            decision = game.decision(game.view(step.state, seat))
            samples = [decision.sample(HmacSource(b"sample", str(number))) for number in range(30)]
            for move in samples:
                decision.check(move)
            count = decision.count()
            assert count == 1 or len(set(samples)) > 1
            again = [decision.sample(HmacSource(b"sample", str(number))) for number in range(30)]
            assert again == samples, "the source is the only chance"


@each_case
def test_decisions_say_what_they_are(case: Case) -> None:
    clocks = {option.key for option in case.variant.options if option.clock}
    text = book(case.variant)
    for step in asked(case):
        pending = case.game.pending(step.state)
        assert isinstance(pending, Ask)
        assert asks(text, pending.name)
        assert tuple(step.turn or ()) == pending.seats
        for seat in pending.seats:
            decision = case.game.decision(case.game.view(step.state, seat))
            assert decision.words
            assert decision.clock.times
            assert set(decision.clock.times) <= clocks


@each_case
def test_deals_are_read_back_and_legal(case: Case) -> None:
    game = case.game
    for step in match(case):
        pending = game.pending(step.state)
        if not isinstance(pending, Deals):
            continue
        chance = pending.chance
        assert isinstance(chance.by_hand, bool)
        text = chance.write(step.deal)
        assert text.split()[0] == chance.name
        assert chance.read(text) == chance.read(text.upper()) == step.deal
        chance.check(step.deal)
        for wrong in UNREADABLE:
            with pytest.raises(Malformed):
                chance.read(wrong)
        deals = chance.deals()
        if deals is not None:
            assert len(set(deals)) == chance.count()
