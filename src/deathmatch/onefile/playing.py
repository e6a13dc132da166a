"""A declared game as all shells know it (`core.game.GameRules`): its rules run, and every state, view and decision is a frozen copy.

The rules are a generator. A state keeps the answers that brought it about, and whoever plays on from it gets the running rules, or runs
them again from the start: so a state can be kept, sent and returned to, and a match that goes forward runs each rule once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import getattr_static
from math import perm
from typing import Any

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, Rule
from deathmatch.core.game import TIMEOUT, Ask, Beat, Clock, Deals, Fields, Over, Timeout
from deathmatch.core.options import Values, lower
from deathmatch.core.scene import Scene
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat, asked_seat
from deathmatch.core.simple import SimpleGame
from deathmatch.core.speech import name, say
from deathmatch.onefile.answers import Answer, Move, faults
from deathmatch.onefile.declaring import CHANCE, AskFor, DealFor, Ended, Game, Memory, Question, Told
from deathmatch.onefile.layout import Layout
from deathmatch.onefile.values import freeze, json, masked, thaw

KEPT = 64  # running matches of a game that can be played on without running their rules again
LATE = "late"
LISTED = 5_000  # deals

Shot = tuple[tuple[Any, ...], str, frozenset[tuple[str, str]]]
"""The values of a moment, frozen, in the order of their declarations; the part of the match; which secrets are open."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log with its moment."""

    words: str
    to: Seat | None
    but: Seat | None
    notation: str
    heading: str
    shot: Shot | None
    line: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The position, secrets included.

    Attributes:
        past: every answer so far, as the rules got it.
        shot: the values.
        waits: what the rules wait for; None once the match is over.
        late: the moves of a turn that chance completes; None for the late seats.
        log: of the last step.
    """

    past: tuple[Any, ...]
    shot: Shot
    waits: AskFor | DealFor | None
    late: tuple[tuple[Seat, Move | None], ...] = ()
    log: tuple[Line, ...] = ()
    outcome: Over | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that an eye has learned. It has no place for a secret of another.

    Attributes:
        eye: who looks.
        table: the values as everybody sees them, by name.
        own: those of which this eye knows more, as it sees them.
        part: of the match.
        asked: the open question.
        log: of the last step: words, notation, heading, and the view at that moment if it shows something new.
        outcome: the end.
        chosen, into: the things that the player has chosen for an answer that is not submitted, and the row that will get them.
    """

    eye: Eye
    table: tuple[tuple[str, Any], ...]
    own: tuple[tuple[str, Any], ...]
    part: str
    asked: Ask | None = None
    log: tuple[tuple[str, str, str, Any], ...] = ()
    outcome: Over | None = None
    chosen: Move = ()
    into: str = ""

    def value(self, name: str) -> Any:
        """A frozen value as this eye sees it."""
        return {**dict(self.table), **dict(self.own)}[name]


@dataclass(frozen=True, slots=True)
class Chance:
    """A deal that is due (`core.game.Chance`): `number` of the items in random order, or a random answer of a late seat."""

    name: str
    head: str
    book: str
    number: int
    items: tuple[Any, ...] = ()
    answer: Answer | None = None
    by_hand: bool = False

    def read(self, text: str, /) -> Move:
        """The deal of this text."""
        words = re.findall(r"[^ \t]+", lower(text))
        head = lower(self.head).split()
        if words[: len(head)] != head:
            raise self._malformed(0)
        if self.answer is not None:
            return self.answer.read(" ".join(words[len(head) :]))
        tokens = {lower(str(item)): item for item in self.items}
        if len(words) - len(head) != self.number or not set(words[len(head) :]) <= tokens.keys():
            raise self._malformed(min(len(text), len(self.head)))
        return tuple(tokens[word] for word in words[len(head) :])

    def _malformed(self, place: int) -> Malformed:
        return Malformed(say("expected the deal {deal}", deal=self.head), Rule(self.book, 1), place)

    def write(self, deal: Move, /) -> str:
        """The canonical text."""
        return f"{self.head} {self.answer.write(deal) if self.answer is not None else ' '.join(map(str, deal))}"

    def check(self, deal: Move, /) -> None:
        """Raises Illegal for an impossible deal."""
        if self.answer is not None:
            self.answer.check(deal)
        elif len(deal) != self.number or any(deal.count(item) > self.items.count(item) for item in deal):
            raise Illegal(say("the deal {deal} is impossible", deal=self.head), Rule(self.book, 1))

    def count(self) -> int | None:
        """How many there are; None if some items are alike."""
        if self.answer is not None:
            return self.answer.count()
        return perm(len(self.items), self.number) if len(set(self.items)) == len(self.items) else None

    def deals(self) -> Iterable[Move] | None:
        """All of them; None if they are many."""
        if self.answer is not None:
            return self.answer.moves()
        return ((item,) for item in self.items) if self.number == 1 and self.count() is not None else None

    def sample(self, source: RandomSource, /) -> Move:
        """A random one."""
        return self.answer.sample(source) if self.answer is not None else tuple(source.sample(self.items, self.number))


class Run:
    """The rules of one match, running."""

    def __init__(self, game: OneFileGame) -> None:
        self.match = game.declared()
        self.memory = self.match.memory = Memory()
        self.memory.freeze = self.shot
        for item in game.declared.ITEMS.values():
            setattr(self.match, item.name, item.fresh())
        for key, value in game.settings.items():
            setattr(self.match, key, value)
        self.rules = self.match.play()

    def shot(self) -> Shot:
        """The values now."""
        match = self.match
        values = []
        for item in match.ITEMS.values():
            value = getattr(match, item.name)
            try:
                values.append(freeze(tuple(value[seat] for seat in SEATS) if item.seats else value))
            except (TypeError, KeyError) as error:
                raise TypeError(
                    f"{item.name}: {error}; it holds a value for each seat" if item.seats else f"{item.name}: {error}"
                ) from None
        return tuple(values), self.memory.part, frozenset(self.memory.shown)

    def go_on(self, answer: Any, told: Sequence[Told]) -> tuple[Any, Over | None]:
        """Hand an answer to the rules. Returns: what they ask next, or how the match ends."""
        self.memory.told = [replace(one, heading=self.memory.taken_heading()) for one in told]
        try:
            try:
                while isinstance(wanted := self.rules.send(answer), AskFor) and not wanted.seats:
                    answer = {}
                return wanted, None
            except StopIteration:
                self.match.settle()
        except Ended as ended:
            return None, ended.over


class Look:
    """What a method that describes a question, or a picture, gets as `self`: the values as one eye sees them, the options, and other methods."""

    def __init__(self, game: OneFileGame, view: View) -> None:
        self._game, self._view = game, view

    def __getattr__(self, name: str) -> Any:
        game = self.__dict__["_game"]
        if name in game.settings:
            return game.settings[name]
        item = game.declared.ITEMS.get(name)
        if item is None:
            found = getattr_static(game.declared, name)
            return found.__get__(self, game.declared) if hasattr(found, "__get__") else found
        value = self._view.value(name)
        return dict(zip(SEATS, map(thaw, value), strict=True)) if item.seats else thaw(value)


class OneFileGame(SimpleGame[State, Move, View]):
    """A declared game with its options bound."""

    def __init__(self, declared: type[Game], book: str, values: Values) -> None:
        self.declared, self.book, self.values = declared, book, values
        self.settings = {key: Seat(str(values[key])) if one.seat else values[key] for key, one in declared.OPTIONS.items()}
        self.layout = Layout(declared)
        self._running: dict[tuple[Any, ...], Run] = {}

    # --- States

    def start(self) -> State:
        """The rules, up to their first question."""
        run = Run(self)
        return self.answered((), run, run.shot(), ())

    def asks(self, state: State, /) -> Ask | Deals[Any]:
        """The question of the rules, the deal, or the answer that chance owes for a late seat."""
        waits = state.waits
        if isinstance(waits, DealFor):
            return Deals(Chance(waits.name, waits.name, self.book, waits.number, waits.items))
        assert waits is not None
        if not state.late:
            return Ask(waits.seats, waits.name)
        seat = next(seat for seat, move in state.late if move is None)
        answer = self._answer(self.view(state, seat), seat, waits.name)
        return Deals(Chance(LATE, f"{LATE} {seat}", self.book, 0, answer=answer))

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout], /) -> State:
        """The answers of a turn to the rules; those of late seats are fixed, or chance owes them."""
        assert isinstance(state.waits, AskFor)
        question = self.declared.QUESTIONS[state.waits.name]
        moves = {seat: turn[seat] for seat in state.waits.seats}
        told = [self._told(state, question, seat, move, str(seat)) for seat, move in moves.items()]
        lines = tuple(line for lines in told for line in lines)
        if question.late is CHANCE and TIMEOUT in moves.values():
            late = tuple((seat, None if isinstance(move, Timeout) else move) for seat, move in moves.items())
            return replace(state, late=late, log=self._lines(lines, state.shot, state.shot))
        return self._turn(state, moves, lines)

    def deal(self, state: State, deal: Move, /) -> State:
        """A deal to the rules; the random answer of a late seat, and once all are there, the turn."""
        waits = state.waits
        if isinstance(waits, DealFor):
            words = say("Chance: {dealt}.", dealt=" ".join(map(str, deal))) if waits.open else say("Chance deals.")
            told = Told(words, notation=f"deal {waits.name} {' '.join(map(str, deal))}" if waits.open else "")
            return self._goes_on(state, deal[0] if waits.one else deal, (told,))
        assert isinstance(waits, AskFor)
        seat = next(seat for seat, move in state.late if move is None)
        lines = tuple(self._told(state, self.declared.QUESTIONS[waits.name], seat, deal, f"deal {LATE} {seat}"))
        late = tuple((one, deal if one is seat else move) for one, move in state.late)
        if any(move is None for _, move in late):
            return replace(state, late=late, log=self._lines(lines, state.shot, state.shot))
        return self._turn(state, dict(late), lines)

    def _turn(self, state: State, moves: Mapping[Seat, Move | Timeout | None], told: Sequence[Told]) -> State:
        waits = state.waits
        assert isinstance(waits, AskFor)
        question = self.declared.QUESTIONS[waits.name]
        answers = {}
        for seat, move in moves.items():
            late = isinstance(move, Timeout) or move is None
            answers[seat] = question.late if late else self._answer(self.view(state, seat), seat, waits.name).wanted.answer(move)
        return self._goes_on(state, answers[waits.seats[0]] if waits.one else answers, told)

    def _goes_on(self, state: State, answer: Any, told: Sequence[Told]) -> State:
        return self.answered((*state.past, freeze(answer)), self.run_of(state.past), state.shot, told)

    def answered(self, past: tuple[Any, ...], run: Run, before: Shot, told: Sequence[Told]) -> State:
        """The state after the last of these answers.

        Args:
            past: all answers.
            run: the rules, which have got all of them but the last.
            before: the values by then.
            told: the lines of the log about that answer.
        """
        wanted, over = run.go_on(thaw(past[-1]) if past else None, told)
        shot = run.shot()
        if over is None:
            if not isinstance(wanted, AskFor | DealFor):
                raise TypeError(f"the rules yield ask(...) or deal(...), not {wanted!r}")
            if len(self._running) >= KEPT:
                self._running.pop(next(iter(self._running)), None)
            self._running[past] = run
        return State(past, shot, wanted, (), self._lines(run.memory.told, before, shot), over)

    def run_of(self, past: tuple[Any, ...]) -> Run:
        """The running rules of a match; they are run again if somebody else has played on from there."""
        run = self._running.pop(past, None)
        if run is None:
            run = Run(self)
            run.go_on(None, ())
            for answer in past:
                run.go_on(thaw(answer), ())
        return run

    def _lines(self, told: Sequence[Told], before: Shot, after: Shot) -> tuple[Line, ...]:
        """The log, with those moments in between that show something new."""
        lines = []
        for place, one in enumerate(told):
            following = told[place + 1].values if place + 1 < len(told) else after
            new = one.values not in (None, before, following)
            lines.append(Line(one.words, one.to, one.but, one.notation, one.heading, one.values if new else None, one.line))
        return tuple(lines)

    def _told(self, state: State, question: Question, seat: Seat, move: Move | Timeout, actor: str) -> list[Told]:
        """A submission in words."""
        if isinstance(move, Timeout):
            chance = question.late is CHANCE
            words = say("{player} is late: chance answers.", player=name(seat)) if chance else say("{player} is late.", player=name(seat))
            return [Told(words, notation=f"{actor} {move.value}")]
        answer = self._answer(self.view(state, seat), seat, question.name)
        things = ", ".join(map(str, move)) or say("nothing")
        words = (question.tells or say("{player}: {answer}.")).replace("{player}", name(seat)).replace("{answer}", things)
        whole = Told(words, seat if question.secret else None, notation=f"{actor} {answer.write(move)}")
        return [whole, Told(say("{player} has chosen.", player=name(seat)), but=seat)] if question.secret else [whole]

    # --- Views

    def view(self, state: State, eye: Eye, /) -> View:
        """The values as this eye sees them. After the end everything is open."""
        over = state.outcome is not None
        seen = self._seen(state.shot, eye, over)
        waits = state.waits
        asked = Ask(waits.seats, waits.name) if isinstance(waits, AskFor) and not state.late and not over else None
        log = [line for line in state.log if line.to in (None, eye) and line.but is not eye]
        told = [(one.words, one.notation, one.heading, None if one.shot is None else self._seen(one.shot, eye, False)) for one in log]
        return replace(seen, asked=asked, log=tuple(told), outcome=state.outcome)

    def _seen(self, shot: Shot, eye: Eye, over: bool) -> View:
        values, part, shown = shot
        table, own = [], []
        for item, value in zip(self.declared.ITEMS.values(), values, strict=True):
            if not item.secret or over:
                table.append((item.name, value))
                continue
            whole = value if item.seats else (value,)
            common = tuple(one if (item.name, seat) in shown else masked(one) for seat, one in zip(SEATS, whole, strict=False))
            mine = tuple(one if seat is eye else seen for seat, one, seen in zip(SEATS, whole, common, strict=False))
            table.append((item.name, common if item.seats else common[0]))
            if item.seats and mine != common:
                own.append((item.name, mine))
        return View(eye, tuple(table), tuple(own), part)

    def look(self, view: View) -> Any:
        """The values of a view by name, the options and the methods of the class."""
        return Look(self, view)

    def public(self, view: View, /) -> Fields:
        """All values as everybody sees them."""
        return {name: self._json(name, value) for name, value in view.table}

    def private(self, view: View, /) -> Fields:
        """The secret values of the view's seat."""
        return {f"own_{name}": json(value[SEATS.index(view.eye)]) for name, value in view.own if isinstance(view.eye, Seat)}

    def _json(self, name: str, value: Any) -> Any:
        return dict(zip("AB", map(json, value), strict=True)) if self.declared.ITEMS[name].seats else json(value)

    def decision(self, view: View, /) -> Answer:
        """The question to the seat of this view, made of the view alone."""
        asked = view.asked
        seat = asked_seat(view.eye, asked.seats if asked is not None else ())
        assert asked is not None
        return self._answer(view, seat, asked.name)

    def _answer(self, view: View, seat: Seat, asked: str) -> Answer:
        question = self.declared.QUESTIONS[asked]
        wanted = question.make(self.look(view), seat)
        fault = faults(wanted)
        if fault:
            raise TypeError(fault)
        clock = Clock((question.clock,), bank=True)
        view = replace(view, log=(), chosen=(), into="")
        return Answer(question.prompt, clock, Rule(self.book, question.rule), wanted, self.layout.slots(view, seat, wanted), view)

    def happened(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """The log of the step; the last line shows how things stand after it."""
        beats = [Beat(words, notation, view, heading) for words, notation, heading, view in after.log]
        if not beats:
            return (
                (Beat(say("The match goes on."), view=after),) if after.outcome is None else (Beat(say("The match is over."), view=after),)
            )
        return (*beats[:-1], replace(beats[-1], view=after))

    def score(self, view: View, /) -> BySeat[int] | None:
        """The points, if they decided the match."""
        if view.outcome is None or view.outcome.reason not in ("points", "dmo", "level"):
            return None
        name = next((item.name for item in self.declared.ITEMS.values() if item.unit), None)
        return None if name is None else BySeat(*view.value(name))

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> Scene:
        """The parts of the layout."""
        asks = isinstance(view.eye, Seat) and view.asked is not None and view.eye in view.asked.seats
        wanted = self.decision(view).wanted if asks else None
        return self.layout.scene(self.look(view), view, sealed, wanted)
