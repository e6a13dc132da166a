"""The referee of a live match, as a value: text and times in, events and what each eye sees out. It does no I/O and asks for no time.

Nothing here changes. A verb checks, and returns the events that follow from it; `Match.apply` makes the match after an event. Live play
and a restart take the same way, so a process may end at any moment: fold the events that are on disk, and the same match is back.

    events = match.submit(seat, text, match.ply, now)  # raises if it is refused
    match = match.fold(events)  # once they are on disk
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deathmatch.core.arguments import checking, wrong
from deathmatch.core.errors import Illegal, Refusal, UnknownNameError
from deathmatch.core.game import AnyBeat, AnyGame, Ask, Chance, Deals, HostLine, Over, Resources, Variant
from deathmatch.core.optional import with_time_outs
from deathmatch.core.options import Values, lexicons, lower
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.core.speech import numeral, say, speaking, spoken
from deathmatch.core.words import MoreWords, WordList
from deathmatch.match import clock, journal, rulings
from deathmatch.match.dealer import Dealer
from deathmatch.match.position import (
    DEAL,
    HOSTS,
    NOTHING_SEALED,
    RESIGN,
    TIMED_OUT,
    AnyDecision,
    By,
    Position,
    Seen,
    answering,
    is_dealers,
    is_hosts,
    look,
)
from deathmatch.match.record import BY_HAND, RULING, Entry, Header, Record, new_header, seconds_of, tidy, write
from deathmatch.match.rulings import Ruling, WantedRuling

EVENTS = tuple(journal.KINDS.values())


@checking
@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """One live match at one moment. `Match.new` makes the match before its start.

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
    _clocks: clock.Clocks
    _past: tuple[journal.Question, ...] = ()  # those before the open one
    _now: int | None = None  # of the last event, in ms; None before the start
    _entries: tuple[Entry, ...] = ()  # of the record, as far as revealed
    _sealed: tuple[Entry, ...] = ()  # entries of the open question, not revealed yet
    _answers: BySeat[journal.LastAnswer | None] = BySeat(None, None)  # noqa: RUF009 - a frozen value
    _hosts: journal.LastAnswer | None = None  # the last deal by hand or line of the host
    _missed: BySeat[journal.Missed | None] = BySeat(None, None)  # noqa: RUF009 - a frozen value
    _moments: tuple[journal.Moment, ...] = ()  # one for each of the entries, those that are sealed too
    rulings: tuple[Ruling, ...] = ()
    withdrawn: tuple[journal.RecordedSubmission, ...] = ()

    def __repr__(self) -> str:
        return f"<Match {self.variant.id}, question {self.ply}>"  # all else may be secret

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
        set_up: int | None = None,
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
            set_up: when it was set up, in ms: from there some times may count.

        Returns: the match, for `start`.

        Raises:
            OptionError: an option does not take its value, or the values do not go together.
        """
        values, game = variant.bind(given)
        position = Position.start(variant, game)
        names = names.map(tidy)
        header = new_header(variant, given, names, [(key, text) for key, text in tags if lower(key) not in (BY_HAND, RULING)])
        clocks = clock.Clocks.full(values, untimed=untimed, set_up=set_up)
        return cls(variant, values, game, names, dealer, header, by_hand, resources, position, clocks)

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
    def finished(self) -> bool:
        """Whether the record has an end by the rules. It has none if the host declared the match void or tied before that."""
        by_hand = bool(self._entries) and self._entries[-1].text == RESIGN
        return by_hand or isinstance(self.game.pending(self._position.state), Over)

    @property
    def asks_words(self) -> bool:
        """Whether live play asks a word list here."""
        return self._resources is not None and bool(lexicons(self.variant.options, self.values))

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
        """Whether only the host can let the match go on: it is paused, or a deal by hand or a line of the host is due."""
        return self.over is None and (self.paused or isinstance(self._position.pending, Deals | HostLine))

    @property
    def hand_due(self) -> str:
        """The keyword of the deal that the host can make now; empty if none is due."""
        pending = self._position.pending
        if isinstance(pending, Deals) and is_hosts(pending) and self.by_hand and not self.paused:
            return pending.chance.name
        return ""

    @property
    def hand_chances(self) -> Iterator[Chance[Any]]:
        """The deals of the host that are or were due, the latest first; before the start the one with which the match begins."""
        for pending in (self._position.pending, *(question.pending for question in reversed(self._past))):
            if isinstance(pending, Deals) and is_hosts(pending):
                yield pending.chance

    @property
    def commitment(self) -> str:
        """The dealer's commitment, in hexadecimal digits (docs/dealing.md)."""
        return self.dealer.commitment

    def deadline(self, allowed: BySeat[int] = clock.NO_ALLOWANCE) -> int | None:
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

    def number(self, question: int) -> int:
        """The number of a question, which answers quote; `question` as for `view`."""
        return self.ply if question == self.questions else self._past[question].ply

    def asked(self, question: int) -> bool:
        """Whether a question asked a seat, and not chance; `question` as for `view`."""
        return isinstance(self._position.pending if question == self.questions else self._past[question].pending, Ask)

    def narrated(self, question: int, before: Any, after: Any, eye: Eye) -> Sequence[AnyBeat]:
        """The beats that lead to a question, from the view of this eye one question before to that at it."""
        asked = self._past[question - 1]
        if asked.state is (self._position.state if question == self.questions else self._past[question].state):
            return ()  # a ruling ended the match, and nothing was played
        beats = self.game.narrate(before, after)
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
        tags = [*self.header.tags, *((RULING, rulings.tag(ruling)) for ruling in self.rulings)]
        if numbers := " ".join(map(str, self.dealt_by_hand)):
            tags.append((BY_HAND, numbers))
        return write(Record(replace(self.header, tags=tuple(tags)), self._entries))

    def submissions(self) -> tuple[journal.RecordedSubmission, ...]:
        """Every submission that has been revealed, in order."""
        entries = enumerate(self._entries, 1)
        return tuple(
            [journal.RecordedSubmission(number, one.ply, Seat(one.actor), one.text) for number, one in entries if one.ply is not None]
        )

    @property
    def dealt_by_hand(self) -> tuple[int, ...]:
        """The numbers of the events of the record, from 1, that are deals of the host; seed and nonces decide the other deals."""
        return tuple([number for number, entry in enumerate(self._entries, 1) if entry.by_hand])

    @property
    def seed(self) -> int:
        """Which seed of the dealer counts now: 0 unless the match went on after its end."""
        return self.rulings[-1].made.seed if self.rulings else 0

    def last_answer(self, seat: Seat) -> journal.LastAnswer | None:
        """The last answer of this seat that still stands; None before the first. For this seat alone."""
        return self._answers[seat]

    def turns(self) -> list[journal.Turn]:
        """The events question by question, as far as everybody may know them: of those that wait sealed, only who made them."""
        found: list[journal.Turn] = []
        for number, (entry, moment) in enumerate(zip((*self._entries, *self._sealed), self._moments, strict=True), 1):
            if not found or found[-1].question != moment.question:
                found.append(journal.Turn(moment.question, number, [], []))
            found[-1].actors.append(entry.actor)
            if entry.text == TIMED_OUT and number <= len(self._entries):
                found[-1].timeouts.append(number)
        return found

    # --- Verbs: they decide, and return events

    def start(self, now: int, past: Sequence[Entry] = ()) -> tuple[journal.Event, ...]:
        """Start the match: make the first deals, up to one that the host makes, and start the first clocks.

        Args:
            now: the time in ms.
            past: the events of another match of this game with the same options, from which this one goes on.

        Returns: the events, for `fold`; this match stays as it is. So do all the verbs.
        """
        if self.started:
            raise ValueError("the match was started already")
        begun: tuple[journal.Event, ...] = (
            journal.Started(now),
            *[journal.Recalled(now, entry.actor, entry.text, entry.seconds) for entry in past],
        )
        match = self.fold(begun)
        return (*begun, *match._deals(match._position, 0, now))

    def submit(self, seat: Seat, text: str, ply: int, now: int, allowance: int = 0) -> tuple[journal.Event, ...]:
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
            LateError: `ply` is not the open question, the time is up or for looking only, or the clocks are stopped.
        """
        came, counted, now = now, now - allowance, self._at(now)
        if journal.is_again(self._answers[seat], text, ply, lambda: self._owed(seat, ply)):
            return ()
        if lower(text.strip(" \t")) == RESIGN:
            return self.resign(seat, now)
        up = journal.time_was_up(seat, self._missed[seat], ply, came)
        if self.over is None:
            self._check_open(ply, up)
            if self._clocks.is_late(seat, counted):
                raise journal.LateError(journal.up_since(seat, ply, self._clocks.late_by(seat, now)))
            journal.check_review(self._clocks.faces(now)[seat])
        if up:  # and the match is over, or this seat owes nothing while the other one still does
            raise Illegal(up, self.variant.submitting)
        with speaking(spoken(), to=seat):
            position, canonical = self._position.accept(seat, text, By.PLAYER, self._resources)
        sent = journal.Submitted(now, seat, ply, canonical, min(now - counted, self._clocks.took(seat, now)))
        return (sent, *self._deals(position, 1 if position.interrupted else len(self._sealed) + 1, now))

    def deal(self, text: str, ply: int, now: int) -> tuple[journal.Event, ...]:
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
        if journal.is_again(self._hosts, text, ply, lambda: self._owed(DEAL, ply)):
            return ()
        if self.over is None:
            self._check_open(ply)
        if is_dealers(self._position.pending, by_hand=self.by_hand):  # before the text is looked at: what is allowed may be a secret
            raise Illegal(say("the dealer makes this deal"), self.variant.submitting)
        position, canonical = self._position.accept(DEAL, text, By.PLAYER)
        return (journal.Dealt(now, canonical, True), *self._deals(position, 1, now))

    def line(self, text: str, ply: int, now: int) -> tuple[journal.Event, ...]:
        """The host enters a line, in a game that a host leads.

        Args:
            text: of the line, in any spelling, without the actor.
            ply: of the question that is open; the same line for the same one again is acknowledged again, by no events.
            now: when it came in, in ms.

        Returns: the events: the line, and the deals that are then due.

        Raises:
            Malformed: the text is no host's line.
            Illegal: the rule book forbids the line, or none is due.
            LateError: `ply` is not the open question, or the clocks are stopped.
        """
        now = self._at(now)
        if journal.is_again(self._hosts, text, ply, lambda: self._owed(HOSTS, ply)):
            return ()
        if self.over is None:
            self._check_open(ply)
        position, canonical = self._position.accept(HOSTS, text, By.PLAYER)
        return (journal.Lined(now, canonical), *self._deals(position, 1, now))

    def expire(self, now: int, allowed: BySeat[int] = clock.NO_ALLOWANCE) -> tuple[journal.Event, ...]:
        """Time out every seat that can no longer answer. Call it at `deadline`, or at any later moment.

        Args:
            now: the time in ms.
            allowed: how many ms late each seat may be, because they are given back to it for its slow connection.

        Returns: the time-outs in the order in which the times ran out, and the deals that are then due; none while the clocks stand still.
        """
        return self._expire(self._at(now), allowed)[0]

    def resign(self, seat: Seat, now: int) -> tuple[journal.Event, ...]:
        """End the match by the resignation of a seat. It is allowed at any time, also while the clocks are stopped.

        Args:
            seat: the seat that gives up.
            now: the time in ms.

        Returns: the resignation as an event. Raises: Illegal, if the match is over.
        """
        now = self._at(now)
        self._position.accept(seat, RESIGN, By.PLAYER)
        return (journal.Resigned(now, seat),)

    def pause(self, now: int, allowed: BySeat[int] = clock.NO_ALLOWANCE) -> tuple[journal.Event, ...]:
        """Stop the clocks; submissions are refused until `resume`. Seats that can no longer answer time out first.

        Args:
            now: the time in ms.
            allowed: as for `expire`.

        Returns: the time-outs with their deals, and the pause. No pause if the clocks are stopped already or the match is over.
        """
        now = self._at(now)
        events, over = self._expire(now, allowed)
        return events if self.paused or over else (*events, journal.Paused(now))

    def resume(self, now: int) -> tuple[journal.Event, ...]:
        """Let the clocks run on after a pause.

        Args:
            now: the time in ms.

        Returns: the event; none if the clocks are not stopped, or the match is over.
        """
        now = self._at(now)
        return (journal.Resumed(now),) if self.paused and self.over is None else ()

    def rule(self, wanted: WantedRuling, now: int) -> tuple[journal.Event, ...]:
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
        enter = rulings.bout_to(self._position, wanted.seat) if ruled.ruling == rulings.BOUT else wanted.enter
        if not (ruled.event or enter):
            return (ruled,)
        match, later, numbers = self._after(ruled), list[journal.Event](), list[int]()
        for actor, text in (*enter, ("", "")):
            later += (dealt := match._deals(match._position, len(match._sealed), now))
            match = match.fold(dealt)
            if actor:
                later.append(entered := match._entering(actor, text, now, ruled.ruling, known=self.over is not None))
                match = match._after(entered)
                numbers.append(match.events)
        if match._sealed and ruled.event:
            raise journal.RulingError(
                say("both seats answer this question: go back to before the first answer, or enter the one that is missing")
            )
        return (replace(ruled, entered=tuple(numbers)), *later)

    # --- Events: the only way to a later match

    def apply(self, event: journal.Event) -> Match:
        """The match after one event of its journal. A journal may end when a deal is due; the next `expire` deals it.

        Args:
            event: an event that a verb of this match returned, live or in an earlier process.

        Returns: the next match; this one stays as it is.

        Raises: EventError, if the event cannot follow the events before it. The error does not quote it.
        """
        try:
            return self._after(event)
        except (Refusal, journal.EventError):
            raise journal.EventError(f"the event {journal.kind(event)} does not fit the events before it") from None

    def fold(self, events: Iterable[journal.Event]) -> Match:
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
            except (Refusal, journal.EventError):
                raise journal.EventError(
                    f"event {number} of the journal, {journal.kind(event)}, does not fit the events before it"
                ) from None
        return match

    # --- Inside: earlier questions

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
        return position.pending.chance if isinstance(position.pending, Deals) else position.decision(answering(actor))

    def _at(self, now: int) -> int:
        """The moment that counts: a clock that somebody set back does not turn back the match."""
        if self._now is None:
            raise ValueError("the match was not started; `fold` the events of `start` first")
        return max(now, self._now)

    # --- Inside: deciding

    def _check_open(self, ply: int, up: str = "") -> None:
        """Raises LateError if this is no answer to the question that is open now; `up` says that the clock has answered it."""
        if ply != self.ply:
            if ply < self.ply and self._question(ply) is None:
                raise journal.LateError(
                    say("a ruling has taken back question {given}; the current question is {ply}", given=ply, ply=self.ply)
                )
            if up:
                raise journal.LateError(say("{late}, and the current question is {ply}", late=up, ply=self.ply))
            raise journal.LateError(say("this answers question {given}, but the current question is {ply}", given=ply, ply=self.ply))
        if self.paused:
            raise journal.LateError(say("the host has paused the match; wait until it is resumed"))

    def _expire(self, now: int, allowed: BySeat[int]) -> tuple[tuple[journal.Event, ...], bool]:
        """The events of `expire`, and whether the match is over after them."""
        if self.paused:
            return (), False
        position = self._position
        timed_out: list[journal.Event] = []
        for seat in self._clocks.late(now, allowed):
            position, _ = position.accept(seat, TIMED_OUT, By.CLOCK)
            timed_out.append(journal.TimedOut(now, seat, self.ply))
        dealt = self._deals(position, len(self._sealed) + len(timed_out), now)
        return (*timed_out, *dealt), position.over is not None

    def _deals(self, position: Position, unrevealed: int, now: int) -> tuple[journal.Event, ...]:
        """The deals that are due at this position, up to one that the host makes.

        It has added so many entries to the record that are not revealed here yet; the number of an event names the source of its deal.
        """
        events: list[journal.Event] = []
        while isinstance(position.pending, Deals) and is_dealers(position.pending, by_hand=self.by_hand):
            unrevealed += 1
            chance = position.pending.chance
            source = self.dealer.source(len(self._entries) + unrevealed, rulings.stream(self.rulings))
            text = chance.write(chance.sample(source))
            position, _ = position.accept(DEAL, text, By.DEALER)
            events.append(journal.Dealt(now, text, False if self.by_hand else None))
        return tuple(events)

    # --- Inside: deciding rulings

    def _ruling(self, wanted: WantedRuling, now: int) -> journal.Ruled:
        """The ruling as an event, without the events that the host enters; raises RulingError."""
        ruling, seat, bank = wanted.ruling, wanted.seat, wanted.bank or 0
        wanted.check()
        event = self._taken_back(wanted) if ruling in (rulings.TIMEOUT, rulings.BACK) else 0
        if not event and self.over is not None and ruling not in (rulings.WON, rulings.TIED, rulings.POINTS):
            raise journal.RulingError(say("the match is over; take it back first"))
        if ruling in (rulings.TIME, rulings.TIMEOUT):
            self._check_time(wanted, now)
        if ruling == rulings.TIMEOUT:
            out, before = self._moments[wanted.event - 1], self._moments[event - 1]
            seat = self._entries[wanted.event - 1].actor
            used = out.banks[Seat(seat)] - before.clocks[Seat(seat)].bank
            bank = used if wanted.bank is None else wanted.bank
        if ruling == rulings.WORD and not self.asks_words:
            raise journal.RulingError(say("no word list is asked in this match"))
        if ruling in (rulings.WON, rulings.TIED) and self.over is not None and self.over.winner == (Seat(seat) if seat else None):
            raise journal.RulingError(say("the match has this result already"))
        seed = self.seed + (self.over is not None and bool(event))
        if event and seed > self.dealer.later_seeds and any(entry.actor == DEAL for entry in self._entries):
            raise journal.RulingError(
                say("the seed of the deals may be known since the match was over, and this table has no other one left")
            )
        what, points = wanted.what, len(wanted.what.split()) if ruling == rulings.WORD else wanted.points
        kept = len(self._entries)
        return journal.Ruled(now, ruling, wanted.reason, seat, wanted.ms, event, (), seed, kept, bank, points, what)

    def _check_time(self, wanted: WantedRuling, now: int) -> None:
        """Raises RulingError unless this time can be given or taken."""
        least, most = 1 if wanted.ruling == rulings.TIMEOUT else -rulings.LONGEST_S * 1000, rulings.LONGEST_S * 1000
        bank = wanted.bank or 0
        if self._clocks.untimed:
            raise journal.RulingError(say("no clock runs in this match"))
        if not least <= wanted.ms <= most or not -most <= bank <= most or not (wanted.ms or bank):
            raise journal.RulingError(say("the time must be {most} s at most, and not 0", most=numeral(rulings.LONGEST_S)))
        if wanted.ruling == rulings.TIMEOUT:
            return
        seat = Seat(wanted.seat)
        if wanted.ms and self._clocks.seats[seat].running is None and not self.values.get("bank", 0):
            raise journal.RulingError(say("{player} owes nothing now, and has no bank of time", player=seat))
        if -bank > (left := self._clocks.bank_left(seat, now)):
            raise journal.RulingError(say("{player} has only {seconds} s left in the bank", player=seat, seconds=seconds_of(left)))
        if min(wanted.ms, bank) < 0 and -wanted.ms - bank >= (most := self._clocks.most_taken(seat, now)):
            raise journal.RulingError(say("{player} has only {seconds} s left", player=seat, seconds=seconds_of(most)))

    def _taken_back(self, wanted: WantedRuling) -> int:
        """The number of the first event that a ruling undoes; raises RulingError."""
        number, last = wanted.event, self.events + (self.over is not None and not self.finished)
        if not 1 <= number <= last:
            raise journal.RulingError(say("there is no event {event}; the last one has number {last}", event=number, last=last))
        if wanted.ruling == rulings.BACK:
            return number
        if number > len(self._entries) or self._entries[number - 1].text != TIMED_OUT:  # one that waits sealed is a secret
            raise journal.RulingError(say("event {event} is no time-out", event=number))
        question = self._moments[number - 1].question
        while number > 1 and self._moments[number - 2].question == question:
            number -= 1
        return number

    def _entering(self, actor: str, text: str, now: int, ruling: str, *, known: bool) -> journal.Dealt | journal.Lined | journal.Entered:
        """An event that the host enters; `known` is whether the host may know both seats' secrets, because the match was over."""
        if self.over is not None:
            raise journal.RulingError(say("the match is over before all events are entered"))
        if actor == HOSTS:
            return journal.Lined(now, self._position.accept(HOSTS, text)[1])
        if actor == DEAL:
            if not (self.by_hand and is_hosts(self._position.pending)):
                raise journal.RulingError(say("no deal is due there that the host makes"))
            return journal.Dealt(now, self._position.accept(DEAL, text)[1], True)
        seat = Seat(actor)
        secret = self.has_secrets(seat) and not known
        if secret and ruling == rulings.BACK:
            words = say("only {player} can answer this question: a refusal could tell you a secret of that seat", player=seat)
            raise journal.RulingError(words)
        try:
            canonical = self._position.accept(seat, text)[1]
        except Refusal:
            if not secret:
                raise
            canonical = TIMED_OUT  # a refusal would tell the host what the seat cannot do
        if canonical == RESIGN:
            raise journal.RulingError(say("to end the match, rule that a seat loses"))
        return journal.Entered(now, seat, canonical)

    def has_secrets(self, seat: Seat) -> bool:
        """Whether a refusal of this seat's answer to the open question could tell the host a secret."""
        return seat in self.owing and bool(self._position.private(seat)) and not self.variant.hosted

    # --- Inside: applying

    def _after(self, event: journal.Event) -> Match:
        if isinstance(event, journal.Started):
            journal.check_fit(not self.started)
            return replace(self, _now=event.at, _clocks=self._opened(self._position, self._clocks, event.at))
        journal.check_fit(self._now is not None and event.at >= self._now)
        match event:
            case journal.Submitted():
                return self._submitted(event)
            case journal.TimedOut():
                return self._timed_out(event)
            case journal.Dealt():
                return self._dealt_after(event)
            case journal.Lined():
                position, _ = self._position.accept(HOSTS, event.text)
                match = self._to(Entry(HOSTS, event.text), position, self._clocks, event.at)
                return replace(match, _hosts=journal.LastAnswer(self.ply, event.text))
            case journal.Recalled():
                return self._recalled(event)
            case journal.Resigned():
                position, _ = self._position.accept(event.seat, RESIGN)
                return self._unsealed()._to(Entry(str(event.seat), RESIGN), position, self._clocks, event.at)
            case journal.Entered():
                position, _ = self._position.accept(event.seat, event.text)
                return self._to(Entry(str(event.seat), event.text), position, self._clocks.closed(event.seat, event.at), event.at)
            case journal.Ruled():
                return self._ruled(event)
            case journal.Paused():
                journal.check_fit(not self.paused and self.over is None)
                return replace(self, _now=event.at, _clocks=self._clocks.paused(event.at))
            case _:  # resumed
                journal.check_fit(self.paused)
                return replace(self, _now=event.at, _clocks=self._clocks.resumed(event.at))

    def _dealt_after(self, event: journal.Dealt) -> Match:
        position, _ = self._position.accept(DEAL, event.text)
        hosts = self.by_hand if event.by_hand is None else event.by_hand
        match = self._to(Entry(DEAL, event.text, by_hand=hosts), position, self._clocks, event.at)
        # else a host could try texts until one is it
        return replace(match, _hosts=journal.LastAnswer(self.ply, event.text)) if hosts else match

    def _recalled(self, event: journal.Recalled) -> Match:
        position, _ = self._position.accept(event.actor, event.text)
        clocks = self._clocks.closed(Seat(event.actor), event.at) if event.actor in SEATS else self._clocks
        return self._to(Entry(event.actor, event.text, event.seconds), position, clocks, event.at)  # nobody's answer: it takes no time

    def _submitted(self, event: journal.Submitted) -> Match:
        journal.check_fit(event.ply == self.ply)
        position, canonical = self._position.accept(event.seat, event.text)
        journal.check_fit(canonical not in (RESIGN, TIMED_OUT))  # these have events of their own
        stopped = event.at - event.given
        entry = Entry(str(event.seat), event.text, seconds_of(self._clocks.took(event.seat, stopped)), ply=event.ply)
        answers = self._answers.put(event.seat, journal.LastAnswer(event.ply, event.text))
        return self._to(entry, position, self._clocks.closed(event.seat, stopped), event.at, answers=answers, came=stopped)

    def _timed_out(self, event: journal.TimedOut) -> Match:
        journal.check_fit(event.ply == self.ply)
        position, _ = self._position.accept(event.seat, TIMED_OUT)
        end = self._clocks.seats[event.seat].last_moment()
        assert end is not None, "a seat that times out owes a decision"
        took = self._clocks.took(event.seat, min(end, event.at))  # until its time ran out, not until somebody noticed
        entry = Entry(str(event.seat), TIMED_OUT, seconds_of(took))
        missed = self._missed.put(event.seat, journal.Missed(event.ply, min(end, event.at)))
        return self._to(entry, position, self._clocks.closed(event.seat, event.at), event.at, missed=missed)

    def _to(
        self,
        entry: Entry,
        position: Position,
        clocks: clock.Clocks,
        at: int,
        *,
        answers: BySeat[journal.LastAnswer | None] | None = None,
        missed: BySeat[journal.Missed | None] | None = None,
        came: int | None = None,
    ) -> Match:
        """The match at this position, to which this entry has led; it came at this moment, by default at the event's."""
        if position.interrupted and self._sealed:
            return self._unsealed()._to(entry, position, clocks, at, answers=answers, missed=missed, came=came)
        past, entries, sealed = self._past, self._entries, (*self._sealed, entry)
        moments = (*self._moments, journal.Moment(len(past), self._clocks.standing(at if came is None else came), self._clocks.banks))
        if position.ply > self.ply:
            late = tuple([Seat(one.actor) for one in sealed if one.text == TIMED_OUT])
            past = (*past, journal.Question(self._position.state, self._position.pending, self.ply, late))
            entries, sealed = entries + sealed, ()
            clocks = self._opened(position, clocks, at)
        return Match(  # `replace` would take twice as long, and this is made for each submission
            *(self.variant, self.values, self.game, self.names, self.dealer, self.header, self.by_hand, self._resources),
            *(position, clocks, past, at, entries, sealed, answers or self._answers, self._hosts),
            *(missed or self._missed, moments, self.rulings, self.withdrawn),
        )

    def _opened(self, position: Position, clocks: clock.Clocks, at: int) -> clock.Clocks:
        """The clocks of the question that opens with this position."""
        if isinstance(position.pending, Over):
            return clocks.stopped(at)
        asked = position.pending.seats if isinstance(position.pending, Ask) else ()
        return clocks.opened({seat: position.decision(seat).clock for seat in asked}, self.values, at)

    # --- Inside: applying rulings

    def _unsealed(self) -> Match:
        """Without what waits sealed: it is void, and nobody learns it."""
        if not self._sealed:
            return self
        return replace(
            self, _sealed=(), _moments=self._moments[: len(self._entries)], withdrawn=self.withdrawn + journal.submissions_in(self._sealed)
        )

    def _ruled(self, event: journal.Ruled) -> Match:
        """The match after a ruling."""
        ruling = Ruling(event, self.questions)
        if event.event:
            return self._back(event)
        over = rulings.end_by(event)
        if over is None:
            return self._ruled_on(event, ruling)
        journal.check_fit(self.over is None or event.ruling in (rulings.WON, rulings.TIED))
        match = self._unsealed()
        entries, moments = match._entries, match._moments
        if over.winner is not None and not self.finished:  # a record says it as a resignation, with the tag of the ruling
            entries = (*entries, Entry(str(over.winner.other), RESIGN))
            moments = (*moments, journal.Moment(self.questions, self._clocks.standing(event.at)))
        at = self._position
        return replace(
            match,
            _position=Position(self.variant, self.game, at.state, over, NOTHING_SEALED, at.ply + 1),
            _past=(*self._past, journal.Question(at.state, at.pending, at.ply)),
            _clocks=self._clocks.stopped(event.at),
            _now=event.at,
            _entries=entries,
            _moments=moments,
            rulings=(*self.rulings, ruling),
        )

    def _ruled_on(self, event: journal.Ruled, ruling: Ruling) -> Match:
        """The match after a ruling that neither ends it nor takes it back."""
        journal.check_fit(event.ruling not in rulings.ENDS and (self.over is None or event.ruling == rulings.POINTS))
        clocks, resources = self._clocks, self._resources
        if event.ruling == rulings.TIME:
            clocks = clocks.given(Seat(event.seat), event.ms, event.bank, event.at)
        if event.ruling == rulings.WORD and resources is not None:
            resources = MoreWords(resources, WordList.of(event.what.split()))
        return replace(self, _now=event.at, _clocks=clocks, _resources=resources, rulings=(*self.rulings, ruling))

    def _back(self, event: journal.Ruled) -> Match:
        """The match as it stood before an event, with a new number for the question that is open once more."""
        kept, entries = event.event - 1, (*self._entries, *self._sealed)
        journal.check_fit(0 <= kept < len(entries) + (self.over is not None))
        if kept == len(entries):  # a match that was declared void goes on where it was
            question, stood = self.questions - 1, self._clocks.seats
        else:
            question, stood, _ = self._moments[kept]
        while question < self.questions and isinstance(self._past[question].pending, Over):
            question -= 1  # one ruling ended the match after another
        first = next((place for place in range(kept) if self._moments[place].question == question), kept)
        before = self._opening(question)
        position = Position(self.variant, self.game, before.state, before.pending, NOTHING_SEALED, self.ply + 1)
        for entry in entries[first:kept]:
            position, _ = position.accept(entry.actor, entry.text)
        clocks = self._clocks.reopened({seat: position.decision(seat).clock for seat in position.owing}, stood, self.values, event.at)
        if event.ruling == rulings.TIMEOUT:
            seat = Seat(event.seat)
            given = clocks.seats[seat]
            clocks = replace(clocks, seats=clocks.seats.put(seat, replace(given, left=event.ms, bank=given.bank + event.bank)))
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
            _answers=journal.last_answers(entries[:first]),
            _hosts=None,
            _missed=BySeat(None, None),
            _moments=self._moments[:kept],
            rulings=(*earlier, ruling),
            withdrawn=self.withdrawn + journal.submissions_in(entries[kept:]),
        )
