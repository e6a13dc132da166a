"""A review of a finished match: the information of each turn for either seat, better turns, and the event after which a hand was certain.

The capability `advise`. A seat is judged by its knowledge; the bits that it lacks measure its surprise at the hand that the
other really holds. The information of a turn is the decrease of these bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chances import FIT_ERROR, OddsLine, odds_of
from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import name
from deathmatch.games.letter_hunt import belief, fast, priors, view
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot.plain import Worded
from deathmatch.games.letter_hunt.bot.sight import Sight, sight, surprise
from deathmatch.games.letter_hunt.bot.strong import Words, best_words, guesses, hints, words
from deathmatch.games.letter_hunt.bot.worth import chance
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import Kind, Move, Phase, Variation, Verb

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt.game import LetterHunt

LINES: Final = {Variation.GAMBIT: OddsLine(1.9, 0.25, 0.25), Variation.COLOSSEUM: OddsLine(0.9, 0.2, 0.35)}
"""By variant: the chance to win over the odds by `bot/worth.py`, fitted to matches between bots by `python -m bench calibration`."""

SHOWN: Final = 2  # better moves of a remark
LOOKED: Final = 10_000  # shapes of words that are looked through for a better one
LOSSES: Final = ((0.02, Verdict.GOOD), (0.06, Verdict.DOUBTFUL), (0.15, Verdict.MISTAKE))
"""The most chance to win that a move of this verdict gives away; a move that gives away more is a blunder."""


@dataclass(frozen=True, slots=True)
class RaceStanding:
    """Where the race stands before an event, or at the end.

    Attributes:
        event: number of the event before.
        mover: who is to move.
        possible: how many hands each seat holds possible.
        lacks: how many bits each lacks of the other's real hand.
        hands: these hands.
        line: how sure such a reading is in matches between bots.
    """

    event: int
    mover: Seat
    possible: BySeat[int]
    lacks: BySeat[float]
    hands: BySeat[str]
    line: OddsLine

    @property
    def reading(self) -> float:
        """The odds of A by the fitted worth of a race, from both sides alike."""
        a, b = (np.array(bits) for bits in self.lacks)
        own, other = chance(a, b, self.mover is Seat.A), chance(b, a, self.mover is Seat.B)
        return odds_of(float((own + 1 - other) / 2))

    @property
    def value(self) -> float:
        """The chance of A to win."""
        return self.line.chance(self.reading)

    def worth(self, seat: Seat) -> float:
        """The same for either seat."""
        return self.value if seat is Seat.A else 1 - self.value


@dataclass(frozen=True, slots=True)
class Advisor(Worded):
    """Looks at every turn twice: at its information and, while the budget lasts, at the alternatives."""

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """What each turn told, with the best word in the place of one that told less or gave away more."""
        known, whole = self._known(history, budget)
        lines, remarks = _ending(history, known, whole), list[Remark]()
        told = _by_turn(known, whole)
        for moment in history.moments:
            if not whole or budget.spent():
                break
            remark = self._remark(moment, told, budget)
            if remark is not None:
                remarks.append(_ended(remark, history) if moment is history.moments[-1] else remark)
        else:
            return Review((*lines, *_learned(history, known)), _chart(history, known), tuple(remarks))
        stop = say("There was no time to look at its turns.")
        if remarks:
            stop = say("There was no time to look at the turns after event {number}.", number=remarks[-1].event)
        more = _learned(history, known) if whole else ()
        return Review((*lines, *more, stop), _chart(history, known) if whole else None, tuple(remarks))

    def _known(self, history: MatchHistory[State], budget: Budget) -> tuple[list[RaceStanding], bool]:
        """The race before every turn and, if a turn was finished, at the end; and whether there was time for all."""
        known: list[RaceStanding] = []
        for moment in history.moments:
            if moment.state.phase is Phase.TURN and moment.actor != "deal":
                if budget.spent():
                    return known, False
                known.append(self._stands(moment.event - 1, moment.state))
        return known, True

    def _stands(self, event: int, state: State) -> RaceStanding:
        beliefs = BySeat.of(lambda seat: belief.of_other(view.of(state, seat, self.terms)))
        hands = state.sides.map(lambda side: side.hand)
        assert state.active is not None
        lacks = BySeat.of(lambda seat: _lacks(beliefs[seat], hands[seat.other]))
        possible, line = beliefs.map(lambda belief: belief.hands.size), LINES[self.terms.variation]
        return RaceStanding(event, state.active, possible, lacks, hands, line)

    # --- One event

    def _remark(self, moment: Moment[State], told: Mapping[int, tuple[RaceStanding, RaceStanding | None]], budget: Budget) -> Remark | None:
        """What there is to say about an event; None if it is nothing."""
        seat, move = moment.seat, moment.move
        if seat is None or move is None or move is TIMEOUT:
            return None
        if moment.state.phase is Phase.HINT:
            return self._hint(moment, seat, move)
        if moment.state.phase is not Phase.TURN:
            return None
        before, after = told[moment.event]
        here = sight(view.of(moment.state, seat, self.terms))
        value = None if after is None else after.worth(seat)
        if move.verb is Verb.WORD:
            return self._word(moment, here, (before, after), budget)
        options = guesses(here)
        worth = next((value for value, other in options if other == move), 0.0)
        likely = float(here.other.chances[(here.other.hands & np.uint32(mask := priors.mask(move.what))) == mask].sum())
        text = mark("{player} guessed {letters}, which was right with a chance of {percent}.")
        if move.verb is Verb.HAND:
            text = mark("{player} named the hand {letters}, which was right with a chance of {percent}.")
        words_ = say(text, player=name(seat), letters=move.what, percent=f"{likely:.0%}")
        return self._judged(moment, here, worth, words_, value, budget)

    def _word(self, moment: Moment[State], here: Sight, known: tuple[RaceStanding, RaceStanding | None], budget: Budget) -> Remark:
        seat, word = moment.seat, moment.move.what
        assert seat is not None
        before, after = known
        one = fast.book((word,), each=self.terms.each)
        played = words(self.terms, here, one, np.arange(1))
        if after is None:
            said = say("The match ended before {word} told anything.", word=word)
        else:
            own, other = _bits(before, after, seat)
            text = mark("{word} told {player} {own} bits and {other} {others}.")
            said = say(text, word=word, player=name(seat), own=f"{own:.2f}", other=name(seat.other), others=f"{other:.2f}")
        return self._judged(moment, here, float(played.values[0]), said, None if after is None else after.worth(seat), budget)

    def _judged(self, moment: Moment[State], here: Sight, worth: float, said: str, value: float | None, budget: Budget) -> Remark:
        """A remark on a turn that was worth so much, beside the best that there was."""
        options = [(value, Move(move.verb, move.what), "") for value, move in guesses(here)]
        turn = moment.state.turn
        if not self.terms.over_words(turn) and len(self.words.book):
            options += self._words(here, best_words(self.terms, here, self.words.book, budget, LOOKED), moment.state)
        options.sort(key=lambda option: -option[0])
        better = tuple(BetterMove(move.text, None, why) for value, move, why in options[:SHOWN] if value > worth and move != moment.move)
        loss = options[0][0] - worth
        verdict = next((verdict for most, verdict in LOSSES if loss <= most), Verdict.BLUNDER)
        return Remark(moment.event, moment.seat, verdict, said, value, () if verdict is Verdict.GOOD else better)

    def _words(self, here: Sight, judged: Words, state: State) -> list[tuple[float, Move, str]]:
        """The best words that had not been played."""
        used, book = {turn.what for turn in state.turns}, self.words.book
        best: list[tuple[float, Move, str]] = []
        for place in np.argsort(-judged.values, kind="stable"):
            fresh = [word for word in book.words(int(judged.shapes[place])) if word not in used]
            if fresh:
                text = mark("may be expected to tell {told} bits and to give away {given}")
                why = say(text, told=f"{judged.told[place]:.2f}", given=f"{judged.given[place]:.2f}")
                best.append((float(judged.values[place]), Move(Verb.WORD, min(fresh, key=lambda word: (len(word), word))), why))
            if len(best) == SHOWN:
                break
        return best

    def _hint(self, moment: Moment[State], seat: Seat, move: Move) -> Remark | None:
        """A hint that was not the best; None for one that was, or nearly."""
        seen = view.of(moment.state, seat, self.terms)
        values = hints(seen, sight(seen))
        best = max(values, key=values.__getitem__)
        loss = values[best] - values[Kind(move.what)]
        verdict = next((verdict for most, verdict in LOSSES if loss <= most), Verdict.BLUNDER)
        if verdict is Verdict.GOOD:
            return None
        better = (BetterMove(Move(Verb.HINT, best.value).text, None, say("leaves the better of the race")),)
        told = say("Another kind of hint than {hint} was worth more to {player}.", hint=view.kind_name(Kind(move.what)), player=name(seat))
        return Remark(moment.event, seat, verdict, told, None, better)


def _ended(remark: Remark, history: MatchHistory[State]) -> Remark:
    """A remark on the move that ended the match: its result is known."""
    winner = history.outcome.winner
    return remark if winner is None else replace(remark, value=float(winner is remark.seat))


def _lacks(held: Belief, hand: str) -> float:
    """The bits that somebody who believes this lacks of the hand that it really is."""
    return surprise(float(held.chances[held.hands == priors.mask(hand)].sum()))


def _bits(before: RaceStanding, after: RaceStanding, seat: Seat) -> tuple[float, float]:
    """The information of a turn for a seat, and for the other one."""
    own, other = (max(0.0, before.lacks[one] - after.lacks[one]) for one in (seat, seat.other))
    return own, other


def _by_turn(known: list[RaceStanding], whole: bool) -> dict[int, tuple[RaceStanding, RaceStanding | None]]:
    """For the event that begins each turn, the race before it and after it; None if it was not finished."""
    if not whole or not known:
        return {}
    return {one.event + 1: (one, after) for one, after in zip(known, [*known[1:], None], strict=True)}


# --- The whole match


def _chart(history: MatchHistory[State], known: list[RaceStanding]) -> Chart | None:
    if not known:
        return None
    winner = history.outcome.winner
    end = (len(history.moments), 0.5 if winner is None else float(winner is Seat.A))
    course = {one.event: (one.value, *one.line.between(one.reading)) for one in known} | {end[0]: (end[1], end[1], end[1])}
    return Chart.of(say("Chance of {player} to win, as far as either hand was known", player="{A}"), course, say(FIT_ERROR))


def _ending(history: MatchHistory[State], known: list[RaceStanding], whole: bool) -> tuple[str, ...]:
    """How it ended."""
    winner, last = history.outcome.winner, history.moments[-1]
    if winner is None:
        return (say("Turn after turn was skipped, and nobody won."),)
    text, possible = _ENDINGS[history.outcome.reason], 0
    if whole and known and last.event == known[-1].event + 1 and history.outcome.reason == "hand_guessed":
        possible = known[-1].possible[winner]
        text = mark("{winner} named {loser}'s hand, with {number} hands possible.")
        if possible == 1:
            text = mark("{winner} named {loser}'s hand, which was certain.")
    return (say(text, winner=name(winner), loser=name(winner.other), number=possible),)


_ENDINGS: Final = {
    "hand_guessed": mark("{winner} named {loser}'s hand."),
    "hand_missed": mark("{loser} named a hand that {winner} did not have."),
    "hand_empty": mark("{loser} had no letter left."),
    "timeout": mark("{loser} ran out of time."),
    "resign": mark("{loser} resigned."),
}


def _learned(history: MatchHistory[State], known: list[RaceStanding]) -> tuple[str, ...]:
    """What the words told, and when a hand was certain."""
    if not known:
        return (say("No turn was taken."),)
    words_ = [(one, after) for one, after in pairwise(known) if history.moments[one.event].text.startswith(Verb.WORD)]
    lines = []
    for seat in Seat:
        own = [_bits(one, after, seat) for one, after in words_ if one.mover is seat]
        if own:
            told, given = (sum(bits) / len(own) for bits in zip(*own, strict=True))
            text = mark("The {number} words of {player} told it {told} bits each on average, and {other} {given}.")
            if len(own) == 1:
                text = mark("The word of {player} told it {told} bits each on average, and {other} {given}.")
            bits = {"told": f"{told:.2f}", "given": f"{given:.2f}"}
            lines.append(say(text, number=len(own), player=name(seat), other=name(seat.other), **bits))
    for seat in Seat:
        sure = next((one for one in known if one.possible[seat] == 1), None)
        if sure is not None:
            text = mark("{player} could be certain of {other}'s hand, {letters}, from the start.")
            if sure.event:
                text = mark("{player} could be certain of {other}'s hand, {letters}, after event {event}.")
            letters = sure.hands[seat.other]
            lines.append(say(text, player=name(seat), other=name(seat.other), letters=letters, event=sure.event))
        else:
            text = mark("{player} never could be certain of {other}'s hand; {number} were possible at the last turn.")
            lines.append(say(text, player=name(seat), other=name(seat.other), number=f"{known[-1].possible[seat]:,}"))
    return tuple(lines)


def advise(game: LetterHunt) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
