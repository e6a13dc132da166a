"""Who gets the record, and what the deals were made from."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from deathmatch.core.game import Variant
from deathmatch.server.problems import Problem
from tests import toy
from tests.server.kit import TOY, kill, new_world, run, world


def test_record_and_dealing_are_given_out_after_the_end_where_the_table_says_so() -> None:
    async def test() -> None:
        async with world() as w:
            made = await w.match(TOY, settings={"publish": True})
            secret = await w.match(TOY, settings={"publish": False})
            for one in (made, secret):
                for role in ("A", "watcher"):
                    with pytest.raises(Problem, match="once the match is over"):
                        await w.ask(one, role, lambda room, r: room.record(r))
                    with pytest.raises(Problem, match="once the match is over"):
                        await w.ask(one, role, lambda room, r: room.dealing(r))
                    with pytest.raises(Problem, match="once the match is over"):
                        await w.ask(one, role, lambda room, r: room.look(r, 0))
                await w.ask(one, "A", lambda room, seat: room.resign(seat))
            assert "deal cards" in await w.ask(made, "watcher", lambda room, r: room.record(r))
            dealing = await w.ask(made, "watcher", lambda room, r: room.dealing(r))
            assert sha256(bytes.fromhex(dealing.seed)).hexdigest() == made.commitment == dealing.commitment
            with pytest.raises(Problem, match="does not publish"):
                await w.ask(secret, "watcher", lambda room, r: room.record(r))

    run(test())


def test_a_record_that_holds_lasting_secrets_is_for_the_host_alone_unless_the_table_says_otherwise() -> None:
    def find(name: str) -> Variant:
        return replace(toy.find(name), discreet=True)

    async def test() -> None:
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
        await kill(w.house)

    run(test())
