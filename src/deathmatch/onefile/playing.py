"""A declared game as all shells know it (`core.game.GameRules`): its rules run, and every state, view and decision is a frozen copy.

The rules are a generator. A state keeps the answers that brought it about. A step from a state takes up the rules that still run there; if
none do, they run again from the start. So a state can be kept, sent and returned to, and a match that goes forward runs each rule once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import getattr_static
from typing import Any

from deathmatch.core import errors, options, scene, simple
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import TIMEOUT, Ask, Beat, Clock, Deals, Fields, Over, Timeout
from deathmatch.core.picking import PickDecision, Picked, Wanted
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat, asked_seat
from deathmatch.core.speech import name, reads, say
from deathmatch.onefile.declaring import CHANCE, Game, Item, Run, Shot, Told, Wait
from deathmatch.onefile.layout import Layout
from deathmatch.onefile.values import Fault, freeze, json, masked, thaw

KEPT = 64  # running matches of a game that can be played on without running their rules again
LATE = "late"
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # a thing to choose
TAKEN = ("none", "timeout", "resign")


@dataclass(frozen=True, slots=True)
class State:
    """The position, secrets included.

    Attributes:
        past: every answer so far, as the rules got it, frozen.
        shot: the values.
        wait: what the rules wait for (`Wait`); None once the match is over.
        late: the moves of a turn that chance completes, None for the late seats; empty if it does not.
        log: of the last step.
        heading: of the part that has begun, for the next line of the log.
    """

    past: tuple[Any, ...]
    shot: Shot
    wait: Any
    late: tuple[tuple[Seat, Picked | None], ...] = ()
    log: tuple[Told, ...] = ()
    outcome: Over | None = None
    heading: str = ""

    @property
    def asked(self) -> Ask | None:
        """The open question."""
        closed = self.late or self.outcome is not None or self.wait.deck is not None
        return None if closed else Ask(self.wait.seats, self.wait.name)


@dataclass(frozen=True, slots=True)
class View:
    """Everything that an eye has learned. It has no place for a secret of another.

    Attributes:
        eye: who looks.
        table: the values as everybody sees them, by name.
        own: the values that this eye knows better than everybody, as it sees them.
        part: of the match.
        asked: the open question.
        log: of the last step: words, those for its own player, notation, heading, and the view at that moment if it shows something new.
        outcome: the end.
        chosen, into: the things that the player has chosen for an answer that is not submitted, and the row that will get them.
    """

    eye: Eye
    table: tuple[tuple[str, Any], ...]
    own: tuple[tuple[str, Any], ...]
    part: str
    asked: Ask | None = None
    log: tuple[tuple[str, str, str, str, Any], ...] = ()
    outcome: Over | None = None
    chosen: Picked = ()
    into: str = ""

    def value(self, name: str) -> Any:
        """A frozen value as this eye sees it."""
        return {**dict(self.table), **dict(self.own)}[name]


@dataclass(frozen=True, slots=True)
class Answer(PickDecision):
    """The question to a seat, made from its view."""

    view: View | None = None

    def preview(self, taken: Picked) -> View | None:
        """The view with the things that are chosen, if the picture shows them."""
        shown = self.view is not None and (self.slots or self.wanted.into)
        return replace(self.view, chosen=taken, into=self.wanted.into) if shown and self.view is not None else None


@dataclass(frozen=True, slots=True)
class Chance:
    """A deal that is due (`core.game.Chance`): some of the deck in random order, or a random answer of a late seat."""

    name: str
    head: str
    rule: errors.Rule
    wait: Wait
    answer: Answer | None = None
    by_hand: bool = False

    def read(self, text: str, /) -> Picked:
        """The deal of this text."""
        words, head = options.lower(text).split(), options.lower(self.head).split()
        rest = words[len(head) :]
        things = {options.lower(str(thing)): thing for thing in self.wait.deck or ()}
        if words[: len(head)] != head or (self.answer is None and not (len(rest) == self.wait.number and set(rest) <= things.keys())):
            raise errors.Malformed(say("expected the deal {deal}", deal=self.head), self.rule)
        return tuple(things[word] for word in rest) if self.answer is None else self.answer.read(" ".join(rest))

    def write(self, deal: Picked, /) -> str:
        """The canonical text."""
        return f"{self.head} {' '.join(map(str, deal)) if self.answer is None else self.answer.write(deal)}"

    def check(self, deal: Picked, /) -> None:
        """Raises Illegal for an impossible deal."""
        if self.answer is not None:
            self.answer.check(deal)
        elif any(deal.count(thing) > (self.wait.deck or ()).count(thing) for thing in deal):
            raise errors.Illegal(say("the deal {deal} is impossible", deal=self.head), self.rule)

    def count(self) -> int | None:
        """How many there are, if they are the answers of a seat."""
        return None if self.answer is None else self.answer.count()

    def deals(self) -> Sequence[Picked] | None:
        """All of them, if they are the answers of a seat."""
        return None if self.answer is None else self.answer.moves()

    def sample(self, source: RandomSource, /) -> Picked:
        """A random one."""
        return tuple(source.sample(self.wait.deck or (), self.wait.number)) if self.answer is None else self.answer.sample(source)


class Look:
    """The `self` of a method that describes a question or a picture: the values as one eye sees them, the options, other methods.

    Attributes:
        eye: who looks.
    """

    def __init__(self, game: OneFileGame, view: View) -> None:
        self._game, self._view, self.eye = game, view, view.eye

    def __getattr__(self, name: str) -> Any:
        game, view = self.__dict__["_game"], self.__dict__["_view"]
        if name in game.settings:
            return game.settings[name]
        if name in game.declared.ITEMS:
            value = thaw(view.value(name))
            return dict(zip(SEATS, value, strict=True)) if game.declared.ITEMS[name].seats else value
        found = getattr_static(game.declared, name)
        return found.__get__(self, game.declared) if hasattr(found, "__get__") else found


class OneFileGame(simple.SimpleGame[State, Picked, View]):
    """A declared game with its options bound."""

    def __init__(self, declared: type[Game], book: str, values: options.Values) -> None:
        self.declared, self.book, self.values = declared, book, values
        self.settings = {key: Seat(str(values[key])) if one.seat else values[key] for key, one in declared.OPTIONS.items()}
        self.layout = Layout(declared)
        self._running: dict[int, tuple[tuple[Any, ...], Run]] = {}  # by the identity of the past

    # --- States

    def start(self) -> State:
        """The rules, up to their first question."""
        run = Run(self.declared, self.settings)
        return self.answered((), run, run.shot())

    def asks(self, state: State, /) -> Ask | Deals[Any]:
        """The question of the rules, their deal, or the answer that chance owes for a late seat."""
        wait, asked = state.wait, state.asked
        if asked is not None:
            return asked
        if wait.deck is not None:
            return Deals(Chance(wait.name, wait.name, errors.Rule(self.book, 1), wait))
        seat = _late(state)
        return Deals(Chance(LATE, f"{LATE} {seat}", errors.Rule(self.book, 1), wait, self.answer(state, seat)))

    def play(self, state: State, turn: Mapping[Seat, Picked | Timeout], /) -> State:
        """The answers of a turn to the rules; those of late seats are fixed, or chance owes them."""
        told = [line for seat in state.wait.seats for line in self._told(state, seat, turn[seat], str(seat))]
        late = tuple((seat, None if isinstance(move := turn[seat], Timeout) else move) for seat in state.wait.seats)
        return self._turn(state, late, told, chance=self.declared.QUESTIONS[state.wait.name].late is CHANCE)

    def deal(self, state: State, deal: Picked, /) -> State:
        """A deal to the rules; or the random answer of a late seat, and once all are there, the turn."""
        wait = state.wait
        if wait.deck is not None:
            dealt = " ".join(map(str, deal))
            told = (
                Told(say("Chance: {dealt}.", dealt=dealt), notation=f"deal {wait.name} {dealt}")
                if wait.shown
                else Told(say("Chance deals."))
            )
            return self._go_on(state, deal[0] if wait.one else list(deal), [told])
        seat = _late(state)
        late = tuple((one, deal if one is seat else move) for one, move in state.late)
        return self._turn(state, late, self._told(state, seat, deal, f"deal {LATE} {seat}"), chance=True)

    def _turn(self, state: State, moves: tuple[tuple[Seat, Picked | None], ...], told: Sequence[Told], *, chance: bool) -> State:
        if chance and any(move is None for _, move in moves):
            return replace(state, late=moves, log=(replace(told[0], heading=state.heading), *told[1:]), heading="")
        late = self.declared.QUESTIONS[state.wait.name].late
        answers = {seat: late if move is None else self.answer(state, seat).wanted.answer(move) for seat, move in moves}
        return self._go_on(state, answers[moves[0][0]] if state.wait.one else answers, told)

    def _go_on(self, state: State, answer: Any, told: Sequence[Told]) -> State:
        return self.answered((*state.past, freeze(answer)), self.run_of(state.past), state.shot, told, state.heading)

    def answered(self, past: tuple[Any, ...], run: Run, before: Shot, told: Sequence[Told] = (), heading: str = "") -> State:
        """The state after the last of these answers.

        Args:
            past: all answers.
            run: the rules, which have got all of them but the last.
            before: the values by then.
            told: the lines of the log about that answer.
            heading: for the first of them.
        """
        wait, over = run.go_on(thaw(past[-1]) if past else None, told, heading)
        shot = run.shot()
        if over is None:
            if len(self._running) >= KEPT:
                self._running.pop(next(iter(self._running)), None)
            self._running[id(past)] = past, run
        later = [*(line.shot for line in run.told[1:]), shot]
        log = [replace(line, shot=None) if line.shot in (before, then) else line for line, then in zip(run.told, later, strict=False)]
        return State(past, shot, wait, (), tuple(log), over, run.heading)

    def run_of(self, past: tuple[Any, ...]) -> Run:
        """The running rules of a match; they run again from the start if somebody else has played on from there."""
        kept, run = self._running.pop(id(past), (None, None))
        if run is None or kept is not past:
            run = Run(self.declared, self.settings)
            for answer in (None, *map(thaw, past)):
                run.go_on(answer)
        return run

    def _told(self, state: State, seat: Seat, move: Picked | Timeout, actor: str) -> list[Told]:
        """A submission in words."""
        question, player = self.declared.QUESTIONS[state.wait.name], name(seat)
        if isinstance(move, Timeout):
            chance = question.late is CHANCE
            words = say("{player} is late: chance answers.", player=player) if chance else say("{player} is late.", player=player)
            late = say("You are late: chance answers.") if chance else say("You are late.")
            return [Told(words, notation=f"{actor} {TIMEOUT.value}", mine=(seat, late))]
        things = ", ".join(map(str, move)) or say("nothing")
        words = (question.tells or "{player}: {answer}.").replace("{player}", player).replace("{answer}", things)
        mine = None if question.tells else (seat, say("Your answer: {answer}.", answer=things))
        whole = Told(words, seat if question.hidden else None, notation=f"{actor} {self.answer(state, seat).write(move)}", mine=mine)
        return [whole, Told(say("{player} has chosen.", player=player), but=seat)] if question.hidden else [whole]

    # --- Views

    def view(self, state: State, eye: Eye, /) -> View:
        """The values as this eye sees them. After the end everything is open."""
        told, heading = [], ""
        for line in state.log:
            heading = line.heading or heading
            if line.to in (None, eye) and line.but is not eye:
                mine = line.mine[1] if line.mine is not None and line.mine[0] is eye else line.words
                told.append((line.words, mine, line.notation, heading, line.shot and self._seen(line.shot, eye)))
                heading = ""
        seen = self._seen(state.shot, eye, over=state.outcome is not None)
        return replace(seen, asked=state.asked, log=tuple(told), outcome=state.outcome)

    def _seen(self, shot: Shot, eye: Eye, *, over: bool = False) -> View:
        values, part, shown = shot
        table, own = [], []
        for (key, item), value in zip(self.declared.ITEMS.items(), values, strict=True):
            whole = tuple(zip(SEATS, value if item.seats else (value,), strict=False))
            common = tuple(one if over or not item.closed or (key, seat) in shown else masked(one) for seat, one in whole)
            knows = known(eye, item) if item.seats and isinstance(eye, Seat) else None
            mine = tuple(one if seat is knows else seen for (seat, one), seen in zip(whole, common, strict=True))
            table.append((key, common if item.seats else common[0]))
            if mine != common:
                own.append((key, mine))
        return View(eye, tuple(table), tuple(own), part)

    def public(self, view: View, /) -> Fields:
        """All values as everybody sees them."""
        return {key: BySeat(*map(json, value)).json() if self.declared.ITEMS[key].seats else json(value) for key, value in view.table}

    def private(self, view: View, /) -> Fields:
        """The values that the view's seat knows alone: `own_NAME`, or `other_NAME` of the turned ones."""
        items = self.declared.ITEMS
        seat = view.eye if isinstance(view.eye, Seat) else SEATS[0]  # an eye without a seat knows none
        return {items[key].private: json(value[SEATS.index(known(seat, items[key]))]) for key, value in view.own}

    def decision(self, view: View, /) -> Answer:
        """The question to the seat of this view."""
        asked = Ask((), "") if view.asked is None else view.asked
        return self._answer(view, asked_seat(view.eye, asked.seats), asked.name)

    def answer(self, state: State, seat: Seat) -> Answer:
        """The question to a seat, open or just answered."""
        return self._answer(self.view(state, seat), seat, state.wait.name)

    def _answer(self, view: View, seat: Seat, asked: str) -> Answer:
        question = self.declared.QUESTIONS[asked]
        wanted = question.make(Look(self, view), seat)
        if not isinstance(wanted, Wanted):
            raise Fault(f"a question returns pick, sequence, one, one_of_each or number, not {wanted!r}", question.line)
        if wanted.into and self.declared.ITEMS[wanted.into].closed and not question.hidden:
            raise Fault(f"{wanted.into} is secret, and everybody reads the answers to {asked}: say secret=True", question.line)
        words = [str(thing) for thing in wanted.things]
        if len(set(words)) < len(words) or not all(WORD.fullmatch(word) and word not in TAKEN for word in words):
            raise Fault(f"things to choose are whole numbers or words of a-z and 0-9, no two alike, not {words}", question.line)
        view = replace(view, log=(), chosen=(), into="")
        return Answer(
            question.prompt,
            Clock((question.clock,), bank=True),
            errors.Rule(self.book, question.rule),
            wanted,
            self.layout.slots(view, seat, wanted),
            view,
        )

    def happened(self, before: View, after: View, /) -> Sequence[Beat[View]]:
        """The log of the step; its last line shows how things stand after it."""
        own = isinstance(after.eye, Seat) and reads(after.eye)
        beats = [Beat(mine if own else words, notation, view, heading) for words, mine, notation, heading, view in after.log]
        return (*beats[:-1], replace(beats[-1], view=after)) if beats else ()

    def score(self, view: View, /) -> BySeat[int] | None:
        """The points, if they decided the match."""
        counting = [key for key, item in self.declared.ITEMS.items() if item.unit]
        decided = view.outcome is not None and view.outcome.reason in ("points", "dmo", "level")
        return BySeat(*view.value(counting[0])) if counting and decided else None

    def picture(self, view: View, sealed: Sequence[Seat] = (), /) -> scene.Scene:
        """The parts of the layout."""
        asks = isinstance(view.eye, Seat) and view.asked is not None and view.eye in view.asked.seats
        return self.layout.scene(Look(self, view), view, sealed, self.decision(view).wanted if asks else None)


def known(eye: Seat, item: Item) -> Seat:
    """The seat whose value of this kind a seat knows: its own, or if they are turned, that of the other."""
    return eye.other if item.turned else eye


def _late(state: State) -> Seat:
    """The seat for which chance answers next."""
    return next(seat for seat, move in state.late if move is None)
