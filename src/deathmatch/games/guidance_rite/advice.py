"""A review of a finished match: the draft, the course of each bout, and the turn that gave most away.

The capability `advise`. Turns in turn are compared with the best one of a search of equal depth; turns at once with
the optimal mixture of the position's matrix game. Claims are judged by the fitted worth of drafts (`drafting.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core import chance as chances
from deathmatch.core import reviewing
from deathmatch.core.bots import Budget
from deathmatch.core.chance import chance_of
from deathmatch.core.game import TIMEOUT, Timeout
from deathmatch.core.seats import SEATS, Seat, certain
from deathmatch.core.speech import capital, count, listed, mark, name, percent, say
from deathmatch.games.guidance_rite import battle, bot, fast, fast_search, rules
from deathmatch.games.guidance_rite.drafting import Draft, claims
from deathmatch.games.guidance_rite.narration import item_effect, power_effect
from deathmatch.games.guidance_rite.values import Board, Claim, Kind, Manner, Move, Owed, Terms, Tie, Turn, item_title, pieces, text
from deathmatch.games.guidance_rite.view import State
from deathmatch.solve import matrix

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite


# --- The seat that begins a bout, the worth of beginning, and the chance to win the match that follows from the bout at hand


EDGE: Final = 0.57
"""Log-odds of the seat that is expected to begin a bout in turn, fitted to bouts of the levels (packages/lab/docs/calibration.md)."""


def expected(terms: Terms, state: State) -> Seat | None:
    """The seat that moves first in the bout at hand, or that probably will; None if both move at once."""
    bout = state.bout
    return upcoming(terms, bout.number, state.opener) if bout.first is None else bout.first


def upcoming(terms: Terms, number: int, opener: Seat | None) -> Seat | None:
    """The seat that probably moves first in a bout, if `opener` did in bout 1 (R19, R20): a seat that is asked names itself."""
    if terms.simultaneous(number):
        return None
    if number == 2 and opener is not None:
        return opener.other
    return terms.chooser if terms.first is None else terms.first


def first_edge(first: Seat | None, seat: Seat) -> float:
    """The log-odds of a seat to win a bout that `first` begins, by that alone."""
    return 0.0 if first is None else EDGE if first is seat else -EDGE


def match_chance(terms: Terms, state: State, bout: float) -> float:
    """A's chance to win the match, from its chance to win the bout at hand; players of equal strength play the later ones."""
    number, most = state.bout.number, terms.best_of // 2 + 1
    opener = expected(terms, state) if number == 1 else state.opener

    def ahead(a: int, b: int, coming: int) -> float:
        """The chance to win `a` bouts before the other seat wins `b`."""
        if a <= 0 or b <= 0:
            return float(a <= 0)
        won = chance_of(first_edge(upcoming(terms, coming, opener), Seat.A))
        return won * ahead(a - 1, b, coming + 1) + (1 - won) * ahead(a, b - 1, coming + 1)

    lacks_a, lacks_b = most - state.wins.a, most - state.wins.b
    return bout * ahead(lacks_a - 1, lacks_b, number + 1) + (1 - bout) * ahead(lacks_a, lacks_b - 1, number + 1)


# --- Why a turn was worse than another one, in words: pieces that could be captured, pieces left to be captured, and room to move


ROOM: Final = 2  # ways to move that are no reason yet

Moves = Mapping[Seat, Move | Timeout]


def plain(board: Board, space: int) -> str:
    """A piece in words: its character, and its number of black arrows."""
    kind, arrows = certain(board[space]).kind, certain(board[space]).black.bit_count()
    return count("the {piece} with {number} arrow", "the {piece} with {number} arrows", arrows, piece=kind.told)


def of_turn(terms: Terms, state: State, seat: Seat, moves: Moves, better: Turn) -> str:
    """The advantage of the better turn; nothing if there is no plain reason.

    Args:
        terms: of the match.
        state: before the turn.
        seat: whose turn is judged.
        moves: the submissions.
        better: in its place.
    """
    board, names = state.bout.board, terms.grid.names
    played = moves[seat]
    missed = _captured(board, seat, better)
    if missed not in (None, _captured(board, seat, played)):
        assert better.movement is not None
        sentence = mark("From {origin}, {piece} on {space} could be captured.")
        return say(sentence, piece=plain(board, missed), space=names[missed], origin=names[better.movement.origin])
    made, other = _after(terms, state, moves), _after(terms, state, {**moves, seat: better})
    if made is None or other is None:
        return ""
    left = _threatened(terms, made, seat) - _threatened(terms, other, seat)
    if left:
        return say("It leaves {pieces} to be captured next; the better turn does not.", pieces=_told(terms, made, left))
    new = _threatened(terms, other, seat.other) - _threatened(terms, made, seat.other)
    if new:
        return say("The better turn threatens {pieces}; this one does not.", pieces=_told(terms, other, new))
    own, others = _ways(terms, made, seat), _ways(terms, made, seat.other)
    more, fewer = _ways(terms, other, seat), _ways(terms, other, seat.other)
    if more - fewer > own - others + ROOM:
        sentence = mark("Ways to move afterwards: {own} against {others} of the other side; after the better turn {more} against {fewer}.")
        return say(sentence, own=own, others=others, more=more, fewer=fewer)
    same = isinstance(played, Turn) and played.movement == better.movement
    return say("The movement is the same; the power or the item with it does more.") if same else ""


def _told(terms: Terms, board: Board, spaces: set[int]) -> str:
    """The pieces on these spaces."""
    return listed([say("{piece} on {space}", piece=plain(board, space), space=terms.grid.names[space]) for space in sorted(spaces)])


def _captured(board: Board, seat: Seat, turn: Move | Timeout) -> int | None:
    """The space of the enemy piece that a turn captures; None if it captures none."""
    if not isinstance(turn, Turn) or turn.movement is None or turn.item is not None:
        return None
    there = board[turn.movement.end]
    swaps = turn.power is not None and turn.power.kind is Kind.GUARDIAN
    return None if there is None or there.owner is not seat.other or swaps else turn.movement.end


def _after(terms: Terms, state: State, moves: Moves) -> Board | None:
    """The board after a turn; None if the bout is over then."""
    asked = {seat: moves.get(seat, TIMEOUT) for seat in state.asked(terms)}
    after = rules.play(terms, state, asked)
    same = len(after.results) == len(state.results) and after.outcome is None
    return after.bout.board if same else None


def _threatened(terms: Terms, board: Board, seat: Seat) -> set[int]:
    """The spaces of a seat's pieces that the other one can capture at once."""
    found = set()
    for way, manner in battle.movements(terms, board, seat.other):
        there = board[way.end]
        if manner is not Manner.SWAP and there is not None and there.owner is seat:
            found.add(way.end)
    return found


def _ways(terms: Terms, board: Board, seat: Seat) -> int:
    """The movements of a seat."""
    return sum(1 for _ in battle.movements(terms, board, seat))


# --- What the turns of a finished match were worth: in turn by a search, at once by the matrix game of both seats' turns


LIMITS: Final = bot.SearchLimits(depth=7, positions=40_000, tried=3, kept=8, uses=4)
WIDE: Final = 5  # movements of each seat that are looked at after a turn at once
PLAN: Final = bot.SearchPlan(answers=4, kept=6, deeper=((1, WIDE, 36),))
LIKELY: Final = 0.05  # how likely a turn of a mixture is at least, to be named


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn of a finished match.

    Attributes:
        moment: the event.
        seat: whose.
        played: the chance to win the bout after it, for that seat, from 0 to 1.
        best: the same after the best turn; at once what the mixture guarantees.
        better: the best turn; at once the turns of the mixture, likeliest first.
        mixture: at once how likely each of them is; None in turn.
        depth: turns that were looked at, this one included; at once, turns of both.
    """

    moment: reviewing.Moment[State]
    seat: Seat
    played: float
    best: float
    better: tuple[Turn, ...]
    mixture: tuple[float, ...] | None
    depth: int

    @property
    def loss(self) -> float:
        """The part of the chance to win that the turn gave away."""
        return max(0.0, self.best - self.played)


def chance(terms: Terms, value: int) -> float:
    """The chance to win that goes with a value of the search, from 0 to 1."""
    if abs(value) >= fast_search.SURE:
        return float(value > 0)
    return chance_of(fast.fitted(terms)[fast.STEEP] / 100 * value / fast_search.FULL)


def turn_of(moment: reviewing.Moment[State]) -> Turn:
    """The turn that an event was; a time-out is a pass."""
    return moment.move if isinstance(moment.move, Turn) else Turn(None)


def word_of(terms: Terms, board: Board, seat: Seat, turn: Turn) -> int:
    """A legal turn, after its item, as the kernels have it."""
    if turn.movement is None:
        return fast.PASS
    swap = turn.power is not None and turn.power.kind is Kind.GUARDIAN
    return fast.word_of(*battle.judge(terms, board, seat, turn.movement, swap=swap), turn.power)


def in_turn(terms: Terms, moment: reviewing.Moment[State], budget: Budget) -> Judged:
    """A turn in turn, compared with the best one that a search finds, both looked at equally deep."""
    state, turn = moment.state, turn_of(moment)
    bout, seat = state.bout, certain(state.bout.mover)
    looking = bot.Search(terms, bout, LIMITS, budget, replays=bot.replays(state))
    board = bout.board if turn.item is None else battle.used(bout.board, turn.item)
    start = fast.position(looking.ground, replace(bout, board=board))
    played = bot.CandidateTurn(start, word_of(terms, board, seat, turn), turn.item)
    options = bot.ranked(looking.looked([*looking.movements(bot.Fixed()), played]))
    glance, known = options[0].value, (options[0], looking.glance(played), 1)
    for depth in range(1, LIMITS.depth):
        if budget.spent():
            break
        options, whole = looking.deepened(options, depth)
        try:
            value = looking.after(played, depth, -bot.MOST, bot.MOST) if whole else 0
        except bot.Spent:
            break
        if not whole:
            break
        known = options[0], value, depth + 1
        if abs(options[0].value) >= fast_search.SURE:
            break
        if depth == 1:
            options = looking.widened(options, glance, bot.Fixed(), seat, state.items[seat])
    best, value, depth = known
    return Judged(moment, seat, chance(terms, value), chance(terms, max(best.value, value)), (best.turn,), None, depth)


def judged_at_once(terms: Terms, moments: tuple[reviewing.Moment[State], ...], budget: Budget) -> list[Judged]:
    """The turns of a joint submission, each against the other seat's mixture; not one that used an item."""
    state = moments[0].state
    game = bot.JointTurn(terms, state.bout, replays=bot.replays(state))
    solved = bot.solve_turns(game, PLAN, budget)
    judged: list[Judged] = []
    for moment in moments:
        seat, turn = moment.seat, turn_of(moment)
        if seat is None or turn.item is not None:
            continue
        word = word_of(terms, state.bout.board, seat, turn)
        value = game.against(seat, [word], solved.turns[seat.other], solved.mixtures[seat.other], solved.depth - 1, WIDE)[0]
        mixture = solved.mixtures[seat]
        order = [int(number) for number in np.argsort(-mixture, kind="stable") if mixture[number] >= LIKELY]
        worth = solved.value if seat is Seat.A else -solved.value
        judged.append(
            Judged(
                moment,
                seat,
                0.5 + 0.5 * float(value),
                0.5 + 0.5 * worth,
                tuple([fast.turn_of(solved.turns[seat][number]) for number in order]),
                tuple([float(mixture[number]) for number in order]),
                solved.depth,
            )
        )
    return judged


# --- What the claims of a finished match were worth: the draft, and the claim that gave most away


Floats: TypeAlias = NDArray[np.float64]

SURE: Final = 1.5  # the power of the odds of a draft, fitted to bouts of the levels; see packages/lab/docs/calibration.md
MEETS: Final = 0.15  # by which the other seat is likelier to name one of these pieces too, if that is the reason


def likely(odds: float, edge: float = 0.0) -> float:
    """The chance to win the bout that belongs to the logarithm of the fitted odds of a draft, and to those of the seat that begins."""
    return chance_of(SURE * odds + edge)


def draft_lines(terms: Terms, number: int, dealt: Board, board: Board) -> list[str]:
    """The seat with the better draft, and the piece of each seat that is worth most on the full board."""
    prices = Draft(terms, dealt, Seat.A).prices()
    odds = _odds(terms, board)
    best = [(seat, max(own, key=lambda space: prices[space])) for seat in SEATS if (own := pieces(board, seat))]
    was = mark("{player}: {piece} on {space}")
    parts = [say(was, player=name(seat), piece=plain(dealt, space), space=terms.grid.names[space]) for seat, space in best]
    lost = sum(dealt[space] is not None and board[space] is None for space in range(len(board)))
    better = Seat.A if odds >= 0 else Seat.B
    found = say(_DRAFT, number=number, player=name(better), share=percent(likely(abs(odds))))
    if lost:
        found += " " + count("{number} piece went to nobody.", "{number} pieces went to nobody.", lost)
    if not parts:
        return [found]
    return [found, say("Bout {number}, the most valuable pieces. {pieces}.", number=number, pieces="; ".join(parts))]


_DRAFT: Final = mark("Bout {number}, {player}: the better pieces after the draft. By the pieces alone, they win {share} of such bouts.")


def _odds(terms: Terms, board: Board) -> float:
    """The logarithm of the odds of A by the pieces on a board."""
    rest = Draft(terms, board, Seat.A)
    return float(rest.odds(rest.holders, rest.there))


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim against what the other seat might name.

    Attributes:
        moment: its event.
        played, best: the chance to win the bout, of the claim and of the best one.
        better: the best one.
        meets: for the claim and for the best one, how likely the other seat names one of its pieces too.
        value: the chance to win the bout after both claims.
    """

    moment: reviewing.Moment[State]
    played: float
    best: float
    better: tuple[int, int]
    meets: tuple[float, float]
    value: float

    @property
    def loss(self) -> float:
        """The part of the chance to win that the claim gave away."""
        return max(0.0, self.best - self.played)


def claim_remark(terms: Terms, one: JudgedClaim) -> reviewing.Remark:
    """The remark on a claim that gave something away."""
    seat, move = certain(one.moment.seat), one.moment.move
    board = one.moment.state.bout.board
    pairs = {"claimed": _told(terms, board, {*move.spaces}), "better": _told(terms, board, {*one.better})}
    words = capital(say("{better} would have been worth more than {claimed}.", **pairs))
    mine, other = one.meets
    if mine > other + MEETS:
        sentence = mark("The other side was likely to name one of these too, and a piece that both name is lost.")
        words = f"{words} {say(sentence)}"
    told = say("claim {spaces}", spaces=listed(terms.grid.named(one.better)))
    better = () if one.better == move.spaces else (reviewing.BetterMove(text(Claim(one.better), terms.grid), told=told),)
    return reviewing.Remark(one.moment.event, seat, reviewing.graded(one.loss), words, one.value, better)


def judged_claims(terms: Terms, both: Sequence[reviewing.Moment[State]]) -> list[JudgedClaim]:
    """Each claim of a round against the other seat's mixture."""
    state = both[0].state
    board, first = state.bout.board, expected(terms, state)
    answers: dict[Seat, Move] = {moment.seat: moment.move for moment in both if moment.seat is not None and isinstance(moment.move, Claim)}
    odds = _odds(terms, rules.claimed(state.bout, answers).board)
    found = []
    for moment in both:
        seat, move = moment.seat, moment.move
        if seat is None or not isinstance(move, Claim):
            continue
        here = Draft(terms, board, seat)
        pairs, payoffs = claims(here, board)
        solved = matrix.solve(payoffs)
        best = pairs[int(solved.row.argmax())]
        own = here.games(np.array([*pairs, move.spaces]))[-1, :-1] @ solved.column
        meets = _meets(pairs, solved.column, move.spaces), _meets(pairs, solved.column, best)
        edge = first_edge(first, seat)
        value = likely(odds if seat is Seat.A else -odds, edge)
        found.append(JudgedClaim(moment, likely(float(own), edge), likely(solved.value, edge), best, meets, value))
    return found


def _meets(pairs: Sequence[tuple[int, int]], likely_: Floats, claim: tuple[int, int]) -> float:
    """How likely the other seat names a piece of a claim too."""
    return sum(float(part) for pair, part in zip(pairs, likely_, strict=True) if {*pair} & {*claim})


FEWEST: Final = 5  # turns from which the margin of their estimates is known
USUAL: Final = 0.15  # the margin in other matches
SHOWN: Final = 3  # turns of a mixture that a remark names


def _instead(terms: Terms, turn: Turn) -> str:
    """What to do, as one tells a player."""
    parts, power = list[str](), turn.power
    if turn.item is not None:
        parts.append(say("use {item} ({effect})", item=item_title(turn.item.item), effect=item_effect(terms.grid, turn.item)))
    if turn.movement is not None:
        origin, end = terms.grid.named((turn.movement.origin, turn.movement.end))
        parts.append(say("move {origin} to {end}", origin=origin, end=end))
    if power is not None:
        effect, space = power_effect(terms.grid, power), terms.grid.names[power.source]
        parts.append(say("spend the {piece} on {space} ({effect})", piece=power.kind.told, space=space, effect=effect))
    return listed(parts) or say("pass")


Claimed: TypeAlias = Mapping[int, Sequence[JudgedClaim]]
"""The claims of each bout."""

REASONS: Final = {
    Tie.CAPTURED_ALL: mark("Bout {number}, {winner}: captured everything."),
    Tie.TIMEOUT: mark("Bout {number}, {winner}: won by time."),
    Tie.MORE: mark("Bout {number}, {winner}: more pieces when nothing moved on."),
    Tie.RECENT: mark("Bout {number}, {winner}: the last to have had more pieces, when nothing moved on."),
    Tie.LAST: mark("Bout {number}, {winner}: won by the last tie."),
}


@dataclass(frozen=True, slots=True)
class Fought:
    """One bout of the match, a replayed one by itself.

    Attributes:
        place: from 0, among all that were played.
        number: of the bout.
        moments: its events.
        end: the state after it.
    """

    place: int
    number: int
    moments: tuple[reviewing.Moment[State], ...]
    end: State

    @property
    def winner(self) -> Seat | None:
        """Who won it; None if it was given up, or is played again."""
        return self.end.results[self.place].winner if len(self.end.results) > self.place else None

    def owing(self, owed: Owed) -> list[tuple[reviewing.Moment[State], ...]]:
        """The seats' events of one decision by the question that they answer, but for resignations."""
        found = [one for one in self.moments if one.state.owed is owed and one.seat is not None and one.move is not None]
        return [tuple(both) for _, both in groupby(found, key=lambda moment: moment.ply)]


class Advisor:
    """Goes through a match bout by bout, as long as the budget lasts."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have the kernels ready: if they must be compiled, that takes longer than a review may."""
        bot.warm()

    def review(self, history: reviewing.MatchHistory[State], budget: Budget, /) -> reviewing.Review:
        """How the match ended; of each bout its draft, its end and the turn that gave most away; a chart of the chances to win the bout."""
        bouts = list(_fought(history))
        judged: dict[int, list[Judged]] = {}
        joint, asked = 0, 0
        for bout in bouts:
            judged[bout.place] = []
            for both in bout.owing(Owed.TURN):
                asked += len(both)
                if not budget.spent():
                    judged[bout.place] += self._judged(both, budget)
                    joint += len(both)
        summary, remarks, claimed = [_score(history)], list[reviewing.Remark](), dict[int, list[JudgedClaim]]()
        given = {one.moment.event: self._lost(one) for each in judged.values() for one in each}
        for bout in bouts:
            drafted = _drafted(bout)
            rounds = [] if drafted is None else bout.owing(Owed.CLAIM)
            claims = claimed[bout.place] = [claim for both in rounds for claim in judged_claims(self._terms, both)]
            given |= {claim.moment.event: self._lost(claim) for claim in claims}
            summary += self._lines(bout, drafted)
            remarks += self._remarks(bout, claims, judged[bout.place])
        if joint < asked:
            summary.append(say("There was time to look at {number} of {most} turns.", number=joint, most=asked))
        chart = _chart(self._terms, bouts, claimed, judged, history)

        def why(turn: reviewing.Turn) -> str:
            if reviewing.graded(given.get(turn.event, 1)) is not reviewing.Verdict.GOOD:  # unknown, or dear by itself
                return ""
            if history.moments[turn.event - 1].seat is turn.winner:
                return say("The choice of the other side before it had left room for this.")
            return say("This choice itself cost little: the choices before it had led here.")

        return reviewing.reviewed(history, summary, chart, remarks, given, why=why)

    def _lost(self, one: Judged | JudgedClaim) -> float:
        """The chance to win the match that a turn or a claim gave away."""
        return max(0.0, self._chance(one.moment, one.best) - self._chance(one.moment, one.played))

    def _judged(self, both: tuple[reviewing.Moment[State], ...], budget: Budget) -> list[Judged]:
        if both[0].state.bout.mover is None:
            return judged_at_once(self._terms, both, budget)
        return [in_turn(self._terms, moment, budget) for moment in both]

    # --- Words

    def _lines(self, bout: Fought, drafted: tuple[Board, Board] | None) -> list[str]:
        """The lines of a bout: its end, and its draft."""
        lines = []
        if bout.winner is not None:
            reason = REASONS[bout.end.results[bout.place].reason]
            lines.append(say(reason, number=bout.number, winner=name(bout.winner)))
        return lines if drafted is None else [*lines, *draft_lines(self._terms, bout.number, *drafted)]

    def _remarks(self, bout: Fought, claims: Sequence[JudgedClaim], judged: Sequence[Judged]) -> Iterator[reviewing.Remark]:
        """The turns that gave something away, and the claim that gave most away."""
        worst = max(claims, key=lambda claim: claim.loss, default=None)
        if worst is not None and (verdict := reviewing.graded(self._lost(worst))) is not reviewing.Verdict.GOOD:
            yield replace(claim_remark(self._terms, worst), verdict=verdict, value=self._chance(worst.moment, worst.value))
        for one in judged:
            verdict = reviewing.graded(self._lost(one))
            if verdict is not reviewing.Verdict.GOOD:
                value = self._chance(one.moment, one.played)
                words = self._words(one, bout)
                yield reviewing.Remark(one.moment.event, one.seat, verdict, words, value, self._better(one))

    def _words(self, one: Judged, bout: Fought) -> str:
        """Why another move was better."""
        late = say("The time ran out.") if one.moment.move is TIMEOUT else ""
        parts = [late, of_turn(self._terms, one.moment.state, one.seat, _of_ply(bout.moments, one.moment), one.better[0])]
        deep = count("{number} turn", "{number} turns", one.depth)
        if one.mixture is None and one.best == 1 and one.played < 1:
            parts.append(say("The better turn wins the bout by force within {turns}.", turns=deep))
        elif one.mixture is None and one.played == 0 and one.best > 0:
            parts.append(say("It loses the bout by force within {turns}.", turns=deep))
        elif not any(parts):
            parts.append(say("Nothing is won or lost at once; the search saw the difference within {turns}.", turns=deep))
        return " ".join([part for part in parts if part])

    def _chance(self, moment: reviewing.Moment[State], bout: float) -> float:
        """The chance of an event's seat to win the match, from its chance to win the bout."""
        chance = match_chance(self._terms, moment.state, bout if moment.seat is Seat.A else 1 - bout)
        return chance if moment.seat is Seat.A else 1 - chance

    def _better(self, one: Judged) -> tuple[reviewing.BetterMove, ...]:
        size = self._terms.grid
        names, best = [text(turn, size) for turn in one.better], self._chance(one.moment, one.best)
        told = [_instead(self._terms, turn) for turn in one.better]
        if one.mixture is None:
            named = [reviewing.BetterMove(names[0], best, told=told[0])]
        else:
            sentence = mark("played {percent} of the time")
            mixed = zip(names, one.mixture, told, strict=True)
            named = [reviewing.BetterMove(move, best, say(sentence, percent=percent(share)), words) for move, share, words in mixed]
        return tuple([better for better in named if better.move != one.moment.text][:SHOWN])


def _fought(history: reviewing.MatchHistory[State]) -> Iterator[Fought]:
    """The bouts, replayed ones by themselves."""
    parts = [(place, tuple(moments)) for place, moments in groupby(history.moments, key=lambda moment: len(moment.state.results))]
    ends = [moments[0].state for _, moments in parts[1:]] + [history.end]
    for (place, moments), end in zip(parts, ends, strict=True):
        yield Fought(place, moments[0].state.bout.number, moments, end)


def _drafted(bout: Fought) -> tuple[Board, Board] | None:
    """The boards before the first claim of a bout and after the last one; None if there was none, or if it did not end."""
    rounds = bout.owing(Owed.CLAIM)
    after = next((moment.state for moment in bout.moments if rounds and moment.event > rounds[-1][-1].event), bout.end)
    if not rounds or after.owed is Owed.CLAIM or after.bout.number != bout.number or after.owed is Owed.BOARD:
        return None
    return rounds[0][0].state.bout.board, after.bout.board


def _of_ply(moments: Sequence[reviewing.Moment[State]], moment: reviewing.Moment[State]) -> Moves:
    """The submissions to the question of an event."""
    return {one.seat: one.move for one in moments if one.ply == moment.ply and one.seat is not None and one.move is not None}


def _chart(
    terms: Terms, bouts: Sequence[Fought], claimed: Claimed, judged: Mapping[int, Sequence[Judged]], history: reviewing.MatchHistory[State]
) -> reviewing.Chart | None:
    """A's chance to win the match: after each claim, before each turn that is known, and after each bout."""
    off = chances.margin(_moved(judged), FEWEST)
    off = USUAL if off is None else off
    start = bouts[0].moments[0].state
    first = match_chance(terms, start, chances.chance_of(first_edge(expected(terms, start), Seat.A)))
    points: dict[int, tuple[float, float, float]] = {0: (first, *chances.around(first, off))}
    for bout in bouts:
        for claim in claimed[bout.place]:
            value = claim.value if claim.moment.seat is Seat.A else 1 - claim.value
            first, least, most = (match_chance(terms, claim.moment.state, chance) for chance in (value, *chances.around(value, off)))
            at = max(moment.event for moment in bout.moments if moment.ply == claim.moment.ply)
            points[at] = first, least, most
        for one in judged[bout.place]:
            value = one.best if one.seat is Seat.A else 1 - one.best
            low, high = (value, value) if value in (0.0, 1.0) else chances.around(value, off)
            first, least, most = (match_chance(terms, one.moment.state, chance) for chance in (value, low, high))
            points[one.moment.event - 1] = first, least, most
        if bout.winner is not None:
            after = match_chance(terms, bout.moments[-1].state, float(bout.winner is Seat.A))
            points[bout.moments[-1].event] = after, after, after
    if not any(judged.values()):
        return None
    end = bouts[-1].moments[-1].event
    if history.outcome.winner is not None:
        points[end] = history.last_point()
    return reviewing.Chart.of(
        say("Chance of {player} to win, if players of equal strength play the bouts to come", player=name(Seat.A)),
        points,
        say(chances.FIT_ERROR),
    )


def _moved(judged: Mapping[int, Sequence[Judged]]) -> list[float]:
    """How far the chance moved between the end of a turn in turn and the look at the next one."""
    return [
        one.played - (1 - then.best)
        for turns_ in judged.values()
        for one, then in pairwise(turns_)
        if one.mixture is None and then.mixture is None and then.seat is one.seat.other
    ]


def _score(history: reviewing.MatchHistory[State]) -> str:
    """How the match ended."""
    outcome, wins = history.outcome, history.end.wins
    assert outcome.winner is not None
    resigned = mark("{winner} won by resignation, at {won} to {lost} bouts.")
    sentence = resigned if outcome.reason == "resign" else mark("{winner} won by {won} to {lost} bouts.")
    return say(sentence, winner=name(outcome.winner), won=wins[outcome.winner], lost=wins[outcome.winner.other])


def advise(game: GuidanceRite) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
