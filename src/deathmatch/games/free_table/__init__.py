"""Free Table: any duel that a host leads by lines, with secret questions, cards, dice, counters and a picture (rules/free-table.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deathmatch.core import seats
from deathmatch.core.game import Ask, Deals, Fields, HostLine, Variant
from deathmatch.core.options import Values
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark
from deathmatch.games.free_table import compose, rules, values
from deathmatch.games.free_table.values import BOOK, OPTIONS, R1, State, View


class FreeTable(BookGame[Values, State, Any, View]):
    """The variant; its options set clocks and name roles, and change nothing here."""

    rules = rules
    sight = rules
    secret_time_outs = ("answer",)
    """A time-out may be an answer that stays secret; `narrate` tells of the others (R8, R10)."""

    def asks(self, state: State, /) -> Ask | Deals[Any] | HostLine:
        """The host's line, an answer, or a deal."""
        if state.open.stage == "host":
            return HostLine()
        return Ask(state.open.asked, "answer") if state.open.stage == "answer" else Deals(rules.chance(state))

    def decision(self, view: View, /) -> compose.Answer | compose.HostsLine:
        """An answer of the seat that looks, or the host's line."""
        return compose.decision(view)

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


VARIANTS = (
    Variant(
        game=BOOK,
        name="standard",
        title=mark("Free Table"),
        words=mark("Any duel that a host judges: the host asks, the players answer in secret, and the host keeps the score."),
        options=OPTIONS,
        clocks=mark("{time_answer} for each question, unless the host says otherwise."),
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
