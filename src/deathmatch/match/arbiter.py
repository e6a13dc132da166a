"""How the rulings of a host are decided and applied: `Match.rule` is the verb (match.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from deathmatch.core.arguments import shown
from deathmatch.core.game import Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import say
from deathmatch.match.errors import RulingError, check_fit
from deathmatch.match.journal import Dealt, Entered, Ruled
from deathmatch.match.past import LastAnswer, Moment, Question
from deathmatch.match.position import DEAL, NOTHING_SEALED, RESIGN, TIMED_OUT, Position, is_hosts
from deathmatch.match.receipts import RecordedSubmission
from deathmatch.match.record import Entry, seconds_of
from deathmatch.match.rulings import BACK, FORFEIT, LONGEST_S, RULINGS, TIME, TIMEOUT, VOID, Ruling, WantedRuling
from deathmatch.match.standing import Standing


@dataclass(frozen=True, slots=True, repr=False)
class Arbitrated(Standing):
    """One live match at one moment, on which a host can rule."""

    # --- Deciding

    def _ruling(self, wanted: WantedRuling, now: int) -> Ruled:
        """The ruling as an event, without the events that the host enters; raises RulingError."""
        ruling, seat, ms = wanted.ruling, wanted.seat, wanted.ms
        if ruling not in RULINGS:
            raise RulingError(f"a ruling is one of {', '.join(RULINGS)}, not {shown(ruling)}")
        if seat not in ("A", "B") if ruling in (TIME, FORFEIT) else seat:
            raise RulingError(say("the seat must be A or B") if ruling in (TIME, FORFEIT) else say("this ruling names no seat"))
        event = self._taken_back(wanted) if ruling in (TIMEOUT, BACK) else 0
        if not event and self.over is not None:
            raise RulingError(say("the match is over; take it back first"))
        if ruling in (TIME, TIMEOUT):
            self._check_time(wanted, now)
        if ruling == TIMEOUT:
            seat = self._entries[wanted.event - 1].actor
        seed = self.seed + (self.over is not None)
        if seed > self.dealer.later_seeds and any(entry.actor == DEAL for entry in self._entries):
            raise RulingError(say("the seed of the deals may be known since the match was over, and this table has no other one left"))
        return Ruled(now, ruling, wanted.reason, seat, ms, event, (), seed, len(self._entries))

    def _check_time(self, wanted: WantedRuling, now: int) -> None:
        """Raises RulingError unless this time can be given or taken."""
        least = 1 if wanted.ruling == TIMEOUT else -LONGEST_S * 1000
        if self._clocks.untimed:
            raise RulingError(say("no clock runs in this match"))
        if not least <= wanted.ms <= LONGEST_S * 1000 or not wanted.ms:
            raise RulingError(say("the time must be {most} s at most, and not 0", most=f"{LONGEST_S:,}"))
        if wanted.ruling == TIMEOUT:
            return
        seat = Seat(wanted.seat)
        if self._clocks.seats[seat].running is None and not self.values.get("bank", 0):
            raise RulingError(say("{player} owes nothing now, and has no bank of time", player=seat))
        if wanted.ms < 0 and -wanted.ms >= (most := self._clocks.most_taken(seat, now)):
            raise RulingError(say("{player} has only {seconds} s left", player=seat, seconds=seconds_of(most)))

    def _taken_back(self, wanted: WantedRuling) -> int:
        """The number of the first event that a ruling undoes; raises RulingError."""
        number, last = wanted.event, self.events + (self.over is not None and self.over.reason == VOID)
        if not 1 <= number <= last:
            raise RulingError(say("there is no event {event}; the last one has number {last}", event=number, last=last))
        if wanted.ruling == BACK:
            return number
        if number > len(self._entries) or self._entries[number - 1].text != TIMED_OUT:  # one that waits sealed is a secret
            raise RulingError(say("event {event} is no time-out", event=number))
        question = self._moments[number - 1].question
        while number > 1 and self._moments[number - 2].question == question:
            number -= 1
        return number

    def _entering(self, actor: str, text: str, now: int, *, known: bool) -> Dealt | Entered:
        """An event that the host enters; `known` is whether the host may know both seats' secrets, because the match was over."""
        if self.over is not None:
            raise RulingError(say("the match is over before all events are entered"))
        if actor == DEAL:
            if not (self.by_hand and is_hosts(self._position.pending)):
                raise RulingError(say("no deal is due there that the host makes"))
            return Dealt(now, self._position.accept(DEAL, text)[1], True)
        seat = Seat(actor)
        if seat in self.owing and self._position.private(seat) and not known:
            words = say("only {player} can answer this question: a refusal could tell you a secret of that seat", player=seat)
            raise RulingError(words)
        canonical = self._position.accept(seat, text)[1]
        if canonical == RESIGN:
            raise RulingError(say("to end the match, rule that a seat loses"))
        return Entered(now, seat, canonical)

    # --- Applying

    def _unsealed(self) -> Self:
        """Without what waits sealed: it is void, and nobody learns it."""
        if not self._sealed:
            return self
        return replace(
            self, _sealed=(), _moments=self._moments[: len(self._entries)], withdrawn=self.withdrawn + _submissions(self._sealed)
        )

    def _ruled(self, event: Ruled) -> Self:
        """The match after a ruling."""
        ruling = Ruling(event, self.questions)
        if event.event:
            return self._back(event)
        check_fit(self.over is None)
        if event.ruling == TIME:
            clocks = self._clocks.given(Seat(event.seat), event.ms, event.at)
            return replace(self, _now=event.at, _clocks=clocks, rulings=(*self.rulings, ruling))
        match, over = self._unsealed(), Over(None, VOID)
        entries, moments = match._entries, match._moments
        if event.ruling == FORFEIT:  # a record says it as a resignation, with the tag of the ruling
            over = Over(Seat(event.seat).other, FORFEIT)
            entries = (*entries, Entry(event.seat, RESIGN))
            moments = (*moments, Moment(self.questions, self._clocks.standing(event.at)))
        at = self._position
        return replace(
            match,
            _position=Position(self.variant, self.game, at.state, over, NOTHING_SEALED, at.ply + 1),
            _past=(*self._past, Question(at.state, at.pending, at.ply)),
            _clocks=self._clocks.stopped(event.at),
            _now=event.at,
            _entries=entries,
            _moments=moments,
            rulings=(*self.rulings, ruling),
        )

    def _back(self, event: Ruled) -> Self:
        """The match as it stood before an event, with a new number for the question that is open once more."""
        kept, entries = event.event - 1, (*self._entries, *self._sealed)
        check_fit(0 <= kept < len(entries) + (self.over is not None))
        gone = kept == len(entries)  # a match that was declared void goes on where it was
        question, stood = Moment(self.questions - 1, self._clocks.seats) if gone else self._moments[kept]
        first = next((place for place in range(kept) if self._moments[place].question == question), kept)
        before = self._opening(question)
        position = Position(self.variant, self.game, before.state, before.pending, NOTHING_SEALED, self.ply + 1)
        for entry in entries[first:kept]:
            position, _ = position.accept(entry.actor, entry.text)
        clocks = self._clocks.reopened({seat: position.decision(seat).clock for seat in position.owing}, stood, self.values, event.at)
        if event.ruling == TIMEOUT:
            seat = Seat(event.seat)
            clocks = replace(clocks, seats=clocks.seats.put(seat, replace(clocks.seats[seat], left=event.ms)))
        ruling = Ruling(event, question, (before.ply, self.ply))
        earlier = [one._replace(question=min(one.question, question)) for one in self.rulings]
        return replace(
            self,
            _position=position,
            _clocks=clocks,
            _past=self._past[:question],
            _now=event.at,
            _entries=entries[:first],
            _sealed=entries[first:kept],
            _answers=_last_answers(entries[:first]),
            _dealt=None,
            _missed=BySeat(None, None),
            _moments=self._moments[:kept],
            rulings=(*earlier, ruling),
            withdrawn=self.withdrawn + _submissions(entries[kept:]),
        )


def _submissions(entries: Sequence[Entry]) -> tuple[RecordedSubmission, ...]:
    """The submissions of players among these entries, which are in no record any more."""
    return tuple([RecordedSubmission(0, entry.ply, Seat(entry.actor), entry.text) for entry in entries if entry.ply is not None])


def _last_answers(entries: Sequence[Entry]) -> BySeat[LastAnswer | None]:
    """The last answer of each seat among these entries."""
    found: dict[str, LastAnswer] = {one.actor: LastAnswer(one.ply, one.text) for one in entries if one.ply is not None}
    return BySeat(found.get("A"), found.get("B"))
