"""Every word that a page or an answer shows comes from the catalogue: in a language of brackets, nothing stands outside of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

import httpx
import msgspec
import pytest

from deathmatch import games
from deathmatch.server.wire import bodies
from tests.pseudo import CODE, Pseudo, bare, offer
from tests.server.kit import World
from tools import words

pytestmark = pytest.mark.one_variant

COOKIE = {"cookie": f"language={CODE}"}
SHOWN = ("title", "aria-label", "alt", "placeholder", "aria-description")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905 - so many
NAMES = frozenset(
    "Deathmatch English Deutsch Brackets Language Ann Bob Ada Ben Dummy Aa dm deathmatch Enter pseudo any open short".split()  # noqa: SIM905 - so many
)
"""Names of people, of bots, of the site, of languages and word lists, and the notation of records."""

ENGLISH_VALUES = ("{title} · rules", "the body is not as described: {detail}")
"""Sentences with a value that is English: the title of a rule book, and a detail for programmers."""


class Visible(HTMLParser):
    """The texts of a page that a person reads or hears, but for those in English by intention (`lang="en"`), and code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []  # each element, and whether its texts count
        self._sentence = ""  # it goes on over links and code in it

    @property
    def _counts(self) -> bool:
        return all(counts for _, counts in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._end_sentence(tag)
        counts = tag not in ("script", "style", "code") and (tag == "html" or given.get("lang") in (None, CODE))
        if self._counts and counts:
            self.found += [str(given[name]) for name in SHOWN if given.get(name)]
            if tag == "meta" and (given.get("name") == "description" or str(given.get("property")).endswith((":title", ":description"))):
                self.found.append(str(given.get("content")))
        if tag not in VOID:
            self._open.append((tag, counts))

    def handle_endtag(self, tag: str) -> None:
        self._end_sentence(tag)
        while self._open and self._open.pop()[0] != tag:
            pass

    def _end_sentence(self, tag: str) -> None:
        if tag not in ("a", "code"):
            if self._sentence.strip():
                self.found.append(self._sentence.strip())
            self._sentence = ""

    def handle_data(self, data: str) -> None:
        if self._counts:
            self._sentence += data


def visible(page: str) -> list[str]:
    """All texts of a page that somebody reads or hears."""
    reader = Visible()
    reader.feed(page)
    return reader.found


def bypassing(texts: Iterable[str], names: Iterable[str] = ()) -> list[str]:
    """The texts with words outside of brackets that are nobody's name."""
    known = NAMES | set(names)
    return sorted({text[:120] for text in texts if any(word not in known for word in bare(text))})


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> Pseudo:
    return offer(monkeypatch)


def test_a_bypass_is_found() -> None:
    page = '<html lang="pseudo"><p title="Plain">⟦In⟧ <b>out</b></p><p lang="en">English</p><code>a b</code><img alt="⟦x⟧ y2z left"></html>'
    assert bypassing(visible(page)) == ["Plain", "out", "⟦x⟧ y2z left"]


async def tables(w: World) -> list[str]:
    """The addresses of a table in each of its states, for each kind of link."""
    variant = "five-card-trick/gauntlet"
    wanted = {"variant": variant, "seats": {"A": "me", "B": "friend"}, "name": "Ann"}
    waiting = await w.lobby.create(msgspec.convert(wanted, bodies.NewMatch))
    made = await w.match(variant, settings={"publish": True, "delay": 5, "aids": "none"})
    over = await w.match(variant, settings={"publish": True, "listed": True})
    await w.ask(over, "A", lambda room, seat: room.resign(seat))
    found = [f"/s/{waiting.seats['A']}", f"/s/{waiting.seats['B']}", f"/w/{waiting.id}"]
    for one in (made, over):
        found += [f"/s/{one.seats['A']}", f"/w/{one.id}", f"/h/{one.host}", f"/r/{one.id}"]
    return found


async def test_no_page_shows_a_word_past_the_catalogue(w: World, client: httpx.AsyncClient, language: Pseudo) -> None:
    game = games.names()[0]
    study = "/study/five-card-trick/gauntlet"
    paths = ["/", "/new", "/learn", "/puzzles", "/study", study, f"{study}?round=0", f"/learn/{game}", f"/puzzles/{game}", "/rules"]
    paths += [f"/rules/{game}", "/open", "/offline", "/manifest.webmanifest", *await tables(w)]
    paths += ["/nothing", "/w/nothing", f"/learn/{game}/nothing", "/rules/nothing"]
    outside = {}
    for path in paths:
        page = await client.get(path, headers=COOKIE)
        found = visible(page.text) if page.text.startswith("<") else [page.json()["description"]]
        assert any("⟦" in text for text in found), path
        if bad := bypassing(found):
            outside[path.split("/")[1] or "/"] = bad
    assert outside == {}
    pasted = {text: value for text, value in language.pasted.items() if text not in ENGLISH_VALUES and bypassing([value])}
    assert pasted == {}, "a value of a sentence has words of its own"
    texts = {text for _, catalogue in words.templates() for message in catalogue for text in words.forms(message.id)}
    assert {text for text in language.asked - texts if re.search("[A-Za-z]", text)} == set(), (
        "such texts are in no catalogue: they need mark() or a literal"
    )


async def test_every_refusal_over_http_comes_from_the_catalogue(w: World, client: httpx.AsyncClient, language: Pseudo) -> None:
    made = await w.match("five-card-trick/gauntlet")
    seat = f"/api/seats/{made.seats['A']}"
    bad = [
        await client.get(f"{seat}/record", headers=COOKIE),
        await client.get(f"{seat}?pictures=loud", headers=COOKIE),
        await client.get("/api/nothing", headers=COOKIE),
        await client.get(f"/api/seats/{'x' * 22}", headers=COOKIE),
        await client.post(f"{seat}/submit", json={"ply": 9, "text": "x"}, headers=COOKIE),
        await client.post(f"{seat}/submit", json={"ply": "x"}, headers=COOKIE),
        await client.post(f"{seat}/chat", json={"text": " "}, headers=COOKIE),
        await client.post(f"{seat}/pause", json={}, headers=COOKIE),
        await client.post("/api/matches", json={"variant": "no/game"}, headers=COOKIE),
        await client.post("/api/matches", json={"variant": "five-card-trick/gauntlet", "seats": {"A": "x"}}, headers=COOKIE),
        await client.put(seat, headers=COOKIE),
        await client.post(f"{seat}/chat", content=b"{", headers={**COOKIE, "content-type": "text/plain"}),
    ]
    reasons = [answer.json()["reason"] for answer in bad]
    assert all(answer.status_code >= 400 for answer in bad)
    assert [reason for reason in reasons if "⟦" not in reason] == []
