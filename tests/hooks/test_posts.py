"""What a webhook sends of a match, and in which words: the posts of section 5 of the hosts' examination.

A message waits until something is decided: two messages a round at most, in every game. It has the deadline, the roles, the round and a way
to watch, and it calls those whom the host named and nobody else.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core.errors import Illegal
from deathmatch.match.dealer import HmacSource
from deathmatch.server.hooks import webhook
from tests.hooks.receiver import Got, Pigeon
from tests.hooks.test_delivering import payload
from tests.server.duels import line, set_up
from tests.server.kit import GAUNTLET, World, http, kill, world

ROLE = "<@&123456789012345678>"
STEPS: Sequence[tuple[str, str]] = (("auction", "group"), ("joust", "number"), ("joust", "round"))
ROUNDS: Mapping[str, Callable[[Any], object]] = {
    "five-card-trick/gauntlet": lambda public: public["round"],
    "even-groups/standard": lambda public: (public["moves"] + 1) // 2,
    "letter-hunt/colosseum": lambda public: (public["round"], public["decision"] if not public["round"] else ""),
    "tile-joust/final": lambda public: [public["set"], public["phase"], *[(public[part] or {}).get(key) for part, key in STEPS]],
    "guidance-rite/guardians": lambda public: [public["bout"], public["round"], public["first"], public["board"]],
}
"""What a round is, by what the books call so; a move of each player on a board."""


BY_DAY = ("five-card-trick/gauntlet", "even-groups/standard")  # sealed at once, and in turn


def posts(pigeon: Pigeon, part: str) -> list[dict[str, Any]]:
    """The messages to an address that ends so."""
    return [
        payload(Got(url, {name.lower(): text for name, text in headers.items()}, body))
        for _, url, headers, body in pigeon.sent
        if url.endswith(part)
    ]


async def hook(client: httpx.AsyncClient, host: str | None, name: str, **fields: Any) -> dict[str, Any]:
    body = {"address": f"https://receiver.example/{name}", "format": "discord", **fields}
    answer = await client.post(f"/api/hosts/{host}/webhooks", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def say(text: str, room: Any, role: str) -> None:
    await room.say(role, "", text)


async def submit(w: World, made: Any, seat: str, source: HmacSource) -> bool:
    """A random submission of a seat; whether it was accepted, for a random word may be in no list."""
    with contextlib.suppress(Illegal):
        return await w.play(made, seat, source) is not None
    return False


@pytest.mark.parametrize("variant", [pytest.param(one, marks=[pytest.mark.nightly] * (one not in BY_DAY)) for one in ROUNDS])
async def test_a_round_makes_two_messages_at_most_and_a_match_one_for_its_end(variant: str, tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await w.match(variant, options={"lexicon": "short"} if "letter" in variant else {})
        for sends in ("all", "resolved", "end"):
            await hook(client, made.host, sends, sends=sends)
        source, rounds, sent, over = HmacSource(b"7" * 32, "posts"), set(), 0, False
        while sent < 70 and not over:
            full = (await client.get(f"/api/matches/{made.id}", params={"pictures": "none"})).json()
            over = full["table"]["state"] == "over"
            rounds.add(repr(ROUNDS[variant](full["seen"]["public"])))
            for seat in full["seen"]["public"]["pending"]:
                sent += await submit(w, made, seat, source)
                await w.time.pass_by(1_500)
        if not over:
            await w.ask(made, "A", lambda room, seat: room.resign(seat))
        await w.time.pass_by(60_000)
    every, resolved, end = (posts(pigeon, name) for name in ("all", "resolved", "end"))
    assert len(rounds) / 2 <= len(resolved) <= 2 * len(rounds) + 1
    assert len(every) >= sent > 5
    told = "\n".join(post["content"] for post in resolved)
    assert "has submitted" not in str(resolved)
    if max(len(post["content"]) for post in resolved) < 1_900:  # longer ones lose their first lines
        assert all(line in told for post in every for line in post["content"].split("\n")), "every sentence comes in one of them"
    assert len(end) == 1
    assert end[0]["embeds"][0]["description"] == resolved[-1]["embeds"][0]["description"]


async def test_sentences_that_wait_for_a_message_outlive_the_server(tmp_path: Path) -> None:
    async with world() as w:
        async with http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
            made = await w.match("tile-joust/gauntlet")
            await hook(client, made.host, "resolved")
            public = (await client.get(f"/api/matches/{made.id}", params={"pictures": "none"})).json()["seen"]["public"]
            (seat,) = public["pending"]
            match = (await w.lobby.room(await w.link(made, seat))).table.started_match
            await w.submit(made, seat, match.ply, "bid 1")
            await w.time.pass_by(20_000)
            assert not pigeon.sent
        w = await w.again()
        async with http(w, tmp_path, pigeon := Pigeon(w.time.now)):
            await w.time.pass_by(20_000)
            assert not pigeon.sent
            await w.ask(made, seat, lambda room, role: room.resign(role))
            await w.time.pass_by(20_000)
        (post,) = posts(pigeon, "resolved")
        assert "bids 1." in post["content"]
        await kill(w.lobby)


async def test_a_host_who_leads_a_game_sends_questions_and_what_is_shown(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await set_up(client)
        await hook(client, made["host"], "resolved")
        await line(client, made, 'ask AB number 1 9 secret 60 "How many?"')
        await w.time.pass_by(5_000)
        asked = posts(pigeon, "resolved")
        for seat in "AB":
            key = made["seats"][seat]
            ply = (await client.get(f"/api/seats/{key}", params={"pictures": "none"})).json()["seen"]["ply"]
            (await client.post(f"/api/seats/{key}/submit", json={"ply": ply, "text": "4"})).raise_for_status()
            await w.time.pass_by(5_000)
        assert posts(pigeon, "resolved") == asked
        await line(client, made, "show AB")
        await w.time.pass_by(5_000)
        assert len(asked) == 1
        assert len(posts(pigeon, "resolved")) == 2
        assert "<t:" in str(asked)


async def test_a_message_has_round_deadline_roles_way_and_mention(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await w.match(GAUNTLET, ec="A", options={"time_submit": 90, "bank": 0})
        await hook(client, made.host, "resolved", mention=ROLE)
        began = w.time.now()
        await w.time.pass_by(20_000)
        for seat, name in (("A", "*Ann* <@111111111111111111> @everyone"), ("B", "https://here")):
            await w.ask(made, seat, partial(say, name))
        moved = w.time.now()
        await w.submit(made, "A", 0, "score grow")
        await w.submit(made, "B", 0, "score grow")
        await w.time.pass_by(5_000)
        await w.ask(made, "host", lambda room, role: room.pause(role, True))
        await w.time.pass_by(5_000)
    first, paused = posts(pigeon, "resolved")
    assert began < moved
    embed = first["embeds"][0]
    assert embed["title"] == "Five-Card Trick · Ann (EC) – Bob (DMO)"
    end = (w.time.wall() - w.time.now() + moved + 90_000) // 1000
    assert embed["description"].split("\n") == [
        "Round 2 of 25",
        f"Waiting for Ann (<t:{end}:R>) and Bob (<t:{end}:R>).",
        f"[Watch the match](http://here/w/{made.id})",
    ]
    assert first["content"].startswith(f"{ROLE}\n")
    assert first["allowed_mentions"] == {"parse": [], "roles": ["123456789012345678"]}
    assert "everyone" not in str([first, paused]), "chat of players waits for no message"
    assert "<t:" not in str(paused)


async def test_a_deadline_is_as_late_as_spectators_and_tells_nothing_of_late_decisions(tmp_path: Path) -> None:
    for settings, late in (({"delay": 60}, 60_000), ({"behind": 1}, None)):
        async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
            made = await w.match(GAUNTLET, settings=settings, options={"time_submit": 90, "bank": 0})
            await hook(client, made.host, "resolved")
            moved = w.time.now()
            for ply, move in enumerate(("score grow", "claim steal")):
                await w.submit(made, "A", ply, move)
                await w.submit(made, "B", ply, move)
                await w.time.pass_by(32_000)
            said = str(posts(pigeon, "resolved"))
            assert "Round 2" in said
            assert "Round 3" not in said
            assert (f"<t:{(w.time.wall() - w.time.now() + moved + 90_000 + late) // 1000}:R>" in said) if late else ("<t:" not in said)


async def test_the_preview_is_the_next_message_and_only_the_host_s(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await w.match(GAUNTLET, ec="B")
        await hook(client, made.host, "resolved", mention=ROLE)
        await w.submit(made, "A", 0, "score grow")
        await w.submit(made, "B", 0, "score grow")
        await w.time.pass_by(2_000)
        count = len(pigeon.sent)
        at = f"/api/hosts/{made.host}/preview-webhook"
        shown = (await client.post(at, json={"format": "discord", "mention": ROLE})).json()
        sent = posts(pigeon, "resolved")[-1]
        assert "image" in sent["embeds"][0]
        assert shown["message"] == {
            **{key: value for key, value in sent.items() if key != "attachments"},
            "embeds": [{key: value for key, value in sent["embeds"][0].items() if key != "image"}],
        }
        assert "Ann<tspan" in shown["picture"]
        await w.submit(made, "A", 1, "score claim")
        now = (await client.post(at, json={"format": "discord"})).json()["message"]
        assert "Ann has submitted" in now["embeds"][0]["description"]
        assert "claim" not in str(now).lower().replace("claims", "")
        assert (await client.post(at, json={})).json()["message"]["table"]["ec"] == "B"
        assert len(pigeon.sent) == count
        for key in (made.seats["A"], made.id):
            assert (await client.post(f"/api/hosts/{key}/preview-webhook", json={})).status_code == 404


def test_a_webhook_of_an_older_server_goes_on_as_it_was() -> None:
    old = b'{"format":"json","language":"en","place":"x","address":"","secret":""}'
    kept = webhook._decoder.decode(old)
    assert (kept.sends, kept.mention, kept.base) == ("all", "", "")
