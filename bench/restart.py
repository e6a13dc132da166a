"""How soon a server with many running matches answers after its start, and that its clocks stand still until then.

The folder has 5,000 running matches of all variants, a few turns each; in one of a hundred a bot owes a submission. The server is
`deathmatch serve` in a process of its own, and each time is the median of several starts; one before them is not counted, because Python
compiles the program then. The seconds that Python needs for nothing and for the server's imports are given beside them.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

from bench.machine import each, note
from deathmatch import games
from deathmatch.bots import registry
from deathmatch.core.errors import Refusal
from deathmatch.core.options import lexicons
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
from deathmatch.server.rooms.setup import Setup, WordLists
from deathmatch.server.settings import Limits
from deathmatch.server.store.interface import Addition, NewLog
from deathmatch.server.store.sqlite import SqliteStore, store_file
from deathmatch.server.table import entries
from deathmatch.server.table.decide import Expire, decide
from deathmatch.server.table.roles import SERVER, Command, Now, Sender
from deathmatch.server.table.table import Table, apply, set_up
from deathmatch.server.web.app import open_vault
from deathmatch.server.wire.bodies import NewMatch, SitDown
from deathmatch.server.wire.messages import Submit

MATCHES = 5_000
STARTS = 5
TURNS = 4  # at most, that are played in a match before
BOTS = 100  # in one match of so many a bot owes a submission
MOMENT = 1_000  # of the server's own time, at which all of that happened
GOAL_S = 1.0
PROGRAM = str(Path(sys.executable).parent / "deathmatch")


@dataclass(frozen=True)
class Played:
    """A match in the folder, for a player who comes back.

    Attributes:
        token: of the link of seat A.
        ply, text: a legal answer to the question that is open; empty if seat A owes nothing.
    """

    token: str
    ply: int
    text: str


def measure(matches: int = MATCHES, starts: int = STARTS) -> dict[str, Any]:
    """Seconds from the start of the process to the first answers, and for how long the clocks had run by the first look at a table."""
    with tempfile.TemporaryDirectory() as folder:
        note(f"  {matches} matches are being set up")
        played = asyncio.run(fill(Path(folder), matches))
        asked = [one for one in played if one.text]
        surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        _, *runs = [
            _start(Path(folder), asked[number], surroundings) for number in each(range(starts + 1), lambda number: f"start {number}")
        ]
        nothing, imports = [
            _median([sys.executable, "-c", program], starts, surroundings) for program in ("pass", "import deathmatch.server.running")
        ]
    figures = {name: round(median(run[name] for run in runs), 3) for name in runs[0]}
    return {
        "matches": matches,
        "starts": starts,
        "goal_seconds": GOAL_S,
        **figures,
        "quickest_table_seconds": round(min(run["table_seconds"] for run in runs), 3),
        "slowest_table_seconds": round(max(run["table_seconds"] for run in runs), 3),
        "bare_python_seconds": nothing,
        "imports_seconds": imports,
    }


def _start(folder: Path, player: Played, surroundings: Mapping[str, str]) -> dict[str, float]:
    """One start: a page, a table, a move, and for how long the clock had run when the table was first shown."""
    before = asyncio.run(_last_beat(folder))
    began = time.perf_counter()
    times: dict[str, float] = {}

    def reached(name: str) -> None:
        times[f"{name}_seconds"] = time.perf_counter() - began
        times[f"{name}_cpu_seconds"] = _cpu(process.pid)

    command = [PROGRAM, "serve", "--port", "0", "--no-warm", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings)
    assert process.stdout is not None
    try:
        where = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert where is not None, "the server did not start"
        reached("said")
        client = HTTPConnection("127.0.0.1", int(where[1]), timeout=60)
        _ask(client, "GET", "/")
        reached("page")
        shown = json.loads(_ask(client, "GET", f"/api/seats/{player.token}?pictures=none"))
        reached("table")
        _ask(client, "POST", f"/api/seats/{player.token}/submit", {"ply": player.ply, "text": player.text})
        reached("move")
        return {**times, "clock_ran_seconds": (shown["now"] - before) / 1000}
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


async def _last_beat(folder: Path) -> int:
    """Where the clocks stand."""
    store = SqliteStore(store_file(folder))
    try:
        return await store.last_beat()
    finally:
        await store.close()


def _cpu(pid: int) -> float:
    """Seconds of processor time that a process has used; on a busy machine they say more than the seconds on the wall."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _ask(client: HTTPConnection, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
    headers = {} if body is None else {"Content-Type": "application/json"}
    client.request(method, path, None if body is None else json.dumps(body), headers)
    answer = client.getresponse()
    read = answer.read()
    assert answer.status == 200, (path, answer.status, read[:200])
    return read


def _median(command: Sequence[str], runs: int, surroundings: Mapping[str, str]) -> float:
    def seconds() -> float:
        began = time.perf_counter()
        subprocess.run(command, check=True, env=surroundings)
        return time.perf_counter() - began

    return round(median(seconds() for _ in range(runs)), 3)


async def fill(folder: Path, matches: int) -> list[Played]:
    """Put so many running matches of all variants into a folder; the clocks stand where the last turn left them."""
    variants, lists = list(games.unled()), WordLists(Lexicons(folder / FOLDER, shipped(games.every())))
    store = SqliteStore(store_file(folder))
    played: list[Played] = []
    try:
        vault = await open_vault(folder, store)
        setup = Setup(games.find, registry.names, lists, vault)
        for number in range(matches):
            variant = variants[number % len(variants)]
            bot = f"bot:{registry.names(variant, None)[0]}" if number % BOTS == 0 else "friend"
            new = await setup.new_table(NewMatch(variant.id, {"A": "me", "B": bot}, name="Ann"), Now(MOMENT, 0))
            made, *rest = [entries.decode(body) for body in new.log.entries]
            assert isinstance(made, entries.Made)
            table = set_up(new.log.match, entries.unsealed(made, new.log.match, vault), games.find, lists.in_memory())
            for entry in rest:
                table = apply(table, entry)
            known, log = table.count, []
            for entry, after in _turns(table, number):
                log.append(entries.encode(entry))
                table = after
            await store.create(NewLog(new.log.match, new.log.keys, new.log.entries), MOMENT)
            await store.append(Addition(new.log.match, known, log, MOMENT, begun=True, due=table.due()))
            played.append(_player(table, new.made.seats["A"] or "", number))
    finally:
        await store.close()
    return played


def _turns(table: Table, number: int) -> Iterator[tuple[entries.Entry, Table]]:
    """The match begins, and up to `TURNS` turns are played; each entry, with the table after it."""
    source = HmacSource(b"restart", str(number))
    first: tuple[Command, Sender] = (Expire(), SERVER) if table.full else (SitDown("Bob"), Sender("B"))
    waiting = [first]
    for turn in range(number % (TURNS + 1) + 1):
        for command, sender in waiting:
            with suppress(Refusal):  # a random word that is not in the list: the seat thinks on
                for entry in decide(table, command, sender, Now(MOMENT, 0), Limits()):
                    table = apply(table, entry)
                    yield entry, table
        if turn == number % (TURNS + 1) or table.over:
            return
        match = table.started_match
        decisions = {seat: match.seen(seat, MOMENT).decision for seat in match.owing}
        waiting = [(Submit(match.ply, one.write(one.sample(source))), Sender(seat.value)) for seat, one in decisions.items() if one]


def _player(table: Table, token: str, number: int) -> Played:
    seen = table.started_match.seen(Seat.A, MOMENT)
    decision = seen.decision
    text = (
        ""
        if decision is None or table.made.bots or lexicons(table.variant.options, table.values)
        else decision.write(decision.sample(HmacSource(b"restart", f"{number} now")))
    )
    return Played(token, seen.ply, text)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
