"""A whole game in one file: declare its values, its questions and its picture, and write its rules as you would explain them.

`examples/three_lamps.py` and `examples/swapping_black_and_white.py` are whole games. The docstring of the file is the rule book: the title,
what the game is, and the rules, each on a line that begins with its number: `R2 (rounds) There are 20 rounds.`, rulings as `Q1 ...`. R1, on
submitting, is written by itself, and so are the tables. Then comes a class, and one more for each other variant, as a subclass of it:

    class ThreeLamps(Game):
        rounds = option(20, 1, 99, "rounds")               # of the match: in the form, in --help, in the book; self.rounds
        dmo = role()                                       # which seat is the DMO: self.dmo, and self.dmo.other is the EC
        pot = public(0, "in the pot")                      # everybody sees it
        lamps = each(set, "lamps that are lit", of=ACTIONS)   # one for each seat: self.lamps[seat]
        chips = points("chip", "chips", start=0)           # one for each seat; it decides the match
        picture = "head A, lamps A.lamps, chips pot, lamps B.lamps, head B, hand"

        @question(seconds=60, late=(), rule=3)             # its clock is the option time_act; a late seat answers ()
        def act(self, seat):                               # `self` has only the values as this seat knows them
            'Up to two actions'                            # the prompt
            return pick(ACTIONS, 0, 2, but=[self.last[seat]], why="you chose the same in your last round", rule=4)

        def play(self):                                    # the rules, on plain values that they may change
            for _ in self.each_round(self.rounds, more=5):
                chosen = yield ask("act")                  # both at once, sealed: {A: ("grow",), B: ()}
                ...

| say | for |
| --- | --- |
| `public`, `each`, `points` | values that everybody sees; `tells=True` if the rules make them of secrets on purpose, such as a score |
| `secret`, `turned` | a value of each seat that only this seat sees; one that only the other sees |
| `hidden` | a value that nobody sees, such as a deck |
| `self.show(NAME)`, `self.close(NAME)` | opens a secret for everybody, and closes it again; `self.show(NAME, seat)`: of one seat |
| `row(9)` | places of each seat, with things face down: `.add`, `.down`, `.swap`, `.show` (`Row`) |
| `option`, `role`, `starter` | options of the match; the seat of the DMO; the seat that begins |
| `question(...)` | `late=CHANCE`: any legal answer, each with the same chance; `secret=True`: only its own seat learns the answer |
| `pick`, `sequence`, `one`, `one_of_each`, `number` | the form of an answer: a set, an order, one thing, one of each kind, a number |
| `yield ask(NAME)`, `yield ask(NAME, seat)` | answers of both or some, or the answer of one seat |
| `yield deal(NAME, deck, 3)` | chance: three things of a deck, or one thing without the number; `shown=True` tells it |
| `self.say(words)`, `self.say(words, seat)` | a line of the log; `name(seat)` is a player, `self.counted(3)` is `3 chips` |
| `self.each_round(n, more=)` | rounds, with more of them after a tie |
| `self.until_decided(n)` | again from the start while the points are level |
| `self.best_of(n)` | games from the start, until a seat has won most of them |
| `self.end(winner, reason)` | the end, for a reason of `reasons = {"reason": "{winner} has ..."}` |

Rules that return end the match by the points; a tie goes to the DMO, or to nobody in a game without roles. After the end everything is
open. A value holds numbers, texts, None, and lists, sets, dictionaries and rows of these. `onefile/layout.py` has the parts of the picture.
A method `paint(self, item)` gives cards a colour, `headline(self, seat)` a seat its words.

`load` reads a file, refuses every fault that it finds with its line, and plays it: random matches must end, and show nobody a secret.
"""

from __future__ import annotations

from deathmatch.core.picking import number as number
from deathmatch.core.picking import one as one
from deathmatch.core.picking import one_of_each as one_of_each
from deathmatch.core.picking import pick as pick
from deathmatch.core.picking import sequence as sequence
from deathmatch.core.scene import Element as Element
from deathmatch.core.seats import SEATS as SEATS
from deathmatch.core.seats import Seat as Seat
from deathmatch.core.speech import count as count
from deathmatch.core.speech import listed as listed
from deathmatch.core.speech import name as name
from deathmatch.onefile.declaring import CHANCE as CHANCE
from deathmatch.onefile.declaring import Game as Game
from deathmatch.onefile.declaring import Rules as Rules
from deathmatch.onefile.declaring import ask as ask
from deathmatch.onefile.declaring import deal as deal
from deathmatch.onefile.declaring import each as each
from deathmatch.onefile.declaring import hidden as hidden
from deathmatch.onefile.declaring import option as option
from deathmatch.onefile.declaring import points as points
from deathmatch.onefile.declaring import public as public
from deathmatch.onefile.declaring import question as question
from deathmatch.onefile.declaring import role as role
from deathmatch.onefile.declaring import row as row
from deathmatch.onefile.declaring import secret as secret
from deathmatch.onefile.declaring import starter as starter
from deathmatch.onefile.declaring import turned as turned
from deathmatch.onefile.loading import GameFileError as GameFileError
from deathmatch.onefile.loading import load as load
from deathmatch.onefile.values import HIDDEN as HIDDEN
from deathmatch.onefile.values import Row as Row

A, B = SEATS
