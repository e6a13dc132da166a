"""For every rule of the book that can refuse: a submission that it refuses and a close one that it lets pass, cited by its number.

The other rules say what happens; each has a case in which it does, so that the tables below name every rule of the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.games import find
from deathmatch.match.position import By, Position, public_state
from tests.rules.cases import after, assert_refuses
from tests.rules.examples import contains


def play(variant: str, events: list[str], **options: Any) -> Position:
    return after(find(f"tile-joust/{variant}"), events, options)


BROKE: dict[str, Any] = {"chips": 0, "sets": 1}
DEAL = "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5"
DEAL_2 = "deal tiles 4-6-12 2-8-9 1-7-13 3-10-11 left 0-5"
# Nobody has chips: A holds 1 6 7 8 11 12, B holds 2 3 4 9 10 13.
SOLD = [DEAL, "A choose minute", "B choose balance", "A choose giant", "B choose giant"]
# B opens as the holder of the Equaliser (A picked inversion): A holds 1 6 7 8 11 12, B 2 3 4 9 10 13; the 0 and the 5 go to nobody.
SOLD_2 = ["A pick inversion", "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0-5", *SOLD[1:]]
# Chips 1: A buys the last tile, so A has seven and B five.
KEEP = [
    "A pick inversion",
    "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0-5",
    *[
        "B fold",
        "A choose minute",
        "A fold",
        "B fold",
        "A fold",
        "B choose balance",
        "B fold",
        "A fold",
        "B fold",
        "A choose giant",
        "A fold",
        "B fold",
    ],
    *["A fold", "B choose giant", "B fold", "A bid 1"],
]


@dataclass(frozen=True)
class Refused:
    """After these events the first text is refused by the rule, and the second is accepted."""

    rule: int
    variant: str
    events: list[str]
    bad: str
    good: str
    options: dict[str, Any] = field(default_factory=dict)


REFUSED = [
    Refused(1, "gauntlet", [DEAL], "A bid 1", "B bid 1"),
    Refused(1, "gauntlet", [DEAL], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5", "B fold"),
    Refused(1, "gauntlet", [*SOLD, "A put 1"], "A put 6", "B put 2", BROKE),
    Refused(1, "final", [], "B pick conceal", "A pick conceal"),
    Refused(1, "final", [*SOLD_2, "A invert 1"], "A pass", "B conceal", BROKE),
    Refused(2, "final", [], "A pick nothing", "A equalizer"),
    Refused(2, "final", [], "A conceal invert", "A invert"),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 4", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6 2-8-9-12 1-7-13 4-10-11 left 5", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-011 left 5", DEAL),
    Refused(3, "final", ["A pick conceal"], DEAL, DEAL_2),
    Refused(4, "gauntlet", [DEAL], "B bid 0", "B bid 1"),
    Refused(4, "gauntlet", [DEAL], "B bid 91", "B bid 90"),
    Refused(4, "gauntlet", [DEAL, "B bid 5"], "A bid 5", "A bid 6"),
    Refused(4, "gauntlet", [DEAL], "B raise 3", "B 3"),
    Refused(6, "gauntlet", [DEAL, "B bid 1", "A fold"], "B choose balance", "B choose giant"),
    Refused(6, "gauntlet", [DEAL, "B bid 1", "A fold"], "B choose next m", "B next m"),
    Refused(7, "final", KEEP, "B keep 4", "B keep 5", {"chips": 1}),
    Refused(7, "final", KEEP, "B give 0", "B 0", {"chips": 1}),
    Refused(8, "final", SOLD_2, "A conceal", "A invert 1", BROKE),
    Refused(8, "final", SOLD_2, "B invert 2", "B conceal", BROKE),
    Refused(8, "final", SOLD_2, "A invert", "A pass", BROKE),
    Refused(8, "final", SOLD_2, "A invert 1 invert 6", "A invert 1", BROKE),
    Refused(8, "final", SOLD_2, "B use", "B use conceal", BROKE),
    Refused(9, "gauntlet", SOLD, "A pass", "A put 1", BROKE),
    Refused(9, "gauntlet", SOLD, "A put", "A submit 1", BROKE),
    Refused(10, "gauntlet", [*SOLD, "A put 1", "B put 2"], "A fold", "A pass", BROKE),
    Refused(10, "gauntlet", [*SOLD, "A put 1", "B put 2"], "A put nothing", "A stop", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 2", "A put 6", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 6 g2", "A put 6 g1", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 6*", "A put 6", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 6 g1 s1", "A put 6 s1 g1", BROKE),
    Refused(11, "final", SOLD_2, "A invert 2", "A invert 1", BROKE),
]

LATE = ["A timeout", "B timeout"]
FIRST = {"decision": "first", "pending": ["A", "B"]}

HAPPENS: list[tuple[int, str, list[str], dict[str, Any], dict[str, Any]]] = [
    (5, "gauntlet", [DEAL, "B f"], {}, {"sales": [{"set": 1, "group": 1, "size": "balance", "colour": "black", "seat": "A", "price": 0}]}),
    (5, "gauntlet", [DEAL, "B bid 7", "A pass"], {}, {"chips": {"A": 90, "B": 83}, "tiles": {"A": 0, "B": 1}}),
    # A time-out: picks inversion, folds, chooses Balance (or Minute), keeps the lower number, passes.
    (12, "final", ["A timeout"], {}, {"items": {"inversion": {"seat": "A"}, "equaliser": {"seat": "B"}, "conceal": {"seat": "B"}}}),
    (12, "final", ["B timeout"], {"picker": "B"}, {"items": {"inversion": {"seat": "B"}, "conceal": {"seat": "A"}}}),
    (12, "gauntlet", [DEAL, "B fold", "A timeout"], {}, {"auction": {"tile": "minute"}}),
    (12, "gauntlet", [DEAL, "A choose minute", "B timeout"], BROKE, {"auction": {"group": 3, "unsold": ["balance", "giant"]}}),
    (12, "final", [*KEEP, "B timeout"], {"chips": 1}, {"tiles": {"A": 8, "B": 6}}),
    (12, "final", [*SOLD_2, "A timeout", "B timeout"], BROKE, {**FIRST, "items": {"inversion": {"used": None}}}),
    (12, "gauntlet", [*SOLD, "A put 1", "B put 2", "A timeout", "B timeout"], BROKE, {"points": {"A": 0, "B": 1}, "decision": "first"}),
    (13, "gauntlet", [DEAL, "B bid 3", "B resign"], {}, {"over": True, "winner": "A", "reason": "resign", "auction": {"bid": 3}}),
    (13, "gauntlet", ["A resign"], {}, {"winner": "B", "phase": "auction", "auction": None}),
    (14, "gauntlet", [DEAL], {}, {"pending": ["B"], "auction": {"group": 1, "tile": "balance"}}),
    (14, "gauntlet", [DEAL], {"dmo": "A"}, {"pending": ["A"]}),
    (15, "gauntlet", [DEAL, "B bid 90"], {}, {"chips": {"A": 90, "B": 0}, "tiles": {"B": 1}, "pending": ["B"], "decision": "choose"}),
    (15, "gauntlet", [DEAL, "B bid 89"], {}, {"pending": ["A"], "decision": "bid"}),
    (16, "gauntlet", [DEAL, "B bid 2", "A bid 9", "B fold"], {}, {"chips": {"A": 81, "B": 90}, "tiles": {"A": 1, "B": 0}}),
    (17, "gauntlet", [DEAL, "B fold", "A choose giant", "A fold"], {}, {"pending": ["B"], "auction": {"tile": "minute"}}),
    # The third tile was the 3: in group 2 the 2 is nearest.
    (17, "gauntlet", [DEAL, "B fold", "A choose giant", "A fold", "B fold"], {}, {"auction": {"group": 2, "tile": "minute", "bid": None}}),
    (17, "gauntlet", [DEAL], {"preview": "yes"}, {"auction": {"coming": [
        {"minute": "black", "balance": "black", "giant": "white"},
        {"minute": "white", "balance": "white", "giant": "white"},
        {"minute": "black", "balance": "black", "giant": "white"},
    ]}}),
    (18, "gauntlet", SOLD, BROKE, {"leftovers": [{"set": 1, "seat": None}], "tiles": {"A": 6, "B": 6}}),
    (18, "final", KEEP, {"chips": 1}, {"leftovers": [{"set": 1, "seat": "B"}], "decision": "keep", "pending": ["B"]}),
    (19, "final", SOLD_2, BROKE, {"decision": "items", "pending": ["A", "B"], "joust": None}),
    (19, "final", ["A pick equaliser", *SOLD_2[1:2], "B timeout", "A timeout", "B timeout", "A timeout"], BROKE, {"pending": ["B"]}),
    (20, "final", [*SOLD_2, "A invert 1", "B pass"], BROKE, {"items": {"inversion": {"seat": "A", "used": 1}, "conceal": {"used": None}}}),
    (20, "final", [*SOLD_2, "A pass", "B conceal", "A put 1", "B put 2"], BROKE, {"joust": {"up": {
        "A": [{"colour": "white", "set": 1, "group": None}], "B": [{"colour": "black", "set": 1, "group": None}]}}}),
    (20, "final", [*SOLD_2, "A invert 1", "B pass", "A put 12*", "B put 2"], BROKE, {"joust": {"up": {
        "A": [{"colour": "black", "set": 1, "group": 3}]}}}),
    (21, "gauntlet", [*SOLD, "A put 1", "B put 2", "A put 6", "B put 9"], {**BROKE, "shown": "first"}, {"joust": {"round": 3, "up": {
        "A": [{"colour": "white", "set": 1, "group": 3}, {"colour": None, "set": None, "group": None}]}}}),
    (21, "gauntlet", [*SOLD, "A put 1", "B timeout"], BROKE, {"tiles": {"A": 5, "B": 5}, "points": {"A": 2, "B": 0}, "decision": "first"}),
    (22, "gauntlet", [*SOLD, "A put 12", "B put 2", "A pass", "B pass"], BROKE, {"points": {"A": 2, "B": 0}}),
    (22, "gauntlet", [*SOLD, "A 11", "B 2", "A pass", "B 9", "A pass", "B pass"], BROKE, {"points": {"A": 2, "B": 11}}),  # a tie
    (23, "gauntlet", [*SOLD, *LATE * 5], {**BROKE, "sets": 2}, {"set": 2, "stored": {"A": 1, "B": 1}, "pending": ["deal"]}),
    (24, "gauntlet", [*SOLD, *LATE * 5], BROKE, {"set": "final", **FIRST, "tiles": {"A": 1, "B": 1}}),
    (25, "gauntlet", [*SOLD, *LATE * 6], BROKE, {"winner": "B", "reason": "points", "points": {"A": 41, "B": 45}}),
    (25, "gauntlet", [*SOLD, *LATE * 2], {**BROKE, "late_first": "nothing"}, {"winner": "B", "reason": "tie_dmo"}),
    (25, "final", [*SOLD_2, *["A pass", "B pass", "A timeout", "B timeout", "A pass", "A timeout", "B timeout"]],
     {**BROKE, "late_first": "nothing"}, {"winner": "B", "reason": "tie_equaliser", "points": {"A": 6, "B": 6}}),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"R{case.rule} {case.bad}")
def test_a_rule_refuses_what_breaks_it_and_lets_pass_what_keeps_it(case: Refused) -> None:
    assert_refuses(play(case.variant, case.events, **case.options), case.rule, case.bad, case.good)


@pytest.mark.parametrize(("rule", "variant", "events", "options", "public"), HAPPENS, ids=lambda value: str(value)[:40])
def test_a_rule_does_what_it_says(rule: int, variant: str, events: list[str], options: dict[str, Any], public: dict[str, Any]) -> None:
    fields = public_state(play(variant, events, **options))
    wanted = {**public, **({"joust": _named(public["joust"])} if "joust" in public else {})}
    assert contains({**fields, "joust": _named(fields["joust"])}, wanted), fields


def _named(joust: Any) -> Any:
    """The tiles of a joust by their places, so that they are compared as objects and not as whole lists."""
    if not joust:
        return joust
    return {**joust, "up": {seat: dict(enumerate(tiles)) for seat, tiles in joust.get("up", {}).items()}}


def test_every_rule_has_a_case() -> None:
    assert {case.rule for case in REFUSED} | {rule for rule, *_ in HAPPENS} == set(range(1, 26))


def test_refusals_come_in_the_order_of_the_books() -> None:
    over = play("gauntlet", [DEAL, "B resign"])
    for text in ("resign", "timeout", "fold"):
        with pytest.raises(Refusal, match=r"R1\)"):
            over.accept("B", text)
    running = play("gauntlet", [DEAL])
    with pytest.raises(Refusal, match=r"R1\)"):
        running.accept("A", "timeout")
    with pytest.raises(Refusal, match=r"R1\)"):
        running.accept("A", "nonsense")
    with pytest.raises(Refusal, match=r"R1\)"):
        running.accept("B", "timeout", By.PLAYER)
    assert running.accept("A", "resign")[0].over is not None


def test_items_that_are_given_out_before_the_match_leave_nothing_to_pick() -> None:
    """Sentence 22 of the hosts' list: Penzo has Tile Inversion, Jkitty the Equaliser and Conceal, and nobody is asked (as-written W1)."""
    options = {"holds_inversion": "A"}
    given = public_state(play("final", [], **options))
    assert (given["decision"], given["phase"]) == ("tiles", "auction")
    picked = play("final", SOLD_2[:2])
    assert public_state(play("final", SOLD_2[1:2], **options)) == public_state(picked)
    assert public_state(picked)["pending"] == ["B"], "the holder of the Equaliser opens"


@pytest.mark.parametrize(
    ("named", "holders"),
    [
        ({"inversion": "B"}, "BAA"),
        ({"equaliser": "A"}, "BAB"),
        ({"inversion": "A", "equaliser": "B"}, "ABB"),
        ({"equaliser": "B", "conceal": "B"}, "ABB"),
        ({"inversion": "A", "equaliser": "A", "conceal": "A"}, "AAA"),
    ],
)
def test_an_item_without_a_named_holder_goes_to_the_other_seat(named: dict[str, str], holders: str) -> None:
    items: Any = public_state(play("final", [], **{f"holds_{item}": seat for item, seat in named.items()}))["items"]
    assert [held["seat"] for held in items.values()] == [*holders]
