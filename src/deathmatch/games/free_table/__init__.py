"""Free Table: any duel that a host leads by lines, with secret questions, cards, dice, counters and a picture (rules/free-table.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deathmatch.core import options, scene, seats, simple
from deathmatch.core.game import Ask, Beat, Deals, Fields, HostLine, Timeout, Variant
from deathmatch.core.speech import mark
from deathmatch.games.free_table import compose, rules, values
from deathmatch.games.free_table.values import BOOK, OPTIONS, R1, Hidden, Open, Question, State, View


class FreeTable(simple.SimpleGame[State, Any, View]):
    """The variant; its options set clocks and name roles, and change nothing here."""

    __slots__ = ()

    secret_time_outs = ("answer",)
    """A time-out may be an answer that stays secret; `narrate` tells of the others (R8, R10)."""

    def __init__(self, _values: options.Values) -> None: ...

    def start(self) -> State:
        """Set-up: nothing is dealt."""
        return State(Open(), Hidden())

    def asks(self, state: State, /) -> Ask | Deals[Any] | HostLine:
        """The host's line, an answer, or a deal."""
        if state.open.stage == "host":
            return HostLine()
        return Ask(state.open.asked, "answer") if state.open.stage == "answer" else Deals(rules.chance(state))

    def decision(self, view: View, /) -> compose.Answer | compose.HostsLine:
        """An answer of the seat that looks, or the host's line."""
        return compose.decision(view)

    def play(self, state: State, turn: Mapping[seats.Seat, str | Timeout], /) -> State:
        """All answers are in (R8 to R11)."""
        return rules.answer(state, turn)

    def line(self, state: State, move: values.Line, /) -> State:
        """A line of the host."""
        return rules.enter(state, move)

    def deal(self, state: State, deal: Any, /) -> State:
        """Cards, a throw, or late answers."""
        return rules.deal(state, deal)

    def resign(self, state: State, seat: seats.Seat, /) -> State:
        """The other seat wins; answers that wait are void."""
        return rules.resign(state, seat)

    def eyes(self) -> Sequence[seats.Eye]:
        """The seats, the public and the host."""
        return (*seats.SEATS, seats.PUBLIC, seats.HOST)

    def view(self, state: State, eye: seats.Eye, /) -> View:
        """What this eye has learned."""
        return rules.view(state, eye)

    def public(self, view: View, /) -> Fields:
        """The book's public fields."""
        at = view.open
        return {
            "question": None if at.question is None else _question(at.question),
            "answers": at.answers.json(),
            "counters": {counter: numbers.json() for counter, numbers in at.counters},
            "cards": at.cards.json(),
            "open": list(at.face_up),
            "decks": dict(at.decks),
            "thrown": at.thrown,
            "said": at.said,
            "board": at.board,
            "picture": at.picture,
            "ending": at.ending,
        }

    def private(self, view: View, /) -> Fields:
        """The book's private fields of a seat; all hands, answers and decks for the host."""
        if view.desk is None:
            return {"hand": list(view.hand), "told": view.told, "answer": view.answer}
        desk = view.desk
        return {
            "hands": desk.hands.map(list).json(),
            "answers": desk.answers.json(),
            "decks": {deck.name: list(deck.left) for deck in desk.decks},
            "kept": desk.kept.json(),
        }

    def echoed(self, own: Fields, submitted: str, /) -> Fields:
        """A seat has its own answer at once."""
        return {**own, "answer": submitted}

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """What happened, in words."""
        from deathmatch.games.free_table import narration

        return narration.narrate(before, after)

    def picture(self, view: View, sealed: Sequence[seats.Seat] = (), /) -> scene.Scene:
        """What this eye sees."""
        from deathmatch.games.free_table import picture

        return picture.picture(view, sealed)


def _question(asked: Question) -> Fields:
    told = {key: getattr(asked, key) for key in ("kind", "low", "high", "secret", "keep", "chance", "seconds", "words")}
    return {**told, "seats": [seat.value for seat in asked.seats], "items": None if asked.items is None else list(asked.items)}


VARIANTS = (
    Variant(
        game=BOOK,
        name="standard",
        title=mark("Free Table"),
        words=mark("Any duel that a host judges: the host asks, the players answer in secret, and the host keeps the score."),
        options=OPTIONS,
        submitting=R1,
        reasons={
            "host": mark("The host ended the match."),
            "resign": mark("{loser} resigned."),
        },
        make=FreeTable,
        deals=True,
        hosted=True,
        discreet=True,
    ),
)
"""The one variant."""
