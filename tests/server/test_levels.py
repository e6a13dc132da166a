"""Levels at a table: a seat may be one, and people read its name in their own language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.bots import LEVELS
from deathmatch.core.game import Variant
from deathmatch.core.speech import speaking
from deathmatch.match.record import read
from deathmatch.match.reel import Reel
from deathmatch.server.rooms.directory import listing, told
from deathmatch.server.web import api, opponents
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server import kit
from tests.server.kit import GAUNTLET, World, http, world
from tests.server.toy_levels import levelled


def find(name: str) -> Variant:
    return levelled(kit.find(name))


async def against_level_3(w: World, **more: Any) -> bodies.MatchMade:
    """A match of Ann against a level."""
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "bot:level-3"}, "name": "Ann", **more}
    return await w.lobby.create(msgspec.convert(body, bodies.NewMatch))


async def test_everybody_reads_the_level_in_their_own_language_and_the_record_keeps_its_name() -> None:
    async with world(find=find) as w:
        made = await against_level_3(w)
        for language, name in (("en", "Level 3"), ("de", "Stufe 3"), ("ko", "레벨 3")):
            with speaking(language):
                full = await w.full(made, "A")
                linked = await w.lobby.linked_table("s", made.seats["A"] or "")
                beats = await w.full(made, "watcher")
            assert full.table.names == {"A": "Ann", "B": name}
            assert full.table.bots == {"B": "level-3"}, "programs read the name of the bot"
            assert linked.names == full.table.names
            assert beats.table.names == full.table.names
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        await w.time.pass_by(2000)
        with speaking("de"):
            full = await w.full(made, "A")
        assert full.seen is not None
        assert "Stufe 3" in str([beat.words for beat in full.log])
        assert "Level-3" not in str(msgspec.to_builtins(full)).replace("level-3", "")
        room = await w.lobby.memory.room(made.id, always=True)
        text = room.table.started_match.record()
        assert "\nname B Level-3\n" in text
        reel = Reel.of(text, games.find)
        with speaking("ko"):
            assert reel.names.b == "레벨 3"
            assert Reel.of(text.replace("Level-3", "Level-9"), games.find).names.b == "Level-9"
        assert read(text, games.find).header.names.b == "Level-3"
        one = listing(room.table, "finished", 0)
        assert [told(one, games.find).names["B"], one.bots["B"]] == ["Level 3", "level-3"]
        with speaking("de"):
            assert told(one, games.find).names["B"] == "Stufe 3"
            assert "Level" not in told(one, games.find).ending


@pytest.mark.parametrize("bot", ["level-0", "level-9", "level-03", "LEVEL-3", "skill@0.4"])
async def test_only_the_eight_levels_take_a_seat(bot: str) -> None:
    async with world(find=find) as w:
        with pytest.raises(Problem, match=r"bot:dummy, bot:level-1, .* bot:level-8, not bot:"):
            await against_level_3(w, seats={"A": "me", "B": f"bot:{bot}"})


async def test_a_variant_without_levels_offers_none() -> None:
    async with world(find=kit.find) as w:
        with pytest.raises(Problem, match=r"one of bot:dummy, not bot:level-3"):
            await against_level_3(w, variant=kit.TOY)


async def test_a_rematch_is_against_the_same_level() -> None:
    async with world(find=find) as w:
        made = await against_level_3(w)
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        await w.ask(made, "A", lambda room, seat: room.wish(seat, str(made.seats["A"])))
        await w.time.pass_by(2000)
        full = await w.full(made, "A")
        link = await w.lobby.seat((full.table.rematch or "").removeprefix("/s/"))
        table = (await w.lobby.memory.room(link.key.match, always=True)).table
        assert table.made.bots == {"A": "level-3"}


async def test_pages_and_api_offer_the_levels_with_a_sentence_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first match after a lesson is against the weakest level, and a warm-up against a middle one."""
    sentences = tuple(f"Overlooks {number}." for number in range(LEVELS))
    for module in (opponents, api):
        monkeypatch.setattr(module, "levels_of", lambda variant: sentences)
    monkeypatch.setattr(api, "level_names", lambda variant: tuple(f"level-{level}" for level in range(1, LEVELS + 1)))
    async with world() as w, http(w, tmp_path) as client:
        found = {game["variant"]: game for game in (await client.get("/api/games")).json()}
        assert found[GAUNTLET]["levels"][2] == {"name": "level-3", "about": "Overlooks 2."}
        assert len(found[GAUNTLET]["levels"]) == LEVELS
        assert found[GAUNTLET]["bots"] == ["dummy"]
        lesson = await client.get("/learn/five-card-trick")
        assert 'data-bot="level-1"' in lesson.text
        made = (await client.post("/api/matches", json={"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"})).json()
        assert 'data-bot="level-3"' in (await client.get(f"/s/{made['seats']['A']}")).text


def test_without_levels_a_page_proposes_the_weakest_bots() -> None:
    for bots, weakest, middle in (((), "", ""), (("a",), "a", "a"), (("a", "b", "c"), "a", "b")):
        found = opponents.Opponents(bots, ())
        assert (found.weakest, found.middle) == (weakest, middle)
