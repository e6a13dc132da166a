"""Who gets the record, and what the deals were made from."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import msgspec
import pytest

from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import Dealer
from deathmatch.match.position import DEAL, Position
from deathmatch.match.record import Entry, Record, read
from deathmatch.match.replay import positions
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests import toy
from tests.server.kit import TOY, World, kill, new_world


async def test_record_and_dealing_are_given_out_after_the_end_where_the_table_says_so(w: World) -> None:
    made = await w.match(TOY, settings={"publish": True})
    secret = await w.match(TOY, settings={"publish": False})
    for one in (made, secret):
        for role in ("A", "watcher"):
            with pytest.raises(Problem, match="once the match is over"):
                await w.ask(one, role, lambda room, r: room.record(r))
            with pytest.raises(Problem, match="once the match is over"):
                await w.ask(one, role, lambda room, r: room.dealing(r))
            with pytest.raises(Problem, match="once the match is over"):
                await w.ask(one, role, lambda room, r: room.position(r, 0))
        await w.ask(one, "A", lambda room, seat: room.resign(seat))
    assert "deal cards" in await w.ask(made, "watcher", lambda room, r: room.record(r))
    dealing = await w.ask(made, "watcher", lambda room, r: room.dealing(r))
    assert sha256(bytes.fromhex(dealing.seed)).hexdigest() == made.commitment == dealing.commitment
    with pytest.raises(Problem, match="does not publish"):
        await w.ask(secret, "watcher", lambda room, r: room.record(r))


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


async def test_whoever_creates_first_and_sits_down_then_can_prove_every_deal(w: World) -> None:
    nonces = {"A": "a1" * 16, "B": "b2" * 16}

    def pairs(record: Record) -> list[tuple[Entry, Position]]:
        return list(zip(record.entries, positions(record), strict=False))

    body = {"variant": TOY, "seats": {"A": "me", "B": "friend"}, "settings": {"publish": True}}
    made = await w.lobby.create(msgspec.convert(body, bodies.NewMatch))
    for seat, nonce in nonces.items():
        full = await w.full(made, seat)
        assert (full.table.state, full.table.commitment) == ("waiting", made.commitment)  # known before the nonce is sent
        await w.ask(made, seat, lambda room, role, nonce=nonce: room.sit(role, role, nonce))  # type: ignore[misc]
    for seat in nonces:
        await w.submit(made, seat, 1, "bid 0")
    await w.submit(made, "A", 2, "say cat")
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    dealing = await w.ask(made, "B", lambda room, r: room.dealing(r))
    record = read(await w.ask(made, "B", lambda room, r: room.record(r)), toy.find)
    assert sha256(bytes.fromhex(dealing.seed)).hexdigest() == made.commitment
    assert dealing.nonces == nonces
    dealer = Dealer(bytes.fromhex(dealing.seed), BySeat(bytes.fromhex(nonces["A"]), bytes.fromhex(nonces["B"])))
    deals = [(n, entry.text, before.pending) for n, (entry, before) in enumerate(pairs(record), 1) if entry.actor == DEAL]
    assert len(deals) == 2
    for number, text, pending in deals:
        assert isinstance(pending, Deals)
        assert text == pending.chance.write(pending.chance.sample(dealer.source(number)))


async def test_a_nonce_that_would_be_lost_is_refused(w: World) -> None:
    with pytest.raises(Problem, match="a nonce needs the name"):
        await w.match(TOY, name="", nonce="a1" * 16)
    assert w.store.matches == {}
