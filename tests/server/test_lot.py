"""The game of a table by lot: chosen by the commitment of the deals once both seats are taken, shown to all, kept in log and record."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import Dealer, allot, lot_tag
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.match.test_check_deals import run as check_deals
from tests.server.kit import World, world

GAMES = ["even-groups/standard", "tile-joust/final", "five-card-trick/gauntlet"]


async def by_lot(w: World, names: list[str] = GAMES, **wanted: Any) -> bodies.MatchMade:
    """A table of two people whose game the lot chooses."""
    lot = [{"variant": name, "options": {"lexicon": "any"} if "letter" in name else {}} for name in names]
    return await w.match("lot", lot=lot, **wanted)


async def table_of(w: World, made: bodies.MatchMade, role: str = "watcher") -> messages.TableMessage:
    table: messages.TableMessage = (await w.full(made, role)).table
    return table


async def begin(w: World, made: bodies.MatchMade) -> None:
    for role in ("A", "B"):
        await w.lobby.act(await w.link(made, role), messages.Ready())


def test_the_lot_is_fair_and_every_seed_and_nonce_counts() -> None:
    falls = Counter(allot(Dealer(n.to_bytes(32, "big"), BySeat(b"", b"")), 3) for n in range(600))
    assert set(falls) == {0, 1, 2}
    assert all(150 < count < 250 for count in falls.values()), falls  # 200 expected, with a deviation of 12
    for nonces in ((b"a" * 16, b""), (b"", b"b" * 16)):
        assert len({allot(Dealer(b"x" * 32, BySeat(*(bytes([n]) * len(one) for one in nonces))), 3) for n in range(32)}) == 3
    assert lot_tag(1, GAMES) == "2 even-groups/standard tile-joust/final five-card-trick/gauntlet"


async def test_the_lot_falls_once_both_sit_and_the_table_is_of_that_game_from_then_on() -> None:
    seen: set[str] = set()
    for _ in range(12):
        async with world() as w:
            made = await w.lobby.create(
                msgspec.convert(
                    {
                        "variant": "lot",
                        "lot": [{"variant": name} for name in GAMES],
                        "seats": {"A": "friend", "B": "friend"},
                        "host": True,
                    },
                    bodies.NewMatch,
                )
            )
            before = await table_of(w, made)
            assert before.lot is not None
            assert (before.title, before.lot.chosen, [one.name for one in before.lot.games]) == ("A game by lot", 0, GAMES)
            for role, name in (("A", "Ann"), ("B", "Bob")):
                assert (await table_of(w, made)).lot == before.lot, "it falls only once both have added to it"
                link = await w.link(made, role)
                await w.within(link, lambda room, role=role, name=name: room.sit(role, name, "ab" * 16))  # type: ignore[misc]
            after = await table_of(w, made)
            assert after.lot is not None
            chosen = GAMES[after.lot.chosen - 1]
            seen.add(chosen)
            assert (f"{after.game}/{after.variant}", after.title, after.state) == (chosen, games.find(chosen).title, "waiting")
            assert [line.text for line in (await w.full(made, "B")).chat] == [f"The lot falls on {after.title}, {after.variant}."]
            again = await w.again()
            assert (await table_of(again, made)).lot == after.lot
            await begin(again, made)
            room = await again.lobby.memory.room(made.id)
            assert room.table.started_match.variant.id == chosen
            await again.ask(made, "A", lambda room, seat: room.resign(seat))
            record = await again.within(await again.link(made, "host"), lambda room: room.record("host"))
            assert f"\ngame {chosen}\n" in record
            assert f"\ntag lot {lot_tag(after.lot.chosen - 1, GAMES)}\n" in record
    assert len(seen) > 1


async def test_each_game_has_its_own_options_and_a_coin_follows_the_lot(w: World) -> None:
    lot = [{"variant": GAMES[0], "options": {"side": 4}}, {"variant": GAMES[2], "options": {"rounds": 7}}]
    made = await w.match("lot", lot=lot, coin={"sets": "dmo", "caller": "B"}, pace="days")
    table = await table_of(w, made)
    assert table.lot is not None
    assert table.coin is not None
    assert not table.coin.face
    assert table.options["side" if table.lot.chosen == 1 else "rounds"] == (4 if table.lot.chosen == 1 else 7)
    assert any(str(value).isdigit() and int(value) == 86_400 for value in table.options.values()), "a day for each decision"
    with pytest.raises(Problem, match="has not been tossed"):
        await w.lobby.act(await w.link(made, "A"), messages.Ready())
    await w.lobby.act(await w.link(made, "B"), messages.Call("sun"))
    await begin(w, made)
    assert (await table_of(w, made)).state == "running"


async def test_every_variant_can_be_in_a_lot_and_the_file_checks_offline(w: World, tmp_path: Path) -> None:
    made = await by_lot(w, [variant.id for variant in games.every()])
    await begin(w, made)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    link = await w.link(made, "host")
    record = await w.within(link, lambda room: room.record("host"))
    dealing = json.loads(msgspec.json.encode(await w.within(link, lambda room: room.dealing("host"))))
    assert check_deals(tmp_path, record, dealing) == 0
    line = next(line for line in record.splitlines() if line.startswith("tag lot "))
    number, *names = line.split()[2:]
    other = f"tag lot {int(number) % len(names) + 1} {' '.join(names)}"
    swapped = f"tag lot {number} {' '.join(names[1:] + names[:1])}"
    for lie in (other, swapped):
        assert check_deals(tmp_path, record.replace(line, lie), dealing) == 1


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"lot": []}, "set variant to lot"),
        ({"lot": [{"variant": GAMES[0]}]}, "2 to 12 different games"),
        ({"lot": [{"variant": GAMES[0]}, {"variant": GAMES[0], "options": {"side": 4}}]}, "2 to 12 different games"),
        ({"lot": [{"variant": GAMES[0]}, {"variant": "none/none"}]}, "none"),
        ({"lot": [{"variant": GAMES[0]}, {"variant": GAMES[1], "options": {"side": 4}}]}, "side"),
        ({"lot": [{"variant": one} for one in GAMES], "options": {"side": 4}}, "its own options"),
        ({"lot": [{"variant": one} for one in GAMES], "seats": {"A": "me", "B": "open"}}, "needs one game"),
        ({"lot": [{"variant": one} for one in GAMES], "coin": {"sets": "white"}}, "the coin must set one of"),
        ({"lot": [{"variant": GAMES[0]}, {"variant": "letter-hunt/gambit", "options": {"onlookers": 2}}]}, "numbered onlookers"),
    ],
)
async def test_a_lot_that_cannot_be_is_refused(w: World, wanted: dict[str, Any], why: str) -> None:
    with pytest.raises(Problem, match=why):
        await w.match("lot", **wanted)
    with pytest.raises(Problem, match="set variant to lot"):
        await w.match(GAMES[0], lot=[{"variant": one} for one in GAMES])


async def test_a_rematch_is_of_the_game_on_which_the_lot_fell(w: World) -> None:
    made = await by_lot(w)
    first = await table_of(w, made)
    await begin(w, made)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    for role in ("A", "B"):
        await w.lobby.act(await w.link(made, role), messages.Rematch())
    link = await w.lobby.seat((await table_of(w, made, "A")).rematch.rsplit("/", 1)[1])
    later = (await w.within(link, lambda room: room.full(link.key.role))).table
    assert (later.game, later.variant, later.lot) == (first.game, first.variant, None)
