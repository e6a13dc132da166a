"""The coin, the lot and the roles of a table: who may call and see them, and that anybody can check them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch import games
from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import FACES, Dealer, allot, coin_tag, lot_tag, toss, toss_winner
from deathmatch.server.table.seating import targets
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.match.test_check_deals import run as check_deals
from tests.server.kit import World, world

EVEN = "even-groups/standard"


async def tossed(w: World, made: bodies.MatchMade) -> Any:
    """The coin of a table as spectators see it."""
    return (await w.full(made, "watcher")).table.coin


async def get_ready(w: World, made: bodies.MatchMade) -> None:
    for role in ("A", "B"):
        await w.lobby.act(await w.link(made, role), messages.Ready())


def test_both_faces_fall_and_every_seed_nonce_and_call_counts() -> None:
    faces = [toss(Dealer(bytes([n]) * 32, BySeat(b"", b""))) for n in range(64)]
    assert 16 < faces.count("sun") < 48
    assert len({toss(Dealer(b"x" * 32, BySeat(bytes([n]) * 16, b""))) for n in range(16)}) == 2
    assert [toss_winner(face, "", "") for face in FACES] == ["A", "B"]
    assert [toss_winner("sun", seat, call) for seat in "AB" for call in FACES] == ["A", "B", "B", "A"]
    assert coin_tag("moon", "B", "first", "A", "sun") == "moon B first A:sun"


@pytest.mark.one_variant
@pytest.mark.parametrize("variant", [variant.id for variant in games.unled()])
async def test_every_variant_tosses_for_each_option_that_names_a_seat(w: World, variant: str) -> None:
    for sets in targets(games.find(variant)):
        made = await w.match(variant, coin={"sets": sets}, options={"lexicon": "any"} if "letter" in variant else {})
        coin = await tossed(w, made)
        table = (await w.full(made, "A")).table
        assert (coin.sets, coin.winner) == (sets, "A" if coin.face == "sun" else "B")
        assert table.options.get(sets, coin.winner) == coin.winner
        assert table.state == "waiting"
        if sets == "dmo":
            assert table.ec == ("B" if coin.winner == "A" else "A")
        await get_ready(w, made)
        assert (await w.full(made, "A")).table.state == "running"
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        record = await w.within(await w.link(made, "host"), lambda room: room.record("host"))
        assert f"\ntag coin {coin.face} {coin.winner} {sets}\n" in record
        assert (f"\noption {sets} {coin.winner}\n" in record) == (sets in table.options)


@pytest.mark.parametrize("sealed", [False, True])
async def test_a_call_is_shown_to_all_or_only_to_the_caller_until_the_toss(w: World, sealed: bool) -> None:
    made = await w.match(EVEN, coin={"sets": "white", "caller": "B", "sealed": sealed})
    reader = await w.reader(made, "A")
    assert not (await tossed(w, made)).face
    with pytest.raises(Problem, match="has not been tossed"):
        await w.lobby.act(await w.link(made, "A"), messages.Ready())
    with pytest.raises(Problem, match="do not call"):
        await w.lobby.act(await w.link(made, "A"), messages.Call("sun"))
    await w.lobby.act(await w.link(made, "B"), messages.Call("moon"))
    coin = await tossed(w, made)
    assert (coin.call, coin.winner) == ("moon", "B" if coin.face == "moon" else "A")
    with pytest.raises(Problem, match="called the toss already"):
        await w.lobby.act(await w.link(made, "B"), messages.Call("sun"))
    assert reader.frames
    assert [line.text.split(":")[0] for line in (await w.full(made, "A")).chat] == [
        "Bob called the moon.",
        f"The coin shows the {coin.face}",
    ]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"coin": {"sets": "rounds"}}, "the coin must set one of dmo"),
        ({"coin": {"sets": "dmo"}, "ec": "A"}, "leave it out"),
        ({"coin": {"sets": "dmo"}, "options": {"dmo": "A"}}, "leave it out"),
        ({"coin": {"sets": "dmo", "sealed": True}}, "nobody calls the toss"),
        ({"ec": "A", "options": {"dmo": "A"}}, "seat A cannot be both EC and DMO"),
    ],
)
async def test_a_coin_that_cannot_be_tossed_and_roles_that_cannot_be_are_refused(w: World, wanted: dict[str, Any], reason: str) -> None:
    with pytest.raises(Problem, match=reason):
        await w.match(**wanted)


@pytest.mark.parametrize("coin", [{"sets": "dmo", "caller": "A"}, {"sets": "white"}], ids=lambda coin: coin["sets"])
async def test_the_published_checker_finds_the_toss_right_and_a_changed_one_wrong(w: World, coin: dict[str, Any], tmp_path: Path) -> None:
    made = await w.match(EVEN, coin=coin)
    if "caller" in coin:
        await w.lobby.act(await w.link(made, "A"), messages.Call("moon"))
    await get_ready(w, made)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    link = await w.link(made, "A")
    record = await w.within(link, lambda room: room.record("A"))
    dealing = msgspec.to_builtins(await w.within(link, lambda room: room.dealing("A")))
    assert check_deals(tmp_path, record, dealing) == 0
    face = "sun" if "coin sun" in record else "moon"
    lies = [record.replace(f"coin {face} ", f"coin {'moon' if face == 'sun' else 'sun'} ")]
    won = record.partition(f"coin {face} ")[2][0]
    lost = "A" if won == "B" else "B"
    lies.append(record.replace(f"coin {face} {won}", f"coin {face} {lost}"))
    lies.append(record.replace(f"option {coin['sets']} {won}", f"option {coin['sets']} {lost}"))
    if "caller" in coin:
        lies.append(record.replace("A:moon", "A:sun"))
        lies.append(record.replace(f"tag ec {lost}", f"tag ec {won}"))
    for lie in lies:
        assert lie != record
        assert check_deals(tmp_path, lie, dealing) == 1


# --- The game of a table by lot: chosen by the commitment of the deals once both seats are taken, shown to all, kept in log and record


GAMES = ["even-groups/standard", "tile-joust/final", "five-card-trick/gauntlet"]


async def table_of(w: World, made: bodies.MatchMade, role: str = "watcher") -> messages.TableMessage:
    table: messages.TableMessage = (await w.full(made, role)).table
    return table


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
            wanted = {"variant": "lot", "lot": [{"variant": name} for name in GAMES], "seats": {"A": "friend", "B": "friend"}, "host": True}
            made = await w.lobby.create(msgspec.convert(wanted, bodies.NewMatch))
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
            await get_ready(again, made)
            room = await again.lobby.rooms.room(made.id)
            assert room.table.started_match.variant.id == chosen
            await again.ask(made, "A", lambda room, seat: room.resign(seat))
            record = await again.within(await again.link(made, "host"), lambda room: room.record("host"))
            assert f"\ngame {chosen}\n" in record
            assert f"\ntag lot {lot_tag(after.lot.chosen - 1, GAMES)}\n" in record
    assert len(seen) > 1


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


# --- The roles of a Death Match at a table: they bind the option `dmo`, and everybody is shown them


async def test_tables_pages_records_and_replays_show_the_roles(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(EVEN, ec="B")
    for role in ("A", "B", "host", "watcher"):
        table = (await w.full(made, role)).table
        assert (table.ec, table.options["dmo"]) == ("B", "A")
    link = await w.link(made, "A")
    assert (await w.within(link, lambda room: room.mine("A", "/s/x"))).ec == "B"
    page = (await client.get(f"/s/{made.seats['A']}")).text
    assert '"Death match opponent">DMO</abbr>' in page
    assert '"Elimination candidate">EC</abbr>' in page
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    film = (await client.get(f"/api/replays/{made.id}/film")).json()
    assert film["ec"] == "B"
    record = await w.within(await w.link(made, "host"), lambda room: room.record("host"))
    assert "\ntag ec B\n" in record
    assert "\noption dmo A\n" in record
