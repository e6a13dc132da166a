"""Looking back at matches of Letter Hunt: what each turn told, what else there was, when a hand was certain."""

from __future__ import annotations

import re
from functools import lru_cache

from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Remark, Review
from deathmatch.games import find
from deathmatch.games.letter_hunt.advice import advise
from deathmatch.match.record import read
from deathmatch.match.replay import match_history
from tests.games.letter_hunt.matches import WORDS, Host

MATCH = """
deal hands A:ABCDE B:FGHIJ
A word FIGHT
B hint any
A hint one
B word CAKE
A hint any
B hint one
A guess Z
A lose B
B guess T
B lose G
A word JIG
B hint none
A hint one
B hand ACDE
"""
GIVEN = {"first": "A", "holds": "0"}


@lru_cache
def looked_at(events: str = MATCH, units: int = 1000) -> Review:
    options = "\n".join(f"option {key} {value}" for key, value in GIVEN.items())
    record = read(f"deathmatch 1\ngame letter-hunt/gambit\n{options}\n{events}", find)
    return advise(record.header.game()).equip(Host(*WORDS, "DAB", "JIB")).review(match_history(record), Counted(units))


def remark(event: int) -> Remark:
    return next(one for one in looked_at().remarks if one.event == event)


def test_a_word_is_judged_by_its_question_and_by_what_it_tells_the_other_and_a_guess_by_what_was_known() -> None:
    cake = remark(5)
    assert cake.words.startswith("The best question of CAKE was whether the other hand has ")
    told = re.search(r"CAKE also let the other side rule out (\d+)\s% of the hands; with (\w+) it would have been (\d+)\s%\.", cake.words)
    assert told is not None
    assert float(told[1]) > float(told[3])
    assert cake.better[0].move == f"word {told[2]}"
    assert "T was impossible: no letter of FIGHT was in the other hand." in [one.words for one in looked_at().remarks]


def test_a_letter_that_is_certain_is_no_fault_to_guess() -> None:
    sure = "A word FAB\nB hint any\nA hint one\nB word CAKE\nA hint any\nB hint one\nA guess F\nB guess Q\nB lose G\nA resign"
    given = dict(looked_at(f"deal hands A:ABCDE B:FGHIJ\n{sure}\n").given)
    assert given[8] == 0 < given[9]
