"""The coin before a match: fair by the commitment of the deals, shown to all, kept in the log and in the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import FACES, Dealer, coin_tag, toss, toss_winner
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


@pytest.mark.parametrize("variant", [variant.id for variant in games.every()])
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


async def test_a_sealed_call_before_the_other_player_comes_leaks_to_nobody() -> None:
    shown = []
    for face in FACES:
        async with world() as w:
            made = await w.match(seats={"A": "me", "B": "open"}, coin={"sets": "dmo", "caller": "A", "sealed": True})
            room = await w.lobby.memory.room(made.id)
            await w.lobby.act(await w.link(made, "A"), messages.Call(face))
            own, host = (await w.full(made, "A")).table.coin, (await w.full(made, "host")).table.coin
            assert own is not None
            assert host is not None
            assert own.call == face
            shown.append((host, room.table.version))
            again = await w.again()
            assert (await again.full(made, "A")).table.coin == own
    assert shown[0] == shown[1]
    assert shown[0][0].called


async def test_bots_call_and_are_ready_and_a_rematch_tosses_again(w: World) -> None:
    made = await w.match(EVEN, seats={"A": "me", "B": "bot:dummy"}, coin={"sets": "white", "caller": "B"})
    assert (await tossed(w, made)).call == "sun"
    link = await w.link(made, "A")
    await w.lobby.act(link, messages.Ready())
    await w.lobby.act(link, messages.Resign())
    await w.lobby.act(link, messages.Rematch())
    table = (await w.full(made, "A")).table
    later = await w.lobby.seat(table.rematch.rsplit("/", 1)[1])
    again = (await w.within(later, lambda room: room.full("B"))).table.coin
    assert again is not None
    assert (again.caller, again.face) == ("B", "")


async def test_the_toss_is_the_same_after_a_restart_and_as_the_dealer_says(w: World) -> None:
    made = await w.match(EVEN, coin={"sets": "white"})
    coin = await tossed(w, made)
    again = await w.again()
    assert await tossed(again, made) == coin
    room = await again.lobby.memory.room(made.id)
    assert toss(room.table.dealer) == coin.face
    await get_ready(again, made)
    assert room.table.started_match.values["white"] == coin.winner


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"coin": {"sets": "rounds"}}, "the coin must set one of dmo"),
        ({"coin": {"sets": "dmo"}, "ec": "A"}, "leave it out"),
        ({"coin": {"sets": "dmo"}, "options": {"dmo": "A"}}, "leave it out"),
        ({"coin": {"sets": "dmo", "sealed": True}}, "nobody calls the toss"),
    ],
)
async def test_a_coin_that_cannot_be_tossed_is_refused(w: World, wanted: dict[str, Any], reason: str) -> None:
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
