"""What every variant of every game keeps to (`core/game.py`). A game that is listed in `GAMES` is judged here without a line of its own.

The checks are those of `deathmatch judge`; here they are held over all cases.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.options import WholeNumber, Word, complete, read_one
from deathmatch.core.seats import HOST, PUBLIC, SEATS, Onlooker
from deathmatch.games import GAMES, every, find, variants
from deathmatch.judging import checks, replayed, twins
from deathmatch.judging.matches import asked
from tests.conformance.books import asks, beyond, book, ends, field, options
from tests.conformance.cases import CASES, VARIANTS, Case, each_case, match, moments, wrong

pytestmark = pytest.mark.one_variant

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


# --- Variants


def test_ids_are_unique_and_every_listed_game_has_variants() -> None:
    ids = [variant.id for variant in every()]
    assert len(set(ids)) == len(ids)
    assert {name.partition("/")[0] for name in ids} >= set(GAMES)
    assert [find(name.upper()).id for name in ids] == ids


@each_variant
def test_variant_has_a_book_whose_table_lists_its_options_in_order(variant: Variant) -> None:
    table, ours = options(book(variant)), beyond(variant.game)
    keys = [option.key for option in variant.options if option.key not in ours]
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
        assert reason == "resign" or ends(book(variant), reason)
        assert words.format(winner="Ann", loser="Bob")[-1] == "."
    for reason in variant.yours.keys() & variant.reasons.keys():
        assert variant.yours[reason][-1] == "."
        assert "{winner}" in variant.reasons[reason] or "{loser}" in variant.reasons[reason], "it is said to one of them"


@each_variant
def test_capabilities_can_be_loaded(variant: Variant) -> None:
    for name in variant.capabilities:
        assert variant.capability(name) is not None
    assert variant.capability("no such capability") is None


# --- Matches


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
def test_every_step_of_a_match_and_what_is_asked_is_as_it_should_be(case: Case) -> None:
    for check in checks.EVERYWHERE:
        assert not wrong(check, moments(case))
    for check in (checks.moves, checks.texts, checks.beats):
        assert not wrong(check, asked(moments(case)))


@each_case
def test_eyes_are_the_seats_the_public_and_numbered_onlookers(case: Case) -> None:
    game = case.game
    eyes = tuple(eye for eye in game.eyes() if eye != HOST)
    assert (HOST in game.eyes()) is case.variant.hosted
    assert eyes == (*SEATS, PUBLIC, *(Onlooker(number) for number in range(1, len(eyes) - 2)))


@each_case
def test_what_is_asked_and_shown_stands_in_the_book(case: Case) -> None:
    game, text = case.game, book(case.variant)
    for moment in moments(case):
        assert not moment.turn or asks(text, moment.pending.name)
        for eye in game.eyes():
            view = game.view(moment.after, eye)
            shown = {*game.public(view), *(game.private(view) if eye in SEATS else ())}
            assert all(field(text, key) for key in shown)


@each_case
def test_a_record_leads_to_the_same_end(case: Case) -> None:
    assert not list(replayed(moments(case), case.options))


@each_variant
def test_whoever_has_not_learned_a_choice_or_a_deal_cannot_tell_it(variant: Variant) -> None:
    assert not wrong(twins.leaks, moments(Case(variant.id, ()))[:12])


@pytest.mark.parametrize("game", GAMES)
def test_pictures_and_bots_do_not_have_the_type_of_the_state(game: str) -> None:
    """In whatever file a game keeps its state; import-linter knows of `state.py` alone."""
    package = import_module(GAMES[game])
    states = {type(variant.bind({})[1].start()) for variant in variants(game)}
    for room in walk_packages(package.__path__, f"{package.__name__}."):
        if {"picture", "bot"} & set(room.name.split(".")):
            assert not states & {value for value in vars(import_module(room.name)).values() if isinstance(value, type)}, room.name
