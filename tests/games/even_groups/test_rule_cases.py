"""What neither the oracle nor the examples of the book judge: options, time-outs, the order of the checks of a submission, clocks."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.errors import Illegal, Refusal
from deathmatch.core.game import Clock
from deathmatch.core.hexes import hexagon
from deathmatch.core.seats import SEATS
from deathmatch.games.even_groups.values import Colour, Stone
from deathmatch.match.position import public_state
from tests.games.even_groups.positions import VARIANT, after
from tests.rules.examples import contains

A, B = SEATS
WHITE, ORANGE = Colour
OPENED = ["A orange E5"]
CHOOSE = {"white": "choose"}


HAPPENS: list[tuple[int, list[str], dict[str, Any], dict[str, Any]]] = [
    (2, [], CHOOSE, {"white": None, "orange": None, "pending": ["B"], "decision": "colour"}),
    (2, [], {"white": "choose", "dmo": "A"}, {"pending": ["A"], "decision": "colour"}),
    (2, ["B white"], CHOOSE, {"white": "B", "orange": "A", "pending": ["B"], "decision": "open", "moves": 0}),
    (2, ["B orange"], CHOOSE, {"white": "A", "orange": "B", "pending": ["A"], "decision": "open"}),
    (2, [], {"white": "B"}, {"white": "B", "orange": "A", "pending": ["B"], "decision": "open"}),
    (2, [], {"white": "A", "dmo": "A"}, {"white": "A", "pending": ["A"], "decision": "open"}),
    (4, OPENED, {}, {"groups": {"white": 0, "orange": 1}, "moves": 1, "pending": ["B"], "decision": "place", "last": "orange E5"}),
    (10, ["B timeout"], CHOOSE, {"white": "B", "pending": ["B"], "decision": "open", "over": False, "moves": 0}),
    (10, ["A timeout"], {"white": "choose", "dmo": "A"}, {"white": "A", "pending": ["A"]}),
    (10, ["A timeout"], {}, {"over": True, "winner": "B", "reason": "timeout", "moves": 0}),
    (13, [*OPENED, "A resign"], {}, {"over": True, "winner": "B", "reason": "resign", "moves": 1}),
    (13, ["A resign"], CHOOSE, {"over": True, "winner": "B", "reason": "resign", "white": None}),
    (14, ["A orange B2"], {"side": 2, "settled": "yes"}, {"over": True, "winner": "A", "reason": "settled", "moves": 1}),
    (14, ["B orange B2"], {"side": 2, "settled": "yes", "white": "B"}, {"winner": "B", "reason": "settled"}),
    (14, ["A orange A1"], {"side": 2, "settled": "yes"}, {"over": False, "pending": ["B"]}),
]


@pytest.mark.parametrize(("rule", "events", "options", "expected"), HAPPENS)
def test_rule_does_what_it_says(rule: int, events: list[str], options: dict[str, Any], expected: dict[str, Any]) -> None:
    assert contains(public_state(after(*events, **options)), expected), f"R{rule}"


# --- What an illegal submission gets


@pytest.mark.parametrize(
    ("events", "event", "words"),
    [
        ([*OPENED, "B resign"], "A nonsense", "the match is over (even-groups R8)"),
        (OPENED, "A nonsense", "A owes nothing now (even-groups R8)"),
        (OPENED, "A timeout", "A owes nothing now (even-groups R8)"),
        (OPENED, "B E5", "(even-groups R7)"),
        ([], "A E5 E6", "(even-groups R7)"),
        (OPENED, "B orange Z9", "a move is exactly two stones, not 1 (even-groups R5)"),
        (OPENED, "B orange Z9 white Z9 white Z9", "a move is exactly two stones, not 3 (even-groups R5)"),
        ([], "A white Z9 white Z9", "the opening is exactly one stone, not 2 (even-groups R4)"),
        ([], "A white J1", "there is no cell J1 on a board of side 5 (even-groups R1)"),
        (OPENED, "B orange A6 white A6", "there is no cell A6 on a board of side 5 (even-groups R1)"),
        (OPENED, "B orange E5 white A6", "there is no cell A6 on a board of side 5 (even-groups R1)"),
        ([], "A white E5", "the opening stone is orange (even-groups R4)"),
        (OPENED, "B orange E5 white E5", "both stones name E5; they must go into two different cells (even-groups R5)"),
        (OPENED, "B orange E5 white F6", "E5 is taken (even-groups R5)"),
        (OPENED, "B orange A1 white E5", "E5 is taken (even-groups R5)"),
        (
            OPENED,
            "B orange B4 orange E6",
            "there would be 2 groups, an even number; the total must be odd after a move (even-groups R6)",
        ),
    ],
)
def test_the_first_check_that_fails_is_reported(events: list[str], event: str, words: str) -> None:
    actor, _, text = event.partition(" ")
    with pytest.raises(Refusal) as caught:
        after(*events).accept(actor, text)
    assert str(caught.value).endswith(words)


def test_values_of_another_decision_are_illegal_too() -> None:
    colour, opening, place = (after(*events, **options) for events, options in (([], CHOOSE), ([], {}), (OPENED, {})))
    e4 = Stone(hexagon(5).index["E4"], ORANGE)
    for position, seat, move, rule in (
        (colour, B, (e4,), 2),
        (opening, A, ORANGE, 4),
        (opening, A, (), 4),
        (place, B, ORANGE, 5),
        (place, B, (e4,), 5),
        (place, B, (e4, e4), 5),
    ):
        with pytest.raises(Illegal) as caught:
            position.decision(seat).check(move)
        assert caught.value.rule.number == rule


# --- R9 Clock


@pytest.mark.parametrize(
    ("events", "options", "clock"),
    [
        ([], CHOOSE, Clock(("time_colour",))),
        ([], {}, Clock(("time_open",), bank=True)),
        (OPENED, {}, Clock(("time_place",), bank=True)),
    ],
)
def test_the_bank_serves_all_but_the_choice_of_colours(events: list[str], options: dict[str, Any], clock: Clock) -> None:
    position = after(*events, **options)
    assert position.decision(position.owing[0]).clock == clock


def test_the_defaults_are_those_of_the_book() -> None:
    defaults = {"side": 5, "dmo": "B", "white": "choose", "settled": "no"}
    assert VARIANT.bind({})[0] == {**defaults, **dict.fromkeys(("time_colour", "time_open", "time_place"), 60), "bank": 300}


def test_the_groups_are_numbered_once_the_match_is_over() -> None:
    for over, position in ((False, after(*OPENED)), (True, after(*OPENED, "B resign"))):
        cell = next(one for one in position.game.picture(position.view(A)).elements if one.slot == "cell-e5")
        assert (">1<" in cell.svg) == over
