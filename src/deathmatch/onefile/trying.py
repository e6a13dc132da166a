"""A game in one file is played before anybody sits down to it: random matches with time-outs, and twins that differ in one secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, NamedTuple

from deathmatch.core import chance, errors, options, seats
from deathmatch.core.game import TIMEOUT, Ask, Deals, Variant
from deathmatch.onefile.playing import OneFileGame, State, View
from deathmatch.onefile.values import HIDDEN, Fault

MATCHES = 1_000  # random ones at most
LOOKED = 3  # matches of which pictures are made
LOOKS = 150  # steps of each of these
TWINS = 20  # matches whose secrets are exchanged
LONGEST = 2_000  # answers and deals of one match
LATE = 12  # of so many answers one is late
OTHERS = 3  # answers that are tried in place of a secret one
FOLLOWED = 12  # twins of a match that are followed at once, those of the latest secrets


class Twin(NamedTuple):
    """A match that differs in one secret from another, and the eyes that must not see a difference."""

    state: State
    eyes: tuple[seats.Eye, ...]
    secret: str


class Trial:
    """Random matches of a variant.

    Attributes:
        line: of the question or deal that the rules wait for.
    """

    def __init__(self, variant: Variant, set_at: Callable[[str], int]) -> None:
        self.variant, self.set_at, self.line = variant, set_at, 0

    def run(self, seconds: float) -> None:
        """As many as the time allows, one of four with the lowest numbers of all options. Raises: Fault, and whatever the rules raise."""
        until = monotonic() + seconds
        lowest = {one.key: one.kind.low for one in self.variant.options if isinstance(one.kind, options.WholeNumber) and not one.clock}
        for number in range(MATCHES):
            if number > LOOKED and monotonic() > until:
                break
            _, game = self.variant.bind(lowest if number % 4 == 1 else {})
            assert isinstance(game, OneFileGame)
            self.match(game, number)

    def match(self, game: OneFileGame, number: int) -> None:
        """One match, to its end, which is declared and to which the same answers lead again."""
        source, state, twins = chance.Repeated(number), game.start(), list[Twin]()
        for place in range(LONGEST):
            if state.wait is None:
                break
            self.line = state.wait.line
            done = self.choose(game, state, source)
            before, state = state, _played(game, state, done)
            if number < TWINS:
                followed = [_follow(game, twin, done) for twin in twins]
                twins = [twin for twin in followed if twin is not None and self.alike(game, state, twin, _closed(game, before))]
                twins += [twin for twin in self.fork(game, before, done, source) if self.alike(game, state, twin)]
                twins = twins[-FOLLOWED:]
            for eye in game.eyes() if number < LOOKED and place < LOOKS else ():
                self.look(game, before, state, eye)
        if state.outcome is None:
            raise Fault(f"the rules never end: after {LONGEST} answers and deals a random match still goes on", self.line)
        if state.outcome.reason not in self.variant.reasons:
            raise Fault(f"the reason {state.outcome.reason!r} is not declared", self.line)
        again = OneFileGame(game.declared, game.book, game.values)
        ended = again.answered(state.past, again.run_of(state.past[:-1]), state.shot) if state.past else again.start()
        if (ended.past, ended.shot, ended.outcome) != (state.past, state.shot, state.outcome):
            raise Fault("the same answers lead to another end: rules have no chance and no memory of their own", self.line)

    def choose(self, game: OneFileGame, state: State, source: chance.RandomSource) -> Any:
        """A random turn or deal."""
        pending = game.pending(state)
        if isinstance(pending, Deals):
            return pending.chance.sample(source)
        assert isinstance(pending, Ask)
        line = game.declared.QUESTIONS[pending.name].line
        decisions = {seat: game.decision(game.view(state, seat)) for seat in pending.seats}
        try:
            if not all(decision.count() for decision in decisions.values()):
                raise Fault(f"the question {pending.name} has no answer that is allowed", line)
        except ValueError as error:
            raise Fault(str(error), line) from error
        return {seat: TIMEOUT if source.below(LATE) == 0 else decision.sample(source) for seat, decision in decisions.items()}

    @staticmethod
    def fork(game: OneFileGame, state: State, done: Any, source: chance.RandomSource) -> Iterator[Twin]:
        """Matches that differ from this one in the step that is done, and in a secret alone."""
        wait, pending = state.wait, game.pending(state)
        if isinstance(pending, Deals) and wait.deck is not None and not wait.shown:
            for _ in range(OTHERS):
                yield Twin(game.deal(state, pending.chance.sample(source)), (seats.PUBLIC,), f"the deal {wait.name}")
        elif isinstance(pending, Ask) and game.declared.QUESTIONS[wait.name].hidden:
            for seat in (seat for seat in pending.seats if done[seat] is not TIMEOUT for _ in range(OTHERS)):
                twin = game.play(state, {**done, seat: game.decision(game.view(state, seat)).sample(source)})
                yield Twin(twin, tuple(eye for eye in game.eyes() if eye is not seat), f"the secret answer to {wait.name}")

    def alike(self, game: OneFileGame, one: State, twin: Twin, closed: int = 0) -> bool:
        """Whether a match and its twin look the same to all who may not know the secret; or else, it was opened or told on purpose.

        `closed` is how much was closed before: if it is more, something was opened. In the step that makes the secret, nothing is.
        """
        pairs = [(game.view(one, eye), game.view(twin.state, eye)) for eye in twin.eyes]
        opened = _closed(game, one) < closed or one.outcome is not None or twin.state.outcome is not None
        if opened or any(_told(game, mine) != _told(game, theirs) for mine, theirs in pairs):
            return False
        for mine, theirs in pairs:
            if mine != theirs:
                raise self.leak(game, one, mine, theirs, twin.secret)
        return True

    def leak(self, game: OneFileGame, state: State, mine: View, theirs: View, secret: str) -> Fault:
        """Which part of a view tells the secret."""
        for (name, value), (_, other) in zip(mine.table, theirs.table, strict=True):
            if value != other:
                line = self.set_at(name) or game.declared.ITEMS[name].line
                advice = "make it secret, or say tells=True if the book wants it told"
                if game.declared.ITEMS[name].closed:
                    advice = "self.show has opened it, and self.close closes it again"
                return Fault(f"{name} tells {secret} to everybody: {advice}", line)
        differ = [line[0] for line in mine.log if line not in theirs.log]
        if differ:
            line = next((one.line for one in state.log if one.words == differ[0] and one.line), self.line)
            return Fault(f"the log tells {secret}: {differ[0]!r}; tell it to a seat alone: self.say(words, seat)", line)
        return Fault(f"what the rules ask next tells {secret}", state.wait.line)

    @staticmethod
    def look(game: OneFileGame, before: State, after: State, eye: seats.Eye) -> None:
        """The picture, the fields and the log of an eye, and its first taps."""
        view = game.view(after, eye)
        game.picture(view)
        game.public(view)
        game.narrate(game.view(before, eye), view)
        if after.asked is not None and eye in after.asked.seats:
            decision = game.decision(view)
            for choice in decision.compose(()).choices:
                shown = decision.compose((choice.token,)).view
                if shown is not None:
                    game.picture(shown)


def _played(game: OneFileGame, state: State, done: Any) -> State:
    """The state after a turn or a deal."""
    return game.play(state, done) if isinstance(done, dict) else game.deal(state, done)


def _follow(game: OneFileGame, twin: Twin, done: Any) -> Twin | None:
    """The twin after the same step, if it is allowed there."""
    pending = game.pending(twin.state)
    try:
        if isinstance(pending, Deals) and not isinstance(done, dict):
            pending.chance.check(done)
        elif not isinstance(pending, Ask) or not isinstance(done, dict) or pending.seats != tuple(done):
            return None
        for seat, move in done.items() if isinstance(done, dict) else ():
            if move is not TIMEOUT:
                game.decision(game.view(twin.state, seat)).check(move)
    except errors.Illegal:
        return None
    return twin._replace(state=_played(game, twin.state, done))


def _closed(game: OneFileGame, state: State) -> int:
    """How much the public does not see."""
    return repr(game.view(state, seats.PUBLIC).table).count(repr(HIDDEN))


def _told(game: OneFileGame, view: View) -> list[Any]:
    """The values that tell of secrets on purpose."""
    return [value for name, value in view.table if game.declared.ITEMS[name].tells]
