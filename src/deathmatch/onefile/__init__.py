"""A whole game in one file: declare its values, its questions and its picture, and write its rules as they are told.

    from deathmatch.onefile import *

The docstring of the file is the rule book: the title, what the game is, and the rules, each on a line that begins with its number
(`R2 (round) Each round ...`). R1, on submitting, is the same in all games and is written by itself.
"""

from __future__ import annotations

from deathmatch.core.picking import number as number
from deathmatch.core.picking import one as one
from deathmatch.core.picking import one_of_each as one_of_each
from deathmatch.core.picking import pick as pick
from deathmatch.core.picking import sequence as sequence
from deathmatch.core.scene import Element as Element
from deathmatch.core.seats import SEATS as SEATS
from deathmatch.core.seats import Seat as Seat
from deathmatch.core.speech import count as count
from deathmatch.core.speech import listed as listed
from deathmatch.core.speech import name as name
from deathmatch.onefile.declaring import CHANCE as CHANCE
from deathmatch.onefile.declaring import Game as Game
from deathmatch.onefile.declaring import Rules as Rules
from deathmatch.onefile.declaring import ask as ask
from deathmatch.onefile.declaring import deal as deal
from deathmatch.onefile.declaring import each as each
from deathmatch.onefile.declaring import hidden as hidden
from deathmatch.onefile.declaring import option as option
from deathmatch.onefile.declaring import points as points
from deathmatch.onefile.declaring import public as public
from deathmatch.onefile.declaring import question as question
from deathmatch.onefile.declaring import role as role
from deathmatch.onefile.declaring import row as row
from deathmatch.onefile.declaring import secret as secret
from deathmatch.onefile.declaring import starter as starter
from deathmatch.onefile.loading import GameFileError as GameFileError
from deathmatch.onefile.loading import load as load
from deathmatch.onefile.values import HIDDEN as HIDDEN
from deathmatch.onefile.values import Row as Row

A, B = SEATS
