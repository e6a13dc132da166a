"""The rule books as pages."""

from __future__ import annotations

import re

import pytest

from deathmatch import games
from deathmatch.server.web import book


@pytest.mark.parametrize("name", [name for name in book.names() if name not in ("readme", "replay")])
def test_every_rule_and_ruling_of_a_book_is_an_anchor_once(name: str) -> None:
    source = next(entry for entry in book.rule_books().iterdir() if entry.name == f"{name}.md").read_text("utf-8")
    defined = set(re.findall(r"^(?:- |\| )?\*\*([RQW]\d+)\b|^#+ ([RQ]\d+)\b", source, re.MULTILINE))
    wanted = {(one or other).lower() for one, other in defined}
    anchors = re.findall(r'id="([rqw]\d+)"', book.read(name).html)
    assert len(anchors) == len(set(anchors))
    assert wanted & {"r1", "w1"}, "the rules of a book were looked for"
    assert wanted <= set(anchors)


@pytest.mark.parametrize("name", list(book.names()))
def test_every_link_inside_a_book_leads_somewhere(name: str) -> None:
    text = book.read(name)
    anchors = set(re.findall(r'id="([^"]+)"', text.html))
    assert set(re.findall(r'href="#([^"]+)"', text.html)) <= anchors
    assert {anchor for anchor, _ in text.contents} <= anchors
    assert set(re.findall(r'href="/rules/([^"#]+)', text.html)) <= set(book.names())


def test_raw_html_stays_text() -> None:
    html = book.render("# A\n\n<script>x</script> & **R1 One.** See R1.").html
    assert "<script>" not in html
    assert '<strong id="r1">R1 One.</strong> See <a href="#r1">R1</a>.' in html


@pytest.mark.parametrize("game", [game for game in games.names() if games.lesson(games.variants(game)[0]) is not None])
def test_the_pictures_of_in_a_minute_take_the_colours_of_the_page(game: str) -> None:
    """They are parts of the page, so the chosen theme and its font hold in them; their signs have ids of their own."""
    glimpses = book.minute(game)
    assert len(glimpses) == 3
    page = "".join(one.picture for one in glimpses)
    assert page.count("<svg ") == page.count('aria-hidden="true"') == 3
    assert not re.search(r"""(fill|stroke)="(?!none|var|url)""", page), "the classes alone give colours"
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
