"""A server that is killed in full run loses nothing that it has acknowledged or shown to anybody, and goes on from there.

Every variant is played, by people and by a bot, with deals of the dealer and of a host, with chat and private notes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from deathmatch import games
from deathmatch.match.position import RESIGN
from deathmatch.match.record import read
from tests.hooks.receiver import Receiver, receiving
from tests.load.players import LONG_S, Host, Table, asking, new_table

VARIANTS = [variant.id for variant in games.every() if not variant.hosted]
DEALT = [variant.id for variant in games.every() if variant.deals]
BY_DAY = ["tile-joust/final", "letter-hunt/gambit", "guidance-rite/guardians"]
KILLS, ENOUGH = 30, 80  # of one part, and about how many submissions are acknowledged before each
BOT = "random"
BOT_KILLS = 10  # in two of so many, one after the other, a bot plays too: each time it takes seconds to get ready
SPARE_MS = 600_000  # of a clock of LONG_S; no test takes as long as this


@contextlib.contextmanager
def server(folder: Path, **limits: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, with these limits; killed at the end, if it still lives."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.load.server", str(folder), "0", json.dumps(limits)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://([^/]+)/", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@dataclass
class Count:
    """What has been tried."""

    kills: int = 0
    acknowledged: int = 0
    joint: int = 0
    by_bots: int = 0
    by_host: int = 0
    shown: int = 0
    matches: int = 0
    over: int = 0
    variants: set[str] = field(default_factory=set)

    def add(self, table: Table) -> None:
        """All that a table leaves to be checked."""
        self.matches += 1
        self.over += table.over
        for seat in table.seats.values():
            self.acknowledged += len(seat.acknowledged)
            self.joint += seat.joint
            if seat.acknowledged:
                self.variants.add(table.variant)
        self.shown += sum(len(link.log) + len(link.chat) for link in table.links.values())
        host = table.links["host"]
        self.by_host += host.dealt if isinstance(host, Host) else 0


@dataclass
class Storm:
    """Tables on a server that is killed again and again.

    Attributes:
        chance: decides when it is killed.
        tables: those that go on.
        wanted: variant, and whether a host deals, of the tables that people play at.
        receiver: gets the webhooks of all tables.
        over: those whose match has ended.
    """

    chance: random.Random
    wanted: list[tuple[str, bool]]
    receiver: Receiver
    tables: list[Table] = field(default_factory=list)
    over: list[Table] = field(default_factory=list)
    _made: int = 0

    async def set_up(self, client: httpx.AsyncClient, variant: str, bot: str = "", by_hand: bool = False) -> Table:
        self._made += 1
        table = await new_table(client, variant, self._made, bot=bot, by_hand=by_hand, webhook=self.receiver.address())
        table.made |= {"by_hand": by_hand, "bot": bot}
        self.tables.append(table)
        return table

    async def have_people(self, address: str) -> None:
        """Set up the tables that are missing: the server may have been killed between the end of a match and the next one."""
        missing = Counter(self.wanted) - Counter((table.variant, table.made["by_hand"]) for table in self.tables if not table.made["bot"])
        async with asking(address) as client:
            for variant, by_hand in missing.elements():
                await self.set_up(client, variant, by_hand=by_hand)

    async def have_bots(self, address: str, number: int, variant: str, bot: str) -> None:
        """A bot plays at the first two kills of a series."""
        async with asking(address) as client:
            if number == 0:
                await self.set_up(client, variant, bot)
            for table in self.tables if number == 2 else []:
                if table.made["bot"] and not table.over:
                    (await client.post(f"/api/seats/{table.made['seats']['A']}/resign")).raise_for_status()

    def has_bot(self) -> bool:
        return any(table.made["bot"] for table in self.tables)

    def acknowledged(self) -> int:
        return sum(len(seat.acknowledged) for table in (*self.tables, *self.over) for seat in table.seats.values())

    async def keep_playing(self, client: httpx.AsyncClient, address: str, table: Table) -> None:
        """Play this table, and another one of the kind once it is over, until the server ends."""
        await table.play()
        while table.over:
            self.tables.remove(table)
            self.over.append(table)
            if table.made["bot"]:
                return
            with contextlib.suppress(httpx.HTTPError, WebSocketException, OSError):
                table = await self.set_up(client, table.variant, by_hand=table.made["by_hand"])
                await table.open(address)
                await table.play()
                continue
            return

    def by_bots(self) -> int:
        """How many moves of bots have been shown."""
        beats = [beat for table in (*self.tables, *self.over) if table.made["bot"] for beat in table.links["watcher"].log]
        return sum(notation.startswith("B ") for _, notation, _ in beats)

    async def blow(self, process: subprocess.Popen[str], address: str, enough: int, bot_first: bool) -> None:
        """Everybody submits as fast as answers come, until so many are acknowledged; then the server is killed with whatever is under way.

        With `bot_first` it is also one move of a bot at least.
        """
        before, moves = self.acknowledged(), self.by_bots()
        async with asking(address) as client:
            tasks = [asyncio.create_task(self.keep_playing(client, address, table)) for table in self.tables]
            tasks += [asyncio.create_task(table.take_notes(client)) for table in self.tables[:1]]
            while self.acknowledged() - before < enough or (bot_first and self.has_bot() and self.by_bots() == moves):
                _ = [task.result() for task in tasks if task.done()]  # one that has failed raises
                await asyncio.sleep(0.001)
            process.kill()
            await asyncio.gather(*tasks)

    async def check(self, address: str, tables: list[Table]) -> None:
        """Everything that was acknowledged is there. Opening the links again has checked that everything is there that was shown."""
        async with asking(address) as client:
            for table in tables:
                await check(client, table)


async def check(client: httpx.AsyncClient, table: Table) -> None:
    fulls: dict[str, Any] = {}
    for letter, seat in table.seats.items():
        fulls[letter] = full = (await client.get(f"/api/seats/{seat.path[3:]}", params={"pictures": "none"})).json()
        seen = full["seen"]
        given = (await client.get(f"/api/seats/{seat.path[3:]}/receipts")).json()["receipts"]
        kept = {one["ply"]: (one["text"], one["receipt"]) for one in given}
        assert len(kept) == len(given), f"{table.variant}: two submissions to one question"
        expected = {ply: (text, seat.receipts[ply]) for ply, text in seat.acknowledged.items()}
        assert expected.items() <= kept.items(), f"{table.variant}: {letter} was told {expected}, but the server has {kept}"
        if seen["ply"] in seat.acknowledged and not seen["public"]["over"]:
            assert seen["private"]["submitted"] == seat.acknowledged[seen["ply"]]
            assert letter in seen["sealed"]
        clock = seen["clocks"][letter]
        assert not clock["running"] or clock["left"] > LONG_S * 1000 - SPARE_MS, f"{table.variant}: {letter} has {clock['left']} ms left"
    assert len({(full["version"], full["seen"]["ply"]) for full in fulls.values()}) == 1
    assert fulls["A"]["notes"] in table.note
    table.note = (fulls["A"]["notes"], fulls["A"]["notes"])
    if fulls["A"]["seen"]["public"]["over"]:
        record = read((await client.get(f"/api/matches/{table.made['id']}/record")).raise_for_status().text, games.find)
        last = fulls["A"]["seen"]["ply"] - (record.entries[-1].text == RESIGN)  # a resignation voids what waits sealed
        for letter, seat in table.seats.items():
            recorded = [entry.text for entry in record.entries if entry.actor == letter]
            missing = _missing([seat.acknowledged[ply] for ply in sorted(seat.acknowledged) if ply < last], recorded)
            assert not missing, f"{table.variant}: {letter} was told {missing}, and the record is {recorded}"


async def told_everything(receiver: Receiver, address: str, tables: list[Table]) -> None:
    """The receiver has got each version of each table, in order and without a gap, and the same one only with the same body."""
    async with asking(address) as client:
        versions = {
            table.made["webhook"]["id"]: (await client.get(f"/api/matches/{table.made['id']}", params={"pictures": "none"})).json()[
                "version"
            ]
            for table in tables
        }
    bodies: dict[str, dict[int, bytes]] = {name: {} for name in versions}
    seen = 0
    while any(len(bodies[name]) < version for name, version in versions.items()):
        await asyncio.sleep(0.01)
        for got in receiver.got[seen:]:
            seen += 1
            if (known := bodies.get(got.json["webhook"])) is not None:
                number = got.json["number"]
                assert number in (len(known), len(known) + 1), f"{number} after {len(known)}"
                assert known.setdefault(number, got.body) == got.body


def _missing(texts: list[str], recorded: list[str]) -> list[str]:
    """The texts that are not in the record in this order; those that the server took without saying so may stand between them."""
    rest = iter(recorded)
    return [text for text in texts if text not in rest]


@contextlib.asynccontextmanager
async def opened(storm: Storm, address: str, tables: list[Table]) -> AsyncIterator[None]:
    for table in tables:
        await table.open(address)
    try:
        yield
    finally:
        for table in tables:
            table.close()


async def kills(folder: Path, count: int, variants: list[str], by_hand: str, enough: int, bot: str = "", seed: int = 0) -> Count:
    """Kill a server so often, each time after about so many acknowledgements, and check everything after each start."""
    wanted = [*((variant, False) for variant in variants), (by_hand, True)]
    ended = 0
    with receiving() as receiver:
        storm = Storm(random.Random(seed), wanted, receiver)
        for number in range(count):
            with server(folder) as (process, address):
                await storm.check(address, [*storm.tables, *storm.over[ended:]])
                await storm.have_people(address)
                if bot:
                    await storm.have_bots(address, number % BOT_KILLS, variants[(seed + number // BOT_KILLS) % len(variants)], bot)
                async with opened(storm, address, storm.over[ended:]):
                    ended = len(storm.over)
                async with opened(storm, address, list(storm.tables)):
                    some = storm.chance.randrange(enough // 2, enough * 3 // 2)
                    await storm.blow(process, address, some, bot_first=bool(bot) and number % BOT_KILLS < 2)
                for table in storm.tables:
                    table.close()
        with server(folder) as (_, address):
            tables = [*storm.tables, *storm.over]
            await storm.check(address, tables)
            async with opened(storm, address, tables):
                pass
            await told_everything(receiver, address, tables)
    found = Count(kills=count, by_bots=storm.by_bots())
    for table in tables:
        found.add(table)
    return found


@pytest.mark.usefixtures("stored")
async def test_a_server_killed_under_load_loses_nothing_acknowledged(tmp_path: Path) -> None:
    found = await kills(tmp_path, 1, BY_DAY, "tile-joust/gauntlet", 60)
    assert found.acknowledged >= 60
    assert found.variants == {*BY_DAY, "tile-joust/gauntlet"}
    assert found.joint
    assert found.by_host


@pytest.mark.nightly
@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("part", range(10))
async def test_a_server_killed_again_and_again_loses_nothing_acknowledged(part: int, tmp_path: Path) -> None:
    """300 kills in all; the parts run beside each other."""
    started = time.monotonic()
    found = await kills(tmp_path, KILLS, VARIANTS, DEALT[part % len(DEALT)], ENOUGH, BOT, part)
    print(f"{found} in {time.monotonic() - started:.0f} s")  # noqa: T201 - a figure, shown with pytest -s
    assert found.acknowledged >= KILLS * ENOUGH // 2
    assert found.variants == set(VARIANTS)
    assert min(found.joint, found.over) > 20
    assert found.by_bots >= KILLS // BOT_KILLS
    assert found.by_host
