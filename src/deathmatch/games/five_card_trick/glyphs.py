"""The signs of this game: a glyph for each card, the items, the lamp, the pot, the faces of cards. Each fits a box around the origin.

A picture defines them once (`signs`) and its elements use them by name, so an element is short however fine its signs are.
"""

from __future__ import annotations

from functools import cache
from math import hypot

from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.shapes import circle, cross, define, group, padlock, path, rect, seat_mark, seat_paint, span, text, tick, use
from deathmatch.core.speech import cached_by_language, say
from deathmatch.games.five_card_trick.values import CARDS, Card, Item

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
        f"M{x + u:.4g},{y + v:.4g}L{to_x + u:.4g},{to_y + v:.4g}{end} {to_x - u:.4g},{to_y - v:.4g}L{x - u:.4g},{y - v:.4g}{end} {x + u:.4g},{y + v:.4g}Z"
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
    face = "M0,-4.6C3.4,-7.4 8,-7.8 11.6,-5.4C12.4,0.4 10.4,7 5.6,7C2.6,7 2,3.6 0,3.6C-2,3.6 -2.6,7 -5.6,7C-10.4,7 -12.4,0.4 -11.6,-5.4C-8,-7.8 -3.4,-7.4 0,-4.6Z"
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


def lamp(lit: bool) -> str:
    """A light: a glowing bulb, or an empty ring."""
    return use("lit" if lit else "unlit")


def pot(chips: int, *, now: bool) -> str:
    """A pot of gold, 60 units wide, its rim at the height of the origin; what lies on it grows with the chips. `now` it is being spoken of."""
    kind = "-now" if now else ""
    heap = "".join(use(f"pot-coin{kind}", "", x, y + 12) for x, y in reversed(_POT_COINS[:chips]))
    feet = path("M-14,38L-17,42M14,38L17,42", "bare gold-line", pen=3)
    return feet + heap + use(f"pot{kind}")


def _pot(line: str, pen: float) -> str:
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


def _lying(paint: str, line: str, pen: float) -> str:
    return rect(0, 0, *BACK, f"{paint} {line}-line", corner=5, pen=pen)


def _bar(line: str, paint: str) -> str:
    """A bar across a card of a side, with a margin in the paint of the card."""
    return path(line, f"bare {paint}-line", pen=7) + path(line, "bare bad-line", pen=3)


def _signs() -> dict[str, str]:
    made = {"score": _coin(), "grow": _sprout(), "claim": _hand(), "block": _shield(), "steal": _mask()}
    made |= {
        "unlit": circle(0, 0, 5.4, "ground muted-line", pen=1.4),
        "lit": circle(0, 0, 9, "gold-soft") + path(_RAYS, "bare gold-line", pen=1.6) + circle(0, 0, 6, "glow glow-edge-line", pen=1.2),
        "pot": _pot("glow-edge", 1.3),
        "pot-now": _pot("ink", 2.4),
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
        "lying-now": _lying("lamplight", "gold", 2.5),
        "lying": _lying("raised", "muted", 1),
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
        made[f"lying-{seat.lower()}"] = _lying("raised", paint, 1.5)
        made[f"back-{seat.lower()}"] = _back(paint)
        # A card of the last rounds, with its glyph, and a Block that leaves room for the card that it names.
        frame = rect(0, -12, 18, 24, f"raised {paint}-line", corner=3, pen=1)
        for card in CARDS:
            made[mini(seat, card)] = frame + glyph(card, paint, 9, 0, scale=0.62)
        made[naming(seat)] = frame + glyph(Card.BLOCK, paint, 9, -4.5, scale=0.5) + path("M3,3.2H15", "bare line-line", pen=1)
    return made


def mini(seat: Seat, card: Card) -> str:
    """The name of the sign of a card of the last rounds."""
    return f"mini-{seat.lower()}-{card.name.lower()}"


def naming(seat: Seat) -> str:
    """The name of the sign of a Block among them that names a card."""
    return f"naming-{seat.lower()}"


@cached_by_language(maxsize=None)
def signs() -> str:
    """All of them, as a scene takes them (`core.scene.Scene.signs`)."""
    return define(_signs())
