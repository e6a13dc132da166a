"""The middle of the table: the pot, the round, and what both sides played last or have sealed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from deathmatch.core.game import Timeout
from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import crown, ellipse, group, pill, pill_width, rect, seat_paint, span, text, use
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.core.wording import owned
from deathmatch.games.five_card_trick.picture import words
from deathmatch.games.five_card_trick.picture.glyphs import BACK, glyph, item_glyph, pot
from deathmatch.games.five_card_trick.picture.side import MARGIN, WIDTH, SideLayout
from deathmatch.games.five_card_trick.picture.words import PlayedCard
from deathmatch.games.five_card_trick.values import Card, Item
from deathmatch.games.five_card_trick.view import Moment, Stage

TOP, HEIGHT = 153, 84
_NEAR, _FAR = 76, 284  # middles of what lies on the table
_CARDS = 21  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next
MOST = 3  # cards that a seat plays in a round


@cache
def _cloth() -> Element:
    """The table under its lamp."""
    light = ellipse(WIDTH / 2, HEIGHT / 2 + 4, 62, 38, "lamplight")
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(now: Moment) -> tuple[Element, ...]:
    """The table with what lies in its middle."""
    return (_cloth(), _round_line(now), _pot(now.pot, now.showing is not None and now.showing.stage in _ABOUT_THE_POT))


_ABOUT_THE_POT = (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)


@cached_by_language(maxsize=1024)
def _pot(chips: int, now: bool) -> Element:
    figure = text(str(chips), 0, 65, 21, "deep strong", anchor="middle")
    markup = group(pot(chips, now=now), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(chips), (180, TOP))


def _round_line(now: Moment) -> Element:
    """Which round it is, or who won; the title says the same in words."""
    if now.outcome is None or now.outcome.winner is None:
        return _round(now.round, 0 if now.replays else now.ends_after)
    return _winner(now.outcome.winner)


@cached_by_language(maxsize=1024)
def _round(number: int, last: int) -> Element:
    """`last` is 0 in a round that is played again."""
    line = say("Round {number} of {last}", number=number, last=last) if last else say("Round {number}, again", number=number)
    return Element("round", text(line, 0, 15, 14, "ink strong", anchor="middle"), at=(180, TOP))


@cached_by_language(maxsize=None)
def _winner(seat: Seat) -> Element:
    heading = say("{seat} wins", seat=seat)
    crowned = group(crown("gold"), -2 - 4.2 * span(heading), 11, scale=0.7)
    markup = crowned + text(heading, 10, 16.5, 15, "gold strong", anchor="middle")
    return Element("round", markup, at=(180, TOP))


class Heading(NamedTuple):
    """The facts of the line above the cards that a seat laid.

    Attributes:
        number: of their round; 0 after a time-out.
        used: the items that were used.
    """

    number: int
    used: tuple[Item, ...]


class Missing(NamedTuple):
    """Why a seat has laid no cards: a label of the viewer's own seat, and of another one."""

    mine: str
    theirs: str


_NONE_YET = Missing(mark("Your submission: none yet"), mark("{player}'s submission: none yet"))
_LATE = Missing(mark("Your last round: time-out, no card"), mark("{player}'s last round: time-out, no card"))
_NO_CARD = Missing(mark("Your last round: no card"), mark("{player}'s last round: no card"))


class Laid(NamedTuple):
    """The facts of the cards that a seat laid.

    Attributes:
        titles: the cards' words.
        cards: those that were played, as far as is shown.
        now: mask of the cards that a step being shown is about.
        missing: why there are none, if there are none.
    """

    titles: words.Titles
    cards: tuple[PlayedCard, ...]
    now: int
    missing: Missing | None


class Facts(NamedTuple):
    """The facts of a seat's last submission, for its heading and its cards."""

    heading: Heading | None
    laid: Laid


def facts(now: Moment, seat: Seat) -> Facts:
    """The facts of a seat's last submission."""
    last, showing, titles = now.last, now.showing, now.terms.words
    if last is None:
        return Facts(None, Laid(titles, (), 0, _NONE_YET))
    late = isinstance(last.moves[seat], Timeout)
    cards = words.played(last, seat, None if showing is None else showing.stage)
    missing = None if cards else _LATE if late else _NO_CARD
    heading = Heading(0 if late else last.number, words.used(last, seat))
    return Facts(heading, Laid(titles, cards, 0 if showing is None else showing.now[seat], missing))


def heading(place: SideLayout, of: Heading | None) -> tuple[Element, ...]:
    """The round of the cards that a seat laid."""
    if of is None:
        return (_empty(place, ""),)
    markup = _caption(place.seat, say("round {number}", number=of.number) if of.number else say("time-out"), of.used)
    return (Element(f"{place.prefix}-played", markup, words.used_label(place.player, of.used), (_x(place), TOP)),)


def laid(place: SideLayout, of: Laid) -> tuple[Element, ...]:
    """The cards that a seat laid last. Every place has its element, so that the picture changes in place."""
    cards = [_lying(place, of.titles, one, (index, len(of.cards)), bool(of.now >> one.card & 1)) for index, one in enumerate(of.cards)]
    shown = cards or [_nothing(place, of.missing)]
    return (*shown, *(_empty(place, f"-{number}") for number in range(len(shown) + 1, MOST + 1)))


@cache
def _empty(place: SideLayout, slot: str) -> Element:
    """An empty place."""
    return Element(f"{place.prefix}-played{slot}", "", at=(_x(place) - BACK[0] / 2, TOP + _CARDS) if slot else (_x(place), TOP))


def _x(place: SideLayout) -> int:
    """The middle of what lies here."""
    return _NEAR if place.near else _FAR


def _caption(seat: Seat, caption: str, used: tuple[Item, ...] = ()) -> str:
    """Whose cards lie here and from when, with the items that were used."""
    start = -(7 * span(caption) + 14 * len(used)) / 2
    signs = "".join(
        group(item_glyph(item, "accent", "table"), -start + 3 - 13 * index, 10.5, scale=0.5) for index, item in enumerate(reversed(used))
    )
    return use(f"mark-{seat.lower()}", "", start - 3) + text(caption, start + 6, 15, 14, "muted") + signs


@cached_by_language(maxsize=None)
def sealed(place: SideLayout) -> tuple[Element, ...]:
    """In the place of heading and cards, the same two backs for every submission: how many cards it has is not known before the reveal."""
    back = use(f"back-{place.seat.lower()}")
    stack = group(back, -34, _CARDS + 1, turn=-5) + group(back, -4, _CARDS - 2, turn=5)
    markup = _caption(place.seat, say("sealed")) + stack + use("sealed", "", 0, _CARDS + 26)
    label = owned(mark("Your submission: sealed"), mark("{player}'s submission: sealed"), place.player)
    backs = Element(f"{place.prefix}-played", markup, label, (_x(place), TOP))
    return (backs, *(_empty(place, f"-{number}") for number in range(1, MOST + 1)))


@cached_by_language(maxsize=None)
def _nothing(place: SideLayout, missing: Missing | None) -> Element:
    markup = rect(0.5, 0.5, BACK[0] - 1, BACK[1] - 1, "bare muted-line", corner=5, pen=1, dash="3 3")
    label = owned(*missing, place.player) if missing is not None else ""
    return Element(f"{place.prefix}-played-1", markup, label, (_x(place) - BACK[0] / 2, TOP + _CARDS))


@cached_by_language(maxsize=4096)
def _lying(place: SideLayout, titles: tuple[str, ...], one: PlayedCard, nth: tuple[int, int], now: bool) -> Element:
    """A card that a seat laid; `nth`: how many lie before it, and how many there are."""
    index, count = nth
    left = _x(place) - (_STEP * (count - 1) + BACK[0]) / 2 + _STEP * index
    label, markup = words.played_label(place.player, titles, one), _face(place.seat, one, now=now, last=index + 1 == count)
    return Element(f"{place.prefix}-played-{index + 1}", markup, label, (left, TOP + _CARDS))


def _face(seat: Seat, one: PlayedCard, *, now: bool, last: bool) -> str:
    """A card face up with what became of it."""
    works = one.fate in ("open", "worked", "again")
    paint = seat_paint(seat) if works else "muted"
    if one.fate == "struck" and not now:
        markup = rect(0, 0, *BACK, "raised muted-line", corner=5, pen=1, dash="3 2.5")
    else:
        markup = use("lying-now" if now else f"lying-{seat.lower()}" if works else "lying")
    if one.names is None:
        markup += glyph(one.card, paint, 19, 23, scale=1.05)
    else:
        markup += glyph(one.card, paint, 19, 14.5, scale=0.82) + use("rule", "", 8, 26.5)
        markup += glyph(one.names, "bad" if works else "muted", 19, 34, scale=0.46)
    return markup + _fate(one, last=last)


def _fate(one: PlayedCard, *, last: bool) -> str:
    """The sign on the lower edge: what became of the card. The next card, unless this is the last, covers no part of it."""
    width, height = BACK
    if one.fate in ("open", "again"):
        return ""
    if one.fate == "worked" and one.gain:
        grown = one.card is Card.GROW
        gain = say("pot +1") if grown else one.gain
        middle = width / 2 if last else min(width / 2, _STEP - 1 - pill_width(gain) / 2)
        return pill(gain, "gold" if grown else "good", "table", middle, height)
    sign = one.fate if one.fate in ("worked", "blocked", "idle") else "void"
    return use(sign, "", width / 2, height)
