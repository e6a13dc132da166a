"""The picture of Letter Hunt, 360 units wide. From the top: the other hand, the last action, the table of words, the alphabet with the
public knowledge of each letter, and the viewer's own hand.

Slots name places: `hand-1` to `hand-8` are the viewer's own tiles, from the left, `their-hand` the backs across the table; for an onlooker,
who has no hand, they are `a-hand` and `b-hand`. Then there are `hint-1` to `hint-3`, `ledger-head`, `ledger-1` to `ledger-5`
with `ledger-past-1` and so on for the turns above them, and `letter-a` to `letter-z`. The size is the same at every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from deathmatch.core.optional import Aid
from deathmatch.core.scene import Element, Scene, Scroll, also_at
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.shapes import READABLE, circle, cross, crown, group, path, rect, seat_mark, seat_paint, span, text, tick
from deathmatch.core.speech import cached_by_language, mark, name, owned, reads, say, voiced
from deathmatch.core.themes import FLIPS
from deathmatch.games.letter_hunt import values, words
from deathmatch.games.letter_hunt.view import LABELS, UNSEEN, View, kind_name, listed

# --- Where everything lies in the picture, in its units, from top to bottom


WIDTH: Final = 360
MARGIN: Final = 4

FAR_TILES: Final = 2  # upper edge of the other hand; its mark lies left of it, and the round right of it

STAGE: Final = 46  # upper edge of the table
STAGE_HEIGHT: Final = 83

LEDGER: Final = 145  # upper edge of its first line
LINE: Final = 18  # from one of its lines to the next
LINES: Final = 5  # turns that it shows

ALPHABET_TOP: Final = 236  # upper edge of its first row
ROW: Final = 38  # from one of its rows to the next
COLUMNS: Final = 9

NEAR_TILES: Final = 353  # upper edge of the viewer's own hand

HEIGHT: Final = 403

WIDE: Final = (2 * WIDTH, 524)  # the wide arrangement: the ledger has a column of its own, and the hands and the alphabet are larger
_WIDE_STAGE = 16  # by how much the table is lower
_WIDE_HAND = 1.2
_WIDE_LETTER = 1.5
_WIDE_COLUMNS, _WIDE_COLUMN, _WIDE_ROW = 6, 59, 58
_WIDE_ALPHABET = 157  # upper edge of its first row there; right of the last one there is room for two lines
_WIDE_LAST = _WIDE_ALPHABET + 4 * _WIDE_ROW
_WIDE_NEAR = 460  # upper edge of the viewer's own hand there


# --- The signs of this game: a letter's tile and its back


@cache
def tile(letter: str, width: float, height: float, *, line: str = "line", face: str = "raised", pen: float = 1.2) -> str:
    """A letter, from its upper left corner."""
    size = max(READABLE, min(width, height) * 0.56)
    box = rect(0.5, 0.5, width - 1, height - 1, f"{face} {line}-line", corner=5, pen=pen)
    return box + text(letter, width / 2, height / 2 + size * 0.36, size, "ink strong", anchor="middle")


@cache
def pips(letter: str) -> str:
    """How rare a letter is (R7), as one to three dots around the origin."""
    number = 1 if letter in values.COMMON else 3 if letter in values.RARE else 2
    return "".join(circle(5 * place - 2.5 * (number - 1), 0, 1.6, "gold") for place in range(number))


@cache
def gone(letter: str, width: float, height: float) -> str:
    """A letter that has left a hand: face up, struck out."""
    size = min(width, height) * 0.5
    box = rect(0.5, 0.5, width - 1, height - 1, "ground muted-line", corner=5, pen=1, dash="3 2.5")
    sign = text(letter, width / 2, height / 2 + size * 0.36, size, "muted", anchor="middle")
    return box + sign + path(f"M6,{height - 7}L{width - 6},7", "bare bad-line", pen=2)


@cache
def back(seat: Seat, width: float, height: float) -> str:
    """A letter that lies face down."""
    paint = seat_paint(seat)
    box = rect(0.5, 0.5, width - 1, height - 1, f"{paint}-soft {paint}-line", corner=5, pen=1.4)
    frame = rect(4.5, 4.5, width - 9, height - 9, f"bare {paint}-line", corner=3, pen=0.8)
    return box + frame + text("?", width / 2, height / 2 + 6, 17, f"{paint} strong", anchor="middle")


@cache
def empty(width: float, height: float) -> str:
    """A place if no letter lies yet."""
    return rect(0.5, 0.5, width - 1, height - 1, "bare line-line", corner=5, pen=1, dash="3 3")


def _flipping(markup: str) -> str:
    """A place that a page turns over as it comes."""
    return f'<g class="{FLIPS}">{markup}</g>'


@cache
def barred(seat: Seat) -> str:
    """A seat's mark with a bar across, around the origin: that seat does not hold the letter."""
    return (
        seat_mark(seat, 0, 0, 5.5) + path("M-6,4.5L6,-4.5", "bare raised-line", pen=3.6) + path("M-6,4.5L6,-4.5", "bare bad-line", pen=1.6)
    )


# --- The alphabet as a notebook: 26 places with the table's information on each letter; a player's own thoughts are marks of its own


_CELL = (37, 36)
_COLUMN = (WIDTH - 2 * MARGIN) / COLUMNS


def alphabet(view: View) -> tuple[Element, ...]:
    """All 26 letters."""
    told = BySeat.of(lambda seat: _deduced(view, seat))
    mine = view.near if view.own is not None else None
    rival = "" if mine is None else mine.other.value
    elements = []
    for place, letter in enumerate(values.ALPHABET):
        out = next((seat for seat in SEATS if letter in view.lost[seat]), None)
        holder = next((seat for seat in SEATS if letter in told[seat].held), None)
        known = out is not None or holder is not None
        absent = "" if known else "".join(seat for seat in SEATS if letter in told[seat].absent)
        onlooker = view.onlookers.find(letter) + 1
        struck = rival if rival in absent else ""
        elements.append(_letter(place, letter, out, holder, holder is not None and holder is mine, absent, onlooker, struck))
    return tuple(elements)


def _deduced(view: View, seat: Seat) -> words.Deduced:
    """Letters that a seat has, and that it has not, according to the picture."""
    if view.hands is not None:
        return words.Deduced(view.hands[seat], "")
    own = view.own
    offered = own.dealt[0] if own is not None and view.terms.offers and own.dealt else ""
    missed = "" if view.aid is Aid.NONE else view.missed(seat)
    if own is not None and seat is view.eye:
        return words.Deduced(own.hand, missed + (values.without(offered, own.kept[0]) if own.kept else ""))
    if view.aid is Aid.DEDUCTION:
        from deathmatch.games.letter_hunt.deduction import deduce  # here, since few tables ask for it and its library is large

        deduced = deduce(view, seat)
        return words.Deduced(deduced.held, deduced.absent + offered)
    return words.Deduced("", missed + offered)


@cached_by_language(maxsize=8192)
def _letter(place: int, letter: str, out: Seat | None, holder: Seat | None, mine: bool, absent: str, onlooker: int, struck: str) -> Element:
    """A letter. `struck` is the seat that the reader hunts if it certainly lacks the letter: a thin stroke, unlike a reader's own mark."""
    width, height = _CELL
    dull = out is not None or bool(onlooker) or bool(struck) or len(absent) == len(SEATS)
    face = (
        f"{seat_paint(holder)}-soft {seat_paint(holder)}-line" if holder is not None else "ground line-line" if dull else "raised line-line"
    )
    markup = rect(0.5, 0.5, width - 1, height - 1, face, corner=6, pen=1.6 if holder is not None else 1)
    signs = absent.replace(struck, "")
    plain = out is None and holder is None and not signs and not onlooker
    base = 25 if plain else 20
    if struck:  # behind the letter, which stays readable
        markup += path(f"M5,{base + 3}L32,{base - 15}", "bare muted-line", pen=1.2)
    markup += text(letter, width / 2, base, 16, "ink" if dull else "ink strong", anchor="middle")
    says = say("{letter}: open", letter=letter)
    foot = 28.5
    if out is not None:
        markup += path("M8,22L29,7", "bare bad-line", pen=1.4) + seat_mark(out, width / 2, foot, 5.5)
        says = say("{letter}: out, {player} had it", letter=letter, player=name(out))
    elif holder is not None:
        markup += seat_mark(holder, width / 2, foot, 5.5)
        says = say("{letter}: in {player}'s hand", letter=letter, player=name(holder))
        if mine:
            says = say("{letter}: in your hand", letter=letter)
    elif onlooker:
        written = say("on {number}", number=onlooker)
        markup += " " + text(written, width / 2, 33, 14, "muted", anchor="middle")
        says = say("{letter} {written}: onlooker {number} has it", letter=letter, written=written, number=onlooker)
    elif absent:
        markup += "".join(
            group(barred(Seat(seat)), width / 2 + 16 * index - 8 * (len(signs) - 1), foot) for index, seat in enumerate(signs)
        )
        seats = [name(Seat(seat)) for seat in absent]
        if len(seats) == 1:
            says = say("{letter}: not in {player}'s hand", letter=letter, player=seats[0])
        else:
            says = say("{letter}: in neither {a}'s nor {b}'s hand", letter=letter, a=seats[0], b=seats[1])
    row, column = divmod(place, COLUMNS)
    at = (round(MARGIN + column * _COLUMN + (_COLUMN - width) / 2, 2), ALPHABET_TOP + ROW * row)
    row, column = divmod(place, _WIDE_COLUMNS)
    wide = (4 + _WIDE_COLUMN * column, _WIDE_ALPHABET + _WIDE_ROW * row, _WIDE_LETTER)
    return Element(f"letter-{letter.lower()}", markup, says, at, markable=not mine, wide=wide)


# --- One side of the table: a seat's mark, how many letters it has, and the letters themselves, as far as the viewer knows them


_TILE = (44, 48)  # width and height of a tile
_FAR_HIGH = 40  # of the other hand, which nobody touches
_STEP = 50  # from one tile to the next
_LEFT = 42  # of the first one: its seat's mark stands beside it, and the round at the right
_OFFER_STEP = 44  # from one offered letter to the next


def side(view: View, seat: Seat, *, sealed: bool) -> tuple[Element, ...]:
    """Everything on one side, in reading order."""
    won = view.outcome is not None and view.outcome.winner is seat
    asked = seat in view.owing
    state = "sealed" if sealed else "to act" if asked else ""
    known = _known(view, seat)
    offered = view.own.dealt[0] if view.own is not None and seat is view.eye and view.phase is values.Phase.PICK else ""
    head = _head(_prefix(view, seat), seat, words.player(view, seat), _count(view, seat), won, state, seat is view.near, bool(offered))
    if offered:
        return (head, *(_offered_one(seat, place, letter) for place, letter in enumerate(offered)))
    if seat is view.eye:
        fresh = view.own.dealt[-1] if view.own and 0 < len(view.own.kept) < len(view.own.dealt) and not view.turns else ""
        return (head, *_own(seat, known or "", view.lost[seat], _named(view, seat), fresh))
    row = _row(
        _prefix(view, seat), seat, words.player(view, seat), view.cards[seat], known, view.lost[seat], _named(view, seat), seat is view.near
    )
    return (head, row)


def _prefix(view: View, seat: Seat) -> str:
    if not isinstance(view.eye, Seat):
        return seat.lower()
    return "hand" if seat is view.eye else "their"


def _known(view: View, seat: Seat) -> values.Letters | None:
    """The letters of a hand, if the viewer knows them."""
    if seat is view.eye and view.own is not None:
        return view.own.hand
    if view.hands is not None:
        return view.hands[seat]
    named = _named(view, seat)
    return named + UNSEEN * (view.cards[seat] - len(named)) if named else None


def _named(view: View, seat: Seat) -> values.Letters:
    """The letters of a hand that the latest turn has named, as far as they were right."""
    turn = view.last
    if turn is None or turn.action != values.Verb.HAND or turn.seat is seat:
        return ""
    if view.hands is not None:
        return "".join(letter for letter in turn.what if letter in view.hands[seat])
    return turn.what[:-1] if turn.hit is False else turn.what


def _possible(view: View) -> tuple[Element, ...]:
    """How many letters can be in the hand that the reader hunts, by what the picture says for certain."""
    seat = view.near.other
    if view.own is None or not view.cards[seat] or view.hands is not None:
        return ()
    certain = {*view.own.hand, *view.out, *view.onlookers, *_deduced(view, seat).absent}
    return (_open(len(set(values.ALPHABET) - certain), name(seat)),)


@cached_by_language(maxsize=256)
def _open(number: int, player: str) -> Element:
    markup = text(say("{number} open", number=number), WIDTH - MARGIN, 35, 14, "muted", anchor="end")
    says = say("{number} letters are still open for {player}'s hand", number=number, player=player)
    return Element("open", markup, says, (0, FAR_TILES), wide=(0, _WIDE_LAST + 11, 1))


def _count(view: View, seat: Seat) -> str:
    """How many letters a seat has; before it has a hand, of how many it picks one."""
    if view.turn or view.cards[seat]:
        return words.counted(view.cards[seat])
    return say("{number} offered", number=values.OFFER) if view.phase in (values.Phase.PICK, values.Phase.PICKED) else say("no letters yet")


@cached_by_language(maxsize=2048)
def _head(prefix: str, seat: Seat, player: str, count: str, won: bool, state: str, near: bool, full: bool, /) -> Element:
    """Whose side it is, and whether something is owed or waits sealed; only words where an offer takes the `full` width."""
    markup = "" if full else seat_mark(seat, 18, 0, 12)
    if state and not full:
        markup += circle(18, 0, 15.5, "bare accent-line" if state == "to act" else "bare muted-line", pen=2)
    if won:
        markup += group(crown("gold"), 27, -11, scale=0.62, turn=18)
    says = [owned(mark("Your hand: {count}"), mark("{player}'s hand: {count}"), player, count=count)]
    says += [say(_STATES[state])] if state else []
    says += [say("the winner")] if won else []
    return Element(f"{prefix}-seat", markup, ", ".join(says), (0, NEAR_TILES + _TILE[1] / 2 if near else FAR_TILES + _FAR_HIGH / 2))


_STATES = {"sealed": mark("sealed"), "to act": mark("to act")}


# --- The viewer's own hand


@cached_by_language(maxsize=4096)
def _own(seat: Seat, hand: values.Letters, lost: str, named: str, fresh: str) -> tuple[Element, ...]:
    """Five places: the letters in order from the left, those that went from the right, the first of them outermost."""
    places = [_at(place, hand, lost) for place in range(values.HAND)]
    return tuple(_place(seat, place, letter, out, letter in named, letter in fresh) for place, (letter, out) in enumerate(places))


def _at(place: int, hand: str, lost: str) -> tuple[str, bool]:
    """The letter at a place, and whether it is gone; empty if none lies."""
    if place < len(hand):
        return hand[place], False
    from_right = values.HAND - 1 - place
    return (lost[from_right], True) if from_right < len(lost) else ("", False)


@cached_by_language(maxsize=1024)
def _place(seat: Seat, place: int, letter: str, out: bool, named: bool, fresh: bool) -> Element:
    says = say("No letter here yet")
    if letter:
        says = say("Your letter {letter}, out", letter=letter) if out else say("Your letter {letter}", letter=letter)
    face = tile(letter, *_TILE, line="gold", face="gold-soft", pen=3) if fresh and letter else _face(seat, letter, out, named, _TILE[1])
    return Element(f"hand-{place + 1}", _flipping(face) if out or fresh else face, says, (_LEFT + place * _STEP, NEAR_TILES))


@cache
def _face(seat: Seat, letter: str, out: bool, named: bool, height: int) -> str:
    """What lies at a place of the hand of `seat`."""
    if out:
        return gone(letter, _TILE[0], height)
    if not letter:
        return empty(_TILE[0], height)
    if letter == UNSEEN:
        return back(seat, _TILE[0], height)
    return tile(letter, _TILE[0], height, line="good", pen=3) if named else tile(letter, _TILE[0], height, line=seat_paint(seat))


@cached_by_language(maxsize=1024)
def _offered_one(seat: Seat, place: int, letter: str) -> Element:
    width, height = _OFFER_STEP - 2, _TILE[1]
    markup = tile(letter, width, height, line=seat_paint(seat)) + group(pips(letter), width / 2, height - 8)
    left = (WIDTH - values.OFFER * _OFFER_STEP) / 2 + place * _OFFER_STEP
    frame = rect(0, 0, _OFFER_STEP, height, "ground") + group(markup, 1)
    return Element(f"hand-{place + 1}", frame, say("Offered to you: {letter}", letter=letter), (left, NEAR_TILES))


# --- A hand that lies face down


@cached_by_language(maxsize=4096)
def _row(prefix: str, seat: Seat, player: str, cards: int, known: values.Letters | None, lost: str, named: str, near: bool, /) -> Element:
    """Backs from the left, or faces once they are named or the match is over; what went from the right."""
    faces = []
    for place in range(values.HAND):
        letter, out = _at(place, known if known is not None else UNSEEN * cards, lost)
        fresh = letter in (named[-1:] or lost[-1:]) or (known is not None and letter not in (*named, *lost, UNSEEN))
        face = _face(seat, letter, out, letter in named, _TILE[1] if near else _FAR_HIGH)
        faces.append(group(_flipping(face) if fresh and letter else face, _LEFT + place * _STEP))
    held = say("{number} face down", number=cards) if known is None else listed(known)
    says = owned(mark("Your letters: {letters}"), mark("{player}'s letters: {letters}"), player, letters=held)
    if lost:
        says = say("{hand}; out: {letters}", hand=says, letters=", ".join(reversed(lost)))
    return Element(f"{prefix}-hand", " ".join(faces), says, (0, NEAR_TILES if near else FAR_TILES))


# --- The ledger: a line a turn, the latest below. A word stands with what the near side learned of it, and then the far side


_LEDGER_LEFT, _LEDGER_RIGHT = 26, 356  # of what stands beside the number of a round
_WORD = 44  # left edge of what was played
_ANSWER = 66  # width of one answer
_TEXT = 14
_BASE = 14  # of a line's text
_HEAD = 16  # height of the line over the first one
_SOME = "1+"
_FACTS = {
    (values.Kind.NONE, True): mark("none"),
    (values.Kind.NONE, False): _SOME,
    (values.Kind.ONE, True): "1",
    (values.Kind.ONE, False): mark("0 or 2+"),
    (values.Kind.ODD, True): mark("odd"),
    (values.Kind.ODD, False): mark("even"),
    (values.Kind.ANY, True): _SOME,
    (values.Kind.ANY, False): mark("none"),
}
_NONE = (values.Taken(values.Kind.NONE, True), values.Taken(values.Kind.ANY, False))
SCROLL = Scroll("ledger", LINES, WIDTH, LINE, _HEAD)
_ACTS = {values.SKIP: mark("time-out"), values.Verb.GUESS: mark("guess {letters}"), values.Verb.HAND: mark("named {letters}")}


def ledger(view: View) -> tuple[Element, ...]:
    """The last turns, and for a page that scrolls those before them; nothing if players keep the past in their heads (`Aid.NONE`)."""
    turns = view.turns if view.aid is not Aid.NONE else ()
    start = max(0, len(turns) - LINES)
    keys = _keys(view)
    labels = [_label(view.terms, turn, index // 2 + 1) for index, turn in enumerate(turns)]
    head = [_heads(view.near, isinstance(view.eye, Seat))] if view.aid is not Aid.NONE else []
    rows: list[tuple[int, Key | None, str]] = [(index, keys[index], labels[index]) for index in range(start, len(turns))]
    rows += [(-1, None, "")] * (LINES - len(rows))
    return (_rules(), *head, *map(_past, range(start), keys, labels), *[_ledger_line(line, *row) for line, row in enumerate(rows)])


@cached_by_language(maxsize=4096)
def _label(terms: values.Terms, turn: values.Turn, number: int) -> str:
    return say("Round {number}: {turn}", number=number, turn=words.turn_label(terms, turn))


@cached_by_language(maxsize=8192)
def _past(index: int, key: Key, label: str) -> Element:
    """A turn above those that the picture shows; a page scrolls to it."""
    markup = _number(index) + _turn(*key)
    return Element(f"ledger-past-{index + 1}", f'<g class="past">{markup}</g>', label, (0, LEDGER), layer=-1)


@cache
def _rules() -> Element:
    """The lines."""
    rules = "".join(path(f"M{_LEDGER_LEFT},{LINE * line}H{_LEDGER_RIGHT}", "bare line-line", pen=0.7) for line in range(LINES + 1))
    return Element("ledger", rules, at=(0, LEDGER), layer=-1)


Key = tuple[Seat, BySeat[values.Letters], values.Turn]
"""All that a line shows: the reader's seat, the letters that both hands had then, as far as the reader knows by now, and the turn."""


def _keys(view: View) -> list[Key]:
    """What all lines show (R12: a hint asks about the hand as it was)."""
    held = BySeat.of(lambda seat: (_known(view, seat) or "").replace(UNSEEN, ""))
    keys = []
    for turn in reversed(view.turns):
        if turn.action == values.Verb.GUESS and turn.hit:
            held = held.put(turn.seat.other, held[turn.seat.other] + turn.what)
        held = held.put(turn.seat, held[turn.seat] + turn.lost)
        keys.append((view.near, held, turn))
    return keys[::-1]


@cached_by_language(maxsize=None)
def _heads(near: Seat, player: bool) -> Element:
    """What the columns say: a player's own comes first, and an onlooker sees whose each is."""
    markup = text(say("word"), _WORD, -3, _TEXT, "muted")
    markup += text(say("learned:"), _LEDGER_RIGHT - 2 * _ANSWER - 4, -3, _TEXT, "muted", anchor="end")
    for place, seat in enumerate((near, near.other)):
        middle = _LEDGER_RIGHT - (1.5 - place) * _ANSWER
        told = say("you") if seat is near else say("they")
        markup += text(told, middle, -3, _TEXT, f"{seat_paint(seat)} strong", anchor="middle") if player else seat_mark(seat, middle, -7, 6)
    return Element("ledger-head", markup, "", (0, LEDGER))


def _number(index: int) -> str:
    """The number of a round before its first line."""
    return "" if index % 2 else text(str(index // 2 + 1), 23 if index < 198 else 26.6, _BASE, _TEXT, "muted", anchor="end")


@cached_by_language(maxsize=8192)
def _ledger_line(line: int, index: int, key: Key | None, label: str) -> Element:
    return Element(f"ledger-{line + 1}", _number(index) + ("" if key is None else _turn(*key)), label, (0, LEDGER + LINE * line))


def _turn(near: Seat, held: BySeat[values.Letters], turn: values.Turn) -> str:
    """A line. A word shows which of its letters it found."""
    markup = seat_mark(turn.seat, _LEDGER_LEFT + 8, LINE / 2, 7)
    if turn.action == values.Verb.WORD:
        word, size = words.fitted(turn.what, _LEDGER_RIGHT - 2 * _ANSWER - 4 - _WORD, _TEXT)
        written = text(word, _WORD, _BASE, size, "ink")
        for seat, letters in held.items():
            for letter in {*letters} & {*word}:
                written = written.replace(letter, f'<tspan class="{seat_paint(seat)} strong" text-decoration="underline">{letter}</tspan>')
        markup += written
        for place, asker in enumerate((near, near.other)):
            answer = _answer(asker, turn.hints[asker])
            if asker is near and turn.hints[asker] in _NONE:  # a page lets its reader cross these letters out
                answer = f'<g data-marks="{" ".join(f"letter-{letter}" for letter in turn.what.lower())}">{answer}</g>'
            markup += group(answer, _LEDGER_RIGHT - (2 - place) * _ANSWER, 0)
        return markup
    said = say(_ACTS[turn.action], letters=turn.what)
    markup += text(said, _WORD, _BASE, _TEXT, "muted" if turn.action == values.SKIP else "ink strong")
    if turn.lost:
        end = _LEDGER_RIGHT - (26 if turn.seat is near.other else _ANSWER + 6)  # in the column of the seat that lost it
        markup += text(say("lost {letter}", letter=turn.lost), end, _BASE, _TEXT, "bad", anchor="end")
    if turn.hit is not None:
        sign = tick("good-line") if turn.hit else cross("bad-line")
        markup += group(sign, _LEDGER_RIGHT - 10, LINE / 2, scale=0.7)
    return markup


@cached_by_language(maxsize=None)
def _answer(asker: Seat, taken: values.Taken | None) -> str:
    """The fact that a seat learned; a dash for no hint, an empty frame while it is not chosen, a question mark before the answer."""
    paint = seat_paint(asker)
    frame = rect(1, 0.5, _ANSWER - 2, LINE - 1, f"{paint}-soft {paint}-line", corner=8 if asker is Seat.A else 2, pen=0.9)
    if taken is None:
        return frame
    if taken.kind is None:
        return frame + path(f"M{_ANSWER / 2 - 6},{LINE / 2}H{_ANSWER / 2 + 6}", "bare muted-line", pen=1.6)
    fact = "?" if taken.result is None else say(_FACTS[taken.kind, taken.result])
    return frame + text(fact if span(fact) <= 8 else f"{fact[:5]}.", _ANSWER / 2, _BASE, _TEXT, "ink", anchor="middle")


# --- The middle of the table: whose turn it is, the latest act in large type, and the three hints with their takers and answers


_PLAQUE = (112, 44)
_PLAQUES = STAGE + 36  # their upper edge
_TILES = 4  # upper edge of the letters, below STAGE
_TALL = 29  # of such a letter
_STAGE_LEFT = 34  # of the first one
_WORD_ROOM = WIDTH - _STAGE_LEFT - 40  # for a word: what is left of it shows whose it is, right of it whether it was right


def stage(view: View) -> tuple[Element, ...]:
    """The table, the latest act, and the hints; a guess has the place of these too."""
    turn = view.last
    if view.outcome is not None and view.outcome.winner is not None:
        return (_cloth(), _round(view), _done(view), _won(view.outcome.winner))
    if turn is not None and turn.action != values.Verb.WORD:
        return (_cloth(), _round(view), *_possible(view), _done(view))
    hints = [] if turn is None else [(seat, taken, words.hint_label(view.terms, turn, seat)) for seat, taken in turn.hints.items()]
    takers = {taken.kind: (seat, taken, label) for seat, taken, label in hints if taken is not None}
    plaques = []
    for place, kind in enumerate(view.terms.kinds, 1):
        offer = say("Hint {hint}: {question}", hint=kind_name(kind), question=say(LABELS[kind]))
        seat, taken, label = takers.get(kind, (None, None, offer))
        plaques.append(_plaque(place, kind, seat, taken, view.phase is values.Phase.HINT and bool(view.owing) and seat is None, label))
    return (_cloth(), _round(view), *_possible(view), _done(view), *plaques)


@cached_by_language(maxsize=None)
def _won(seat: Seat) -> Element:
    """The end, in the place of the hints; the title says it too."""
    heading = voiced(seat, mark("You won"), mark("{seat} wins"), mark("You lost"), seat=seat)
    paint = "ink" if reads(seat.other) else "gold"
    return Element("won", text(heading, WIDTH / 2, 29, 22, f"{paint} strong", anchor="middle"), at=(0, _PLAQUES))


@cache
def _cloth() -> Element:
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, STAGE_HEIGHT, "table", corner=10), at=(0, STAGE), layer=-1)


def _round(view: View) -> Element:
    """Which round it is."""
    line = say("Round {number}", number=view.round) if view.turn else ""
    return Element("round", text(line, WIDTH - MARGIN, 16, 14, "muted", anchor="end"), at=(0, FAR_TILES), wide=(0, _WIDE_LAST + 8, 1))


def _done(view: View) -> Element:
    """The last turn, large; in the set-up what there is to do."""
    turn = view.last
    if turn is None:
        hope = say("Play a word, or guess") if view.turn else words.title(view)
        return _idle(hope if view.outcome is None else "")
    scale = 1 if turn.action == values.Verb.WORD or view.outcome is not None else 1.1 if turn.action == values.Verb.HAND else 1.4
    label = words.turn_label(view.terms, turn)
    return _shown(turn.seat, turn.action, turn.what, turn.hit, turn.lost, _named(view, turn.seat.other), scale, label)


@lru_cache(maxsize=64)
def _idle(says: str) -> Element:
    return Element("done", text(says, WIDTH / 2, _TILES + 18.5, 14, "muted", anchor="middle"), says, (0, STAGE))


@cached_by_language(maxsize=4096)
def _shown(seat: Seat, action: str, what: str, hit: bool | None, lost: str, right: str, scale: float, label: str, /) -> Element:
    markup = seat_mark(seat, _STAGE_LEFT - 16, _TILES + _TALL / 2, 9)
    if action == values.SKIP:
        said = say("ran out of time")
        markup += text(said, _STAGE_LEFT + 4, _TILES + 19.5, 14, "ink strong")
        x = _STAGE_LEFT + 122.0 * span(said) / 15
    else:
        wide = min(28.0, _WORD_ROOM / len(what))
        x = _STAGE_LEFT + wide * len(what) + 16
        named = action == values.Verb.HAND
        for place, letter in enumerate(what):
            line = ("good" if letter in right else "bad") if named else f"{seat_paint(seat)}"
            face = tile(letter, wide, _TALL, line=line, pen=2.4 if named else 1.2)
            markup += group(_flipping(face) if named and place == len(what) - 1 else face, _STAGE_LEFT + wide * place, _TILES)
    if hit is not None:
        paint, sign = ("good", tick) if hit else ("bad", cross)
        markup += group(_flipping(circle(0, 0, 10, paint) + group(sign("on-fill-line"), scale=0.72)), x, _TILES + _TALL / 2)
        x += 18
    good = say("right so far") if action == values.Verb.HAND and hit is None else ""
    good = say("right, it is out") if action == values.Verb.GUESS and hit else good
    if lost or good:
        markup += text(good or say("costs {letter}", letter=lost), x, _TILES + 19.5, 14, "good strong" if good else "bad strong")
    if scale > 1:  # it lies in the middle
        markup = group(markup, 0, STAGE_HEIGHT / 2 - scale * (_TILES + _TALL / 2), scale=scale)
    return Element("done", markup, label, (0, STAGE))


# --- The hints


@cached_by_language(maxsize=4096)
def _plaque(place: int, kind: values.Kind, seat: Seat | None, taken: values.Taken | None, free: bool, label: str) -> Element:
    """A hint; `free` while somebody chooses and it can be taken."""
    width, height = _PLAQUE
    paint = seat_paint(seat) if seat is not None else ""
    line = f"{paint}-line" if paint else "accent-line" if free else "line-line"
    face = "raised" if free or paint else "table"
    markup = rect(0, 0, width, height, f"{face} {line}", corner=8, pen=2 if free or paint else 1)
    markup += text(say(LABELS[kind]), 8, 18, 14, "ink strong" if free or paint else "muted strong")
    if seat is not None and taken is not None:
        markup += seat_mark(seat, 13, 31, 8) + text(say("asks"), 24, 36, 14, "ink")
        if taken.result is not None:
            good, sign = ("good", tick) if taken.result else ("bad", cross)
            answer = text(say("yes") if taken.result else say("no"), width - 19, 36, 14, f"{good} strong", anchor="end")
            markup += _flipping(answer + group(circle(0, 0, 7, good) + group(sign("on-fill-line"), scale=0.5), width - 10, 31))
    left = (WIDTH - 3 * width - 2 * 4) / 2 + (place - 1) * (width + 4)
    return Element(f"hint-{place}", markup, label, (left, _PLAQUES))


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """The picture for this eye. `sealed` are the seats whose submission waits.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near, far = view.near, view.near.other
    middle = [part if part.wide is not None else also_at(part, part.at[0], part.at[1] + _WIDE_STAGE) for part in stage(view)]
    book = [also_at(part, WIDTH, _HEAD + part.at[1] - LEDGER) for part in ledger(view)]
    larger = 1 if view.phase is values.Phase.PICK else _WIDE_HAND  # all that is offered is as wide as the column
    hands = [
        also_at(part, larger * part.at[0], to + larger * (part.at[1] - top), larger)
        for seat, top, to in ((far, FAR_TILES, FAR_TILES), (near, NEAR_TILES, _WIDE_NEAR))
        for part in side(view, seat, sealed=seat in sealed)
    ]
    return Scene(WIDTH, HEIGHT, words.title(view), (*hands, *middle, *book, *alphabet(view)), wide=WIDE, scroll=SCROLL)
