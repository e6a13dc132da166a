"""Reviews of finished matches, exact by a kept solution."""

from __future__ import annotations

import pytest

from deathmatch.core.reviewing import Verdict
from tests.games.five_card_trick.test_advice import review

pytestmark = [pytest.mark.nightly, pytest.mark.usefixtures("solved")]  # the kernels of the solver take the compiler long


def test_a_choice_costs_what_it_comes_to_against_the_best_mixture_whatever_the_other_played() -> None:
    remarks = review("A block:block steal\nB score steal\nA resign\n").remarks
    bad = next(remark for remark in remarks if remark.event == 1)
    assert bad.verdict is Verdict.MISTAKE
    assert bad.better[0].move == "grow claim"
    assert bad.better[0].words == "46 % of the time"
    assert bad.better[0].value == pytest.approx(3 / 13, abs=1e-6)
    assert all(remark.event != 2 for remark in remarks), "B's choice is one of the optimal mixture"
