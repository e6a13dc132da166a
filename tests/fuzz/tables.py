"""The tables of a server that is fuzzed: those that everything wrong is sent to, and the real matches beside them.

A fuzzed table has two players too, who go on when they are told to, so that wrong moves meet every question of a match. A real match is
played by people whose links nobody else knows; afterwards a separate referee plays the same moves, and its record must be the server's.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import msgspec
from msgspec import inspect

from deathmatch import games
from deathmatch.core.seats import BySeat, Seat
from deathmatch.match.dealer import Dealer
from deathmatch.match.position import RESIGN
from deathmatch.match.record import read
from tests.live import LiveMatch
from tests.load.players import Table, new_table
from tests.match.test_fuzz import walk

WORD = re.compile(rb"[A-Za-z0-9_-]{16,}")
NONCE = "5ec2e75ec2e75ec2e75ec2e7%08x"
MARKABLE = re.compile(r'data-slot="([^"]+)" data-markable')


@dataclass
class Secrets:
    """What may be shown only to those who send one of the right links.

    Attributes:
        owners: secret -> the links whose holders may read it.
        numbers: long words of hexadecimal digits that were shown to somebody; a seed must not be among them.
    """

    owners: dict[bytes, frozenset[bytes]] = field(default_factory=dict)
    numbers: set[bytes] = field(default_factory=set)

    def add(self, secret: str, *links: str) -> None:
        """A secret, and the links whose holders may read it."""
        assert WORD.fullmatch(secret.encode()), secret
        self.owners[secret.encode()] = frozenset(link.encode() for link in links)

    def told(self, answer: bytes, asked: bytes) -> Iterator[str]:
        """The secrets in an answer that those who asked may not read; `asked` is everything that they sent."""
        for word in WORD.findall(answer):
            if len(word) == 64:
                self.numbers.add(word)
            found = [word] if word in self.owners else [] if len(word) < 40 else [one for one in self.owners if one in word]
            for secret in found:
                if not any(link in asked for link in self.owners[secret]):
                    yield secret.decode()


@dataclass
class Fuzzed:
    """A table that everything wrong is sent to.

    Attributes:
        table: with two players who wait to be told.
        links: role -> path of the page, such as `/s/TOKEN`.
        kind: of the table (`fuzzed`).
        sent: how much has been sent to it.
    """

    table: Table
    links: dict[str, str]
    kind: str
    sent: int = 0

    @property
    def ply(self) -> int:
        """The question that its watchers saw last."""
        return max(0, *(link.ply for link in self.table.links.values()))

    def texts(self) -> list[str]:
        """Moves that were right at some time."""
        ready = [seat.ready[1] for seat in self.table.seats.values() if seat.ready is not None]
        return [*(text for seat in self.table.seats.values() for text in seat.acknowledged.values()), *ready]


async def fuzzed(client: httpx.AsyncClient, address: str, variant: str, number: int, kind: str, secrets: Secrets) -> Fuzzed:
    """A table of one kind: `play`, `late` for watchers, dealt by `hand`, `over`, or `waiting` for a player."""
    onlookers = {"onlookers": 2} if any(option.key == "onlookers" for option in games.find(variant).options) else {}
    more: dict[str, Any] = {"delay": 3} if kind == "late" else {"kibitz": True}
    table = await new_table(client, variant, number, by_hand=kind == "hand", sit=kind != "waiting", more=onlookers, settings=more)
    made = table.made
    links = {seat: f"/s/{token}" for seat, token in made["seats"].items()} | {
        "host": f"/h/{made['host']}",
        "watcher": f"/w/{made['watch']}",
    }
    links |= {role: f"/w/{token}" for role, token in made["onlookers"].items()}
    secrets.add(made["host"], made["host"])
    for token in made["onlookers"].values():
        secrets.add(token, token, made["host"])
    for seat, token in made["seats"].items():
        secrets.add(token, token)
        if kind != "waiting":
            planted = [f"planted-{place}-{number}-{seat}" for place in ("note", "mark")]
            for secret in planted:
                secrets.add(secret, token)
            svg = (await client.get(f"/api/seats/{token}")).json()["svg"]
            (await client.post(f"/api/seats/{token}/note", json={"text": planted[0]})).raise_for_status()
            for slot in MARKABLE.findall(svg)[:1]:
                (await client.post(f"/api/seats/{token}/mark", json={"slot": slot, "text": planted[1]})).raise_for_status()
    for one in table.seats.values():
        one.held = True
    if kind == "over":
        (await client.post(f"/api/seats/{made['seats']['A']}/resign")).raise_for_status()
    elif kind != "waiting":
        await table.open(address)
    return Fuzzed(table, links, kind)


@dataclass
class Real:
    """Real matches of some variants, one after the other.

    Attributes:
        table: the match that goes on.
        played: how many have been compared.
        moves: how many moves were made in them.
    """

    address: str
    variants: list[str]
    secrets: Secrets
    table: Table | None = None
    played: int = 0
    moves: int = 0

    async def begin(self, client: httpx.AsyncClient) -> None:
        """Set up the next one, with secrets of every kind."""
        number = 1_000_000 + self.played
        variant = self.variants[self.played % len(self.variants)]
        nonces = {seat: NONCE % (number * 2 + place) for place, seat in enumerate("AB")}
        self.table = table = await new_table(client, variant, number, nonces=nonces, settings={"kibitz": False, "publish": False})
        for seat, token in table.made["seats"].items():
            self.secrets.add(token, token)
            self.secrets.add(nonces[seat], token)
            self.secrets.add(f"planted-note-{number}-{seat}", token)
            (await client.post(f"/api/seats/{token}/note", json={"text": f"planted-note-{number}-{seat}"})).raise_for_status()
        self.secrets.add(table.made["host"], table.made["host"])
        for one in table.seats.values():
            one.held = True
        await table.open(self.address)

    async def end(self, client: httpx.AsyncClient) -> None:
        """Compare the match with what a separate referee says of the same moves."""
        table = self.table
        assert table is not None
        if not table.over:
            (await client.post(f"/api/seats/{table.made['seats']['A']}/resign")).raise_for_status()
        table.close()
        at = f"/api/hosts/{table.made['host']}"  # nobody else may have the record
        text = (await client.get(f"{at}/record")).raise_for_status().text
        dealing = (await client.get(f"{at}/dealing")).raise_for_status().json()
        assert dealing["seed"].encode() not in self.secrets.numbers, "the seed was shown to somebody"
        record = [entry.plain for entry in read(text, games.find).entries]
        assert judged(table, text, dealing) == record, table.variant
        self.played += 1
        self.moves += len(record)


def judged(table: Table, text: str, dealing: Any) -> list[str]:
    """The events of the match as a separate referee says, from the moves that the players were told are in, and from seed and nonces."""
    record = read(text, games.find)
    nonces = BySeat(*(bytes.fromhex(dealing["nonces"][seat]) for seat in "AB"))
    live = LiveMatch(record.variant, record.header.given, names=BySeat("Ann", "Bob"), dealer=Dealer(bytes.fromhex(dealing["seed"]), nonces))
    live.start(0)
    made = {seat: dict(one.acknowledged) for seat, one in table.seats.items()}
    for entry in record.entries:
        if entry.actor in made:
            if entry.text == RESIGN:
                live.resign(Seat(entry.actor), 0)
            else:
                live.submit(Seat(entry.actor), made[entry.actor].pop(live.ply), live.ply, 0)
    left = {ply for moves in made.values() for ply in moves}
    assert left <= {live.ply - 1, live.ply}, f"acknowledged, but not in the record: {made}"  # sealed when A resigned
    return [entry.plain for entry in read(live.record(), games.find).entries]


def some(chance: random.Random, tables: list[Fuzzed]) -> tuple[Fuzzed, str, str]:
    """A table, a role and its link."""
    table = chance.choice(tables)
    role = chance.choice(list(table.links))
    return table, role, table.links[role]


# --- Valid bodies for every door, from the types that the application reads: a door that is new tomorrow gets bodies too


EYES = ("public", "A", "B", "onlooker-1", "nobody")
FEW = 4  # records of each variant


@cache
def record(variant: str, number: int) -> str:
    """A record of random legal play."""
    return walk(variant, f"a body {number}")


def body(kind: Any, chance: random.Random, variant: str, ply: int, texts: Sequence[str]) -> Any:
    """A value of this type that is right, more or less: `texts` are moves, `ply` is the question that is open."""
    text = chance.choice(list(texts)) if texts else "pass"
    hints: dict[str, Any] = {
        "variant": variant,
        "record": record(variant, chance.randrange(FEW)),
        "seats": {"A": chance.choice(("me", "friend")), "B": "friend"},
        "prefix": text.split(" ")[: chance.randrange(3)],
        "tokens": text.split(" ")[: chance.randrange(3)],
        "ply": ply,
        "event": chance.randrange(9),
        "eye": chance.choice(EYES),
        "theme": chance.choice(("light", "dark", "none")),
        "slot": chance.choice(("", "1", "a-1")),
        "nonce": chance.choice(("", "0" * 32)),
        "name": chance.choice(("", "Eve")),
        "word": "CAT",
        "link": "http://here/s/x",
    }
    kind = inspect.type_info(kind)
    if isinstance(kind, inspect.StructType):
        fields = [field for field in kind.fields if field.required or not chance.randrange(3)]
        return {field.encode_name: hints.get(field.encode_name, text if field.required else _default(field)) for field in fields}
    return {"link": hints["link"], "text": text}


def _default(field: inspect.Field) -> Any:
    """The value of a field that is left out."""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(value)
