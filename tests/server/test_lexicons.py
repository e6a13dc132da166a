"""Word lists: those that come with a game, those of the host, and what happens where there is none."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.words import PinnedWords, WordList
from deathmatch.server.lexicons import KEPT, Lexicons, UnknownLexiconError, shipped
from deathmatch.server.rooms.lobby import MISSING
from deathmatch.server.settings import Limits, Rate
from deathmatch.server.table.decide import decide
from deathmatch.server.table.roles import Now, Sender
from deathmatch.server.wire import bodies
from deathmatch.server.wire.messages import Submit
from deathmatch.server.wire.problems import Problem
from tests import wordy
from tests.server.kit import TOY, FakeTime, World, http, kill, new_world

TURN = {"first": "A", "time_turn": 1000}


def put(folder: Path, name: str, text: str | bytes) -> None:
    (folder / f"{name}.txt").write_bytes(text.encode() if isinstance(text, str) else text)


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    put(tmp_path, "secret", "emu\n")
    (tmp_path / "lists").mkdir()
    with pytest.raises(UnknownLexiconError):
        Lexicons(tmp_path / "lists").words("../secret")


async def lobby(folder: Path, store: World | None = None) -> World:
    known = (store.store, FakeTime(await store.store.last_beat()), store.thinker) if store is not None else ()
    return await new_world(*known, find=wordy.find, lexicons=Lexicons(folder, shipped(wordy.VARIANTS)))


async def test_a_table_is_refused_a_list_that_the_server_does_not_have(tmp_path: Path) -> None:
    put(tmp_path, "bad", "big cat\n")
    w = await lobby(tmp_path)
    with pytest.raises(Problem, match="unknown word list fish; the word lists are bad, short") as refused:
        await w.match(TOY, options={"lexicon": "fish"})
    assert refused.value.status == 422
    with pytest.raises(Problem, match=r"bad\.txt:1"):
        await w.match(TOY, options={"lexicon": "bad"})
    assert w.store.matches == {}
    assert (await w.full(await w.match(TOY, options={"lexicon": "any"}), "A")).table.options["lexicon"] == "any"
    await kill(w.lobby)


async def test_words_are_looked_up_and_a_list_that_went_missing_stops_words_alone(tmp_path: Path) -> None:
    put(tmp_path, "birds", "emu\n")
    w = await lobby(tmp_path)
    made = await w.match(TOY, options={**TURN, "lexicon": "birds"})
    for seat in ("A", "B"):
        await w.submit(made, seat, 1, "bid 0")
    with pytest.raises(Illegal, match="CAT is not in the list"):
        await w.submit(made, "A", 2, "say cat")
    await kill(w.lobby)
    (tmp_path / "birds.txt").rename(tmp_path / "birds.away")
    put(tmp_path, "birds", "cat\n")
    gone(tmp_path)
    later = await lobby(tmp_path, w)
    with pytest.raises(Problem, match=r"birds with which this match .* gone .* as lexicons/kept/.*; only the host can fix this") as refused:
        await later.submit(made, "A", 2, "say emu")
    assert refused.value.status == 503
    with pytest.raises(Problem):
        await later.submit(made, "A", 2, "say emu")
    assert [(line.role, line.text) for line in (await later.full(made, "watcher")).chat] == [("table", MISSING)], "all are told, once"
    (tmp_path / "birds.away").rename(tmp_path / "birds.txt")
    assert (await later.submit(made, "A", 2, "say emu")).text == "say EMU"
    await kill(later.lobby)


def gone(folder: Path) -> None:
    """Somebody deletes the lists that are kept for matches."""
    for file in (folder / KEPT).iterdir():
        file.unlink()


async def test_a_match_keeps_the_list_with_which_it_began(tmp_path: Path) -> None:
    put(tmp_path, "birds", "emu\n")

    async def begun(w: World) -> bodies.MatchMade:
        made = await w.match(TOY, options={**TURN, "lexicon": "birds"})
        for seat in ("A", "B"):
            await w.submit(made, seat, 1, "bid 0")
        return made

    w = await lobby(tmp_path)
    older = await begun(w)
    put(tmp_path, "birds", "# another list\nowl\n")
    newer = await begun(w)
    for world in (w, await lobby(tmp_path, w)):  # at once, and after a restart
        for made, word, other in ((older, "emu", "owl"), (newer, "owl", "emu")):
            table = (await world.lobby.room(await world.link(made, "A"))).table
            decide(table, Submit(2, f"say {word}"), Sender("A"), Now(world.time.now(), 0), Limits())
            with pytest.raises(Illegal, match=f"{other.upper()} is not in the list"):
                await world.submit(made, "A", 2, f"say {other}")
            shown = (await world.full(made, "watcher")).table.lists
            assert shown == {"birds": WordList.of([word]).digest}
            assert await world.lobby.word_lists.has(f"birds@{shown['birds']}", word.upper())
            assert not await world.lobby.word_lists.has(f"birds@{shown['birds']}", other.upper())
            assert (await world.lobby.linked_table("s", str(made.seats["A"]))).lists == (f"birds@{shown['birds']}",)
        await kill(world.lobby)


def test_a_list_of_today_or_of_then_reaches_a_bot_in_its_process(tmp_path: Path) -> None:
    put(tmp_path, "birds", "emu\n")
    lists = Lexicons(tmp_path, wordy.LISTS)
    then = lists.pin("birds")
    lists.add("birds", WordList.of(["owl"]))
    there = pickle.loads(pickle.dumps(lists))
    assert PinnedWords(there, {"birds": then}).words("birds") == {"EMU"}
    assert PinnedWords(there, {}).words("birds") == {"OWL"}
    assert PinnedWords(there, {"birds": then}).words("short") == {"CAT", "DOG", "OWL"}
    assert there.pin("short") == "", "it comes with the software"
    lists.remove("birds")
    assert PinnedWords(there, {"birds": then}).words("birds") == {"EMU"}
    for wrong in ("birds@", "birds@../../secret", f"birds@{'0' * 32}", "@"):
        with pytest.raises(UnknownLexiconError):
            there.words(wrong)


async def test_a_word_is_looked_up_for_whoever_asks_and_nobody_hears_of_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path, "birds", "emu\n")
    put(tmp_path, "bad", "big cat\n")
    w = await lobby(tmp_path)
    made = await w.match(TOY)
    before, other = list(w.store.matches[made.id]), await w.reader(made, "B")
    other.read()
    caplog.set_level("DEBUG")
    async with http(w, tmp_path, frames=Rate(8, 1e-9)) as client:

        async def ask(name: str, body: dict[str, str]) -> tuple[int, dict[str, str]]:
            answer = await client.post(f"/api/lexicons/{name}", json=body)
            return answer.status_code, answer.json()

        assert await ask("birds", {"word": " emu "}) == (200, {"word": "EMU", "known": True})
        assert await ask("birds", {"word": "owl"}) == (200, {"word": "OWL", "known": False})
        assert (await ask("short", {"word": "owl"}))[1]["known"]
        assert await ask("birds", {"word": "EMU" * 200}) == (200, {"word": "EMU" * 20, "known": False})
        for name, said in (("any", "unknown word list any"), ("bad", "bad.txt:1"), ("..%2Fbirds", "there is no")):
            status, answer = await ask(name, {"word": "sesquipedalian"})
            assert status in (404, 422)
            assert said in answer["reason"]
        assert (await ask("birds", {"words": "emu"}))[0] == 400
        assert [(await ask("birds", {"word": "emu"}))[0] for _ in range(3)][-1] == 429
    assert w.store.matches[made.id] == before
    assert other.read() == []
    assert "sesquipedalian" not in caplog.text.lower()
    await kill(w.lobby)
