"""A review of a finished match: the information of each turn for either seat, better turns, and the event after which a hand was certain.

The capability `advise`. A seat is judged by its knowledge; the bits that it lacks measure its surprise at the hand that the
other really holds. The information of a turn is the decrease of these bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import FIT_ERROR, OddsLine, odds_of
from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict, graded, reviewed
from deathmatch.core.seats import BySeat, Seat, certain
from deathmatch.core.speech import mark, name, numeral, percent, say
from deathmatch.games.letter_hunt import belief, deduction, fast, lexicon, view
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import Sight, Worded, Words, best_words, chance, expected, guesses, hints, sight, surprise, words
from deathmatch.games.letter_hunt.fast import COLUMN
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import Kind, Letters, Move, Phase, Terms, Turn, Variation, Verb
from deathmatch.games.letter_hunt.view import LABELS, View

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt import LetterHunt


# --- Why a turn was good or bad, in words: the question that a word could ask, the risk of a guess, and the bits given away


MORE: Final = 0.15  # bits, by which a word tells more, or gives away less, if that is named
SURE: Final = 0.995  # a chance that reads as 100 %
CLEAR: Final = 0.95  # a letter so likely is no fault to guess: the worth of a race counts what is known, not the letters that are left
LEAST: Final = 1e-6  # of the hands: what rules out no more than that rules out nothing


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word as it may be expected to go.

    Attributes:
        word: as it is written.
        told: bits for the seat that plays it, on average.
        given: bits that it gives away.
        kind: of its hints the one that tells most.
    """

    word: Letters
    told: float
    given: float
    kind: Kind


def asked(terms: Terms, here: Sight, word: Letters) -> tuple[AskedWord, Words]:
    """A word as a seat may expect it to go."""
    book = fast.book((word,), each=terms.each)
    judged = fast.judge_some(here.other.hands, here.other.chances, book, np.arange(1))
    worth = words(terms, here, book, np.arange(1), judged)
    chances = {}
    for kind in terms.kinds:
        column, holds = COLUMN[kind]
        chances[kind] = float(judged[0, column] if holds else 1 - judged[0, column])
    kind = min(terms.kinds, key=lambda one: abs(chances[one] - 0.5))
    return AskedWord(word, float(worth.told[0]), float(worth.given[0]), kind), worth


_QUESTIONS: Final = {
    Kind.NONE: mark("whether the other hand has none of its letters"),
    Kind.ANY: mark("whether the other hand has any of its letters"),
    Kind.ONE: mark("whether the other hand has exactly one of its letters"),
    Kind.ODD: mark("whether the other hand has an odd number of its letters"),
}


def ruled_out(bits: float) -> str:
    """The share of the possible hands that so much information rules out."""
    return percent(max(1 - 2**-bits, LEAST))


def of_word(played: AskedWord, better: AskedWord) -> str:
    """Why another word was better: it tells more, or gives away less."""
    question = say(_QUESTIONS[played.kind])
    sentence = mark("The best question of {word} was {question}: it could rule out {share} of the hands.")
    if 1 - 2**-played.told < LEAST:
        sentence = mark("No question about {word} could rule out a hand.")
    parts = [say(sentence, word=played.word, question=question, share=ruled_out(played.told))]
    if better.told > played.told + MORE:
        parts.append(say("{word} could rule out {share}.", word=better.word, share=ruled_out(better.told)))
    if played.given > better.given + MORE:
        sentence = mark("{word} also let the other side rule out {share} of the hands; with {better} it would have been {fewer}.")
        shares = {"share": ruled_out(played.given), "fewer": ruled_out(better.given)}
        parts.append(say(sentence, word=played.word, better=better.word, **shares))
    return " ".join(parts)


def excluded(turns: Iterable[Turn], seat: Seat, move: Move) -> str:
    """Why a guess could not be right, by what its seat knew."""
    excluding = {(Kind.NONE, True), (Kind.ANY, False)}
    for turn in turns:
        taken = turn.hints[seat]
        if move.what in turn.what and taken is not None and (taken.kind, taken.result) in excluding:
            return say("{letters} was impossible: no letter of {word} was in the other hand.", letters=move.what, word=turn.what)
    return say("{letters} was ruled out already.", letters=move.what)


def of_early_guess(move: Move, likely: float, better: AskedWord) -> str:
    """Why a word would have been better than a guess."""
    sentence = mark("{letters} was {percent} likely, and a wrong guess costs a letter.")
    if move.verb is Verb.HAND:
        sentence = mark("{letters} was {percent} likely, and a wrong hand loses the match.")
        if not likely:
            sentence = mark("{letters} was ruled out already, and a wrong hand loses the match.")
    risk = say(sentence, letters=move.what, percent=percent(likely))
    instead = mark("{word} risks no letter and could rule out {share} of the hands.")
    return f"{risk} {say(instead, word=better.word, share=ruled_out(better.told))}"


def of_other_guess(move: Move, better: Move, surer: float) -> str:
    """Why another guess would have been better than one that was possible."""
    sentence = mark("{other} was certain.") if surer > SURE else mark("{other} was more likely than {letters}.")
    return say(sentence, letters=move.what, other=better.what)


def of_late_guess(better: Move, surer: float) -> str:
    """Why a guess would have been better than a word."""
    sentence = mark("It was time to guess {letters}, which was {percent} likely.")
    if better.verb is Verb.HAND:
        sentence = mark("It was time to name {letters}: no other hand was possible.")
        if surer < SURE:
            sentence = mark("It was time to name {letters}, which was {percent} likely.")
    return say(sentence, letters=better.what, percent=percent(surer))


def of_hint(view: View, here: Sight, taken: Kind, better: Kind) -> str:
    """Why another kind of hint would have been better."""
    gains = expected(view, here.other)
    kinds = {"hint": say(LABELS[taken]), "better": say(LABELS[better])}
    shares = {"share": ruled_out(gains[taken]), "more": ruled_out(gains[better])}
    sentence = mark("“{better}” would have left the other side a question that tells less.")
    if gains[better] > gains[taken] + MORE:
        sentence = mark("“{hint}” could rule out {share} of the hands; “{better}” could rule out {more}.")
    return say(sentence, **kinds, **shares)


def likely(here: Sight, move: Move) -> float:
    """The chance that a guess is right, by what its seat knew."""
    mask = np.uint32(deduction.mask(move.what))
    return float(here.other.chances[(here.other.hands & mask) == mask].sum())


LINES: Final = {Variation.GAMBIT: OddsLine(0.9, 0.05, 0.07), Variation.COLOSSEUM: OddsLine(0.8, 0.05, 0.06)}
"""By variant: the chance to win over the odds by `bot.py`, fitted to matches between bots by `python -m research calibration`."""

LOOKED: Final = 10_000  # shapes of words that are looked through for a better one
ALIKE: Final = 0.02  # of the chance to win: of words so close to the best, one that people know is named


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

    def given(self, seat: Seat, best: float, taken: float) -> float:
        """The part of that chance that a choice gave away, by the worth of the best choice and of the one taken as the seat knew them."""
        most = self.line.chance(odds_of(best))
        return self.worth(seat) * max(0.0, 1 - self.line.chance(odds_of(taken)) / most)


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn or a hint, beside the best that there was.

    Attributes:
        moment: its event.
        given: the chance to win that it gave away, from 0 to 1.
        why: the reason in words; empty if it gave nothing away.
        better: the best one; None if there was none better.
        told: what to do instead, if that takes more words than the move has.
    """

    moment: Moment[State]
    given: float
    why: str
    better: Move | None
    told: str = ""

    @property
    def verdict(self) -> Verdict:
        """In one word."""
        return graded(self.given)


@dataclass(frozen=True, slots=True)
class Advisor(Worded):
    """Looks at every turn twice: at its information and, while the budget lasts, at the alternatives."""

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """How the race went, what each turn gave away, and the best word in the place of one that told less or gave away more."""
        known, whole = self._known(history, budget)
        told = _by_turn(known, whole)
        judged: list[JudgedTurn] = []
        cut = 0
        for moment in history.moments:
            if not whole or budget.spent():
                cut = moment.event
                break
            one = self._judged(moment, told, budget)
            if one is not None:
                judged.append(one)
        chart = _chart(history, known) if whole else None
        given = {one.moment.event: one.given for one in judged}
        remarks = [_remark(one, told) for one in judged if one.verdict is not Verdict.GOOD]
        lines = [*_ending(history, known, whole), *(_learned(history, known) if whole else ())]
        if cut:
            stop = say("There was no time to look at its turns.")
            if judged:
                stop = say("There was no time to look at the turns after event {number}.", number=judged[-1].moment.event)
            lines.append(stop)
        return reviewed(
            history,
            lines,
            chart,
            remarks,
            given,
            why=lambda turn: _told(history, turn.event, told[turn.event]) if turn.event in told else "",
        )

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
        lacks = BySeat.of(lambda seat: _lacks(beliefs[seat], hands[seat.other]))
        possible, line = beliefs.map(lambda one: one.hands.size), LINES[self.terms.variation]
        return RaceStanding(event, certain(state.active), possible, lacks, hands, line)

    # --- One event

    def _judged(
        self, moment: Moment[State], told: Mapping[int, tuple[RaceStanding, RaceStanding | None]], budget: Budget
    ) -> JudgedTurn | None:
        """A turn or a hint beside the best that there was; None if it is neither."""
        seat, move = moment.seat, moment.move
        if seat is None or move is None or move is TIMEOUT:
            return None
        if moment.state.phase is Phase.HINT:
            return self._hint(moment, seat, move, told[max(event for event in told if event <= moment.event)][0])
        begins = move.verb is Verb.HAND and len(move.what) < len(moment.state.sides[seat.other].hand)  # as-written W4
        if moment.state.phase is not Phase.TURN or begins:
            return None
        before, after = told[moment.event]
        here = sight(view.of(moment.state, seat, self.terms))
        if move.verb is Verb.GUESS and likely(here, move) > CLEAR > here.other.best[1]:
            return JudgedTurn(moment, 0.0, "", None)
        options, played = guesses(here), None
        worth = likely(here, move) if move.verb is Verb.HAND else next((value for value, other in options if other == move), 0.0)
        if move.verb is Verb.WORD:
            played, worths = asked(self.terms, here, move.what)
            worth = float(worths.values[0])
        if not self.terms.over_words(moment.state.turn) and len(self.words.book):
            options = [*options, *self._words(best_words(self.terms, here, self.words.book, budget, LOOKED), moment.state)]
        best, better = max(options, key=lambda option: option[0])
        given = before.given(seat, best, worth)
        if move.verb is Verb.GUESS and after is not None and not likely(here, move):  # sure to be wrong
            given = max(0.0, before.worth(seat) - after.worth(seat))
        if better == move or given == 0:
            return JudgedTurn(moment, 0.0, "", None)
        why = self._why(here, moment, played, better)
        return JudgedTurn(moment, given, why, better, self._advised(here, better, seat.other))

    def _advised(self, here: Sight, better: Move, other: Seat) -> str:
        """What to do instead, with the question that a word is played for."""
        if better.verb is not Verb.WORD:
            advised = {Verb.HAND: mark("name {letters}"), Verb.GUESS: mark("guess the letter {letters}")}.get(better.verb)
            return "" if advised is None else say(advised, letters=better.what)
        question = say(_QUESTIONS[asked(self.terms, here, better.what)[0].kind], other=name(other))
        return say("play {word} and ask {question}", word=better.what, question=question)

    def _why(self, here: Sight, moment: Moment[State], played: AskedWord | None, better: Move) -> str:
        """Why the better turn is better."""
        move = moment.move
        if move.verb is Verb.GUESS and not likely(here, move):
            return excluded(moment.state.turns, certain(moment.seat), move)
        if better.verb is Verb.WORD:
            word, _ = asked(self.terms, here, better.what)
            if played is not None:
                return of_word(played, word)
            return of_early_guess(move, likely(here, move), word)
        if played is not None or likely(here, better) <= likely(here, move):
            return of_late_guess(better, likely(here, better))
        return of_other_guess(move, better, likely(here, better))

    def _words(self, judged: Words, state: State) -> list[tuple[float, Move]]:
        """The commonest of the words that have not been played and are about as good as the best."""
        used, book, sizes = {turn.what for turn in state.turns}, self.words.book, lexicon.sizes()
        found: list[tuple[float, str]] = []
        for place in np.argsort(-judged.values, kind="stable"):
            value = float(judged.values[place])
            if found and value < found[0][0] - ALIKE:
                break
            found += [(value, word) for word in book.words(int(judged.shapes[place])) if word not in used]
        if not found:
            return []
        value, word = min(found, key=lambda one: (sizes.get(one[1], len(sizes)), -one[0], len(one[1]), one[1]))
        return [(value, Move(Verb.WORD, word))]

    def _hint(self, moment: Moment[State], seat: Seat, move: Move, standing: RaceStanding) -> JudgedTurn:
        """A hint beside the best one."""
        seen = view.of(moment.state, seat, self.terms)
        here = sight(seen)
        values = hints(seen, here)
        best, taken = max(values, key=values.__getitem__), Kind(move.what)
        given = standing.given(seat, values[best], values[taken])
        if best is taken or given <= 0:
            return JudgedTurn(moment, 0.0, "", None)
        instead = say("ask “{question}”", question=say(LABELS[best]))
        return JudgedTurn(moment, given, of_hint(seen, here, taken, best), Move(Verb.HINT, best.value), instead)


def _remark(one: JudgedTurn, told: Mapping[int, tuple[RaceStanding, RaceStanding | None]]) -> Remark:
    """A remark on a turn or a hint that gave something away."""
    seat, (_, after) = certain(one.moment.seat), told.get(one.moment.event, (None, None))
    better = () if one.better is None else (BetterMove(one.better.text, told=one.told),)
    value = None if after is None else after.worth(seat)
    return Remark(one.moment.event, seat, one.verdict, one.why, value, better)


def _told(history: MatchHistory[State], event: int, known: tuple[RaceStanding, RaceStanding | None]) -> str:
    """The information of a turn for either seat, in words."""
    (before, after), moment = known, history.moments[event - 1]
    seat, move = moment.seat, moment.move
    if seat is None or after is None or not isinstance(move, Move) or move.verb is not Verb.WORD:
        return ""
    own, other = (max(0.0, before.lacks[one] - after.lacks[one]) for one in (seat, seat.other))
    text = mark("{word} ruled out {own} of the hands for its player, and {others} for the other side.")
    return say(text, word=move.what, own=ruled_out(own), others=ruled_out(other))


def _lacks(held: Belief, hand: str) -> float:
    """The bits that somebody who believes this lacks of the hand that it really is."""
    return surprise(float(held.chances[held.hands == deduction.mask(hand)].sum()))


def _by_turn(known: list[RaceStanding], whole: bool) -> dict[int, tuple[RaceStanding, RaceStanding | None]]:
    """For the event that begins each turn, the race before it and after it; None if it was not finished."""
    if not whole or not known:
        return {}
    return {one.event + 1: (one, after) for one, after in zip(known, [*known[1:], None], strict=True)}


# --- The whole match


def _chart(history: MatchHistory[State], known: list[RaceStanding]) -> Chart | None:
    if not known:
        return None
    course = {one.event: (one.value, *one.line.between(one.reading)) for one in known} | {len(history.moments): history.last_point()}
    return Chart.of(say("Chance of {player} to win, as far as either hand was known", player="{A}"), course, say(FIT_ERROR))


def _ending(history: MatchHistory[State], known: list[RaceStanding], whole: bool) -> tuple[str, ...]:
    """How it ended."""
    winner, last = history.outcome.winner, history.moments[-1]
    if winner is None:
        return (say("Turn after turn was skipped, and nobody won."),)
    text, possible = _ENDINGS[history.outcome.reason], 0
    if whole and known and last.event == known[-1].event + 1 and history.outcome.reason == "hand_guessed":
        possible = known[-1].possible[winner]
        text = mark("{winner}: named the other hand, one of {number} that were possible.")
        if possible == 1:
            text = mark("{winner}: named the other hand, which was certain.")
    return (say(text, winner=name(winner), loser=name(winner.other), number=possible),)


_ENDINGS: Final = {
    "hand_guessed": mark("{winner}: named the other hand."),
    "hand_missed": mark("{loser}: named a hand, and it was wrong."),
    "hand_empty": mark("{loser}: no letter left."),
    "timeout": mark("{loser}: out of time."),
    "resign": mark("{loser}: resigned."),
}


def _learned(history: MatchHistory[State], known: list[RaceStanding]) -> tuple[str, ...]:
    """What the words told, and when a hand was certain."""
    if not known:
        return (say("No turn was taken."),)
    lines = []
    for seat in Seat:
        sure = next((one for one in known if one.possible[seat] == 1), None)
        if sure is not None:
            text = mark("{player}: certain of the other hand, {letters}, from the start.")
            round_ = (history.moments[sure.event - 1].state.turn + 1) // 2 if sure.event else 0
            if round_:
                text = mark("{player}: certain of the other hand, {letters}, in round {round}.")
            letters = sure.hands[seat.other]
            lines.append(say(text, player=name(seat), letters=letters, round=round_))
        else:
            text = mark("{player}: never certain of the other hand; {number} hands were possible at the last turn.")
            lines.append(say(text, player=name(seat), number=numeral(known[-1].possible[seat])))
    return tuple(lines)


def advise(game: LetterHunt) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
