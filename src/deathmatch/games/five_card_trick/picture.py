"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

from deathmatch.core.game import Timeout
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.shapes import (
    circle,
    coins,
    cross,
    crown,
    define,
    ellipse,
    group,
    padlock,
    path,
    pill,
    pill_width,
    rect,
    seat_mark,
    seat_paint,
    span,
    text,
    tick,
    use,
)
from deathmatch.core.speech import cached_by_language, mark, name, owned, reads, say, voiced
from deathmatch.core.themes import FLIPS
from deathmatch.games.five_card_trick import words
from deathmatch.games.five_card_trick.values import CARDS, FREE, MASKS, Barred, Card, Cards, Item, Submission, bit, card_title
from deathmatch.games.five_card_trick.view import Stage, View
from deathmatch.games.five_card_trick.words import PlayedCard

# --- One side of the table: a seat's mark, chips, items and last rounds, its five cards with their lights, and the blocked or barred ones


WIDTH = 360
MARGIN = 8
STEP = 70  # from one card to the next
LAMP = 85  # below a card's upper edge
GLYPH = 1.5  # a glyph of 24 units, enlarged


class SideLayout(NamedTuple):
    """The place of a side. (A tuple, because it is hashed with all its contents.)

    Attributes:
        seat: whose side it is.
        prefix: how its slots begin.
        player: where its player's name stands in labels; empty for the viewer's own seat.
        near: whether it is the side below.
        cards: upper edge of the cards.
        head: middle of the line with mark, chips and items.
    """

    seat: Seat
    prefix: str
    player: str
    near: bool
    cards: float
    head: float


def _side(now: View, place: SideLayout) -> tuple[Element, ...]:
    """All that stands still on a side."""
    seat, outcome, showing = place.seat, now.outcome, now.showing
    own, titles = now.sides[seat], now.terms.words
    room = _NAMED if len(own.items) < 3 else _SIGN  # all three of them leave the last rounds none for names
    won, asked, five = outcome is not None and outcome.winner is seat, seat in (now.answering, now.window), words.five(now, seat)
    # Restrictions can bear on a next submission, and none while a round is being shown.
    barred = now.barred(seat) if outcome is None and showing is None else FREE
    blocked = own.blocked if outcome is None else None
    return (
        _mark(place, own.chips, own.lights.bit_count(), won),
        *(_item(place, item, _ITEMS + room * index, room, asked and item is Item.PRIORITY) for index, item in enumerate(own.items)),
        _recent(place, titles, own.recent, _named(now, seat)),
        _wire(place, five),
        *_row(place, titles, own.lights, blocked, 0 if showing is None else showing.now[seat], barred, now.terms.disregard),
    )


# --- The line with mark, chips, items and last rounds


@cached_by_language(maxsize=4096)
def _mark(place: SideLayout, chips: int, lit: int, won: bool) -> Element:
    mark = seat_mark(place.seat, 16, 0, 15)
    if won:
        mark += group(crown("gold"), 29, -12, scale=0.72, turn=18)
    figure = str(chips)
    size = 24 if len(figure) < 3 else 21
    stack = group(coins("glow", "glow-edge"), 50, -1, scale=0.95) + text(figure, 65, 0.36 * size, size, "ink strong sum")
    return Element(f"{place.prefix}-seat", mark + stack, words.side_label(place.player, chips, lit, won), (MARGIN, place.head))


@cached_by_language(maxsize=None)
def _item(place: SideLayout, item: Item, x: float, wide: float, asked: bool) -> Element:
    frame = rect(1, -19, wide - 2, 38, "accent-soft accent-line" if asked else "raised line-line", corner=8, pen=2.5 if asked else 1)
    name = text(words.short(item), wide / 2, 15, 14, "ink strong" if asked else "muted", anchor="middle") if wide == _NAMED else ""
    sign = group(item_glyph(item, "accent" if asked else "ink", "raised"), wide / 2, -7 if name else 0, scale=0.75)
    markup = rect(0, -22, wide, 44, "ground") + frame + sign + name
    return Element(f"item-{item}", markup, words.item_label(place.player, item, asked), (x, place.head))


_ITEMS, _NAMED, _SIGN = 111, 66, 42  # left edge of the first item, and how wide each is with and without its name


@cached_by_language(maxsize=4096)
def _recent(place: SideLayout, titles: words.Titles, recent: tuple[Cards, ...], names: Card | None) -> Element:
    """The last two rounds at the right end of the line, the last one outermost."""
    markup, x = "", float(WIDTH - MARGIN)
    for age, cards in enumerate(reversed(recent)):
        width = 20 * max(len(cards), 1) - 2
        minis = _minis(cards, place.seat, names if age == 0 else None)
        markup += group(minis, x - width, 0, opacity=1 if age == 0 else 0.7)
        x -= width + 9
    return Element(f"{place.prefix}-recent", markup, words.recent_label(place.player, titles, recent), (0, place.head))


def _named(now: View, seat: Seat) -> Card | None:
    """The card that the Block of the seat's last round names, while that round is the last one of `recent`."""
    if now.last is None or now.showing is not None:
        return None
    move = now.last.moves[seat]
    return move.names if isinstance(move, Submission) else None


def _minis(cards: Cards, seat: Seat, names: Card | None) -> str:
    if not cards:
        return rect(0.5, -12, 17, 24, "bare muted-line", corner=3, pen=1, dash="2 2.5")
    markup = ""
    for index, card in enumerate(cards):
        if card is Card.BLOCK and names is not None:
            markup += use(f"naming-{seat.lower()}", "", 20 * index) + glyph(names, "bad", 20 * index + 9, 7.6, scale=0.32)
        else:
            markup += use(f"mini-{seat.lower()}-{card.name.lower()}", "", 20 * index)
    return markup


# --- The five cards


@cached_by_language(maxsize=None)
def _wire(place: SideLayout, five: bool) -> Element:
    """The string that the lights hang on, and the chip that all five of them have just brought."""
    first, last = MARGIN + HELD[0] / 2, WIDTH - MARGIN - HELD[0] / 2
    markup = path(f"M{first:g},0H{last:g}", "bare line-line", pen=1.5)
    if five:
        markup += use("five", "", first + STEP * 1.5)
    return Element(f"{place.prefix}-wire", markup, words.five_label(place.player) if five else "", (0, place.cards + LAMP))


@cached_by_language(maxsize=4096)
def _row(
    place: SideLayout, titles: words.Titles, lights: int, blocked: Card | None, now: int, barred: Barred, disregard: bool, /
) -> tuple[Element, ...]:
    """All five cards, their lights, and a bracket over those that may not be played together; `now` masks those that a step is about."""
    linked = barred.pairs & ~barred.alone
    if not linked & (linked - 1):
        linked = 0  # one card alone cannot be barred together with another
    cards = [
        _card(
            place,
            titles,
            card,
            bool(lights & bit(card)),
            blocked is card,
            bool(now & bit(card)),
            "three" if barred.three & bit(card) else "doubled" if barred.doubled & bit(card) else "",
            linked if linked & bit(card) else 0,
            disregard,
        )
        for card in CARDS
    ]
    return (*cards, *(_light(place, card, bool(lights & bit(card))) for card in CARDS), _link(place, linked))


@cached_by_language(maxsize=4096)
def _card(
    place: SideLayout, titles: words.Titles, card: Card, lit: bool, blocked: bool, now: bool, why: str, linked: int, disregard: bool, /
) -> Element:
    markup = _card_markup(card, card_title(titles[card]), seat_paint(place.seat), why=why, blocked=blocked, now=now)
    label = words.card_label(place.player, titles, card, lit=lit, blocked=blocked, why=why, linked=linked, disregard=disregard)
    return Element(f"{place.prefix}-{card.name.lower()}", markup, label, (MARGIN + STEP * card, place.cards), markable=True)


@cached_by_language(maxsize=None)  # a hundred possibilities or two, painted again and again
def _card_markup(card: Card, title: str, colour: str, *, why: str, blocked: bool, now: bool) -> str:
    """A card. `why` it is barred, or empty; `now` is whether a step that is being shown is about it."""
    ground = "held-now" if now else "held-blocked" if blocked else "held-barred" if why else "held"
    aside = blocked and not why  # makes room for the padlock
    small = words.stamp(why, blocked=blocked)
    scale = 0.82 * GLYPH if small else GLYPH
    sign = glyph(card, "muted" if why else colour, 27 if aside else 32, 20.5 if small else 24.5, scale=scale, opacity=0.75 if why else 1)
    markup = use(ground) + sign
    if why:
        markup += use("bar-blocked" if blocked else "bar")
    if blocked:
        markup += use("padlock", "", 52, 13, scale=0.72)
    markup += text(title, 32, 51 if small else 60, 14, "muted" if why else "ink strong", anchor="middle")
    if small:
        markup += f" {text(small, 32, 66, 14, 'bad', anchor='middle')}"  # the blank parts the words for who hears them
    return markup


@cache
def _light(place: SideLayout, card: Card, lit: bool) -> Element:
    """The light of a card; its card says whether it is on."""
    at = (MARGIN + STEP * card + HELD[0] / 2, place.cards + LAMP)
    return Element(f"{place.prefix}-light-{card.name.lower()}", use("lit" if lit else "unlit"), at=at)


@cache
def _link(place: SideLayout, linked: int) -> Element:
    """A bracket over cards that may not be played in pairs again."""
    cards = MASKS[linked]
    if not cards:
        return Element(f"{place.prefix}-link", "", at=(0, place.cards))
    xs = [MARGIN + STEP * card + HELD[0] / 2 for card in cards]
    out = 12 if xs[-1] - xs[0] == STEP else 0  # of two neighbours the words would hide it
    bracket = f"M{xs[0] - out:g},-2V-7H{xs[-1] + out:g}V-2" + "".join(f"M{x:g},-7V-2" for x in xs[1:-1])
    middle = (xs[0] + xs[-1]) / 2
    if len(cards) > 2 and abs(middle - xs[1]) < 1:
        middle = (xs[0] + xs[1]) / 2
    markup = path(bracket, "bare bad-line", pen=1.6) + use("not-both" if len(cards) == 2 else "no-two", "", middle)
    return Element(f"{place.prefix}-link", markup, at=(0, place.cards))


# --- The middle of the table: the pot, the round, and what both sides played last or have sealed


TOP, TABLE_HEIGHT = 153, 84
_NEAR = 76  # the middle of what lies on the table, from the edge
_CARDS = 21  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next
_ASIDE, _ASIDE_SCALE, _BACKS = 44, 0.66, 102  # once the next cards are sealed: middle and size of the last ones, middle of the backs
MOST = 3  # cards that a seat plays in a round


@cache
def _cloth() -> Element:
    """The table under its lamp."""
    light = ellipse(WIDTH / 2, TABLE_HEIGHT / 2 + 4, 62, 38, "lamplight")
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, TABLE_HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def _middle(now: View) -> tuple[Element, ...]:
    """The table with what lies in its middle."""
    winner = None if now.outcome is None else now.outcome.winner
    # The title says the same in words.
    line = _round(now.round, 0 if now.replays else now.ends_after) if winner is None else _winner(winner)
    return (_cloth(), line, _pot(now.pot, now.showing is not None and now.showing.stage in _ABOUT_THE_POT))


_ABOUT_THE_POT = (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)


@cached_by_language(maxsize=1024)
def _pot(chips: int, now: bool) -> Element:
    figure = text(str(chips), 0, 65, 21, "deep strong sum", anchor="middle")
    markup = group(pot(chips, now=now), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(chips), (180, TOP))


@cached_by_language(maxsize=1024)
def _round(number: int, last: int) -> Element:
    """`last` is 0 in a round that is played again."""
    line = say("Round {number} of {last}", number=number, last=last) if last else say("Round {number}, again", number=number)
    return Element("round", text(line, 0, 15, 14, "ink strong", anchor="middle"), at=(180, TOP))


@cached_by_language(maxsize=None)
def _winner(seat: Seat) -> Element:
    heading = voiced(seat, mark("You won"), mark("{seat} wins"), mark("You lost"), seat=seat)
    crowned = group(crown("gold"), -12 - 4.8 * span(heading), 11, scale=0.7) if not reads(seat.other) else ""
    markup = crowned + text(heading, 0, 16.5, 15, "gold strong" if crowned else "ink strong", anchor="middle")
    return Element("round", markup, at=(180, TOP))


# Why a seat has laid no cards: labels of the viewer's own seat, and of another one.
_NONE_YET = (mark("Your submission: none yet"), mark("{player}'s submission: none yet"))
_LATE = (mark("Your last round: time-out, no card"), mark("{player}'s last round: time-out, no card"))
_NO_CARD = (mark("Your last round: no card"), mark("{player}'s last round: no card"))


def _laid(now: View, place: SideLayout, *, sealed: bool) -> tuple[Element, ...]:
    """The cards that a seat laid last, their round, and its sealed cards. Every place has its element, so the picture changes in place."""
    seat, last, showing, titles = place.seat, now.last, now.showing, now.terms.words
    cards = () if last is None else words.played(last, seat, None if showing is None else showing.stage)
    behind = _sealed(place, aside=last is not None) if sealed else _empty(place, "sealed")
    if last is None:
        heading = _heading(place, say("sealed"), ()) if sealed else _empty(place, "played")
        return (behind, heading, *_lying_cards(place, titles, (), 0, None if sealed else _NONE_YET, aside=False))
    late = isinstance(last.moves[seat], Timeout)
    caption = say("time-out") if late else say("round {number}", number=last.number)
    heading = _heading(place, caption if now.outcome is None else "", words.used(last, seat), aside=sealed)  # the result needs the room
    lit, missing = 0 if showing is None else showing.now[seat], _LATE if late else _NO_CARD
    return (behind, heading, *_lying_cards(place, titles, cards, lit, missing, aside=sealed))


@cached_by_language(maxsize=4096)
def _heading(place: SideLayout, caption: str, used: tuple[Item, ...], *, aside: bool = False) -> Element:
    """The round of the cards that a seat laid."""
    x = _x(place, max(_ASIDE, (7 * span(caption) + 14 * len(used)) / 2 + 18) if aside else _NEAR)
    return Element(f"{place.prefix}-played", _caption(place.seat, caption, used), words.used_label(place.player, used), (x, TOP))


@cached_by_language(maxsize=4096)
def _lying_cards(
    place: SideLayout, titles: words.Titles, cards: tuple[PlayedCard, ...], now: int, missing: tuple[str, str] | None, /, *, aside: bool
) -> tuple[Element, ...]:
    """The cards that a seat laid; `now` masks those that a step is about; `missing` says why there are none."""
    laid = [_lying(place, titles, one, (index, len(cards)), bool(now >> one.card & 1), aside) for index, one in enumerate(cards)]
    shown = laid or ([] if missing is None else [_on_table(place, _nothing(), owned(*missing, place.player), (0, 1), aside)])
    return (*shown, *(_empty(place, f"played-{number}") for number in range(len(shown) + 1, MOST + 1)))


@cache
def _empty(place: SideLayout, slot: str) -> Element:
    """An empty place."""
    return Element(f"{place.prefix}-{slot}", "", at=(_x(place) - BACK[0] / 2, TOP + _CARDS) if "-" in slot else (_x(place), TOP))


def _x(place: SideLayout, out: float = _NEAR) -> float:
    """The middle of what lies here, so far from the edge of its side."""
    return out if place.near else WIDTH - out


def _caption(seat: Seat, caption: str, used: tuple[Item, ...] = ()) -> str:
    """Whose cards lie here and from when, with the items that were used."""
    start = -(7 * span(caption) + 14 * len(used)) / 2
    signs = "".join(
        group(item_glyph(item, "accent", "table"), -start + 3 - 13 * index, 10.5, scale=0.5) for index, item in enumerate(reversed(used))
    )
    return use(f"mark-{seat.lower()}", "", start - 3) + text(caption, start + 6, 15, 14, "muted") + signs


@cached_by_language(maxsize=None)
def _sealed(place: SideLayout, *, aside: bool) -> Element:
    """Two backs, beside what lies `aside`. They are the same for every sealed move, whatever number of cards it has."""
    fan = "".join(group(use(f"back-{place.seat.lower()}"), 8 * way - BACK[0] / 2, _CARDS - 1, turn=4 * way) for way in (-1, 1))
    fan += use("sealed", "", 0, _CARDS + BACK[1])
    label = owned(mark("Your submission: sealed"), mark("{player}'s submission: sealed"), place.player)
    return Element(f"{place.prefix}-sealed", fan, label, (_x(place, _BACKS if aside else _NEAR), TOP))


def _nothing() -> str:
    return rect(0.5, 0.5, BACK[0] - 1, BACK[1] - 1, "bare muted-line", corner=5, pen=1, dash="3 3")


@cached_by_language(maxsize=4096)
def _lying(place: SideLayout, titles: words.Titles, one: PlayedCard, nth: tuple[int, int], now: bool, aside: bool, /) -> Element:
    """A card that a seat laid; `nth`: how many lie before it, and how many there are."""
    markup = _face(place.seat, one, now=now)
    if now and one.fate == "open":
        markup = f'<g class="{FLIPS}">{markup}</g>'
    fate = _fate(one, _ASIDE_SCALE if aside else 1, last=nth[0] + 1 == nth[1])
    return _on_table(place, markup, words.played_label(place.player, titles, one), nth, aside, fate)


def _on_table(place: SideLayout, markup: str, label: str, nth: tuple[int, int], aside: bool, fate: str = "", /) -> Element:
    """A card in its place, with the sign of its fate; `aside`, it is smaller."""
    (index, count), scale = nth, _ASIDE_SCALE if aside else 1
    left = _x(place, _ASIDE if aside else _NEAR) - scale * ((_STEP * (count - 1) + BACK[0]) / 2 - _STEP * index)
    at = (left, TOP + _CARDS + BACK[1] * (1 - scale) / 2)
    return Element(f"{place.prefix}-played-{index + 1}", (group(markup, scale=scale) if aside else markup) + fate, label, at)


def _face(seat: Seat, one: PlayedCard, *, now: bool) -> str:
    """A card face up."""
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
    return markup


def _fate(one: PlayedCard, scale: float, *, last: bool) -> str:
    """The sign on the lower edge: what became of the card. The next card, unless this is the last, covers no part of it."""
    width, height = BACK[0] * scale, BACK[1] * scale
    if one.fate in ("open", "again"):
        return ""
    if one.fate == "worked" and one.gain:
        grown = one.card is Card.GROW
        gain = say("pot +1") if grown and scale == 1 else one.gain.removeprefix("pot ")
        middle = width / 2 if last else min(width / 2, _STEP * scale - 1 - pill_width(gain) / 2)
        return pill(gain, "gold" if grown else "good", "table", middle, height)
    sign = one.fate if one.fate in ("worked", "blocked", "idle") else "void"
    return use(sign, "", width / 2, height, scale=scale)


HEIGHT = 394


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """The picture for this eye. `sealed` are the seats whose submission waits; the cards they lay face down say nothing about it.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near, far = _places(view.own, isinstance(view.eye, Seat))
    title, elements = _parts(view.at, near, far, frozenset(sealed))
    return Scene(WIDTH, HEIGHT, title, elements, signs=signs())


@cached_by_language(maxsize=512)  # the eyes of a table ask one right after another
def _parts(now: View, near: SideLayout, far: SideLayout, sealed: frozenset[Seat]) -> tuple[str, tuple[Element, ...]]:
    """The title; and the middle, the far side, what lies before it and before the near side, and that one."""
    laid = (one for place in (far, near) for one in _laid(now, place, sealed=place.seat in sealed))
    return words.title(now), (*_middle(now), *_side(now, far), *laid, *_side(now, near))


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    near, far = ("hand", "their") if seated else (own.lower(), other.lower())
    return (
        SideLayout(own, near, "" if seated else name(own), near=True, cards=255, head=368),
        SideLayout(other, far, name(other), near=False, cards=56, head=23),
    )


# --- The signs of this game: a glyph for each card, the items, the lamp, the pot, the faces of cards
#
# Each fits a box around the origin. The picture defines them once (`signs`) and its elements use them by name, so an element is short
# however fine its signs are.


_POT_COINS = ((0, -16), (-10, -15), (10, -15), (-5, -22), (5, -22), (-15, -21), (15, -21), (0, -28), (-10, -27), (10, -27))
"""Where coins lie on the pot, from the first to the last that is worth showing."""


@cache
def glyph(card: Card, paint: str, x: float, y: float, *, scale: float = 1, opacity: float = 1) -> str:
    """A card's sign of 24 by 24 units: coin, sprout, hand, shield, mask. What lies below shows through its holes."""
    return use(card.name.lower(), paint, x, y, scale=scale, opacity=opacity)


def _coin() -> str:
    rim = "".join(f"M-{r},0A{r},{r} 0 1 1 {r},0A{r},{r} 0 1 1 -{r},0Z" for r in ("11", "8.55", "7.05"))
    return path(f"{rim}M0,-4.4L3,0L0,4.4L-3,0Z")


def _rod(x: float, y: float, to_x: float, to_y: float, *, width: float) -> str:
    """A line with round ends, as a shape that is filled."""
    radius, long = width / 2, hypot(to_x - x, to_y - y)
    u, v = radius * (y - to_y) / long, radius * (to_x - x) / long  # to one side
    end = f"A{radius:g},{radius:g} 0 0 0"
    return path(
        f"M{x + u:.4g},{y + v:.4g}L{to_x + u:.4g},{to_y + v:.4g}{end} {to_x - u:.4g},{to_y - v:.4g}"
        f"L{x - u:.4g},{y - v:.4g}{end} {x + u:.4g},{y + v:.4g}Z"
    )


def _sprout() -> str:
    earth = "M-7.5,11C-5,7.6 5,7.6 7.5,11Z"
    right = "M0.4,1C-0.4,-5.5 3.5,-10.5 11.4,-10.8C11.6,-3.4 7.5,1.2 0.4,1Z"
    left = "M-0.4,5C0.2,0 -3,-4.4 -10,-4.6C-10.2,1.4 -6.4,5.3 -0.4,5Z"
    return _rod(0, 9, 0, 0, width=2.4) + "".join(map(path, (earth, right, left)))


def _hand() -> str:
    """An open hand that reaches up: Claim, and Claim Priority."""
    fingers = ((-4.3, 2, -4.3, -6.8), (0.1, 2, 0.1, -9.4), (4.5, 2, 4.5, -8), (8.7, 3, 8.7, -4), (-3, 6.5, -9, 0.6))
    palm = path("M-6.05,-0.5H10.45V4.2C10.45,8.6 7.2,11.6 2.8,11.6C-0.6,11.6 -3,10.2 -4.9,7.6L-6.4,5.6Z")
    return "".join(_rod(*finger, width=3.5) for finger in fingers) + palm


def _shield() -> str:
    outline = (
        "M0,-11.5C3.2,-9.2 6.4,-8.2 9.8,-8.1V-0.6C9.8,5.4 5.6,9.4 0,11.6C-5.6,9.4 -9.8,5.4 -9.8,-0.6V-8.1C-6.4,-8.2 -3.2,-9.2 0,-11.5Z"
    )
    return path(outline + "M0,-8.2C2.3,-6.8 4.7,-6 7.2,-5.7V-0.6C7.2,3.8 4.2,6.9 0,8.8Z")


def _mask() -> str:
    right = "M0,-4.6C3.4,-7.4 8,-7.8 11.6,-5.4C12.4,0.4 10.4,7 5.6,7C2.6,7 2,3.6 0,3.6"
    face = f"{right}C-2,3.6 -2.6,7 -5.6,7C-10.4,7 -12.4,0.4 -11.6,-5.4C-8,-7.8 -3.4,-7.4 0,-4.6Z"
    return path(face + "M2.6,0.6C3.8,-2.4 7,-3 9,-1.4C8.4,1.6 5,3 2.6,0.6Z" + "M-2.6,0.6C-3.8,-2.4 -7,-3 -9,-1.4C-8.4,1.6 -5,3 -2.6,0.6Z")


@cache
def item_glyph(item: Item, paint: str, cut: str) -> str:
    """An item's sign: three cards, a turning arrow, a hand that is raised first. `cut` parts the cards."""
    match item:
        case Item.OVERLOAD:
            return "".join(group(rect(-4.5, -8, 9, 15, f"{paint} {cut}-line", corner=1.8, pen=1.2), x, y, turn=t) for x, y, t in _FAN)
        case Item.RESET:
            return path("M7.6,4.4A8.8,8.8 0 1 1 7.6,-4.4", f"bare {paint}-line", pen=2.8) + path("M10.8,-10.6V-2H2.2Z", paint)
        case Item.PRIORITY:
            return glyph(Card.CLAIM, paint, -3.4, 1.6, scale=0.8) + path(
                "M8.4,10V-6M4.6,-2.8L8.4,-7.4L12.2,-2.8", f"bare {paint}-line", pen=2.4
            )


_FAN = ((-6, 1.5, -20), (6, 1.5, 20), (0, 0, 0))


_RAYS = "M-8.6,0H-11M-7.4,-4.3L-9.5,-5.5M-4.3,-7.4L-5.5,-9.5M0,-8.6V-11M4.3,-7.4L5.5,-9.5M7.4,-4.3L9.5,-5.5M8.6,0H11"


def pot(chips: int, *, now: bool) -> str:
    """A pot of gold, 60 units wide, its rim at the height of the origin; the heap grows with the chips. `now` it is being spoken of."""
    kind = "-now" if now else ""
    heap = "".join(use(f"pot-coin{kind}", "", x, y + 12) for x, y in reversed(_POT_COINS[:chips]))
    feet = path("M-14,38L-17,42M14,38L17,42", "bare gold-line", pen=3)
    return feet + heap + use(f"pot{kind}")


def _pot_drawn(line: str, pen: float) -> str:
    belly = path("M-25,2C-34,14 -30,36 -16,38H16C30,36 34,14 25,2Z", f"glow {line}-line", pen=pen)
    return belly + rect(-28, -2, 56, 7, f"glow {line}-line", corner=3.5, pen=pen)


def _five() -> str:
    """The chip that all five lights bring."""
    chip = rect(-22, -10, 44, 20, "good ground-line", corner=10, pen=1.5) + circle(-11, 0, 5, "glow")
    return chip + text("+1", 6, 5, 14, "on-fill strong", anchor="middle")


def _linked(says: str) -> str:
    """The words on a bracket."""
    wide = max(62.0, 7.6 * span(says))
    return rect(-wide / 2, -15, wide, 13, "ground", corner=2) + text(says, 0, -4, 14, "bad", anchor="middle")


BACK = (38, 50)
"""Width and height of a card that lies on the table."""

HELD = (64, 72)
"""Width and height of a card of a side."""


def _lattice(left: int, top: int, across: int, down: int, step: int) -> str:
    """Diagonals both ways inside a box, cut off at its edges."""
    lines = ""
    for start in range(step, across + down, step):
        x1, y1 = min(start, across), max(0, start - across)  # where this diagonal meets the upper or right edge
        x2, y2 = max(0, start - down), min(start, down)  # and the left or lower one
        lines += f"M{left + x1},{top + y1}L{left + x2},{top + y2}M{left + across - x1},{top + y1}L{left + across - x2},{top + y2}"
    return lines


_LATTICE = _lattice(5, 5, 28, 40, 8)


def _back(paint: str) -> str:
    """The back of a card, from its upper left corner: a lattice in a frame."""
    frame = rect(0, 0, *BACK, f"{paint}-soft {paint}-line", corner=5, pen=1.5) + rect(5, 5, 28, 40, f"bare {paint}-line", corner=2, pen=1)
    return frame + path(_LATTICE, f"bare {paint}-line", pen=0.7)


def _held(paint: str, line: str, pen: float = 1.2) -> str:
    return rect(0, 0, *HELD, f"{paint} {line}-line", corner=8, pen=pen)


def _lying_drawn(paint: str, line: str, pen: float) -> str:
    return rect(0, 0, *BACK, f"{paint} {line}-line", corner=5, pen=pen)


def _bar(line: str, paint: str) -> str:
    """A bar across a card of a side, with a margin in the paint of the card."""
    return path(line, f"bare {paint}-line", pen=7) + path(line, "bare bad-line", pen=3)


def _signs() -> dict[str, str]:
    made = {"score": _coin(), "grow": _sprout(), "claim": _hand(), "block": _shield(), "steal": _mask()}
    made |= {
        "unlit": circle(0, 0, 5.4, "ground muted-line", pen=1.4),
        "lit": circle(0, 0, 9, "gold-soft") + path(_RAYS, "bare gold-line", pen=1.6) + circle(0, 0, 6, "glow glow-edge-line", pen=1.2),
        "pot": _pot_drawn("glow-edge", 1.3),
        "pot-now": _pot_drawn("ink", 2.4),
        "pot-coin": circle(0, 0, 6, "glow glow-edge-line", pen=1.3),
        "pot-coin-now": circle(0, 0, 6, "glow ink-line", pen=2.4),
        "five": _five(),
        "not-both": _linked(say("not both")),
        "no-two": _linked(say("no two")),
        # A card of a side: as it is, in the light, blocked, barred, and what lies on the last two.
        "held": _held("raised", "line"),
        "held-now": _held("lamplight", "gold", 2.5),
        "held-blocked": _held("bad-soft", "bad"),
        "held-barred": _held("table", "line"),
        "padlock": padlock("bad", "bad-soft"),
        "bar": _bar("M9,44L55,6", "table"),
        "bar-blocked": _bar("M9,44L42,16.7", "bad-soft"),
        # A card on the table: in the light, without effect, and what became of it.
        "lying-now": _lying_drawn("lamplight", "gold", 2.5),
        "lying": _lying_drawn("raised", "muted", 1),
        "rule": path("M0,0H22", "bare line-line", pen=1),
        "worked": circle(0, 0, 9, "good table-line", pen=1.5) + group(tick("on-fill-line"), scale=0.62),
        "blocked": circle(0, 0, 9.5, "table bad-line", pen=1.5) + group(padlock("bad", "table"), scale=0.5),
        "idle": circle(0, 0, 8, "table muted-line", pen=1.5) + path("M-3.5,0H3.5", "bare muted-line", pen=2),
        "void": path("M-14,-6L14,-44", "bare bad-line", pen=2.4)
        + circle(0, 0, 8, "table bad-line", pen=1.5)
        + group(cross("bad-line"), scale=0.55),
        "sealed": circle(0, 0, 11, "accent table-line", pen=2) + group(tick("on-fill-line"), scale=0.75),
    }
    for seat in SEATS:
        paint = seat_paint(seat)
        made[f"mark-{seat.lower()}"] = seat_mark(seat, 0, 11, 6)
        made[f"lying-{seat.lower()}"] = _lying_drawn("raised", paint, 1.5)
        made[f"back-{seat.lower()}"] = _back(paint)
        # A card of the last rounds, with its glyph, and a Block that leaves room for the card that it names.
        frame = rect(0, -12, 18, 24, f"raised {paint}-line", corner=3, pen=1)
        for card in CARDS:
            made[f"mini-{seat.lower()}-{card.name.lower()}"] = frame + glyph(card, paint, 9, 0, scale=0.62)
        made[f"naming-{seat.lower()}"] = frame + glyph(Card.BLOCK, paint, 9, -4.5, scale=0.5) + path("M3,3.2H15", "bare line-line", pen=1)
    return made


@cached_by_language(maxsize=None)
def signs() -> str:
    """All of them, as a scene takes them (`core.scene.Scene.signs`)."""
    return define(_signs())
