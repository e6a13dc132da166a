"""For every rule of the book that can refuse: what it refuses and a close neighbour that it lets pass, cited by its number.

What the rules do besides is held against the oracle, in whole matches.
"""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.games import find
from deathmatch.match.position import Position
from tests.rules.cases import Refused, after, assert_refuses


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


REFUSED = [
    Refused(1, "gauntlet", [DEAL], "A bid 1", "B bid 1"),
    Refused(1, "gauntlet", [DEAL], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5", "B fold"),
    Refused(1, "gauntlet", [*SOLD, "A put 1"], "A put 6", "B put 2", BROKE),
    Refused(1, "final", [], "B pick conceal", "A pick conceal"),
    Refused(1, "final", [*SOLD_2, "A invert 1"], "A pass", "B conceal", BROKE),
    Refused(2, "final", [], "A pick nothing", "A equalizer"),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 4", DEAL),
    Refused(3, "gauntlet", [], "deal tiles 3-6 2-8-9-12 1-7-13 4-10-11 left 5", DEAL),
    Refused(3, "final", ["A pick conceal"], DEAL, DEAL_2),
    Refused(4, "gauntlet", [DEAL], "B bid 0", "B bid 1"),
    Refused(4, "gauntlet", [DEAL], "B bid 91", "B bid 90"),
    Refused(4, "gauntlet", [DEAL, "B bid 5"], "A bid 5", "A bid 6"),
    Refused(6, "gauntlet", [DEAL, "B bid 1", "A fold"], "B choose balance", "B choose giant"),
    Refused(7, "final", KEEP, "B keep 4", "B keep 5", {"chips": 1}),
    Refused(8, "final", SOLD_2, "A conceal", "A invert 1", BROKE),
    Refused(8, "final", SOLD_2, "B invert 2", "B conceal", BROKE),
    Refused(9, "gauntlet", SOLD, "A pass", "A put 1", BROKE),
    Refused(10, "gauntlet", [*SOLD, "A put 1", "B put 2"], "A fold", "A pass", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 2", "A put 6", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 6 g2", "A put 6 g1", BROKE),
    Refused(11, "gauntlet", SOLD, "A put 6*", "A put 6", BROKE),
    Refused(11, "final", SOLD_2, "A invert 2", "A invert 1", BROKE),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"R{case.rule} {case.bad}")
def test_a_rule_refuses_what_breaks_it_and_lets_pass_what_keeps_it(case: Refused) -> None:
    assert_refuses(play(case.variant, case.events, **case.options), case.rule, case.bad, case.good)
