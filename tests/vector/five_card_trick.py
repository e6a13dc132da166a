"""Five-Card Trick by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deathmatch.core.seats import Seat
from tests.vector.mirror import Mirror

ITEMS = ("overload", "reset", "priority")


class FiveCardTrick(Mirror):
    """An action is a whole submission, as its canonical text."""

    def legal(self, seat: Seat) -> set[str]:
        """See `Mirror`."""
        return set(self._moves(seat))

    def _moves(self, seat: Seat) -> dict[str, Any]:
        decision = self.game.decision(self.game.view(self.state, seat))
        return {decision.write(move): move for move in decision.moves() or ()}

    def play(self, turn: Mapping[Seat, str]) -> None:
        """See `Mirror`."""
        self.state = self.game.rules.play(self.state, {seat: self._moves(seat)[text] for seat, text in turn.items()})

    def expected(self, seat: Seat) -> list[float]:
        """See `Mirror`."""
        fields, asked = self.fields(seat), self.asked
        both = (seat.value, seat.other.value)
        cards = ("score", "raise" if "setna" in self.game.id else "grow", "claim", "block", "steal")
        look = [float(seat is Seat.B), fields["round"], fields["ends_after"], fields["pot"]]
        for side in both:
            recent = fields["recent"][side]
            last = recent[-1] if recent else []
            before = recent[-2] if len(recent) > 1 else []
            barred = [card for card in last if card in before or last.count(card) > 1]
            look.append(fields["chips"][side])
            for shown in (fields["lights"][side], [fields["blocked"][side]], last, barred):
                look += [float(card in shown) for card in cards]
            look += [float(item in fields["items"][side]) for item in ITEMS]
        return look + [float(asked == "priority" and Seat(side) in self.owing) for side in both]
