"""The middle of the table: whose turn it is, the latest act in large type, and the three hints with their takers and answers."""

from __future__ import annotations

from functools import cache, lru_cache

from deathmatch.core.scene import Element
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.shapes import circle, cross, crown, group, rect, seat_mark, seat_paint, span, text, tick
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.games.letter_hunt.picture import words
from deathmatch.games.letter_hunt.picture.places import MARGIN, STAGE, STAGE_HEIGHT, WIDTH
from deathmatch.games.letter_hunt.picture.signs import lens, tile
from deathmatch.games.letter_hunt.values import SKIP, Kind, Phase, Taken, Turn, Verb
from deathmatch.games.letter_hunt.view import View, kind_name

_PLAQUE = (112, 44)
_PLAQUES = STAGE + 50  # their upper edge
_TILES = 18  # upper edge of the letters, below STAGE
_TALL = 29  # of such a letter
_LEFT = 34  # of the first one
_ROOM = WIDTH - _LEFT - 40  # for a word: what is left of it shows whose it is, right of it whether it was right


def stage(view: View) -> tuple[Element, ...]:
    """The table, the latest act, and the hints."""
    turn = view.last
    word = turn if turn is not None and turn.action == Verb.WORD else None
    asked = words.owing(view) if view.phase is Phase.HINT else ()
    plaques = []
    for place, kind in enumerate(view.terms.kinds, 1):
        seat, taken = _taker(word, kind)
        label = words.hint_label(view.terms, word, seat) if word is not None and seat is not None else _offer(kind)
        plaques.append(_plaque(place, kind, seat, taken, bool(asked) and seat is None, label))
    return (_cloth(), _heading(view), _done(view), *plaques)


def _offer(kind: Kind) -> str:
    return say("Hint {hint}: {question}", hint=kind_name(kind), question=say(_SAYS[kind]))


def _taker(turn: Turn | None, kind: Kind) -> tuple[Seat | None, Taken | None]:
    """Who took a kind of hint from the word that lies on the table."""
    for seat in SEATS if turn is not None else ():
        assert turn is not None
        taken = turn.hints[seat]
        if taken is not None and taken.kind is kind:
            return seat, taken
    return None, None


@cache
def _cloth() -> Element:
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, STAGE_HEIGHT, "table", corner=10), at=(0, STAGE), layer=-1)


def _heading(view: View) -> Element:
    """Where the match stands; the title says the same in words."""
    outcome = view.outcome
    if outcome is not None:
        return _winner(outcome.winner)
    match view.phase:
        case Phase.FIRST | Phase.COIN:
            line = say("Who takes the first turn?")
        case Phase.HOLD:
            line = words.hold_phase(view)
        case Phase.PICK:
            line = say("Picking five of eight letters")
        case _ if not view.turn:
            line = say("Letters are being dealt")
        case _:
            line = say("Round {number}", number=view.round)
            if view.terms.over_words(view.turn):
                line = say("Round {number}: words are over", number=view.round)
    return _line(line)


@lru_cache(maxsize=1024)
def _line(line: str) -> Element:
    return Element("round", text(line, WIDTH / 2, 14, 14, "ink strong", anchor="middle"), at=(0, STAGE))


@cached_by_language(maxsize=None)
def _winner(seat: Seat | None) -> Element:
    if seat is None:
        return _line(say("Nobody wins"))
    says = say("{seat} wins", seat=seat)
    markup = group(crown("gold"), WIDTH / 2 - 4 * span(says) - 4, 10, scale=0.6)
    markup += text(says, WIDTH / 2 + 10, 15, 14, "gold strong", anchor="middle")
    return Element("round", markup, at=(0, STAGE))


def _done(view: View) -> Element:
    """The last turn, large; in the set-up what there is to do."""
    turn = view.last
    if turn is None:
        return _idle(say(_HOPES.get(view.phase, _HIDDEN)) if view.outcome is None else "")
    return _shown(turn.seat, turn.action, turn.what, turn.hit, turn.lost, words.turn_label(view.terms, turn))


_HIDDEN = mark("Five letters each, hidden")
_HOPES = {
    Phase.HOLD: mark("Keep what you like; the rest is replaced"),
    Phase.PICK: mark("Five letters make your hand"),
    Phase.TURN: mark("Play a word, or guess"),
}


@lru_cache(maxsize=64)
def _idle(says: str) -> Element:
    markup = group(lens("gold"), WIDTH / 2 - 3.2 * span(says) - 16, _TILES + 13.5) if says else ""
    return Element("done", markup + text(says, WIDTH / 2 + 6, _TILES + 18.5, 14, "muted", anchor="middle"), says, (0, STAGE))


@cached_by_language(maxsize=4096)
def _shown(seat: Seat, action: str, what: str, hit: bool | None, lost: str, label: str) -> Element:
    markup = seat_mark(seat, _LEFT - 16, _TILES + _TALL / 2, 9)
    if action == SKIP:
        said = say("ran out of time")
        markup += text(said, _LEFT + 4, _TILES + 19.5, 14, "ink strong")
        x = _LEFT + 122.0 * span(said) / 15
    else:
        wide = min(28.0, _ROOM / len(what))
        x = _LEFT + wide * len(what) + 16
        line = f"{seat_paint(seat)}"
        markup += "".join(group(tile(letter, wide, _TALL, line=line), _LEFT + wide * place, _TILES) for place, letter in enumerate(what))
    if hit is not None:
        paint, sign = ("good", tick) if hit else ("bad", cross)
        markup += group(circle(0, 0, 10, paint) + group(sign("on-fill-line"), scale=0.72), x, _TILES + _TALL / 2)
        x += 18
    if action == Verb.GUESS and hit:
        markup += text(say("it is out"), x, _TILES + 19.5, 14, "good strong")
    if lost:
        markup += text(say("costs {letter}", letter=lost), x, _TILES + 19.5, 14, "bad strong")
    return Element("done", markup, label, (0, STAGE))


# --- The hints


_SAYS = {Kind.NONE: mark("None at all?"), Kind.ONE: mark("Exactly one?"), Kind.ODD: mark("Odd number?"), Kind.ANY: mark("At least one?")}


@cached_by_language(maxsize=4096)
def _plaque(place: int, kind: Kind, seat: Seat | None, taken: Taken | None, free: bool, label: str) -> Element:
    """A hint; `free` while somebody chooses and it can be taken."""
    width, height = _PLAQUE
    paint = seat_paint(seat) if seat is not None else ""
    line = f"{paint}-line" if paint else "accent-line" if free else "line-line"
    face = "raised" if free or paint else "table"
    markup = rect(0, 0, width, height, f"{face} {line}", corner=8, pen=2 if free or paint else 1)
    markup += text(say(_SAYS[kind]), 8, 18, 14, "ink strong" if free or paint else "muted strong")
    if seat is not None and taken is not None:
        markup += seat_mark(seat, 18, 31, 9)
        if taken.result is not None:
            good, sign = ("good", tick) if taken.result else ("bad", cross)
            answer = text(say("yes") if taken.result else say("no"), 34, 36, 14, f"{good} strong")
            markup += answer + group(circle(0, 0, 8, good) + group(sign("on-fill-line"), scale=0.56), width - 18, 31)
    left = (WIDTH - 3 * width - 2 * 4) / 2 + (place - 1) * (width + 4)
    return Element(f"hint-{place}", markup, label, (left, _PLAQUES))
