"""Three Lamps

Each round both players choose up to two of three actions in secret. Chips count; an action that works lights a lamp.

R2 (rounds) There are 20 rounds. If both have equally many chips then, five more are played. If it is still a tie, the DMO wins.
R3 (`act`) Each round both players choose up to two different actions of grow, claim and steal: `grow steal`, or `none`.
R4 (again) A player may not choose the same actions as in their previous round. To choose nothing twice in a row is forbidden, too.
R5 (blocked) An action that is chosen alone cannot be blocked. If a player chooses two actions, each of them is blocked if the
   other player chose it, too, even if the other's is blocked. A blocked action does nothing and lights no lamp.
R6 (grow) Each grow that works adds a chip to the pot.
R7 (claim) A claim that works takes the pot. Two that work share it; an odd chip stays.
R8 (steal) A steal that works takes what the claim of the other player would get.
R9 (lamps) An action that works lights its lamp. Once all three of a player are lit, the player gets a chip, and the lamps go out.
R10 (pot) The pot begins with a chip. If it is empty at the start of a round, a chip is added.
R11 (late) A player who is late chooses nothing.

Q1 A round in which a player was late counts as one in which the player chose nothing.
"""

from deathmatch.onefile import SEATS, Game, Rules, ask, each, listed, name, option, pick, points, public, question, role

ACTIONS = ("grow", "claim", "steal")


class ThreeLamps(Game):
    """The values, the question and the rules."""

    rounds = option(20, 1, 99, "rounds")
    extension = option(5, 0, 99, "more rounds after a tie")
    dmo = role()
    pot = public(0, "in the pot")
    chips = points("chip", "chips")
    lamps = each(set, "lamps that are lit", of=ACTIONS)
    last = each(None, "the last actions")
    picture = "head A, lamps A.lamps, text A.last, chips pot, text B.last, lamps B.lamps, head B, hand"

    @question(seconds=60, late=(), rule=3)
    def act(self, seat):
        """Up to two actions"""
        return pick(ACTIONS, 0, 2, but=[self.last[seat]], why="you chose the same in your last round", rule=4)

    def play(self) -> Rules:
        """R2 to R11."""
        for _ in self.each_round(self.rounds, more=self.extension):
            self.pot = self.pot or 1
            self.last = yield ask("act")
            works = {seat: self.working(seat) for seat in SEATS}
            self.pot += sum("grow" in works[seat] for seat in SEATS)
            self.claim(works)
            for seat in SEATS:
                self.lamps[seat] |= set(works[seat])
                if len(self.lamps[seat]) == len(ACTIONS):
                    self.lamps[seat] = set()
                    self.chips[seat] += 1
                    self.say(f"All lamps of {name(seat)} are lit: 1 chip.")

    def working(self, seat):
        """R5: the actions of a seat that are not blocked."""
        mine, theirs = self.last[seat], self.last[seat.other]
        blocked = [action for action in mine if len(mine) == 2 and action in theirs]
        if blocked:
            self.say(f"{name(seat)}: {listed(blocked)} blocked.")
        return [action for action in mine if action not in blocked]

    def claim(self, works):
        """R7, R8."""
        claims = [seat for seat in SEATS if "claim" in works[seat]]
        share = self.pot // max(1, len(claims))
        for seat in claims:
            getter = seat.other if "steal" in works[seat.other] else seat
            self.pot -= share
            self.chips[getter] += share
            self.say(f"{name(getter)} {'takes' if getter is seat else 'steals'} {self.counted(share)}.")
