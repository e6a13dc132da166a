"""An information state tells no deal that was not shown to its eye (`tests/leaks/test_worlds.py` has the matches)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from deathmatch.core.game import TIMEOUT, Ask, Deals
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.library.game import Game
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, RESIGN, TIMED_OUT
from deathmatch.match.record import read
from deathmatch_frameworks.encoding import encoding_of
from deathmatch_frameworks.trajectory import Trajectory
from tests.conformance.cases import find
from tests.leaks.test_worlds import CLOSELY, HAVE, NIGHTLY_PAIRS, Worlds


def trajectories(text: str) -> Iterator[Trajectory]:
    """The match of a record wherever somebody owes a submission and at its end, as other frameworks play it."""
    record = read(text, find)
    values, rules = record.variant.bind(record.header.given)
    trajectory, turn = encoding_of(Game(record.variant, values, record.header.given, rules)).start(), dict[Seat, Any]()
    for entry in record.entries:
        if entry.text == RESIGN:
            break
        pending = trajectory.pending
        if isinstance(pending, Deals):
            if entry.text.split()[0] == pending.chance.name:  # one without a choice was made at once
                trajectory = trajectory.deal(pending.chance.read(entry.text))
        elif entry.actor != DEAL:
            assert isinstance(pending, Ask)
            if not turn:
                yield trajectory
            seat = Seat(entry.actor)
            turn[seat] = TIMEOUT if entry.text == TIMED_OUT else rules.decision(rules.view(trajectory.state, seat)).read(entry.text)
            if len(turn) == len(pending.seats):
                trajectory, turn = trajectory.play(turn), {}
    yield trajectory


@pytest.mark.parametrize("most", [CLOSELY, pytest.param(NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", [name for name in HAVE if name != "free_table"])  # it has no encoding
def test_no_information_state_tells_a_deal_that_was_not_shown(name: str, most: int) -> None:
    worlds: Worlds = import_module(f"tests.games.{name}.leaks").worlds
    hidden: set[Eye] = set()
    differ = 0
    for number in range(most):
        one, other, eyes = worlds(HmacSource(b"recall", f"{name} {number}"))
        hidden.update(eyes)
        for here, there in zip(trajectories(one), trajectories(other), strict=True):
            for eye in (*Seat, PUBLIC):
                same = here.information_state(eye) == there.information_state(eye)
                assert same or eye not in eyes
                differ += not same
    assert PUBLIC in hidden
    assert differ, "an eye that the deal was shown to can tell them apart"
