"""The middle of the table: the pot, the round, and what both sides played last or have sealed."""

from __future__ import annotations

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, cross, ellipse, group, padlock, path, rect, seat_mark, seat_paint, text, tick
from deathmatch.games.five_card_trick.picture import words
from deathmatch.games.five_card_trick.picture.glyphs import BACK, back, glyph, pot
from deathmatch.games.five_card_trick.picture.words import Played
from deathmatch.games.five_card_trick.values import Submission
from deathmatch.games.five_card_trick.view import Stage, View

TOP, HEIGHT = 153, 84
_NEAR, _FAR = 76, 284  # middles of what lies on the table
_CARDS = 22  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next


def cloth(width: float, margin: float) -> Element:
    """The table under its lamp."""
    light = ellipse(width / 2, HEIGHT / 2 + 4, 62, 38, "gold-soft")
    return Element("table", rect(margin, 0, width - 2 * margin, HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(view: View) -> Element:
    """The pot, and the round above it."""
    now = view.showing is not None and view.showing.stage in (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)
    ring = ellipse(0, 47, 40, 33, "bare accent-line", pen=2) if now else ""
    figure = text(str(view.pot), 0, 66, 21, "on-fill strong", anchor="middle")
    markup = ring + group(pot(view.pot), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(view), (180, TOP))


def round_line(view: View) -> Element:
    """Which round it is; the title says the same in words."""
    line = f"Round {view.round} of {view.ends_after}"
    if view.outcome is not None and view.outcome.winner is not None:
        line = f"{view.outcome.winner} wins"
    return Element("round", text(line, 0, 12, 12, "ink strong", anchor="middle"), at=(180, TOP))


def played(view: View, seat: Seat, prefix: str, *, near: bool, sealed: bool) -> list[Element]:
    """What a seat has sealed, else what it played last."""
    x = _NEAR if near else _FAR
    if sealed:
        return [_sealed(view, seat, prefix, x)]
    cards = words.played(view, seat)
    caption = _caption(view, seat)
    elements = [Element(f"{prefix}-played", _heading(seat, caption), at=(x, TOP))] if caption else []
    left = x - (_STEP * (len(cards) - 1) + BACK[0]) / 2
    for index, one in enumerate(cards):
        at = (left + _STEP * index, TOP + _CARDS)
        elements.append(Element(f"{prefix}-played-{index + 1}", _face(view, seat, one), words.played_label(view, seat, one), at))
    if not cards:
        elements.append(Element(f"{prefix}-played-1", _nothing(), _nothing_label(view, seat), (x - BACK[0] / 2, TOP + _CARDS)))
    return elements


def _caption(view: View, seat: Seat) -> str:
    if view.last is None:
        return ""
    move = view.last.moves[seat]
    if not isinstance(move, Submission):
        return "time-out"
    return " + ".join(item.capitalize() for item in move.items) or f"round {view.last.number}"


def _heading(seat: Seat, caption: str) -> str:
    width = 5.2 * len(caption)
    return seat_mark(seat, -width / 2 - 3, 11, 6) + text(caption, 6, 14.5, 10.5, "muted", anchor="middle")


def _sealed(view: View, seat: Seat, prefix: str, x: float) -> Element:
    """As many cards for every submission, since how many were played is not known before the reveal."""
    paint = seat_paint(seat)
    stack = group(back(paint), -34, _CARDS + 1, turn=-5) + group(back(paint), -4, _CARDS - 2, turn=5)
    seal = circle(0, _CARDS + 26, 11, "accent table-line", pen=2) + group(tick("on-fill-line"), 0, _CARDS + 26, scale=0.75)
    return Element(f"{prefix}-played", _heading(seat, "sealed") + stack + seal, f"{words.whose(view, seat)} submission: sealed", (x, TOP))


def _nothing() -> str:
    return rect(0.5, 0.5, BACK[0] - 1, BACK[1] - 1, "bare muted-line", corner=5, pen=1, dash="3 3")


def _nothing_label(view: View, seat: Seat) -> str:
    if view.last is None:
        return f"{words.whose(view, seat)} submission: none yet"
    return f"{words.whose(view, seat)} last round: {'no card' if isinstance(view.last.moves[seat], Submission) else 'time-out, no card'}"


def _face(view: View, seat: Seat, one: Played) -> str:
    """A card face up with what became of it."""
    seat_colour = seat_paint(seat)
    works = one.fate in ("open", "worked")
    now = view.showing is not None and bool(view.showing.now[seat] >> one.card & 1)
    face = "accent-soft" if now else "raised"
    line = "accent-line" if now else f"{seat_colour}-line" if works else "muted-line"
    markup = rect(0, 0, *BACK, f"{face} {line}", corner=5, pen=2.5 if now else 1.5 if works else 1)
    paint = seat_colour if works else "muted"
    if one.names is None:
        markup += group(glyph(one.card, paint, face), 19, 23, scale=1.05)
    else:
        markup += group(glyph(one.card, paint, face), 19, 16, scale=0.85) + path("M8,29.5H30", "bare line-line", pen=1)
        markup += group(glyph(one.names, "bad" if works else "muted", face), 19, 38.5, scale=0.52)
    return markup + _fate(one)


def _fate(one: Played) -> str:
    width, height = BACK
    match one.fate:
        case "open":
            return ""
        case "worked":
            return (
                _pill(one.gain)
                if one.gain
                else group(circle(0, 0, 9, "good table-line", pen=1.5) + group(tick("on-fill-line"), scale=0.62), width / 2, height)
            )
        case "blocked":
            return group(circle(0, 0, 9.5, "table bad-line", pen=1.5) + group(padlock("bad", "table"), 0, 0, scale=0.5), width / 2, height)
        case "idle":
            return group(circle(0, 0, 8, "table muted-line", pen=1.5) + path("M-3.5,0H3.5", "bare muted-line", pen=2), width / 2, height)
        case _:
            struck = path(f"M5,{height - 6}L{width - 5},6", "bare bad-line", pen=2.4)
            return struck + group(circle(0, 0, 8, "table bad-line", pen=1.5) + group(cross("bad-line"), scale=0.55), width / 2, height)


def _pill(gain: str) -> str:
    paint = "gold" if gain.startswith("pot") else "good"
    wide = 11 + 6.2 * len(gain)
    middle, low = BACK[0] / 2, BACK[1]
    pill = rect(middle - wide / 2, low - 8.5, wide, 17, f"{paint} table-line", corner=8.5, pen=1.5)
    return pill + text(gain, middle, low + 4, 11, "on-fill strong", anchor="middle")
