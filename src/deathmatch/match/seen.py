"""All that each eye may know of a position. Replay, server, terminal and bots look through here, so there is one exit to guard.

Only this file adds the five fields that all books share, and a seat's `seat` and `submitted` (rules/README.md, State).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Ask, Deals, Fields, HostLine, Json, Over
from deathmatch.core.optional import EchoingGame, ScoredGame, items
from deathmatch.core.seats import HOST, PUBLIC, BySeat, Eye, Host, Onlooker, Seat
from deathmatch.core.speech import say
from deathmatch.match import clock
from deathmatch.match.dealer import RecordedSubmission
from deathmatch.match.position import HOSTS, AnyDecision, AnyPending, Position

if TYPE_CHECKING:
    from deathmatch.match.record import Entry


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
        if isinstance(game, ScoredGame) and over is not None and isinstance(game.pending(position.state), Over)
        else None,
        items=items(game, view),
    )


# --- The past: earlier questions, and the last answer of each actor


class _Readable(Protocol):
    """A decision or a chance, which reads an answer in any spelling and writes the canonical text."""

    def read(self, text: str, /) -> Any: ...

    def write(self, answer: Any, /) -> str: ...


class Question(NamedTuple):
    """A question of the past.

    Attributes:
        state: the state at that time, which is secret.
        pending: the seats or the deal that it waited for.
        ply: its number, which answers quote.
        late: the seats for which the clock has answered.
    """

    state: Any
    pending: AnyPending
    ply: int
    late: tuple[Seat, ...] = ()

    def __repr__(self) -> str:
        return "<question>"


class Moment(NamedTuple):
    """When an event came.

    Attributes:
        question: the place of the question that it answered, or that was open.
        clocks: what each seat had left just before.
        banks: what the bank of each seat had, in ms, when its clock last began to run.
    """

    question: int
    clocks: BySeat[clock.SeatClock]
    banks: BySeat[int] = BySeat(0, 0)


class Turn(NamedTuple):
    """The events that answered one question.

    Attributes:
        question: its place.
        event: the number of the first of them, from 1.
        actors: who made them.
        timeouts: the numbers of the time-outs among them.
    """

    question: int
    event: int
    actors: list[str]
    timeouts: list[int]


class LastAnswer(NamedTuple):
    """The last submission of a seat, or the last deal by hand or line of the host.

    Attributes:
        ply: the number of the question that it answered.
        text: its canonical text.
    """

    ply: int
    text: str

    def __repr__(self) -> str:
        return f"<answer to question {self.ply}>"


def is_again(last: LastAnswer | None, text: str, ply: int, owed: Callable[[], _Readable]) -> bool:
    """Whether a text gives the last answer once more, perhaps in another spelling.

    Args:
        last: the last answer; None before the first.
        text: in any spelling.
        ply: the number of the question that it answers.
        owed: makes the decision or the chance of that question; it is called only if the spelling differs.
    """
    if last is None or last.ply != ply:
        return False
    if text == last.text:
        return True
    reader = owed()
    try:
        return bool(reader.write(reader.read(text)) == last.text)
    except Refusal:
        return False


def submissions_in(entries: Sequence[Entry]) -> tuple[RecordedSubmission, ...]:
    """The submissions of players among these entries, which are in no record any more."""
    return tuple([RecordedSubmission(0, entry.ply, Seat(entry.actor), entry.text) for entry in entries if entry.ply is not None])


def last_answers(entries: Sequence[Entry]) -> BySeat[LastAnswer | None]:
    """The last answer of each seat among these entries."""
    found: dict[str, LastAnswer] = {one.actor: LastAnswer(one.ply, one.text) for one in entries if one.ply is not None}
    return BySeat(found.get("A"), found.get("B"))


class Missed(NamedTuple):
    """The last question that the clock answered for a seat.

    Attributes:
        ply: its number.
        end: the moment in ms when the time ran out.
    """

    ply: int
    end: int


def time_was_up(seat: Seat, missed: Missed | None, ply: int, now: int) -> str:
    """The words for a seat whose time for this question ran out before its answer came in; empty if it did not.

    They tell a seat of its own clock alone.

    Args:
        seat: the sender.
        missed: the last question that it missed; None before the first.
        ply: the number of the question that it answers now.
        now: when that came in, in ms.
    """
    return "" if missed is None or missed.ply != ply else up_since(seat, ply, now - missed.end)


def up_since(seat: Seat, ply: int, late: int) -> str:
    """The words for an answer that came in this many ms after the time of its seat was up."""
    tenths = max(1, -(-late // 100))  # never 0.0 s: it was too late
    late_s = f"{tenths / 10:.1f}"
    return say("the time of {seat} for question {ply} was up {late} s before this came in", seat=seat, ply=ply, late=late_s)
