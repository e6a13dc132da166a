"""Pictures of every game: well formed, labelled, for everybody."""

from __future__ import annotations

import pytest

from deathmatch.core.optional import Aid, AidedGame, picture
from deathmatch.judging import pictures
from deathmatch.judging.scenes import faults
from tests.conformance.cases import Case, course, each_case, match, wrong

pytestmark = pytest.mark.one_variant

STEPS = 4  # of a match


@each_case
def test_every_picture_is_clean_fits_and_shows_what_is_sealed(case: Case) -> None:
    moments = course(case).moments
    assert not wrong(pictures, [*moments[:: max(1, len(moments) // STEPS)], *moments[-1:]])


@each_case
def test_a_picture_with_an_aid_is_clean_and_as_large(case: Case) -> None:
    game = case.game
    steps = match(case) if isinstance(game, AidedGame) else ()
    for step in steps[:: max(1, len(steps) // 8)]:
        for eye in game.eyes():
            view = game.view(step.state, eye)
            scene = game.picture(view)
            for aid in (Aid.NONE, Aid.DEDUCTION):
                helped = picture(game, view, (), aid)
                assert not list(faults(helped))
                assert (helped.width, helped.height) == (scene.width, scene.height)
                assert type(game.aided(view, aid)) is type(view)
