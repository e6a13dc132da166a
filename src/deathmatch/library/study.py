"""Studies: solve a position, compute the best response to a bot, review a finished match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deathmatch.bots import arena, players, searching, study
from deathmatch.bots.arena import ArenaBout
from deathmatch.bots.budget import Deadline
from deathmatch.bots.exploit import exploit
from deathmatch.bots.players import Player
from deathmatch.bots.searching import AdversarySearch
from deathmatch.bots.study import MatchReview
from deathmatch.core.arguments import at_least, checking
from deathmatch.core.exploiting import ExploitResult
from deathmatch.core.game import Over
from deathmatch.core.generating import Generator
from deathmatch.core.seats import PUBLIC
from deathmatch.core.solving import Solution, UnsolvableError
from deathmatch.library.bots import word_lists
from deathmatch.library.game import Deal, Game, State, state_of
from deathmatch.library.records import game_of
from deathmatch.match.record import Record
from deathmatch.solve import matrix
from deathmatch.solve.matrix import MatrixSolution

Progress = Callable[[str, float | None], None]
"""Called with a few words about the work and the fraction done: 0 to 1, or None if it is unknown."""


class _Reported:
    """A reporter that passes the progress to a function (`core.solving.Reporter`)."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress

    def report(self, words: str, done: float | None = None, /) -> None:
        """Passes the words on."""
        if self._progress is not None:
            self._progress(words, done)


@checking
def solve_game(game: Game, state: State | None = None, *, progress: Progress | None = None) -> Solution:
    """Solve a position: the result if both seats play their best, and the moves that lead to it.

    Args:
        game: one whose variant has a solver.
        state: a position that is not over; None means the start.
        progress: called from time to time with a few words and the fraction done.

    Returns: `words`, the lines to print, and `json`, the fields of the game.

    Raises:
        UnknownNameError: the variant has no solver.
        PluginError: another package brings the solver, and it cannot be loaded.
        UnsolvableError: the position is over, too large or does not say enough; its `reason` names a smaller one that could be solved.
    """
    position = game.start() if state is None else state_of(game, state)
    solver = study.solver(game.variant, game.rules)
    if isinstance(game.pending(position), Over):
        raise UnsolvableError("the match is over; there is nothing left to solve")
    solution: Solution = solver.solve(game.view(position, PUBLIC), _Reported(progress))
    return solution


@checking
def exploit_bot(game: Game, bot: Player, *, progress: Progress | None = None) -> ExploitResult:
    """Compute the best response to a bot in each seat, and how often the bot wins against it.

    Args:
        game: one without chance and hidden information, with short matches.
        bot: a name, a class or a bot, as in `load_bot`. The bot needs the method `mixture(view, decision)`.
        progress: as in `solve_game`.

    Returns: for each seat the bot's chance to win, its value and its worst decision. A joint decision is a matrix game, solved by the
        simplex method (von Neumann 1928; Dantzig 1951).

    Raises:
        UnknownNameError, PluginError: as `load_bot`.
        UnsolvableError: the bot does not state its mixed strategy, or the match has hidden information or deals, or is too long.
    """
    player = players.ready(game.variant, game.rules, bot, word_lists(game))
    return exploit(game.variant, game.rules, player, _Reported(progress))


@checking
def find_adversary(
    game: Game,
    bot: Player,
    *,
    trial: int = searching.TRIAL,
    games: int = searching.PROOF,
    seed: int = 0,
    jobs: int = 1,
    thinking: int = arena.THINKING,
    progress: Progress | None = None,
) -> AdversarySearch:
    """Search for an adversary that wins often against a bot: a lower bound on what the bot gives away, for any game.

    Args:
        game: the game to play.
        bot: a name, a class or a bot, as in `load_bot`.
        trial: the number of matches that each adversary plays.
        games: the number of matches that the best one plays then, over other deals.
        seed: the seed of all random numbers, as in `run_arena`.
        jobs: the number of processes; 0 takes one for each core, as in `run_arena`.
        thinking: how much work a decision may take, as in `play_match`.
        progress: as in `solve_game`.

    Returns: the adversaries that were tried, and the best one with its share of the matches and the 95 % interval.

    Raises:
        UnknownNameError: there is nobody else who could play against the bot; else as `run_arena`.
    """
    at_least("trial", trial, 1)
    at_least("games", games, 1)
    at_least("jobs", jobs, 0)
    at_least("thinking", thinking, 0)
    given = tuple(game.given.items())
    bout = ArenaBout(game.id, "", players.importable(bot), games, seed, given, thinking, word_lists(game))
    return searching.search(bout, trial, jobs, lambda name, _best: _Reported(progress).report(f"{name} plays"))


def solve_matrix(payoffs: Sequence[Sequence[float]]) -> MatrixSolution:
    """A zero-sum game of two players who choose at the same time: its value and an optimal mixture for each.

    Args:
        payoffs: rows of numbers of the same length; entry [i][j] is the gain of the row player if i meets j. A numpy array is accepted too.

    Returns: value and mixtures, with a certificate: the value lies from `low` to `high`. The method is the simplex algorithm (von Neumann
        1928; Dantzig 1951).

    Raises:
        ValueError: the payoffs are not finite numbers in at least one row and one column.
    """
    return matrix.solve(payoffs)


@checking
def load_generator(game: Game) -> Generator[Deal]:
    """The object that makes and changes starting boards, for games that begin with one.

    Args:
        game: one whose variant has a generator.

    Returns: the generator; `make(source)` gives a board with the chances of the book.

    Raises:
        UnknownNameError: the variant has no generator.
        PluginError: another package brings the generator, and it cannot be loaded.
    """
    return study.generator(game.variant, game.rules)


@checking
def review_record(record: Record, *, seconds: float = 10.0) -> MatchReview:
    """Review a finished match: its course, the good moves, the mistakes, and better moves.

    Args:
        record: the record of a match that is over, in a variant that has an advisor.
        seconds: the time limit of the analysis.

    Returns: summary, chart of the chances, and remarks on single moves, with the players' names in their words.

    Raises:
        UnknownNameError: the variant has no advisor.
        UnfinishedError: the match is not over.
        UnknownLexiconError, UnreadableLexiconError: the word list that the options name is not there, or cannot be read.
    """
    at_least("seconds", seconds, 0)
    return study.look_back(record, Deadline(seconds), word_lists(game_of(record)))
