"""The functions of this package for programs: solve a position, play bots against each other, compute the best response to a bot."""

from __future__ import annotations

from collections.abc import Callable

from deathmatch.bots.budget import THINKING
from deathmatch.bots.players import Player
from deathmatch.core.arguments import at_least, checking
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Over
from deathmatch.core.seats import PUBLIC
from deathmatch.library.bots import word_lists
from deathmatch.library.game import Game, State, state_of
from deathmatch_lab import adversary_search, arena, players, solving
from deathmatch_lab.adversary_search import AdversarySearch
from deathmatch_lab.arena import ArenaBout, ArenaMatch, ArenaResult
from deathmatch_lab.exploiting import ExploitResult, exploit
from deathmatch_lab.solving import Solution

Progress = Callable[[str, float | None], None]
"""Called with a few words about the work and the fraction done: 0 to 1, or None if it is unknown."""


class _Reported:
    """A reporter that passes the progress to a function (`deathmatch_lab.solving.Reporter`)."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress

    def report(self, words: str, done: float | None = None, /) -> None:
        """Pass the words and the fraction on."""
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
    solver = solving.solver(game.variant, game.rules)
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
    trial: int = adversary_search.TRIAL,
    games: int = adversary_search.PROOF,
    seed: int = 0,
    jobs: int = 1,
    thinking: int = THINKING,
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
    return adversary_search.search(bout, trial, jobs, lambda name, _best: _Reported(progress).report(f"{name} plays"))


@checking
def run_arena(
    game: Game,
    a: Player,
    b: Player,
    *,
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    thinking: int = THINKING,
    progress: Callable[[ArenaMatch], None] | None = None,
) -> ArenaResult:
    """Paired matches between two bots, with the seats swapped every other match.

    Args:
        game: the game to play.
        a: the bot whose share of wins is reported: a name, a class or a bot, as in `load_bot`.
        b: its opponent.
        games: the number of matches.
        seed: the seed of all random numbers. The same seed and number of games give the same matches on any machine.
        jobs: the number of processes; 0 takes one for each core. With more than one, a bot given as an object must be picklable,
            and a script needs `if __name__ == "__main__":`.
        thinking: how much work a decision may take, as in `play_match`.
        progress: called with each match as it ends.

    Returns: wins, share and 95 % interval. The interval is Wilson's, widened by how much pairs of matches vary (Wilson 1927).

    Raises:
        BotError: a bot fails, or plays a move that a rule or the word list forbids.
        UnknownNameError, PluginError, UnknownLexiconError, UnreadableLexiconError: as `load_bot`.
        ValueError: fewer than 1 match, or fewer than 0 jobs.
    """
    at_least("thinking", thinking, 0)
    resources = word_lists(game)
    bout = ArenaBout(game.id, players.importable(a), players.importable(b), games, seed, tuple(game.given.items()), thinking, resources)
    return arena.run(bout, jobs, progress)
