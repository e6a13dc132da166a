"""The public API for authors: all that a package imports which brings a game or a bot (docs/adding-a-game.md, docs/bots.md).

A game is a class with the methods of `GameRules`; its package lists `Variant`s. The optional rest has a protocol each: bots (`Bot`,
`MixedStrategyBot`, `AdversaryFamily`, `Warmable`, `ResourceUser`, `SolutionUser`), a solver (`Solver`), an advisor (`Advisor`), a
generator of deals (`Generator`), a maker of puzzles (`PuzzleMaker`). Lessons are files (docs/lessons.md).
"""

from __future__ import annotations

from deathmatch.core.bots import AdversaryFamily, Bot, Bots, Budget, Dial, MixedStrategyBot, ResourceUser, SolutionUser, Warmable
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, OptionError, Refusal, Rule
from deathmatch.core.exploiting import Exploiter, ExploitResult, PublicStateGame, SeatExploitResult, WorstDecision
from deathmatch.core.game import (
    TIMEOUT,
    Ask,
    Beat,
    Chance,
    Choice,
    Clock,
    Deals,
    Decision,
    ExplainingDecision,
    Fields,
    FreeWord,
    GameRules,
    Json,
    Number,
    Over,
    Pending,
    Resources,
    Step,
    Timeout,
    Variant,
)
from deathmatch.core.generating import Generator
from deathmatch.core.optional import Aid, AidedGame
from deathmatch.core.options import Lexicon, Name, Option, Value, Values, WholeNumber, Word, switch, time_bank, time_limit
from deathmatch.core.puzzling import GradingMaker, PuzzleIdea, PuzzleMaker, PuzzleWords, RightMove
from deathmatch.core.reviewing import Advisor, BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat, asked_seat
from deathmatch.core.simple import ListedDecision, RandomBot, SimpleGame, rules_of
from deathmatch.core.solving import Reporter, Solution, Solver, UnsolvableError
from deathmatch.core.words import WordList

__all__ = [
    "PUBLIC",
    "SEATS",
    "TIMEOUT",
    "AdversaryFamily",
    "Advisor",
    "Aid",
    "AidedGame",
    "Ask",
    "Beat",
    "BetterMove",
    "Bot",
    "Bots",
    "Budget",
    "BySeat",
    "Chance",
    "Chart",
    "Choice",
    "Clock",
    "Deals",
    "Decision",
    "Dial",
    "Element",
    "ExplainingDecision",
    "ExploitResult",
    "Exploiter",
    "Eye",
    "Fields",
    "FreeWord",
    "GameRules",
    "Generator",
    "GradingMaker",
    "Illegal",
    "Json",
    "Lexicon",
    "ListedDecision",
    "Malformed",
    "MatchHistory",
    "MixedStrategyBot",
    "Moment",
    "Name",
    "Number",
    "Onlooker",
    "Option",
    "OptionError",
    "Over",
    "Pending",
    "PublicStateGame",
    "PuzzleIdea",
    "PuzzleMaker",
    "PuzzleWords",
    "RandomBot",
    "RandomSource",
    "Refusal",
    "Remark",
    "Reporter",
    "ResourceUser",
    "Resources",
    "Review",
    "RightMove",
    "Rule",
    "Scene",
    "Seat",
    "SeatExploitResult",
    "SimpleGame",
    "Solution",
    "SolutionUser",
    "Solver",
    "Step",
    "Timeout",
    "UnsolvableError",
    "Value",
    "Values",
    "Variant",
    "Verdict",
    "Warmable",
    "WholeNumber",
    "Word",
    "WordList",
    "WorstDecision",
    "asked_seat",
    "rules_of",
    "switch",
    "time_bank",
    "time_limit",
]
