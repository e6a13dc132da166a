"""Swapping Black & White

Both players lay the tiles 0 to 8 face down, swap them in secret and turn them up one by one. Even tiles are black, odd ones white.

R2 (tiles) Each player has the tiles 0 to 8. Even tiles are black, odd tiles are white.
R3 (`lay`) Three times both players lay three tiles of their hand face down, in order, in the next places: `8 0 5`.
R4 (score) A place scores a point for the player with the higher tile. After each `lay` only the score of all tiles so far is announced.
R5 (`swap`) Then both players swap a black and a white tile of their own that lie face down: `4 7`. Nobody else learns which.
   A player who does not have both colours face down does not swap.
R6 (`reveal`) Then both players turn up one of their own tiles: `4`. After that they swap again, until all tiles are face up.
R7 (end) When all tiles are face up, they score again, each place a point for the higher tile. More points win.
R8 (tie) After a tie, all of it is played again from the start. If the third time is a tie, too, the DMO wins.
R9 (late) For a player who is late chance chooses one of the legal answers, each with the same chance.

Q1 The announced score stays as it was while tiles are swapped and turned up. The score is announced again at the end.
"""

from deathmatch.onefile import CHANCE, SEATS, A, B, Game, Rules, ask, name, one, one_of_each, points, question, role, row, secret, sequence

TILES = range(9)


class SwappingBlackAndWhite(Game):
    """The values, the questions and the rules."""

    dmo = role()
    hand = secret([*TILES], "tiles that are not laid")
    tiles = row(9, "tiles in their places")
    score_told = points("point", "points", "points, as last announced", tells=True)
    picture = "head A, cards A.tiles, cards B.tiles, head B, hand 2"

    def paint(self, item):
        """R2."""
        return "pale" if item % 2 else "deep"

    @question(seconds=180, late=CHANCE, secret=True, rule=3)
    def lay(self, seat):
        """Three tiles, face down, in order"""
        return sequence(
            self.hand[seat],
            3,
            into="tiles",
            of=TILES,
            why="you have laid this tile",
            prompts=("the first tile", "the second tile", "the third tile"),
        )

    @question(seconds=120, late=CHANCE, secret=True, rule=5)
    def swap(self, seat):
        """A black tile and a white tile to swap"""
        return one_of_each(*self.colours(seat), on="tiles", of=TILES, why="it lies face up", prompts=("a black tile", "a white tile"))

    @question(seconds=120, late=CHANCE, rule=6)
    def reveal(self, seat):
        """A tile to turn up"""
        return one(self.tiles[seat].down, on="tiles", of=TILES, why="it lies face up")

    def colours(self, seat):
        """The black tiles of a seat that lie face down, and the white ones."""
        down = self.tiles[seat].down
        return [tile for tile in down if tile % 2 == 0], [tile for tile in down if tile % 2]

    def play(self) -> Rules:
        """R3 to R8."""
        for _ in self.until_decided(3):
            for _ in range(3):
                laid = yield ask("lay")
                for seat in SEATS:
                    self.tiles[seat].add(*laid[seat])
                    self.hand[seat] = [tile for tile in self.hand[seat] if tile not in laid[seat]]
                self.compare("The score so far")
            while self.tiles[A].down:
                swapped = yield ask("swap", [seat for seat in SEATS if all(self.colours(seat))])
                for seat in swapped:
                    self.tiles[seat].swap(*swapped[seat])
                shown = yield ask("reveal")
                for seat in SEATS:
                    self.tiles[seat].show(shown[seat])
            self.compare("All tiles are face up")

    def compare(self, when):
        """R4, R7."""
        pairs = [pair for pair in zip(self.tiles[A], self.tiles[B]) if None not in pair]
        self.score_told = {A: sum(a > b for a, b in pairs), B: sum(b > a for a, b in pairs)}
        self.say(f"{when}: {name(A)} {self.score_told[A]}, {name(B)} {self.score_told[B]}.")
