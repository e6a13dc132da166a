"""A wrong argument of an encoding or a trajectory is refused by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deathmatch import Seat
from deathmatch_frameworks import load_encoding
from tests.library.test_wrong_calls import DEAL, DECISION, EVEN, MOVE, STATE, cases, judge

CODE = load_encoding(EVEN)
WAY = CODE.start()
RIGHT: dict[Callable[..., Any], dict[str, Any]] = {
    load_encoding: {"game": EVEN, "words": False},
    CODE.id: {"token": CODE.token(0)},
    CODE.token: {"action": 0},
    CODE.legal_actions: {"decision": DECISION, "given": ()},
    CODE.move: {"decision": DECISION, "given": ()},
    CODE.chance_token: {"outcome": 0},
    CODE.fields: {"state": STATE, "eye": Seat.A},
    CODE.observation: {"state": STATE, "eye": Seat.A},
    CODE.observation_tensor: {"state": STATE, "eye": Seat.A, "given": ()},
    CODE.write_state: {"state": STATE},
    CODE.read_state: {"text": CODE.write_state(STATE)},
    WAY.legal_actions: {"seat": Seat.B},
    WAY.act: {"seat": Seat.B, "action": WAY.legal_actions(Seat.B)[0]},
    WAY.finish: {"seat": Seat.B, "move": MOVE},
    WAY.play: {"turn": {Seat.B: MOVE}},
    WAY.happen: {"outcome": 0},
    WAY.deal: {"deal": DEAL},
    WAY.information_state: {"eye": Seat.A},
    WAY.information_state_tensor: {"eye": Seat.A},
}


@pytest.mark.parametrize(("function", "right", "name"), list(cases(RIGHT)))
def test_a_wrong_argument_is_refused_by_its_name(function: Callable[..., Any], right: dict[str, Any], name: str) -> None:
    judge(function, right, name)
