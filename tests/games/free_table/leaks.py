"""Two matches of the free table that differ in what one seat alone (and mostly the host) may know, for `tests/leaks/test_worlds.py`.

Before and after the difference random events happen that are the same in both worlds, or that follow from the seat's own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import HOST, PUBLIC, SEATS, Eye
from deathmatch.games import find
from deathmatch.match.position import DEAL, HOSTS, TIMED_OUT, Position

_VARIANT = find("free-table/standard")
_HEAD = f"deathmatch 1\ngame {_VARIANT.id}\n"
_ANSWERS = ("grow", "claim", "grow claim", "none", "steal", "grow steal")
_WORDS = ('""', '"yours"', '"{A} has #7\\nand more"')


def worlds(source: RandomSource) -> tuple[str, str, tuple[Eye, ...]]:
    """Two records, and the eyes that must not be able to tell them apart."""
    pair = _Pair(source)
    differ = source.choice((pair.answer, pair.time_out, pair.late, pair.told, pair.take, pair.deal, pair.sealed))
    pair.on(source.below(5))
    differ()
    if differ != pair.sealed:
        pair.on(1 + source.below(5))
    records = [_HEAD + "".join(f"{line}\n" for line in lines) for lines in pair.lines]
    eyes: tuple[Eye, ...] = (pair.seat.other, PUBLIC)
    if differ == pair.sealed:
        eyes = (*eyes, HOST)
    return records[0], records[1], eyes


class _Pair:
    """Two matches that go on together; what differs is of `seat`."""

    def __init__(self, source: RandomSource) -> None:
        self.source = source
        self.seat = source.choice(SEATS)
        self.at = [Position.start(_VARIANT, _VARIANT.bind({})[1])] * 2
        self.lines: tuple[list[str], list[str]] = ([], [])
        self.add(HOSTS, "deck tiles 0-8 2")
        self.add(HOSTS, "deal tiles 3 3 1")
        self.cards((3, 3, 1))

    def add(self, actor: str, *texts: str) -> None:
        """An event: the same, or one of each world."""
        for number, text in enumerate(texts if len(texts) == 2 else texts * 2):
            self.at[number], canonical = self.at[number].accept(actor, text)
            self.lines[number].append(f"{actor} {canonical}")

    def hands(self) -> tuple[Sequence[str], Sequence[str]]:
        """The hand of the seat in each world."""
        one, two = (position.state.hidden.hands[self.seat] for position in self.at)
        return one, two

    def cards(self, counts: tuple[int, int, int], *, differ: bool = False) -> None:
        """The cards that are due, of those that both worlds have left; one card of the seat may differ."""
        one, two = (Counter(position.state.hidden.decks[0].left) for position in self.at)
        fallen = self.source.sample(sorted((one & two).elements()), sum(counts) + 1)
        shares = {who: [fallen.pop() for _ in range(number)] for who, number in zip(("A", "B", "open"), counts, strict=True)}
        texts = [" ".join([f"{who}:{','.join(share) or '-'}" for who, share in shares.items()])]
        if differ:
            shares[self.seat.value][0] = next(card for card in (*fallen, *"012345678") if card != shares[self.seat.value][0])
            texts.append(" ".join([f"{who}:{','.join(share) or '-'}" for who, share in shares.items()]))
        self.add(DEAL, *[f"cards {text}" for text in texts])

    # --- The same in both worlds

    def on(self, events: int) -> None:
        """So many times something that both worlds may know of."""
        for _ in range(events):
            self.source.choice((self.word, self.throw, self.open_question, self.secret_question, self.lay, self.share))()

    def word(self) -> None:
        """Words, for all or for one, or a counter."""
        words = self.source.choice(_WORDS)
        self.add(HOSTS, self.source.choice((f"say all {words}", f"say {self.seat.other} {words}", f"board {words}", "count x AB +1")))

    def throw(self) -> None:
        """A die."""
        self.add(HOSTS, "throw 6")
        self.add(DEAL, f"throw {1 + self.source.below(6)}")

    def open_question(self) -> None:
        """Both answer, and everybody hears it."""
        self.add(HOSTS, 'ask AB number 0 9 "Bid"')
        for seat in SEATS:
            self.add(seat.value, self.source.choice(("3", "9", TIMED_OUT)))

    def secret_question(self) -> None:
        """Both answer in secret, and the other seat's answer may be shown."""
        self.add(HOSTS, 'ask AB some 0 2 grow,claim,steal secret "Act"')
        for seat in (self.seat.other, self.seat):
            self.add(seat.value, self.source.choice(_ANSWERS))
        if self.source.below(2):
            self.add(HOSTS, f"show {self.seat.other}")

    def lay(self) -> None:
        """The seat lays a card of its hand face down."""
        if all(self.hands()):
            self.add(HOSTS, f'ask {self.seat} hand 1 1 secret {self.source.choice(("keep", ""))} "Lay a card"')
            self.add(self.seat.value, *[hand[0] for hand in self.hands()])

    def share(self) -> None:
        """Cards for both."""
        counts = (1, 1, self.source.below(2))
        if len(self.at[0].state.hidden.decks[0].left) > 8:
            self.add(HOSTS, "deal tiles " + " ".join(map(str, counts)))
            self.cards(counts)

    # --- What differs

    def two(self, things: Sequence[str]) -> list[str]:
        """Two different ones."""
        return self.source.sample(things, 2)

    def question(self, flags: str, texts: Sequence[str], other: str = "grow") -> None:
        """A secret question to both, which the seat answers otherwise in each world."""
        self.add(HOSTS, f'ask AB some 0 2 grow,claim,steal secret {flags} "Act"')
        first = self.source.below(2)
        turns: list[Callable[[], None]] = [lambda: self.add(self.seat.value, *texts), lambda: self.add(self.seat.other.value, other)]
        turns[first]()
        turns[1 - first]()

    def answer(self) -> None:
        """A secret answer."""
        self.question("", self.two(_ANSWERS))

    def time_out(self) -> None:
        """A secret answer that came, or did not come in time."""
        self.question("", self.source.choice((["grow", TIMED_OUT], [TIMED_OUT, "none"])), TIMED_OUT if self.source.below(2) else "grow")

    def late(self) -> None:
        """A late secret answer by chance, or one that came while only the other seat was late."""
        other, (one, two) = self.source.choice(_ANSWERS), self.two(_ANSWERS)
        in_time = self.source.below(2)
        self.question("chance", [TIMED_OUT, two if in_time else TIMED_OUT], TIMED_OUT)
        shares = [{self.seat: mine, self.seat.other: other} for mine in (one, "-" if in_time else two)]
        self.add(DEAL, *[f"late A:{share[SEATS[0]]} B:{share[SEATS[1]]}" for share in shares])

    def told(self) -> None:
        """Words to the seat alone."""
        self.add(HOSTS, *[f"say {self.seat} {words}" for words in self.two(_WORDS)])

    def take(self) -> None:
        """A card that leaves the hand of the seat."""
        if len(set(self.hands()[0])) < 2:
            return self.told()
        one, two = self.two(list(dict.fromkeys(self.hands()[0])))
        return self.add(HOSTS, f"take {self.seat} {one}", f"take {self.seat} {two}")

    def deal(self) -> None:
        """A card that the seat gets."""
        self.add(HOSTS, "deck tiles 0-8 2")
        self.add(HOSTS, "deal tiles 2 2 1")
        self.cards((2, 2, 1), differ=True)

    def sealed(self) -> None:
        """An answer that waits, or a time-out: the host may not know either."""
        self.add(HOSTS, self.source.choice(('ask AB number 0 9 "Bid"', 'ask AB number 0 9 secret chance "Bid"')))
        self.add(self.seat.value, *self.two(["3", "8", TIMED_OUT]))
