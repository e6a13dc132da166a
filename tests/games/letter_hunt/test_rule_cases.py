"""For every rule of the book that can refuse: what it refuses and a close neighbour that it lets pass, cited by its number.

What the rules do besides is held against the oracle, in whole matches.
"""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Deals
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.games.letter_hunt.values import Both, Due
from deathmatch.match.position import Position, legal_counts
from tests.rules.cases import Refused, after, assert_refuses


def play(variant: str, events: list[str], **options: Any) -> Position:
    return after(find(f"letter-hunt/{variant}"), events, options)


PLAIN: dict[str, Any] = {"first": "A", "holds": 0}
GAMBIT = ["deal hands A:ABCDE B:FGHIJ"]
COLOSSEUM = ["deal offer A:EGHJMNPT B:ABCFILQR", "A pick EGJNP", "B pick ABCIR"]
WORD = [*GAMBIT, "A word BASIC"]
MISS = [*GAMBIT, "A guess Z"]
SHORT = {"first": "A", "turn_limit": 1, "on_timeout": "skip"}  # of the colosseum: words are over after a turn each
OVER = [*COLOSSEUM, "A guess A", "B guess E"]


_COLOSSEUM = {"first": "A"}
_ONE_HOLD = {"first": "A", "holds": 1}
_LEFT_OVER = [*GAMBIT, "A hold ABC", "B hold -"]
_ONLOOKERS = {"first": "A", "holds": 0, "onlookers": 2}
_SLIPS = {**PLAIN, "slip": "reveal"}
_LATE = ["deal offer A:EGHJMNPT B:ABCFILQR", "A timeout", "B pick ABCIR"]

REFUSED = [
    Refused(1, "gambit", GAMBIT, "B word BASIC", "A word BASIC"),
    Refused(1, "gambit", [], "A word BASIC", "deal hands A:ABCDE B:FGHIJ"),
    Refused(1, "gambit", GAMBIT, "deal hands A:ABCDE B:FGHIJ", "A guess Z"),
    Refused(1, "gambit", [*GAMBIT, "A hold A"], "A hold B", "B hold F", _ONE_HOLD),
    Refused(1, "gambit", WORD, "A hint one", "B hint one"),
    Refused(2, "gambit", [], "B first", "B first B", {"holds": 1}),
    Refused(2, "gambit", [], "A A", "A first B", {"first": "ec_chooses"}),
    Refused(2, "gambit", [], "deal coin A", "deal first A", {"first": "coin"}),
    Refused(3, "gambit", [], "deal hands A:ABCDE B:EFGHI", "deal hands A:ABCDE B:FGHIJ"),
    Refused(3, "gambit", [], "deal hands A:ABCD B:FGHIJ", "deal hands B:FGHIJ A:ABCDE"),
    Refused(3, "gambit", [], "deal offer A:EGHJMNPT B:ABCFILQR", "deal hands A:ABCDE B:FGHIJ"),
    Refused(4, "gambit", GAMBIT, "A hold ABF", "A hold AB", _ONE_HOLD),
    Refused(4, "gambit", GAMBIT, "A pick ABCDE", "A hold ABCDE", _ONE_HOLD),
    Refused(5, "gambit", _LEFT_OVER, "deal redraw A:DA B:FGHIJ", "deal redraw A:DE B:FGHIJ", _ONE_HOLD),
    Refused(5, "gambit", _LEFT_OVER, "deal redraw A:D B:FGHIJ", "deal redraw A:FG B:DEHIJ", _ONE_HOLD),
    Refused(6, "gambit", GAMBIT, "deal onlookers KA", "deal onlookers KZ", _ONLOOKERS),
    Refused(6, "gambit", GAMBIT, "deal onlookers KLM", "deal onlookers LK", _ONLOOKERS),
    Refused(6, "gambit", GAMBIT, "deal onlookers KK", "deal onlookers KQ", _ONLOOKERS),
    Refused(7, "colosseum", [], "deal offer A:EGHJMNPT B:ABCEILQR", "deal offer A:EGHJMNPT B:ABCFILQR", _COLOSSEUM),
    Refused(7, "colosseum", [], "deal offer A:EGHJMNPQ B:ABCFILRX", "deal offer A:EGHJMNPT B:ABCFILRX", _COLOSSEUM),
    Refused(7, "colosseum", [], "deal offer A:EGHJMNTP B:ABCFILR", "deal offer A:EGHJMNTP B:ABCFILRZ", _COLOSSEUM),
    Refused(8, "colosseum", COLOSSEUM[:1], "A pick EGJNA", "A pick EGJNP", _COLOSSEUM),
    Refused(8, "colosseum", COLOSSEUM[:1], "A pick EGJN", "A pick EGJNT", _COLOSSEUM),
    Refused(8, "colosseum", _LATE, "deal pick A:EGHJA", "deal pick A:EGHJM", _COLOSSEUM),
    Refused(8, "colosseum", _LATE, "deal pick B:ABCIR", "deal pick A:EGHJT", _COLOSSEUM),
    Refused(8, "colosseum", _LATE, "deal pick A:EGHJM B:-", "deal pick A:EGHJM", _COLOSSEUM),
    Refused(9, "gambit", GAMBIT, "A hint one", "A guess O"),
    Refused(10, "gambit", [*WORD, "B hint any", "A hint one"], "B word basic", "B word basics"),
    Refused(11, "gambit", WORD, "B hint odd", "B hint any"),
    Refused(11, "gambit", WORD, "B hint odd", "B hint none"),
    Refused(11, "gambit", [*WORD, "B hint any"], "A hint any", "A hint one"),
    Refused(11, "gambit", WORD, "B word JUMP", "B one"),
    Refused(13, "gambit", GAMBIT, "A guess FG", "A guess F"),
    Refused(14, "gambit", MISS, "A lose F", "A lose A"),
    Refused(14, "gambit", [*MISS, "A lose Q"], "A lose Q", "A lose R", _SLIPS),
    Refused(15, "gambit", GAMBIT, "A hand FGHI", "A hand FGHIK"),
    Refused(15, "gambit", [*GAMBIT, "A guess F", "B guess A"], "A hand FGHIJ", "A hand GHIJ"),
    Refused(16, "colosseum", OVER, "A word BASIC", "A guess B", SHORT),
    Refused(16, "colosseum", OVER, "A w JUMP", "A hand BCIR", SHORT),
    Refused(18, "gambit", [*MISS, "A timeout"], "deal lose F", "deal lose A"),
    Refused(18, "gambit", [*MISS, "A timeout"], "deal lose AB", "deal lose B"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"R{case.rule}-{case.bad}")
def test_rule_refuses_this_and_keeps_its_neighbour(case: Refused) -> None:
    assert_refuses(play(case.variant, case.events, **(case.options or PLAIN)), case.rule, case.bad, case.good)


# --- R17: which clock a decision has


@pytest.mark.parametrize(
    ("variant", "events", "options", "times", "bank"),
    [
        ("gambit", [], {}, ("time_first",), False),
        ("gambit", GAMBIT, _ONE_HOLD, ("time_first_hold",), False),
        ("gambit", [*_LEFT_OVER, "deal redraw A:QZ B:KLMNO"], {**_ONE_HOLD, "holds": 2}, ("time_hold",), False),
        ("colosseum", COLOSSEUM[:1], _COLOSSEUM, ("time_pick",), False),
        ("gambit", GAMBIT, PLAIN, ("time_turn",), True),
        ("gambit", WORD, PLAIN, ("time_hint",), True),
        ("gambit", MISS, PLAIN, ("time_lose",), True),
    ],
)
def test_the_bank_serves_turn_hint_and_lose_alone(
    variant: str, events: list[str], options: dict[str, Any], times: tuple[str, ...], bank: bool
) -> None:
    position = play(variant, events, **options)
    clock = position.decision(position.owing[0]).clock
    assert (clock.times, clock.bank, clock.continues) == (times, bank, False)


def test_after_a_slip_the_same_clock_goes_on_until_a_letter_is_lost() -> None:
    slipped = play("gambit", [*MISS, "A lose Q"], **_SLIPS)
    assert slipped.decision(Seat.A).clock.continues
    next_time = play("gambit", [*MISS, "A lose Q", "A lose A", "B guess Z"], **_SLIPS)
    assert not next_time.decision(Seat.B).clock.continues


# --- How many submissions are legal (rules/REPLAY.md)


@pytest.mark.parametrize(
    ("variant", "events", "options", "expected"),
    [
        ("gambit", [], {}, {"B": 2}),
        ("gambit", GAMBIT, _ONE_HOLD, {"A": 32, "B": 32}),
        ("gambit", GAMBIT, _ONLOOKERS, {"deal": None}),
        ("colosseum", COLOSSEUM[:1], _COLOSSEUM, {"A": 56, "B": 56}),
        ("colosseum", _LATE, _COLOSSEUM, {"deal": 56}),
        ("colosseum", [*COLOSSEUM[:1], "A timeout", "B timeout"], _COLOSSEUM, {"deal": 3136}),
        ("gambit", GAMBIT, PLAIN, {"A": None}),
        ("gambit", WORD, PLAIN, {"B": 3}),
        ("gambit", [*WORD, "B timeout"], PLAIN, {"A": 3}),
        ("gambit", MISS, _SLIPS, {"A": 26}),
        ("gambit", [*GAMBIT, "A guess F", "B guess A", "A guess Z", "A lose Y"], _SLIPS, {"A": 23}),
        ("gambit", [*MISS, "A timeout"], PLAIN, {"deal": 5}),
        ("colosseum", OVER, SHORT, {"A": 26 + 14_950}),  # sets of 4 of 26
    ],
)
def test_legal_submissions_are_counted(variant: str, events: list[str], options: dict[str, Any], expected: dict[str, Any]) -> None:
    assert legal_counts(play(variant, events, **options)) == expected


def test_a_slip_counts_though_the_letter_is_out_only_once() -> None:
    """A letter that was a slip and then left the other hand is barred for one reason, not two."""
    events = [*MISS, "A lose F", "A lose A", "B guess Z", "B lose F", "A guess Z"]
    assert legal_counts(play("gambit", events, **_SLIPS)) == {"A": 24}


def test_a_deal_of_another_size_is_illegal_too() -> None:
    """Texts of such deals cannot be read; a program can make them all the same."""
    cases = [("EGHJMNPT", "BCEFILQR", [], 7), ("EGHJ", "", _LATE, 8)]
    for a, b, events, rule in cases:
        pending = play("colosseum", events, **_COLOSSEUM).pending
        assert isinstance(pending, Deals)
        with pytest.raises(Illegal) as caught:
            pending.chance.check(Both(Due(pending.chance.name), BySeat(a, b)))
        assert caught.value.rule.number == rule
