"""A match at one moment: the state, and the envelope that keeps the first submission of a joint decision sealed.

Envelope and state meet here and in no other file, and `look` gives each eye its part of them. `Position.accept` is the law of
rules/README.md, Refusals: the checks, and their order. It knows no seconds and no names; `match.py` and `record.py` are built on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from deathmatch.core.arguments import checking, shown
from deathmatch.core.errors import Illegal
from deathmatch.core.game import TIMEOUT, AnyGame, Ask, Deals, Decision, Fields, HostLine, Json, Over, Pending, Resources, Timeout, Variant
from deathmatch.core.optional import EchoingGame, HostedGame, ScoredGame, interrupts, items
from deathmatch.core.options import lower
from deathmatch.core.seats import HOST, PUBLIC, BySeat, Eye, Host, Onlooker, Seat
from deathmatch.core.speech import say
from deathmatch.match import clock

DEAL = "deal"  # the actor of an event of chance
HOSTS = str(HOST)  # the actor of a host's line
RESIGN = "resign"
TIMED_OUT = TIMEOUT.value

AnyPending: TypeAlias = Pending[Any]
AnyDecision: TypeAlias = Decision[Any]


class By(Enum):
    """The source of a submission or deal. `timeout` is entered by the clock or read from a record or journal; a player never enters it."""

    PLAYER = "player"
    CLOCK = "clock"
    DEALER = "dealer"
    RECORD = "record"


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """A submission that waits for that of the other seat.

    Attributes:
        move: the value, or TIMEOUT.
        text: its canonical form, or `timeout`.
    """

    move: Any
    text: str

    def __repr__(self) -> str:
        return "<Sealed>"  # it waits for the other seat


NOTHING_SEALED: BySeat[Sealed | None] = BySeat(None, None)


class _Decided(NamedTuple):
    """The result of `Position.accept`: the position `after` this canonical text of an actor, while these submissions were `sealed`."""

    sealed: BySeat[Sealed | None]
    text: str
    after: Position

    def __repr__(self) -> str:
        return f"<decided for {self.after!r}>"


class _Memo:
    """Answers that a state has given already. They follow from the state alone, so positions of one state share them.

    Attributes:
        decided: by actor, the text that live play accepted last, until the match applies its event: so a submission is played once.
        views, decisions, public, private: as `Position` names them.
    """

    __slots__ = ("decided", "decisions", "private", "public", "views")

    def __init__(self) -> None:
        self.decided: dict[str, _Decided] = {}
        self.views: dict[Eye, Any] = {}
        self.decisions: dict[Eye, AnyDecision] = {}
        self.public: dict[Eye, Fields] = {}
        self.private: dict[Eye, Fields] = {}


@checking
@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A match at one moment: the state, and the envelope with a sealed submission.

    Attributes:
        variant: for the rule that refuses a submission that nobody owes.
        game: the variant with its options bound.
        state: the game's own.
        pending: the seats or the deal that the state waits for, even if a seat has answered already.
        sealed: the envelope.
        ply: the number of the question that is open, from 0; a joint decision is one question.
        owing: the seats that owe a submission and have not made it, A first.
        interrupted: whether the last submission was played without the other seat's (`core.optional.InterruptibleDecision`).
        waiting: the seats whose submission waits sealed; that it waits is public.
        actors: `pending` as the rule books show it: the seats that owe, or `deal`, or `host`, or nobody.
    """

    variant: Variant = field(hash=False)
    game: AnyGame = field(compare=False)
    state: Any
    pending: AnyPending
    sealed: BySeat[Sealed | None]
    ply: int
    _memo: _Memo = field(default_factory=_Memo, compare=False)
    interrupted: bool = field(default=False, compare=False)
    owing: tuple[Seat, ...] = field(init=False, compare=False)
    waiting: tuple[Seat, ...] = field(init=False, compare=False)
    actors: tuple[str, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        asked = self.pending.seats if isinstance(self.pending, Ask) else ()
        nothing = self.sealed is NOTHING_SEALED
        owing = asked if nothing else tuple([seat for seat in asked if self.sealed[seat] is None])
        fill = object.__setattr__  # every look asks for these three, and they follow from what stands above
        fill(self, "owing", owing)
        fill(self, "waiting", () if nothing else tuple([seat for seat in asked if seat not in owing]))
        fill(self, "actors", _OTHERS.get(type(self.pending)) or tuple([str(seat) for seat in owing]))

    def __repr__(self) -> str:
        return f"<Position of {self.variant.id}, question {self.ply}>"  # all else may be secret

    @classmethod
    def start(cls, variant: Variant, game: AnyGame) -> Position:
        """The position before any event."""
        state = game.start()
        return cls(variant, game, state, game.pending(state), NOTHING_SEALED, 0)

    # --- What holds here

    @property
    def over(self) -> Over | None:
        """How the match ended; None while it runs."""
        return self.pending if isinstance(self.pending, Over) else None

    def view(self, eye: Eye) -> Any:
        """The view of this eye."""
        views = self._memo.views
        if eye not in views:
            if eye not in (eyes := self.game.eyes()):
                raise ValueError(f"eye must be one of {', '.join(map(str, eyes))}, not {shown(eye)}")
            views[eye] = self.game.view(self.state, eye)
        return views[eye]

    def public(self, eye: Eye) -> Fields:
        """The book's own public fields, as this eye sees them. Do not change them: the position keeps them."""
        kept = self._memo.public
        if eye not in kept:
            kept[eye] = self.game.public(self.view(eye))
        return kept[eye]

    def private(self, seat: Seat | Host) -> Fields:
        """The book's own private fields of a seat, or of the host. Do not change them: the position keeps them."""
        kept = self._memo.private
        if seat not in kept:
            kept[seat] = self.game.private(self.view(seat))
        return kept[seat]

    def decision(self, seat: Seat | Host) -> AnyDecision:
        """The decision of this seat, or of the host, at this ply, even if it has answered; made from its own view.

        Raises: ValueError if the question is not put to this seat.
        """
        asked = self.pending.seats if isinstance(self.pending, Ask) else (HOST,) if isinstance(self.pending, HostLine) else ()
        if seat not in asked:
            raise ValueError(f"{seat} has no decision here; {' and '.join(map(str, asked)) or 'no seat'} is asked")
        decisions = self._memo.decisions
        if seat not in decisions:
            decisions[seat] = self.game.decision(self.view(seat))
        return decisions[seat]

    def opening(self) -> Position:
        """The same question before anybody answered it."""
        return Position(self.variant, self.game, self.state, self.pending, NOTHING_SEALED, self.ply, self._memo)

    # --- How it goes on

    def accept(self, actor: str, text: str, by: By = By.RECORD, resources: Resources | None = None) -> tuple[Position, str]:
        """The position after a submission, deal or resignation.

        Args:
            actor: `A`, `B`, `deal` or `host`.
            text: the move in any spelling that the book reads, or `resign`, or, unless a player sends it, `timeout`.
            by: where it comes from.
            resources: the sources that live play asks besides the rules, such as a word list; None asks none.

        Returns: the next position, and the accepted text in canonical form.
        Raises: Malformed, Illegal; in the order of rules/README.md, Refusals.
        """
        if actor not in ("A", "B", DEAL, HOSTS):
            raise ValueError(f"actor must be A, B, {DEAL} or {HOSTS}, not {shown(actor)}")
        if by is By.RECORD:
            decided = self._memo.decided.pop(actor, None)
            if decided is not None and decided.text == text and decided.sealed is self.sealed:
                return decided.after, text
            return self._accept(actor, text, by, resources)
        after, canonical = self._accept(actor, text, by, resources)
        self._memo.decided[actor] = _Decided(self.sealed, canonical, after)
        return after, canonical

    def _accept(self, actor: str, text: str, by: By, resources: Resources | None) -> tuple[Position, str]:
        if self.over is not None:
            raise self._not_owed(say("the match is over"))
        word = lower(text.strip(" \t"))
        if actor == DEAL:
            return self._accept_deal(text, word)
        if actor == HOSTS:
            return self._accept_line(text, word)
        seat = Seat(actor)
        if word == RESIGN:
            return self._to(self.game.resign(self.state, seat)), RESIGN
        if seat not in self.owing:
            raise self._not_owed(say("{seat} owes nothing now", seat=seat))
        if word == TIMED_OUT:
            if by is By.PLAYER:
                raise self._not_owed(say("timeout is entered by the clock, never by a player"))
            return self._submit(seat, Sealed(TIMEOUT, TIMED_OUT)), TIMED_OUT
        decision = self.decision(seat)
        move = decision.read(text)
        decision.check(move)
        if resources is not None:
            decision.admit(move, resources)
        canonical = decision.write(move)
        if interrupts(decision, move):
            return replace(self._to(self.game.play(self.state, {seat: move})), interrupted=True), canonical
        return self._submit(seat, Sealed(move, canonical)), canonical

    def _accept_deal(self, text: str, word: str) -> tuple[Position, str]:
        if word in (RESIGN, TIMED_OUT):
            raise self._not_owed(say("a deal has no timeout") if word == TIMED_OUT else say("a deal has no resign"))
        if not isinstance(self.pending, Deals):
            raise self._not_owed(say("no deal is due now"))
        chance = self.pending.chance
        deal = chance.read(text)
        chance.check(deal)
        return self._to(self.game.deal(self.state, deal)), chance.write(deal)

    def _accept_line(self, text: str, word: str) -> tuple[Position, str]:
        if word in (RESIGN, TIMED_OUT):
            raise self._not_owed(say("the host has no timeout") if word == TIMED_OUT else say("the host has no resign"))
        if not isinstance(self.pending, HostLine):
            raise self._not_owed(say("the host owes nothing now"))
        decision = self.decision(HOST)
        move = decision.read(text)
        decision.check(move)
        assert isinstance(self.game, HostedGame), f"{self.variant.id} waits for a host's line and cannot play one"
        return self._to(self.game.line(self.state, move)), decision.write(move)

    def _submit(self, seat: Seat, submission: Sealed) -> Position:
        """Seals the submission or, if no other seat owes one, plays the whole turn."""
        assert isinstance(self.pending, Ask)
        sealed = self.sealed.put(seat, submission)
        turn: dict[Seat, Any | Timeout] = {}
        for other in self.pending.seats:
            waits = sealed[other]
            if waits is None:
                return Position(self.variant, self.game, self.state, self.pending, sealed, self.ply, self._memo)
            turn[other] = waits.move
        return self._to(self.game.play(self.state, turn))

    def _to(self, state: Any) -> Position:
        return Position(self.variant, self.game, state, self.game.pending(state), NOTHING_SEALED, self.ply + 1)

    def _not_owed(self, reason: str) -> Illegal:
        return Illegal(reason, self.variant.submitting)


_OTHERS: dict[type, tuple[str, ...]] = {Deals: (DEAL,), HostLine: (HOSTS,)}


def answering(actor: str) -> Seat | Host:
    """The eye that answers as this actor: the host enters lines, and deals if a deal is sent where a line was due."""
    return HOST if actor in (HOSTS, DEAL) else Seat(actor)


def is_hosts(pending: AnyPending) -> bool:
    """Whether a host who deals by hand makes the deal that is due. A package that does not say so of its deals has the dealer make them."""
    return isinstance(pending, Deals) and bool(getattr(pending.chance, "by_hand", False))


def is_dealers(pending: AnyPending, *, by_hand: bool) -> bool:
    """Whether a deal is due that the dealer makes."""
    return isinstance(pending, Deals) and not (by_hand and is_hosts(pending))


# --- All that each eye may know of a position
#
# Replay, server, terminal and bots look through here, so there is one exit to guard. Only this part adds the five fields that all books
# share, and a seat's `seat` and `submitted` (rules/README.md, State).


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that one eye may know of the match at one moment.

    Attributes:
        eye: who looks.
        ply: the number of the question that is open.
        view: the game's own, for pictures and bots.
        public, private: the objects of the book's section State, to be read only; `private` is None unless a seat or the host looks.
        decision: the one that this seat, or the host, owes now; None if it owes none.
        answered: the decision that this seat's sealed submission answers; None if none waits.
        submitted: this seat's own sealed submission, in canonical form or `timeout`.
        sealed: the seats that have submitted.
        pending: the actors that owe something, as in the books: seats, or `deal`, or `host`.
        clocks: both seats' clocks.
        paused: whether the host has stopped them.
        over: how the match ended; None while it runs.
        score: both seats' numbers, if they decided the match.
        items: the names of those that each seat holds, in English.
    """

    eye: Eye
    ply: int
    view: Any
    public: dict[str, Json]
    private: dict[str, Json] | None
    decision: AnyDecision | None
    answered: AnyDecision | None
    submitted: str | None
    sealed: tuple[Seat, ...]
    pending: tuple[str, ...]
    clocks: BySeat[clock.Face]
    paused: bool
    over: Over | None
    score: BySeat[int] | None
    items: BySeat[tuple[str, ...]]


def _owed_name(position: Position) -> str | None:
    """The field `decision`: the public name of the open question; a deal's keyword; None when over."""
    pending = position.pending
    if isinstance(pending, Deals):
        return pending.chance.name
    if isinstance(pending, Ask):
        return pending.name
    return HOSTS if isinstance(pending, HostLine) else None


def _state(position: Position, own: Fields, seat: Seat | Host | None) -> dict[str, Json]:
    """A state object: the five shared fields, a seat's two, then the book's own."""
    over = position.over
    state: dict[str, Json] = {
        "pending": list(position.actors),
        "decision": _owed_name(position),
        "over": over is not None,
        "winner": over.winner.value if over is not None and over.winner is not None else None,
        "reason": over.reason if over is not None else None,
    }
    if isinstance(seat, Seat):
        waits = position.sealed[seat]
        state["seat"] = seat.value
        state["submitted"] = waits.text if waits is not None else None
    shared = len(state)
    state.update(own)
    assert len(state) == shared + len(own), f"the game fills the referee's fields: {sorted(own)}"
    return state


def public_state(position: Position, eye: Eye = PUBLIC) -> dict[str, Json]:
    """The public state, exactly the fields of the book's section State; a numbered onlooker sees it with its own eye."""
    return _state(position, position.public(eye), None)


def private_state(position: Position, seat: Seat | Host) -> dict[str, Json]:
    """The private state of a seat, exactly the fields of the book's section State; or all that the host sees."""
    own, waits = position.private(seat), position.sealed[seat] if isinstance(seat, Seat) else None
    if waits is not None and position.variant.hosted and isinstance(position.game, EchoingGame):
        own = position.game.echoed(own, waits.text)
    return _state(position, own, seat)


def legal_counts(position: Position) -> dict[str, int | None]:
    """The number of legal submissions of each actor in `pending`; None if the replay contract says null (rules/REPLAY.md)."""
    if isinstance(position.pending, Deals):
        return {"deal": position.pending.chance.count()}
    if isinstance(position.pending, HostLine):
        return {HOSTS: position.decision(HOST).count()}
    return {seat.value: position.decision(seat).count() for seat in position.owing}


@checking
def look(position: Position, eye: Eye, clocks: BySeat[clock.Face] = clock.NO_CLOCKS, paused: bool = False) -> Seen:
    """All that an eye may know of a position.

    Args:
        position: of any match.
        eye: a seat, the public, a numbered onlooker or, in a game with host's lines, the host.
        clocks: both clocks, of a live match.
        paused: whether these clocks are stopped.

    Returns: view, public and private state, the decision that the seat owes, and who has submitted.
    """
    seat = eye if isinstance(eye, Seat) else None
    host = HOST if eye == HOST else None
    waits = position.sealed[seat] if seat is not None else None
    view = position.view(eye)
    over, game = position.over, position.game
    return Seen(
        eye=eye,
        ply=position.ply,
        view=view,
        public=public_state(position, eye if isinstance(eye, Onlooker) else PUBLIC),
        private=private_state(position, mine) if (mine := seat or host) is not None else None,
        decision=position.decision(mine) if mine is not None and str(mine) in position.actors else None,
        answered=position.decision(seat) if seat is not None and waits is not None else None,
        submitted=waits.text if waits is not None else None,
        sealed=position.waiting,
        pending=position.actors,
        clocks=clocks,
        paused=paused,
        over=over,
        score=game.score(view)
        if over is not None and isinstance(game, ScoredGame) and isinstance(game.pending(position.state), Over)
        else None,
        items=items(game, view),
    )
