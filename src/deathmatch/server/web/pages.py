"""The pages in HTML: the lobby, the pages of a seat, a watcher and a host, the rule books, and the page for missing pages.

A page is a frame that the scripts of `web/static` fill over the WebSocket. The HTML itself contains nothing of a match, so no page can leak
a secret; only the page of a seat that is not taken has the words of a host to its player. Reading a page changes nothing: only a POST
(`/api/seats/TOKEN`) takes a seat.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

import segno
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from litestar import MediaType, Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from deathmatch import games
from deathmatch.core import catalogues, letters, optional, options, themes
from deathmatch.core.bots import shown_name
from deathmatch.core.game import Variant
from deathmatch.core.speech import cached_by_language, capital, mark, numeral, say, speaking, spoken
from deathmatch.server import limits, settings
from deathmatch.server.rooms.looks import LinkedTable
from deathmatch.server.table import rest, seating
from deathmatch.server.web import assets, book, guard, guests, previews, showcases, stills
from deathmatch.server.web.headers import counted, said
from deathmatch.server.web.lessons import lesson_of
from deathmatch.server.web.opponents import Opponents, opponents
from deathmatch.server.wire.problems import Problem

INDENT = re.compile(r"\n\s+")
FOREVER = "public, max-age=31536000, immutable"
LONGEST_LINK = 120  # characters that a QR code is asked for; ours have fewer than 80 besides the host's name
CODES = settings.Rate(24, 1)  # QR codes of one address; a page asks for a handful


def heading(key: str) -> str:
    """An option's or variant's key as a heading: `max_rounds` is `Max rounds`, and three letters are an abbreviation."""
    words = say(options.key_words(key))
    return words.upper() if len(key) <= 3 else words[:1].upper() + words[1:]


@cache
def templates() -> Environment:
    """The templates, here and of packages with pages; every value is escaped."""
    packages = ("deathmatch", *[pages.package for pages in assets.added_pages()])
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, "web/templates") for package in packages]),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["added_pages"] = assets.added_pages
    made.globals["asset"] = assets.assets().url
    made.globals["imported"] = assets.assets().imported
    made.globals["say"] = said
    made.globals["count"] = counted
    made.globals["language"] = spoken
    made.globals["numeral"] = numeral
    made.globals["languages"] = catalogues.LANGUAGES
    made.globals["grounds"] = {name: themes.THEMES[name].paints["ground"] for name in ("light", "dark")}
    made.filters["words"] = heading
    made.filters["named"] = lambda bot: shown_name(bot.capitalize())
    made.filters["moment"] = rest.in_words
    made.filters["apart"] = letters.isolated
    made.filters["capital"] = lambda text: text[:1].upper() + text[1:].rstrip(".")
    return made


def page(name: str, /, *, status: int = 200, secret: bool = False, **values: Any) -> Response[str]:
    """A template as an answer; browsers keep no copy of a `secret` one."""
    headers = {"Cache-Control": "no-store" if secret else "no-cache"}
    text = INDENT.sub("\n", templates().get_template(name).render(**values))  # a secret page is not compressed, so its blanks count
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=headers)


def public_page(request: Request[Any, Any, Any], name: str, /, *, status: int = 200, **values: Any) -> Response[Any]:
    """A page that is the same for everybody, compressed if the browser accepts it: it holds no secret that its size could leak."""
    answer = public_text(request, templates().get_template(name).render(**values))
    answer.status_code = status
    return answer


def public_text(request: Request[Any, Any, Any], text: str) -> Response[Any]:
    """The text of a page that is the same for everybody, compressed if the browser accepts it."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if not accepts_gzip(request):
        return Response(text, media_type=MediaType.HTML, headers=headers)
    return Response(_packed(text), media_type=MediaType.HTML, headers={**headers, "Content-Encoding": "gzip"})


async def packed_json(request: Request[Any, Any, Any], packed: bytes, headers: Mapping[str, str] | None = None) -> Response[Any]:
    """JSON that is compressed already; browsers that take nothing compressed get it as it was."""
    more = {"Vary": "Accept-Encoding", **(headers or {})}
    if accepts_gzip(request):
        return Response(packed, media_type=MediaType.JSON, headers={**more, "Content-Encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=MediaType.JSON, headers=more)


def accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    """Whether the browser takes a compressed answer."""
    return "gzip" in request.headers.get("accept-encoding", "")


@lru_cache(maxsize=16)
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def missing(what: str) -> Response[str]:
    """The page for a missing page; `what` is the sentence that says so."""
    return page("missing.html", status=404, what=what, watch="")


# --- The full form of a new table


@dataclass(frozen=True, slots=True)
class Field:
    """An option as a form shows it: `words` to choose from, or whole numbers from `low` to `high`, or else a free name.

    A word list is chosen from those of this server: their names stay as they are. `written` is the value by the original text, and `says`
    has a sentence for what holds under a word.
    """

    key: str
    about: str
    default: str
    clock: bool
    written: str
    item: str = ""
    words: tuple[str, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict[str, str])
    lists: bool = False
    low: int | None = None
    high: int | None = None

    @classmethod
    def of(cls, variant: Variant, option: options.Option, default: object, lists: Sequence[str] = ()) -> Field:
        """The form's field of an option of a variant, on a server with these word lists."""
        key, kind = option.key, option.kind
        written = str(variant.as_written[key].value) if key in variant.as_written else str(default)
        base = cls(key, option.words, str(default), option.clock, written, option.item)
        if isinstance(kind, options.Word):
            says = {word: variant.says[f"{key} {word}"] for word in kind.words if f"{key} {word}" in variant.says}
            return replace(base, words=kind.words, says=says)
        if isinstance(kind, options.Lexicon):
            return replace(base, words=offered(kind, lists), lists=True)
        return replace(base, low=kind.low, high=kind.high) if isinstance(kind, options.WholeNumber) else base

    @property
    def start(self) -> bool:
        """Whether it says who starts, and somebody may be asked."""
        return "choose" in self.words


def offered(kind: options.Lexicon, lists: Sequence[str]) -> tuple[str, ...]:
    """The values of an option that names a word list: this server's lists, and the names that mean no list."""
    return tuple(sorted({*lists, *kind.free}))


@dataclass(frozen=True, slots=True)
class Offer:
    """A variant as the full form offers it."""

    variant: Variant
    rules: tuple[Field, ...]
    clocks: tuple[Field, ...]
    opponents: Opponents
    aids: tuple[str, ...]
    coin: tuple[str, ...]

    @property
    def deviations(self) -> list[Field]:
        """The options in which the original text and the book differ, but for items and the start."""
        fields = (*self.rules, *self.clocks)
        return [one for one in fields if one.key in self.variant.as_written and not one.item and not one.start]

    @property
    def groups(self) -> list[tuple[str, list[Field]]]:
        """The rules' options under their headings; those of no group come last."""
        by_key = {one.key: one for one in self.rules}
        grouped = {key for keys in self.variant.groups.values() for key in keys}
        found = [(heading, [by_key[key] for key in keys if key in by_key]) for heading, keys in self.variant.groups.items()]
        found.append((mark("Fine points of the rules") if found else mark("Rules"), [one for one in self.rules if one.key not in grouped]))
        return [(heading, fields) for heading, fields in found if fields]


def offer(variant: Variant, bots: Sequence[str], lists: Sequence[str]) -> Offer:
    """A variant as the full form needs it."""
    defaults, game = variant.bind({})
    fields = [
        Field.of(variant, option, defaults[option.key], lists) for option in variant.options if option.key != options.DMO
    ]  # the form asks for the EC
    aids = tuple(aid.value for aid in optional.aids_of(game))
    return Offer(
        variant,
        tuple(f for f in fields if not f.clock),
        tuple(f for f in fields if f.clock),
        opponents(variant, bots),
        aids,
        tuple(seating.targets(variant)),
    )


@get("/new", media_type=MediaType.HTML)
async def new_table(request: Request[Any, Any, Any]) -> Response[Any]:
    """Choose a game, all its options and whom to play."""
    lobby = guests.lobby_of(request)
    bots = tuple(tuple(lobby.bots(variant)) for variant in games.unled())
    return public_text(request, _lobby_page(tuple(lobby.word_lists.names()), bots))


@cached_by_language(maxsize=4)
def _lobby_page(lists: tuple[str, ...], bots: tuple[tuple[str, ...], ...]) -> str:
    """The full form with these word lists, and for each variant these bots. Rendering takes 5 ms, so it is kept."""
    offers = [offer(variant, names, lists) for variant, names in zip(games.unled(), bots, strict=True)]
    return templates().get_template("lobby.html").render(offers=offers)


def led() -> Variant | None:
    """The game with which a host leads any duel; None if there is none here."""
    return next((variant for variant in games.every() if variant.hosted), None)


@get("/host", media_type=MediaType.HTML)
async def host_match(request: Request[Any, Any, Any]) -> Response[Any]:
    """Set up a match for two others: of an original text, or any other that a host leads."""
    variant = led()
    led_by_host = None if variant is None else offer(variant, (), ())
    return public_page(request, "duel.html", offer=led_by_host, texts=games.unled())


@get(["/host/{game:str}/{variant:str}", "/new/{game:str}/{variant:str}"], media_type=MediaType.HTML)
async def part_of_form(request: Request[Any, Any, Any], game: FromPath[str], variant: FromPath[str]) -> Response[Any]:
    """The rules of one variant: in sentences for the form of a host, with its options for the forms of seasons and series."""
    template = "sentences.html" if request.url.path.startswith("/host/") else "options-of.html"
    try:
        found = games.find(f"{game}/{variant}")
    except LookupError:
        return missing(say("This page does not exist"))
    return public_text(request, _options(template, found.id, tuple(guests.lobby_of(request).word_lists.names())))


@cached_by_language(maxsize=64)
def _options(template: str, variant: str, lists: tuple[str, ...]) -> str:
    return templates().get_template(template).render(offer=offer(games.find(variant), (), lists))


# --- The links of a match


API = {"s": "seats", "w": "matches", "h": "hosts"}
"""The first part of a link's path on the site -> the same in the API."""


@get(["/s/{token:str}", "/h/{token:str}"], media_type=MediaType.HTML)
async def secret_page(request: Request[Any, Any, Any], token: FromPath[str]) -> Response[Any]:
    """The table for its host, or for a seat: the form to sit down while it is free; the spectators' if another browser sat down with it."""
    return await match_page(request, request.url.path[1], token)


@get("/w/{match:str}", media_type=MediaType.HTML)
async def watch(request: Request[Any, Any, Any], match: FromPath[str]) -> Response[Any]:
    """The table for a spectator; with `.png` behind it, its picture."""
    if match.endswith(".png"):
        return await stills.picture_of_table(request, match.removesuffix(".png"))
    return await match_page(request, "w", match)


async def match_page(request: Request[Any, Any, Any], kind: str, key: str) -> Response[Any]:
    """The page of a match, which the scripts fill, or the form to sit down; raises Problem if the link is wrong."""
    lobby = guests.lobby_of(request)
    table, token = await lobby.linked_table(kind, key), ""
    if table.closed:
        if own := await _own_link(request, table):
            return Redirect(own, status_code=303, headers={"Cache-Control": "no-store"})
        kind, token, key = "w", key, table.facts.id
    variant = lobby.find(f"{table.facts.game}/{table.facts.variant}")
    preview = previews.of_table(previews.base_of(request), table, kind)
    lesson = "" if variant.hosted or await asyncio.to_thread(lesson_of, variant) is None else variant.id
    if not table.taken:
        about = games.variants(table.facts.game)[0].words  # to which the words of its other variants refer
        still = "" if variant.hosted or table.lot else (await asyncio.to_thread(showcases.shown, variant.game)).still
        more: dict[str, Any] = {"about": about, "differs": variant.differs, "changed": _changed(table), "still": still, "lesson": lesson}
        return page("sit.html", secret=True, preview=preview, table=table, token=key, clocks=clocks_of(table), **more)
    warm_up = "" if variant.hosted else opponents(variant, lobby.bots(variant)).middle
    more = {"clocks": clocks_of(table), "lesson": lesson, "socket": f"/ws/{kind}/{key}", "api": f"/api/{API[kind]}/{key}"}
    return page("match.html", secret=True, preview=preview, table=table, token=token, variant=variant, bot=warm_up, **more)


def clocks_of(table: LinkedTable) -> str:
    """The time that the players have, in one sentence; empty if the clocks are not a pace of the book's, or end at a moment."""
    return table.kind.timed(table.pace) if table.pace and not table.facts.until else ""


def _changed(table: LinkedTable) -> list[str]:
    """The rules of this match that differ from the book's, each in a sentence; none as long as the lot has the game to choose."""
    lines = []
    for option in () if table.lot else table.kind.options:
        value = table.facts.changed.get(option.key)
        if value is None or option.clock or (option.key == options.DMO and table.facts.ec):
            continue
        said = table.kind.says.get(f"{option.key} {value}")
        shown = say(value) if isinstance(value, str) else value
        lines.append(say(said) if said else say("{about}: {value}.", about=capital(say(option.words)), value=shown))
    return lines


async def _own_link(request: Request[Any, Any, Any], table: LinkedTable) -> str:
    """The link with which this browser, or its account, sits on the same seat; empty if it does not."""
    for match, link in guests.guest_of(request).matches:
        if match == table.facts.id and link.startswith("/s/"):
            with contextlib.suppress(Problem):
                own = await guests.lobby_of(request).linked_table("s", link.removeprefix("/s/"))
                if own.role == table.closed:
                    return link
    return ""


def code_of(link: str) -> bytes:
    """A link as a QR code, in SVG. It takes about 10 ms, which is long for an event loop."""
    code = segno.make(link, error="m", micro=False)
    return code.svg_inline(scale=4, border=2, svgclass="qr", lineclass=None, omitsize=True).encode()


def qr_route() -> HTTPRouteHandler:
    """The route of QR codes. One is made at a time, off the event loop, and an address gets no more than `CODES`."""
    asked = limits.Buckets(CODES, time.monotonic)
    making = asyncio.Lock()

    @post("/qr", status_code=200, media_type="image/svg+xml")
    async def qr(request: Request[Any, Any, Any], data: JSONBody[dict[str, str]]) -> Response[bytes]:
        """A link as a QR code, in SVG. It comes in the body, so that no secret link stands in the address of anything."""
        link = data.get("link", "")
        if not 0 < len(link) <= LONGEST_LINK:
            return Response(b"", status_code=422, media_type="image/svg+xml")
        if not asked.take(guard.address(request.scope)):
            return Response(b"", status_code=429, media_type="image/svg+xml", headers={"Retry-After": "2"})
        async with making:
            svg = await asyncio.to_thread(code_of, link)
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    return qr


# --- The rule books


@get(["/rules", "/rules/{name:str}"], media_type=MediaType.HTML)
async def rules(request: Request[Any, Any, Any], name: FromPath[str] = "") -> Response[Any]:
    """A rule book, in English with `?book=en`, whose rules and rulings are anchors, `#r5`, `#q3`; without a name every game in a minute."""
    name = name.lower()
    try:
        with speaking(catalogues.ENGLISH if request.query_params.get("book") == catalogues.ENGLISH else spoken()):
            text = book.read(name or "readme")
    except LookupError:
        return missing(say("This rule book does not exist"))
    preview = previews.of_book(previews.base_of(request), name, text.title, name if name in games.names() else games.names()[0])
    titled = {variant.game: games.variants(variant.game)[0] for variant in games.every()}
    minutes = {one: await asyncio.to_thread(book.minute, one) for one in ([name] if name else titled)}
    own = [variant for variant in games.every() if variant.game == name]
    books = {other: title for other, title in book.names().items() if other not in titled or games.variants(other)[0].hosted}
    more: dict[str, Any] = {"books": books, "name": name, "titled": titled, "minutes": minutes, "variants": own}
    more |= {"things": await asyncio.to_thread(book.things, name), "brief": book.brief(name), "taught": list(filter(lesson_of, own))}
    more["shown"] = {} if name else {one: await asyncio.to_thread(showcases.shown, one) for one in minutes}
    return public_page(request, "rules.html", preview=preview, text=text, **more)


# --- Files


@get("/static/{version:str}/{name:str}")
async def static(request: Request[Any, Any, Any], version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    return file(request, version, name)


FIXED: Mapping[str, str] = {
    "favicon.ico": "icon.svg",  # its oldest name
    **{name: name for name in ("themes.css", "worker.js", "offline.css", "icon-192.png", "icon-512.png", "icon-mask.png")},
}


@get([f"/{name}" for name in FIXED])
async def fixed(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file at an address that does not change."""
    return file(request, "", FIXED[request.url.path.removeprefix("/")])


def file(request: Request[Any, Any, Any], version: str, name: str) -> Response[bytes]:
    """A file of the page, compressed if the browser accepts it; browsers that asked for exactly this version keep it for ever."""
    asset = assets.assets().by_name.get(name)
    if asset is None:
        raise NotFoundException("there is no such file")
    headers = {"Cache-Control": FOREVER if version == assets.assets().version else "no-cache", "Vary": "Accept-Encoding"}
    if asset.packed is not None and accepts_gzip(request):
        return Response(asset.packed, media_type=asset.kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(asset.plain, media_type=asset.kind, headers=headers)


def router() -> Router:
    """All pages. The application's state holds the lobby under `lobby`."""
    return Router(
        "/",
        route_handlers=[new_table, host_match, part_of_form, secret_page, watch, qr_route(), rules, static, fixed],
        include_in_schema=False,
    )
