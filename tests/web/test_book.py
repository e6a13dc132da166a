"""The rule books as pages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deathmatch import games
from deathmatch.core.catalogues import LANGUAGES
from deathmatch.core.speech import speaking
from deathmatch.server.web import book

BOOKS = list(book.names())
TRANSLATED = [
    (folder.name, file.name.removesuffix(".md").lower())
    for folder in book.rule_books().iterdir()
    if folder.name in LANGUAGES
    for file in folder.iterdir()
]


@pytest.mark.parametrize("name", [name for name in book.names() if name not in ("readme", "replay")])
def test_every_rule_and_ruling_of_a_book_is_an_anchor_once(name: str) -> None:
    source = next(entry for entry in book.rule_books().iterdir() if entry.name == f"{name}.md").read_text("utf-8")
    defined = set(re.findall(r"^(?:- |\| )?\*\*([RQW]\d+)\b|^#+ ([RQ]\d+)\b", source, re.MULTILINE))
    wanted = {(one or other).lower() for one, other in defined}
    anchors = re.findall(r'id="([rqw]\d+)"', book.read(name).html)
    assert len(anchors) == len(set(anchors))
    assert wanted & {"r1", "w1"}, "the rules of a book were looked for"
    assert wanted <= set(anchors)


@pytest.mark.parametrize(("language", "name"), [*(("en", name) for name in BOOKS), *TRANSLATED])
def test_every_link_inside_a_book_leads_somewhere(language: str, name: str) -> None:
    with speaking(language):
        text, brief = book.read(name), "".join(one for _, told in book.brief(name) for one in told)
    assert text.language == language
    anchors = set(re.findall(r'id="([^"]+)"', text.html))
    assert set(re.findall(r'href="#([^"]+)"', text.html + brief)) <= anchors
    assert {anchor for anchor, _ in text.contents} <= anchors
    assert set(re.findall(r'href="/rules/([^"#]+)', text.html)) <= set(book.names())


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_a_translation_has_all_rules_rulings_tables_and_words_of_programs_of_the_english_book(language: str, name: str) -> None:
    english = book.source(name)
    translated = book.translation(name, english, language)
    assert translated is not None, f"rules/{name}.md has changed: translate that, and write its new digest into the last line"
    for own, original in zip(translated.split(book.SECTION), english.split(book.SECTION), strict=True):
        if "\n" in own.strip():
            texts = [book.render(text).html for text in (own, original)]
            for kept in ('<strong id="\\w+', "<code>.*?</code>", "<(?:t[rd]|h[123]|li|p)[> ]", "[RQWE]?[0-9]+"):
                found, wanted = (Counter(re.findall(kept, text)) for text in texts)
                more = dict(found - wanted) if kept[0] == "<" else {}  # a numeral may stand for a word
                assert (wanted - found, more) == (Counter(), {}), (kept, own.split("\n")[0])
    assert book.translation(name, english + " ", language) is None


def test_raw_html_stays_text() -> None:
    html = book.render("# A\n\n<script>x</script> & **R1 One (`x`).** See R1.").html
    assert "<script>" not in html
    assert '<strong id="r1"><small>R1</small> One (<code>x</code>).</strong> See <a href="#r1">R1</a>.' in html


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
