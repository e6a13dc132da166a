"""Deathmatch: play, host, adjudicate and study the Death Matches of `rules/`.

The names in `__all__` are the public API (docs/library.md); a package that brings a game or a bot imports `deathmatch.authoring`. Every
other module and name may change in any version. A name is loaded when it is first used, so `import deathmatch` costs milliseconds.

- Games: `load_game`, `list_variants`, `Game`, `Variant`, `Option`.
- Values: `State`, `View`, `Move`, `Deal`; `Seat`, `SEATS`, `BySeat`, `Eye`, `PUBLIC`, `Onlooker`.
- Questions: `Pending`, which is `Ask`, `Deals` or `Over`; `Decision`, `Chance`, `TIMEOUT`; `Step`, `Choice`; `Beat`.
- Matches: `Playthrough`, `Position`, `look`, `Seen`, `play_match`; live ones: `new_match`, `Match`, `Event`, `WantedRuling`.
- Records: `Record`, `Header`, `Entry`, `parse_record`, `read_record`, `write_record`, `replay_record`, `game_of`.
- Bots: `Bot`, `Budget`, `counted_budget`, `Player`, `list_bots`, `load_bot`, `run_arena`, `ArenaResult`, `ArenaMatch`.
- Chance: `RandomSource`, `random_source`; `Generator`, `load_generator`.
- Studies: `solve_game`, `Solution`, `exploit_bot`, `ExploitResult`, `find_adversary`, `AdversarySearch`, `review_record`, `MatchReview`;
  `history_of`, `MatchHistory`, `Moment`; `solve_matrix`, `MatrixSolution`.
- Pictures: `Scene`, `Element`, `render_svg`, `render_png`, `render_gif`.
- Errors: `DeathmatchError`, and below it all others; its docstring shows the tree.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathmatch.bots.arena import ArenaMatch, ArenaResult
    from deathmatch.bots.players import Player
    from deathmatch.bots.searching import AdversarySearch
    from deathmatch.bots.study import MatchReview
    from deathmatch.core.bots import Bot, Budget
    from deathmatch.core.chance import RandomSource
    from deathmatch.core.errors import (
        BotError,
        DeathmatchError,
        Illegal,
        Malformed,
        OptionError,
        PluginError,
        Refusal,
        Rule,
        StateError,
        UnknownNameError,
    )
    from deathmatch.core.exploiting import ExploitResult
    from deathmatch.core.game import TIMEOUT, Ask, Beat, Chance, Choice, Deals, Decision, Over, Pending, Step, Variant
    from deathmatch.core.generating import Generator
    from deathmatch.core.options import Option
    from deathmatch.core.reviewing import MatchHistory, Moment
    from deathmatch.core.scene import Element, Scene
    from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat
    from deathmatch.core.solving import Solution, UnsolvableError
    from deathmatch.library.bots import counted_budget, list_bots, load_bot, play_match, random_source, run_arena
    from deathmatch.library.game import Deal, Game, Move, State, View, list_variants, load_game
    from deathmatch.library.live import new_match
    from deathmatch.library.pictures import render_gif, render_png, render_svg
    from deathmatch.library.records import Playthrough, game_of, history_of, parse_record, read_record, replay_record, write_record
    from deathmatch.library.study import exploit_bot, find_adversary, load_generator, review_record, solve_game, solve_matrix
    from deathmatch.match.journal import Event, EventError, LateError, RulingError
    from deathmatch.match.match import Match
    from deathmatch.match.position import Position
    from deathmatch.match.record import Entry, Header, Record, RecordError
    from deathmatch.match.replay import UnfinishedError
    from deathmatch.match.rulings import WantedRuling
    from deathmatch.match.seen import Seen, look
    from deathmatch.server.lexicons import UnknownLexiconError
    from deathmatch.server.wordfiles import UnreadableLexiconError
    from deathmatch.solve.matrix import MatrixSolution

__version__ = "0.1.0"

__all__ = [
    "PUBLIC",
    "SEATS",
    "TIMEOUT",
    "AdversarySearch",
    "ArenaMatch",
    "ArenaResult",
    "Ask",
    "Beat",
    "Bot",
    "BotError",
    "Budget",
    "BySeat",
    "Chance",
    "Choice",
    "Deal",
    "Deals",
    "DeathmatchError",
    "Decision",
    "Element",
    "Entry",
    "Event",
    "EventError",
    "ExploitResult",
    "Eye",
    "Game",
    "Generator",
    "Header",
    "Illegal",
    "LateError",
    "Malformed",
    "Match",
    "MatchHistory",
    "MatchReview",
    "MatrixSolution",
    "Moment",
    "Move",
    "Onlooker",
    "Option",
    "OptionError",
    "Over",
    "Pending",
    "Player",
    "Playthrough",
    "PluginError",
    "Position",
    "RandomSource",
    "Record",
    "RecordError",
    "Refusal",
    "Rule",
    "RulingError",
    "Scene",
    "Seat",
    "Seen",
    "Solution",
    "State",
    "StateError",
    "Step",
    "UnfinishedError",
    "UnknownLexiconError",
    "UnknownNameError",
    "UnreadableLexiconError",
    "UnsolvableError",
    "Variant",
    "View",
    "WantedRuling",
    "__version__",
    "counted_budget",
    "exploit_bot",
    "find_adversary",
    "game_of",
    "history_of",
    "list_bots",
    "list_variants",
    "load_bot",
    "load_game",
    "load_generator",
    "look",
    "new_match",
    "parse_record",
    "play_match",
    "random_source",
    "read_record",
    "render_gif",
    "render_png",
    "render_svg",
    "replay_record",
    "review_record",
    "run_arena",
    "solve_game",
    "solve_matrix",
    "write_record",
]

_HOMES: Final = {
    "bots.arena": "ArenaMatch ArenaResult",
    "bots.players": "Player",
    "bots.searching": "AdversarySearch",
    "bots.study": "MatchReview",
    "core.bots": "Bot Budget",
    "core.chance": "RandomSource",
    "core.errors": "BotError DeathmatchError Illegal Malformed OptionError PluginError Refusal Rule StateError UnknownNameError",
    "core.exploiting": "ExploitResult",
    "core.game": "TIMEOUT Ask Beat Chance Choice Deals Decision Over Pending Step Variant",
    "core.generating": "Generator",
    "core.options": "Option",
    "core.reviewing": "MatchHistory Moment",
    "core.scene": "Element Scene",
    "core.seats": "PUBLIC SEATS BySeat Eye Onlooker Seat",
    "core.solving": "Solution UnsolvableError",
    "library.bots": "counted_budget list_bots load_bot play_match random_source run_arena",
    "library.game": "Deal Game Move State View list_variants load_game",
    "library.live": "new_match",
    "library.pictures": "render_gif render_png render_svg",
    "library.records": "Playthrough game_of history_of parse_record read_record replay_record write_record",
    "library.study": "exploit_bot find_adversary load_generator review_record solve_game solve_matrix",
    "match.errors": "EventError LateError RulingError",
    "match.journal": "Event",
    "match.match": "Match",
    "match.rulings": "WantedRuling",
    "match.position": "Position",
    "match.record": "Entry Header Record RecordError",
    "match.replay": "UnfinishedError",
    "match.seen": "Seen look",
    "server.lexicons": "UnknownLexiconError",
    "server.wordfiles": "UnreadableLexiconError",
    "solve.matrix": "MatrixSolution",
}
"""The module of each public name; the imports for type checkers above say the same."""

_HOME: Final = {name: f"deathmatch.{module}" for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used (PEP 562)."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'deathmatch' has no public name {name!r}; deathmatch.__all__ lists them")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
