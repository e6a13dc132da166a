"""Forehead

Both have a card on their forehead that only the other sees, and bet or fold.

R2 (deal) In each of five rounds both are dealt one of the cards 1 to 10.
R3 (act) Both choose to bet or to fold. If both bet, the cards are shown, and the higher card gets a chip of the lower one.
R4 (late) Who is late folds.
"""

from deathmatch.onefile import SEATS, A, B, Game, Rules, ask, deal, name, one, points, question, turned


class Forehead(Game):
    """A card that its own seat does not see, shown and closed again in each round."""

    chips = points("chip", "chips", start=5)
    card = turned(None, "the card on the forehead")
    picture = "head A, text A.card, text B.card, head B, hand"

    @question(seconds=20, late="fold", rule=3)
    def act(self, seat):
        """Bet or fold"""
        return one(["bet", "fold"])

    def play(self) -> Rules:
        """R2, R3."""
        for _ in self.each_round(5):
            self.close("card")
            for seat in SEATS:
                self.card[seat] = yield deal("card", range(1, 11))
            acted = yield ask("act")
            if "fold" not in acted.values():
                self.show("card")
                if self.card[A] != self.card[B]:
                    winner = A if self.card[A] > self.card[B] else B
                    self.chips[winner] += 1
                    self.chips[winner.other] -= 1
                    self.say(f"{name(winner)} has the higher card.")
