"""The public API for authors: all that a package imports which brings a game or a bot (docs/adding-a-game.md, docs/bots.md).

A game is a class with the methods of `GameRules`; its package lists `Variant`s. The optional rest has a protocol each: bots (`Bot`,
`Mixing`, `Warming`, `Equipping`, `Consulting`), a solver (`Solver`), an advisor (`Advisor`), a generator of deals (`Generator`).
"""

from __future__ import annotations

from deathmatch.core.bots import Bot, Bots, Budget, Consulting, Equipping, Mixing, Warming
from deathmatch.core.chance import Source
from deathmatch.core.errors import Illegal, Malformed, OptionError, Refusal, Rule
from deathmatch.core.exploiting import Exploiter, ExploitResult, Exposure, Lapse, Open
from deathmatch.core.game import (
    TIMEOUT,
    Aid,
    Aided,
    Ask,
    Beat,
    Chance,
    Choice,
    Clock,
    Deals,
    Decision,
    Explaining,
    Fields,
    FreeWord,
    Json,
    Number,
    Over,
    Pending,
    Resources,
    Step,
    Timeout,
    Variant,
)
from deathmatch.core.game import Game as GameRules
from deathmatch.core.generating import Generator
from deathmatch.core.options import Lexicon, Name, Option, Value, Values, Whole, Word, bank, seconds, switch
from deathmatch.core.reviewing import Advisor, Better, Chart, Course, Moment, Remark, Review, Verdict
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat
from deathmatch.core.simple import ListedDecision, RandomBot, SimpleGame, rules_of
from deathmatch.core.solving import Solution, Solver, Unsolved, Work
from deathmatch.core.words import WordList

__all__ = [
    "PUBLIC",
    "SEATS",
    "TIMEOUT",
    "Advisor",
    "Aid",
    "Aided",
    "Ask",
    "Beat",
    "Better",
    "Bot",
    "Bots",
    "Budget",
    "BySeat",
    "Chance",
    "Chart",
    "Choice",
    "Clock",
    "Consulting",
    "Course",
    "Deals",
    "Decision",
    "Element",
    "Equipping",
    "Explaining",
    "ExploitResult",
    "Exploiter",
    "Exposure",
    "Eye",
    "Fields",
    "FreeWord",
    "GameRules",
    "Generator",
    "Illegal",
    "Json",
    "Lapse",
    "Lexicon",
    "ListedDecision",
    "Malformed",
    "Mixing",
    "Moment",
    "Name",
    "Number",
    "Onlooker",
    "Open",
    "Option",
    "OptionError",
    "Over",
    "Pending",
    "RandomBot",
    "Refusal",
    "Remark",
    "Resources",
    "Review",
    "Rule",
    "Scene",
    "Seat",
    "SimpleGame",
    "Solution",
    "Solver",
    "Source",
    "Step",
    "Timeout",
    "Unsolved",
    "Value",
    "Values",
    "Variant",
    "Verdict",
    "Warming",
    "Whole",
    "Word",
    "WordList",
    "Work",
    "bank",
    "rules_of",
    "seconds",
    "switch",
]
