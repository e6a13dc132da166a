"""The exact chances of a match are those of its review."""

from __future__ import annotations

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.games.even_groups.advice import Advisor
from deathmatch.match.replay import match_history
from deathmatch_lab.games.even_groups.exact import exact_chances
from tests.games.even_groups.test_advice import LESS, played


@pytest.mark.parametrize(("side", "number"), [(2, 0), (4, 1)])
def test_exact_chances_are_those_of_the_review(side: int, number: int) -> None:
    match = match_history(played(side, number))
    chart = Advisor(LESS).review(match, Counted(1000)).chart
    assert chart is not None
    sure = {event: value for event, value in chart.points if not chart.band or chart.at(event)[1] == chart.at(event)[2]}
    found = exact_chances(Advisor(LESS), match, Counted(1000))
    assert len(found) > 2
    assert found == {event: value for event, value in sure.items() if event}
    few = exact_chances(Advisor(LESS), match, Counted(8))
    assert 1 < len(few) < len(found)
    assert few == {event: found[event] for event in sorted(found)[-len(few) :]}, "a small budget finds the end first"
    assert exact_chances(Advisor(LESS), match, Counted(0)) == {len(match.moments): found[len(match.moments)]}
