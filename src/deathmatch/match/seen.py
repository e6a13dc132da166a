"""All that each eye may know of a position. Replay, server, terminal and bots look through here, so there is one exit to guard.

Only this file adds the five fields that all books share, and a seat's `seat` and `submitted` (rules/README.md, State).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deathmatch.core.arguments import checking
from deathmatch.core.game import Ask, Deals, Fields, Json, Over
from deathmatch.core.optional import ScoredGame, items
from deathmatch.core.seats import PUBLIC, BySeat, Eye, Seat
from deathmatch.match.position import AnyDecision, Position
from deathmatch.match.rulings import is_ruled


@dataclass(frozen=True, slots=True)
class Face:
    """One seat's clock, as everybody sees it.

    Attributes:
        left: of the time of the decision that the seat owes, in ms; 0 if it owes none.
        bank: the reserve of the seat, in ms.
        running: whether the clock runs.
        stages: the parts of the decision's time, in order: each begins when that many ms are left, and has a name; empty if there is one.
    """

    left: int
    bank: int
    running: bool
    stages: tuple[tuple[int, str], ...] = ()


NO_CLOCKS = BySeat(Face(0, 0, False), Face(0, 0, False))
"""The faces of a match without clocks, and of every replay."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that one eye may know of the match at one moment.

    Attributes:
        eye: who looks.
        ply: the number of the question that is open.
        view: the game's own, for pictures and bots.
        public, private: the objects of the book's section State, to be read only; `private` is None unless a seat looks.
        decision: the one that this seat owes now; None if it owes none, or if the eye is no seat.
        answered: the decision that this seat's sealed submission answers; None if none waits.
        submitted: this seat's own sealed submission, in canonical form or `timeout`.
        sealed: the seats that have submitted.
        pending: the actors that owe something, as in the books: seats, or `deal`.
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
    clocks: BySeat[Face]
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
    return None


def _state(position: Position, own: Fields, seat: Seat | None) -> dict[str, Json]:
    """A state object: the five shared fields, a seat's two, then the book's own."""
    over = position.over
    state: dict[str, Json] = {
        "pending": list(position.actors),
        "decision": _owed_name(position),
        "over": over is not None,
        "winner": over.winner.value if over is not None and over.winner is not None else None,
        "reason": over.reason if over is not None else None,
    }
    if seat is not None:
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


def private_state(position: Position, seat: Seat) -> dict[str, Json]:
    """The private state of a seat, exactly the fields of the book's section State."""
    return _state(position, position.private(seat), seat)


def legal_counts(position: Position) -> dict[str, int | None]:
    """The number of legal submissions of each actor in `pending`; None if the replay contract says null (rules/REPLAY.md)."""
    if isinstance(position.pending, Deals):
        return {"deal": position.pending.chance.count()}
    return {seat.value: position.decision(seat).count() for seat in position.owing}


@checking
def look(position: Position, eye: Eye, clocks: BySeat[Face] = NO_CLOCKS, paused: bool = False) -> Seen:
    """All that an eye may know of a position.

    Args:
        position: of any match.
        eye: a seat, the public or a numbered onlooker.
        clocks: both clocks, of a live match.
        paused: whether these clocks are stopped.

    Returns: view, public and private state, the decision that the seat owes, and who has submitted.
    """
    seat = eye if isinstance(eye, Seat) else None
    waits = position.sealed[seat] if seat is not None else None
    view = position.view(eye)
    over, game = position.over, position.game
    return Seen(
        eye=eye,
        ply=position.ply,
        view=view,
        public=public_state(position, PUBLIC if seat is not None else eye),
        private=private_state(position, seat) if seat is not None else None,
        decision=position.decision(seat) if seat is not None and seat in position.owing else None,
        answered=position.decision(seat) if seat is not None and waits is not None else None,
        submitted=waits.text if waits is not None else None,
        sealed=position.waiting,
        pending=position.actors,
        clocks=clocks,
        paused=paused,
        over=over,
        score=game.score(view) if over is not None and not is_ruled(over) and isinstance(game, ScoredGame) else None,
        items=items(game, view),
    )
