"""The pages over HTTP, with a lobby that holds one table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec
import pytest
from litestar import Litestar, Response
from litestar.testing import TestClient

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.options import DMO
from deathmatch.server.web import pages
from deathmatch.server.web.assets import assets
from deathmatch.server.web.pages import LinkedTable, router
from deathmatch.server.wire import problems
from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.messages import TableMessage
from deathmatch.server.wire.problems import Problem

EVIL = '<script>alert(1)</script>"&'
VARIANT = games.find("letter-hunt/gambit")  # it has word lists, deals and reviews


class OneTable:
    """A lobby with a free seat, a taken seat, a match to watch and a host's link."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def linked_table(self, kind: str, token: str) -> LinkedTable:
        self.asked.append((kind, token))
        roles = {("s", "free"): "A", ("s", "taken"): "A", ("w", "match"): "watcher", ("w", "open"): "watcher", ("h", "host"): "host"}
        role = roles.get((kind, token))
        if role is None:
            raise problems.missing()
        facts = TableMessage(
            id="match",
            game=VARIANT.game,
            variant=VARIANT.name,
            title=VARIANT.title,
            options=dict(VARIANT.bind({})[0]),
            changed={},
            names={"B": EVIL} if token == "free" else {"A": "Ann", "B": EVIL},
            here={},
            bots={},
            role=role,
            state="waiting",
            commitment="",
            settings=msgspec.to_builtins(TableSettings(aids="none", by_hand=True, publish=token == "open")),
        )
        return LinkedTable(link=role, kind=VARIANT, facts=facts, record=token == "open" or role == "host")

    def find(self, name: str) -> Variant:
        return replace(games.find(name), words="As this lobby has it.")

    def lists(self) -> Sequence[str]:
        return ["birds"]

    def bots(self, variant: Variant) -> Sequence[str]:
        return ["weak", "middle", "strong"]


@pytest.fixture
def client() -> Iterator[TestClient[Litestar]]:
    app = Litestar(
        [router()], openapi_config=None, exception_handlers={Problem: lambda _, problem: Response("", status_code=problem.status)}
    )
    app.state["lobby"] = OneTable()
    with TestClient(app) as made:
        yield made


def test_the_full_form_offers_every_variant_with_every_option_and_bot(client: TestClient[Litestar]) -> None:
    text = client.get("/new").text
    for variant in games.unled():
        assert f'value="{variant.id}" data-bots="weak middle strong"' in text
        for option in variant.options:
            named = f'id="{variant.id.replace("/", "-")}-{option.key}"'
            assert (named in text) == (option.key != DMO)  # the form asks once, for all variants, for the other role
    assert 'name="ec"' in text


def test_what_says_the_same_to_everybody_is_packed_for_who_takes_it_and_what_a_link_opens_never_is(client: TestClient[Litestar]) -> None:
    for path in ("/new", "/rules/readme"):
        plain = client.get(path, headers={"accept-encoding": "identity"})
        packed = client.get(path, headers={"accept-encoding": "gzip"})
        assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
        assert plain.headers["content-type"] == packed.headers["content-type"]
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert plain.text == packed.text
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    for path in ("/s/free", "/s/taken", "/w/match", "/h/host"):
        assert "content-encoding" not in client.get(path, headers={"accept-encoding": "gzip"}).headers


def test_a_free_seat_shows_a_form_and_names_are_text(client: TestClient[Litestar]) -> None:
    answer = client.get("/s/free")
    assert answer.status_code == 200
    assert 'data-token="free"' in answer.text
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&amp; is waiting for you" in answer.text
    assert "As this lobby has it." in answer.text


@pytest.mark.parametrize(
    ("path", "role", "socket"),
    [("/s/taken", "A", "/ws/s/taken"), ("/w/match", "watcher", "/ws/w/match"), ("/h/host", "host", "/ws/h/host")],
)
def test_a_table_is_one_page_for_all_and_is_never_kept(client: TestClient[Litestar], path: str, role: str, socket: str) -> None:
    answer = client.get(path)
    assert answer.headers["cache-control"] == "no-store"
    assert f'data-role="{role}" data-socket="{socket}"' in answer.text
    assert ('id="text"' in answer.text) == (role == "A")
    for part in ('id="pause"', 'id="deal"', 'id="links"', "hosting.js"):
        assert (part in answer.text) == (role == "host")
    assert 'data-aids="none"' in answer.text
    assert 'id="log-off"' in answer.text
    for said in ("Player aids: none.", "The host deals by hand."):
        assert said in answer.text
    assert 'data-lists="open"' in answer.text


@pytest.mark.parametrize("path", ["/s/match", "/w/taken", "/h/free", "/s/%3Cb%3E"])
def test_a_link_that_opens_nothing_is_left_to_the_application_which_counts_it(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, "")


def test_a_link_becomes_a_code_and_what_is_too_long_does_not(client: TestClient[Litestar]) -> None:
    answer = client.post("/qr", json={"link": "http://127.0.0.1/s/x"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    assert "style=" not in answer.text
    assert client.post("/qr", json={"link": "x" * 121}).status_code == 422
    assert client.post("/qr", json={}).status_code == 422


def test_codes_are_made_off_the_event_loop_and_no_address_gets_many(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    def make(link: str) -> bytes:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return b"<svg />"

    monkeypatch.setattr(pages, "code_of", make)
    answers = [client.post("/qr", json={"link": "http://127.0.0.1/s/x"}).status_code for _ in range(200)]
    assert answers[: int(pages.CODES.burst)] == [200] * int(pages.CODES.burst)
    assert answers[-1] == 429


def test_a_file_of_this_version_is_kept_for_ever_and_packed_only_for_who_takes_it(client: TestClient[Litestar]) -> None:
    url = assets().url("match.js")
    packed = client.get(url, headers={"Accept-Encoding": "gzip"})
    plain = client.get(url, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == assets().by_name["match.js"].plain
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "immutable" not in client.get("/static/old/match.js").headers["cache-control"]
    assert client.get("/static/old/nothing.js").status_code == 404
    assert client.get("/themes.css").content == assets().by_name["themes.css"].plain
    assert client.get("/favicon.ico").headers["content-type"].startswith("image/svg+xml")


def test_a_record_is_offered_to_whoever_is_given_it_by_an_address_that_gives_nothing_away(client: TestClient[Litestar]) -> None:
    assert 'href="/api/matches/match/record"' in client.get("/w/open").text
    assert 'id="dealing"' in client.get("/w/open").text
    host = client.get("/h/host").text
    assert 'data-save="/api/hosts/host/record"' in host, "the table keeps its record for its host"
    assert not re.search('(href|src|action)="[^"]*/host[/?"]', host), "no address that a browser shows has the host's key"
    for path in ("/w/match", "/s/taken"):
        assert not re.search('id="(record|dealing)"', client.get(path).text)
