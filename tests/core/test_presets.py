"""The preset `as-written` of every variant: each of its options differs from the default, and a ruling of the book says why."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from deathmatch import games
from deathmatch.cli.options import read_options
from deathmatch.core.game import Variant
from deathmatch.core.options import AS_WRITTEN, Word, options_of
from deathmatch.server.wire.bodies import TableSettings
from tests.server.kit import run, world

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


def test_a_table_as_written_has_the_settings_of_the_text_unless_the_request_names_them() -> None:
    """Sentences 9 and 14: DM Colosseum 2 keeps no log of moves, and Five Card Trick is shown in pictures only."""

    async def test() -> None:
        async with world() as w:
            for asked, aids in (
                ({}, "log"),
                ({"preset": AS_WRITTEN}, "none"),
                ({"preset": AS_WRITTEN, "settings": {"aids": "log"}}, "log"),
            ):
                made = await w.match("letter-hunt/colosseum", options={"lexicon": "any"}, **asked)
                assert (await w.full(made, "A")).table.settings["aids"] == aids

    run(test())


def test_the_command_line_takes_the_preset_and_options_besides() -> None:
    _, given = read_options("guidance-rite/final", ["as-written", "powers=own"])
    assert given == {"powers": "own", "draw_from": "reached", "quiet_turns": 100, "crow_power": "exact", "review": "yes"}


def test_a_table_takes_the_preset_and_options_and_clocks_go_first() -> None:
    async def test() -> None:
        async with world() as w:
            made = await w.match("letter-hunt/gambit", preset=AS_WRITTEN, options={"lexicon": "any"})
            table = (await w.full(made, "A")).table
            assert (table.options["void_after"], table.options["time_first_hold"], table.options["time_hold"]) == (0, 13 * 3600, 180)
            made = await w.match("letter-hunt/gambit", preset=AS_WRITTEN, pace="days", options={"lexicon": "any", "void_after": 5})
            table = (await w.full(made, "A")).table
            assert (table.options["void_after"], table.options["time_hold"]) == (5, 86_400)

    run(test())


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
