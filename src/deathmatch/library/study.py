"""Studies: review a finished match, make a starting board, solve a matrix game."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.bots import budget, study
from deathmatch.core import arguments, generating
from deathmatch.library import bots, records
from deathmatch.library.game import Deal, Game
from deathmatch.match.record import Record
from deathmatch.solve import matrix


def solve_matrix(payoffs: Sequence[Sequence[float]]) -> matrix.MatrixSolution:
    """A zero-sum game of two players who choose at the same time: its value and an optimal mixture for each.

    Args:
        payoffs: rows of numbers of the same length; entry [i][j] is the gain of the row player if i meets j. A numpy array is accepted too.

    Returns: value and mixtures, with a certificate: the value lies from `low` to `high`. The method is the simplex algorithm (von Neumann
        1928; Dantzig 1951).

    Raises:
        ValueError: the payoffs are not finite numbers in at least one row and one column.
    """
    return matrix.solve(payoffs)


@arguments.checking
def load_generator(game: Game) -> generating.Generator[Deal]:
    """The object that makes and changes starting boards, for games that begin with one.

    Args:
        game: one whose variant has a generator.

    Returns: the generator; `make(source)` gives a board with the chances of the book.

    Raises:
        UnknownNameError: the variant has no generator.
        PluginError: another package brings the generator, and it cannot be loaded.
    """
    return study.generator(game.variant, game.rules)


@arguments.checking
def review_record(record: Record, *, seconds: float = 10.0) -> study.MatchReview:
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
    arguments.at_least("seconds", seconds, 0)
    return study.look_back(record, budget.Deadline(seconds), bots.word_lists(records.game_of(record)))
