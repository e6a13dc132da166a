"""A game in one file is played before anybody sits down to it: random matches, time-outs and twins, each fault with its line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any

from deathmatch.core.chance import RandomSource, Repeated
from deathmatch.core.game import TIMEOUT, Deals, Over, Variant
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.onefile.declaring import DealFor
from deathmatch.onefile.playing import OneFileGame, State, View

MATCHES = 1_000  # random ones at most
LOOKED = 3  # matches of which every picture is made
TWINS = 20  # matches whose secrets are exchanged
LONGEST = 2_000  # answers and deals of one match
LATE = 12  # of so many answers one is late
OTHERS = 5  # answers that are tried in place of a secret one


class Fault(Exception):
    """Something is wrong with the rules. `line` is 0 if only the place where they stand tells it."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


class Trial:
    """Random matches of a variant. Raises: Fault, and whatever the rules raise."""

    def __init__(self, variant: Variant, set_at: Callable[[str], int]) -> None:
        self.variant = variant
        self.set_at = set_at
        self.line = 0  # of the question or deal that the rules wait for

    def run(self, seconds: float) -> None:
        """So many matches as the time allows: with the options as they are, then with the lowest numbers."""
        until = monotonic() + seconds
        lowest = {one.key: one.kind.low for one in self.variant.options if hasattr(one.kind, "low") and not one.clock}
        for number in range(MATCHES):
            if number > LOOKED and monotonic() > until:
                break
            self.match(self.variant.bind(lowest if number % 4 == 1 else {})[1], number)

    def match(self, game: OneFileGame, number: int) -> None:
        """One match, to its end."""
        source = Repeated(number)
        state = game.start()
        for _ in range(LONGEST):
            self.line = state.waits.line if state.waits is not None else self.line
            pending = game.pending(state)
            if isinstance(pending, Over):
                self.ended(game, state, pending)
                return
            after = self.step(game, state, source, twins=number < TWINS)
            if number < LOOKED:
                self.look(game, state, after)
            state = after
        raise Fault(f"the rules never end: after {LONGEST} answers and deals a random match still goes on", self.line)

    def step(self, game: OneFileGame, state: State, source: RandomSource, *, twins: bool) -> State:
        """A random turn or deal."""
        pending = game.pending(state)
        assert not isinstance(pending, Over)
        if isinstance(pending, Deals):
            deal = pending.chance.sample(source)
            after = game.deal(state, deal)
            if twins and isinstance(state.waits, DealFor) and not state.waits.open:
                self.twins(game, after, lambda: game.deal(state, pending.chance.sample(source)), (PUBLIC,), f"the deal {state.waits.name}")
            return after
        turn: dict[Seat, Any] = {}
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            if not decision.count():
                raise Fault(f"the question {pending.name} has no answer that is allowed", game.declared.QUESTIONS[pending.name].line)
            turn[seat] = decision.sample(source)
        if game.declared.QUESTIONS[pending.name].secret and twins:
            after = game.play(state, turn)
            for seat in pending.seats:
                decision = game.decision(game.view(state, seat))
                others = tuple(eye for eye in game.eyes() if eye is not seat)
                again = lambda: game.play(state, {**turn, seat: decision.sample(source)})  # noqa: B023, E731 - called at once
                self.twins(game, after, again, others, f"the secret answer to {pending.name}")
        late = {seat for seat in pending.seats if source.below(LATE) == 0}
        return game.play(state, {seat: TIMEOUT if seat in late else move for seat, move in turn.items()})

    def twins(self, game: OneFileGame, one: State, other: Callable[[], State], eyes: tuple[Eye, ...], secret: str) -> None:
        """Two matches that differ in one secret look the same to all who may not know it, but for the values that tell of it on purpose."""
        for _ in range(OTHERS):
            twin = other()
            told = [(game.view(one, eye), game.view(twin, eye)) for eye in eyes]
            if one.outcome is not None or twin.outcome is not None or any(self.tells(game, a) != self.tells(game, b) for a, b in told):
                continue
            for mine, theirs in told:
                if mine != theirs:
                    raise self.leak(game, one, mine, theirs, secret)

    @staticmethod
    def tells(game: OneFileGame, view: View) -> list[Any]:
        """The values that tell of secrets on purpose."""
        return [value for name, value in view.table if game.declared.ITEMS[name].tells]

    def leak(self, game: OneFileGame, state: State, mine: View, theirs: View, secret: str) -> Fault:
        """Which part of a view tells the secret."""
        for (name, value), (_, other) in zip(mine.table, theirs.table, strict=True):
            if value != other:
                line = self.set_at(name) or game.declared.ITEMS[name].line
                return Fault(f"{name} tells {secret} to everybody: make it secret, or say tells=True if the book wants it told", line)
        differ = {line[0] for line in mine.log} ^ {line[0] for line in theirs.log}
        line = next((one.line for one in state.log if one.words in differ), 0)
        if differ:
            return Fault(f"the log tells {secret}: {sorted(differ)[0]!r}; say it to a seat: self.say(words, seat)", line or self.line)
        return Fault(f"what the rules ask next tells {secret}", state.waits.line if state.waits is not None else self.line)

    def look(self, game: OneFileGame, state: State, after: State) -> None:
        """The pictures, the fields and the log of every eye."""
        for eye in game.eyes():
            view = game.view(after, eye)
            game.picture(view)
            game.public(view)
            game.narrate(game.view(state, eye), view)
            if isinstance(eye, Seat) and view.asked is not None and eye in view.asked.seats:
                first = game.decision(view).compose(())
                for choice in first.choices[:2]:
                    step = game.decision(view).compose((choice.token,))
                    if step.view is not None:
                        game.picture(step.view)

    def ended(self, game: OneFileGame, state: State, over: Over) -> None:
        """The end is declared, and the same answers lead to it again."""
        if over.reason not in self.variant.reasons:
            raise Fault(f"the reason {over.reason!r} is not declared", self.line)
        again = self.variant.make(game.values)
        if replace(replay(again, state), log=()) != replace(state, log=()):
            raise Fault("the same answers lead to another end: rules have no chance and no memory of their own", self.line)


def replay(game: OneFileGame, state: State) -> State:
    """The state to which the answers of another one lead, in rules that run anew."""
    if not state.past:
        return game.start()
    return game.answered(state.past, game.run_of(state.past[:-1]), state.shot, ())
