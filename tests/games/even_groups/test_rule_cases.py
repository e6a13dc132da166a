"""What neither the oracle nor the examples of the book judge: options, time-outs, the order of the checks of a submission, clocks."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.errors import Illegal, Refusal
from deathmatch.core.hexes import hexagon
from deathmatch.core.seats import SEATS, BySeat
from deathmatch.games.even_groups.values import Colour, Stone, terms
from deathmatch.match.dealer import Dealer
from deathmatch.match.position import public_state
from tests.games.even_groups.positions import VARIANT, after
from tests.live import LiveMatch as Match
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


def live(**options: str | int) -> Match:
    match = Match(VARIANT, {"white": "choose"} | options, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")))
    match.start(0)
    return match


def last_moment(match: Match) -> int:
    """The last one at which a submission is in time."""
    deadline: int | None = match.deadline()
    assert deadline is not None
    return deadline - 1


def test_the_choice_of_colours_has_its_own_time_and_no_bank() -> None:
    match = live()
    assert last_moment(match) == 60_000
    match.submit(B, "orange", 0, 60_000)
    assert match.seen(B, 60_000).over is None
    late = live()
    late.expire(60_001)
    assert "B timeout" in late.record()
    assert late.seen(A, 60_001).over is None


def test_a_turn_has_its_time_and_then_the_bank_which_is_not_refilled() -> None:
    match = live(white="A")
    assert last_moment(match) == 360_000
    match.submit(A, "E5", 0, 10_000)  # what is left of the 60 seconds is not added to the bank
    assert last_moment(match) == 10_000 + 360_000
    match.submit(B, "white A1 A3", 1, 10_000 + 200_000)  # 140 s of B's bank
    match.submit(A, "white C1 orange A5", 2, 210_000)
    assert last_moment(match) == 210_000 + 60_000 + 160_000
    match.submit(B, "white I1 orange I3", 3, 430_000)  # at the very last moment
    match.submit(A, "white I5 orange G1", 4, 430_000)
    assert last_moment(match) == 430_000 + 60_000  # a bank of 0 leaves every turn its own time
    match.expire(490_001)
    over = match.seen(A, 490_001).over
    assert over is not None
    assert (over.winner, over.reason) == (A, "timeout")


def test_the_options_are_those_of_the_book() -> None:
    values, _ = VARIANT.bind({})
    assert values == {
        "side": 5,
        "dmo": "B",
        "white": "choose",
        "settled": "no",
        "time_colour": 60,
        "time_open": 60,
        "time_place": 60,
        "bank": 300,
    }
    usual = terms(values)
    assert (usual.side, usual.dmo, usual.white, usual.settled) == (5, B, None, False)
    bound = terms(values | {"side": 8, "dmo": "A", "white": "B", "settled": "yes"})
    assert (bound.side, bound.dmo, bound.white, bound.settled) == (8, A, B, True)
