"""The referee accepts every answer of `random`: under any options, to deals by hand, in resumed matches, with word lists of the host."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import OptionError
from deathmatch.core.game import Deals, HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.options import Name, Option, Value, WholeNumber
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.match import Match
from deathmatch.match.record import Entry, read
from tests.conformance.cases import VARIANTS, find

pytestmark = pytest.mark.one_variant

LISTS: Mapping[str, WordList] = {
    "none": WordList.of(()),
    "two": WordList.of(("CAB", "CAT")),
    "long": WordList.of(f"{first}{second * 13}E" for first in "ABCDEF" for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
}
"""Lists of a host."""

EVENTS = 150  # of a match that are looked at
USUAL = 3  # of so many options, one is not as usual


class Host:
    """The resources of a host (`core.game.Resources`)."""

    def words(self, lexicon: str, /) -> Collection[str]:
        """One of `LISTS`, whatever its name is."""
        return LISTS.get(lexicon, LISTS["two"])


def options(variant: Variant, source: RandomSource) -> dict[str, Value]:
    """Some options at their extremes that go together, with the clocks as usual."""
    given: dict[str, Value] = {}
    for option in variant.options:
        if option.clock or source.below(USUAL) > 0:
            continue
        tried = {**given, option.key: source.choice(_extremes(option))}
        try:
            variant.bind(tried)
        except OptionError:
            continue
        given = tried
    return given


def _extremes(option: Option) -> tuple[Value, ...]:
    kind = option.kind
    if isinstance(kind, WholeNumber):
        return kind.low, kind.high
    return tuple(LISTS) if isinstance(kind, Name) else kind.words


@dataclass
class Hunt:
    """One random match, at one moment."""

    match: Match
    given: Mapping[str, Value]
    source: RandomSource
    now: int = 0

    @classmethod
    def begin(cls, variant: Variant, number: int) -> Hunt:
        """The match of this number."""
        source = HmacSource(variant.id.encode(), f"hunt:{number}")
        given = options(variant, source)
        return cls(_started(variant, given, by_hand=source.below(2) == 0), given, source)

    def go_on(self) -> None:
        """One event, or a match that goes on from here, or from an earlier moment."""
        what = self.source.below(40)
        position = self.match._position
        if isinstance(position.pending, Deals):
            self._deal()
        elif isinstance(position.pending, HostLine):
            text, _ = any_line(position.game, position.state, self.source)
            self.match = self.match.fold(self.match.line(text, self.match.ply, self.now))
        elif what == 0:
            self._resume()
        elif what == 1:
            self._expire()
        else:
            self._submit(self.source.choice(self.match.owing))

    def _deal(self) -> None:
        chance = self.match._position.pending.chance  # type: ignore[union-attr]
        self.match = self.match.fold(self.match.deal(chance.write(chance.sample(self.source)), self.match.ply, self.now))

    def _resume(self) -> None:
        entries = read(self.match.record(), find).entries
        past = entries[: self.source.below(len(entries) + 1)]
        self.now = 0
        self.match = _started(self.match.variant, self.given, past, by_hand=self.match.by_hand)

    def _expire(self) -> None:
        deadline = self.match.deadline()
        if deadline is not None:
            self.now = deadline
            self.match = self.match.fold(self.match.expire(deadline))

    def _submit(self, seat: Seat) -> None:
        """As a worker process makes it, from a view that has come through a pipe."""
        variant = self.match.variant
        game, view = variant.bind(self.given)[1], pickle.loads(pickle.dumps(self.match.seen(seat, self.now).view))
        bot, decision = registry.pick(variant, game, "random", Host()), game.decision(view)
        move = bot.choose(view, decision, Counted(1), self.source)
        decision.check(move)
        decision.admit(move, Host())
        self.match = self.match.fold(self.match.submit(seat, decision.write(move), self.match.ply, self.now))


def _started(variant: Variant, given: Mapping[str, Value], past: tuple[Entry, ...] = (), *, by_hand: bool) -> Match:
    dealer = Dealer(bytes(32), BySeat(b"", b""))
    match = Match.new(variant, given, names=BySeat("", ""), dealer=dealer, resources=Host(), by_hand=by_hand)
    return match.fold(match.start(0, past))


def hunted(variant: Variant, numbers: range) -> Iterator[Hunt]:
    """These matches, played by `random` to their end, or so far."""
    for number in numbers:
        hunt = Hunt.begin(variant, number)
        for _ in range(EVENTS):
            if hunt.match.over is not None:
                break
            hunt.go_on()
        yield hunt


def judged(name: str, numbers: range) -> None:
    """Play these matches; some question is answered in them."""
    assert sum(hunt.match.ply for hunt in hunted(find(name), numbers)) > 0


@pytest.mark.parametrize("name", [variant.id for variant in VARIANTS])
def test_every_answer_of_random_is_accepted(name: str) -> None:
    judged(name, range(2))


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", [variant.id for variant in VARIANTS])
def test_every_answer_of_random_is_accepted_in_many_matches(name: str, part: int) -> None:
    judged(name, range(16 * part, 16 * (part + 1)))
