"""The rule books as HTML: every numbered rule and ruling is an anchor, and every mention of one links to it.

The English books are the law. A translation has the name of its book, in a folder named for its language, such as `rules/de`. Its last line
names the first digits of the SHA-256 of the English file that it translates; once that has changed, readers get the English book again. A
section that is only a heading in a translation is for programs: readers find it in the English book.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from deathmatch import games
from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.errors import PluginError, UnknownNameError
from deathmatch.core.lessons import Legend, LegendThing, LessonError
from deathmatch.core.scene import Scene
from deathmatch.core.speech import cached_by_language, say, spoken
from deathmatch.server.web import lessons, showcases
from deathmatch.server.wire.problems import Problem

DEFINED = re.compile(r"<strong>([RQEW])(\d+)\b")  # a rule, a ruling, an example or an option beyond the books begins in bold type
MENTIONED = re.compile(r"(?<![\w#])(?<!\">)([RQ])(\d+)\b(?![^<]*</(?:a|code|strong|h\d)>)(?![^<>]*>)", re.ASCII)  # Korean adds particles
ANCHOR = re.compile(r'<h[23] id="([^"]+)"')
HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
NAMED, LINK = re.compile(r"\bR(\d+)\b", re.ASCII), r'<a href="#r\1">R\1</a>'
NUMBER = re.compile(r'(<(?:strong|h[23]) id="[a-z]\d+">)([A-Z]\d+)\b')
NUMBERED = re.compile(r"([RQE])(\d+)\b")
TRANSLATES = re.compile(r'\n\[original\]: # "([0-9a-f]{16})"\s*\Z')  # the last line of a translation, which the page does not show
SECTION = "\n## "
FOLDED = "options notation grammar r7 the-generator what-an-illegal-submission-gets state worked-examples rulings".split()  # noqa: SIM905
"""The sections, by their English anchors, that the page folds: hosts and programs read them, and who wants to know it exactly."""
OTHER_BOOK = re.compile(r"(?<=[ >])([\w-]+)\.md\b", re.ASCII)


@dataclass(frozen=True, slots=True)
class Text:
    """A book.

    Attributes:
        title: its first heading.
        html: all of it.
        contents: anchor and words of each section.
        language: the code of the language in which most of it is written.
    """

    title: str
    html: Markup
    contents: tuple[tuple[str, str], ...]
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A picture from a step of a game's lesson, and its caption.

    Attributes:
        picture: without its frame; empty if there is none.
        words: the caption.
        kind: whether one place shows several such things, which its label tells apart.
    """

    picture: Markup
    words: str
    kind: bool = False


@cached_by_language(maxsize=None)
def minute(name: str) -> tuple[Glimpse, ...]:
    """The section *In a minute* of a game's book: the steps of its first lesson that have a caption; empty for other books.

    The pictures take some 0.1 s the first time.
    """
    return tuple([Glimpse(showcases.inline(scene, prefix), say(words)) for prefix, words, scene in _pictured(name)])


@cached_by_language(maxsize=None)
def _pictured(name: str) -> tuple[tuple[str, str, Scene], ...]:
    """The steps with a caption: the prefix of the ids of their signs, the caption, the picture."""
    try:
        variant = games.variants(name.lower())[0]
        lesson = games.lesson(variant)
        steps = enumerate(step for _, step in lesson.steps()) if lesson is not None else ()
        told = [(at, step.minute) for at, step in steps if step.minute]
        return tuple([(f"minute-{variant.game}-{at}", words, lessons.Classroom(False, variant.id, at).scene) for at, words in told])
    except (LookupError, LessonError, Problem):
        return ()


@cached_by_language(maxsize=None)
def things(name: str) -> tuple[Glimpse, ...]:
    """What lies on a game's table, thing by thing: the words of its legend, with a picture; empty for other books.

    A thing that the pictures of `minute`, whose signs it uses, do not show is left out, unless what lies in a place tells it apart. Of its
    places one that is named is shown rather than mere decoration, and of those in the last picture the plainest, with few shapes.
    """
    kinds, pictured = _legend(name).things, _pictured(name)
    shown: dict[LegendThing, Markup] = {}
    places = [(prefix, place) for prefix, _, scene in reversed(pictured) for place in sorted(scene.drawn(), key=lambda one: len(one.svg))]
    for prefix, place in sorted(places, key=lambda one: not one[1].label):
        fitting = (one for one in kinds if fnmatchcase(place.slot, one.slots) and (not one.has or say(one.has) in place.label))
        if place.svg and (thing := next(fitting, None)) is not None:
            shown.setdefault(thing, Markup(showcases.owned(prefix, place.svg)))  # noqa: S704 - our own pictures
    return tuple([Glimpse(shown.get(thing, Markup()), say(thing.words), bool(thing.has)) for thing in kinds if thing.has or thing in shown])


def _legend(name: str) -> Legend:
    return (games.legend(name) if _pictured(name) else None) or Legend({}, {}, (), ())


@cached_by_language(maxsize=None)
def brief(name: str) -> list[tuple[str, list[Markup]]]:
    """The rules of a game in short: headings, each with sentences; a rule that they name leads into the book. Empty for other books."""
    return [(say(title), [Markup(NAMED.sub(LINK, str(escape(say(one))))) for one in words]) for title, words in _legend(name).rules]  # noqa: S704


def rule_books() -> Traversable:
    """Where the books lie: inside the installed package, else beside the sources."""
    inside = files("deathmatch").joinpath("rules")
    return inside if inside.is_dir() else Path(__file__).parents[4] / "rules"


@cache
def names() -> dict[str, str]:
    """Every book by its name in an address (`readme` for what all share), with its title."""
    books = sorted(rule_books().iterdir(), key=lambda entry: (entry.name.islower(), entry.name))
    titles = {one.name.removesuffix(".md").lower(): _title(one.read_text("utf-8")) for one in books if one.name.endswith(".md")}
    for plugin in games.plugin_games():
        with suppress(PluginError):
            titles[plugin.name] = _title(_brought(plugin.name, plugin.package))
    return titles


def _title(text: str) -> str:
    return text.split("\n", 1)[0].lstrip("# ")


def _brought(game: str, package: str) -> str:
    """The book of a game of another package; if that has none, what its variants say of themselves. Raises PluginError."""
    variants = games.variants(game)
    book = games.rule_book(game)
    if book is not None:
        return book
    words = "".join(f"**{variant.id}** {variant.words}\n\n" for variant in variants)
    return f"# {variants[0].title}\n\n{words}The package {package} brings this game, and no rule book.\n"


def source(name: str) -> str:
    """The Markdown of the English book of this name, in any letter case.

    Raises: UnknownNameError; PluginError for a game that cannot be loaded.
    """
    if (text := _kept(rule_books(), name)) is not None:
        return text
    plugin = games.plugin_of(name.lower())
    if plugin is None:
        raise UnknownNameError(f"unknown rule book {name}; the rule books are {', '.join(names())}")
    return _brought(plugin.name, plugin.package)


def _kept(folder: Traversable, name: str) -> str | None:
    files_ = folder.iterdir() if folder.is_dir() else ()
    return next((file.read_text("utf-8") for file in files_ if file.name.lower() == f"{name.lower()}.md"), None)


def translation(name: str, english: str, language: str) -> str | None:
    """The Markdown of this book in another language, its empty sections too; None if there is none of this English text."""
    text = _kept(rule_books() / language, name) or ""
    translates, digest = TRANSLATES.search(text), hashlib.sha256(english.encode()).hexdigest()
    return TRANSLATES.sub("\n", text) if translates and digest.startswith(translates[1]) else None


@cached_by_language(maxsize=None)
def read(name: str) -> Text:
    """The book of this name in the language that is being spoken, if there is a translation. Raises UnknownNameError."""
    english = source(name)
    translated = translation(name, english, spoken())
    (title, *own), (first, *originals) = (translated or english).split(SECTION), english.split(SECTION)
    pairs = [pair for pair in zip(own, originals, strict=True) if "\n" in pair[0].rstrip()]
    text, original_text = (render(SECTION.join(parts)) for parts in zip((title, first), *pairs, strict=True))
    html = str(text.html)
    for anchor, original in zip(ANCHOR.findall(html), ANCHOR.findall(original_text.html), strict=True):
        html = html.replace(f'id="{anchor}"', f'id="{anchor}" data-fold="{original}"', 1) if original in FOLDED else html
    return replace(text, html=Markup(html), language=ENGLISH if translated is None else spoken())  # noqa: S704 - as `render` made it


def render(source: str) -> Text:
    """Markdown as HTML with anchors. Raw HTML in a book stays text."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    anchors: set[str] = set()
    contents: list[tuple[str, str]] = []

    def define(matched: re.Match[str]) -> str:
        anchor = f"{matched[1]}{matched[2]}".lower()
        if anchor in anchors:
            return matched[0]
        anchors.add(anchor)
        return f'<strong id="{anchor}">{matched[1]}{matched[2]}'

    def head(matched: re.Match[str]) -> str:
        words = re.sub(r"<.*?>", "", matched[2])
        number = NUMBERED.match(words)
        anchor = f"{number[1]}{number[2]}".lower() if number else re.sub(r"[^\w]+", "-", words.lower()).strip("-")
        anchors.add(anchor)
        if matched[1] == "2":
            contents.append((anchor, words))
        return f'<h{matched[1]} id="{anchor}">{matched[2]}</h{matched[1]}>'

    html = HEADING.sub(head, DEFINED.sub(define, html))
    html = MENTIONED.sub(lambda one: f'<a href="#{one[0].lower()}">{one[0]}</a>' if one[0].lower() in anchors else one[0], html)
    html = NUMBER.sub(r"\1<small>\2</small>", html)
    html = OTHER_BOOK.sub(lambda matched: f'<a href="/rules/{matched[1].lower()}">{matched[1]}.md</a>', html)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    html = html.replace("<th></th>", "<td></td>").replace("<pre>", '<pre tabindex="0">')  # such a corner heads nothing
    title = re.search(r"<h1>(.*?)</h1>", html)
    return Text(title[1] if title else "", Markup(html), tuple(contents))  # noqa: S704 - made by our renderer from our own books
