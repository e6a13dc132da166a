"""The public API for authors: all that a package imports which brings a game or a bot (docs/adding-a-game.md, docs/bots.md).

A game is a class with the methods of `GameRules`; its package lists `Variant`s. `SimpleGame`, `ListedDecision` and `PickDecision` fill in
what most games share, `shapes.card`, `shapes.head` and others make pictures, and `say`, `count` and `name` make words. The optional rest
has a protocol each: bots (`Bot`, `MixedStrategyBot`, `Warmable`, `ResourceUser`, `SolutionUser`), an advisor
(`Advisor`), a generator of deals (`Generator`). Lessons are files (docs/lessons.md). Solvers, best responses
and makers of puzzles have protocols in `deathmatch_lab`, encodings in `deathmatch_frameworks`.
"""

from __future__ import annotations

from deathmatch.core import shapes as shapes
from deathmatch.core.bots import Bot as Bot
from deathmatch.core.bots import Bots as Bots
from deathmatch.core.bots import Budget as Budget
from deathmatch.core.bots import MixedStrategyBot as MixedStrategyBot
from deathmatch.core.bots import ResourceUser as ResourceUser
from deathmatch.core.bots import SolutionUser as SolutionUser
from deathmatch.core.bots import Warmable as Warmable
from deathmatch.core.chance import RandomSource as RandomSource
from deathmatch.core.errors import Illegal as Illegal
from deathmatch.core.errors import Malformed as Malformed
from deathmatch.core.errors import OptionError as OptionError
from deathmatch.core.errors import Refusal as Refusal
from deathmatch.core.errors import Rule as Rule
from deathmatch.core.game import TIMEOUT as TIMEOUT
from deathmatch.core.game import Ask as Ask
from deathmatch.core.game import Beat as Beat
from deathmatch.core.game import CautiousDecision as CautiousDecision
from deathmatch.core.game import Chance as Chance
from deathmatch.core.game import Choice as Choice
from deathmatch.core.game import Clock as Clock
from deathmatch.core.game import Deals as Deals
from deathmatch.core.game import Decision as Decision
from deathmatch.core.game import ExplainingDecision as ExplainingDecision
from deathmatch.core.game import Fields as Fields
from deathmatch.core.game import FreeWord as FreeWord
from deathmatch.core.game import GameRules as GameRules
from deathmatch.core.game import Json as Json
from deathmatch.core.game import Number as Number
from deathmatch.core.game import Over as Over
from deathmatch.core.game import Pending as Pending
from deathmatch.core.game import Resources as Resources
from deathmatch.core.game import Showcase as Showcase
from deathmatch.core.game import Step as Step
from deathmatch.core.game import Timeout as Timeout
from deathmatch.core.game import Variant as Variant
from deathmatch.core.generating import Generator as Generator
from deathmatch.core.optional import Aid as Aid
from deathmatch.core.optional import AidedGame as AidedGame
from deathmatch.core.optional import BoutsGame as BoutsGame
from deathmatch.core.optional import ClosedGame as ClosedGame
from deathmatch.core.optional import ItemsGame as ItemsGame
from deathmatch.core.optional import ScoredGame as ScoredGame
from deathmatch.core.optional import TellingDecision as TellingDecision
from deathmatch.core.options import DMO as DMO
from deathmatch.core.options import Lexicon as Lexicon
from deathmatch.core.options import Name as Name
from deathmatch.core.options import Option as Option
from deathmatch.core.options import Value as Value
from deathmatch.core.options import Values as Values
from deathmatch.core.options import WholeNumber as WholeNumber
from deathmatch.core.options import Word as Word
from deathmatch.core.options import Written as Written
from deathmatch.core.options import switch as switch
from deathmatch.core.options import time_bank as time_bank
from deathmatch.core.options import time_limit as time_limit
from deathmatch.core.picking import PickDecision as PickDecision
from deathmatch.core.picking import Wanted as Wanted
from deathmatch.core.picking import number as number
from deathmatch.core.picking import one as one
from deathmatch.core.picking import one_of_each as one_of_each
from deathmatch.core.picking import pick as pick
from deathmatch.core.picking import sequence as sequence
from deathmatch.core.reviewing import Advisor as Advisor
from deathmatch.core.reviewing import BetterMove as BetterMove
from deathmatch.core.reviewing import Chart as Chart
from deathmatch.core.reviewing import MatchHistory as MatchHistory
from deathmatch.core.reviewing import Moment as Moment
from deathmatch.core.reviewing import Remark as Remark
from deathmatch.core.reviewing import Review as Review
from deathmatch.core.reviewing import Verdict as Verdict
from deathmatch.core.scene import Element as Element
from deathmatch.core.scene import Scene as Scene
from deathmatch.core.scene import also_at as also_at
from deathmatch.core.seats import PUBLIC as PUBLIC
from deathmatch.core.seats import SEATS as SEATS
from deathmatch.core.seats import BySeat as BySeat
from deathmatch.core.seats import Eye as Eye
from deathmatch.core.seats import Onlooker as Onlooker
from deathmatch.core.seats import Seat as Seat
from deathmatch.core.seats import asked_seat as asked_seat
from deathmatch.core.simple import DecisionBase as DecisionBase
from deathmatch.core.simple import ListedDecision as ListedDecision
from deathmatch.core.simple import RandomBot as RandomBot
from deathmatch.core.simple import SimpleGame as SimpleGame
from deathmatch.core.simple import resignation as resignation
from deathmatch.core.simple import rules_of as rules_of
from deathmatch.core.speech import cached_by_language as cached_by_language
from deathmatch.core.speech import called as called
from deathmatch.core.speech import capital as capital
from deathmatch.core.speech import count as count
from deathmatch.core.speech import either as either
from deathmatch.core.speech import listed as listed
from deathmatch.core.speech import mark as mark
from deathmatch.core.speech import name as name
from deathmatch.core.speech import owned as owned
from deathmatch.core.speech import say as say
from deathmatch.core.speech import voiced as voiced
from deathmatch.core.words import WordList as WordList
