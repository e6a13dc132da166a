"""The latest events as one eye saw them, step by step in the order of the rules, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deathmatch.core.game import TIMEOUT, Beat
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import resignation
from deathmatch.core.speech import cached_by_language, called, count, listed, mark, name, say, voiced
from deathmatch.games.five_card_trick import values
from deathmatch.games.five_card_trick.view import Showing, Stage, View


def told(terms: values.Terms, move: values.Move) -> str:
    """`You play Score and Grow.`"""
    if isinstance(move, values.Answer):
        return say("You use Claim Priority.") if move is values.Answer.PRIORITY else say("You do not use Claim Priority.")
    mine, _, parts = _texts(terms, move)
    return say(mine, **parts)


def _texts(terms: values.Terms, move: values.Submission) -> tuple[str, str, dict[str, str]]:
    """The sentence of a submission as its player reads it, as others do, and the values in it."""
    cards = listed(parts(terms, move))
    items = listed([values.item_title(item) for item in move.items])
    mine, theirs = mark("You play {cards}."), mark("{player} plays {cards}.")
    if items and cards:
        mine, theirs = mark("You use {items} and play {cards}."), mark("{player} uses {items} and plays {cards}.")
    elif items:
        mine, theirs = mark("You use {items} and play no card."), mark("{player} uses {items} and plays no card.")
    elif not cards:
        mine, theirs = mark("You play no card."), mark("{player} plays no card.")
    return mine, theirs, {"cards": cards, "items": items}


def submitted(terms: values.Terms, move: values.Submission) -> str:
    """`Score and Block (naming Steal)`, after the items that were used."""
    items = [values.item_title(item) for item in move.items]
    return listed([*items, *parts(terms, move)]) or say("no card")


def parts(terms: values.Terms, move: values.Submission) -> list[str]:
    """The cards of a submission, one by one."""
    return [_part(terms, move, card, mark("{card} (naming {named})")) for card in sorted(set(move.cards))]


def _part(terms: values.Terms, move: values.Submission, card: values.Card, naming: str) -> str:
    """A card of a submission, with all copies of it."""
    title = terms.title(card)
    if card is values.Card.BLOCK and move.names is not None:
        title = say(naming, card=title, named=terms.title(move.names))
    return say("{card} twice", card=title) if move.cards.count(card) > 1 else title


def added(now: View) -> str:
    """In the first round that a tie has added, how many those are (R25); empty in every other round."""
    a, b = now.sides.map(lambda side: side.chips)
    past, left = now.round - 1 - now.terms.rounds, now.ends_after - now.round + 1
    if past < 0 or past % now.terms.extension or a != b:
        return ""
    return count("Both have {chips}: {number} more round.", "Both have {chips}: {number} more rounds.", left, chips=values.chips(a))


# --- The latest events as one eye saw them, in words and views, step by step in the order of the rules (R15 to R25)


_NOBODY = BySeat(0, 0)


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    beats = _narrated(before.at, after.at)
    return [beat if beat.view is None else replace(beat, view=_seen(beat.view, after)) for beat in beats]


def _seen(moment: View, after: View) -> View:
    """A moment as the eye of `after` sees it: that view itself if it shows the same."""
    return after if moment.showing is None and moment == after.at else replace(moment, eye=after.eye)


@cached_by_language(maxsize=256)  # the eyes of a table ask one right after another
def _narrated(before: View, after: View) -> Sequence[Beat[View]]:
    """The same for every eye."""
    narrator = _Narrator(before, after)
    if before.outcome is None and (resigned := resignation(after.outcome)) is not None:
        narrator.resigned(*resigned)
    elif before.answering is not None and after.answering is None:
        narrator.answer(before.answering)
    elif before.window is not None and after.last is not None and after.last.priority is not None and after.last.number < before.round:
        narrator.answer(before.window)
    elif after.replays > before.replays:
        narrator.replay()
    elif after.last is not None and (before.last is None or after.last.number > before.last.number):
        narrator.resolution(after.last)
    return narrator.beats


class _Narrator:
    """Goes through the steps, and has the table go with them."""

    def __init__(self, before: View, after: View) -> None:
        self._before, self._after = before, after
        self._terms: values.Terms = before.terms
        self._now = replace(before, window=None)
        self._told: View | None = None
        self._heads = before.replays == 0 and before.answering is None  # whether the first beat begins a round
        self.beats: list[Beat[View]] = []

    # --- The four things that can happen

    def resigned(self, words: str, notation: str) -> None:
        """R14."""
        self._arrive()
        self._say(words, notation)

    def replay(self) -> None:
        """R12."""
        self._say(voiced(Seat.A, mark("You run out of time."), mark("{player} runs out of time.")), f"{Seat.A} {TIMEOUT.value}")
        self._arrive()
        mine = mark("You run out of time too: round {round} is played again.")
        again = voiced(Seat.B, mine, mark("{player} runs out of time too: round {round} is played again."), round=self._after.round)
        self._say(again, f"{Seat.B} {TIMEOUT.value}")

    def answer(self, holder: Seat) -> None:
        """R11."""
        last = certain(self._after.last)
        assert last.answer is not None
        self._heads = False
        notation = f"{holder} {last.answer.value}"
        if last.priority is holder:
            self._step(Stage.PRIORITY, _NOBODY.put(holder, values.bit(values.Card.CLAIM)), last=last, answering=None, pot=0)
            self._put(holder, chips=self._now.sides[holder].chips + last.prize, items=self._after.sides[holder].items)
            mine = mark("You use Claim Priority and take the pot: {chips}.")
            theirs = mark("{player} uses Claim Priority and takes the pot: {chips}.")
            self._say(voiced(holder, mine, theirs, chips=values.chips(last.prize)), notation)
            self._refill()
        else:
            mine = mark("You pass and keep Claim Priority. The pot stays.")
            theirs = mark("{player} passes and keeps Claim Priority. The pot stays.")
            if last.answer is TIMEOUT:
                mine = mark("You run out of time and keep Claim Priority. The pot stays.")
                theirs = mark("{player} runs out of time and keeps Claim Priority. The pot stays.")
            self._say(voiced(holder, mine, theirs), notation)
        if self._before.window is None:
            self._close()
        else:  # as-written W5
            self._arrive()
            text = mark("Both choose their cards for round {number} again; cards that were submitted are void.")
            self._say(say(text, number=self._after.round))

    def resolution(self, done: values.Round) -> None:
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

    def _reveal(self, done: values.Round) -> None:
        self._step(Stage.REVEAL, done.played.map(values.mask_of), last=done)
        for seat in SEATS:
            self._put(seat, items=self._after.sides[seat].items)
        for seat in SEATS:
            self._say(self._played(done, seat), f"{seat} {self._terms.text(done.moves[seat])}", self._brief(done, seat))
        for seat in SEATS:
            if done.struck[seat]:
                self._step(Stage.REVEAL, _NOBODY.put(seat, done.struck[seat]))
                self._say(self._strike(done, seat))

    def _played(self, done: values.Round, seat: Seat) -> str:
        move = done.moves[seat]
        if not isinstance(move, values.Submission):
            return voiced(seat, mark("You run out of time and play no card."), mark("{player} runs out of time and plays no card."))
        mine, theirs, parts = _texts(self._terms, move)
        return voiced(seat, mine, theirs, **parts)

    def _brief(self, done: values.Round, seat: Seat) -> str:
        """`Ann: Score, Block (Steal).`; empty after a time-out, whose sentence is short enough."""
        move = done.moves[seat]
        if not isinstance(move, values.Submission):
            return ""
        parts = [
            *map(values.item_title, move.items),
            *[_part(self._terms, move, card, mark("{card} ({named})")) for card in sorted(set(move.cards))],
        ]
        return voiced(seat, mark("You: {cards}."), mark("{player}: {cards}."), cards=", ".join(parts) or say("no card"))

    def _strike(self, done: values.Round, seat: Seat) -> str:
        """R13, with the reasons."""
        move, barred = done.moves[seat], self._before.barred(seat)
        assert isinstance(move, values.Submission)
        three = [self._terms.title(card) for card in values.MASKS[done.struck[seat] & barred.three]]
        reasons = [say("{card} for the third round in a row", card=card) for card in three]
        if barred.pair(values.mask_of(move.cards)):
            reasons.append(say("the same pair as in the last round"))
        titles = [self._terms.title(card) for card in values.MASKS[done.struck[seat]]]
        mine, theirs = mark("Your {cards} cannot count: {reasons}."), mark("{player}'s {cards} cannot count: {reasons}.")
        return voiced(seat, mine, theirs, cards=listed(titles), reasons=listed(reasons))

    def _lights(self, done: values.Round) -> None:
        new = BySeat.of(lambda seat: values.mask_of(done.played[seat]) & ~self._before.sides[seat].lights)
        if new == _NOBODY:
            return
        self._step(Stage.LIGHTS, new)
        for seat in SEATS:
            self._put(seat, lights=self._now.sides[seat].lights | new[seat])
        cards = new.map(lambda mask: listed([self._terms.title(card) for card in values.MASKS[mask]]))
        a, b = map(called, SEATS)
        if new.a and new.b:
            self._say(say("Now lit: {a} {a_cards}; {b} {b_cards}.", a=a, a_cards=cards.a, b=b, b_cards=cards.b))
        else:
            self._say(say("Now lit: {player} {cards}.", player=a if new.a else b, cards=cards.a or cards.b))

    def _standing(self, done: values.Round) -> None:
        for card in values.CARDS:
            words = self._fate(done, card)
            if words:
                a, b = done.played.map(values.mask_of)
                self._step(Stage.STANDING, BySeat(a & values.bit(card), b & values.bit(card)))
                self._say(words)

    def _fate(self, done: values.Round, card: values.Card) -> str:
        """R17 for one card, in words; empty if it simply stands or was not played."""
        title = self._terms.title(card)
        copies = done.played.map(lambda cards: cards.count(card))
        blocked = next((seat for seat in SEATS if done.blocked[seat] is card and copies[seat]), None)
        counts, words = blocked is None or self._terms.blocked_collides, list[str]()
        if copies.a and copies.b and counts:
            if copies.a == copies.b:
                if blocked is not None:
                    mine, theirs, yours = (
                        mark("Your {card} is blocked, but still cancels {other}'s."),
                        mark("{player}'s {card} is blocked, but still cancels {other}'s."),
                        mark("{player}'s {card} is blocked, but still cancels yours."),
                    )
                    return voiced(blocked, mine, theirs, yours, card=title)
                if copies.a > 1:
                    return say("Both play {card} twice: the cards cancel each other.", card=title)
                return say("Both play {card}: the cards cancel each other.", card=title)
            more = Seat.A if copies.a > copies.b else Seat.B
            mine, theirs, yours = (
                mark("Your two copies of {card} outnumber {other}'s one."),
                mark("{player}'s two copies of {card} outnumber {other}'s one."),
                mark("{player}'s two copies of {card} outnumber your one."),
            )
            words = [voiced(more, mine, theirs, yours, card=title)]
        if blocked is not None:
            words.append(voiced(blocked, mark("Your {card} is blocked."), mark("{player}'s {card} is blocked."), card=title))
        return " ".join(words)

    def _score_and_grow(self, done: values.Round) -> None:
        for seat in SEATS:
            if done.stood(seat, values.Card.SCORE):
                self._step(Stage.SCORE, _NOBODY.put(seat, values.bit(values.Card.SCORE)))
                self._put(seat, chips=self._now.sides[seat].chips + 1)
                self._say(voiced(seat, mark("You score 1 chip."), mark("{player} scores 1 chip.")))
        for seat in SEATS:
            if done.stood(seat, values.Card.GROW):
                self._step(Stage.GROW, _NOBODY.put(seat, values.bit(values.Card.GROW)), pot=self._now.pot + 1)
                mine, theirs = mark("You grow the pot to {chips}."), mark("{player} grows the pot to {chips}.")
                if self._terms.variation is values.Variation.SETNA:
                    mine, theirs = mark("You raise the pot to {chips}."), mark("{player} raises the pot to {chips}.")
                self._say(voiced(seat, mine, theirs, chips=self._now.pot))

    def _claims(self, done: values.Round) -> None:
        for seat in SEATS:
            if done.stood(seat, values.Card.STEAL) and not (done.taker is seat and done.by is values.Card.STEAL):
                self._step(Stage.POT, _NOBODY.put(seat, values.bit(values.Card.STEAL)))
                mine, theirs = mark("Your Steal finds no Claim to steal from."), mark("{player}'s Steal finds no Claim to steal from.")
                self._say(voiced(seat, mine, theirs))
        if done.taker is None or done.by is None:
            return
        masks = _NOBODY.put(done.taker, values.bit(done.by))
        if done.by is values.Card.STEAL:
            masks = masks.put(done.taker.other, values.bit(values.Card.CLAIM))
        self._step(Stage.POT, masks, pot=0)
        self._put(done.taker, chips=self._now.sides[done.taker].chips + done.took)
        texts = (
            mark("You steal the pot from {other}: {chips}."),
            mark("{player} steals the pot from {other}: {chips}."),
            mark("{player} steals the pot from you: {chips}."),
        )
        if done.by is values.Card.CLAIM:
            texts = mark("You claim the pot: {chips}."), mark("{player} claims the pot: {chips}."), ""
        self._say(voiced(done.taker, *texts, chips=values.chips(done.took)))
        self._refill()

    def _refill(self) -> None:
        """R21."""
        self._step(Stage.REFILL, _NOBODY, pot=1)
        self._say(say("The empty pot is refilled with 1 chip."))

    def _block(self, done: values.Round) -> None:
        for seat in SEATS:
            self._put(seat, blocked=self._after.sides[seat].blocked)
        for seat in SEATS:
            named = self._after.sides[seat.other].blocked
            if done.stood(seat, values.Card.BLOCK) and named is not None:
                self._step(Stage.BLOCK, _NOBODY.put(seat, values.bit(values.Card.BLOCK)).put(seat.other, values.bit(named)))
                mine, theirs, yours = (
                    mark("You block {other}'s {card} for the next round."),
                    mark("{player} blocks {other}'s {card} for the next round."),
                    mark("{player} blocks your {card} for the next round."),
                )
                self._say(voiced(seat, mine, theirs, yours, card=self._terms.title(named)))

    def _five(self, done: values.Round) -> None:
        for seat in SEATS:
            if done.full[seat]:
                self._step(Stage.FIVE, _NOBODY.put(seat, sum(values.bit(card) for card in values.CARDS)))
                self._put(seat, chips=self._now.sides[seat].chips + 1, lights=0)
                mine = mark("You have all five lights on and get 1 chip. The lights go off.")
                self._say(voiced(seat, mine, mark("{player} has all five lights on and gets 1 chip. The lights go off.")))

    def _close(self) -> None:
        """The window of Claim Priority, or the count (R25)."""
        after = self._after
        self._arrive()
        a, b = after.sides.map(lambda side: side.chips)
        stands = {"a": called(Seat.A), "a_chips": a, "b": called(Seat.B), "b_chips": b, "pot": after.pot}
        brief = say("Chips: {a} {a_chips}, {b} {b_chips}, pot {pot}.", **stands)
        if after.answering is not None:
            mine = mark("Both played the same number of Claim cards: you may use Claim Priority.")
            theirs = mark("Both played the same number of Claim cards: {player} may use Claim Priority.")
            self._say(voiced(after.answering, mine, theirs))
        elif after.outcome is not None:
            end = self._end(a, b)
            self._say(end, brief=end)
        elif after.ends_after > self._before.ends_after:
            self._say(added(after), brief=brief)
        else:
            text = mark("Chips after round {round}: {a} {a_chips}, {b} {b_chips}, pot {pot}.")
            self._say(say(text, round=self._before.round, **stands), brief=brief)
        if after.window is not None:  # as-written W5
            mine = mark("Both played the same number of Claim cards: you may use Claim Priority until the next round ends.")
            theirs = mark("Both played the same number of Claim cards: {player} may use Claim Priority until the next round ends.")
            self._say(voiced(after.window, mine, theirs))

    def _end(self, a: int, b: int) -> str:
        outcome = certain(self._after.outcome)
        assert outcome.winner is not None
        if outcome.reason == "chips":
            mine = mark("The match ends after round {round}: you win {most} to {fewest}.")
            theirs = mark("The match ends after round {round}: {winner} wins {most} to {fewest}.")
        elif outcome.reason == "tie_items" and self._terms.unused_items:
            mine = mark("The match ends after round {round} with {chips} each: you have more unspent items and win.")
            theirs = mark("The match ends after round {round} with {chips} each: {winner} has more unspent items and wins.")
        elif outcome.reason == "tie_items":
            mine = mark("The match ends after round {round} with {chips} each: you received more items and win.")
            theirs = mark("The match ends after round {round} with {chips} each: {winner} received more items and wins.")
        else:
            mine = mark("The match ends after round {round} with {chips} each: you win the tie.")
            theirs = mark("The match ends after round {round} with {chips} each: {winner} wins the tie.")
        found = {"winner": name(outcome.winner), "chips": values.chips(a), "most": max(a, b), "fewest": min(a, b)}
        return voiced(outcome.winner, mine, theirs, round=self._after.round, **found)

    # --- Small changes to what is shown

    def _arrive(self) -> None:
        """All is as it will stay."""
        self._now = self._after

    def _step(self, stage: Stage, now: BySeat[int], **changes: Any) -> None:
        self._now = replace(self._now, showing=Showing(stage, now), **changes)

    def _put(self, seat: Seat, **changes: Any) -> None:
        sides = self._now.sides
        self._now = replace(self._now, sides=sides.put(seat, replace(sides[seat], **changes)))

    def _say(self, words: str, notation: str = "", brief: str = "") -> None:
        """One beat; the first one of a round carries its heading, and a view comes only if something changed."""
        first = not self.beats and self._heads
        view = None if self._told == self._now else self._now
        self._told = self._now
        heading = say("Round {number}", number=self._before.round) if first else ""
        self.beats.append(Beat(words, notation, view, heading, brief=brief or (words if notation else "")))
