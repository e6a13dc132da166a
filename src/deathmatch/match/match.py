"""The referee of a live match: text and times in, events and what each eye sees out. It does no I/O and asks for no time.

Every verb checks first and changes nothing where it raises; what it returns has been applied and belongs on disk before anybody is told.
`replay` folds such events into a fresh match that is the same in everything, so a process may end at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deathmatch.core.errors import DeathmatchError, Illegal, Refusal
from deathmatch.core.game import AnyBeat, Ask, Deals, Over, Resources, Variant
from deathmatch.core.options import Values, lower
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.match.clock import Clocks
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import Dealt, Event, Paused, Resigned, Resumed, Started, Submitted, TimedOut, kind
from deathmatch.match.position import DEAL, RESIGN, TIMED_OUT, By, Position
from deathmatch.match.record import Entry, Header, Record, seconds_of, tidy, write
from deathmatch.match.seen import NO_CLOCKS, Seen, look


class Late(DeathmatchError, ValueError):
    """A packet that does not fit the question that is open now: it quotes another ply, comes after the time was up or while the clocks
    are stopped. It breaks no rule, and the sender may look and try again.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Misfit(ValueError):
    """An event of a journal that cannot come here."""


def _fit(holds: bool, reason: str) -> None:
    if not holds:
        raise _Misfit(reason)


@dataclass(slots=True)
class _Story:
    """What one eye has been told.

    Attributes:
        ply: the last question whose beginning is told.
        view: what the eye saw there.
        beats: all so far; those before `fresh` have lost their views.
    """

    ply: int
    view: Any
    beats: list[AnyBeat] = field(default_factory=list)
    fresh: int = 0

    def fade(self) -> None:
        """Of what is told by now, words are all that anybody will ask for again."""
        self.beats[self.fresh :] = [replace(beat, view=None) for beat in self.beats[self.fresh :]]
        self.fresh = len(self.beats)


class Match:
    """One live match.

    Args:
        variant: which game.
        given: the options that differ from the defaults, or are to stand in the record; raises OptionError.
        names: the players' names; an empty one leaves its line out of the record.
        tags: key and text, for the record.
        dealer: its randomness.
        resources: what live play asks besides the rules, such as word lists; None asks nothing.
        by_hand: whether the host deals, by `deal`, instead of the dealer; the match waits for it without a clock.
        untimed: whether nobody's time ever runs out, whatever the options say; the record has what each decision took.

    Attributes:
        values: all options with their values.
        names: as in the record, made fit for it.
        dealer: seed and nonces may be given out once the match is over, where the table's settings say so.
    """

    def __init__(
        self,
        variant: Variant,
        given: Values,
        *,
        names: BySeat[str],
        tags: Sequence[tuple[str, str]] = (),
        dealer: Dealer,
        resources: Resources | None = None,
        by_hand: bool = False,
        untimed: bool = False,
    ) -> None:
        self.variant = variant
        self.values, self.game = variant.bind(given)
        self.names = names.map(tidy)
        self.dealer = dealer
        self._position = Position.start(variant, self.game)
        self._header = Header(
            variant,
            {option.key: given[option.key] for option in variant.options if option.key in given},
            self.names.map(lambda name: name or None),
            tuple((_one_word(key), tidy(text)) for key, text in tags if tidy(text)),
        )
        self._resources = resources
        self._by_hand = by_hand
        self._clocks = Clocks.full(self.values, untimed=untimed)
        self._faces = (-1, self._clocks, NO_CLOCKS)  # the last that were shown, and when
        self._now: int | None = None  # of the last event, in ms; None before the start
        self._past = [self._position]  # the position at each ply, as it opened
        self._entries: list[Entry] = []  # of the record, as far as revealed
        self._sealed: list[Entry] = []  # likewise, of the question that is open
        self._answers: dict[str, tuple[int, str]] = {}  # each actor's last submission, or deal by hand: ply and canonical text
        self._stories: dict[Eye, _Story] = {}

    # --- Looking

    @property
    def started(self) -> bool:
        """Whether `start` has been called, or replayed."""
        return self._now is not None

    @property
    def ply(self) -> int:
        """The number of the question that is open, from 0."""
        return self._position.ply

    @property
    def over(self) -> Over | None:
        """How the match ended; None while it runs."""
        return self._position.over

    @property
    def paused(self) -> bool:
        """Whether the clocks are stopped."""
        return self._clocks.paused_at is not None

    @property
    def commitment(self) -> str:
        """What the dealer is bound to, in hexadecimal digits (docs/dealing.md)."""
        return self.dealer.commitment

    def deadline(self) -> int | None:
        """The first ms at which `expire` has something to do, if nothing comes in before; None where it never will have."""
        if self._now is not None and isinstance(self._position.pending, Deals) and not self._by_hand:
            return self._now  # the journal ended between a turn and the deal that follows it
        return self._clocks.deadline()

    def seen(self, eye: Eye, now: int) -> Seen:
        """Everything that this eye may know now. This, `recall` and `story` are the one exit: a position holds secrets and never leaves."""
        now = self._at(now)
        shown_at, clocks, faces = self._faces
        if shown_at != now or clocks is not self._clocks:  # all eyes look at one moment, one after the other
            faces = self._clocks.faces(now)
            self._faces = (now, self._clocks, faces)
        return look(self._position, eye, faces, self.paused)

    def story(self, eye: Eye, since: int = 0) -> Sequence[AnyBeat]:
        """What this eye has been told of the match so far, without the first `since` beats.

        The beats of the last turn, and of the deals after it, have their views; older ones are words.
        """
        self.tell_on(eye, self.ply)
        return self._stories[eye].beats[since:]

    def tell_on(self, eye: Eye, plies: int) -> bool:
        """Makes up to so many more questions of an eye's story ready, for whoever cannot wait for all of a long one at once.

        Returns: whether `story` has nothing left to do.
        """
        story = self._stories.get(eye)
        if story is None:
            story = self._stories[eye] = _Story(0, self._view(0, eye))
        end = min(self.ply, story.ply + plies)
        while story.ply < end:
            if isinstance(self._past[story.ply].pending, Ask):
                story.fade()
            after = self._view(story.ply + 1, eye)
            story.beats.extend(self.game.narrate(story.view, after))
            story.ply, story.view = story.ply + 1, after
        return story.ply == self.ply

    def recall(self, eye: Eye, ply: int) -> tuple[Seen, Sequence[AnyBeat]]:
        """What this eye saw as question `ply` opened, without clocks, and what it had just been told; raises LookupError."""
        if not 0 <= ply <= self.ply:
            raise LookupError(f"there was no question {ply}; there are 0 to {self.ply}")
        seen = look(self._past[ply].bare(), eye)
        return seen, self.game.narrate(self._view(ply - 1, eye), seen.view) if ply else ()

    def record(self) -> str:
        """The match so far as a canonical record, without anything that is sealed or was never revealed.

        It holds what the players may not know of each other while they play: it is for after the end.
        """
        return write(Record(self._header, tuple(self._entries)))

    # --- Verbs

    def start(self, now: int) -> tuple[Event, ...]:
        """Begins the match: the first deals fall, unless by hand, and the first clocks run."""
        assert not self.started, "the match was started already"
        started = Started(now)
        self._start(started)
        return (started, *self._deal(now))

    def submit(self, seat: Seat, text: str, ply: int, now: int) -> tuple[Event, ...]:
        """A player answers.

        Args:
            seat: who.
            text: in any spelling; `resign` gives up, whatever the ply.
            ply: of the question that is answered. The same answer to the same question again is acknowledged again, by no events.
            now: when it came in.

        Raises: Malformed, Illegal, Late.
        """
        now = self._at(now)
        if self._answered(seat, text, ply):
            return ()
        if lower(text.strip(" \t")) == RESIGN:
            return self.resign(seat, now)
        if self.over is None:
            self._check_in_time(seat, ply, now)
        position, canonical = self._position.accept(seat, text, By.PLAYER, self._resources)
        submitted = Submitted(now, seat, ply, canonical)
        self._submitted(submitted, position)
        return (submitted, *self._deal(now))

    def deal(self, text: str, ply: int, now: int) -> tuple[Event, ...]:
        """The host of a match that is dealt by hand deals what is due.

        Args:
            text: of the deal, in any spelling, without the actor.
            ply: of the question that it answers; the same deal for the same one again is acknowledged again, by no events.
            now: when it came in.

        Raises: Malformed, Illegal, Late.
        """
        now = self._at(now)
        if self._answered(DEAL, text, ply):
            return ()
        if not self._by_hand:
            raise Illegal("nobody deals by hand here", self.variant.submitting)
        if self.over is None:
            self._check_open(ply)
        position, canonical = self._position.accept(DEAL, text, By.PLAYER)
        dealt = Dealt(now, canonical)
        self._dealt(dealt, position)
        return (dealt,)

    def expire(self, now: int) -> tuple[Event, ...]:
        """Enters `timeout` for every seat whose time is up, in the order in which it ran out, and whatever deal is due."""
        now = self._at(now)
        if self.paused:
            return ()
        events: list[Event] = []
        for seat in self._clocks.late(now):
            timed_out = TimedOut(now, seat, self.ply)
            self._timed_out(timed_out)
            events.append(timed_out)
        return (*events, *self._deal(now))

    def resign(self, seat: Seat, now: int) -> tuple[Event, ...]:
        """A player gives up; raises Illegal once the match is over."""
        now = self._at(now)
        position, _ = self._position.accept(seat, RESIGN, By.PLAYER)
        resigned = Resigned(now, seat)
        self._resigned(resigned, position)
        return (resigned, *self._deal(now))

    def pause(self, now: int) -> tuple[Event, ...]:
        """The host stops the clocks, and submissions with them. Whose time was up before has run out of it."""
        now = self._at(now)
        events = self.expire(now)
        if self.paused or self.over is not None:
            return events
        paused = Paused(now)
        self._apply(paused)
        return (*events, paused)

    def resume(self, now: int) -> tuple[Event, ...]:
        """The host lets the clocks run on."""
        now = self._at(now)
        if not self.paused or self.over is not None:
            return ()
        resumed = Resumed(now)
        self._apply(resumed)
        return (resumed,)

    def replay(self, events: Iterable[Event]) -> None:
        """Folds a journal, or its next part, into this match; raises ValueError where an event does not fit what stands before it.

        What was due when the journal ended is done by the next `expire`.
        """
        for number, event in enumerate(events, 1):
            try:
                self._apply(event)
            except (Refusal, _Misfit):  # not quoted: they and the event may hold what is sealed, and this ends in a log
                raise ValueError(f"event {number} of the journal, {kind(event)}, does not fit what stands before it") from None

    # --- Inside

    def _view(self, ply: int, eye: Eye) -> Any:
        """What the eye saw as question `ply` opened. Of the one that is open it is kept, of those before it is not."""
        position = self._past[ply]
        return position.view(eye) if ply == self.ply else self.game.view(position.state, eye)

    def _at(self, now: int) -> int:
        """The moment to reckon with: a clock that was set back does not turn back the match."""
        assert self._now is not None, "the match was not started"
        return max(now, self._now)

    def _check_open(self, ply: int) -> None:
        """Raises Late where this is no answer to the question that is open now."""
        if ply != self.ply:
            raise Late(f"this answers question {ply}, and question {self.ply} is open now")
        if self.paused:
            raise Late("the clocks are stopped; nothing is accepted until the host lets them run on")

    def _check_in_time(self, seat: Seat, ply: int, now: int) -> None:
        """Raises Late where this is no answer to the question that is open for the seat."""
        self._check_open(ply)
        if seat in self._clocks.late(now):
            raise Late("the time for this was up")

    def _answered(self, actor: str, text: str, ply: int) -> bool:
        """Whether this is the actor's last submission or deal once more, perhaps in another spelling."""
        last = self._answers.get(actor)
        if last is None or last[0] != ply:
            return False
        if text == last[1]:
            return True
        position = self._past[ply]
        owed = position.pending.chance if isinstance(position.pending, Deals) else position.decision(Seat(actor))
        try:
            return owed.write(owed.read(text)) == last[1]
        except Refusal:
            return False

    def _deal(self, now: int) -> tuple[Event, ...]:
        """Deals whatever is due, unless the host does."""
        events: list[Event] = []
        while isinstance(self._position.pending, Deals) and not self._by_hand:
            chance = self._position.pending.chance
            dealt = Dealt(now, chance.write(chance.sample(self.dealer.source(len(self._entries) + 1))))
            self._apply(dealt)
            events.append(dealt)
        return tuple(events)

    def _apply(self, event: Event) -> None:
        """One event of the journal, as it was accepted."""
        if isinstance(event, Started):
            _fit(not self.started, "the match was started already")
            self._start(event)
            return
        _fit(self._now is not None and event.at >= self._now, "it comes before the start, or time runs backwards")
        if isinstance(event, Submitted | TimedOut):
            _fit(event.ply == self.ply, f"question {self.ply} is open")
        if isinstance(event, Submitted):
            self._submitted(event, self._position.accept(event.seat, event.text)[0])
        elif isinstance(event, TimedOut):
            self._timed_out(event)
        elif isinstance(event, Dealt):
            self._dealt(event, self._position.accept(DEAL, event.text)[0])
        elif isinstance(event, Resigned):
            self._resigned(event, self._position.accept(event.seat, RESIGN)[0])
        else:
            _fit(self.paused is isinstance(event, Resumed), "the clocks are stopped once, then run on")
            self._now = event.at
            self._clocks = self._clocks.resumed(event.at) if self.paused else self._clocks.paused(event.at)

    def _start(self, event: Started) -> None:
        self._now = event.at
        self._open()

    def _submitted(self, event: Submitted, position: Position) -> None:
        took = self._clocks.took(event.seat, event.at)
        self._answers[event.seat] = (event.ply, event.text)
        self._clocks = self._clocks.closed(event.seat, event.at)
        self._advance(Entry(event.seat.value, event.text, seconds_of(took)), position, event.at)

    def _dealt(self, event: Dealt, position: Position) -> None:
        self._answers[DEAL] = (self.ply, event.text)
        self._advance(Entry(DEAL, event.text), position, event.at)

    def _timed_out(self, event: TimedOut) -> None:
        position, _ = self._position.accept(event.seat, TIMED_OUT, By.CLOCK)
        end = self._clocks.seats[event.seat].last_moment()
        took = self._clocks.took(event.seat, event.at if end is None else min(end, event.at))  # the moment it ran out, not when we noticed
        self._clocks = self._clocks.closed(event.seat, event.at)
        self._advance(Entry(event.seat.value, TIMED_OUT, seconds_of(took)), position, event.at)

    def _resigned(self, event: Resigned, position: Position) -> None:
        self._sealed.clear()  # what waits sealed is void and is not revealed
        self._advance(Entry(event.seat.value, RESIGN), position, event.at)

    def _advance(self, entry: Entry, position: Position, at: int) -> None:
        """The match stands here now."""
        self._now = at
        self._sealed.append(entry)
        opens = position.ply > self.ply
        self._position = position
        if opens:
            self._entries += self._sealed
            self._sealed.clear()
            self._past[-1] = self._past[-1].bare()
            self._past.append(position)
            self._open()

    def _open(self) -> None:
        """The clocks of the question that opens now."""
        assert self._now is not None
        pending = self._position.pending
        if isinstance(pending, Ask):
            asked = {seat: self._position.decision(seat).clock for seat in pending.seats}
            self._clocks = self._clocks.opened(asked, self.values, self._now)
        elif isinstance(pending, Over):
            self._clocks = self._clocks.stopped(self._now)


def _one_word(key: str) -> str:
    """The key of a tag as a record writes it; raises ValueError."""
    if len(key.split()) != 1 or tidy(key) != key:
        raise ValueError(f"the key of a tag is one word, not {key!r}")
    return lower(key)
