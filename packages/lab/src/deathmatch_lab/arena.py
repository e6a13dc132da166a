"""Bots against each other: paired matches with the seats swapped, on all cores, each of them to be had again from its seed and number.

Game 2k seats bot `a` at A, game 2k + 1 at B; both take their chance from the same streams, which the seed and k alone name. So the two
games of a pair are not independent, and the interval counts whole pairs (`interval`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from time import perf_counter
from typing import Any

from deathmatch.bots import registry
from deathmatch.bots.budget import THINKING, Counted
from deathmatch.bots.players import Player
from deathmatch.bots.processes import processors
from deathmatch.core.bots import AnyBot
from deathmatch.core.chance import wilson
from deathmatch.core.errors import DeathmatchError, blaming
from deathmatch.core.game import AnyGame, Ask, Deals, HostLine, Over, Resources
from deathmatch.core.optional import any_line, interrupts
from deathmatch.core.options import Value
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, HOSTS, AnyPending, Position
from deathmatch.match.record import Entry, Header, Record
from deathmatch_lab import players
from deathmatch_lab.local_pool import LocalPool, as_they_come, local_pool

SURE = 1.959964  # standard deviations: 95 % of a normal distribution lie within
_BATCHES = 12  # pieces of work for each worker, so that the progress moves and all end together
_LARGEST = 20  # matches of a piece, so that little is lost if somebody breaks off


@dataclass(frozen=True, slots=True)
class ArenaBout:
    """The two bots and their variant.

    Attributes:
        variant: `GAME/VARIANT`.
        a, b: the bots: names, or classes or bots that cross to the processes (`players.py`).
        games: how many.
        seed: of all chance.
        options: keys and values that differ from the defaults.
        thinking: the limit of a decision, in units of work (core.bots.Budget); a bot with a fixed amount of work does not ask.
        resources: what live play asks of the outside, for bots and for their moves; it crosses to the processes. None asks nothing.
        start: events as lines of a record, `A score grow`, that come before the first decision of the bots; each match begins there.
    """

    variant: str
    a: Player
    b: Player
    games: int
    seed: int
    options: tuple[tuple[str, Value], ...] = ()
    thinking: int = THINKING
    resources: Resources | None = None
    start: tuple[str, ...] = ()

    def named(self, side: str) -> str:
        """The name of the bot on this side, `a` or `b`."""
        return players.name_of(self.player(side))

    def player(self, side: str) -> Player:
        """The bot on this side, `a` or `b`."""
        return self.a if side == "a" else self.b


@dataclass(frozen=True, slots=True)
class ArenaMatch:
    """One match of a bout.

    Attributes:
        number: its number in the bout, from 0.
        winner: `a` or `b`, or None if nobody won.
        reason: how it ended.
        entries: its events.
        seconds: the time of each decision of `a` and of `b`. It does not count when matches are compared.
        opener: the seat that was the first to decide alone; None if nobody did.
    """

    number: int
    winner: str | None
    reason: str
    entries: tuple[Entry, ...]
    seconds: dict[str, tuple[float, ...]] = field(compare=False)
    opener: Seat | None = None

    def record(self, bout: ArenaBout) -> Record:
        """The match as a record, in which each player has the name of the bot."""
        sides = _sides(self.number)
        tags = (("seed", str(bout.seed)), ("number", str(self.number)))
        return Record(Header(find(bout.variant), dict(bout.options), sides.map(bout.named), tags), self.entries)


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of a bout, from the side of bot `a`.

    Attributes:
        bout: the bots, the variant and the number of games.
        wins: of `a` and of `b`.
        interval: the 95 % confidence interval of `share`.
        seconds: the times of all decisions of `a` and of `b`, ascending.
    """

    bout: ArenaBout
    wins: dict[str, int]
    interval: tuple[float, float]
    seconds: dict[str, Sequence[float]]

    @property
    def share(self) -> float:
        """The win rate of `a`, from 0 to 1. A match without a winner counts as half a win."""
        return 0.5 + (self.wins["a"] - self.wins["b"]) / (2 * self.bout.games)

    def json(self) -> dict[str, Any]:
        """The fields that a JSON result has of it."""
        bout = self.bout
        return {
            "game": bout.variant,
            "a": bout.named("a"),
            "b": bout.named("b"),
            "games": bout.games,
            "wins": dict(self.wins),
            "interval": [round(end, 4) for end in self.interval],
            "seed": bout.seed,
        }


def quantile(ascending: Sequence[float], part: float) -> float:
    """The value below which this part of them lies; 0 if there are none."""
    return ascending[min(len(ascending) - 1, int(part * len(ascending)))] if ascending else 0.0


def interval(scores: Sequence[float], games: int, sizes: Sequence[int] | None = None) -> tuple[float, float]:
    """95 % for the share of matches won: Wilson's score interval, widened if pairs vary more than single matches would.

    Args:
        scores: of each pair, the matches won (0 to 2; a last game without a partner 0 to 1).
        games: how many matches they are.
        sizes: the matches of each pair; by default two, and as many as are left for the last.

    Two games that share their chance are correlated. The variance between pairs gives the design effect, and the number of matches is
    divided by it. An effect below 1, when pairing steadies the result, counts as 1.
    """
    share = sum(scores) / games
    effect = 1.0
    pairs = len(scores)
    if pairs > 1 and 0 < share < 1:
        of_each = sizes or [*[2] * (pairs - 1), games - 2 * (pairs - 1)]
        between = sum((score - size * share) ** 2 for score, size in zip(scores, of_each, strict=True)) * pairs / (pairs - 1)
        effect = max(1.0, between / games**2 / (share * (1 - share) / games))
    return wilson(sum(scores) / effect, games / effect, SURE)


# --- One match


@dataclass(frozen=True, slots=True)
class _Setup:
    """Where a bout is played: the game and the bots by their sides, and how each match begins.

    Attributes:
        game, bots: these.
        state: in which the bots begin.
        before: the events before it.
        opener: the seat that decided alone first in them.
    """

    game: AnyGame
    bots: Mapping[str, AnyBot]
    state: Any
    before: tuple[Entry, ...]
    opener: Seat | None


@lru_cache(maxsize=16)
def _table(bout: ArenaBout) -> _Setup:
    variant = find(bout.variant)
    _, game = variant.bind(dict(bout.options))
    bots = {side: players.ready(variant, game, bout.player(side), bout.resources) for side in ("a", "b")}
    return _Setup(game, bots, *_begun(Position.start(variant, game), bout.start))


def alone(pending: AnyPending) -> Seat | None:
    """The seat that is to decide alone; None if nobody is."""
    return pending.seats[0] if isinstance(pending, Ask) and len(pending.seats) == 1 else None


def _begun(position: Position, lines: Sequence[str]) -> tuple[Any, tuple[Entry, ...], Seat | None]:
    """The state after these events, the events, and who decided alone first; raises ValueError if a match cannot go on from there."""
    entries, opener = [], None
    for line in lines:
        opener = opener or alone(position.game.pending(position.state))
        actor, _, text = line.partition(" ")
        try:
            position, written = position.accept(actor, text)
        except DeathmatchError as error:
            raise ValueError(f"the start position: {line}: {error}") from None
        entries.append(Entry(actor, written))
    if position.over is not None:
        raise ValueError("the start position: the match is over there")
    if position.waiting:
        raise ValueError("the start position: a submission waits sealed; end it after a whole turn")
    return position.state, tuple(entries), opener


def _sides(number: int) -> BySeat[str]:
    """The seats of the two bots in this match."""
    return BySeat("a", "b") if number % 2 == 0 else BySeat("b", "a")


def play(bout: ArenaBout, number: int) -> ArenaMatch:
    """One match of a bout, the same whenever and wherever it is played.

    It asks the game itself, without a referee (`match.Match`): both moves of a turn are at hand together, so there is nothing to seal, no
    clock runs, nobody looks on, and chance comes from streams that the two games of a pair share instead of a dealer's.
    """
    table, sides, pair = _table(bout), _sides(number), number // 2
    game, key = table.game, f"deathmatch arena {bout.seed}".encode()
    sources = {side: HmacSource(key, f"{pair}:{side}") for side in ("a", "b", DEAL)}
    seconds: dict[str, list[float]] = {"a": [], "b": []}
    entries, state, opener = list(table.before), table.state, table.opener
    questions = count()
    while not isinstance(pending := game.pending(state), Over):
        question = next(questions)
        if isinstance(pending, Deals):
            deal = pending.chance.sample(sources[DEAL])
            entries.append(Entry(DEAL, pending.chance.write(deal)))
            state = game.deal(state, deal)
            continue
        if isinstance(pending, HostLine):
            text, state = any_line(game, state, sources[DEAL])
            entries.append(Entry(HOSTS, text))
            continue
        opener = opener or alone(pending)
        turn: dict[Seat, Any] = {}
        lines: dict[Seat, Entry] = {}
        for seat in pending.seats:
            side = sides[seat]
            view = game.view(state, seat)
            decision = game.decision(view)
            with blaming(bout.named(side), seat, question):
                began = perf_counter()
                move = table.bots[side].choose(view, decision, Counted(bout.thinking), sources[side])
                seconds[side].append(perf_counter() - began)
                decision.check(move)
                if bout.resources is not None:
                    decision.admit(move, bout.resources)
            turn[seat], lines[seat] = move, Entry(seat.value, decision.write(move))
            if interrupts(decision, move):
                turn, lines = {seat: move}, {seat: lines[seat]}
                break
        entries += lines.values()
        state = game.play(state, turn)
    winner = None if pending.winner is None else sides[pending.winner]
    spent = {side: tuple(each) for side, each in seconds.items()}
    return ArenaMatch(number, winner, pending.reason, tuple(entries), spent, opener)


# --- Many


@lru_cache(maxsize=16)
def get_ready(bout: ArenaBout) -> None:
    """Have everything ready that the bots of a bout need, once for each process that plays it: without it they make it in every match."""
    table = _table(bout)
    registry.warm(table.game, tuple(table.bots.values()), [bout.named(side) for side in table.bots])


def work(bout: ArenaBout, numbers: Iterable[int]) -> list[ArenaMatch]:
    """Play these matches of a bout here; what its bots need is made ready once for each process."""
    get_ready(bout)
    return [play(bout, number) for number in numbers]


def check(bout: ArenaBout) -> None:
    """Raise the error of a bout that cannot be: LookupError, OptionError or PluginError."""
    _table(bout)


def play_all(
    due: Sequence[tuple[ArenaBout, Sequence[int]]],
    seen: Callable[[ArenaBout, ArenaMatch], None],
    jobs: int = 0,
    pool: LocalPool | None = None,
) -> None:
    """Play these matches of these bouts: in `jobs` processes (0: one for each core; 1: in this process), or by those of `pool`.

    Args:
        due: bouts, and the numbers of the matches in each.
        seen: called with each match as it comes in, in any order.
        jobs: how many processes.
        pool: takes the place of `jobs`.

    Raises: LookupError, OptionError for a bout that cannot be; ValueError for a number of jobs that makes no sense.
    """
    if jobs < 0:
        raise ValueError(f"jobs must be at least 0, not {jobs}")
    for bout, _ in due:
        check(bout)  # here, not in a worker
    jobs = min(jobs or processors(), sum((len(numbers) + 1) // 2 for _, numbers in due))
    if pool is None and jobs < 2:
        for bout, numbers in due:
            for number in numbers:
                seen(bout, work(bout, [number])[0])
        return
    with local_pool(jobs) if pool is None else nullcontext(pool) as workers:
        for (bout, _), played in as_they_come(workers, work, _batches(due, workers.width)):
            for one in played:
                seen(bout, one)


def _batches(due: Sequence[tuple[ArenaBout, Sequence[int]]], width: int) -> Iterator[tuple[ArenaBout, Sequence[int]]]:
    """The matches in batches of whole pairs, for so many workers."""
    every = sum(len(numbers) for _, numbers in due)
    size = min(max(2, every // (width * _BATCHES) // 2 * 2), _LARGEST)
    for bout, numbers in due:
        for start in range(0, len(numbers), size):
            yield bout, numbers[start : start + size]


def run(bout: ArenaBout, jobs: int = 0, seen: Callable[[ArenaMatch], None] | None = None, pool: LocalPool | None = None) -> ArenaResult:
    """Play a whole bout; `seen` is called with every match as it comes in. For `jobs` and `pool`, and for errors, see `play_all`."""
    if bout.games < 1:
        raise ValueError(f"games must be at least 1, not {bout.games}")
    played: list[ArenaMatch] = []

    def take(_bout: ArenaBout, one: ArenaMatch) -> None:
        played.append(one)
        if seen is not None:
            seen(one)

    play_all([(bout, range(bout.games))], take, jobs, pool)
    scores: dict[int, list[float]] = defaultdict(list)  # of each pair
    for one in sorted(played, key=lambda one: one.number):
        scores[one.number // 2].append(0.5 if one.winner is None else float(one.winner == "a"))
    ends = interval([sum(won) for won in scores.values()], bout.games, [len(won) for won in scores.values()])
    wins = {side: sum(one.winner == side for one in played) for side in ("a", "b")}
    return ArenaResult(bout, wins, ends, {side: sorted(chain.from_iterable(one.seconds[side] for one in played)) for side in wins})
