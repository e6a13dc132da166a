"""Pairs of matches that differ in one hidden submission only: whoever must not know it has to get the same from both, byte for byte.

Made for every variant of every game, from random options and random legal play, the same for the same seed. `twins` plays a pair through
the referee at fixed times; other suites play `moves`, then each of `texts`, through whatever they guard (messages, pages, pictures).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Ask, Deals, HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.options import Lexicon, Value, Word
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.match.dealer import Dealer, HmacSource, first_seed
from deathmatch.match.position import DEAL, HOSTS, Position
from tests.live import LiveMatch as Match

STEP = 1000  # ms from one event of a twin to the next
DEEPEST = 12  # questions before the hidden one
_TRIES = 200  # walks in a row without any joint question, after which a variant is taken to have none


@dataclass(frozen=True, slots=True)
class Pair:
    """Two matches that differ in one submission, which waits sealed.

    Attributes:
        variant, given: which match.
        reserve: of the dealer, which its seed follows from; the nonces are empty.
        moves: actor and canonical text of every submission and host's line before the question, in order; deals fall by themselves.
        seat: whose submission differs.
        ply: of the question.
        texts: what that seat submits in one match and in the other; both are legal and both are canonical.
        answers: canonical submissions that the other seat may make next.
    """

    variant: Variant
    given: Mapping[str, Value]
    reserve: bytes
    moves: tuple[tuple[str, str], ...]
    seat: Seat
    ply: int
    texts: tuple[str, str]
    answers: tuple[str, str]

    @property
    def dealer(self) -> Dealer:
        """The dealer of both matches."""
        return Dealer(first_seed(self.reserve), BySeat(b"", b""), self.reserve)

    @property
    def now(self) -> int:
        """The moment, in ms, of the hidden submission in `twins`."""
        return STEP * (len(self.moves) + 1)


class Fixed:
    """Random bytes that are the same in both worlds; the dealer's are the pair's."""

    def __init__(self, pair: Pair) -> None:
        self.reserve = pair.reserve
        self.count = 0

    def __call__(self, size: int | None = None) -> bytes:
        if size == len(self.reserve):
            return self.reserve
        self.count += 1
        return hashlib.shake_128(str(self.count).encode()).digest(size or 32)


def pairs(variant: Variant, count: int, seed: str = "pairs") -> Iterator[Pair]:
    """So many pairs of a variant; none where both seats never owe a submission at once."""
    source = HmacSource(b"leaks", f"{variant.id} {seed}")
    made = without = 0
    while made < count and without < _TRIES:
        pair = _pair(variant, source)
        if pair is None:
            without += 1
            continue
        made, without = made + 1, 0
        yield pair


def twins(pair: Pair) -> tuple[Match, Match]:
    """Both matches, the hidden submission in at `pair.now` and not revealed."""
    return _play(pair, pair.texts[0]), _play(pair, pair.texts[1])


def _play(pair: Pair, hidden: str) -> Match:
    match = Match(pair.variant, pair.given, names=BySeat("Ann", "Bob"), dealer=pair.dealer)
    match.start(0)
    for number, (actor, text) in enumerate((*pair.moves, (pair.seat.value, hidden)), 1):
        if actor == HOSTS:
            match.line(text, match.ply, STEP * number)
        else:
            match.submit(Seat(actor), text, match.ply, STEP * number)
    assert match.ply == pair.ply
    assert match.seen(PUBLIC, pair.now).sealed == (pair.seat,)
    return match


def options(variant: Variant, source: HmacSource) -> dict[str, Value]:
    """Some options that go together: about a third of them differ from the default. Random words are in no list, so none is asked for.

    Whoever plays these matches answers at fixed times, so of the options of clocks only the bank is drawn: the time to look may be closed.
    """
    lists: dict[str, Value] = {
        option.key: option.kind.free[0] for option in variant.options if isinstance(option.kind, Lexicon) and option.kind.free
    }
    given = dict(lists)
    for option in variant.options:
        if source.below(3) or (option.clock and option.key != "bank"):
            continue
        if isinstance(option.kind, Word):
            given[option.key] = source.choice(option.kind.words)
        elif option.key == "bank":
            given[option.key] = 30
        elif hasattr(option.kind, "low"):
            given[option.key] = option.kind.low + source.below(min(20, option.kind.high - option.kind.low + 1))
    try:
        variant.bind(given)
    except OptionError:
        return lists
    return given


def _pair(variant: Variant, source: HmacSource) -> Pair | None:
    """One pair from a random walk; None where no joint question with a choice came up."""
    given = options(variant, source)
    reserve = bytes(source.below(256) for _ in range(32))
    dealer = Dealer(first_seed(reserve), BySeat(b"", b""))
    position = Position.start(variant, variant.bind(given)[1])
    moves: list[tuple[str, str]] = []
    events, depth = 0, source.below(DEEPEST + 1)
    while position.over is None:
        if isinstance(position.pending, Deals):
            chance = position.pending.chance
            events += 1
            position, _ = position.accept(DEAL, chance.write(chance.sample(dealer.source(events))))
            continue
        if isinstance(position.pending, HostLine):
            position, text = position.accept(HOSTS, _line(position, source))
            moves.append((HOSTS, text))
            events += 1
            continue
        if len(position.owing) == 2 and position.ply >= depth:
            return _hide(Pair(variant, given, reserve, tuple(moves), Seat.A, position.ply, ("", ""), ("", "")), position, source)
        if position.ply > depth + 4 * DEEPEST:
            return None
        for seat in position.owing:
            position, text = position.accept(seat, _sample(position, seat, source))
            moves.append((seat.value, text))
            events += 1
    return None


def _hide(pair: Pair, position: Position, source: HmacSource) -> Pair | None:
    """The pair with its hidden submission; None where the seat has no choice."""
    assert isinstance(position.pending, Ask)
    seat = source.choice(SEATS)
    one = _sample(position, seat, source)
    for _ in range(20):
        other = _sample(position, seat, source)
        if other != one:
            answers = (_sample(position, seat.other, source), _sample(position, seat.other, source))
            return Pair(pair.variant, pair.given, pair.reserve, pair.moves, seat, pair.ply, (one, other), answers)
    return None


def _line(position: Position, source: HmacSource) -> str:
    """A line of the host that needs no picture and ends nothing."""
    while True:
        text, _ = any_line(position.game, position.state, source)
        if not text.startswith(("picture ", "end ")):
            return text


def _sample(position: Position, seat: Seat, source: HmacSource) -> str:
    decision = position.decision(seat)
    return decision.write(decision.sample(source))
