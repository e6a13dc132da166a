"""Mines

Both hide three mines under nine places of their own. In turn, each opens a place of the other.

R2 (hide) Both choose three places for their mines.
R3 (open) In turn both open a place of the other. Who opens a mine loses a life; who has lost both lives loses the match.
R4 (safe) If all safe places of a player are open, this player loses.
R5 (late) For a late player chance answers.
"""

from deathmatch.onefile import CHANCE, SEATS, Game, ask, each, name, one, pick, question, secret, starter

PLACES = range(1, 10)


class Mines(Game):
    first = starter()
    mines = secret(set, "places with mines")
    opened = each(set, "places that are open", of=PLACES)
    lives = each(2, "lives", tells=True)
    reasons = {"dead": "{loser} has no life left.", "safe": "{winner} has opened every safe place."}
    picture = "head A, chips A.lives, cards A.opened, cards B.opened, chips B.lives, head B, hand 2"

    @question(seconds=60, late=CHANCE, rule=2, secret=True)
    def hide(self, seat):
        """Three places for your mines"""
        return pick(PLACES, 3, prompts=("the first mine", "the second mine", "the third mine"))

    @question(seconds=60, late=CHANCE, rule=3)
    def open_place(self, seat):
        """A place of the other to open"""
        return one([place for place in PLACES if place not in self.opened[seat.other]], on="other.opened")

    def play(self):
        hidden = yield ask("hide")
        for seat in SEATS:
            self.mines[seat] = set(hidden[seat])
        seat = self.first
        while True:
            place = yield ask("open_place", seat)
            self.opened[seat.other].add(place)
            if place in self.mines[seat.other]:
                self.lives[seat] -= 1
                self.say(f"A mine! {name(seat)} loses a life.")
                if not self.lives[seat]:
                    self.end(seat.other, "dead")
            elif len(self.opened[seat.other] - self.mines[seat.other]) == 6:
                self.end(seat, "safe")
            seat = seat.other
