"""Optional parts of a game: protocols that a game may have, and the functions by which shells ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import TIMEOUT, AnyBeat, AnyGame, Beat, Fields
from deathmatch.core.scene import Scene
from deathmatch.core.seats import HOST, BySeat, Eye, Seat
from deathmatch.core.speech import mark, voiced


@cache
def offers(kind: type, part: Any) -> bool:
    """Whether games or decisions of a class have an optional part, a protocol of methods; `isinstance` of a protocol takes much longer."""
    return issubclass(kind, part)


@runtime_checkable
class TellingDecision(Protocol):
    """A decision that puts a move into words for its own seat."""

    def told(self, move: Any, /) -> str:
        """A legal move for the seat that makes it: `You bid 4.`"""
        ...


@runtime_checkable
class InterruptibleDecision(Protocol):
    """A decision that may be owed by both seats, with moves that do not wait for the other seat's."""

    def interrupts(self, move: Any, /) -> bool:
        """Whether a legal move is played at once, alone in its turn. Then a submission of the other seat that waits sealed is void."""
        ...


def interrupts(decision: Any, move: Any) -> bool:
    """Whether this legal move of a decision is played at once."""
    return offers(type(decision), InterruptibleDecision) and decision.interrupts(move)  # type: ignore[arg-type]  # a class is hashable


@runtime_checkable
class ScoredGame(Protocol):
    """A game that is won by a number."""

    def score(self, view: Any, /) -> BySeat[int] | None:
        """Both seats' numbers at the end, `12 to 7`; None if the match ended in another way, such as a resignation."""
        ...


@runtime_checkable
class HostedGame(Protocol):
    """A game that a host leads by lines (`core.game.HostLine`)."""

    def line(self, state: Any, move: Any, /) -> Any:
        """The state after a host's line, a checked move of the host's decision."""
        ...


def any_line(game: AnyGame, state: Any, source: RandomSource) -> tuple[str, Any]:
    """A random line of the host, for a match that nobody hosts: its canonical text, and the state after it."""
    assert isinstance(game, HostedGame), "only a game with host's lines waits for one"
    decision = game.decision(game.view(state, HOST))
    move = decision.sample(source)
    return decision.write(move), game.line(state, move)


@runtime_checkable
class BoutsGame(Protocol):
    """A game in bouts. A host can give the bout that is being played to a seat, by events that the rule book allows."""

    def bout_to(self, state: Any, seat: Seat | None, /) -> Sequence[tuple[Seat, str]] | str:
        """The events after which the seat has won this bout, or after which the bout is drawn; each time-out is the text `timeout`.

        Returns: seats and texts in the order of a record; or a sentence that says why the book has no such events now, and what else a host
            can do. It is made from the whole state, so neither the events nor the sentence may depend on a secret.
        """
        ...


@runtime_checkable
class EchoingGame(Protocol):
    """A game whose private fields show a seat its own submission while that waits sealed."""

    def echoed(self, own: Fields, submitted: str, /) -> Fields:
        """The private fields of the seat, with its submission: canonical text, or `timeout`."""
        ...


@runtime_checkable
class ItemsGame(Protocol):
    """A game in which seats hold items, and everybody knows which."""

    def items(self, view: Any, /) -> BySeat[tuple[str, ...]]:
        """The items that each seat holds and has not used, by their names in English, for `say`. Every eye knows the same of them.

        The picture shows them: the page itself tells them to readers of a screen only.
        """
        ...


@runtime_checkable
class ClosedGame(Protocol):
    """A game in which a time-out would tell the other player something secret; at all other questions everybody learns of it.

    Attributes:
        secret_time_outs: the names of these questions.
    """

    secret_time_outs: tuple[str, ...]


def with_time_outs(game: AnyGame, asked: str, late: Sequence[Seat], eye: Eye, beats: Sequence[AnyBeat]) -> tuple[AnyBeat, ...]:
    """The beats after a question, told as time-outs where the clock has answered.

    A beat says so itself, or has the words for it (`Beat.late`); else a sentence stands before them all.

    Args:
        game: whose beats they are.
        asked: the name of the question.
        late: the seats that ran out of time there.
        eye: who hears them.
        beats: as the game tells them.
    """
    if not late:
        return tuple(beats)
    closed = isinstance(game, ClosedGame) and asked in game.secret_time_outs
    told, more = list(beats), list[AnyBeat]()
    for seat in late:
        notation = f"{seat} {TIMEOUT.value}"
        if any(beat.notation == notation for beat in told) or (closed and eye is not seat):
            continue
        place = next((place for place, beat in enumerate(told) if beat.late is not None and beat.late[0] is seat), None)
        if place is not None and (words := told[place].late) is not None:
            told[place] = replace(told[place], words=words[1], notation=notation, late=None)
        else:
            mine, theirs = mark("Your time ran out: the clock decides for you."), mark("Time ran out for {player}: the clock decides.")
            more.append(Beat(voiced(seat, mine, theirs)))
    return (*more, *told)


NO_ITEMS: BySeat[tuple[str, ...]] = BySeat((), ())


def items(game: AnyGame, view: Any) -> BySeat[tuple[str, ...]]:
    """The items of both seats as the eye of this view knows them; none in a game without items."""
    return game.items(view) if offers(type(game), ItemsGame) else NO_ITEMS  # type: ignore[attr-defined]


# --- Talk before play: games whose onlookers hold something that a player may ask them about, in private and outside the rules


@runtime_checkable
class TalkingGame(Protocol):
    """A game with a moment at which the players may speak with the numbered onlookers."""

    def before_play(self, view: Any, /) -> bool:
        """Whether the onlookers hold what the players may ask about, and the first turn has not been taken. Every eye can tell."""
        ...


@runtime_checkable
class HoldingGame(Protocol):
    """A game whose numbered onlookers hold something."""

    def held(self, view: Any, /) -> str:
        """The thing that the numbered onlooker who looks with this view holds, in a sentence; empty before it has one."""
        ...


# --- The help that a table gives to the people who look at it: none, a log, or deductions. No rule, record or option of a match knows it


V = TypeVar("V")  # view: what one eye has learned


class Aid(Enum):
    """The help that the pages of a table give. The people of a table agree on it; no rule, record or option of a match knows it."""

    NONE = "none"  # not even a log: players remember the match or take notes
    LOG = "log"  # a log of the match; `picture` shows this by itself
    DEDUCTION = "deduction"  # the log, and the conclusions from everything that the eye has learned


@runtime_checkable
class AidedGame(Protocol[V]):
    """A game whose picture depends on the help that its table gives."""

    def aided(self, view: V, aid: Aid, /) -> V:
        """The view with the changes of this aid, for `picture` and for the notes and warnings of `decision`.

        It is made only from the view, so it tells nothing that the eye could not work out. The scene keeps its size. It is never called
        with `LOG`.
        """
        ...


def aids_of(game: AnyGame) -> tuple[Aid, ...]:
    """The aids that a table of this game may offer: deduction if the game can deduce."""
    return tuple(Aid) if isinstance(game, AidedGame) else (Aid.NONE, Aid.LOG)


def aided(game: AnyGame, view: Any, aid: Aid) -> Any:
    """A view as a table with this aid shows it."""
    return cast("AidedGame[Any]", game).aided(view, aid) if aid is not Aid.LOG and isinstance(game, AidedGame) else view


def picture(game: AnyGame, view: Any, sealed: Sequence[Seat] = (), aid: Aid = Aid.LOG) -> Scene:
    """The picture of a view, as a table with this aid shows it."""
    return game.picture(aided(game, view, aid), sealed)
