from __future__ import annotations

import pytest

from deathmatch.bots import budget
from deathmatch.bots.budget import Deadline, Unlimited


def test_an_unlimited_budget_is_never_spent() -> None:
    assert not Unlimited().spent()


def test_a_deadline_is_spent_at_that_very_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(budget, "monotonic", lambda: now[0])
    deadline = Deadline(2.5)
    assert not deadline.spent()
    now[0] = 102.4
    assert not deadline.spent()
    now[0] = 102.5
    assert deadline.spent()
