"""The referee of a live match, as a value: text and times in, events and what each eye sees out. It does no I/O and asks for no time.

Nothing here changes. A verb checks, and returns the events that follow from it; `Match.apply` makes the match after an event. Live play
and a restart take the same way, so a process may end at any moment: fold the events that are on disk, and the same match is back.

    events = match.submit(seat, text, match.ply, now)  # raises if it is refused
    match = match.fold(events)  # once they are on disk
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deathmatch.core.arguments import checking, wrong
from deathmatch.core.errors import Illegal, Refusal
from deathmatch.core.game import Ask, Over, Resources, Variant
from deathmatch.core.options import Values, lower
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import say
from deathmatch.match.arbiter import Arbitrated
from deathmatch.match.clock import NO_ALLOWANCE, Clocks
from deathmatch.match.dealer import Dealer
from deathmatch.match.dealing import due_deals, is_dealers
from deathmatch.match.errors import EventError, LateError, RulingError, check_fit
from deathmatch.match.journal import (
    KINDS,
    Dealt,
    Entered,
    Event,
    Paused,
    Recalled,
    Resigned,
    Resumed,
    Ruled,
    Started,
    Submitted,
    TimedOut,
    kind,
)
from deathmatch.match.past import LastAnswer, Missed, Moment, Question, is_again, time_was_up, up_since
from deathmatch.match.position import DEAL, RESIGN, TIMED_OUT, By, Position
from deathmatch.match.record import BY_HAND, RULING, Entry, new_header, seconds_of, tidy
from deathmatch.match.rehearsal import Rehearsal, played
from deathmatch.match.rulings import WantedRuling, stream

EVENTS = tuple(KINDS.values())


@checking
@dataclass(frozen=True, slots=True, repr=False)
class Match(Arbitrated):
    """One live match at one moment, with its verbs. `Match.new` makes the match before its start."""

    @classmethod
    def new(
        cls,
        variant: Variant,
        given: Values,
        *,
        names: BySeat[str],
        tags: Sequence[tuple[str, str]] = (),
        dealer: Dealer,
        resources: Resources | None = None,
        by_hand: bool = False,
        untimed: bool = False,
        rehearsal: Rehearsal | None = None,
    ) -> Match:
        """The match before its start.

        Args:
            variant: which game.
            given: the options that differ from the defaults, or that the record is to show.
            names: the players' names; an empty one leaves its line out of the record.
            tags: key and text, for the record; the keys `by-hand` and `ruling` are the match's own (`record`).
            dealer: its randomness.
            resources: the sources that live play asks besides the rules, such as word lists; None asks none.
            by_hand: whether the host deals instead of the dealer, as far as hosts may.
            untimed: whether nobody's time ever runs out, whatever the options say; the record has what each decision took.
            rehearsal: of the past that it goes on from.

        Returns: the match, for `start`.

        Raises:
            OptionError: an option does not take its value, or the values do not go together.
        """
        values, game = variant.bind(given)
        position = Position.start(variant, game)
        names = names.map(tidy)
        header = new_header(variant, given, names, [(key, text) for key, text in tags if lower(key) not in (BY_HAND, RULING)])
        clocks = Clocks.full(values, untimed=untimed)
        return cls(variant, values, game, names, dealer, header, by_hand, resources, position, clocks, _rehearsal=rehearsal)

    # --- Verbs: they decide, and return events

    def start(self, now: int, past: Sequence[Entry] = ()) -> tuple[Event, ...]:
        """Start the match: make the first deals, up to one that the host makes, and start the first clocks.

        Args:
            now: the time in ms.
            past: the events of another match of this game with the same options, from which this one goes on.

        Returns: the events, for `fold`; this match stays as it is. So do all the verbs.
        """
        if self.started:
            raise ValueError("the match was started already")
        begun: tuple[Event, ...] = (Started(now), *[Recalled(now, entry.actor, entry.text, entry.seconds) for entry in past])
        match = self.fold(begun)
        return (*begun, *match._deals(match._position, 0, now))

    def submit(self, seat: Seat, text: str, ply: int, now: int, allowance: int = 0) -> tuple[Event, ...]:
        """A player answers.

        Args:
            seat: who.
            text: in any spelling; `resign` gives up, whatever the ply.
            ply: of the question that is answered. The same answer to the same question again is acknowledged again, by no events.
            now: when it came in, in ms. That may be before an event that is known already; it is then judged by when it came in.
            allowance: so many ms are given back to the seat for its slow connection, but no more than the decision has taken.

        Returns: the events: the submission, and the deals that are then due.

        Raises:
            Malformed: the text is no answer to the decision.
            Illegal: a rule or the word list forbids the move, or the seat owes nothing.
            LateError: `ply` is not the open question, the time is up, or the clocks are stopped.
        """
        came, counted, now = now, now - allowance, self._at(now)
        if is_again(self._answers[seat], text, ply, lambda: self._owed(seat, ply)):
            return ()
        if lower(text.strip(" \t")) == RESIGN:
            return self.resign(seat, now)
        up = time_was_up(seat, self._missed[seat], ply, came)
        if self.over is None:
            self._check_open(ply, up)
            if self._clocks.is_late(seat, counted):
                raise LateError(up_since(seat, ply, self._clocks.late_by(seat, now)))
        if up:  # and the match is over, or this seat owes nothing while the other one still does
            raise Illegal(up, self.variant.submitting)
        position, canonical = self._position.accept(seat, text, By.PLAYER, self._resources)
        given = min(now - counted, self._clocks.took(seat, now))
        return (Submitted(now, seat, ply, canonical, given), *self._deals(position, len(self._sealed) + 1, now))

    def deal(self, text: str, ply: int, now: int) -> tuple[Event, ...]:
        """The host of a match that is dealt by hand enters the deal that is due.

        Args:
            text: of the deal, in any spelling, without the actor.
            ply: of the question that it answers; the same deal for the same one again is acknowledged again, by no events.
            now: when it came in, in ms.

        Returns: the events: the deal, and the dealer's deals that are then due.

        Raises:
            Malformed: the text is not the deal that is due.
            Illegal: the rule book forbids the deal, no deal is due, or the dealer makes it.
            LateError: `ply` is not the open question, or the clocks are stopped.
        """
        now = self._at(now)
        if not self.by_hand:
            raise Illegal(say("nobody deals by hand here"), self.variant.submitting)
        if is_again(self._dealt, text, ply, lambda: self._owed(DEAL, ply)):
            return ()
        if self.over is None:
            self._check_open(ply)
        if is_dealers(self._position.pending, by_hand=self.by_hand):  # before the text is looked at: what is allowed may be a secret
            raise Illegal(say("the dealer makes this deal"), self.variant.submitting)
        position, canonical = self._position.accept(DEAL, text, By.PLAYER)
        return (Dealt(now, canonical, True), *self._deals(position, 1, now))

    def expire(self, now: int, allowed: BySeat[int] = NO_ALLOWANCE) -> tuple[Event, ...]:
        """Time out every seat that can no longer answer. Call it at `deadline`, or at any later moment.

        Args:
            now: the time in ms.
            allowed: how many ms late each seat may be, because they are given back to it for its slow connection.

        Returns: the time-outs in the order in which the times ran out, and the deals that are then due; none while the clocks stand still.
        """
        return self._expire(self._at(now), allowed)[0]

    def resign(self, seat: Seat, now: int) -> tuple[Event, ...]:
        """End the match by the resignation of a seat. It is allowed at any time, also while the clocks are stopped.

        Args:
            seat: the seat that gives up.
            now: the time in ms.

        Returns: the resignation as an event. Raises: Illegal, if the match is over.
        """
        now = self._at(now)
        self._position.accept(seat, RESIGN, By.PLAYER)
        return (Resigned(now, seat),)

    def pause(self, now: int, allowed: BySeat[int] = NO_ALLOWANCE) -> tuple[Event, ...]:
        """Stop the clocks; submissions are refused until `resume`. Seats that can no longer answer time out first.

        Args:
            now: the time in ms.
            allowed: as for `expire`.

        Returns: the time-outs with their deals, and the pause. No pause if the clocks are stopped already or the match is over.
        """
        now = self._at(now)
        events, over = self._expire(now, allowed)
        return events if self.paused or over else (*events, Paused(now))

    def resume(self, now: int) -> tuple[Event, ...]:
        """Let the clocks run on after a pause.

        Args:
            now: the time in ms.

        Returns: the event; none if the clocks are not stopped, or the match is over.
        """
        now = self._at(now)
        return (Resumed(now),) if self.paused and self.over is None else ()

    def rule(self, wanted: WantedRuling, now: int) -> tuple[Event, ...]:
        """The host rules. The clocks stand still after a ruling that takes the match back, until `resume`.

        Args:
            wanted: the ruling.
            now: the time in ms.

        Returns: the ruling, and what follows from it: the events that the host enters, and the deals that are due.

        Raises:
            RulingError: the ruling does not fit the match.
            Malformed, Illegal: an event that the host enters cannot be played there.
        """
        now = self._at(now)
        ruled = self._ruling(wanted, now)
        if not ruled.event:
            return (ruled,)
        match, later, numbers = self._after(ruled), list[Event](), list[int]()
        for actor, text in (*wanted.enter, ("", "")):
            later += (dealt := match._deals(match._position, len(match._sealed), now))
            match = match.fold(dealt)
            if actor:
                later.append(entered := match._entering(actor, text, now, known=self.over is not None))
                match = match._after(entered)
                numbers.append(match.events)
        if match._sealed:
            raise RulingError(say("both seats answer this question: go back to before the first answer, or enter the one that is missing"))
        return (replace(ruled, entered=tuple(numbers)), *later)

    # --- Events: the only way to a later match

    def apply(self, event: Event) -> Match:
        """The match after one event of its journal. A journal may end when a deal is due; the next `expire` deals it.

        Args:
            event: an event that a verb of this match returned, live or in an earlier process.

        Returns: the next match; this one stays as it is.

        Raises: EventError, if the event cannot follow the events before it. The error does not quote it.
        """
        try:
            return self._after(event)
        except (Refusal, EventError):
            raise EventError(f"the event {kind(event)} does not fit the events before it") from None

    def fold(self, events: Iterable[Event]) -> Match:
        """The match after a journal, or after its next part.

        Args:
            events: the events in order.

        Returns: the match after all of them; this one stays as it is.

        Raises: EventError, if an event cannot follow the events before it. The error has its number in `events`, from 1.
        """
        match = self
        for number, event in enumerate(events, 1):
            if not isinstance(event, EVENTS):
                raise wrong("events", "the events that a verb of this match returned, in order", event)
            try:
                match = match._after(event)
            except (Refusal, EventError):
                raise EventError(f"event {number} of the journal, {kind(event)}, does not fit the events before it") from None
        return match

    # --- Inside: deciding

    def _check_open(self, ply: int, up: str = "") -> None:
        """Raises LateError if this is no answer to the question that is open now; `up` says that the clock has answered it."""
        if ply != self.ply:
            if ply < self.ply and self._question(ply) is None:
                raise LateError(say("a ruling has taken back question {given}; the current question is {ply}", given=ply, ply=self.ply))
            if up:
                raise LateError(say("{late}, and the current question is {ply}", late=up, ply=self.ply))
            raise LateError(say("this answers question {given}, but the current question is {ply}", given=ply, ply=self.ply))
        if self.paused:
            raise LateError(say("the host has paused the match; wait until it is resumed"))

    def _expire(self, now: int, allowed: BySeat[int]) -> tuple[tuple[Event, ...], bool]:
        """The events of `expire`, and whether the match is over after them."""
        if self.paused:
            return (), False
        position = self._position
        timed_out: list[Event] = []
        for seat in self._clocks.late(now, allowed):
            position, _ = position.accept(seat, TIMED_OUT, By.CLOCK)
            timed_out.append(TimedOut(now, seat, self.ply))
        dealt = self._deals(position, len(self._sealed) + len(timed_out), now)
        return (*timed_out, *dealt), position.over is not None

    def _deals(self, position: Position, unrevealed: int, now: int) -> tuple[Event, ...]:
        """The deals that are due at this position, which has added so many entries to the record that are not revealed here yet."""
        return due_deals(position, self.dealer, len(self._entries) + unrevealed, now, by_hand=self.by_hand, stream=stream(self.rulings))

    # --- Inside: applying

    def _after(self, event: Event) -> Match:
        if isinstance(event, Started):
            check_fit(not self.started)
            return replace(self, _now=event.at, _clocks=self._opened(self._position, self._clocks, event.at))
        check_fit(self._now is not None and event.at >= self._now)
        match event:
            case Submitted():
                return self._submitted(event)
            case TimedOut():
                return self._timed_out(event)
            case Dealt():
                return self._dealt_after(event)
            case Recalled():
                return self._recalled(event)
            case Resigned():
                position, _ = self._position.accept(event.seat, RESIGN)
                return self._unsealed()._to(Entry(str(event.seat), RESIGN), position, self._clocks, event.at)
            case Entered():
                position, _ = self._position.accept(event.seat, event.text)
                return self._to(Entry(str(event.seat), event.text), position, self._clocks.closed(event.seat, event.at), event.at)
            case Ruled():
                return self._ruled(event)
            case Paused():
                check_fit(not self.paused and self.over is None)
                return replace(self, _now=event.at, _clocks=self._clocks.paused(event.at))
            case _:  # resumed
                check_fit(self.paused)
                return replace(self, _now=event.at, _clocks=self._clocks.resumed(event.at))

    def _dealt_after(self, event: Dealt) -> Match:
        position, _ = self._position.accept(DEAL, event.text)
        hosts = self.by_hand if event.by_hand is None else event.by_hand
        match = self._to(Entry(DEAL, event.text, by_hand=hosts), position, self._clocks, event.at)
        return replace(match, _dealt=LastAnswer(self.ply, event.text)) if hosts else match  # else a host could try texts until one is it

    def _recalled(self, event: Recalled) -> Match:
        position = played(self._position, self._rehearsal, len(self._entries) + len(self._sealed), event)
        clocks = self._clocks if event.actor == DEAL else self._clocks.closed(Seat(event.actor), event.at)
        return self._to(Entry(event.actor, event.text, event.seconds), position, clocks, event.at)  # nobody's answer: it takes no time

    def _submitted(self, event: Submitted) -> Match:
        check_fit(event.ply == self.ply)
        position, canonical = self._position.accept(event.seat, event.text)
        check_fit(canonical not in (RESIGN, TIMED_OUT))  # these have events of their own
        stopped = event.at - event.given
        entry = Entry(str(event.seat), event.text, seconds_of(self._clocks.took(event.seat, stopped)), ply=event.ply)
        answers = self._answers.put(event.seat, LastAnswer(event.ply, event.text))
        return self._to(entry, position, self._clocks.closed(event.seat, stopped), event.at, answers=answers, came=stopped)

    def _timed_out(self, event: TimedOut) -> Match:
        check_fit(event.ply == self.ply)
        position, _ = self._position.accept(event.seat, TIMED_OUT)
        end = self._clocks.seats[event.seat].last_moment()
        assert end is not None, "a seat that times out owes a decision"
        took = self._clocks.took(event.seat, min(end, event.at))  # until its time ran out, not until somebody noticed
        entry = Entry(str(event.seat), TIMED_OUT, seconds_of(took))
        missed = self._missed.put(event.seat, Missed(event.ply, min(end, event.at)))
        return self._to(entry, position, self._clocks.closed(event.seat, event.at), event.at, missed=missed)

    def _to(
        self,
        entry: Entry,
        position: Position,
        clocks: Clocks,
        at: int,
        *,
        answers: BySeat[LastAnswer | None] | None = None,
        missed: BySeat[Missed | None] | None = None,
        came: int | None = None,
    ) -> Match:
        """The match at this position, to which this entry has led; it came at this moment, by default at the event's."""
        past, entries, sealed = self._past, self._entries, (*self._sealed, entry)
        moments = (*self._moments, Moment(len(past), self._clocks.standing(at if came is None else came)))
        if position.ply > self.ply:
            late = tuple([Seat(one.actor) for one in sealed if one.text == TIMED_OUT])
            past = (*past, Question(self._position.state, self._position.pending, self.ply, late))
            entries, sealed = entries + sealed, ()
            clocks = self._opened(position, clocks, at)
        return Match(  # `replace` would take twice as long, and this is made for each submission
            *(self.variant, self.values, self.game, self.names, self.dealer, self.header, self.by_hand, self._resources),
            *(position, clocks, past, at, entries, sealed, answers or self._answers, self._dealt),
            *(missed or self._missed, self._rehearsal, moments, self.rulings, self.withdrawn),
        )

    def _opened(self, position: Position, clocks: Clocks, at: int) -> Clocks:
        """The clocks of the question that opens with this position."""
        if isinstance(position.pending, Over):
            return clocks.stopped(at)
        asked = position.pending.seats if isinstance(position.pending, Ask) else ()
        return clocks.opened({seat: position.decision(seat).clock for seat in asked}, self.values, at)
