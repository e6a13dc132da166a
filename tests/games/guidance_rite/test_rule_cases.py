"""For every rule of the book that can refuse: what it refuses and a close neighbour that it lets pass, cited by its number.

The other rules say what happens: each that the second reading of the book leaves out has a case in which it does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from deathmatch.match.position import legal_counts, public_state
from tests.games.guidance_rite.matches import DEAL, FULL, SMALL, play, terms_of
from tests.rules.cases import assert_refuses
from tests.rules.examples import contains

Options = dict[str, Any]

AT_ONCE: Options = {**SMALL, "turns": "simultaneous"}
BOARD = "deal board . . B:P5 | . A:M15 . | A:R13 . B:P1"
CLASHES = [DEAL, "A claim A1 A2", "B claim A1 A2", "A claim A3 B1", "B claim A3 B1", "A claim B2 B3", "B claim B2 B3"]
PLACING = [*CLASHES, "A claim C1 C2", "B claim C1 C2"]
WIDE = "deal board . . . . | . . . . | . . . . | . . . P1"
NEAR = [*PLACING, "A place A1 +", "B place C3 x"]


@dataclass(frozen=True)
class Refused:
    """After these events the first text is refused by the rule, and the second is accepted."""

    rule: int
    bad: str
    good: str
    events: list[str] = field(default_factory=list)
    options: Options = field(default_factory=lambda: SMALL)
    variant: str = "guardians"


def _turn(rule: int, deal: str, bad: str, good: str, variant: str = "guardians", **options: Any) -> Refused:
    """On a small board with A to move."""
    return Refused(rule, f"A {bad}", f"A {good}", [f"deal board {deal}"], {**SMALL, **options}, variant)


_ITEMS: Options = {**SMALL, "honour": "A", "rotate": "A", "swap": "A"}
_NINE = "B:P5 B:C5 B:P5 | A:P2 A:P3 A:G1 | A:R13 A:L1 A:P3*"


def _item(rule: int, bad: str, good: str, deal: str = _NINE, **options: Any) -> Refused:
    return Refused(rule, f"A {bad}", f"A {good}", [f"deal board {deal}"], {**_ITEMS, **options}, "final")


REFUSED = [
    _turn(1, "B:P5 . . | . . . | A:P1 . .", "A1-A4", "A1-A2"),
    _turn(1, "B:P5 . . | . . . | A:P1 A:R5 .", "A1-A2 rat D9", "A1-A2 rat B1"),
    Refused(1, "A place D4 +", "A place C3 +", PLACING, FULL),
    Refused(3, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 L33", DEAL, [], FULL),
    Refused(3, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 X3", "deal board r1 r2 r3 | c1 c2 c3 | l51 l62 l73", [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26", "deal board R1 R2 R3 C1 C2 C3 L15 L26 L37", [], FULL),
    Refused(8, "deal R1 R2 R3 | C1 C2 C3 | L15 L26 L37", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 .", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 L26", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 A:L37", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1/2 C2 C3 | L15 L26 L37", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 L37*", DEAL, [], FULL),
    Refused(8, "deal board R1 R2 R3 | C1 C2 C3 | L15 L26 P", DEAL, [], FULL),
    Refused(8, "deal board . . . | . B:P1 . | A:L . .", "deal board . . . | . B:P1 . | A:L1 . ."),
    Refused(8, "deal board . . . | . B:P1 . | A:R1/3 . .", "deal board . . . | . B:P1 . | A:C1/3 . ."),
    Refused(8, "deal board . . . | . B:P1 . | A:L/1 . .", "deal board . . . | . B:P1 . | A:R1/3* . .", [], SMALL, "final"),
    Refused(10, "A claim A1", "A claim A1 A2", [DEAL], FULL),
    Refused(10, "A claim A1 A1", "A a2 and a1", [DEAL], FULL),
    Refused(10, "A claim A1 D1", "A a1+c1", [DEAL], FULL),
    Refused(10, "A claim A1 A2", "A claim A3 B1", CLASHES[:3], FULL),
    Refused(14, "A place A1", "A place A1 +", PLACING, FULL),
    Refused(15, "A place B2 +", "A place A2 +", NEAR, FULL),
    Refused(15, "A place A1 +", "A place B1 x", NEAR, FULL),
    Refused(16, "A place C2 +", "A place A1 +", [*PLACING, "A timeout", "B place C3 +"], FULL),
    Refused(16, "A place D3 +", "A place A1 +", [WIDE, "A timeout", "B place D4 +"], {**SMALL, "size": "4x4", "fill": 3}),
    Refused(17, "A place A1 +", "A place A2 +", [*PLACING, "A place A1 +", "B place A1 x"], FULL),
    Refused(19, "A first", "A first B", ["deal board . . B:P5 | . . . | A:P1 . ."], {**SMALL, "first": "choose", "dmo": "A"}),
    Refused(19, "B A1", "B them", ["deal board . . B:P5 | . . . | A:P1 . ."], {**SMALL, "first": "choose"}),
    _turn(21, "B:P5 . . | . . . | A:P1 . .", "A1", "A1-A2"),
    _turn(21, "B:P5 . . | . . . | A:P1 A:R1 A:R1", "A1-A2 rat B1 rat C1", "A1-A2 rat B1"),
    _turn(21, "B:P5 . . | . . . | A:P1 . .", "A1-A2 rotate A1 90", "A1-A2"),
    _turn(22, "B:P5 . . | . . . | A:P1 . .", "pass", "A1-A2"),
    _turn(22, "B:P5 . . | . . . | A:P5 A:R5 .", "pass rat B1", "pass"),
    _turn(23, "B:P5 . . | . . . | A:P1 . .", "A1-B1", "A1-A2"),
    _turn(23, "B:P5 . . | . . . | A:P1 . .", "A3-A2", "A1-A2"),
    _turn(25, "B:P5 . . | . . . | A:R1 . .", "A1-A3", "A1-A2"),
    _turn(26, "B:P5 . . | B:P5 . . | A:C1 . .", "A1-A3", "A1-A2"),
    _turn(26, "B:P5 . . | . . . | A:C13/2 . .", "A1-B2", "A1-C1"),
    _turn(26, "B:P5 . . | . . . | A:C1/3 . .", "A1-C1", "A1-B1", "final"),
    _turn(27, "B:P5 . . | . . . | A:L1 . .", "A1-A3", "A1-A2"),
    _turn(28, "B:P5 . . | . . . | A:G1 . .", "A1-A3", "A1-A2"),
    _turn(29, "B:P5 . . | B:P5 . . | A:M1 . .", "A1-A3", "A1-A2"),
    _turn(30, "B:P5 . . | . . . | A:P1 . .", "A1-A3", "A1-A2"),
    _turn(32, "B:P5 . . | A:R1 . . | A:P1 . .", "A1-A2 take", "A1-A2"),
    _turn(32, "B:P5 . . | A:R1* . . | A:P12 . .", "A1-A2", "A1-B2", "final"),
    _turn(32, "B:P5 . . | A:P1 . . | A:P12 . .", "A1-A2 take", "A1-A2", "final"),
    _turn(32, "B:P5 . . | A:G1 . . | A:P12 . .", "A1-A2 take guardian", "A1-A2 guardian", "final"),
    _turn(34, "B:R5 . . | . . . | A:P1 A:R1 .", "A1-A2 rat A3", "A1-A2 rat B1"),
    _turn(34, "B:P5 . . | . . . | A:R1 A:R1 A:C1/3", "A1-A2 rat B1", "A1-A2 crow C1"),
    _turn(34, "B:P5 . . | B:G1 . . | A:P1 . .", "A1-A2 guardian", "A1-A2"),
    _turn(34, "B:P5 . . | A:G1 . . | A:M1 . .", "A1-A2 guardian", "A1-A2", removals="all"),
    _turn(35, "B:P5 . . | . . . | A:P1 A:R A:R1", "A1-A2 rat B1", "A1-A2 rat C1"),
    _turn(36, "B:P5 . . | . . . | A:P1 A:C1 A:C1/5", "A1-A2 crow B1", "A1-A2 crow C1"),
    _turn(36, "B:P5 . . | . . . | A:P1 A:C1/5 .", "A1-A2 crow B1 B1 S", "A1-A2 crow B1"),
    _turn(36, "B:P5/1 . . | . . . | A:P1/5 A:C1/5 .", "A1-A2 crow B1 A3 N", "A1-A2 crow B1 A2 S", "final"),
    _turn(36, "B:P5 . . | . . . | A:P1/57 A:C1/35 .", "A1-A2 crow B1 A2 S W B1 E", "A1-A2 crow B1 A2 S B1 E", "final"),
    _turn(36, "B:P5 . . | . . . | A:P1/57 A:C1/357 .", "A1-A2 crow B1 A2 S W", "A1-A2 crow B1 B1 E S W", "final", crow_power="exact"),
    _turn(37, "B:P5 . . | . . . | A:P1 A:L123456 A:L1", "A1-A2 lizard B1 W", "A1-A2 lizard C1 W"),
    _turn(37, "B:P5 . . | . . . | A:P1 A:L1 .", "A1-A2 lizard B1 N", "A1-A2 lizard B1 S"),
    _turn(38, "B:P5 . . | A:G1 . . | A:P1 A:G1 .", "A1-A2 guardian B1", "A1-A2 guardian A2"),
    _turn(38, "B:P5 . . | A:G1 . . | A:G1 . .", "A1-A2 guardian", "A1-A2"),
    _turn(39, "B:P5 B:P1 . | . . . | A:P1 A:M1 .", "A1-A2 monster B1 B3 N", "A1-A2", "final"),
    _turn(39, "B:P5 . . | . B:P15 . | A:P1 A:M1 .", "A1-A2 monster B1 B2 E", "A1-A2 monster B1 B2 S"),
    _item(40, "rotate A1 45 A1-B1", "rotate A1 45 B1-B2"),
    _item(40, "swap A2 C2 A2-B3", "A2-B3", swap="B"),
    _item(40, "rotate A1 45 A2-B3", "A2-B3", "B:P5 B:C5 B:P5 | A:P2 A:P3 A:G1 | A:R13 A:L1 ."),
    _item(40, "rotate C2 45 B2-C2 guardian", "rotate C1 45 B2-C2 guardian"),
    _item(41, "honour A1 N A3 N B1-B2", "honour A1 S A3 N B1-B2"),
    _item(41, "honour A1 S B1 S A2-B3", "poh A3 N A1 S A2-B3"),
    _item(42, "rotate A3 45 A2-B3", "rotate B1 45 A2-B3"),
    _item(43, "swap A1 A3 A2-B3", "swap A3 B3 A2-B3"),
    _item(43, "swap A3 C3 A2-B3", "swap B3 C3 A2-B3"),
    Refused(57, "B A1-A2", "A A1-A2", [BOARD]),
    Refused(57, "deal board . . . | . . . | . . .", "A timeout", [BOARD]),
    Refused(57, "A A1-A2", "B timeout", [BOARD, "A A1-B1"], AT_ONCE),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"R{case.rule}-{case.bad}")
def test_what_a_rule_refuses_and_what_it_lets_pass(case: Refused) -> None:
    assert_refuses(play(case.variant, case.events, **case.options), case.rule, case.bad, case.good)


@dataclass(frozen=True)
class Kept:
    """After these events the public state holds these fields; `counts` the numbers of legal submissions."""

    rule: int
    events: list[str]
    state: dict[str, Any]
    options: Options = field(default_factory=lambda: SMALL)
    variant: str = "guardians"
    counts: dict[str, int | None] | None = None


def _kept(rule: int, deal: str, turns: list[str], state: dict[str, Any], variant: str = "guardians", **options: Any) -> Kept:
    return Kept(rule, [f"deal board {deal}", *turns], state, {**SMALL, **options}, variant)


def _once(rule: int, deal: str, turns: list[str], board: dict[str, Any], variant: str = "guardians", **options: Any) -> Kept:
    return Kept(rule, [f"deal board {deal}", *turns], {"board": board}, {**AT_ONCE, **options}, variant)


def _ended(winner: str | None, reason: str, bout: int = 1) -> dict[str, Any]:
    return {"results": [{"bout": bout, "winner": winner, "reason": reason}]}


_LINE = ". . B:P5 | . . . | A:P1 . ."
_THREE = {**SMALL, "best_of": "3"}
_REPLAY = ["deal board . . . | . . . | A:P3 . B:P7", "A A1-B1", "B C1-B1"]
_HELD = {**_ITEMS, "size": "4x3", "turns": "simultaneous", "honour": "both", "rotate": "both", "swap": "both"}

# What happens in a turn (R22 to R48) is held against the second reading of the book (`test_rules.py`).
KEPT = [
    _kept(1, _LINE, [], {"columns": 3, "rows": 3, "board": {"A1": "A:P1", "C3": "B:P5"}}),
    _kept(2, ". . B:P5 | . . . | A:L12345678 . .", ["A A1-B2"], {"board": {"B2": "A:L1345678"}}),
    _kept(3, ". . b:p75 | . . . | A:c13/2 . .", [], {"board": {"C3": "B:P57", "A1": "A:C13/2"}}),
    _kept(4, ". . B:P5 | . . . | A:P1/2 . .", ["A A1-B2"], {"board": {"B2": "A:P1"}}, "final"),
    _kept(5, ". . B:P5 | . . . | A:P1* . .", ["A A1-A2"], {"board": {"A2": "A:P1*"}}, "final"),
    Kept(6, [_REPLAY[0]], {"bout": 1, "wins": {"A": 0, "B": 0}}, {**AT_ONCE, "best_of": "3"}),
    Kept(7, [DEAL], {"decision": "claim", "round": 1, "simultaneous": False}, FULL),
    Kept(8, [DEAL], {"board": {"A3": "R1", "C1": "L37"}}, FULL, counts={"A": 36, "B": 36}),
    _kept(9, "P1 . B:P5 | . . . | A:P1 . P2", [], {"decision": "turn", "board": {"A3": None, "C1": None}}),
    _kept(9, "P1 P2 B:P5 | . . . | A:P1 . P2", [], {"decision": "claim"}),
    Kept(10, [DEAL, "A b2 a1"], {"pending": ["B"], "board": {"A1": "L15"}}, FULL, counts={"B": 36}),
    Kept(11, [DEAL, "A claim A1 A2", "B claim A1 B2"], {"board": {"A1": None, "A2": "A:C1", "B2": "B:C2"}, "round": 2}, FULL),
    Kept(12, CLASHES, {"decision": "claim", "round": 4}, FULL),
    Kept(12, [*PLACING], {"decision": "place", "board": {"C1": None, "C2": None, "C3": None}}, FULL),
    Kept(13, [DEAL, "A timeout", "B claim A1 A2"], {"board": {"A1": "B:L15"}, "round": 2, "timeouts": {"A": 0}}, FULL),
    Kept(13, [DEAL, *["A timeout", "B timeout"] * 3], {"decision": "place", "owed": {"A": 3, "B": 3}}, FULL),
    Kept(14, PLACING, {"owed": {"A": 3, "B": 3}, "round": 1}, FULL, counts={"A": 18, "B": 18}),
    Kept(15, NEAR, {"round": 2}, FULL, counts={"A": 4, "B": 4}),
    Kept(16, [*PLACING, "A timeout", "B place C3 +"], {"owed": {"A": 2, "B": 2}}, FULL, counts={"A": 12, "B": 4}),
    Kept(17, [*NEAR, "A place A2 +", "B place C2 +"], {"board": {"A2": "A:P1357", "C2": "B:P1357"}, "round": 3}, FULL),
    Kept(18, [*PLACING, *["A timeout", "B timeout"] * 2], {"owed": {"A": 1, "B": 1}}, FULL),
    Kept(18, ["deal board B:P1 B:P1 B:P1 | B:P1 B:P1 B:P1 | A:P1 B:P1 B:P1"], {"decision": "turn", "owed": {"A": 0}}, {**SMALL, "fill": 5}),
    Kept(19, [f"deal board {_LINE}"], {"decision": "first", "pending": ["A"]}, {**SMALL, "first": "choose", "dmo": "A"}),
    Kept(19, [f"deal board {_LINE}"], {"pending": ["A"]}, {**SMALL, "first": "choose", "rotate": "B"}, "final"),
    Kept(20, [f"deal board {_LINE}", "B timeout"], {"pending": ["B"], "first": "B"}, {**SMALL, "first": "choose"}),
    Kept(20, [f"deal board {_LINE}"], {"pending": ["A"], "first": "A"}),
    _kept(21, ". . B:P5 | A:R1 . . | A:P3 . .", ["A A1-B1 rat A2"], {"board": {"A2": "A:P5", "B1": "A:P3"}}),
    _kept(49, _LINE, ["A timeout", "B C3-C2", "A timeout"], {**_ended("B", "timeout"), "timeouts": {"A": 2}}, timeouts_lose=2),
    _kept(50, ". . . | B:P5 . . | A:P1 . .", ["A A1-A2"], {**_ended("A", "captured_all"), "winner": "A", "reason": "bouts"}),
    Kept(51, [DEAL, *["A timeout", "B timeout"] * 3], {**_ended("A", "draw_last"), "winner": "A"}, {**FULL, "fill": 0, "last_tie": "ec"}),
    _kept(52, _LINE, ["A A1-A2", "B C3-C2"], _ended("B", "draw_last"), **{"draw_turns": 1, "last_tie": "dmo"}),
    _kept(52, ". . B:P5 | . . . | A:P1 A:P1 .", ["A A1-A2", "B C3-C2"], _ended("A", "draw_pieces"), quiet_turns=1),
    _kept(53, ". . B:P5 | B:P1 . . | A:P1 . .", ["A A1-A2", "B C3-C2", "A A2-A3"], _ended("B", "draw_recent"), quiet_turns=1),
    Kept(54, _REPLAY, {**_ended(None, "replay"), "decision": "board", "bout": 1}, AT_ONCE),
    Kept(54, _REPLAY, _ended("B", "draw_last"), {**AT_ONCE, "last_tie": "dmo"}),
    Kept(55, ["deal board B:P5 . . | . . . | . . ."], {"over": False, "bout": 2, "wins": {"A": 0, "B": 1}}, _THREE),
    _kept(56, _LINE, ["B resign"], {"over": True, "winner": "A", "reason": "resign", "board": {"A1": "A:P1"}}),
    _kept(57, _LINE, [], {"pending": ["A"], "decision": "turn"}),
]


# Readings of what the book leaves to be read, each with the case that tells it from the other one.
_ANY: Options = {**_HELD, "powers": "any"}
_SPOILT = "B:P5 B:P5 B:P4 . | A:G3 A:P13 B:P1 . | A:P1 A:C1 A:L3 A:P1"
_QUIET: Options = {**_THREE, "first": "choose", "quiet_turns": 1}
_TIED = [f"deal board {_LINE}", "B first A", "A A1-A2", "B C3-C2"]
_IN_TURN: Options = {**_QUIET, "turns": "alternate"}
_NEXT = "deal board . . . | B:P5 . . | A:P1 . ."
_WON = [_NEXT, "B first A", "A A1-A2"]

KEPT += [
    # R46 (2): what a movement does is part of it. Where the other's item leaves no guardian to change places with, or no character to
    # take, the submission is no lesser movement: it is lost, with its power; its own item stays used.
    Kept(
        46,
        [f"deal board {_SPOILT}", "A A1-A2 guardian", "B swap A2 B2 C3-D2"],
        {"board": {"A1": "A:P1", "A2": "A:P3", "B2": "A:G13"}, "timeouts": {"A": 0}, "quiet": {"A": 1}},
        _HELD,
        "final",
    ),
    Kept(
        46,
        [f"deal board {_SPOILT}", "A rotate D1 45 A1-A2 take", "B swap A2 B2 A3-A2"],
        {"board": {"A1": "A:P1", "D1": "A:P2", "A2": "B:P5"}, "items": {"A": ["honour", "swap"], "B": ["honour", "rotate"]}},
        _HELD,
        "final",
    ),
    # A movement that is still legal goes, with the character that the piece has by now (R23); a power that is not is not used (R48).
    Kept(
        46,
        [f"deal board {_SPOILT}", "A D1-D2 lizard C1 N", "B swap B1 C1 C2-C3"],
        {"board": {"D2": "A:P1", "B1": "A:L1", "C1": "A:C3"}},
        _HELD,
        "final",
    ),
    Kept(46, [f"deal board {_SPOILT}", "A D1-D2", "B swap B1 D1 C2-C3"], {"board": {"D2": "A:C1", "B1": "A:P1"}}, _HELD, "final"),
    # R40, Q41: an item holds the seat's own pieces that it names, not the other's that it names nor those that the other's item names;
    # one's own piece may still be captured, since being captured is no moving.
    Kept(40, [f"deal board {_SPOILT}", "A rotate A2 45 A1-A2"], {"board": {"A2": "A:P1/4*"}}, {**_HELD, "turns": "alternate"}, "final"),
    Kept(
        40,
        ["deal board B:P5 B:P5 B:P5 . | B:G3 A:P13 B:P1 . | A:P1 A:C1 A:L3 A:P1", "A swap A2 C2 B2-C2 guardian"],
        {"board": {"C2": "A:P13", "B2": "B:P1", "A2": "B:P3"}},
        {**_ANY, "turns": "alternate"},
        "final",
    ),
    Kept(40, [f"deal board {_SPOILT}", "A D1-D2", "B honour C2 NW D1 E A3-A2"], {"board": {"D2": "A:P13"}}, _HELD, "final"),
    # R48: a crow names its arrow as it stands before any power, as a monster does: the one named N has been turned to S, and is black.
    Kept(
        48,
        ["deal board . . B:P7 | A:R3/1 . . | . A:P1 A:C1", "A B1-B2 crow C1 A2 N", "B C3-B3 rat A2"],
        {"board": {"A2": "A:P57", "C1": "A:P1"}},
        {**AT_ONCE, "powers": "any"},
        "final",
    ),
    # R20: a replay of bout 1 begins like bout 1, so the question is asked again; who moved second in the replay moves first in bout 2.
    Kept(20, _TIED, {**_ended(None, "replay"), "decision": "board", "bout": 1, "first": None}, _QUIET),
    Kept(20, [*_TIED, _TIED[0]], {"decision": "first", "pending": ["B"], "first": None}, _QUIET),
    Kept(
        20,
        [*_TIED, "deal board . . B:P5 | . . A:P1 | A:P1 . .", "B first B", "B C3-C2", "A A1-A2", "B C2-C1", f"deal board {_LINE}"],
        {"bout": 2, "first": "A", "pending": ["A"]},
        _QUIET,
    ),
    # A bout 2 in which the question was asked asks again if it is replayed; any other begins as before. Bout 3 asks, or takes `first`.
    Kept(20, ["deal board B:P5 . . | . . . | . . .", *_TIED, _TIED[0]], {"bout": 2, "decision": "first", "pending": ["B"]}, _QUIET),
    Kept(20, [*_WON, _TIED[0], "B C3-C2", "A A1-A2", _TIED[0]], {"bout": 2, "decision": "turn", "first": "B"}, _QUIET),
    Kept(20, [*_WON, _NEXT, "B A2-A1", _TIED[0]], {"bout": 3, "decision": "first", "pending": ["B"]}, _IN_TURN),
    Kept(20, [*_WON[::2], _NEXT, "B A2-A1", _TIED[0]], {"bout": 3, "decision": "turn", "first": "A"}, {**_IN_TURN, "first": "A"}),
    # R34: a mover that goes in a clash has lost no character, so its seat's power works, and with `removals all` too.
    _once(34, "A:G1 . A:R1 | . . . | . B:P7 B:P1", ["A A3-A1 rat C3", "B B1-A1"], {"A1": None, "C3": "A:P5"}, removals="all"),
    # R46 (1): a lizard made by the first swap fills up before the second one takes its character away again.
    Kept(
        46,
        ["deal board B:P5 B:C5 B:P5 . | . A:P/3 A:G1 . | A:P3 A:L1 A:P3 A:P1", "A swap B1 B2 D1-D2", "B swap B1 B2 A3-A2"],
        {"board": {"B1": "A:L1", "B2": "A:P1245678/3"}},
        _HELD,
        "final",
    ),
]


@pytest.mark.parametrize("case", KEPT, ids=lambda case: f"R{case.rule}-{case.variant}-{case.events[-1][-30:]}")
def test_what_a_rule_says_happens(case: Kept) -> None:
    position = play(case.variant, case.events, **case.options)
    assert contains(public_state(position), case.state), public_state(position)
    if case.counts is not None:
        assert legal_counts(position) == case.counts


@pytest.mark.parametrize(
    ("turns", "at_once"), [("standard", [False, False, True]), ("alternate", [False] * 3), ("simultaneous", [True] * 3)]
)
def test_which_bouts_are_played_at_once(turns: str, at_once: list[bool]) -> None:
    assert [terms_of("guardians", {"turns": turns}).simultaneous(bout) for bout in (1, 2, 3)] == at_once


@pytest.mark.parametrize(("variant", "size", "few"), [("guardians", "5x5", 3), ("final", "5x6", 4)])
def test_the_defaults_are_those_of_the_book(variant: str, size: str, few: int) -> None:
    defaults = terms_of(variant)
    assert f"{defaults.columns}x{defaults.rows}" == size
    assert (defaults.few, defaults.few_turns, defaults.quiet_turns, defaults.fill, defaults.timeouts_lose) == (few, 10, 20, 3, 3)
