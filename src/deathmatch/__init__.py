"""Deathmatch: play, host, adjudicate and study the Death Matches of `rules/`.

The names that are imported here are the public API (docs/library.md); a package that brings a game or a bot imports
`deathmatch.authoring`. Every other module and name may change in any version. A name is loaded when it is first used, so
`import deathmatch` costs milliseconds.

- Games: `load_game`, `list_variants`, `Game`, `Variant`, `Option`.
- Values: `State`, `View`, `Move`, `Deal`; `Seat`, `SEATS`, `BySeat`, `Eye`, `PUBLIC`, `HOST`, `Onlooker`.
- Questions: `Pending`, which is `Ask`, `Deals`, `HostLine` or `Over`; `Decision`, `Chance`, `TIMEOUT`; `Step`, `Choice`; `Beat`.
- Matches: `Playthrough`, `Position`, `look`, `Seen`, `play_match`; live ones: `new_match`, `Match`, `Event`, `WantedRuling`.
- Records: `Record`, `Header`, `Entry`, `parse_record`, `read_record`, `write_record`, `replay_record`, `game_of`.
- Bots: `Bot`, `Budget`, `counted_budget`, `Player`, `list_bots`, `load_bot`.
- Chance: `RandomSource`, `random_source`; `Generator`, `load_generator`.
- Studies: `review_record`, `MatchReview`; `history_of`, `MatchHistory`, `Moment`; `solve_matrix`, `MatrixSolution`.
- Pictures: `Scene`, `Element`, `render_svg`, `render_png`, `render_gif`.
- Errors: `DeathmatchError`, and below it all others; its docstring shows the tree.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # the one list of public names: type checkers import them, `_homes` reads where they are
    from deathmatch.bots.players import Player as Player
    from deathmatch.bots.study import MatchReview as MatchReview
    from deathmatch.core.bots import Bot as Bot
    from deathmatch.core.bots import Budget as Budget
    from deathmatch.core.chance import RandomSource as RandomSource
    from deathmatch.core.errors import BotError as BotError
    from deathmatch.core.errors import DeathmatchError as DeathmatchError
    from deathmatch.core.errors import Illegal as Illegal
    from deathmatch.core.errors import Malformed as Malformed
    from deathmatch.core.errors import OptionError as OptionError
    from deathmatch.core.errors import PluginError as PluginError
    from deathmatch.core.errors import Refusal as Refusal
    from deathmatch.core.errors import Rule as Rule
    from deathmatch.core.errors import UnknownNameError as UnknownNameError
    from deathmatch.core.game import TIMEOUT as TIMEOUT
    from deathmatch.core.game import Ask as Ask
    from deathmatch.core.game import Beat as Beat
    from deathmatch.core.game import Chance as Chance
    from deathmatch.core.game import Choice as Choice
    from deathmatch.core.game import Deals as Deals
    from deathmatch.core.game import Decision as Decision
    from deathmatch.core.game import HostLine as HostLine
    from deathmatch.core.game import Over as Over
    from deathmatch.core.game import Pending as Pending
    from deathmatch.core.game import Step as Step
    from deathmatch.core.game import Variant as Variant
    from deathmatch.core.generating import Generator as Generator
    from deathmatch.core.options import Option as Option
    from deathmatch.core.reviewing import MatchHistory as MatchHistory
    from deathmatch.core.reviewing import Moment as Moment
    from deathmatch.core.scene import Element as Element
    from deathmatch.core.scene import Scene as Scene
    from deathmatch.core.seats import HOST as HOST
    from deathmatch.core.seats import PUBLIC as PUBLIC
    from deathmatch.core.seats import SEATS as SEATS
    from deathmatch.core.seats import BySeat as BySeat
    from deathmatch.core.seats import Eye as Eye
    from deathmatch.core.seats import Onlooker as Onlooker
    from deathmatch.core.seats import Seat as Seat
    from deathmatch.library.bots import counted_budget as counted_budget
    from deathmatch.library.bots import list_bots as list_bots
    from deathmatch.library.bots import load_bot as load_bot
    from deathmatch.library.bots import new_match as new_match
    from deathmatch.library.bots import play_match as play_match
    from deathmatch.library.bots import random_source as random_source
    from deathmatch.library.game import Deal as Deal
    from deathmatch.library.game import Game as Game
    from deathmatch.library.game import Move as Move
    from deathmatch.library.game import State as State
    from deathmatch.library.game import View as View
    from deathmatch.library.game import list_variants as list_variants
    from deathmatch.library.game import load_game as load_game
    from deathmatch.library.pictures import render_gif as render_gif
    from deathmatch.library.pictures import render_png as render_png
    from deathmatch.library.pictures import render_svg as render_svg
    from deathmatch.library.records import Playthrough as Playthrough
    from deathmatch.library.records import game_of as game_of
    from deathmatch.library.records import history_of as history_of
    from deathmatch.library.records import parse_record as parse_record
    from deathmatch.library.records import read_record as read_record
    from deathmatch.library.records import replay_record as replay_record
    from deathmatch.library.records import write_record as write_record
    from deathmatch.library.study import load_generator as load_generator
    from deathmatch.library.study import review_record as review_record
    from deathmatch.library.study import solve_matrix as solve_matrix
    from deathmatch.match.journal import Event as Event
    from deathmatch.match.journal import EventError as EventError
    from deathmatch.match.journal import LateError as LateError
    from deathmatch.match.journal import RulingError as RulingError
    from deathmatch.match.match import Match as Match
    from deathmatch.match.position import Position as Position
    from deathmatch.match.position import Seen as Seen
    from deathmatch.match.position import look as look
    from deathmatch.match.record import Entry as Entry
    from deathmatch.match.record import Header as Header
    from deathmatch.match.record import Record as Record
    from deathmatch.match.record import RecordError as RecordError
    from deathmatch.match.replay import UnfinishedError as UnfinishedError
    from deathmatch.match.rulings import WantedRuling as WantedRuling
    from deathmatch.server.lexicons import UnknownLexiconError as UnknownLexiconError
    from deathmatch.server.wordfiles import UnreadableLexiconError as UnreadableLexiconError
    from deathmatch.solve.matrix import MatrixSolution as MatrixSolution


@cache
def _homes() -> dict[str, str]:
    """The module of each public name, as the imports above say it."""
    (listed,) = (part for part in ast.parse(get_data("deathmatch", "__init__.py") or b"").body if isinstance(part, ast.If))
    return {alias.name: str(part.module) for part in listed.body if isinstance(part, ast.ImportFrom) for alias in part.names}


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used (PEP 562)."""
    if name == "__all__":
        return __dir__()
    home = None if name.startswith("__") else _homes().get(name)
    if home is None:
        raise AttributeError(f"module 'deathmatch' has no public name {name!r}; dir(deathmatch) lists them")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
