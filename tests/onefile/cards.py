"""High Card

Both players hold cards of one deck and play one in each round; best of three games.

R2 (deal) Before each game, each player is dealt three of the cards 1 to 20; the rest is the deck. A die says which suit is trumps.
R3 (play) The player who begins plays a card, then the other. The higher card wins the trick.
R4 (bid) Before that, both say how many tricks they win.
"""

from deathmatch.onefile import (
    SEATS,
    Element,
    Game,
    ask,
    deal,
    each,
    hidden,
    name,
    number,
    one,
    option,
    points,
    public,
    question,
    secret,
    starter,
)


class HighCard(Game):
    """Everything that the examples do not use."""

    first = starter()
    style = option("long", ("long", "short"), words="how much is told")
    thinking = option(30, 1, 86_400, "seconds to play a card")
    deck = hidden(lambda: list(range(1, 21)), "the cards that are left")
    hand = secret(list, "cards in hand")
    tricks = each(0, "tricks")
    bids = each(0, "tricks that were announced")
    table = public(list)
    trumps = public(1)
    games = points("game", "games")
    reasons = {"mercy": "{winner} has won every trick of a game."}
    picture = """head A, cards A.hand 3
                 chips A.tricks, cards table 2, svg board 60, trumps, text deck
                 chips B.tricks, cards B.hand 3, head B, hand"""

    @question(seconds="thinking", late=1, rule=4)
    def bid(self, seat):
        """The tricks that you will win"""
        return number(0, 3)

    @question(seconds="thinking", late=None, rule=3, tells="{player} lays the {answer}.")
    def play_card(self, seat):
        """A card"""
        return one(self.hand[seat], on="hand")

    def board(self):
        """The trumps"""
        return [Element("board-1", '<rect class="gold" width="60" height="60"/>', f"trumps: {self.trumps}", at=(20, 0))]

    def play(self):
        for _ in self.best_of(3):
            for seat in SEATS:
                self.hand[seat] = yield deal("hands", self.deck, 3)
                self.deck = [card for card in self.deck if card not in self.hand[seat]]
            self.trumps = yield deal("die", range(1, 5), shown=True)
            self.bids = yield ask("bid")
            leader = self.first
            for _ in range(3):
                self.table = []
                for seat in (leader, leader.other):
                    card = (yield ask("play_card", seat)) or min(self.hand[seat])
                    self.hand[seat] = [one for one in self.hand[seat] if one != card]
                    self.table = [*self.table, card]
                leader = leader if self.table[0] > self.table[1] else leader.other
                self.tricks[leader] += 1
            self.show("hand")
            winner = max(SEATS, key=lambda seat: self.tricks[seat])
            self.games[winner] += 1
            self.say(f"{name(winner)} wins the game.")
            self.say(f"You have bid {self.bids[winner]}.", winner)
            if self.tricks[winner] == 3 and self.style == "short":
                self.end(winner, "mercy")


class OneSuit(HighCard):
    """A variant."""

    def paint(self, item):
        return "pale"
