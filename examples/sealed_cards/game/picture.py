"""The picture: a line and a row of cards for each seat, and between them the cards of the last round."""

from collections.abc import Sequence

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import CARD_HEIGHT, HEAD_HEIGHT, WIDTH, card, head, row, seat_paint
from deathmatch.core.speech import name

from .view import View

MIDDLE = HEAD_HEIGHT + CARD_HEIGHT + 30
BELOW = MIDDLE + CARD_HEIGHT + 30
HEIGHT = BELOW + CARD_HEIGHT + HEAD_HEIGHT + 10


def picture(view: View, sealed: Sequence[Seat], cards: int) -> Scene:
    """The reader's own side below; for the public, that of seat B."""
    near = view.eye if isinstance(view.eye, Seat) else Seat.B
    sides = ((near.other, 0), (near, HEIGHT - HEAD_HEIGHT))
    heads = [head(seat, y, f"rounds won: {view.points[seat]}", sealed) for seat, y in sides]
    title = "The match is over" if view.outcome else f"Round {view.round}"
    above, below = _hand(view, near.other, cards, HEAD_HEIGHT), _hand(view, near, cards, BELOW)
    return Scene(WIDTH, HEIGHT, title, (heads[0], *above, *_last(view), *below, heads[1]))


def _hand(view: View, seat: Seat, cards: int, y: float) -> list[Element]:
    """All cards of a seat; those it has played are pale."""
    return [
        card(f"{seat.lower()}-{number}", x, y, str(number), f"{name(seat)}: {number}", used=number not in view.hands[seat])
        for number, x in enumerate(row(cards), 1)
    ]


def _last(view: View) -> list[Element]:
    """The cards of the round before."""
    if view.last is None:
        return []
    return [
        card(f"last-{seat.lower()}", x, MIDDLE, str(number), f"{name(seat)} played {number}", paint=f"{seat_paint(seat)}-soft")
        for (seat, number), x in zip(view.last.items(), row(2), strict=True)
        if number
    ]
