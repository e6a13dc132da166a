"""Every submission gets a receipt: for the sender alone, secret until the match is over, and then proof for anybody who has the record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.match.journal import receipt_nonce
from deathmatch.server.table import entries
from deathmatch.server.wire.problems import Problem
from tests import toy
from tests.match.test_check_deals import checker
from tests.server.kit import TOY, VAULT, World, kill, new_world, world

OPEN: dict[str, Any] = {"settings": {"publish": True}}


async def begin(w: World, **more: Any) -> Any:
    """A match that has come to its first joint question, ply 1."""
    made = await w.match(TOY, **{**OPEN, **more})
    for seat in ("A", "B"):
        await w.full(made, seat)
    return made


async def mine(w: World, made: Any, seat: str) -> Any:
    return await w.ask(made, seat, lambda room, role: room.receipts(role))


async def files(w: World, made: Any, seat: str, folder: Path) -> list[str]:
    """The three files of a player, for the checker."""
    record = await w.ask(made, seat, lambda room, role: room.record(role))
    dealing = await w.ask(made, seat, lambda room, role: room.dealing(role))
    (folder / "match.dm").write_text(record, "utf-8")
    (folder / "dealing.json").write_bytes(msgspec.json.encode(dealing))
    return [str(folder / "match.dm"), str(folder / "dealing.json"), "--receipts", str(folder / "receipts.json")]


async def test_after_the_match_every_receipt_fits_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with world() as w:
        made = await w.match("tile-joust/final", **OPEN)
        receipts = []
        for turn in range(40):
            for seat in ("A", "B"):
                accepted = await w.play(made, seat, HmacSource(b"receipts", f"{turn} {seat}"))
                if accepted and seat == "A":
                    receipts.append({"ply": accepted.ply, "receipt": accepted.receipt})
        await w.ask(made, "B", lambda room, role: room.resign(role))
        assert len(receipts) > 10
        own = {"seat": "A", "receipts": receipts}
        arguments = await files(w, made, "A", tmp_path)
        (tmp_path / "receipts.json").write_text(json.dumps(own))
        assert checker.main(arguments) == 0
        given = await mine(w, made, "A")
        (tmp_path / "receipts.json").write_bytes(msgspec.json.encode(given))
        assert checker.main(arguments) == 0
        assert [one.receipt for one in given.receipts] == [one["receipt"] for one in receipts]
        for one in given.receipts[:-1]:
            assert checker.receipt_of(made.id, one.ply, "A", one.nonce, one.text) == one.receipt
    assert " receipts fit the choices in the record" in capsys.readouterr().out


async def test_the_receipt_of_a_submission_that_the_other_seat_made_void_is_never_opened(w: World, tmp_path: Path) -> None:
    """Sentence 12: Claim Priority is used while the cards of the other seat wait."""
    made = await w.match("five-card-trick/final", options={"priority_window": "round"})
    sent = ((0, "A", "grow claim"), (0, "B", "score claim"), (1, "A", "score steal"), (1, "B", "priority"), (2, "A", "score grow"))
    for ply, seat, text in sent:
        await w.submit(made, seat, ply, text)
    seen = (await w.full(made, "watcher")).seen
    assert (seen.ply, seen.sealed, seen.public["chips"]) == (2, ["A"], {"A": 0, "B": 3})
    await w.ask(made, "B", lambda room, seat: room.resign(seat))
    given = await mine(w, made, "A")
    assert [(one.ply, one.text, bool(one.nonce)) for one in given.receipts] == [
        (0, "grow claim", True),
        (1, "score steal", False),
        (2, "score grow", False),
    ]
    arguments = await files(w, made, "A", tmp_path)
    (tmp_path / "receipts.json").write_bytes(msgspec.json.encode(given))
    assert checker.main(arguments) == 0
    assert "score steal" not in (tmp_path / "match.dm").read_text()


async def test_nobody_else_gets_a_receipt_and_nobody_an_opening_before_the_end(w: World, client: httpx.AsyncClient) -> None:
    made = await begin(w)
    readers = [await w.reader(made, role) for role in ("A", "B", "host", "watcher")]
    accepted = await w.submit(made, "A", 1, "bid 0")
    first = entries.unsealed(msgspec.convert(entries.decode(w.store.matches[made.id][0]), entries.Made), made.id, VAULT)
    opens = receipt_nonce(bytes.fromhex(first.receipts), made.id, 1, Seat.A)
    assert accepted.receipt == checker.receipt_of(made.id, 1, "A", opens, "bid 0")
    links = (f"seats/{made.seats['A']}", f"seats/{made.seats['B']}", f"matches/{made.id}", f"hosts/{made.host}")

    async def everything() -> list[str]:
        asked = [f"/api/{link}{tail}" for link in links for tail in ("", "/receipts", "/dealing", "/record", "/look?ply=1")]
        return [(await client.get(url)).text for url in asked]

    told = await everything()
    assert sum(accepted.receipt in text for text in told) == 1  # for A alone
    for text in (*told, *(frame.decode() for reader in readers for frame in reader.frames)):
        assert opens not in text
        assert first.receipts not in text
    for role in ("host", "watcher"):
        with pytest.raises(Problem, match="only a player"):
            await mine(w, made, role)
    # B resigns: the bid of A stays sealed for ever, and so does its receipt
    await w.ask(made, "B", lambda room, role: room.resign(role))
    for text in await everything():
        assert opens not in text
        assert first.receipts not in text
    (left,) = (await mine(w, made, "A")).receipts
    assert (left.ply, left.receipt, left.nonce) == (1, accepted.receipt, "")
    assert (await w.ask(made, "B", lambda room, role: room.dealing(role))).openings == []


async def test_where_the_record_is_not_published_a_seat_opens_its_own_receipts_and_no_other(w: World) -> None:
    made = await begin(w, settings={"publish": False})
    for seat in ("A", "B"):
        await w.submit(made, seat, 1, "bid 0")
    await w.ask(made, "A", lambda room, role: room.resign(role))
    for seat in ("A", "B"):
        with pytest.raises(Problem, match="does not publish"):
            await w.ask(made, seat, lambda room, role: room.dealing(role))
        (one,) = (await mine(w, made, seat)).receipts
        assert checker.receipt_of(made.id, 1, seat, one.nonce, "bid 0") == one.receipt
    openings = (await w.ask(made, "host", lambda room, role: room.dealing(role))).openings
    assert [(one.event, one.ply, one.seat) for one in openings] == [(2, 1, "A"), (3, 1, "B")]


# --- Who gets the record, and what the deals were made from


async def test_a_record_that_holds_lasting_secrets_is_for_the_host_alone_unless_the_table_says_otherwise() -> None:
    def find(name: str) -> Variant:
        return replace(toy.find(name), discreet=True)

    w = await new_world(find=find)
    silent, open_ = await w.match(TOY), await w.match(TOY, settings={"publish": True})
    for made in (silent, open_):
        assert (await w.full(made, "A")).table.settings["publish"] is (made is open_)
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        for role in ("A", "B", "watcher", "host"):
            for look in ("record", "dealing"):
                asked = w.ask(made, role, lambda room, r, look=look: getattr(room, look)(r))  # type: ignore[misc]
                if made is open_ or role == "host":
                    assert await asked
                else:
                    with pytest.raises(Problem, match="does not publish"):
                        await asked
    await kill(w.lobby)
