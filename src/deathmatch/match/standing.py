"""How a live match stands: all that the value holds, and every look at it. `match.py` has the verbs, and what events make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deathmatch.core.arguments import checking
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyBeat, AnyGame, Ask, Chance, Deals, Over, Resources, Variant
from deathmatch.core.optional import with_time_outs
from deathmatch.core.options import Values
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.core.speech import say
from deathmatch.match.clock import NO_ALLOWANCE, Clocks
from deathmatch.match.dealer import Dealer
from deathmatch.match.dealing import is_dealers
from deathmatch.match.past import LastAnswer, Missed, Moment, Question, Turn
from deathmatch.match.position import NOTHING_SEALED, TIMED_OUT, AnyDecision, Position
from deathmatch.match.receipts import RecordedSubmission
from deathmatch.match.record import BY_HAND, RULING, Entry, Header, Record, write
from deathmatch.match.rehearsal import Rehearsal
from deathmatch.match.rulings import Ruling, is_ruled, tag
from deathmatch.match.seen import Seen, look


@checking
@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """One live match at one moment, to be looked at.

    Attributes:
        variant: which game.
        values: all options with their values.
        game: the variant with its options bound.
        names: as in the record, made fit for it.
        dealer: its randomness. Seed and nonces may be given out once the match is over, if the table's settings say so.
        header: of the record.
        by_hand: whether the host makes, by `deal`, the deals that hosts may make (`Chance.by_hand`), for which the match waits without a
            clock. The dealer makes the others.
        rulings: those that the host has made, in order.
        withdrawn: the submissions that rulings have undone. Those that waited sealed are secret for ever, so each is for its seat alone.
    """

    variant: Variant = field(hash=False)
    values: Values = field(hash=False)
    game: AnyGame = field(compare=False)
    names: BySeat[str]
    dealer: Dealer
    header: Header = field(hash=False)
    by_hand: bool
    _resources: Resources | None = field(hash=False)
    _position: Position
    _clocks: Clocks
    _past: tuple[Question, ...] = ()  # those before the open one
    _now: int | None = None  # of the last event, in ms; None before the start
    _entries: tuple[Entry, ...] = ()  # of the record, as far as revealed
    _sealed: tuple[Entry, ...] = ()  # entries of the open question, not revealed yet
    _answers: BySeat[LastAnswer | None] = BySeat(None, None)  # noqa: RUF009 - a frozen value
    _dealt: LastAnswer | None = None
    _missed: BySeat[Missed | None] = BySeat(None, None)  # noqa: RUF009 - a frozen value
    _rehearsal: Rehearsal | None = field(default=None, compare=False)
    _moments: tuple[Moment, ...] = ()  # one for each of the entries, those that are sealed too
    rulings: tuple[Ruling, ...] = ()
    withdrawn: tuple[RecordedSubmission, ...] = ()

    def __repr__(self) -> str:
        return f"<Match {self.variant.id}, question {self.ply}>"  # all else may be secret

    # --- Looking

    @property
    def started(self) -> bool:
        """Whether the match has begun."""
        return self._now is not None

    @property
    def ply(self) -> int:
        """The number of the question that is open, from 0. No question ever gets the number of another one, not even after a ruling."""
        return self._position.ply

    @property
    def questions(self) -> int:
        """How many questions came before the open one, without those that rulings have undone. Without rulings it is `ply`."""
        return len(self._past)

    @property
    def events(self) -> int:
        """How many events there are, without those that rulings have undone; a submission that waits sealed is one."""
        return len(self._moments)

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that owe a submission and have not made it, A first."""
        return self._position.owing

    @property
    def over(self) -> Over | None:
        """How the match ended; None while it runs."""
        return self._position.over

    @property
    def ended_by_ruling(self) -> bool:
        """Whether a ruling ended the match, so that nothing was played with it."""
        return is_ruled(self._position.over)

    @property
    def paused(self) -> bool:
        """Whether the clocks are stopped."""
        return self._clocks.paused_at is not None

    def owed_since(self, seat: Seat) -> int | None:
        """Since when, in ms, this seat owes its decision, breaks left out; None if it owes none. For this seat alone."""
        return self._clocks.owed_since(seat)

    def last_moment(self, seat: Seat) -> int | None:
        """The last ms at which a submission of this seat is in time, if no clock stands still; None if its time never runs out."""
        return None if self._clocks.untimed else self._clocks.seats[seat].last_moment()

    @property
    def waiting_since(self) -> int:
        """Since when, in ms, the match has not moved: since a pause, else since the open question, breaks left out."""
        assert self._now is not None, "the match was not started"
        if self._clocks.paused_at is not None:
            return self._clocks.paused_at
        opened = [since for seat in self.owing if (since := self._clocks.owed_since(seat)) is not None]
        return min(opened, default=self._now)

    @property
    def waits_for_host(self) -> bool:
        """Whether only the host can let the match go on: it is paused, or a deal by hand is due."""
        return self.over is None and (self.paused or isinstance(self._position.pending, Deals))

    @property
    def commitment(self) -> str:
        """The dealer's commitment, in hexadecimal digits (docs/dealing.md)."""
        return self.dealer.commitment

    def deadline(self, allowed: BySeat[int] = NO_ALLOWANCE) -> int | None:
        """The time in ms at which `expire` next has an effect if nobody submits before; None if it never will. `allowed` as there."""
        if self._now is not None and is_dealers(self._position.pending, by_hand=self.by_hand):
            return self._now  # the journal ended between a turn and the deal that follows it
        return self._clocks.deadline(allowed)

    def seen(self, eye: Eye, now: int) -> Seen:
        """Everything that this eye may know now.

        Args:
            eye: whose view it is.
            now: the time in ms, for the clocks.

        `seen`, `view` and `recall` are the only exits, each for one eye: a position holds secrets and never leaves the match.
        """
        return look(self._position, eye, self._clocks.faces(self._at(now)), self.paused)

    def view(self, eye: Eye, question: int) -> Any:
        """The view, of the game's own type, that an eye had when a question opened.

        Args:
            eye: whose view it is.
            question: from 0 to `self.questions`; the caller has checked it.
        """
        if question == self.questions:
            return self._position.view(eye)  # kept there; those of the past are not
        return self.game.view(self._past[question].state, eye)

    def asked(self, question: int) -> bool:
        """Whether a question asked a seat, and not chance; `question` as for `view`."""
        return isinstance(self._position.pending if question == self.questions else self._past[question].pending, Ask)

    def narrated(self, question: int, before: Any, after: Any, eye: Eye) -> Sequence[AnyBeat]:
        """The beats that lead to a question, from the view of this eye one question before to that at it."""
        if self.ended_by_ruling and question == self.questions:
            return ()  # nothing was played
        beats, asked = self.game.narrate(before, after), self._past[question - 1]
        return with_time_outs(self.game, asked.pending.name, asked.late, eye, beats) if isinstance(asked.pending, Ask) else beats

    def recall(self, eye: Eye, question: int) -> tuple[Seen, Sequence[AnyBeat]]:
        """Look back: everything that an eye saw when a question opened, and how the match got there.

        Args:
            eye: whose view it is.
            question: from 0 to `self.questions`.

        Returns: the position without clocks, and the beats from the question before it; no beats for question 0.

        Raises: UnknownNameError, if there was no such question.
        """
        if not 0 <= question <= self.questions:
            raise UnknownNameError(say("there was no question {ply}; there are 0 to {last}", ply=question, last=self.questions))
        seen = look(self._opening(question), eye)
        return seen, self.narrated(question, self.view(eye, question - 1), seen.view, eye) if question else ()

    def record(self) -> str:
        """The match so far as the canonical text of a record (rules/README.md, The record), without sealed submissions.

        It tells each player the other's secrets, so give it out only after the end. The tag `by-hand` numbers the deals of the host; there
        is a tag `ruling` for each ruling, and the events are those that count after all of them (docs/dealing.md).
        """
        tags = [*self.header.tags, *((RULING, tag(ruling)) for ruling in self.rulings)]
        if numbers := " ".join(map(str, self.dealt_by_hand)):
            tags.append((BY_HAND, numbers))
        return write(Record(replace(self.header, tags=tuple(tags)), self._entries))

    def submissions(self) -> tuple[RecordedSubmission, ...]:
        """Every submission that has been revealed, in order."""
        entries = enumerate(self._entries, 1)
        return tuple([RecordedSubmission(number, one.ply, Seat(one.actor), one.text) for number, one in entries if one.ply is not None])

    @property
    def dealt_by_hand(self) -> tuple[int, ...]:
        """The numbers of the events of the record, from 1, that are deals of the host; seed and nonces decide the other deals."""
        return tuple([number for number, entry in enumerate(self._entries, 1) if entry.by_hand])

    @property
    def seed(self) -> int:
        """Which seed of the dealer counts now: 0 unless the match went on after its end."""
        return self.rulings[-1].made.seed if self.rulings else 0

    def last_answer(self, seat: Seat) -> LastAnswer | None:
        """The last answer of this seat that still stands; None before the first. For this seat alone."""
        return self._answers[seat]

    def turns(self) -> list[Turn]:
        """The events question by question, as far as everybody may know them: of those that wait sealed, only who made them."""
        found: list[Turn] = []
        for number, (entry, moment) in enumerate(zip((*self._entries, *self._sealed), self._moments, strict=True), 1):
            if not found or found[-1].question != moment.question:
                found.append(Turn(moment.question, number, [], []))
            found[-1].actors.append(entry.actor)
            if entry.text == TIMED_OUT and number <= len(self._entries):
                found[-1].timeouts.append(number)
        return found

    # --- For verbs and events

    def _opening(self, question: int) -> Position:
        """The position as a question opened."""
        if question == self.questions:
            return self._position.opening()
        state, pending, ply, _ = self._past[question]
        return Position(self.variant, self.game, state, pending, NOTHING_SEALED, ply)

    def _question(self, ply: int) -> int | None:
        """Which question has this number; None if a ruling has undone it, or there never was one."""
        if ply == self.ply:
            return self.questions
        return next((place for place in range(self.questions - 1, -1, -1) if self._past[place].ply == ply), None)

    def _owed(self, actor: str, ply: int) -> AnyDecision | Chance[Any]:
        """The decision of a seat at question `ply`, or the deal that it waited for."""
        question = self._question(ply)
        assert question is not None, "an answer is forgotten with its question"
        position = self._opening(question)
        return position.pending.chance if isinstance(position.pending, Deals) else position.decision(Seat(actor))

    def _at(self, now: int) -> int:
        """The moment that counts: a clock that somebody set back does not turn back the match."""
        if self._now is None:
            raise ValueError("the match was not started; `fold` the events of `start` first")
        return max(now, self._now)
