"""The replay of a finished match over HTTP: film, pictures, record, other moves, matches that go on from it; the same for any record."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from PIL import Image

from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.server.settings import RECORD_BYTES, Rate
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World

JOUST = "tile-joust/gauntlet"
ROUND = (("A", "score grow"), ("B", "grow steal"))
RECORDS = Path(__file__).parents[1] / "records"
LOUD = f"deathmatch 1\ngame five-card-trick/gauntlet\nname A {'x' * 50_000}\n"


async def played(w: World, variant: str = GAUNTLET, **wanted: Any) -> bodies.MatchMade:
    """A match that A has resigned, in Five-Card Trick after one round."""
    made = await w.match(variant, **wanted)
    if variant == GAUNTLET:
        for seat, text in ROUND:
            await w.submit(made, seat, 0, text)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    return made


async def test_a_host_has_the_record_before_the_end_only_while_everybody_was_told_all_of_it(w: World) -> None:
    open_one, closed = await w.match(), await w.match("letter-hunt/colosseum", options={"lexicon": "any"})
    for seat, text in ROUND:
        await w.submit(open_one, seat, 0, text)
    await w.submit(open_one, "A", 1, "claim steal")  # sealed
    record = await w.ask(open_one, "host", lambda room, role: room.record(role))
    assert [(entry.actor, entry.text) for entry in read(record, find).entries] == list(ROUND)
    for made, role in ((open_one, "A"), (open_one, "watcher"), (closed, "A"), (closed, "host")):
        with pytest.raises(Problem, match="after the end" if role == "host" else "once the match is over"):
            await w.ask(made, role, lambda room, role: room.record(role))


async def test_the_files_of_a_match(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w)
    record = await client.get(f"/r/{made.id}.dm")
    assert record.text == await w.ask(made, "host", lambda room, role: room.record(role))
    first, last = [await client.get(f"/r/{made.id}.png", params=query) for query in ({"ply": 0}, {})]
    assert first.content != last.content
    for answer, size in ((first, (720, 788 + 2 * 62)), (last, (1200, 630))):
        assert Image.open(BytesIO(answer.content)).size == size
        assert answer.headers["cache-control"] == "public, no-cache", "a ruling can reopen the match"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        again = await client.get(answer.request.url, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    moving = await client.get(f"/r/{made.id}.gif", params={"theme": "dark"})
    image = Image.open(BytesIO(moving.content))
    assert (image.format, image.size) == ("GIF", (360, 394 + 62))
    by_link = await client.get(f"/r/{made.seats['A']}.png")
    assert by_link.headers["cache-control"] == "no-store", "the address is a secret"
    assert by_link.headers["cross-origin-resource-policy"] == "same-origin"
    for path, status in ((f"/r/{made.id}.png?ply=9", 422), (f"/r/{made.id}.png?theme=loud", 422), (f"/r/{made.id}.svg", 404)):
        refused = await client.get(path)
        assert (refused.status_code, refused.json()["type"]) == (status, "refused"), path


async def test_before_the_end_there_is_nothing_but_the_picture_that_spectators_see(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match()
    for key in (made.id, made.seats["A"], made.host):
        for path in (f"/r/{key}", f"/r/{key}.png", f"/r/{key}.gif", f"/r/{key}.dm", f"/api/replays/{key}/film"):
            assert (await client.get(path)).status_code == 409, path
        assert (await client.post(f"/api/replays/{key}/continue", json={"ply": 0, "seats": {"A": "me", "B": "friend"}})).status_code == 409
    assert "not over yet" in (await client.get(f"/r/{made.id}")).text
    before = await client.get(f"/w/{made.id}.png")
    assert (before.status_code, before.headers["cache-control"]) == (200, "public, max-age=10")
    await w.submit(made, "A", 0, "score grow")
    sealed = await client.get(f"/w/{made.id}.png")
    assert sealed.content != before.content, "everybody may know that A has submitted"
    await w.submit(made, "B", 0, "grow steal")
    empty = await w.lobby.create(msgspec.convert({"variant": GAUNTLET, "seats": {"A": "friend", "B": "friend"}}, bodies.NewMatch))
    assert (await client.get(f"/w/{empty.id}.png")).status_code == 409


async def test_a_table_that_keeps_its_record_shows_everybody_what_the_own_eye_saw(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w, JOUST)
    films = {}
    for role, key in (("A", made.seats["A"]), ("public", made.id)):
        film = films[role] = (await client.get(f"/api/replays/{key}/film")).json()
        assert (film["eye"], film["eyes"]) == (role, [role])
        assert not {"lines", "tags"} & set(film)
        for path in (f"/r/{key}.dm", f"/api/replays/{key}/film?eye=B", f"/r/{key}.png?eye=B", f"/r/{key}.gif?eye=B"):
            assert (await client.get(path)).status_code == 403, path
        for what, body in (("instead", {"event": 1, "move": "x"}), ("continue", {"ply": 0, "seats": {}})):
            assert (await client.post(f"/api/replays/{key}/{what}", json=body)).status_code == 403
        assert (await client.get(f"/api/replays/{key}/review")).status_code == 403
        page = (await client.get(f"/r/{key}")).text
        assert 'id="continue" data-load="onward.playOn" hidden data-whole' in page
        assert re.search('id="tab-review"[^>]* hidden data-whole', page)
        assert ("og:image" in page) == (role == "public")
    begun = (await client.get(f"/r/{made.id}?ply=1")).text
    assert re.findall('og:image" content="[^"]*/(.*?)"', begun) == [f"{made.id}.png?ply=1"]
    framed = await client.get(f"/r/{made.id}?embed")
    assert framed.status_code == 404
    assert "frame-ancestors 'none'" in framed.headers["content-security-policy"]
    assert films["A"]["picture"] != films["public"]["picture"]
    assert (await client.get(f"/r/{made.host}.dm")).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        ({}, True),
        ({"settings": {"publish": False}}, True),
        ({"host": True}, False),
        ({"options": {"onlookers": 1, "lexicon": "short"}, "variant": "letter-hunt/gambit"}, False),
        ({"seats": {"A": "me", "B": "friend"}}, False),
    ],
    ids=["own", "unpublished", "hosted", "watched", "friend"],
)
async def test_a_match_of_ones_own_against_a_bot_has_record_and_review_in_every_variant(
    w: World, client: httpx.AsyncClient, wanted: dict[str, Any], there: bool
) -> None:
    wanted_ = {"seats": {"A": "me", "B": "bot:dummy"}, "host": False, **wanted}
    made = await w.match(wanted_.pop("variant", JOUST), **wanted_)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    key = made.seats["A"]
    status = 200 if there else 403
    for path in (f"/r/{key}.dm", *(f"/api/seats/{key}/{what}" for what in ("record", "dealing", "review"))):
        assert (await client.get(path)).status_code == status, path
    assert (await client.get(f"/r/{made.id}.dm")).status_code == 403, "it is the player's, and nobody else's"
    page = (await client.get(f"/s/{key}")).text
    assert (f'href="/r/{made.id}#review"' in page) is there


async def test_a_record_can_be_opened(client: httpx.AsyncClient) -> None:
    text = max(RECORDS.glob("*-whole.dm"), key=lambda file: file.stat().st_size).read_text()
    answer = await client.post("/api/records/film", json={"record": text})
    assert answer.headers["content-encoding"] == "gzip"
    film = answer.json()
    assert film["over"]
    assert film["frames"][-1]["event"] == len(film["lines"])
    last = (await client.post("/api/records/png", json={"record": text, "eye": "A", "ply": len(film["frames"]) - 1})).content
    assert Image.open(BytesIO(last)).format == "PNG"
    assert len(gzip.compress(answer.content)) < 60_000


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("", "line 1: "),
        ("deathmatch 1\ngame toy/none\n", "line 2: "),
        ("deathmatch 1\ngame five-card-trick/gauntlet\nA score score score\n", "line 3: "),
        ("deathmatch 1\ngame five-card-trick/gauntlet\nA resign\nB resign\n", "line 4: the match is over"),
        ("deathmatch 1\n# " + "x" * 70_000, "line 2: this line is too long"),
        (LOUD + "A grow score\nB claim steal\n" * 2_000, "line "),
        ("x" * (RECORD_BYTES + 1), f"a record that is opened here has at most {RECORD_BYTES:,} bytes"),
    ],
)
async def test_a_hostile_record_gets_a_clear_error(client: httpx.AsyncClient, record: str, reason: str) -> None:
    answer = await client.post("/api/records/film", json={"record": record})
    assert answer.status_code in (413, 422)
    assert answer.json()["reason"].startswith(reason)


@pytest.mark.limits(embedded=Rate(4, 0.0))
async def test_pages_of_other_sites_may_show_public_pictures_and_no_more(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w)
    foreign = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}
    for path, status in (
        (f"/r/{made.id}.gif", 200),
        (f"/w/{made.id}.png", 200),
        (f"/r/{made.id}.dm", 403),
        (f"/r/{made.seats['A']}.png", 403),
        (f"/api/replays/{made.id}/film", 403),
    ):
        assert (await client.get(path, headers=foreign)).status_code == status, path
    answers = [(await client.get(f"/r/{made.id}.gif", headers=foreign)).status_code for _ in range(3)]
    assert answers[-1] == 429, "and they use up no other allowance of the visitor"
    assert (await client.get(f"/r/{made.id}.gif")).status_code == 200


async def test_the_frame_of_a_replay_is_the_one_page_that_may_be_framed(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w)
    foreign = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"}
    for query in ("?embed", "?embed&ply=3", "?ply=3&embed="):
        frame = await client.get(f"/r/{made.id}{query}", headers=foreign)
        assert frame.status_code == 200
        assert "frame-ancestors *" in frame.headers["content-security-policy"]
        assert "script-src 'self'" in frame.headers["content-security-policy"]
        assert "x-frame-options" not in frame.headers
        assert not re.search('data-load=|<form|/s/|class="bar"', frame.text), "there is nothing to do but to look"
    for path, status in (
        (f"/r/{made.id}", 403),
        (f"/r/{made.id}?embedded", 403),
        (f"/r/{made.seats['A']}?embed", 403),
        (f"/w/{made.id}?embed", 403),
        (f"/s/{made.seats['A']}?embed", 403),
        ("/?embed", 403),
        ("/open?embed", 403),
    ):
        answer = await client.get(path, headers=foreign)
        assert answer.status_code == status, path
        for one in (answer, await client.get(path)):
            assert "frame-ancestors 'none'" in one.headers["content-security-policy"], path
            assert one.headers["x-frame-options"] == "DENY", path


# --- Going on


async def test_a_match_goes_on_from_a_position_and_its_record_is_whole(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w)
    wanted = {"seats": {"A": "me", "B": "friend"}, "name": "Cleo", "ply": 1}
    new = (await client.post(f"/api/replays/{made.id}/continue", json=wanted)).raise_for_status().json()
    await client.post(f"/api/seats/{new['seats']['B']}", json={"name": "Dan"})
    seen = (await client.get(f"/api/seats/{new['seats']['A']}")).json()
    assert seen["seen"]["ply"] == 1
    assert (seen["table"]["past"], seen["table"]["source"]) == (2, made.id)
    assert "You play Score and Grow." in " ".join(line["words"] for line in seen["log"])
    await client.post(f"/api/seats/{new['seats']['A']}/submit", json={"ply": 1, "text": "claim"})
    await client.post(f"/api/seats/{new['seats']['B']}/resign")
    text = (await client.get(f"/r/{new['id']}.dm")).text
    assert "tag past 2" in text
    assert f"tag source {made.id}" in text
    record = read(text, find)
    assert [entry.plain for entry in record.entries] == ["A score grow", "B grow steal", "B resign"], "what was sealed is void"
    assert list(positions(record))[-1].over is not None
    dealing = (await client.get(f"/api/matches/{new['id']}/dealing")).json()
    assert dealing["past"] == 2
    assert dealing["openings"] == [], "nobody here made the choices of the past"
