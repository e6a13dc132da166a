"""The prize and the story of a match: the host's lines on the winner and the loser (sentence 16 of the host's list)."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from deathmatch import games
from deathmatch.core import seats
from deathmatch.core.optional import Aid
from deathmatch.match.reel import Reel
from deathmatch.server.replays.film import film
from deathmatch.server.wire import messages
from deathmatch.server.wire.problems import Problem
from tests.hooks.receiver import receiving
from tests.hooks.test_delivering import new_match, sit
from tests.server.kit import serving, world

PRIZE, LOSS = "is awarded the Book of {Thoth}", "sinks into the sands!"


async def test_the_end_names_prize_and_loss_on_every_page_in_the_api_and_in_the_record() -> None:
    async with world() as w:
        made = await w.match("five-card-trick/setna", settings={"prize": PRIZE, "loss": f" {LOSS} "})
        assert (await w.full(made, "watcher")).table.settings["loss"] == LOSS
        assert not (await w.full(made, "A")).seen.ending
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        for role in ("A", "B", "host", "watcher"):
            ending = (await w.full(made, role)).seen.ending
            assert ending.endswith(f" Bob {PRIZE}. Ann {LOSS}")
        text = await w.within(await w.link(made, "host"), lambda room: room.record("host"))
        assert f"\ntag prize {PRIZE}\ntag loss {LOSS}\n" in text
        shown = film(Reel.of(text, games.find), seats.PUBLIC, Aid.LOG, whole=False)
        assert shown.ending == ending


async def test_where_nobody_wins_nobody_gets_a_prize() -> None:
    async with world() as w:
        made = await w.match("five-card-trick/setna", settings={"prize": PRIZE, "loss": LOSS})
        await w.lobby.act(await w.link(made, "host"), messages.Rule("void", "a storm"))
        assert (await w.full(made, "A")).seen.ending == "The host declared the match void."


async def test_a_line_that_is_too_long_is_refused() -> None:
    async with world() as w:
        with pytest.raises(Problem, match="prize can have 120 letters"):
            await w.match("five-card-trick/setna", settings={"prize": "x" * 121})


def test_the_last_message_of_a_webhook_names_the_prize(tmp_path: Path) -> None:
    with (
        receiving() as receiver,
        serving(tmp_path, webhook_networks=("127.0.0.0/8",)) as address,
        httpx.Client(base_url=f"http://{address}") as client,
    ):
        made = new_match(client, receiver, settings={"prize": PRIZE})
        sit(client, made)
        client.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 0, "text": "resign"}).raise_for_status()
        got = receiver.wait(lambda got: bool(got) and got[-1].json.get("seen", {}).get("ending", ""))
        assert got[-1].json["seen"]["ending"] == f"Ann resigned. Bob {PRIZE}."
