"""What there is to say about a finished match: the chance to win round by round, and what each choice gave away. The capability `advise`.

A choice is judged by its value against an optimal opponent, never by the opponent's actual play: that is
luck, and it is reckoned apart. With a kept solution all of it is exact. Without one the last four rounds that may come are (with unspent
items as far as there is time), and the rounds before are judged as far ahead as `strong` looks; the review says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

from deathmatch.core import chance
from deathmatch.core.bots import UNLIMITED, Budget, OutOfTime, SavedArrays, TimeLeft
from deathmatch.core.game import RESIGN, TIMEOUT
from deathmatch.core.reviewing import (
    BetterMove,
    Chart,
    MatchHistory,
    Moment,
    Remark,
    Review,
    Verdict,
    graded,
    reviewed,
)
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.speech import listed, mark, name, numeral, percent, say
from deathmatch.games.five_card_trick import rules, solver
from deathmatch.games.five_card_trick.bot import Strong
from deathmatch.games.five_card_trick.fast.rounds import lead
from deathmatch.games.five_card_trick.narration import submitted
from deathmatch.games.five_card_trick.values import Answer, Card, Submission, Terms
from deathmatch.games.five_card_trick.values import chips as in_chips
from deathmatch.games.five_card_trick.view import State

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick


# --- Why a submission was worse than the best mixture, in words: cards that meet their like, a pot that is stolen, what the round costs


Mixture = Sequence[tuple[Submission, float]]

MOSTLY: Final = 0.4  # of the other seat's mixture, that plays a card too, or steals, from which on that is the reason
CHIPS: Final = 0.15  # chips of one round, that are the reason


def why_given(terms: Terms, state: State, seat: Seat, move: Submission, own: Mixture, theirs: Mixture) -> str:
    """The reason why a submission gives something away against the other seat's best mixture, one or two sentences."""
    new = [card for card in dict.fromkeys(move.cards) if _played(card, own) < MOSTLY]  # that the best mixture plays little
    parts = [_stolen(state, seat, move, theirs) or _met(terms, new, theirs)]
    blocked, shown = state.sides[seat].blocked, max(own, key=lambda one: one[1])[0]
    if blocked is not None and terms.blocked_collides and blocked in shown.cards and blocked not in move.cards:
        parts.append(say("{card} is blocked, but still cancels the same card of the other side.", card=terms.title(blocked)))
    less = _swing(terms, state, seat, own, theirs) - _swing(terms, state, seat, [(move, 1.0)], theirs)
    if less > CHIPS:
        sentence = mark("This choice gains {less} chips less in this round alone, on average, than the best ones.")
        parts.append(say(sentence, less=numeral(less, 1)))
    else:
        parts.append(_later(terms, state, seat, new))
    return " ".join([part for part in parts if part])


def _stolen(state: State, seat: Seat, move: Submission, theirs: Mixture) -> str:
    """That a Claim is likely to be stolen; nothing if it is not."""
    if Card.CLAIM not in move.cards or Card.STEAL in move.cards:
        return ""
    part = sum(share for reply, share in theirs if Card.STEAL in reply.cards and Card.CLAIM not in reply.cards)
    if part < MOSTLY:
        return ""
    return say("A Claim is likely to be stolen here, with the pot of {pot}.", pot=state.pot)


def _played(card: Card, mixture: Mixture) -> float:
    """How much of a mixture plays a card."""
    return sum(share for move, share in mixture if card in move.cards)


def _met(terms: Terms, cards: Sequence[Card], theirs: Mixture) -> str:
    """The cards that the other seat is likely to play: the one of these that it cancels, or else all."""
    likely = sorted([card for card in Card if _played(card, theirs) >= MOSTLY], key=lambda card: -_played(card, theirs))
    met = [card for card in likely if card in cards]
    if met:
        return say("The other side is likely to play {card} too, which cancels it.", card=terms.title(met[0]))
    titles = listed([terms.title(card) for card in likely[:2]])
    return say("The other side is likely to play {cards} here.", cards=titles) if likely else ""


def _later(terms: Terms, state: State, seat: Seat, cards: Sequence[Card]) -> str:
    """The cost in later rounds of a submission that costs nothing in its own."""
    recent = state.sides[seat].recent
    barred = [card for card in cards if recent and card in recent[-1]]
    if barred:
        sentence = mark("It loses hardly anything in this round, but {card} is barred in the next one, having been played twice in a row.")
        return say(sentence, card=terms.title(barred[0]))
    return say("It loses hardly anything in this round; it costs in the rounds after it, for which it leaves the worse cards.")


def _swing(terms: Terms, state: State, seat: Seat, own: Mixture, theirs: Mixture) -> float:
    """The chips by which a seat gains on the other one in this round, on average."""
    total = weight = 0.0
    sign = 1 if seat is Seat.A else -1
    for move, part in own:
        for reply, share in theirs:
            after = rules.play(terms, state, {seat: move, seat.other: reply})
            total += part * share * sign * (lead(after) - lead(state))
            weight += part * share
    return total / weight if weight else 0.0


LEAST: Final = 0.01  # chance to win that a choice gave away, from which on it is worth a remark

SHOWN: Final = 3  # moves of a mixture
FEWEST: Final = 5  # estimated rounds from which their margin is known
USUAL: Final = 0.05  # the margin of other matches
CERTAIN: Final = 1 - 1e-6  # a chance that is as good as won
PLAYED: Final = 0.005  # a part of a mixture that is worth showing
MOST: Final = 20_000  # slices of a search that one question may take: a minute or two at most
WIDER: Final = 10  # times as many if items make the round wide, whose slices are short
LONGER: Final = 100  # times as many to the end of the match: five minutes with four rounds to play and all items unspent


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """The judged choice of one seat.

    Attributes:
        moment: the event.
        own: its chance to win with this choice against an opponent who mixes as well as can be; None if that is not known.
        best: its chance if it does the same.
        mixture: the moves that it would mix then, with their parts and what to do in words, the greatest part first.
        why: the reason why it is worse, in words; empty if it is not, or if there is none beside the figures.
    """

    moment: Moment[State]
    own: float | None
    best: float
    mixture: tuple[tuple[str, float, str], ...]
    why: str = ""

    @property
    def lost(self) -> float:
        """The part of the chance to win that the choice gave away; nothing if that is not known."""
        return 0.0 if self.own is None else max(0.0, self.best - self.own)

    @property
    def verdict(self) -> Verdict:
        """In one word."""
        return graded(self.lost, LEAST)


@dataclass(frozen=True, slots=True)
class Judged:
    """A question that was answered: a round, or whether to use Claim Priority.

    Attributes:
        state: before it.
        before: A's chance then, if both go on as well as can be.
        exact: whether all of this is exact.
        choices: of the seats that were asked.
        last: number of the event with which it was settled.
        expected: A's chance after the submissions that were played, as the round was seen before them; None if it is not known.
    """

    state: State
    before: float
    exact: bool
    choices: tuple[JudgedChoice, ...]
    last: int
    expected: float | None = None


class Patience:
    """A budget that also ends after so much work on one question: then that is judged as well as it is known so far."""

    def __init__(self, budget: Budget, most: int) -> None:
        self._budget, self._left = budget, most

    def spent(self) -> bool:
        """Whether it is used up, for this question or altogether."""
        self._left -= 1
        return self._left < 0 or self._budget.spent()


class Advisor:
    """Goes through a match from question to question, as long as the budget lasts."""

    def __init__(self, terms: Terms, solved: solver.SolvedMatch | None = None) -> None:
        self.terms = terms
        self.solved = solved

    def consult(self, solutions: Sequence[SavedArrays], /) -> Advisor | None:
        """With the first solution of the whole match under these options."""
        solved = solver.solved_match(self.terms, solutions)
        return None if solved is None else Advisor(self.terms, solved)

    def warm(self) -> None:
        """Have the kernels ready that estimate a round."""
        Strong(self.terms).warm()

    def lengthy(self, history: MatchHistory[State], /) -> bool:
        """Whether a round has to be solved to the end of the match for longer than `strong` would."""
        return any(self.solved is None and self._dear(moment.state) for moment in history.moments)

    def _dear(self, state: State) -> bool:
        whole = None if state.answering is not None else solver.whole_effort(self.terms, state)
        return whole is not None and whole not in solver.efforts(self.terms, state)

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """How the chances went, and a remark on each choice that gave something away."""
        asked = history.questions()
        questions: list[Judged] = []
        cut = False
        for events in asked:  # all of them quickly, and then each as well as there is time
            cut = budget.spent()
            if cut:
                break
            questions.append(self._judge(events, TimeLeft(Patience(budget, MOST))))
        for deepened in (self._further, self._to_the_end):  # the latter may take all the time that is left
            for number, one in enumerate(questions):
                if budget.spent():
                    break
                questions[number] = deepened(one, asked[number], budget)
        after = _after(history, questions, cut)
        remarks = [remark for one, then in zip(questions, after, strict=True) for remark in _remarks(one, then)]
        summary = [*_summary(history, questions), *_sureness(questions, self.solved is not None, cut)]
        judged_choices = [choice for one in questions for choice in one.choices if choice.own is not None]
        given = {choice.moment.event: choice.lost for choice in judged_choices}
        return reviewed(history, summary, _chart(questions, after), remarks, given)

    # --- One question

    def _judge(self, events: tuple[Moment[State], ...], time: TimeLeft) -> Judged:
        """The events that answered one question, quickly; a resignation may come before some of the answers, or instead of them."""
        state = events[0].state
        if state.answering is not None:
            return self._answered(state, state.answering, events, time)
        found = self._known(state)
        if found is not None:
            return self._judged(found, state, events, time)
        return self._judged(solver.judged(self.terms, state, next(iter(solver.efforts(self.terms, state)))), state, events, UNLIMITED)

    def _further(self, best: Judged, events: tuple[Moment[State], ...], budget: Budget) -> Judged:
        """The same with more effort, as long as there is time."""
        most = MOST * (WIDER if solver.wide(self.terms, best.state) else 1)
        return self._searched(best, events, islice(solver.efforts(self.terms, best.state), 1, None), Patience(budget, most))

    def _to_the_end(self, best: Judged, events: tuple[Moment[State], ...], budget: Budget) -> Judged:
        """The same to the end of the match, in the last rounds and as long as there is time."""
        whole = solver.whole_effort(self.terms, best.state)
        return self._searched(best, events, [] if whole is None else [whole], Patience(budget, MOST * LONGER))

    def _searched(self, best: Judged, events: tuple[Moment[State], ...], efforts: Iterable[solver.Effort], patience: Patience) -> Judged:
        """The same with these efforts, if it is a round that is not judged exactly."""
        state, time = best.state, TimeLeft(patience)
        with suppress(OutOfTime):
            for effort in efforts if state.answering is None and not best.exact else ():
                time.check()
                best = self._judged(solver.judged(self.terms, state, effort, time), state, events, time)
        return best

    def _known(self, state: State) -> solver.JudgedRound | None:
        """The round by the kept solution; None if it took time-outs to come here."""
        if self.solved is not None:
            with suppress(solver.Unknown):
                return self.solved.round(state)
        return None

    def _judged(self, found: solver.JudgedRound, state: State, events: tuple[Moment[State], ...], time: TimeLeft) -> Judged:
        """The events of a round; raises OutOfTime."""
        exact, choices = found.exact, []
        for moment in events:
            seat = certain(moment.seat)
            if moment.move is None:
                choices.append(JudgedChoice(moment, 0.0, _of(seat, found.value), ()))
                continue
            own, known = self._worth(state, seat, moment, found, time)
            exact = exact and known
            choice = JudgedChoice(moment, own, _of(seat, found.value), self._mixed(found.mixture(seat)))
            if choice.verdict is not Verdict.GOOD and isinstance(moment.move, Submission):
                move = rules.counting(self.terms, state.sides[seat], moment.move)
                why = why_given(self.terms, state, seat, move, found.mixture(seat), found.mixture(seat.other))
                choice = replace(choice, why=why)
            choices.append(choice)
        expected = self._expected(state, events, found, time)
        return Judged(state, min(max(found.value, 0.0), 1.0), exact, tuple(choices), events[-1].event, expected)

    def _expected(self, state: State, events: tuple[Moment[State], ...], found: solver.JudgedRound, time: TimeLeft) -> float | None:
        """A's chance after the pair of submissions that was played; None if either seat did not submit one."""
        made = {moment.seat: moment.move for moment in events if isinstance(moment.move, Submission)}
        if len(made) < len(SEATS):
            return None
        counted = BySeat.of(lambda seat: rules.counting(self.terms, state.sides[seat], made[seat]))
        if any(counted[seat] not in found.moves[seat] for seat in SEATS):
            return None
        return found.after({seat: counted[seat] for seat in SEATS}, time)

    def _worth(
        self, state: State, seat: Seat, moment: Moment[State], found: solver.JudgedRound, time: TimeLeft
    ) -> tuple[float | None, bool]:
        """The chance of a seat's choice against the other's best mixture, and whether that is as exact as the round."""
        if moment.move is TIMEOUT:
            chance, exact = solver.idle(self.terms, state, seat, found.mixture(seat.other), time)
            return _of(seat, chance), exact
        if isinstance(moment.move, Answer):  # as-written W5
            return None, True
        move = rules.counting(self.terms, state.sides[seat], moment.move)
        if move not in found.moves[seat]:
            return None, True
        if _of(seat, found.value) > CERTAIN:  # then any answer is the best of an opponent who has lost
            chances = (found.after({seat: move, seat.other: other}, time) for other in found.moves[seat.other])
            return min(_of(seat, chance) for chance in chances), True
        return _of(seat, found.against(seat, move, time)), True

    def _mixed(self, mixture: Sequence[tuple[Submission, float]]) -> tuple[tuple[str, float, str], ...]:
        """A mixture in words, the greatest part first."""
        told = mark("play {cards}")
        played = [(self.terms.text(move), part, say(told, cards=submitted(self.terms, move))) for move, part in mixture if part >= PLAYED]
        return tuple(sorted(played, key=lambda pair: (-pair[1], pair[0])))

    def _answered(self, state: State, seat: Seat, events: tuple[Moment[State], ...], time: TimeLeft) -> Judged:
        """An answer about Claim Priority; to run out of time is to pass (R11)."""
        answers_, exact = self._answers(state, time)
        best = max(answers_, key=lambda answer: _of(seat, answers_[answer]))
        choices = []
        for moment in events:
            if moment.move is None:
                assert moment.seat is not None
                choices.append(JudgedChoice(moment, 0.0, _of(moment.seat, answers_[best]), ()))
            elif moment.seat is seat:
                given = Answer.PASS if moment.move is TIMEOUT else moment.move
                told = say("use Claim Priority") if best is Answer.PRIORITY else say("keep Claim Priority")
                choices.append(JudgedChoice(moment, _of(seat, answers_[given]), _of(seat, answers_[best]), ((best.value, 1.0, told),)))
        return Judged(state, min(max(answers_[best], 0.0), 1.0), exact, tuple(choices), events[-1].event)

    def _answers(self, state: State, time: TimeLeft) -> tuple[Mapping[Answer, float], bool]:
        """A's chance after each answer, and whether they are exact."""
        if self.solved is not None:
            with suppress(solver.Unknown):
                return self.solved.answers(state), True
        return solver.answers(self.terms, state, time)


def _of(seat: Seat, chance: float) -> float:
    """A seat's chance, from A's; estimates may be a little beyond certainty."""
    return min(max(chance if seat is Seat.A else 1.0 - chance, 0.0), 1.0)


def _after(history: MatchHistory[State], judged: Sequence[Judged], cut: bool) -> list[float]:
    """A's chance after each question: that before the next one, and at last who won."""
    if not judged:
        return []
    end = judged[-1].before if cut else history.result()
    return [*[one.before for one in judged[1:]], end]


# --- Words


def _remarks(judged: Judged, after: float) -> Iterator[Remark]:
    """The remarks on the choices that gave something away."""
    for choice in judged.choices:
        seat, verdict = choice.moment.seat, choice.verdict
        if seat is None or choice.own is None or verdict is Verdict.GOOD:
            continue
        parts = choice.mixture[:SHOWN]
        often = mark("{percent} of the time")
        better = tuple(BetterMove(text, choice.best, say(often, percent=percent(part)), told) for text, part, told in parts)
        yield Remark(choice.moment.event, seat, verdict, choice.why, _of(seat, after), better)


def _summary(history: MatchHistory[State], judged: Sequence[Judged]) -> Iterator[str]:
    """How it ended, and who gave away how much."""
    winner = certain(history.outcome.winner)
    chips = history.end.sides.map(lambda side: side.chips)
    player, won, lost_with = name(winner), chips[winner], chips[winner.other]
    if history.outcome.reason == RESIGN:
        yield say("{winner} won by resignation, with {most} to {fewest}.", winner=player, most=in_chips(won), fewest=lost_with)
    elif chips.a == chips.b:
        yield say("{winner} won the last tie, at {chips}.", winner=player, chips=in_chips(chips.a))
    else:
        yield say("{winner} won with {most} to {fewest}.", winner=player, most=in_chips(won), fewest=lost_with)


def _sureness(judged: Sequence[Judged], solved: bool, cut: bool) -> Iterator[str]:
    """How sure all this is, and how far it goes."""
    if not judged:
        yield say("There was no time to look at any round.")
        return
    estimated = list(dict.fromkeys(str(one.state.round) for one in judged if not one.exact))
    if not estimated:
        yield say("All of these chances are exact.")
    elif solved:
        text = mark("These chances are exact, but for estimates in round {rounds}, which time-outs led to.")
        yield say(text, rounds=", ".join(estimated))
    elif judged[-1].exact and not any(one.exact for one in judged if one.state.round <= int(estimated[-1])):
        yield say("The chances are estimates up to round {round}, and exact after it.", round=estimated[-1])
    else:
        yield say("The chances are estimates.")
    if cut:
        yield say("There was time to look at the match up to round {round} only.", round=judged[-1].state.round)


def _chart(judged: Sequence[Judged], after: Sequence[float]) -> Chart | None:
    if not judged:
        return None
    caption = mark("Chance of {player} to win") if all(one.exact for one in judged) else mark("Chance of {player} to win, estimated")
    points = [(0, judged[0].before), *[(one.last, then) for one, then in zip(judged, after, strict=True)]]
    band = _band(judged, points)
    return Chart(say(caption, player=name(Seat.A)), tuple(points), band=band, margin=say(chance.FIT_ERROR) if band else "")


def _band(judged: Sequence[Judged], points: Sequence[tuple[int, float]]) -> tuple[tuple[int, float, float], ...]:
    """The margin of the estimates: how far the chance after a round moved in this match as soon as the next round was looked at itself.

    Twice the root of the mean square, over all estimated rounds; of a match with few of them, as it usually is. Exact rounds and the end
    of the match are certain. No band if all of it is.
    """
    if all(one.exact for one in judged):
        return ()
    moved = [then.before - one.expected for one, then in pairwise(judged) if one.expected is not None and not one.exact]
    off = chance.margin(moved, FEWEST)
    offs = [0.0 if one.exact else USUAL if off is None else off for one in judged]
    return tuple([(event, *chance.around(value, off)) for (event, value), off in zip(points, [*offs, 0.0], strict=True)])


def advise(game: FiveCardTrick) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
