"""A small game that has everything the referee must serve and that a real game may lack: hidden deals (also right after a turn), a
joint sealed decision, one in turn with a word that live play looks up, one that goes on on the same clock, a reveal to one seat alone,
onlookers, time-outs that end a match, counts that are null. `tests/toy.md` is its book, and the whole of `tests/conformance` judges it.

Cellar. `deal cards A:3 B:7 O:45` gives each seat a hidden number 0 to 9 (and each onlooker one). Both `bid N`, at most their own number
(R2). The higher bid wins a point and is shown the other's number; a tie gives the point to nobody. Then the winner (or, after a tie, the
seat of option `first`) owes `say WORD` (R3), or `guess N` at the other's number (R4): right is a point, wrong owes `again N`, once, on the
same clock. Then `deal refill N` gives that seat a new number (R5). Most points after `rounds` rounds.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, OptionError, Rule
from deathmatch.core.game import (
    TIMEOUT,
    Ask,
    Beat,
    Choice,
    Clock,
    Deals,
    Decision,
    Fields,
    FreeWord,
    Number,
    Over,
    Pending,
    Step,
    Timeout,
    Variant,
)
from deathmatch.core.optional import Aid
from deathmatch.core.options import Name, Option, Values, WholeNumber, Word, time_bank, time_limit
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat, asked_seat

R1, R2, R3, R4, R5 = (Rule("toy", number) for number in range(1, 6))
NIL = BySeat(0, 0)
UNTOLD: BySeat[int | None] = BySeat(None, None)


@dataclass(frozen=True, slots=True)
class Cards:
    """The first deal."""

    numbers: BySeat[int]
    onlookers: tuple[int, ...]


Move = tuple[str, int | str]  # ("bid", 3), ("say", "CAT"), ("guess", 4), ("again", 4)


@dataclass(frozen=True, slots=True)
class State:
    """`phase` is what is owed: cards, bid, turn, again, refill, over."""

    phase: str
    round: int = 1
    numbers: BySeat[int] = NIL
    onlookers: tuple[int, ...] = ()
    points: BySeat[int] = NIL
    active: Seat | None = None
    told: BySeat[int | None] = UNTOLD  # the other's number, as this seat was shown it
    words: tuple[str, ...] = ()
    outcome: Over | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one eye knows."""

    eye: Eye
    phase: str
    round: int
    points: BySeat[int]
    active: Seat | None
    words: tuple[str, ...]
    number: int | None  # the eye's own
    told: int | None
    end: BySeat[int] | None  # all numbers, once it is over
    outcome: Over | None


@dataclass(frozen=True, slots=True)
class Owed:
    """The decisions `bid`, `turn` and `again`."""

    phase: str
    most: int
    lexicon: str

    @property
    def words(self) -> str:
        return {"bid": "a number", "turn": "a word or a guess", "again": "another guess"}[self.phase]

    @property
    def clock(self) -> Clock:
        if self.phase == "turn":
            return Clock(("time_turn", "time_look"), bank=True)
        return Clock(("time_bid",)) if self.phase == "bid" else Clock(("time_turn", "time_look"), bank=True, continues=True)

    def read(self, text: str, /) -> Move:
        if self.phase == "turn" and (said := re.fullmatch(r"say\s+([a-z]{1,6})", text.strip(), re.IGNORECASE)):
            return ("say", said[1].upper())
        verb = "guess" if self.phase == "turn" else self.phase
        number = re.fullmatch(rf"(?:{verb}\s+)?([0-9])", text.strip(), re.IGNORECASE)
        if number is None:
            raise Malformed(f"{verb} and a digit was expected", {"bid": R2, "turn": R3, "again": R4}[self.phase], 0)
        return (verb, int(number[1]))

    def write(self, move: Move, /) -> str:
        return f"{move[0]} {move[1]}"

    def check(self, move: Move, /) -> None:
        if self.phase == "bid" and int(move[1]) > self.most:
            raise Illegal(f"you may bid {self.most} at most", R2)

    def count(self) -> int | None:
        return {"bid": self.most + 1, "turn": None, "again": 10}[self.phase]

    def moves(self) -> Iterable[Move] | None:
        if self.phase == "turn":
            return None
        return [(self.phase, number) for number in range(self.most + 1)]

    def sample(self, source: RandomSource, /) -> Move:
        if self.phase == "turn" and source.below(2):
            return ("say", source.choice(("CAT", "DOG", "OWL")))
        return ("guess" if self.phase == "turn" else self.phase, source.below(self.most + 1))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        verbs = ("say", "guess") if self.phase == "turn" else (self.phase,)
        if not prefix:
            return Step(self.words, tuple(Choice(verb, verb) for verb in verbs))
        if prefix[0] not in verbs or len(prefix) > 2:
            raise Malformed("no choices led here", R3)
        if len(prefix) == 2:
            if prefix[0] == "say":
                fits = re.fullmatch("[a-z]{1,6}", prefix[1])
            else:
                fits = re.fullmatch("[0-9]", prefix[1]) if prefix[1] <= str(self.most) else None
            if fits is None:
                raise Malformed("no choices led here", R3)
            return Step("done", whole=self.write(self.read(" ".join(prefix))))
        return Step("how much?", number=Number(0, self.most)) if prefix[0] != "say" else Step("which?", word=FreeWord(1, 6))

    def admit(self, move: Move, resources: Any, /) -> None:
        if move[0] == "say" and move[1] not in resources.words(self.lexicon):
            raise Illegal(f"{move[1]} is not in the list", R3)


@dataclass(frozen=True, slots=True)
class First:
    """The deal `cards`."""

    onlookers: int
    name: str = "cards"

    @property
    def by_hand(self) -> bool:
        return True

    def read(self, text: str, /) -> Cards:
        tail = rf"\s+o:([0-9]{{{self.onlookers}}})" if self.onlookers else "()"
        matched = re.fullmatch(rf"cards\s+a:([0-9])\s+b:([0-9]){tail}", text.strip(), re.IGNORECASE)
        if matched is None:
            raise Malformed("cards A:N B:N was expected", R5)
        return Cards(BySeat(int(matched[1]), int(matched[2])), tuple(map(int, matched[3])))

    def write(self, deal: Cards, /) -> str:
        tail = f" O:{''.join(map(str, deal.onlookers))}" if deal.onlookers else ""
        return f"cards A:{deal.numbers.a} B:{deal.numbers.b}{tail}"

    def check(self, deal: Cards, /) -> None:
        if deal.numbers.a == deal.numbers.b:
            raise Illegal("the two numbers differ", R5)

    def count(self) -> int | None:
        return None

    def deals(self) -> Iterable[Cards] | None:
        return None

    def sample(self, source: RandomSource, /) -> Cards:
        first, second = source.sample(range(10), 2)
        return Cards(BySeat(first, second), tuple(source.below(10) for _ in range(self.onlookers)))


@dataclass(frozen=True, slots=True)
class Refill:
    """The deal `refill`."""

    name: str = "refill"

    @property
    def by_hand(self) -> bool:
        return True

    def read(self, text: str, /) -> int:
        matched = re.fullmatch(r"refill\s+([0-9])", text.strip(), re.IGNORECASE)
        if matched is None:
            raise Malformed("refill N was expected", R5)
        return int(matched[1])

    def write(self, deal: int, /) -> str:
        return f"refill {deal}"

    def check(self, deal: int, /) -> None:
        """Every digit may come."""

    def count(self) -> int | None:
        return 10

    def deals(self) -> Iterable[int] | None:
        return range(10)

    def sample(self, source: RandomSource, /) -> int:
        return source.below(10)


@dataclass(frozen=True)
class Toy:
    """The game with its options bound."""

    values: Values

    def start(self) -> State:
        return State("cards")

    def pending(self, state: State, /) -> Pending[Any]:
        if state.outcome is not None:
            return state.outcome
        if state.phase == "cards":
            return Deals(First(int(self.values["onlookers"])))
        if state.phase == "refill":
            return Deals(Refill())
        if state.phase == "bid":
            return Ask(SEATS, "bid")
        assert state.active is not None
        return Ask((state.active,), state.phase)

    def decision(self, view: View, /) -> Decision[Move]:
        if view.outcome is not None:
            asked: tuple[Seat, ...] = ()
        elif view.phase == "bid":
            asked = SEATS
        else:
            asked = () if view.active is None or view.phase in ("cards", "refill") else (view.active,)
        asked_seat(view.eye, asked)
        most = view.number if view.phase == "bid" and view.number is not None else 9
        return Owed(view.phase, most, str(self.values["lexicon"]))

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        if state.phase == "bid":
            return self._bids(state, turn)
        seat = state.active
        assert seat is not None
        move = turn[seat]
        if move is TIMEOUT:
            if self.values["on_timeout"] == "lose":
                return replace(state, phase="over", active=None, outcome=Over(seat.other, "timeout"))
            return replace(state, phase="refill")
        verb, what = move
        if verb == "say":
            return replace(state, phase="refill", words=(*state.words, str(what)))
        if what == state.numbers[seat.other]:
            return replace(state, phase="refill", points=state.points.put(seat, state.points[seat] + 1))
        return replace(state, phase="again" if verb == "guess" else "refill")

    def _bids(self, state: State, turn: Mapping[Seat, Move | Timeout]) -> State:
        bids = BySeat.of(lambda seat: -1 if turn[seat] is TIMEOUT else int(turn[seat][1]))  # type: ignore[index]
        if bids.a == bids.b:
            return replace(state, phase="turn", active=Seat(str(self.values["first"])))
        winner = Seat.A if bids.a > bids.b else Seat.B
        told = state.told.put(winner, state.numbers[winner.other])
        return replace(state, phase="turn", active=winner, told=told, points=state.points.put(winner, state.points[winner] + 1))

    def deal(self, state: State, deal: Cards | int, /) -> State:
        if isinstance(deal, Cards):
            return replace(state, phase="bid", numbers=deal.numbers, onlookers=deal.onlookers)
        assert state.active is not None
        state = replace(state, numbers=state.numbers.put(state.active, deal), active=None, told=UNTOLD)
        if state.round < int(self.values["rounds"]):
            return replace(state, phase="bid", round=state.round + 1)
        a, b = state.points
        over = Over(None, "level") if a == b else Over(Seat.A if a > b else Seat.B, "points")
        return replace(state, phase="over", outcome=over)

    def resign(self, state: State, seat: Seat, /) -> State:
        return replace(state, phase="over", outcome=Over(seat.other, "resign"))

    def eyes(self) -> Sequence[Eye]:
        return (*SEATS, PUBLIC, *(Onlooker(number) for number in range(1, int(self.values["onlookers"]) + 1)))

    def view(self, state: State, eye: Eye, /) -> View:
        number: int | None = None
        if state.phase != "cards" and isinstance(eye, Seat):
            number = state.numbers[eye]
        elif isinstance(eye, Onlooker) and 1 <= eye.number <= len(state.onlookers):
            number = state.onlookers[eye.number - 1]
        return View(
            eye=eye,
            phase=state.phase,
            round=state.round,
            points=state.points,
            active=state.active,
            words=state.words,
            number=number,
            told=state.told[eye] if isinstance(eye, Seat) else None,
            end=state.numbers if state.outcome is not None else None,
            outcome=state.outcome,
        )

    def public(self, view: View, /) -> Fields:
        return {
            "round": view.round,
            "points": view.points.json(),
            "active": view.active.value if view.active is not None else None,
            "words": list(view.words),
            "numbers": view.end.json() if view.end is not None else None,
        }

    def private(self, view: View, /) -> Fields:
        return {"number": view.number, "told": view.told}

    def narrate(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        if before == after:
            return ()
        if after.outcome is not None and after.outcome.reason == "resign" and after.outcome.winner is not None:
            loser = after.outcome.winner.other
            return (Beat(f"{{{loser}}} resigns.", f"{loser} resign", after),)
        beats: list[Beat[View]] = [Beat(f"{{{after.active}}} is to speak.")] if after.phase == "turn" else []
        if after.told is not None and before.told is None:
            beats.append(Beat(f"You see {after.told}."))
        if len(after.words) > len(before.words):
            beats.append(Beat(f"{{{before.active}}} says {after.words[-1]}.", f"{before.active} say {after.words[-1]}"))
        if after.outcome is not None:
            beats.append(Beat(f"Over: {after.outcome.reason}."))
        beats = beats or [Beat(f"{after.phase} is due.")]
        return [*beats[:-1], replace(beats[-1], view=after)]

    def aided(self, view: View, aid: Aid, /) -> View:
        return replace(view, points=NIL) if aid is Aid.NONE else view  # nobody keeps the score

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> Scene:
        words = f"{view.points.a} to {view.points.b}, sealed by {' and '.join(sealed) or 'nobody'}, {view.number}"
        return Scene(
            360, 100, f"Round {view.round}", (Element("points", f'<text class="ink" x="4" y="50" font-size="12">{words}</text>', words),)
        )


def _check(values: Values) -> None:
    if int(values["rounds"]) > int(values["max_rounds"]):
        raise OptionError("max_rounds is at least rounds", "rounds", "max_rounds")


def _variant(name: str, on_timeout: str) -> Variant:
    return Variant(
        game="toy",
        name=name,
        title="Cellar",
        words="Everything that a referee must serve.",
        options=(
            Option("first", Word(("A", "B")), "A", "who speaks after a tie"),
            Option("rounds", WholeNumber(1, 99), 2, "rounds"),
            Option("max_rounds", WholeNumber(1, 99), lambda values: max(9, int(values["rounds"])), "no more rounds than these"),
            Option("onlookers", WholeNumber(0, 3), 0, "onlookers with a number of their own"),
            Option("lexicon", Name(), "short", "word list"),
            Option("on_timeout", Word(("skip", "lose")), on_timeout, "what a time-out in a turn does"),
            time_limit("time_bid", 30, "for a bid"),
            time_limit("time_turn", 20, "for a turn"),
            time_limit("time_look", 10, "for a turn, besides"),
            time_bank(15),
        ),
        submitting=R1,
        deals=True,
        discreet=True,  # onlookers' numbers are shown to nobody else, ever
        reasons={
            "points": "{winner} has more.",
            "level": "Nobody has more.",
            "timeout": "{loser} was late.",
            "resign": "{loser} resigned.",
        },
        make=partial(Toy),
        check=_check,
        capabilities={
            "advise": "tests.toy_study:advise",
        },
    )


VARIANTS = (_variant("lenient", "skip"), _variant("strict", "lose"))


def find(name: str) -> Variant:
    """As the registry of games does it."""
    for variant in VARIANTS:
        if variant.id == name:
            return variant
    raise LookupError(f"there is no {name}; there are {', '.join(variant.id for variant in VARIANTS)}")


class Words:
    """A host that has one word list."""

    def words(self, lexicon: str, /) -> Container[str]:
        if lexicon != "short":
            raise LookupError(lexicon)
        return frozenset(("CAT", "DOG", "OWL"))
