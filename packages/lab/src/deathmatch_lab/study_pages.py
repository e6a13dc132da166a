"""The page *Study*: a position that the reader chooses, with both optimal mixtures, and the solved figures of a game.

It works without a script: the choices are a form that is sent by GET, and the picture is part of the page. Positions are worked out by the
worker processes that review matches (`deathmatch.server.rooms.errands`); until one is there, the page says so and loads itself again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from itertools import groupby
from math import sqrt
from typing import Any, Final, TypeAlias, cast

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar.params import FromPath
from markupsafe import Markup

from deathmatch import games
from deathmatch.core.errors import OptionError, PluginError
from deathmatch.core.game import Variant
from deathmatch.core.hexes import ROW as HEXAGON
from deathmatch.core.speech import mark, say
from deathmatch.server.errands import Errands, Terms
from deathmatch.server.rooms.errands import Reviewer
from deathmatch.server.settings import Rate
from deathmatch.server.web import guard, guests, pages, previews
from deathmatch.server.web.assets import AddedPages
from deathmatch.server.web.doorman import Orders
from deathmatch.server.web.previews import Preview
from deathmatch.server.wire.problems import Problem
from deathmatch_lab.studying import Control, Finding, Map, Study, StudyQuestion, Way, read_all, studied

RATE: Final = Rate(40, 0.5)  # positions that one address may have worked out; one that is kept costs nothing
AT_ONCE: Final = 4  # positions that one address may wait for at the same time
TOO_MANY = mark("too many positions for your address; wait a moment and try again")
WAIT_MS: Final = 1_500  # that a request waits for a position; then the page comes without it
MOST: Final = 64  # values in an address; all controls together have fewer


# --- Positions that were worked out lately


STUDY_S = 3.0  # the most that a worker may think about a position
STUDIES: Final = Terms(  # findings have some 2 KB
    kept=512,
    waiting=16,
    full=mark("many positions are being worked out now; try again in a moment"),
    failure=mark("this position could not be worked out; try again later"),
    log=logging.getLogger("deathmatch.studies"),
    line="the study of %s failed: %s",
)


StudyKey: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
"""A variant, and the choices in the order of the controls. A finding holds no words, so all languages share it."""


class Studies:
    """The positions of one server that were looked at lately."""

    def __init__(self, finder: Reviewer) -> None:
        self._finder = finder
        self._errands: Errands[StudyKey, Finding] = Errands(STUDIES)

    @property
    def preparing(self) -> bool:
        """Whether the solver is being made ready: its code is compiled at its first use, which takes minutes."""
        return self._finder.preparing

    async def of(self, variant: str, chosen: Mapping[str, str], *, wait: int, admit: Callable[[], Callable[[], None]]) -> Finding | None:
        """The finding at a position.

        While the solver is being made ready, no further position begins, so that a reader who chooses one after the other is not refused.

        Args:
            variant: `GAME/VARIANT`.
            chosen: the value of every control, checked.
            wait: how many milliseconds to wait if it has to be worked out first.
            admit: called before a position is worked out; raises Problem if this person asks for too many. Its answer is called afterwards.

        Returns: None if it is still being worked out. Raises: Problem.
        """
        key = (variant, tuple(chosen.items()))
        if self.preparing and key not in self._errands.under_way():
            return self._errands.kept(key)
        return await self._errands.of(key, partial(self._make, variant, chosen), wait=wait, admit=admit)

    async def _make(self, variant: str, chosen: Mapping[str, str]) -> Finding:
        answer = await self._finder.reply_to(StudyQuestion(variant, STUDY_S, chosen=dict(chosen)), f"study of {variant}")
        return msgspec.json.decode(answer.text, type=Finding)


# --- The pages


def studies() -> list[Variant]:
    """The variants that have something to study."""
    return [variant for variant in games.every() if variant.has("study")]


@get("/study", media_type=MediaType.HTML)
async def all_studies(request: Request[Any, Any, Any]) -> Response[Any]:
    """Every variant with something to study."""
    found = await asyncio.to_thread(studies)
    preview = of_studies(previews.base_of(request), found[0].game) if found else None
    return pages.public_page(request, "studies.html", games=[list(own) for _, own in groupby(found, lambda one: one.game)], preview=preview)


def of_study(base: str, variant: Variant) -> Preview:
    """The preview of a link to the positions of a variant."""
    title = say("{game}: study", game=say(variant.title))
    words = say("Solved positions and figures, with best play for both seats.")
    return Preview(title, words, f"{base}/card/{variant.game}.png", f"{base}{address(variant)}")


def of_studies(base: str, game: str) -> Preview:
    """The preview of a link to all games with positions; with the picture of one."""
    return Preview(say("Study"), say("Choose a position and see how both seats play it best."), f"{base}/card/{game}.png", f"{base}/study")


@get("/study/{game:str}/{name:str}", media_type=MediaType.HTML)
async def study(request: Request[Any, Any, Any], game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """A position of a variant, by the choices in the address."""
    made = await asyncio.to_thread(_made, f"{game}/{name}")
    if made is None:
        return pages.missing(say("There is nothing to study here"))
    variant, position = made
    if not position.controls:
        return _page(request, variant, position, {})
    given = list(request.query_params.multi_items())
    try:
        if len(given) > MOST:
            raise OptionError(say("an address has at most {number} choices", number=MOST))
        chosen = read_all(position.controls, given)
        position.check(chosen)
    except OptionError as error:
        return _page(request, variant, position, _readable(position, given), error=error.reason, wrong=error.keys, status=400)
    state = request.app.state
    orders = cast("Orders", state.setdefault("studies_orders", Orders(RATE, AT_ONCE, TOO_MANY)))
    studies = cast("Studies", state.setdefault("studies", Studies(guests.lobby_of(request).reviews.reviewer)))
    admit = partial(orders.enter, guard.address(request.scope))
    try:
        found = await studies.of(variant.id, chosen, wait=WAIT_MS, admit=admit)
    except Problem as problem:
        answer = _page(request, variant, position, chosen, error=problem.reason, status=problem.status)
        answer.headers["Retry-After"] = "2"
        return answer
    return _page(request, variant, position, chosen, told=position.told(chosen), found=found, preparing=studies.preparing)


def _made(name: str) -> tuple[Variant, Study] | None:
    """A variant and its study; None if there is nothing."""
    try:
        variant = games.find(name)
        made = studied(variant)
    except (LookupError, PluginError):
        return None
    return None if made is None else (variant, made)


def _readable(position: Study, given: list[tuple[str, str]]) -> dict[str, str]:
    """The choices of a wrong address that can be read, for its form."""
    chosen = {control.key: control.default for control in position.controls}
    for control in position.controls:
        try:
            chosen |= read_all((control,), [pair for pair in given if pair[0] == control.key])
        except OptionError:
            continue
    return chosen


def _page(request: Request[Any, Any, Any], variant: Variant, position: Study, chosen: dict[str, str], **more: Any) -> Response[Any]:
    found: Finding | None = more.get("found")
    return pages.public_page(
        request,
        "study.html",
        status=more.get("status", 200),
        preview=of_study(previews.base_of(request), variant),
        variant=variant,
        groups=_groups(position.controls, chosen),
        chosen=chosen,
        error=more.get("error", ""),
        wrong=more.get("wrong", ()),
        told=more.get("told", ()),
        found=found,
        preparing=more.get("preparing", False),
        picture=None if found is None else heat_map(found),
        facts=[(each, board_map(each) if isinstance(each, Map) else None) for each in position.facts()],
    )


def _groups(controls: tuple[Control, ...], chosen: dict[str, str]) -> list[tuple[str, list[Control], bool]]:
    """The controls of the table, of A and of B, and whether anything is chosen there that is not as at the start."""
    groups: dict[str, list[Control]] = {}
    for control in controls:
        groups.setdefault("" if control.seat is None else control.seat.value, []).append(control)
    return [(seat, own, any(chosen[control.key] != control.default for control in own)) for seat, own in groups.items()]


# --- The heat map: the chance of A after each pair of submissions as colours, and both optimal mixtures as bars


WIDTH = 328  # units: a phone's width without its margins, so that a unit is a CSS pixel there
LABELS = 122  # of them for the names of the rows, and as many above the columns
ROW = 30
STRONGEST = 0.5  # how opaque the colour of a seat is in the cell that differs most; text stays readable on it
LEAST = 0.02  # a difference that is shown as strongly as that, at least: rounding is no difference


def heat_map(found: Finding) -> Markup:
    """The heat map, in classes of the themes. Its figures are in the tables beside it."""
    wide = (WIDTH - LABELS) / len(found.b)
    most = max(LEAST, *[abs(chance - found.value) for row in found.chances for chance in row])
    parts = [f'<text x="{LABELS - 8}" y="{LABELS - 24}" class="seat-a strong" text-anchor="end">A ↓</text>']
    parts.append(f'<text x="{LABELS - 8}" y="{LABELS - 8}" class="seat-b strong" text-anchor="end">B →</text>')
    parts += [_column(way, LABELS + wide * at, wide) for at, way in enumerate(found.b)]
    for at, (way, chances) in enumerate(zip(found.a, found.chances, strict=True)):
        top = LABELS + ROW * at
        parts.append(_row(way, top))
        parts += [_cell(chance, found.value, most, LABELS + wide * column, top, wide) for column, chance in enumerate(chances)]
    height = LABELS + ROW * len(found.a) + 2
    label = escape(say("Heat map of the chance of A after each pair of submissions; its figures are in the tables."))
    drawn = "".join(parts)
    svg = f'<svg class="heat" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}"><g lang="en" font-size="14">{drawn}</g></svg>'
    return Markup(svg)  # noqa: S704 - made here from numbers and escaped names


def _row(way: Way, top: float) -> str:
    """A submission of A, with its share of the mixture as a bar below it."""
    weight = "ink strong" if way.share else "muted"
    bar = f'<rect x="0" y="{top + 21}" width="{(LABELS - 8) * way.share:.1f}" height="5" rx="2" class="seat-a"/>' if way.share else ""
    return f'<text x="0" y="{top + 16}" class="{weight}"{_fit(way.text)}>{escape(way.text)}</text>{bar}'


def _column(way: Way, left: float, wide: float) -> str:
    """A submission of B, read upwards, with its share of the mixture as a bar beside it."""
    weight = "ink strong" if way.share else "muted"
    length, right = (LABELS - 8) * way.share, left + wide / 2 + 8
    bar = (
        f'<rect x="{right:.1f}" y="{LABELS - 4 - length:.1f}" width="5" height="{length:.1f}" rx="2" class="seat-b"/>' if way.share else ""
    )
    place = f"translate({left + wide / 2 + 4:.1f} {LABELS - 4}) rotate(-90)"
    return f'<text transform="{place}" class="{weight}"{_fit(way.text)}>{escape(way.text)}</text>{bar}'


def _fit(text: str) -> str:
    """The longest names are set a little closer."""
    return f' textLength="{LABELS - 8}" lengthAdjust="spacingAndGlyphs"' if len(text) > 15 else ""


def _cell(chance: float, value: float, most: float, left: float, top: float, wide: float) -> str:
    """A's chance in per cent, in the colour of the seat that gains by the pair."""
    gain = chance - value
    paint, opacity = "seat-a" if gain > 0 else "seat-b", STRONGEST * abs(gain) / most
    box = f'x="{left + 1:.1f}" y="{top + 1}" width="{wide - 2:.1f}" height="{ROW - 2}" rx="3"'
    words = f'<text x="{left + wide / 2:.1f}" y="{top + 20}" class="ink" text-anchor="middle">{100 * chance:.0f}</text>'
    return f'<rect {box} class="table"/><rect {box} class="{paint}" fill-opacity="{opacity:.2f}"/>{words}'


# --- The map of a solved board: each cell with a stone in the paint of its kind


LARGEST = 64  # units that a cell is wide at most, so that cells of a small board are no larger than a thumb
GAP = 2  # units between two cells
STONE = 0.36  # the radius of a stone, in widths of a cell


def board_map(solved: Map) -> Markup:
    """The board in classes of the themes, with the name of each cell on its stone."""
    cells = solved.board.cells
    across = max(abs(cell.x) for cell in cells) * 2 + 1
    size = min(LARGEST, WIDTH / across)
    height = round(size * (max(abs(cell.y) for cell in cells) * 2 + 2 / sqrt(3)) + 2)
    parts = []
    for cell in cells:
        x, y = WIDTH / 2 + size * cell.x, height / 2 + size * cell.y
        stone = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{STONE * size:.1f}" class="{solved.board.kinds[cell.kind]}"/>'
        name = f'<text x="{x:.1f}" y="{y + 5:.1f}" class="deep strong" text-anchor="middle">{escape(cell.name)}</text>'
        parts.append(f'<path d="{_hexagon(x, y, size / 2 - GAP / 2)}" class="wood"/>{stone}{name}')
    drawn = "".join(parts)
    label = escape(f"{solved.title}. {solved.words}")
    svg = f'<svg class="map" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}"><g lang="en" font-size="14">{drawn}</g></svg>'
    return Markup(svg)  # noqa: S704 - made here from numbers and escaped names


def _hexagon(x: float, y: float, inner: float) -> str:
    """A hexagon with a point up, by the distance from its middle to its sides."""
    side = inner / HEXAGON
    corners = [(0, -side), (inner, -side / 2), (inner, side / 2), (0, side), (-inner, side / 2), (-inner, -side / 2)]
    return "M" + "L".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners) + "z"


def address(variant: Variant) -> str:
    """Of the page about a variant; empty if it has nothing to study."""
    return f"/study/{variant.id}" if variant.has("study") else ""


def router() -> Router:
    """Both pages."""
    return Router("/", route_handlers=[all_studies, study], include_in_schema=False)


PAGES: Final = AddedPages("deathmatch_lab", router, mark("Study"), mark("Study: solved positions and figures"), address)
"""The addition `page.study`."""
