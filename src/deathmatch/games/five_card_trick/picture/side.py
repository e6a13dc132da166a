"""One side of the table: a seat's mark, chips, items and last rounds, its five cards with their lights, and the blocked or barred ones."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import coins, crown, group, path, rect, seat_mark, seat_paint, text, use
from deathmatch.core.speech import cached_by_language
from deathmatch.games.five_card_trick.picture import words
from deathmatch.games.five_card_trick.picture.glyphs import HELD, glyph, item_glyph, lamp, mini, naming
from deathmatch.games.five_card_trick.values import CARDS, FREE, MASKS, Barred, Card, Cards, Item, Submission, bit, card_title
from deathmatch.games.five_card_trick.view import Moment

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
        number: of the place among all `PLACES`.
    """

    seat: Seat
    prefix: str
    player: str
    near: bool
    cards: float
    head: float
    number: int


PLACES = 8  # near and far, of A and B, for one who sits there and for one who only looks


class Head(NamedTuple):
    """The facts of a seat's mark, chips and items.

    Attributes:
        chips, items: of the seat.
        lit: how many lights are on.
        won: whether the seat has won.
        asked: whether it decides about Claim Priority.
    """

    chips: int
    lit: int
    won: bool
    items: tuple[Item, ...]
    asked: bool


class Past(NamedTuple):
    """The facts of a seat's last rounds, and of the string of its lights.

    Attributes:
        titles: the cards' words.
        recent: the cards of the last rounds.
        named: the card that the Block of the last one names.
        five: whether all five lights have just brought a chip.
    """

    titles: words.Titles
    recent: tuple[Cards, ...]
    named: Card | None
    five: bool


class Row(NamedTuple):
    """The facts of the five cards and their lights.

    Attributes:
        titles: the cards' words.
        lights: mask of the lights that are on.
        blocked: the card that is blocked.
        now: mask of the cards that a step being shown is about.
        barred: the cards that may not be played.
        disregard: whether a barred card is struck, not refused.
    """

    titles: words.Titles
    lights: int
    blocked: Card | None
    now: int
    barred: Barred
    disregard: bool


class Facts(NamedTuple):
    """The facts of a seat, on whichever side it sits, for each part of its side."""

    head: Head
    past: Past
    row: Row


def facts(now: Moment, seat: Seat) -> Facts:
    """The facts of a seat's side."""
    own, outcome, showing, titles = now.sides[seat], now.outcome, now.showing, now.terms.words
    # Restrictions can bear on a next submission, and none while a round is being shown.
    barred = now.barred(seat) if outcome is None and showing is None else FREE
    blocked = own.blocked if outcome is None else None
    return Facts(
        Head(own.chips, own.lights.bit_count(), outcome is not None and outcome.winner is seat, own.items, now.answering is seat),
        Past(titles, own.recent, _named(now, seat), words.five(now, seat)),
        Row(titles, own.lights, blocked, 0 if showing is None else showing.now[seat], barred, now.terms.disregard),
    )


def head(place: SideLayout, of: Head) -> tuple[Element, ...]:
    """The line with mark, chips and items."""
    return (_mark(place, of.chips, of.lit, of.won), *(_item(place, item, index, of.asked) for index, item in enumerate(of.items)))


def past(place: SideLayout, of: Past) -> tuple[Element, ...]:
    """The last rounds at the end of that line, and the string of the lights."""
    return (_recent(place, of.titles, of.recent, of.named), _wire(place, of.five))


# --- The line with mark, chips, items and last rounds


def _mark(place: SideLayout, chips: int, lit: int, won: bool) -> Element:
    mark = seat_mark(place.seat, 16, 0, 15)
    if won:
        mark += group(crown("gold"), 29, -12, scale=0.72, turn=18)
    figure = str(chips)
    size = 24 if len(figure) < 3 else 21
    stack = group(coins("glow", "glow-edge"), 50, -1, scale=0.95) + text(figure, 65, 0.36 * size, size, "ink strong")
    return Element(f"{place.prefix}-seat", mark + stack, words.side_label(place.player, chips, lit, won), (MARGIN, place.head))


@cached_by_language(maxsize=None)
def _item(place: SideLayout, item: Item, index: int, answering: bool) -> Element:
    asked = answering and item is Item.PRIORITY
    frame = rect(1, -19, 62, 38, "accent-soft accent-line" if asked else "raised line-line", corner=8, pen=2.5 if asked else 1)
    name = text(words.short(item), 32, 15, 14, "ink strong" if asked else "muted", anchor="middle")
    sign = group(item_glyph(item, "accent" if asked else "ink", "raised"), 32, -7, scale=0.75)
    markup = rect(0, -22, 64, 44, "ground") + frame + sign + name
    return Element(f"item-{item}", markup, words.item_label(place.player, item, asked), (_ITEMS + _ITEM_STEP * index, place.head))


_ITEMS, _ITEM_STEP = 112, 64  # left edge of the first item, and from one to the next


def _recent(place: SideLayout, titles: tuple[str, ...], recent: tuple[Cards, ...], names: Card | None) -> Element:
    """The last two rounds at the right end of the line, the last one outermost."""
    markup, x = "", float(WIDTH - MARGIN)
    for age, cards in enumerate(reversed(recent)):
        width = 20 * max(len(cards), 1) - 2
        minis = _minis(cards, place.seat, names if age == 0 else None)
        markup += group(minis, x - width, 0, opacity=1 if age == 0 else 0.7)
        x -= width + 9
    return Element(f"{place.prefix}-recent", markup, words.recent_label(place.player, titles, recent), (0, place.head))


def _named(now: Moment, seat: Seat) -> Card | None:
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
            markup += use(naming(seat), "", 20 * index) + glyph(names, "bad", 20 * index + 9, 7.6, scale=0.32)
        else:
            markup += use(mini(seat, card), "", 20 * index)
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


def row(place: SideLayout, of: Row) -> tuple[Element, ...]:
    """All five cards, their lights, and a bracket over those that may not be played together."""
    barred = of.barred
    linked = barred.pairs & ~barred.alone
    if not linked & (linked - 1):
        linked = 0  # one card alone cannot be barred together with another

    def why(card: Card) -> str:
        return "three" if barred.three & bit(card) else "doubled" if barred.doubled & bit(card) else ""

    cards = [
        _card(
            place,
            of.titles,
            card,
            bool(of.lights & bit(card)),
            of.blocked is card,
            bool(of.now & bit(card)),
            why(card),
            linked if linked & bit(card) else 0,
            of.disregard,
        )
        for card in CARDS
    ]
    return (*cards, *(_light(place, card, bool(of.lights & bit(card))) for card in CARDS), _link(place, linked))


@cached_by_language(maxsize=4096)
def _card(
    place: SideLayout, titles: tuple[str, ...], card: Card, lit: bool, blocked: bool, now: bool, why: str, linked: int, disregard: bool, /
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
    return Element(f"{place.prefix}-light-{card.name.lower()}", lamp(lit), at=at)


@cache
def _link(place: SideLayout, linked: int) -> Element:
    """A bracket over cards that may not be played in pairs again."""
    cards = MASKS[linked]
    if not cards:
        return Element(f"{place.prefix}-link", "", at=(0, place.cards))
    xs = [MARGIN + STEP * card + HELD[0] / 2 for card in cards]
    bracket = f"M{xs[0]:g},-2V-7H{xs[-1]:g}V-2" + "".join(f"M{x:g},-7V-2" for x in xs[1:-1])
    middle = (xs[0] + xs[-1]) / 2
    if len(cards) > 2 and abs(middle - xs[1]) < 1:
        middle = (xs[0] + xs[1]) / 2
    markup = path(bracket, "bare bad-line", pen=1.6) + use("not-both" if len(cards) == 2 else "no-two", "", middle)
    return Element(f"{place.prefix}-link", markup, at=(0, place.cards))
