"""Looking back at matches of Letter Hunt: what each turn told, what else there was, when a hand was certain."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Remark, Review
from deathmatch.core.seats import Seat
from deathmatch.core.words import WordList
from deathmatch.games import find
from deathmatch.games.letter_hunt import belief
from deathmatch.games.letter_hunt.advice import advise
from deathmatch.match.record import read
from deathmatch.match.replay import match_history
from tests.games.letter_hunt.matches import GAMBIT, WORDS, after

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
B guess Q
B lose G
A word JIG
B hint none
A hint one
B hand ACDE
"""
GIVEN = {"first": "A", "holds": "0"}


class Host:
    def words(self, lexicon: str, /) -> WordList:
        return WordList.of((*WORDS, "DAB", "JIB"))


@lru_cache
def looked_at(events: str = MATCH, units: int = 1000) -> Review:
    options = "\n".join(f"option {key} {value}" for key, value in GIVEN.items())
    record = read(f"deathmatch 1\ngame letter-hunt/gambit\n{options}\n{events}", find)
    return advise(record.header.game()).equip(Host()).review(match_history(record), Counted(units))


def remark(event: int) -> Remark:
    return next(one for one in looked_at().remarks if one.event == event)


def lacking(lines: int, seat: Seat, hand: str) -> float:
    """The bits that a seat lacks after so many events, reckoned from its belief alone."""
    view: Any = after(GAMBIT, {"first": "A", "holds": 0}, "\n".join(MATCH.strip().splitlines()[:lines])).view(seat)
    held = belief.of_other(view)
    chances = {belief.named(int(one)): float(chance) for one, chance in zip(held.hands, held.chances, strict=True)}
    return -float(belief.np.log2(chances[hand]))


def test_the_summary_has_what_the_words_told_by_their_answers() -> None:
    """The bits that each seat lacked less after a word than before it."""
    for event, own in ((2, Seat.A), (5, Seat.B)):
        hands = {Seat.A: "FGHIJ", Seat.B: "ABCDE"}
        told = {one: lacking(event - 1, one, hand) - lacking(event + 2, one, hand) for one, hand in hands.items()}
        assert min(told.values()) >= 0
        if own is Seat.B:
            share = told[own], told[own.other]
            own_share, given = (f"{100 * (1 - 2**-bits):.0f} %" for bits in share)
            expected = f"On average a word of {{B}} ruled out {own_share} of {{A}}'s possible hands, and {given} of {{B}}'s."
            assert expected in looked_at().summary


def test_a_word_is_judged_by_its_question_and_by_what_it_tells_the_other() -> None:
    cake = remark(5)
    assert re.match(r"(The turning point: .*?\. )?The best question of CAKE was whether \{A\} has ", cake.words)
    told = re.search(r"It also let \{A\} rule out (\d+) % of \{B\}'s possible hands, and (\w+) only (\d+) %\.", cake.words)
    assert told is not None
    assert float(told[1]) > float(told[3])
    assert cake.better[0].move == f"word {told[2]}"


def test_a_hand_is_certain_from_the_turn_on_from_which_it_was() -> None:
    lines = ["deal hands A:ABCDE B:FGHIJ"]
    lines += [f"{seat} guess {letter}" for pair in zip("FGHI", "ABCD", strict=True) for seat, letter in zip("AB", pair, strict=True)]
    lines += ["A word JAB", "B hint any", "A hint one", "B word WHY", "A hint any", "B hint one", "A hand J"]
    summary = looked_at("\n".join(lines)).summary
    assert summary[0] == "{A} named {B}'s hand, which was certain."
    assert "{A} could be certain of {B}'s hand, J, after event 12." in summary
    assert any(line.startswith("{B} never could be certain of {A}'s hand; ") for line in summary)
