"""The middle of the table: the pot, the round, and what both sides played last or have sealed."""

from __future__ import annotations

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, cross, crown, ellipse, group, padlock, path, pill, rect, seat_mark, seat_paint, text, tick
from deathmatch.games.five_card_trick.picture import words
from deathmatch.games.five_card_trick.picture.glyphs import BACK, back, glyph, item_glyph, pot
from deathmatch.games.five_card_trick.picture.words import Played
from deathmatch.games.five_card_trick.values import Round, Submission
from deathmatch.games.five_card_trick.view import Stage, View

TOP, HEIGHT = 153, 84
_NEAR, _FAR = 76, 284  # middles of what lies on the table
_CARDS = 21  # upper edge of those cards, below TOP
_STEP = 41  # from one of them to the next


def cloth(width: float, margin: float) -> Element:
    """The table under its lamp."""
    light = ellipse(width / 2, HEIGHT / 2 + 4, 62, 38, "lamplight")
    return Element("table", rect(margin, 0, width - 2 * margin, HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(view: View) -> Element:
    """The pot, and the round above it."""
    now = view.showing is not None and view.showing.stage in (Stage.GROW, Stage.POT, Stage.REFILL, Stage.PRIORITY)
    figure = text(str(view.pot), 0, 65, 21, "deep strong", anchor="middle")
    markup = group(pot(view.pot, "ink" if now else "glow-edge", 2.4 if now else 1.3), 0, 38, scale=0.98) + figure
    return Element("pot", markup, words.pot_label(view), (180, TOP))


def round_line(view: View) -> Element:
    """Which round it is; the title says the same in words."""
    line = f"Round {view.round}{', again' if view.replays else f' of {view.ends_after}'}"
    if view.outcome is None or view.outcome.winner is None:
        return Element("round", text(line, 0, 15, 12, "ink strong", anchor="middle"), at=(180, TOP))
    winner = text(f"{view.outcome.winner} wins", 10, 16.5, 15, "gold strong", anchor="middle")
    return Element("round", group(crown("gold"), -27, 11, scale=0.7) + winner, at=(180, TOP))


def played(view: View, seat: Seat, prefix: str, *, near: bool, sealed: bool) -> list[Element]:
    """What a seat has sealed, else what it played last."""
    x = _NEAR if near else _FAR
    if sealed:
        return [_sealed(view, seat, prefix, x)]
    cards = words.played(view, seat)
    caption = _caption(view, seat)
    elements = [Element(f"{prefix}-played", _heading(seat, caption, view.last), words.used_label(view, seat), (x, TOP))] if caption else []
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
    return f"round {view.last.number}" if isinstance(view.last.moves[seat], Submission) else "time-out"


def _heading(seat: Seat, caption: str, last: Round | None = None) -> str:
    """Whose cards lie here and from when, with the items that were used."""
    used = words.used(last, seat) if last is not None else ()
    start = -(5.4 * len(caption) + 14 * len(used)) / 2
    signs = "".join(
        group(item_glyph(item, "accent", "table"), -start + 3 - 13 * index, 10.5, scale=0.5) for index, item in enumerate(reversed(used))
    )
    return seat_mark(seat, start - 3, 11, 6) + text(caption, start + 6, 14.5, 10.5, "muted") + signs


def _sealed(view: View, seat: Seat, prefix: str, x: float) -> Element:
    """The same two cards for every submission: how many were played is not known before the reveal."""
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
    works = one.fate in ("open", "worked", "again")
    now = view.showing is not None and bool(view.showing.now[seat] >> one.card & 1)
    face = "lamplight" if now else "raised"
    line = "gold-line" if now else f"{seat_colour}-line" if works else "muted-line"
    dash = "3 2.5" if one.fate == "struck" else ""
    markup = rect(0, 0, *BACK, f"{face} {line}", corner=5, pen=2.5 if now else 1.5 if works else 1, dash=dash)
    paint = seat_colour if works else "muted"
    if one.names is None:
        markup += group(glyph(one.card, paint, face), 19, 23, scale=1.05)
    else:
        markup += group(glyph(one.card, paint, face), 19, 14.5, scale=0.82) + path("M8,26.5H30", "bare line-line", pen=1)
        markup += group(glyph(one.names, "bad" if works else "muted", face), 19, 34, scale=0.46)
    return markup + _fate(one)


def _fate(one: Played) -> str:
    width, height = BACK
    match one.fate:
        case "open" | "again":
            return ""
        case "worked":
            return (
                pill(one.gain, "gold" if one.gain.startswith("pot") else "good", "table", width / 2, height)
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
