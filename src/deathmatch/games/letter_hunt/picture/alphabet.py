"""The alphabet as a notebook: 26 places with the table's information on each letter; a player's own thoughts are marks of its own."""

from __future__ import annotations

from deathmatch.core.optional import Aid
from deathmatch.core.scene import Element
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.shapes import group, path, rect, seat_mark, seat_paint, text
from deathmatch.core.speech import cached_by_language, say
from deathmatch.core.wording import name
from deathmatch.games.letter_hunt.picture.deduction import Deduced, deduce
from deathmatch.games.letter_hunt.picture.places import ALPHABET as TOP
from deathmatch.games.letter_hunt.picture.places import COLUMNS, MARGIN, ROW, WIDTH
from deathmatch.games.letter_hunt.picture.signs import barred
from deathmatch.games.letter_hunt.values import ALPHABET, without
from deathmatch.games.letter_hunt.view import View

_CELL = (37, 36)
_STEP = (WIDTH - 2 * MARGIN) / COLUMNS


def alphabet(view: View) -> tuple[Element, ...]:
    """All 26 letters."""
    told = BySeat.of(lambda seat: _deduced(view, seat))
    mine = view.near if view.own is not None else None
    elements = []
    for place, letter in enumerate(ALPHABET):
        out = next((seat for seat in SEATS if letter in view.lost[seat]), None)
        holder = next((seat for seat in SEATS if letter in told[seat].held), None)
        known = out is not None or holder is not None
        absent = "" if known else "".join(seat for seat in SEATS if letter in told[seat].absent)
        onlooker = view.onlookers.find(letter) + 1
        elements.append(_letter(place, letter, out, holder, holder is not None and holder is mine, absent, onlooker))
    return tuple(elements)


def _deduced(view: View, seat: Seat) -> Deduced:
    """Letters that a seat has, and that it has not, according to the picture."""
    if view.hands is not None:
        return Deduced(view.hands[seat], "")
    own = view.own
    offered = own.dealt[0] if own is not None and view.terms.offers and own.dealt else ""
    missed = "" if view.aid is Aid.NONE else view.missed(seat)
    if own is not None and seat is view.eye:
        return Deduced(own.hand, missed + (without(offered, own.kept[0]) if own.kept else ""))
    if view.aid is Aid.DEDUCTION:
        deduced = deduce(view, seat)
        return Deduced(deduced.held, deduced.absent + offered)
    return Deduced("", missed + offered)


@cached_by_language(maxsize=8192)
def _letter(place: int, letter: str, out: Seat | None, holder: Seat | None, mine: bool, absent: str, onlooker: int) -> Element:
    width, height = _CELL
    dull = out is not None or bool(onlooker) or len(absent) == len(SEATS)
    face = (
        f"{seat_paint(holder)}-soft {seat_paint(holder)}-line" if holder is not None else "ground line-line" if dull else "raised line-line"
    )
    markup = rect(0.5, 0.5, width - 1, height - 1, face, corner=6, pen=1.6 if holder is not None else 1)
    plain = out is None and holder is None and not absent and not onlooker
    base = 25 if plain else 20
    markup += text(letter, width / 2, base, 16, "muted" if dull else "ink strong", anchor="middle")
    says = say("{letter}: open", letter=letter)
    foot = 28.5
    if out is not None:
        markup += path("M8,22L29,7", "bare bad-line", pen=1.8) + seat_mark(out, width / 2, foot, 5.5)
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
            group(barred(Seat(seat)), width / 2 + 16 * index - 8 * (len(absent) - 1), foot) for index, seat in enumerate(absent)
        )
        seats = [name(Seat(seat)) for seat in absent]
        if len(seats) == 1:
            says = say("{letter}: not in {player}'s hand", letter=letter, player=seats[0])
        else:
            says = say("{letter}: in neither {a}'s nor {b}'s hand", letter=letter, a=seats[0], b=seats[1])
    row, column = divmod(place, COLUMNS)
    at = (round(MARGIN + column * _STEP + (_STEP - width) / 2, 2), TOP + ROW * row)
    return Element(f"letter-{letter.lower()}", markup, says, at, markable=True)
