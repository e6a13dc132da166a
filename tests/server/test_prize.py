"""The prize and the story of a match: the host's lines on the winner and the loser (sentence 16 of the host's list)."""

from __future__ import annotations

from deathmatch import games
from deathmatch.core import seats
from deathmatch.core.optional import Aid
from deathmatch.match.reel import Reel
from deathmatch.server.replays.orders import film
from tests.server.kit import world

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
