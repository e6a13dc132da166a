"""The latest events as one eye saw them, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deathmatch.core.game import TIMEOUT, Beat
from deathmatch.core.seats import SEATS, BySeat, Onlooker, Seat, certain
from deathmatch.core.simple import resignation
from deathmatch.core.speech import count, mark, name, say, voiced
from deathmatch.games.letter_hunt.values import HAND, OFFER, SKIP, Kind, Move, Phase, Taken, Turn, Verb, without
from deathmatch.games.letter_hunt.view import QUESTIONS, UNSEEN, View, learned, listed


def told(own: Seat, move: Move) -> str:
    """`You play GENIUS.`"""
    match move.verb:
        case Verb.FIRST:
            return say(_STARTS[0]) if Seat(move.what) is own else say(_STARTS[1], player=name(own.other))
        case Verb.HOLD:
            return say("You keep {letters}.", letters=move.what) if move.what else say("You keep no letter.")
        case Verb.PICK:
            return say("You pick {letters}.", letters=move.what)
        case Verb.WORD | Verb.GUESS | Verb.LOSE:
            return say(_DOES[move.verb][0], word=move.what, letter=move.what)
        case Verb.HAND:
            return say("You name the hand {letters}.", letters=move.what)
        case Verb.HINT:
            return say(_ASKS[0], question=say(QUESTIONS[Kind(move.what)]))


_CHOOSES = mark("You choose who starts."), mark("{player} chooses who starts.")
_STARTS = mark("You start."), mark("{player} starts.")
_PLAYS = mark("You play {word}."), mark("{player} plays {word}.")
_GUESSES = mark("You guess {letter}."), mark("{player} guesses {letter}.")
_ASKS = mark("You ask: {question}"), mark("{player} asks: {question}")
_LOSES = mark("You lose {letter}."), mark("{player} loses {letter}.")
_DOES = {Verb.WORD: _PLAYS, Verb.GUESS: _GUESSES, Verb.LOSE: _LOSES}
_LATE = mark("You run out of time."), mark("{player} runs out of time.")
_WINS = mark("You win."), mark("{winner} wins.")


# --- The latest events as one eye saw them, in words. A seat reads of its own letters, and of the other seat's only once they are shown


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
            self._say(self._with_left(words), notation)
            return
        if outcome is not None and outcome.reason == "timeout" and outcome.winner is not None:
            loser = outcome.winner.other
            self._say(voiced(loser, *_LATE), f"{loser} {TIMEOUT.value}")
        elif self._before.phase in (Phase.TURN, Phase.HINT, Phase.LAST, Phase.LOSE, Phase.LOST):
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
                self._dealt(say("Both are dealt {number} letters.", number=HAND), mark("You are dealt {letters}."))
            case Phase.OFFER:
                self._dealt(say("Both are offered {number} letters.", number=OFFER), mark("You are offered {letters}."))
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
                if own is not None and given:
                    self._say(say("Chance picks for you: {letters}.", letters=listed(own.hand)))
                else:
                    self._say(say("Chance has picked the missing letters."))
        if self._after.phase is Phase.TURN and self._after.active is not None:
            self._say(f"{say('The hands are complete.')} {voiced(self._after.active, *_STARTS)}")

    def _first(self) -> None:
        """R2."""
        before, after = self._before, self._after
        assert after.first is not None
        chooser = before.terms.chooser
        if chooser is None:
            why, notation = say("The coin decides."), f"deal first {after.first}"
        elif after.defaulted:
            why, notation = voiced(chooser, *_LATE), f"{chooser} {TIMEOUT.value}"
        else:
            why, notation = voiced(chooser, *_CHOOSES), f"{chooser} first {after.first}"
        self._say(f"{why} {voiced(after.first, *_STARTS)}", notation)

    def _dealt(self, both: str, own: str) -> None:
        """R3, R7."""
        mine = self._after.own
        self._say(both if mine is None else say(own, letters=listed(mine.dealt[-1])))

    def _held(self) -> None:
        """R4: nothing about the other seat, not even the number."""
        own, eye = self._after.own, self._after.eye
        if own is None:
            self._say(say("Both have chosen the letters to keep."))
        elif own.late:
            self._say(say("You run out of time and keep all {number} letters.", number=HAND), f"{eye} {TIMEOUT.value}")
        else:
            kept = own.kept[-1]
            gone = without(own.hand, kept)
            every = mark("You give up all {number} letters.") if gone else mark("You keep all {number} letters.")
            words = mark("You keep {kept} and give up {gone}.") if kept and gone else every
            self._say(say(words, kept=listed(kept), gone=listed(gone), number=HAND), f"{eye} {Verb.HOLD} {kept or '-'}")

    def _redrawn(self) -> None:
        """R5."""
        own = self._after.own
        if own is None:
            self._say(say("Both hands are refilled to {number} letters.", number=HAND))
        elif own.dealt[-1]:
            self._say(say("You get {letters}; your hand is {hand}.", letters=listed(own.dealt[-1]), hand=listed(own.hand)))
        else:
            self._say(say("You get no new letter; your hand is {hand}.", hand=listed(own.hand)))

    def _onlookers(self) -> None:
        """R6."""
        row, eye = self._after.onlookers, self._after.eye
        number = len(row)
        self._say(count("An onlooker gets a letter.", "{number} onlookers get a letter each.", number))
        shown = [(place, letter) for place, letter in enumerate(row, 1) if letter != UNSEEN]
        seen = ", ".join([say("{letter} (onlooker {number})", letter=letter, number=place) for place, letter in shown])
        if isinstance(eye, Onlooker) and eye.number and seen:
            mine = row[eye.number - 1]
            self._say(say("Your letter is {letter}.", letter=mine))
        if seen and isinstance(eye, Seat):
            self._say(say("You are shown {letters}.", letters=seen))
        elif seen and len(shown) == number:
            self._say(say("Everybody is shown {letters}.", letters=seen))

    def _picked(self) -> None:
        """R8: only the seat itself reads that it did not pick in time."""
        own, eye = self._after.own, self._after.eye
        missing = self._after.phase is Phase.PICKED
        if own is None:
            over = say("The time to pick is over: chance picks the missing letters.")
            self._say(over if missing else say("Both have picked {number} of their letters.", number=HAND))
        elif own.late:
            self._say(say("You run out of time: chance picks for you."), f"{eye} {TIMEOUT.value}")
        else:
            self._say(say("You pick {letters}.", letters=listed(own.kept[0])), f"{eye} {Verb.PICK} {own.kept[0]}")
            if missing:
                self._say(say("The time to pick is over: chance picks the missing letters."))

    # --- The turns

    def _in_turn(self) -> None:
        turn = certain(self._after.last)
        match self._before.phase:
            case Phase.TURN if turn.action != Verb.HAND or turn.hit is not None:
                self._turn(turn)
            case Phase.TURN | Phase.LAST:
                self._last(turn)
            case Phase.HINT:
                self._hint(turn)
            case Phase.LOSE:
                self._lose(turn)
            case _:
                mine, theirs = mark("Chance takes {letter} from your hand."), mark("Chance takes {letter} from {player}'s hand.")
                words = voiced(turn.seat, mine, theirs, letter=turn.lost)
                self._say(words, f"deal lose {turn.lost}")

    def _turn(self, turn: Turn) -> None:
        """R9."""
        seat = turn.seat
        if turn.action == SKIP:
            words = voiced(seat, mark("You run out of time: the turn is lost."), mark("{player} runs out of time: the turn is lost."))
            self._say(words, f"{seat} {TIMEOUT.value}")
            if self._after.phase is Phase.LOST:
                self._say(say("Words are over, so the lost turn costs a letter. Chance takes it."))
        elif turn.action == Verb.WORD:
            self._say(voiced(seat, *_PLAYS, word=turn.what), f"{seat} {Verb.WORD} {turn.what}")
        elif turn.action == Verb.HAND:
            self._hand(turn)
        else:
            texts = mark("You guess {letter}: wrong."), mark("{player} guesses {letter}: wrong.")
            if turn.hit:
                texts = mark("You guess {letter}: right."), mark("{player} guesses {letter}: right.")
            open_ = replace(self._before, turns=(*self._before.turns, replace(turn, hit=None, lost="")))
            self.beats.append(Beat(voiced(seat, *_GUESSES, letter=turn.what), view=open_, passing=True))
            words = voiced(seat, *texts, letter=turn.what)
            self.beats.append(Beat(words, f"{seat} {Verb.GUESS} {turn.what}", self._view(), self._heading(), brief=words))
            if self._after.phase is Phase.LOSE:
                self._say(voiced(seat, mark("The wrong guess costs you a letter."), mark("The wrong guess costs {player} a letter.")))
            elif turn.hit and self._after.outcome is None:
                left = count("{number} letter", "{number} letters", self._after.cards[seat.other])
                mine, theirs = mark("Your hand: {count}"), mark("{player}'s hand: {count}")
                self._say(f"{voiced(seat.other, mine, theirs, count=left)}.")
        if turn.lost:
            mine, theirs = mark("You lose the last letter, {letter}."), mark("{player} loses the last letter, {letter}.")
            self._say(voiced(seat, mine, theirs, letter=turn.lost))

    def _hand(self, turn: Turn) -> None:
        """R15: the letters turn one after the other, up to the first wrong one."""
        hand = certain(self._after.hands)[turn.seat.other]
        for number, letter in enumerate(turn.what, 1):
            right = letter in hand
            words, notation = say("{letter} is right.", letter=letter) if right else say("{letter} is wrong.", letter=letter), ""
            if number == 1:
                texts = mark("You name the hand {letters}."), mark("{player} names the hand {letters}.")
                words, notation = f"{voiced(turn.seat, *texts, letters=turn.what)} {words}", f"{turn.seat} {Verb.HAND} {turn.what}"
            view = self._with(replace(turn, what=turn.what[:number], hit=None if right else False), turn.hints)
            self.beats.append(
                Beat(words, notation, view, "" if self.beats else self._heading(), brief=words if notation or not right else "")
            )
            if not right:
                return

    def _last(self, turn: Turn) -> None:
        """W4."""
        before = self._before.last.what if self._before.phase is Phase.LAST and self._before.last is not None else ""
        texts = mark("You take Last Chance and name {letters}: right."), mark("{player} takes Last Chance and names {letters}: right.")
        if before:
            texts = mark("You name {letters}: right."), mark("{player} names {letters}: right.")
            if turn.hit is False:
                texts = mark("You name {letters}: wrong."), mark("{player} names {letters}: wrong.")
        named = turn.what[len(before) :]
        self._say(voiced(turn.seat, *texts, letters=listed(named)), f"{turn.seat} {Verb.HAND} {named}")

    def _hint(self, turn: Turn) -> None:
        """R11, R12."""
        seat = certain(certain(self._before.last).asked)
        taken = certain(turn.hints[seat])
        if taken.kind is None:
            mine = mark("You run out of time and get no hint from {word}.")
            words = voiced(seat, mine, mark("{player} runs out of time and gets no hint from {word}."), word=turn.what)
            self._say(words, f"{seat} {TIMEOUT.value}")
        else:
            words = voiced(seat, *_ASKS, question=say(QUESTIONS[taken.kind]))
            self._say(words, f"{seat} {Verb.HINT} {taken.kind}", brief=False)
        if turn.asked is not None:
            return
        shown = turn.hints.map(lambda one: None if one is None else replace(one, result=None))
        self.beats[0] = replace(self.beats[0], view=self._with(turn, shown))
        for asker in (turn.seat.other, turn.seat):
            if fact := learned(self._before.terms, turn, asker):
                shown = shown.put(asker, turn.hints[asker])
                words = voiced(asker, mark("You learn: {fact}."), mark("{player} learns: {fact}."), fact=fact)
                self.beats.append(Beat(words, "", self._with(turn, shown)))

    def _with(self, turn: Turn, hints: BySeat[Taken | None]) -> View:
        """The view with so much of the answers to the last word: they turn one after the other."""
        return replace(self._view(), turns=(*self._after.turns[:-1], replace(turn, hints=hints)))

    def _lose(self, turn: Turn) -> None:
        """R14."""
        seat = turn.seat
        before, after = self._before.not_held[seat], self._after.not_held[seat]
        if turn.lost:
            self._say(voiced(seat, *_LOSES, letter=turn.lost), f"{seat} {Verb.LOSE} {turn.lost}")
        elif len(after) > len(before):
            mine = mark("You name {letter}, which is not in your hand, and choose again.")
            theirs = mark("{player} names {letter}, which is not in {player}'s hand, and chooses again.")
            self._say(voiced(seat, mine, theirs, letter=after[-1]), f"{seat} {Verb.LOSE} {after[-1]}")
        else:
            mine, theirs = mark("You run out of time: chance takes a letter."), mark("{player} runs out of time: chance takes a letter.")
            self._say(voiced(seat, mine, theirs), f"{seat} {TIMEOUT.value}")

    # --- The end

    def _end(self) -> None:
        """R19."""
        outcome = certain(self._after.outcome)
        if outcome.winner is None:
            skipped = self._before.terms.void_after
            why = count("One turn was skipped: nobody wins.", "{number} turns in a row were skipped: nobody wins.", skipped)
        elif outcome.reason == "hand_empty":
            loser = outcome.winner.other
            lost = voiced(loser, mark("You have no letter left."), mark("{loser} has no letter left."), loser=name(loser))
            why = f"{lost} {voiced(outcome.winner, *_WINS, winner=name(outcome.winner))}"
        else:
            why = voiced(outcome.winner, *_WINS, winner=name(outcome.winner))
        self.beats.append(Beat(self._with_left(why), "", self._after, brief=why))  # with everything that the end reveals

    def _with_left(self, words: str) -> str:
        """A sentence about the end, with the letters that are left in the hands, if any."""
        hands = certain(self._after.hands)
        mine, theirs = mark("You still have {letters}."), mark("{player} still has {letters}.")
        return " ".join([words, *(voiced(seat, mine, theirs, letters=listed(hands[seat])) for seat in SEATS if hands[seat])])

    # --- Beats

    def _say(self, words: str, notation: str = "", *, brief: bool = True) -> None:
        """One beat. The first has the view; an end has a beat of its own for the letters that it reveals."""
        view, heading = None, ""
        if not self.beats:
            view, heading = self._view(), self._heading()
        self.beats.append(Beat(words, notation, view, heading, brief=words if notation and brief else ""))

    def _view(self) -> View:
        outcome = self._after.outcome
        if outcome is None or outcome.reason == "resign":
            return replace(self._after, turn=self._before.turn or self._after.turn)  # a round ends once all of it is told
        return replace(self._after, outcome=None, hands=None, phase=self._before.phase, owing=self._before.owing)

    def _heading(self) -> str:
        """A part begins with the first turn of a round."""
        before = self._before
        return say("Round {number}", number=before.round) if before.phase is Phase.TURN and before.turn % len(SEATS) == 1 else ""
