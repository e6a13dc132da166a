"""Options: values, defaults, presets, paces and the roles of a Death Match."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from deathmatch import games
from deathmatch.cli.options import read_options
from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.core.options import (
    AS_WRITTEN,
    BANK,
    DMO,
    PACES,
    Lexicon,
    Name,
    Option,
    Pace,
    Value,
    Values,
    WholeNumber,
    Word,
    complete,
    key_words,
    lexicons,
    lower,
    options_of,
    pace_of,
    paced,
    read_one,
    recorded,
    roles,
    switch,
    time_bank,
    time_limit,
)
from deathmatch.server.wire.bodies import TableSettings
from tests.server.kit import World


def doubled(values: Values) -> Value:
    rounds = values["rounds"]
    assert isinstance(rounds, int)
    return 2 * rounds


OPTIONS = (
    Option("rounds", WholeNumber(1, 99), 10, "how many"),
    Option("limit", WholeNumber(1, 200), doubled, "no more than these"),
    Option("first", Word(("A", "B", "choose")), "A", "who begins"),
    switch("aids", "no", "help"),
    time_limit("time_move", 60, "to move"),
    time_bank(120),
)


def test_no_other_letter_passes_for_one_of_ours() -> None:
    assert lower("BAN\u212a \u0130 \u017f") == "ban\u212a \u0130 \u017f"
    with pytest.raises(OptionError):
        read_one((Option("bank", WholeNumber(0, 9), 0, "a reserve"),), "ban\u212a", "5")


@pytest.mark.parametrize("text", ["", "x" * 41, "a b", "a/b", "ä", "a\n"])
def test_a_name_is_short_and_plain(text: str) -> None:
    with pytest.raises(OptionError, match="lexicon must be a name of 1 to 40 characters"):
        Name().read("lexicon", text)


def test_a_default_follows_from_what_is_given_before_it_and_yields_to_what_is_given() -> None:
    assert complete(OPTIONS, {"rounds": 30})["limit"] == 60
    assert complete(OPTIONS, {"rounds": 30, "limit": 31})["limit"] == 31


def test_a_switch_lists_its_default_first() -> None:
    assert str(switch("x", "no", "").kind) == "no, yes"
    assert str(switch("x", "yes", "").kind) == "yes, no"
    assert key_words("max_rounds") == key_words("max-rounds") == "max rounds"


def test_a_word_list_is_needed_by_the_live_match_that_names_one() -> None:
    options = (Option("lexicon", Lexicon(10, ("any",)), "any", "words"), OPTIONS[0])
    assert str(options[0].kind) == "a name"
    assert lexicons(options, complete(options, {})) == ()
    assert lexicons(options, complete(options, {"lexicon": "birds"})) == ("birds",)


RULES = Path(__file__).parents[2] / "rules"
EVERY = list(games.every())


@pytest.mark.parametrize("variant", EVERY, ids=lambda variant: variant.id)
def test_each_option_differs_from_the_default_for_a_ruling_of_the_book(variant: Variant) -> None:
    defaults, _ = variant.bind({})
    written = options_of(variant.as_written, AS_WRITTEN)
    values, _ = variant.bind(written)
    books = {"Q": (RULES / f"{variant.game}.md").read_text("utf-8"), "W": (RULES / "as-written.md").read_text("utf-8")}
    for key, one in variant.as_written.items():
        assert values[key] == one.value != defaults[key]
        option = next(option for option in variant.options if option.key == key)
        assert option.kind.read(key, str(one.value)) == one.value
        begin, book = rf"^(?:- )?\*\*{one.ruling}\b", books[one.ruling[0]]
        ruling = re.search(rf"{begin}(.*?)(?=^- \*\*Q|^\*\*|\Z)", book, re.MULTILINE | re.DOTALL)
        assert ruling is not None, f"{variant.game} has no {one.ruling}"
        assert f"`{key}" in ruling[1] or f"`{one.value}`" in ruling[1], f"{one.ruling} is not about {key}"
    assert options_of(variant.as_written, "book") == {}
    msgspec.convert(dict(variant.as_written_table), TableSettings)
    assert {getattr(TableSettings(), key) for key in variant.as_written_table} <= {None}, "a request could not leave it to the text"


async def test_a_table_as_written_has_the_settings_of_the_text_unless_the_request_names_them(w: World) -> None:
    """Sentences 9 and 14: DM Colosseum 2 keeps no log of moves, and Five Card Trick is shown in pictures only."""
    written = {"preset": AS_WRITTEN}
    for asked, aids in (({}, "log"), (written, "none"), ({**written, "settings": {"aids": "log"}}, "log")):
        made = await w.match("letter-hunt/colosseum", options={"lexicon": "any"}, **asked)
        assert (await w.full(made, "A")).table.settings["aids"] == aids


def test_the_command_line_takes_the_preset_and_options_besides() -> None:
    _, given = read_options("guidance-rite/final", ["as-written", "powers=own"])
    assert given == {"powers": "own", "draw_from": "reached", "quiet_turns": 100, "crow_power": "exact", "review": "yes"}


async def test_a_table_takes_the_preset_and_options_and_clocks_go_first(w: World) -> None:
    made = await w.match("letter-hunt/gambit", preset=AS_WRITTEN, options={"lexicon": "any"})
    table = (await w.full(made, "A")).table
    assert (table.options["void_after"], table.options["time_first_hold"], table.options["time_hold"]) == (0, 13 * 3600, 180)
    made = await w.match("letter-hunt/gambit", preset=AS_WRITTEN, pace="days", options={"lexicon": "any", "void_after": 5})
    table = (await w.full(made, "A")).table
    assert (table.options["void_after"], table.options["time_hold"]) == (5, 86_400)


@pytest.mark.parametrize("variant", EVERY, ids=lambda variant: variant.id)
def test_a_form_can_say_each_value_in_a_sentence(variant: Variant) -> None:
    def values(one: Variant) -> set[str]:
        return {f"{option.key} {word}" for option in one.options if isinstance(option.kind, Word) for word in option.kind.words}

    told = values(variant)
    assert set(variant.says) <= set().union(*(values(one) for one in games.variants(variant.game)))
    seats = ("A", "B", "none", "both")
    plain = {one for one in told - set(variant.says) if not one.endswith(" no") and one.split()[1] not in seats}
    assert {one for one in plain if not re.search(r" \dx\d$", one)} == set()
    assert variant.original or variant.hosted


# --- The roles of a Death Match, and the option that they are bound to


WITH = games.find("even-groups/standard").options


def test_the_role_and_the_option_set_each_other() -> None:
    assert roles(WITH, {}, "A") == ({DMO: "B"}, "A")
    assert roles(WITH, {}, "B") == ({DMO: "A"}, "B")
    assert roles(WITH, {DMO: "A"}, "") == ({DMO: "A"}, "B")
    assert roles(WITH, {DMO: "A"}, "B") == ({DMO: "A"}, "B")
    assert roles(WITH, {}, "") == ({}, "")
    assert roles((), {}, "A") == ({}, "A"), "a variant without the option has roles all the same"
    with pytest.raises(OptionError, match="seat A cannot be both EC and DMO"):
        roles(WITH, {DMO: "A"}, "A")


def test_a_record_says_the_role_by_its_option_or_its_tag() -> None:
    assert recorded({DMO: "A"}, ()) == "B"
    assert recorded({}, (("ec", "a"),)) == "A"
    assert recorded({}, (("ec", "nobody"),)) == ""
    assert recorded({DMO: "B"}, (("ec", "B"),)) == "A"


# --- Clocks under one name


BOOK = complete(OPTIONS, {})
SLOWER: dict[Pace, dict[str, int]] = {"book": {}, "relaxed": {"time_move": 180, BANK: 360}, "days": {"time_move": 86_400}, "none": {}}


@pytest.mark.parametrize("pace", SLOWER)
def test_a_pace_sets_the_clocks_and_nothing_else(pace: Pace) -> None:
    clocks, known = SLOWER[pace], "book" if pace == "none" else pace
    assert paced(OPTIONS, BOOK, pace) == clocks
    assert pace_of(OPTIONS, BOOK, {**BOOK, **clocks}) == known
    assert pace_of(OPTIONS, BOOK, {**BOOK, **clocks, "aids": "yes"}) == known
    assert pace_of(OPTIONS, BOOK, {**BOOK, "time_move": 61}) is None, "clocks that somebody set one by one have no name"


@pytest.mark.parametrize("variant", EVERY, ids=lambda variant: variant.id)
def test_every_variant_can_be_played_at_every_pace(variant: Variant) -> None:
    defaults, _ = variant.bind({})
    for pace in PACES:
        values, _ = variant.bind(paced(variant.options, defaults, pace))
        assert pace_of(variant.options, defaults, values) == ("book" if pace == "none" else pace)
