"""Two matches that differ in one secret send the same to everybody, byte for byte: messages, titles, files, names, ids of buttons, logs.

The secret is a sealed submission; in a variant without joint decisions a move that is half put together. Both worlds get the same deals.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from deathmatch_discord import forms
from deathmatch_discord.client import Client
from deathmatch_discord.duels import Duel
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import Player, acts, begun, front_end, parts
from tests.leaks.pairs import Fixed, Pair, pairs
from tests.leaks.test_wire import VARIANTS
from tests.server.kit import run, serving

JOINT = {variant.id for variant in VARIANTS}
BY_DAY = ("even-groups/standard",)
ALL = [variant.id for variant in games.unled()]
TRIES = 6  # to put together another secret


def pair_of(name: str) -> Pair:
    """A pair of this variant; without joint decisions only its start."""
    variant = games.find(name)
    if name in JOINT:
        return next(iter(pairs(variant, 1, "discord")))
    return Pair(variant, {}, bytes(range(32)), (), Seat.A, 0, ("", ""), ("", ""))


def evened(text: str, seen: dict[str, str]) -> str:
    """A text with Discord's numbers and the ids of matches in the order in which they came up."""
    text = re.sub(r'"nonce": "?\d+"?', "", text)  # of discord.py, random
    text = re.sub(r"<t:\d+:R>", "<t:END:R>", text)  # one world runs after the other; tests/leaks compare the spectators' clocks themselves
    return re.sub(r"\b1\d{3}\b", lambda found: seen.setdefault(found[0], f"#{len(seen)}"), text)


async def shown(client: Client, duel: Duel) -> None:
    """Wait until the thread shows the match as it is, so that both worlds show every change."""
    full = await client.api.get(f"/api/matches/{duel.match}?pictures=light")
    with speaking(duel.language):
        digest = forms.table(full, duel.match, duel.names).digest()
    wanted = digest, full["seen"]["ply"]
    while (now := client.duels.find(duel.match)) is None or (now.shown, now.asked) != wanted:  # noqa: ASYNC110 - a file tells nobody
        await asyncio.sleep(0.01)


async def world(server: str, folder: Path, pair: Pair, seed: int, caplog: pytest.LogCaptureFixture) -> tuple[str, list[Any]]:
    """What one seat hides, and all that everybody else gets."""
    caplog.clear()
    async with StandIn().open() as house, front_end(server, folder) as client:
        options = " ".join(f"{key}={value}" for key, value in pair.given.items())
        ann, bob, board = await begun(house, pair.variant.id, options=options)
        (duel,) = client.duels.all()
        for actor, text in pair.moves:
            path = f"/api/seats/{duel.keys[actor == 'B']}"
            ply = (await client.api.get(f"{path}?pictures=none"))["seen"]["ply"]
            await client.api.post(f"{path}/submit", {"ply": ply, "text": text})
            await shown(client, duel)
        await shown(client, duel)
        pending = (await client.api.get(f"/api/matches/{duel.match}?pictures=none"))["seen"]["public"]["pending"]
        hider, other = (ann, bob) if (pair.seat.value if len(pending) > 1 else pending[0]) == "A" else (bob, ann)
        await hider.open(board)
        hidden = await hide(hider, Random(seed), submit=pair.variant.id in JOINT)
        await shown(client, duel)
        await other.open(board)
        seen = {duel.match: "MATCH"}
        out: list[Any] = [
            (sent.what, evened(sent.place, seen), evened(sent.body.replace(duel.match, "MATCH"), seen), sent.files) for sent in house.public
        ]
        out.append((other.message["content"], house.files[other.message["id"]], [part.get("label") for part in parts(other.message)]))
        out += [
            record.getMessage().replace(duel.match, "MATCH")
            for record in caplog.records
            if "discord" in record.name and "voice" not in record.msg
        ]
        everything = repr(out)
        assert not any(key in everything for key in duel.keys)
        assert not house.refused
        assert len(house.public) >= 4
        return hidden, out


async def hide(player: Player, chance: Random, *, submit: bool) -> str:
    """Put a move together, one choice at random after the other, and submit it if wanted; gives the words of it."""
    while True:
        if "send" in acts(player.message):
            words = str(player.message["content"])
            if submit:
                await player.press(player.message, "send")
            return words
        await player.step(chance)
        if not submit:
            return str(player.message["content"])


@pytest.mark.parametrize("name", [*BY_DAY, *(pytest.param(name, marks=pytest.mark.nightly) for name in ALL if name not in BY_DAY)])
def test_two_matches_that_differ_in_one_secret_send_the_same_to_everybody(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    pair, found = pair_of(name), list[tuple[str, list[Any]]]()
    for seed in range(TRIES):
        folder = tmp_path / str(seed)
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        with serving(folder / "server", warm=False) as server:

            async def test(server: str = server, folder: Path = folder, seed: int = seed) -> None:
                found.append(await world(server, folder / "discord", pair, seed, caplog))

            run(test(), 120)
        if found[-1][0] != found[0][0]:
            break
    assert found[-1][0] != found[0][0], "the worlds do not differ"
    for one, other in zip(found[0][1], found[-1][1], strict=True):
        assert one == other
