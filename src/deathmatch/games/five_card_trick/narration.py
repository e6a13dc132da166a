"""The latest events as one eye saw them, in words and views, step by step in the order of the rules (R15 to R25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from deathmatch.core.game import TIMEOUT, Beat
from deathmatch.core.listing import listed
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.wording import name, resignation
from deathmatch.games.five_card_trick.values import (
    CARDS,
    ITEM_TITLES,
    MASKS,
    Card,
    Item,
    Round,
    Submission,
    Terms,
    Variation,
    bit,
    mask_of,
)
from deathmatch.games.five_card_trick.view import Moment, Showing, Stage, View

_NOBODY = BySeat(0, 0)


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    return [Beat(beat.words, beat.notation, _seen(beat.view, after), beat.heading) for beat in _narrated(before.at, after.at)]


def _seen(moment: Moment | None, after: View) -> View | None:
    """A moment as the eye of `after` sees it: that view itself if it shows the same."""
    return None if moment is None else after if moment.showing is None and moment == after.at else View(after.eye, moment)


@lru_cache(maxsize=256)  # the eyes of a table ask one right after another
def _narrated(before: Moment, after: Moment) -> Sequence[Beat[Moment]]:
    """The same for every eye."""
    narrator = _Narrator(before, after)
    if before.outcome is None and (resigned := resignation(after.outcome)) is not None:
        narrator.resigned(*resigned)
    elif before.answering is not None and after.answering is None:
        narrator.answer(before.answering)
    elif after.replays > before.replays:
        narrator.replay()
    elif after.last is not None and (before.last is None or after.last.number > before.last.number):
        narrator.resolution(after.last)
    return narrator.beats


def _chips(number: int) -> str:
    return f"{number} chip{'' if number == 1 else 's'}"


class _Narrator:
    """Goes through the steps; the pieces of the present view are kept apart and joined for each beat."""

    def __init__(self, before: Moment, after: Moment) -> None:
        self._before, self._after = before, after
        self._terms: Terms = before.terms
        self._now = before  # for all that is not kept here
        self._last, self._pot, self._sides, self._answering = before.last, before.pot, before.sides, before.answering
        self._showing: Showing | None = None
        self._told: Moment | None = None
        self.beats: list[Beat[Moment]] = []

    # --- The four things that can happen

    def resigned(self, words: str, notation: str) -> None:
        """R14."""
        self._arrive()
        self._say(words, notation)

    def replay(self) -> None:
        """R12."""
        self._say(f"{name(Seat.A)} runs out of time.", f"{Seat.A} {TIMEOUT.value}")
        self._arrive()
        again = f"{name(Seat.B)} runs out of time too: round {self._after.round} is played again."
        self._say(again, f"{Seat.B} {TIMEOUT.value}")

    def answer(self, holder: Seat) -> None:
        """R11."""
        last = self._after.last
        assert last is not None
        assert last.answer is not None
        notation = f"{holder} {last.answer.value}"
        if last.priority is holder:
            title = ITEM_TITLES[Item.PRIORITY]
            self._step(Stage.PRIORITY, BySeat(0, 0).put(holder, bit(Card.CLAIM)))
            self._last, self._answering, self._pot = last, None, 0
            self._gain(holder, last.prize)
            self._spend(holder)
            self._say(f"{name(holder)} uses {title} and takes the pot: {_chips(last.prize)}.", notation)
            self._refill()
        else:
            how = "runs out of time" if last.answer is TIMEOUT else "passes"
            self._say(f"{name(holder)} {how} and keeps {ITEM_TITLES[Item.PRIORITY]}. The pot stays.", notation)
        self._close()

    def resolution(self, done: Round) -> None:
        """R15 to R25."""
        self._reveal(done)
        self._lights(done)
        self._standing(done)
        self._score_and_grow(done)
        self._claims(done)
        self._block(done)
        self._five(done)
        self._close()

    # --- The steps

    def _reveal(self, done: Round) -> None:
        self._last = done
        self._step(Stage.REVEAL, done.played.map(mask_of))
        for seat in SEATS:
            self._spend(seat)
        for seat in SEATS:
            self._say(f"{name(seat)} {self._played(done, seat)}.", f"{seat} {self._terms.text(done.moves[seat])}")
        for seat in SEATS:
            if done.struck[seat]:
                self._step(Stage.REVEAL, _NOBODY.put(seat, done.struck[seat]))
                self._say(self._strike(done, seat))

    def _played(self, done: Round, seat: Seat) -> str:
        move = done.moves[seat]
        if not isinstance(move, Submission):
            return "runs out of time and plays no card"
        parts = []
        for card in sorted(set(move.cards)):
            title = self._terms.title(card)
            if card is Card.BLOCK and move.names is not None:
                title += f" (naming {self._terms.title(move.names)})"
            parts.append(f"{title} twice" if move.cards.count(card) > 1 else title)
        plays = f"plays {listed(parts)}" if parts else "plays no card"
        if move.items:
            return f"uses {listed([ITEM_TITLES[item] for item in move.items])} and {plays}"
        return plays

    def _strike(self, done: Round, seat: Seat) -> str:
        """R13, with the reasons."""
        move, barred = done.moves[seat], self._before.barred(seat)
        assert isinstance(move, Submission)
        reasons = [f"{self._terms.title(card)} for the third round in a row" for card in MASKS[done.struck[seat] & barred.three]]
        if barred.pair(mask_of(move.cards)):
            reasons.append("the same pair as in the last round")
        titles = [self._terms.title(card) for card in MASKS[done.struck[seat]]]
        return f"{name(seat)}'s {listed(titles)} {'does' if len(titles) == 1 else 'do'} not count: {listed(reasons)}."

    def _lights(self, done: Round) -> None:
        new = BySeat.of(lambda seat: mask_of(done.played[seat]) & ~self._before.sides[seat].lights)
        if new == _NOBODY:
            return
        self._step(Stage.LIGHTS, new)
        parts = []
        for seat in SEATS:
            self._put(seat, lights=self._sides[seat].lights | new[seat])
            if new[seat]:
                parts.append(f"{name(seat)} {listed([self._terms.title(card) for card in MASKS[new[seat]]])}")
        self._say(f"Lights go on: {'; '.join(parts)}.")

    def _standing(self, done: Round) -> None:
        for card in CARDS:
            words = self._fate(done, card)
            if words:
                a, b = done.played.map(mask_of)
                self._step(Stage.STANDING, BySeat(a & bit(card), b & bit(card)))
                self._say(f"{words}.")

    def _fate(self, done: Round, card: Card) -> str:
        """R17 for one card, in words; empty if it simply stands or was not played."""
        title = self._terms.title(card)
        copies = done.played.map(lambda cards: cards.count(card))
        blocked = next((seat for seat in SEATS if done.blocked[seat] is card and copies[seat]), None)
        counts = blocked is None or self._terms.blocked_collides
        if copies.a and copies.b and counts:
            if copies.a == copies.b:
                if blocked is not None:
                    return f"{name(blocked)}'s {title} is blocked, but still cancels {name(blocked.other)}'s"
                return f"Both play {title}{' twice' if copies.a > 1 else ''}: the cards cancel each other"
            more = Seat.A if copies.a > copies.b else Seat.B
            outnumbers = f"{name(more)}'s two copies of {title} outnumber {name(more.other)}'s one"
            return outnumbers if blocked is None else f"{outnumbers}; {name(blocked)}'s {title} is blocked"
        return f"{name(blocked)}'s {title} is blocked" if blocked is not None else ""

    def _score_and_grow(self, done: Round) -> None:
        for seat in SEATS:
            if done.stood(seat, Card.SCORE):
                self._step(Stage.SCORE, _NOBODY.put(seat, bit(Card.SCORE)))
                self._gain(seat, 1)
                self._say(f"{name(seat)} scores {_chips(1)}.")
        for seat in SEATS:
            if done.stood(seat, Card.GROW):
                self._step(Stage.GROW, _NOBODY.put(seat, bit(Card.GROW)))
                self._pot += 1
                verb = "raises" if self._terms.variation is Variation.SETNA else "grows"
                self._say(f"{name(seat)} {verb} the pot to {self._pot}.")

    def _claims(self, done: Round) -> None:
        steal = self._terms.title(Card.STEAL)
        for seat in SEATS:
            if done.stood(seat, Card.STEAL) and not (done.taker is seat and done.by is Card.STEAL):
                self._step(Stage.POT, _NOBODY.put(seat, bit(Card.STEAL)))
                self._say(f"{name(seat)}'s {steal} finds no {self._terms.title(Card.CLAIM)} to steal from.")
        if done.taker is None or done.by is None:
            return
        masks = _NOBODY.put(done.taker, bit(done.by))
        if done.by is Card.STEAL:
            masks = masks.put(done.taker.other, bit(Card.CLAIM))
        self._step(Stage.POT, masks)
        self._gain(done.taker, done.took)
        self._pot = 0
        how = "claims the pot" if done.by is Card.CLAIM else f"steals the pot from {name(done.taker.other)}"
        self._say(f"{name(done.taker)} {how}: {_chips(done.took)}.")
        self._refill()

    def _refill(self) -> None:
        """R21."""
        self._step(Stage.REFILL, _NOBODY)
        self._pot = 1
        self._say("The empty pot is refilled with 1 chip.")

    def _block(self, done: Round) -> None:
        for seat in SEATS:
            if self._sides[seat].blocked is not self._after.sides[seat].blocked:
                self._put(seat, blocked=self._after.sides[seat].blocked)
        for seat in SEATS:
            named = self._after.sides[seat.other].blocked
            if done.stood(seat, Card.BLOCK) and named is not None:
                self._step(Stage.BLOCK, _NOBODY.put(seat, bit(Card.BLOCK)).put(seat.other, bit(named)))
                self._say(f"{name(seat)} blocks {name(seat.other)}'s {self._terms.title(named)} for the next round.")

    def _five(self, done: Round) -> None:
        for seat in SEATS:
            if done.full[seat]:
                self._step(Stage.FIVE, _NOBODY.put(seat, sum(bit(card) for card in CARDS)))
                self._gain(seat, 1)
                self._put(seat, lights=0)
                self._say(f"{name(seat)} has all five lights on and gets {_chips(1)}. The lights go off.")

    def _close(self) -> None:
        """The window of Claim Priority, or the count (R25)."""
        after = self._after
        self._arrive()
        a, b = after.sides.map(lambda side: side.chips)
        round_ = self._before.round
        if after.answering is not None:
            title = self._terms.title(Card.CLAIM)
            self._say(f"Both played the same number of {title} cards: {name(after.answering)} may use {ITEM_TITLES[Item.PRIORITY]}.")
        elif after.outcome is not None:
            self._say(self._end(a, b))
        elif after.ends_after > self._before.ends_after:
            more = after.ends_after - round_
            rounds = f"{more} more round{' is' if more == 1 else 's are'} played"
            self._say(f"After round {round_} both have {_chips(a)}: {rounds}, then the chips are compared again.")
        else:
            self._say(f"Chips after round {round_}: {name(Seat.A)} {a}, {name(Seat.B)} {b}, pot {after.pot}.")

    def _end(self, a: int, b: int) -> str:
        outcome = self._after.outcome
        assert outcome is not None
        assert outcome.winner is not None
        winner = name(outcome.winner)
        if outcome.reason == "chips":
            return f"The match ends after round {self._after.round}: {winner} wins {max(a, b)} to {min(a, b)}."
        why = "has more items and wins" if outcome.reason == "tie_items" else "wins the tie"
        return f"The match ends after round {self._after.round} with {_chips(a)} each: {winner} {why}."

    # --- Small changes to what is shown

    def _arrive(self) -> None:
        """All is as it will stay."""
        after = self._now = self._after
        self._last, self._pot, self._sides, self._answering = after.last, after.pot, after.sides, after.answering
        self._showing = None

    def _step(self, stage: Stage, now: BySeat[int]) -> None:
        self._showing = Showing(stage, now)

    def _put(self, seat: Seat, *, lights: int | None = None, blocked: Card | None = None) -> None:
        side = self._sides[seat]
        side = replace(side, blocked=blocked) if lights is None else replace(side, lights=lights)
        self._sides = self._sides.put(seat, side)

    def _gain(self, seat: Seat, chips: int) -> None:
        side = self._sides[seat]
        self._sides = self._sides.put(seat, replace(side, chips=side.chips + chips))

    def _spend(self, seat: Seat) -> None:
        items = self._after.sides[seat].items
        if items != self._sides[seat].items:
            self._sides = self._sides.put(seat, replace(self._sides[seat], items=items))

    def _moment(self) -> Moment:
        """The table here."""
        now = self._now
        if self._showing is None and now is self._after:
            return now
        return Moment(
            now.terms,
            now.round,
            now.ends_after,
            now.replays,
            self._pot,
            self._sides,
            self._last,
            self._answering,
            now.outcome,
            self._showing,
        )

    def _say(self, words: str, notation: str = "") -> None:
        """One beat; the first one of a round carries its heading, and a view comes only if something changed."""
        first = not self.beats and self._before.replays == 0 and self._before.answering is None
        shown = self._moment()
        view = None if self._told == shown else shown
        self._told = shown
        self.beats.append(Beat(words, notation, view, f"Round {self._before.round}" if first else ""))
