"""One side of the table: a seat's mark, how many letters it has, and the letters themselves, as far as the viewer knows them."""

from __future__ import annotations

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import crown, group, rect, seat_mark, span, text
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.core.wording import owned
from deathmatch.games.letter_hunt.picture import words
from deathmatch.games.letter_hunt.picture.places import FAR_TILES, MARGIN, NEAR_HEAD, NEAR_TILES, WIDTH
from deathmatch.games.letter_hunt.picture.signs import back, empty, gone, pips, tile
from deathmatch.games.letter_hunt.values import HAND, OFFER, Letters, Phase, without
from deathmatch.games.letter_hunt.view import UNSEEN, View, listed

_FAR = (44, 48)  # width and height of a tile
_NEAR = (48, 48)
_GAP = 6
_FAR_WIDE = HAND * _FAR[0] + (HAND - 1) * _GAP
_FAR_LEFT = (WIDTH - _FAR_WIDE) / 2 - 16  # to the left of the middle: the longest state stands beside it
_OFFERED = (42, 48)
_STEP = 44  # from one offered letter to the next


def side(view: View, seat: Seat, *, sealed: bool) -> tuple[Element, ...]:
    """Everything on one side, in reading order."""
    won = view.outcome is not None and view.outcome.winner is seat
    asked = seat in words.owing(view)
    state = "sealed" if sealed else "to act" if asked else ""
    known = _known(view, seat)
    head = _head(
        _prefix(view, seat),
        seat,
        words.player(view, seat),
        _count(view, seat),
        won,
        state,
        _aside(view, seat),
        seat is view.near,
    )
    if seat is view.eye and view.phase is Phase.PICK and view.own is not None and view.own.dealt:
        return (head, *_offered(view.own.dealt[0]))
    if seat is view.eye:
        return (head, *_own(known or "", view.lost[seat]))
    return (head, _row(_prefix(view, seat), seat, words.player(view, seat), view.cards[seat], known, view.lost[seat], seat is view.near))


def _prefix(view: View, seat: Seat) -> str:
    if not isinstance(view.eye, Seat):
        return seat.lower()
    return "hand" if seat is view.eye else "their"


def _known(view: View, seat: Seat) -> Letters | None:
    """The letters of a hand, if the viewer knows them."""
    if seat is view.eye and view.own is not None:
        return view.own.hand
    return None if view.hands is None else view.hands[seat]


def _count(view: View, seat: Seat) -> str:
    """How many letters a seat has; before it has a hand, of how many it picks one."""
    if view.turn or view.cards[seat]:
        return words.counted(view.cards[seat])
    return say("{number} offered", number=OFFER) if view.phase in (Phase.PICK, Phase.PICKED) else say("no letters yet")


def _aside(view: View, seat: Seat) -> str:
    """The line beside the near hand: letters of the offer that were not picked, or those of onlookers."""
    if seat is not view.near:
        return ""
    own = view.own
    if own is not None and view.terms.offers and own.kept:
        return say("not picked {letters}", letters=without(own.dealt[0], own.kept[0]))
    return say("onlookers {letters}", letters=view.onlookers) if view.onlookers.strip(UNSEEN) else ""


_ROOM = 20  # characters beside the near hand, where the pill of its state stands too


@cached_by_language(maxsize=2048)
def _head(prefix: str, seat: Seat, player: str, count: str, won: bool, state: str, aside: str, near: bool, /) -> Element:
    """Whose side it is, how many letters are left, and whether something is owed or waits sealed."""
    sign = seat_mark(seat, 16, 0, 11 if near else 12)
    if won:
        sign += group(crown("gold"), 41 if near else 16, 0 if near else -18, scale=0.62)
    if near:
        markup = (
            sign
            + text(count, 55 if won else 34, 4.6, 14, "ink strong")
            + (group(_pill(state), max(130, 42 + 7.9 * span(count)), 0) if state and span(aside) < _ROOM else "")
        )
        markup += text(aside, WIDTH - MARGIN - 2, 4.6, 14, "muted", anchor="end") if aside else ""
    else:
        markup = sign + (group(_pill(state), min(_FAR_LEFT + _FAR_WIDE + 3, WIDTH - 1 - _pill_width(state)), 0) if state else "")
    says = [owned(mark("Your hand: {count}"), mark("{player}'s hand: {count}"), player, count=count)]
    says += [say(_STATES[state])] if state else []
    says += [say("the winner")] if won else []
    says += [aside] if aside else []
    return Element(f"{prefix}-seat", markup, ", ".join(says), (0, NEAR_HEAD if near else FAR_TILES + _FAR[1] / 2))


_STATES = {"sealed": mark("sealed"), "to act": mark("to act")}


def _pill(state: str) -> str:
    paint = "muted" if state == "sealed" else "accent"
    told, wide = say(_STATES[state]), _pill_width(state)
    ground = rect(0, -9, wide, 18, "ground muted-line" if state == "sealed" else "accent", corner=9, pen=1)
    return ground + text(told, wide / 2, 5, 14, f"{paint} strong" if state == "sealed" else "on-fill strong", anchor="middle")


def _pill_width(state: str) -> float:
    told = say(_STATES[state])
    return (8 if told == state else 15) + 7.2 * span(told)


# --- The viewer's own hand


@cached_by_language(maxsize=4096)
def _own(hand: Letters, lost: str) -> tuple[Element, ...]:
    """Five places: the letters in order from the left, those that went from the right, the first of them outermost."""
    return tuple(_place(place, *_at(place, hand, lost)) for place in range(HAND))


def _at(place: int, hand: str, lost: str) -> tuple[str, bool]:
    """The letter at a place, and whether it is gone; empty if none lies."""
    if place < len(hand):
        return hand[place], False
    from_right = HAND - 1 - place
    return (lost[from_right], True) if from_right < len(lost) else ("", False)


@cached_by_language(maxsize=1024)
def _place(place: int, letter: str, out: bool) -> Element:
    width = _NEAR[0]
    markup = gone(letter, *_NEAR) if out else tile(letter, *_NEAR, line="gold") if letter else empty(*_NEAR)
    says = say("No letter here yet")
    if letter:
        says = say("Your letter {letter}, out", letter=letter) if out else say("Your letter {letter}", letter=letter)
    left = (WIDTH - HAND * width - (HAND - 1) * _GAP) / 2 + place * (width + _GAP)
    return Element(f"hand-{place + 1}", markup, says, (left, NEAR_TILES))


@cached_by_language(maxsize=1024)
def _offered(offer: Letters) -> tuple[Element, ...]:
    return tuple(_offered_one(place, letter) for place, letter in enumerate(offer))


@cached_by_language(maxsize=1024)
def _offered_one(place: int, letter: str) -> Element:
    width, height = _OFFERED
    markup = tile(letter, *_OFFERED, line="gold") + group(pips(letter), width / 2, height - 8)
    left = (WIDTH - OFFER * _STEP) / 2 + place * _STEP
    frame = rect(0, 0, _STEP, height, "ground") + group(markup, 1)
    return Element(f"hand-{place + 1}", frame, say("Offered to you: {letter}", letter=letter), (left, NEAR_TILES))


# --- A hand that lies face down


@cached_by_language(maxsize=4096)
def _row(prefix: str, seat: Seat, player: str, cards: int, known: Letters | None, lost: str, near: bool, /) -> Element:
    """Backs from the left, or faces once the match is over; what went from the right."""
    faces = []
    for place in range(HAND):
        letter, out = _at(place, known if known is not None else UNSEEN * cards, lost)
        if out:
            face = gone(letter, *_FAR)
        elif not letter:
            face = empty(*_FAR)
        else:
            face = back(seat, *_FAR) if letter == UNSEEN else tile(letter, *_FAR, line="gold")
        faces.append(group(face, _FAR_LEFT + place * (_FAR[0] + _GAP)))
    held = say("{number} face down", number=cards) if known is None else listed(known)
    says = owned(mark("Your letters: {letters}"), mark("{player}'s letters: {letters}"), player, letters=held)
    if lost:
        says = say("{hand}; out: {letters}", hand=says, letters=", ".join(reversed(lost)))
    return Element(f"{prefix}-hand", " ".join(faces), says, (0, NEAR_TILES if near else FAR_TILES))
