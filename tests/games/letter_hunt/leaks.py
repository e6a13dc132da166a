"""Pairs of matches of Letter Hunt that differ in secrets alone: hands, what was dealt, held, redrawn, offered, picked, who let the time of
that run out, onlookers' letters. All that is public is the same in both, by the naive reckoning here, which asks nothing of the game's own
views.

Where the hands come to differ, the match goes on by words whose answers are the same, guesses that are right in both or wrong in both, and
letters that both hands have; it stops before the end, which shows the hands. Where only the way to the hands differs, it may be over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Onlooker, Seat
from deathmatch.games.letter_hunt import VARIANTS

ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
RARITIES = (("ADEGILNORSTU", 4), ("BCFHKMPVWY", 3), ("JQXZ", 1))
TURNS = 8  # at most, of both seats together
TRIES = 30  # for something that looks the same in both worlds

Hands = tuple[dict[Seat, set[str]], dict[Seat, set[str]]]
"""The hands in one world and in the other."""


def text(letters: Iterable[str]) -> str:
    return "".join(sorted(letters)) or "-"


def subset(source: RandomSource, letters: Iterable[str]) -> set[str]:
    return {letter for letter in sorted(letters) if source.below(2)}


def some(source: RandomSource, letters: Iterable[str], number: int) -> set[str]:
    return set(source.sample(sorted(letters), number))


def answer(kind: str, word: str, hand: set[str], each: bool) -> bool:
    counts = Counter(word)
    number = sum(counts[letter] if each else 1 for letter in counts if letter in hand)
    return {"none": number == 0, "one": number == 1, "odd": number % 2 == 1, "any": number > 0}[kind]


@dataclass
class Pair:
    """Two worlds as they are made.

    Attributes:
        source: of all choices.
        variant, given: of both.
        unlike: the seats whose secrets differ.
        reunited: whether their hands come to be the same after all.
    """

    source: RandomSource
    variant: Variant
    given: dict[str, str | int]
    unlike: tuple[Seat, ...]
    reunited: bool
    lines: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    hands: Hands = field(default_factory=lambda: ({}, {}))
    lost: str = ""
    not_held: dict[Seat, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))
    words: set[str] = field(default_factory=set)
    over: bool = False

    def value(self, key: str) -> str:
        return str(self.variant.bind(self.given)[0][key])

    def add(self, actor: str, *texts: str) -> None:
        """An event: the same in both worlds, or one for each."""
        for lines, what in zip(self.lines, texts if len(texts) == 2 else texts * 2, strict=True):
            lines.append(f"{actor} {what}")

    def record(self, world: int) -> str:
        head = ["deathmatch 1", f"game {self.variant.id}", *(f"option {key} {value}" for key, value in self.given.items())]
        return "\n".join([*head, *self.lines[world], ""])

    @property
    def same(self) -> bool:
        """Whether the hands are the same in both worlds, so that everybody may see them."""
        return self.hands[0] == self.hands[1]

    def common(self, seat: Seat) -> set[str]:
        return self.hands[0][seat] & self.hands[1][seat]

    def held(self, *seats: Seat) -> set[str]:
        """What these seats hold in either world."""
        return {letter for world in self.hands for seat in seats for letter in world[seat]}

    # --- The set-up

    def begin(self) -> None:
        first = self.value("first")
        if first == "coin":
            self.add("deal", f"first {self.source.choice(SEATS)}")
        elif first in ("choose", "ec_chooses"):
            dmo = Seat(self.value("dmo"))
            chooser = dmo if first == "choose" else dmo.other
            self.add(chooser, self.source.choice(("first A", "first B", "timeout")))

    def both(self, name: str, one: dict[Seat, set[str]], other: dict[Seat, set[str]]) -> None:
        """A deal to both seats."""
        self.add("deal", *(" ".join([name, *(f"{seat}:{text(sets[seat])}" for seat in SEATS)]) for sets in (one, other)))

    def joint(self, sent: dict[Seat, tuple[str, ...]]) -> None:
        """What both seats submit at once, in either order."""
        seats = list(SEATS)
        self.source.shuffle(seats)
        for seat in seats:
            self.add(seat, *sent[seat])

    def gambit(self) -> None:
        source, holds = self.source, int(self.value("holds"))
        letters = source.sample(sorted(ALPHABET), 10)
        first = {Seat.A: set(letters[:5]), Seat.B: set(letters[5:])}
        second = dict(first)
        if not holds or source.below(2):  # else what is held is all that differs at first
            for seat in self.unlike:
                second[seat] = some(source, ALPHABET - first[seat.other] - second[seat.other], 5)
        self.both("hands", first, second)
        self.hands = (first, second)
        for phase in range(holds):
            self._hold(last=phase == holds - 1)
        number = int(self.value("onlookers"))
        if number:
            free = ALPHABET - self.held(*SEATS)
            row = source.sample(sorted(free), number)
            if self.unlike:
                self.add("deal", f"onlookers {''.join(row)}")
            else:
                place = source.below(number)
                changed = list(row)
                changed[place] = source.choice(sorted(free - set(row)))
                self.add("deal", *(f"onlookers {''.join(given)}" for given in (row, changed)))

    def _hold(self, last: bool) -> None:
        """One hold phase and its redraw."""
        source, meet = self.source, last and self.reunited
        sent: dict[Seat, tuple[str, ...]] = {}
        kept: Hands = ({}, {})
        for seat in SEATS:
            texts = []
            for world in (0, 1):
                if world and seat not in self.unlike:
                    kept[1][seat] = kept[0][seat]
                    continue
                hand = self.hands[world][seat]
                late = source.below(5) == 0 and not (meet and seat in self.unlike)
                keeps = set(hand) if late else subset(source, hand)
                if meet and seat in self.unlike:  # few, so that one hand can have what was kept in both
                    keeps = some(source, keeps, min(len(keeps), 2)) - self.held(seat.other)
                kept[world][seat] = keeps
                texts.append("timeout" if late else f"hold {text(keeps)}")
            sent[seat] = tuple(texts)
        self.joint(sent)
        new: Hands = ({}, {})
        order = sorted(SEATS, key=lambda seat: seat in self.unlike)  # whose letters are the same in both worlds comes first
        for seat in order:
            self._fill(seat, kept, new, meet)
        self.both("redraw", *new)
        self.hands = tuple({seat: kept[world][seat] | new[world][seat] for seat in SEATS} for world in (0, 1))  # type: ignore[assignment]

    def _fill(self, seat: Seat, kept: Hands, new: Hands, meet: bool) -> None:
        """What the redraw brings to a seat in each world."""

        def barred(*worlds: int) -> set[str]:
            """All that is held in these worlds, what was dealt to the other seat just now included."""
            return {letter for w in worlds for one in SEATS for letter in kept[w][one] | new[w].get(one, set())}

        if seat not in self.unlike:
            fresh = some(self.source, ALPHABET - barred(0, 1), 5 - len(kept[0][seat]))
            new[0][seat], new[1][seat] = fresh, fresh
        elif meet:
            hand = kept[0][seat] | kept[1][seat]
            hand |= some(self.source, ALPHABET - barred(0, 1), 5 - len(hand))
            new[0][seat], new[1][seat] = hand - kept[0][seat], hand - kept[1][seat]
        else:
            for world in (0, 1):
                new[world][seat] = some(self.source, ALPHABET - barred(world), 5 - len(kept[world][seat]))

    def colosseum(self) -> None:
        source = self.source
        one = self._offers({})
        other = dict(one)
        unlike = self.unlike
        late = {seat: source.below(4) == 0 for seat in SEATS}
        picks = {seat: some(source, one[seat], 5) for seat in SEATS}
        if self.reunited:  # the three that are not picked differ
            for seat in unlike:
                other[seat] = self._offers({seat.other: one[seat.other] | other[seat.other]}, picks[seat])[seat]
            second = dict(picks)
        else:
            if source.below(2):  # else what is picked is all that differs
                for seat in unlike:
                    other[seat] = self._offers({seat.other: one[seat.other] | other[seat.other]})[seat]
            second = {seat: some(source, other[seat], 5) if seat in unlike else picks[seat] for seat in SEATS}
        self.both("offer", one, other)
        tardy = self._late_elsewhere(late)
        self.joint(
            {
                seat: tuple("timeout" if slow[seat] else f"pick {text(picked[seat])}" for slow, picked in ((late, picks), (tardy, second)))
                for seat in SEATS
            }
        )
        if any(late.values()):
            texts = [
                " ".join(["pick", *(f"{seat}:{text(picked[seat])}" for seat in SEATS if slow[seat])])
                for slow, picked in ((late, picks), (tardy, second))
            ]
            self.add("deal", *texts)
        self.hands = ({seat: set(picks[seat]) for seat in SEATS}, {seat: set(second[seat]) for seat in SEATS})

    def _late_elsewhere(self, late: dict[Seat, bool]) -> dict[Seat, bool]:
        """Who is late in the other world, so that nobody who is asked about it can tell: that somebody was late is seen, and by a seat
        that was not, who.
        """
        if len(self.unlike) == 2 and any(late.values()):
            return self.source.choice([{Seat.A: a, Seat.B: b} for a, b in ((True, False), (False, True), (True, True))])
        if len(self.unlike) == 1 and late[self.unlike[0].other]:
            return {**late, self.unlike[0]: bool(self.source.below(2))}
        return dict(late)

    def _offers(self, taken: dict[Seat, set[str]], picked: Iterable[str] = ()) -> dict[Seat, set[str]]:
        """An offer to each seat, or, beside one that is `taken`, to the other; `picked` are in it."""
        offers: dict[Seat, set[str]] = {seat: set(picked) for seat in SEATS if seat not in taken}
        gone = {letter for letters in taken.values() for letter in letters}
        for rarity, number in RARITIES:
            for seat in offers:
                free = set(rarity) - gone - {letter for letters in offers.values() for letter in letters}
                have = len(offers[seat] & set(rarity))
                offers[seat] |= some(self.source, free, number - have)
        return offers

    # --- The turns

    def play(self, starts: Seat) -> None:
        limit = int(self.value("turn_limit"))
        seat = starts
        for turn in range(1, self.source.below(TURNS + 1) + 1):
            wordless = bool(limit) and turn > 2 * limit
            if not any(self._turn(seat, wordless) for _ in range(TRIES)) or self.over:
                return
            seat = seat.other
        if self.same and self.source.below(2):
            self.add(self.source.choice(SEATS), "resign")

    def _turn(self, seat: Seat, wordless: bool) -> bool:
        """A turn that looks the same in both worlds; False where what was tried does not."""
        match self.source.below(8):
            case 0 | 1 | 2 if not wordless:
                return self._word(seat)
            case 3 if self.value("on_timeout") == "skip":
                return self._skip(seat, wordless)
            case 4 if self.same:
                return self._whole(seat)
            case _:
                return self._guess(seat)

    def _word(self, seat: Seat) -> bool:
        source, each = self.source, self.value("repeats") == "each"
        word = "".join(source.choice(sorted(ALPHABET)) for _ in range(3 + source.below(4)))
        kinds = self.value("hints").split("-")
        source.shuffle(kinds)
        chosen = []
        for asker in (seat.other, seat):
            alike = [kind for kind in kinds if len({answer(kind, word, world[asker.other], each) for world in self.hands}) == 1]
            free = [kind for kind in alike if kind not in chosen]
            if self.value("on_timeout") == "skip" and source.below(6) == 0:
                free = ["timeout"]
            if not free:
                return False
            chosen.append(free[0])
        if word in self.words:
            return False
        self.words.add(word)
        self.add(seat, f"word {word}")
        for asker, kind in zip((seat.other, seat), chosen, strict=True):
            self.add(asker, kind if kind == "timeout" else f"hint {kind}")
        return True

    def _ends(self, seat: Seat) -> bool:
        """Whether the match is over once this seat loses a letter."""
        return len(self.hands[0][seat]) == 1

    def _remove(self, seat: Seat, letter: str) -> None:
        self.over = self._ends(seat)
        for world in self.hands:
            world[seat].discard(letter)
        self.lost += letter

    def _guess(self, seat: Seat) -> bool:
        source, other = self.source, seat.other
        letter = source.choice(sorted(ALPHABET))
        hits = {letter in world[other] for world in self.hands}
        if len(hits) == 2:
            return False
        if hits == {True}:
            if self._ends(other) and not self.same:
                return False
            self.add(seat, f"guess {letter}")
            self._remove(other, letter)
            return True
        if not self.common(seat) or (self._ends(seat) and not self.same):
            return False
        self.add(seat, f"guess {letter}")
        self._pay(seat)
        return True

    def _pay(self, seat: Seat) -> None:
        """A wrong guess costs a letter that is in the hand of both worlds."""
        source = self.source
        letter = source.choice(sorted(self.common(seat)))
        if not self._ends(seat):
            free = sorted(ALPHABET - self.held(seat) - set(self.lost) - set(self.not_held[seat]))
            if self.value("slip") == "reveal" and free and source.below(2):
                slip = source.choice(free)
                self.add(seat, f"lose {slip}")
                self.not_held[seat] += slip
            if self.value("on_timeout") == "skip" and source.below(4) == 0:
                self.add(seat, "timeout")
                self.add("deal", f"lose {letter}")
            else:
                self.add(seat, f"lose {letter}")
        self._remove(seat, letter)

    def _skip(self, seat: Seat, wordless: bool) -> bool:
        if wordless:
            if not self.common(seat) or (self._ends(seat) and not self.same):
                return False
            letter = self.source.choice(sorted(self.common(seat)))
            self.add(seat, "timeout")
            if not self._ends(seat):
                self.add("deal", f"lose {letter}")
            self._remove(seat, letter)
            return True
        self.add(seat, "timeout")
        return True

    def _whole(self, seat: Seat) -> bool:
        size = len(self.hands[0][seat.other])
        right = self.source.below(2)
        self.add(seat, f"hand {text(self.hands[0][seat.other] if right else some(self.source, ALPHABET, size))}")
        self.over = True
        return True


def _given(source: RandomSource, gambit: bool) -> dict[str, str | int]:
    """Random options; every other one of its default."""
    given: dict[str, str | int] = {
        "dmo": source.choice(("A", "B")),
        "first": source.choice(("choose", "ec_chooses", "coin", "A", "B")),
        "hints": source.choice(("none-one-any", "one-odd-any")),
        "repeats": source.choice(("distinct", "each")),
        "turn_limit": source.choice((0, 1, 2)),
        "on_timeout": source.choice(("skip", "lose")),
        "slip": source.choice(("refuse", "reveal")),
    }
    if gambit:
        given["holds"] = source.below(4)
        given["onlookers"] = source.below(4)
        given["onlooker_letters"] = source.choice(("hidden", "split", "public"))
    return given


def pair(source: RandomSource, variant: Variant) -> tuple[str, str, tuple[Eye, ...]]:
    """Two records, and the eyes that must not be able to tell them apart."""
    while True:
        made = _pair(source, variant)
        if made is not None:
            return made


def _pair(source: RandomSource, variant: Variant) -> tuple[str, str, tuple[Eye, ...]] | None:
    gambit = variant.name == "gambit"
    given = _given(source, gambit)
    unlike = source.choice(((Seat.A,), (Seat.B,), SEATS))
    if gambit and given["onlookers"] and given["onlooker_letters"] != "public" and source.below(3) == 0:
        unlike = ()
    able = not gambit or bool(given["holds"])
    made = Pair(source, variant, given, unlike, able and bool(unlike) and source.below(3) == 0)
    made.begin()
    (made.gambit if gambit else made.colosseum)()
    if made.lines[0] == made.lines[1] or any(_of(made.lines[0], seat) == _of(made.lines[1], seat) for seat in unlike):
        return None
    made.play(_starter(made))
    know = set(unlike)
    eyes: list[Eye] = [eye for eye in (*SEATS, PUBLIC) if eye not in know]
    for number in range(1, int(given.get("onlookers", 0)) + 1):
        rows = {line.split()[2] for lines in made.lines for line in lines if line.startswith("deal onlookers")}
        if len({row[number - 1] for row in rows}) == 1:
            eyes.append(Onlooker(number))
        elif given["onlooker_letters"] == "split":
            eyes.remove(Seat.A if number % 2 else Seat.B)
    return made.record(0), made.record(1), tuple(eyes)


def _of(lines: list[str], seat: Seat) -> list[str]:
    """What a seat did and was dealt."""
    own = [line for line in lines if line.startswith(f"{seat} ")]
    return own + [part for line in lines if line.startswith("deal ") for part in line.split() if part.startswith(f"{seat}:")]


def _starter(made: Pair) -> Seat:
    """Who takes the first turn (R2)."""
    first = made.value("first")
    if first in ("A", "B"):
        return Seat(first)
    actor, _, what = made.lines[0][0].partition(" ")
    return Seat(actor) if what == "timeout" else Seat(what[-1])


def worlds(source: RandomSource) -> tuple[str, str, tuple[Eye, ...]]:
    """A pair of either variant, for `tests/leaks/test_worlds.py`."""
    return pair(source, source.choice(VARIANTS))
