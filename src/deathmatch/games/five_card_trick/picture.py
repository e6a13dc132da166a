"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from deathmatch.core.game import Timeout
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.shapes import coins, crown, ellipse, group, path, pill, pill_width, rect, seat_mark, seat_paint, span, text, use
from deathmatch.core.speech import cached_by_language, mark, name, owned, say, voiced
from deathmatch.core.themes import FLIPS
from deathmatch.games.five_card_trick import words
from deathmatch.games.five_card_trick.glyphs import BACK, HELD, glyph, item_glyph, lamp, mini, naming, pot, signs
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


class SideFacts(NamedTuple):
    """The facts of a seat, on whichever side it sits, for each part of its side."""

    head: Head
    past: Past
    row: Row


def side_facts(now: View, seat: Seat) -> SideFacts:
    """The facts of a seat's side."""
    own, outcome, showing, titles = now.sides[seat], now.outcome, now.showing, now.terms.words
    asked = seat in (now.answering, now.window)
    # Restrictions can bear on a next submission, and none while a round is being shown.
    barred = now.barred(seat) if outcome is None and showing is None else FREE
    blocked = own.blocked if outcome is None else None
    return SideFacts(
        Head(own.chips, own.lights.bit_count(), outcome is not None and outcome.winner is seat, own.items, asked),
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


# --- The middle of the table: the pot, the round, and what both sides played last or have sealed


TOP, TABLE_HEIGHT = 153, 84
_NEAR, _FAR = 76, 284  # middles of what lies on the table
_CARDS = 21  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next
MOST = 3  # cards that a seat plays in a round


@cache
def _cloth() -> Element:
    """The table under its lamp."""
    light = ellipse(WIDTH / 2, TABLE_HEIGHT / 2 + 4, 62, 38, "lamplight")
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, TABLE_HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(now: View) -> tuple[Element, ...]:
    """The table with what lies in its middle."""
    return (_cloth(), _round_line(now), _pot(now.pot, now.showing is not None and now.showing.stage in _ABOUT_THE_POT))


_ABOUT_THE_POT = (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)


@cached_by_language(maxsize=1024)
def _pot(chips: int, now: bool) -> Element:
    figure = text(str(chips), 0, 65, 21, "deep strong", anchor="middle")
    markup = group(pot(chips, now=now), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(chips), (180, TOP))


def _round_line(now: View) -> Element:
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
    heading = voiced(seat, mark("You won"), mark("{seat} wins"), mark("You lost"), seat=seat)
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


class PlayedFacts(NamedTuple):
    """The facts of a seat's last submission, for its heading and its cards."""

    heading: Heading | None
    laid: Laid


def played_facts(now: View, seat: Seat) -> PlayedFacts:
    """The facts of a seat's last submission."""
    last, showing, titles = now.last, now.showing, now.terms.words
    if last is None:
        return PlayedFacts(None, Laid(titles, (), 0, _NONE_YET))
    late = isinstance(last.moves[seat], Timeout)
    cards = words.played(last, seat, None if showing is None else showing.stage)
    missing = None if cards else _LATE if late else _NO_CARD
    heading = Heading(0 if late else last.number, words.used(last, seat))
    return PlayedFacts(heading, Laid(titles, cards, 0 if showing is None else showing.now[seat], missing))


def heading(place: SideLayout, of: Heading | None) -> tuple[Element, ...]:
    """The round of the cards that a seat laid."""
    if of is None:
        return (_empty(place, ""),)
    markup = _caption(place.seat, say("round {number}", number=of.number) if of.number else say("time-out"), of.used)
    return (Element(f"{place.prefix}-played", markup, words.used_label(place.player, of.used), (_x(place), TOP)),)


def laid_cards(place: SideLayout, of: Laid) -> tuple[Element, ...]:
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
def sealed_stack(place: SideLayout) -> tuple[Element, ...]:
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
    if now and one.fate == "open":
        markup = f'<g class="{FLIPS}">{markup}</g>'
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


HEIGHT = 394


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits; the cards they lay face down say nothing about it.

    Each part is found by the few facts that it shows: a part that looks the same in two pictures is made of the same objects.
    """
    near, far = _places(view.own, isinstance(view.eye, Seat))
    title, middle, seats = _parts(view.at)
    above, below = seats[far.seat], seats[near.seat]
    elements = (
        *middle,
        *above.head.at(far),
        *above.past.at(far),
        *above.row.at(far),
        *_laid(far, above, far.seat in sealed),
        *_laid(near, below, near.seat in sealed),
        *below.head.at(near),
        *below.past.at(near),
        *below.row.at(near),
    )
    return Scene(WIDTH, HEIGHT, title, elements, signs=signs())


def _laid(place: SideLayout, parts: _SeatParts, sealed: bool) -> tuple[Element, ...]:
    """The sealed submission of a seat, else its latest cards."""
    return sealed_stack(place) if sealed else (*parts.heading.at(place), *parts.laid.at(place))


PartFacts = TypeVar("PartFacts", bound=Hashable)


class _Part(Generic[PartFacts]):
    """A part of the picture with these facts: its elements in each place in which somebody has looked at it."""

    __slots__ = ("_at", "_make", "_of")

    def __init__(self, make: Callable[[SideLayout, PartFacts], tuple[Element, ...]], of: PartFacts) -> None:
        self._make = make
        self._of = of
        self._at: list[tuple[Element, ...] | None] = [None] * PLACES

    def at(self, place: SideLayout) -> tuple[Element, ...]:
        """The elements in one of these few places."""
        made = self._at[place.number]
        if made is None:
            made = self._at[place.number] = self._make(place, self._of)
        return made


@cached_by_language(maxsize=16_384)
def _part(make: Callable[[SideLayout, PartFacts], tuple[Element, ...]], of: PartFacts) -> _Part[PartFacts]:
    """The part with these facts: the same object each time."""
    return _Part(make, of)


class _SeatParts(NamedTuple):
    """The parts of a seat, on whichever side it sits."""

    head: _Part[Head]
    past: _Part[Past]
    row: _Part[Row]
    heading: _Part[Heading | None]
    laid: _Part[Laid]


@cached_by_language(maxsize=512)  # the eyes of a table ask one right after another
def _parts(now: View) -> tuple[str, tuple[Element, ...], BySeat[_SeatParts]]:
    """The title, the middle, and the parts of each seat, the same for every eye: all of a moment is public."""
    return words.title(now), middle(now), BySeat(_seat_parts(now, Seat.A), _seat_parts(now, Seat.B))


def _seat_parts(now: View, seat: Seat) -> _SeatParts:
    own, laid = side_facts(now, seat), played_facts(now, seat)
    return _SeatParts(
        _part(head, own.head),
        _part(past, own.past),
        _part(row, own.row),
        _part(heading, laid.heading),
        _part(laid_cards, laid.laid),
    )


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    number = 4 * seated + 2 * (own is Seat.B)
    near, far = ("hand", "their") if seated else (own.lower(), other.lower())
    return (
        SideLayout(own, near, "" if seated else name(own), near=True, cards=255, head=368, number=number),
        SideLayout(other, far, name(other), near=False, cards=56, head=23, number=number + 1),
    )
