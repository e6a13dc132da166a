"""The middle of the table: the pot, the round, and what both sides played last or have sealed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from deathmatch.core.game import Timeout
from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import crown, ellipse, group, pill, rect, seat_mark, seat_paint, text, use
from deathmatch.games.five_card_trick.picture import words
from deathmatch.games.five_card_trick.picture.glyphs import BACK, glyph, item_glyph, pot
from deathmatch.games.five_card_trick.picture.side import SideLayout
from deathmatch.games.five_card_trick.picture.words import PlayedCard
from deathmatch.games.five_card_trick.values import Item
from deathmatch.games.five_card_trick.view import Moment, Stage

TOP, HEIGHT = 153, 84
_NEAR, _FAR = 76, 284  # middles of what lies on the table
_CARDS = 21  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next


@cache
def cloth(width: float, margin: float) -> Element:
    """The table under its lamp."""
    light = ellipse(width / 2, HEIGHT / 2 + 4, 62, 38, "lamplight")
    return Element("table", rect(margin, 0, width - 2 * margin, HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(now: Moment) -> Element:
    """The pot."""
    return _pot(now.pot, now.showing is not None and now.showing.stage in _ABOUT_THE_POT)


_ABOUT_THE_POT = (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)


@lru_cache(maxsize=1024)
def _pot(chips: int, now: bool) -> Element:
    figure = text(str(chips), 0, 65, 21, "deep strong", anchor="middle")
    markup = group(pot(chips, "ink" if now else "glow-edge", 2.4 if now else 1.3), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(chips), (180, TOP))


def round_line(now: Moment) -> Element:
    """Which round it is, or who won; the title says the same in words."""
    if now.outcome is None or now.outcome.winner is None:
        return _round(now.round, 0 if now.replays else now.ends_after)
    return _winner(now.outcome.winner)


@lru_cache(maxsize=1024)
def _round(number: int, last: int) -> Element:
    """`last` is 0 in a round that is played again."""
    line = f"Round {number}{f' of {last}' if last else ', again'}"
    return Element("round", text(line, 0, 15, 12, "ink strong", anchor="middle"), at=(180, TOP))


@cache
def _winner(seat: Seat) -> Element:
    markup = group(crown("gold"), -27, 11, scale=0.7) + text(f"{seat} wins", 10, 16.5, 15, "gold strong", anchor="middle")
    return Element("round", markup, at=(180, TOP))


class Laid(NamedTuple):
    """The facts of a seat's last submission.

    Attributes:
        titles: the cards' words.
        number: of its round; 0 after a time-out.
        used: the items that were used.
        cards: those that were played, as far as is shown.
        now: mask of the cards that a step being shown is about.
    """

    titles: words.Titles
    number: int
    used: tuple[Item, ...]
    cards: tuple[PlayedCard, ...]
    now: int


def laid(now: Moment, seat: Seat) -> Laid | None:
    """The facts of a seat's last submission; None if there was none yet."""
    last, showing = now.last, now.showing
    if last is None:
        return None
    number = 0 if isinstance(last.moves[seat], Timeout) else last.number
    cards = words.played(last, seat, None if showing is None else showing.stage)
    return Laid(now.terms.words, number, words.used(last, seat), cards, 0 if showing is None else showing.now[seat])


def played(place: SideLayout, of: Laid | None, *, sealed: bool) -> tuple[Element, ...]:
    """A seat's sealed submission, else its latest cards."""
    if sealed:
        return (_sealed(place),)
    if of is None:
        return (_nothing(place, "submission: none yet"),)
    heading = _heading(place, of.number, of.used)
    if not of.cards:
        return (heading, _nothing(place, f"last round: {'no card' if of.number else 'time-out, no card'}"))
    return (heading, *_faces(place, of.titles, of.cards, of.now))


def _x(place: SideLayout) -> int:
    """The middle of what lies here."""
    return _NEAR if place.near else _FAR


@lru_cache(maxsize=4096)
def _heading(place: SideLayout, number: int, used: tuple[Item, ...]) -> Element:
    """The round of the cards here; number 0 stands for a time-out."""
    markup = _caption(place.seat, f"round {number}" if number else "time-out", used)
    return Element(f"{place.prefix}-played", markup, words.used_label(place.whose, used), (_x(place), TOP))


def _caption(seat: Seat, caption: str, used: tuple[Item, ...] = ()) -> str:
    """Whose cards lie here and from when, with the items that were used."""
    start = -(5.4 * len(caption) + 14 * len(used)) / 2
    signs = "".join(
        group(item_glyph(item, "accent", "table"), -start + 3 - 13 * index, 10.5, scale=0.5) for index, item in enumerate(reversed(used))
    )
    return seat_mark(seat, start - 3, 11, 6) + text(caption, start + 6, 14.5, 10.5, "muted") + signs


@cache
def _sealed(place: SideLayout) -> Element:
    """The same two cards for every submission: how many were played is not known before the reveal."""
    back = use(f"back-{place.seat.lower()}")
    stack = group(back, -34, _CARDS + 1, turn=-5) + group(back, -4, _CARDS - 2, turn=5)
    markup = _caption(place.seat, "sealed") + stack + use("sealed", "", 0, _CARDS + 26)
    return Element(f"{place.prefix}-played", markup, f"{place.whose} submission: sealed", (_x(place), TOP))


@cache
def _nothing(place: SideLayout, says: str) -> Element:
    markup = rect(0.5, 0.5, BACK[0] - 1, BACK[1] - 1, "bare muted-line", corner=5, pen=1, dash="3 3")
    return Element(f"{place.prefix}-played-1", markup, f"{place.whose} {says}", (_x(place) - BACK[0] / 2, TOP + _CARDS))


@lru_cache(maxsize=4096)
def _faces(place: SideLayout, titles: tuple[str, ...], cards: tuple[PlayedCard, ...], now: int) -> tuple[Element, ...]:
    """The cards of a submission; `now` is the mask of those that a step being shown is about."""
    left = _x(place) - (_STEP * (len(cards) - 1) + BACK[0]) / 2
    return tuple(_lying(place, titles, one, index, left + _STEP * index, bool(now >> one.card & 1)) for index, one in enumerate(cards))


@lru_cache(maxsize=4096)
def _lying(place: SideLayout, titles: tuple[str, ...], one: PlayedCard, index: int, left: float, now: bool) -> Element:
    label = words.played_label(place.whose, titles, one)
    return Element(f"{place.prefix}-played-{index + 1}", _face(place.seat, one, now=now), label, (left, TOP + _CARDS))


def _face(seat: Seat, one: PlayedCard, *, now: bool) -> str:
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
    return markup + _fate(one)


def _fate(one: PlayedCard) -> str:
    """The sign on the lower edge: what became of the card."""
    width, height = BACK
    if one.fate in ("open", "again"):
        return ""
    if one.fate == "worked" and one.gain:
        return pill(one.gain, "gold" if one.gain.startswith("pot") else "good", "table", width / 2, height)
    sign = one.fate if one.fate in ("worked", "blocked", "idle") else "void"
    return use(sign, "", width / 2, height)
