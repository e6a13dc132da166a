"""A game in one file is played before anybody sits down to it: random matches with time-outs, and twins that differ in one secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from deathmatch.core.chance import RandomSource, Repeated
from deathmatch.core.game import TIMEOUT, Deals, Over, Variant
from deathmatch.core.options import WholeNumber
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.onefile.playing import OneFileGame, State, View
from deathmatch.onefile.values import Fault

MATCHES = 1_000  # random ones at most
LOOKED = 3  # matches of which pictures are made
LOOKS = 150  # steps of each of these
TWINS = 20  # matches whose secrets are exchanged
LONGEST = 2_000  # answers and deals of one match
LATE = 12  # of so many answers one is late
OTHERS = 5  # answers that are tried in place of a secret one


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
        lowest = {one.key: one.kind.low for one in self.variant.options if isinstance(one.kind, WholeNumber) and not one.clock}
        for number in range(MATCHES):
            if number > LOOKED and monotonic() > until:
                break
            _, game = self.variant.bind(lowest if number % 4 == 1 else {})
            assert isinstance(game, OneFileGame)
            self.match(game, number)

    def match(self, game: OneFileGame, number: int) -> None:
        """One match, to its end, which is declared and to which the same answers lead again."""
        source = Repeated(number)
        state = game.start()
        for place in range(LONGEST):
            if state.wait is None:
                break
            self.line = state.wait.line
            before, state = state, self.step(game, state, source, twins=number < TWINS)
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

    def step(self, game: OneFileGame, state: State, source: RandomSource, *, twins: bool) -> State:
        """A random turn or deal."""
        pending = game.pending(state)
        assert state.wait is not None
        assert not isinstance(pending, Over)
        if isinstance(pending, Deals):
            after = game.deal(state, pending.chance.sample(source))
            if twins and state.wait.deck is not None and not state.wait.shown:
                again = (game.deal(state, pending.chance.sample(source)) for _ in range(OTHERS))
                self.compare(game, after, tuple(again), (PUBLIC,), f"the deal {state.wait.name}")
            return after
        question = game.declared.QUESTIONS[pending.name]
        decisions = {seat: game.decision(game.view(state, seat)) for seat in pending.seats}
        try:
            if not all(decision.count() for decision in decisions.values()):
                raise Fault(f"the question {pending.name} has no answer that is allowed", question.line)
        except ValueError as error:
            raise Fault(str(error), question.line) from error
        turn: dict[Seat, Any] = {seat: decision.sample(source) for seat, decision in decisions.items()}
        for seat in pending.seats if twins and question.hidden else ():
            others = tuple(eye for eye in game.eyes() if eye is not seat)
            again = (game.play(state, {**turn, seat: decisions[seat].sample(source)}) for _ in range(OTHERS))
            self.compare(game, game.play(state, turn), tuple(again), others, f"the secret answer to {pending.name}")
        return game.play(state, {seat: TIMEOUT if source.below(LATE) == 0 else move for seat, move in turn.items()})

    def compare(self, game: OneFileGame, one: State, twins: Sequence[State], eyes: Sequence[Eye], secret: str) -> None:
        """States that differ in one secret look the same to all who may not know it, but for the values that tell of it on purpose."""
        for twin in twins:
            pairs = [(game.view(one, eye), game.view(twin, eye)) for eye in eyes]
            alike = all(_told(game, mine) == _told(game, theirs) for mine, theirs in pairs)
            for mine, theirs in pairs if alike and one.outcome is None and twin.outcome is None else ():
                if mine != theirs:
                    raise self.leak(game, one, mine, theirs, secret)

    def leak(self, game: OneFileGame, state: State, mine: View, theirs: View, secret: str) -> Fault:
        """Which part of a view tells the secret."""
        for (name, value), (_, other) in zip(mine.table, theirs.table, strict=True):
            if value != other:
                line = self.set_at(name) or game.declared.ITEMS[name].line
                return Fault(f"{name} tells {secret} to everybody: make it secret, or say tells=True if the book wants it told", line)
        differ = [line[0] for line in mine.log if line not in theirs.log]
        if differ:
            line = next((one.line for one in state.log if one.words == differ[0] and one.line), self.line)
            return Fault(f"the log tells {secret}: {differ[0]!r}; tell it to a seat alone: self.say(words, seat)", line)
        return Fault(f"what the rules ask next tells {secret}", state.wait.line if state.wait is not None else self.line)

    @staticmethod
    def look(game: OneFileGame, before: State, after: State, eye: Eye) -> None:
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


def _told(game: OneFileGame, view: View) -> list[Any]:
    """The values that tell of secrets on purpose."""
    return [value for name, value in view.table if game.declared.ITEMS[name].tells]
