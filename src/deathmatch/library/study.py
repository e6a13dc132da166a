"""Studies: a position solved, a bot answered by its best response, a finished match reviewed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deathmatch.bots import players, study
from deathmatch.bots.budget import Deadline
from deathmatch.bots.exploit import exploit
from deathmatch.bots.players import Player
from deathmatch.bots.study import Lookback
from deathmatch.core.exploiting import Exploited
from deathmatch.core.game import Over
from deathmatch.core.generating import Generator, generator
from deathmatch.core.seats import PUBLIC
from deathmatch.core.solving import Solution, Unsolved
from deathmatch.library.bots import word_lists
from deathmatch.library.game import Deal, Game, State
from deathmatch.library.records import game_of
from deathmatch.match.record import Record
from deathmatch.solve import matrix
from deathmatch.solve.matrix import MatrixSolution

Progress = Callable[[str, float | None], None]
"""Is called with a few words on the work, and the part that is done: 0 to 1, or None if nobody can say."""


class _Reported:
    """Work that tells a function how far it is (`core.solving.Work`)."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress

    def report(self, words: str, done: float | None = None, /) -> None:
        """See `Work`."""
        if self._progress is not None:
            self._progress(words, done)


def solve_game(game: Game, state: State | None = None, *, progress: Progress | None = None) -> Solution:
    """The result of a position if both seats play their best, and the moves that lead to it.

    Args:
        game: one whose variant has a solver.
        state: the position, which is not over; None is the start.
        progress: called with words and the part that is done, as often as is handy.

    Returns: lines for people, and the game's own fields for JSON.

    Raises:
        UnknownName: the variant has no solver.
        Unsolved: the position is over, too large or does not say enough; its `reason` names a smaller one that could be solved.
    """
    position = game.start() if state is None else state
    solver = study.solver(game.variant, game.rules)
    if isinstance(game.pending(position), Over):
        raise Unsolved("the match is over; there is nothing left to solve")
    solution: Solution = solver.solve(game.view(position, PUBLIC), _Reported(progress))
    return solution


def exploit_bot(game: Game, bot: Player, *, progress: Progress | None = None) -> Exploited:
    """The best response to a bot that states its probabilities, on either seat, and the loss of the bot against it.

    Args:
        game: one without chance and secrets, in which matches are short enough.
        bot: a name, a class or a bot, as in `load_bot`; it has `mixture(view, decision)`.
        progress: as in `solve_game`.

    Returns: for each seat the bot's chance to win, its value and its worst decision. A joint decision is a matrix game, solved by the
        simplex method (von Neumann 1928; Dantzig 1951).

    Raises:
        UnknownName, PluginError: as `load_bot`.
        Unsolved: the bot states no probabilities, or the match hides something, deals or is too long.
    """
    player = players.ready(game.variant, game.rules, bot, word_lists(game))
    return exploit(game.variant, game.rules, player, _Reported(progress))


def solve_matrix(payoffs: Sequence[Sequence[float]]) -> MatrixSolution:
    """A zero-sum game of two players who choose at the same time: its value and an optimal mixture for each.

    Args:
        payoffs: rows of numbers of the same length; entry [i][j] is the gain of the row player if i meets j. A numpy array will do.

    Returns: value and mixtures, with a certificate: the value lies from `low` to `high`. The method is the simplex algorithm (von Neumann
        1928; Dantzig 1951).

    Raises:
        ValueError: the payoffs are no finite matrix with a row and a column at least.
    """
    return matrix.solve(payoffs)


def load_generator(game: Game) -> Generator[Deal]:
    """The object that makes and changes starting boards, for games that begin with one.

    Args:
        game: one whose variant has a generator.

    Returns: the generator; `make(source)` gives a board with the chances of the book.

    Raises:
        UnknownName: the variant has no generator.
    """
    return generator(game.variant, game.rules)


def review_record(record: Record, *, seconds: float = 10.0) -> Lookback:
    """A finished match looked back at: how it went, which moves were good, and which would have been better.

    Args:
        record: of a match that is over, in a variant that has an advisor.
        seconds: how long it may think.

    Returns: summary, chart of the chances, and remarks on single moves, with the players' names in their words.

    Raises:
        UnknownName: the variant has no advisor.
        Unfinished: the match is not over.
        NoLexicon, BadLexicon: the word list that the options name is not there, or cannot be read.
    """
    return study.look_back(record, Deadline(seconds), word_lists(game_of(record)))
