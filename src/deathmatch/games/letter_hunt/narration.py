"""The latest events as one eye saw them, in words. A seat reads of its own letters, and of the other seat's only once they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deathmatch.core.game import TIMEOUT, Beat
from deathmatch.core.seats import SEATS, Onlooker, Seat
from deathmatch.core.wording import name, resignation
from deathmatch.games.letter_hunt.values import HAND, OFFER, SKIP, Phase, Turn, Verb, without
from deathmatch.games.letter_hunt.view import QUESTIONS, UNSEEN, View, learned, listed


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if before == after:
        return ()
    narrator = _Narrator(before, after)
    narrator.go()
    return narrator.beats


class _Narrator:
    """Narrates by the question that was open before."""

    def __init__(self, before: View, after: View) -> None:
        self._before, self._after = before, after
        self.beats: list[Beat[View]] = []

    def go(self) -> None:
        """All beats of the one event between the two views."""
        outcome = self._after.outcome
        if (resigned := resignation(outcome)) is not None:
            words, notation = resigned
            self._say(words + self._left(), notation)
            return
        if outcome is not None and outcome.reason == "timeout" and outcome.winner is not None:
            loser = outcome.winner.other
            self._say(f"{name(loser)} runs out of time.", f"{loser} {TIMEOUT.value}")
        elif self._before.phase in (Phase.TURN, Phase.HINT, Phase.LOSE, Phase.LOST):
            self._in_turn()
        else:
            self._set_up()
        if outcome is not None:
            self._end()

    # --- The set-up

    def _set_up(self) -> None:
        match self._before.phase:
            case Phase.FIRST | Phase.COIN:
                self._first()
            case Phase.HANDS:
                self._dealt(f"Both are dealt {HAND} letters", "You are dealt")
            case Phase.OFFER:
                self._dealt(f"Both are offered {OFFER} letters", "You are offered")
            case Phase.HOLD:
                self._held()
            case Phase.REDRAW:
                self._redrawn()
            case Phase.ONLOOKERS:
                self._onlookers()
            case Phase.PICK:
                self._picked()
            case _:
                assert self._before.phase is Phase.PICKED
                own = self._after.own
                given = own is not None and own.late
                self._say(
                    f"Chance picks for you: {listed(own.hand)}." if own is not None and given else "Chance has picked the missing letters."
                )
        if self._after.phase is Phase.TURN and self._after.active is not None:
            self._say(f"The hands are complete: {name(self._after.active)} takes the first turn.")

    def _first(self) -> None:
        """R2."""
        before, after = self._before, self._after
        assert after.first is not None
        starts = f"{name(after.first)} takes the first turn"
        chooser = before.terms.chooser
        if chooser is None:
            self._say(f"The coin decides: {starts}.", f"deal first {after.first}")
        elif after.defaulted:
            self._say(f"{name(chooser)} runs out of time, so {starts}.", f"{chooser} {TIMEOUT.value}")
        else:
            self._say(f"{name(chooser)} chooses: {starts}.", f"{chooser} first {after.first}")

    def _dealt(self, both: str, own: str) -> None:
        """R3, R7."""
        mine = self._after.own
        self._say(f"{both}." if mine is None else f"{own} {listed(mine.dealt[-1])}.")

    def _held(self) -> None:
        """R4: nothing about the other seat, not even the number."""
        own, eye = self._after.own, self._after.eye
        if own is None:
            self._say("Both have chosen the letters to keep.")
        elif own.late:
            self._say(f"You run out of time and keep all {HAND} letters.", f"{eye} {TIMEOUT.value}")
        else:
            kept = own.kept[-1]
            gone = without(own.hand, kept)
            self._say(f"You keep {listed(kept)} and give up {listed(gone)}.", f"{eye} {Verb.HOLD} {kept or '-'}")

    def _redrawn(self) -> None:
        """R5."""
        own = self._after.own
        if own is None:
            self._say(f"Both hands are refilled to {HAND} letters.")
        elif own.dealt[-1]:
            self._say(f"You get {listed(own.dealt[-1])}; your hand is {listed(own.hand)}.")
        else:
            self._say(f"You get no new letter; your hand is {listed(own.hand)}.")

    def _onlookers(self) -> None:
        """R6."""
        row, eye = self._after.onlookers, self._after.eye
        number = len(row)
        self._say("An onlooker gets a letter." if number == 1 else f"{number} onlookers get a letter each.")
        seen = [f"{letter} (onlooker {place})" for place, letter in enumerate(row, 1) if letter != UNSEEN]
        if isinstance(eye, Onlooker) and eye.number and seen:
            mine = row[eye.number - 1]
            self._say(f"Your letter is {mine}.")
        if seen and (isinstance(eye, Seat) or len(seen) == number):
            self._say(f"{'You are' if isinstance(eye, Seat) else 'Everybody is'} shown {', '.join(seen)}.")

    def _picked(self) -> None:
        """R8: only the seat itself reads that it did not pick in time."""
        own, eye = self._after.own, self._after.eye
        missing = self._after.phase is Phase.PICKED
        if own is None:
            self._say(
                "The time to pick is over: chance picks the missing letters." if missing else f"Both have picked {HAND} of their letters."
            )
        elif own.late:
            self._say("You run out of time: chance picks for you.", f"{eye} {TIMEOUT.value}")
        else:
            self._say(f"You pick {listed(own.kept[0])}.", f"{eye} {Verb.PICK} {own.kept[0]}")
            if missing:
                self._say("The time to pick is over: chance picks the missing letters.")

    # --- The turns

    def _in_turn(self) -> None:
        turn = self._after.last
        assert turn is not None
        match self._before.phase:
            case Phase.TURN:
                self._turn(turn)
            case Phase.HINT:
                self._hint(turn)
            case Phase.LOSE:
                self._lose(turn)
            case _:
                self._say(f"Chance takes {turn.lost} from {name(turn.seat)}'s hand.", f"deal lose {turn.lost}")

    def _turn(self, turn: Turn) -> None:
        """R9."""
        who = name(turn.seat)
        if turn.action == SKIP:
            self._say(f"{who} runs out of time: the turn is lost.", f"{turn.seat} {TIMEOUT.value}")
            if self._after.phase is Phase.LOST:
                self._say("Words are over, so the lost turn costs a letter. Chance takes it.")
        elif turn.action == Verb.WORD:
            self._say(f"{who} plays {turn.what}.", f"{turn.seat} {Verb.WORD} {turn.what}")
        elif turn.action == Verb.HAND:
            right = "right" if turn.hit else "wrong"
            whole = f"{who} guesses that {name(turn.seat.other)}'s hand is {listed(turn.what)}: {right}."
            self._say(whole, f"{turn.seat} {Verb.HAND} {turn.what}")
        else:
            verdict = f"right, and {name(turn.seat.other)} loses it" if turn.hit else "wrong"
            self._say(f"{who} guesses {turn.what}: {verdict}.", f"{turn.seat} {Verb.GUESS} {turn.what}")
            if self._after.phase is Phase.LOSE:
                self._say(f"The wrong guess costs {who} a letter.")
        if turn.lost:
            self._say(f"{who} loses the last letter, {turn.lost}.")

    def _hint(self, turn: Turn) -> None:
        """R11, R12."""
        assert self._before.last is not None
        seat = self._before.last.asked
        assert seat is not None
        taken = turn.hints[seat]
        assert taken is not None
        if taken.kind is None:
            self._say(f"{name(seat)} runs out of time and gets no hint from {turn.what}.", f"{seat} {TIMEOUT.value}")
        else:
            self._say(f"{name(seat)} asks for the hint “{taken.kind}”: {QUESTIONS[taken.kind]}", f"{seat} {Verb.HINT} {taken.kind}")
        if turn.asked is not None:
            return
        for asker in (turn.seat.other, turn.seat):
            fact, got = learned(self._before.terms, turn, asker), turn.hints[asker]
            if fact and got is not None:
                self._say(f"{name(asker)}'s hint “{got.kind}”: {'yes' if got.result else 'no'}, {fact}.")

    def _lose(self, turn: Turn) -> None:
        """R14."""
        who, seat = name(turn.seat), turn.seat
        before, after = self._before.not_held[seat], self._after.not_held[seat]
        if turn.lost:
            self._say(f"{who} gives up {turn.lost}.", f"{seat} {Verb.LOSE} {turn.lost}")
        elif len(after) > len(before):
            self._say(f"{who} names {after[-1]}, which is not in {who}'s hand, and chooses again.", f"{seat} {Verb.LOSE} {after[-1]}")
        else:
            self._say(f"{who} runs out of time: chance takes a letter.", f"{seat} {TIMEOUT.value}")

    # --- The end

    def _end(self) -> None:
        """R19."""
        outcome = self._after.outcome
        assert outcome is not None
        if outcome.winner is None:
            number = self._before.terms.void_after
            why = f"{'One turn was' if number == 1 else f'{number} turns in a row were'} skipped: nobody wins."
        elif outcome.reason == "hand_empty":
            why = f"{name(outcome.winner.other)} has no letter left: {name(outcome.winner)} wins."
        else:
            why = f"{name(outcome.winner)} wins."
        self._arrive(why + self._left())

    def _left(self) -> str:
        """The letters that are left in the hands, if any."""
        hands = self._after.hands
        assert hands is not None
        parts = [f"{name(seat)} still has {listed(hand)}" for seat, hand in hands.items() if hand]
        return f" {'; '.join(parts)}." if parts else ""

    # --- Beats

    def _say(self, words: str, notation: str = "") -> None:
        """One beat. The first has the view; an end has a beat of its own for the letters that it reveals."""
        view, heading = None, ""
        if not self.beats:
            view, heading = self._view(), self._heading()
        self.beats.append(Beat(words, notation, view, heading))

    def _arrive(self, words: str) -> None:
        """The last beat, with everything that the end reveals."""
        self.beats.append(Beat(words, "", self._after))

    def _view(self) -> View:
        outcome = self._after.outcome
        if outcome is None or outcome.reason == "resign":
            return self._after
        return replace(self._after, outcome=None, hands=None, phase=self._before.phase)

    def _heading(self) -> str:
        """A part begins with the first turn of a round."""
        before = self._before
        return f"Round {before.round}" if before.phase is Phase.TURN and before.turn % len(SEATS) == 1 else ""
