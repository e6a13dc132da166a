"""The puzzles that are shipped: legal, graded, and right. Proved by the game itself, and by a method that shares nothing with it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

import pytest

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.lessons import Lesson, LessonScene, LessonStep, read_lesson
from deathmatch.match.dealer import HmacSource
from deathmatch.match.lessons import PlayedScene, check_lesson, play_scene
from deathmatch_lab import puzzling
from packages.lab.tests.proofs import sure_wins
from tests.conformance.cases import compiled_by_night

pytestmark = pytest.mark.one_variant

LEAST = 50  # puzzles of a game
SAMPLE = 2  # of each game that the day proves
WITH = [variant for variant in games.every() if variant.game in games.GAMES and games.puzzles(variant) is not None]
LESSONS = [variant for variant in games.every() if games.lesson(variant) is not None]
OWN_TURNS = {"guidance-rite": 2}  # a win there is found this soon; elsewhere however long it takes
LONG = 9  # own moves: more than any other puzzle has left

each = pytest.mark.parametrize("variant", WITH, ids=lambda variant: variant.id)


def puzzles(variant: Variant) -> Lesson:
    found = games.puzzles(variant)
    assert found is not None
    return found


def sample(variant: Variant) -> Sequence[LessonScene]:
    scenes = puzzles(variant).scenes
    return scenes[:: max(1, len(scenes) // SAMPLE)][:SAMPLE]


def test_every_game_that_no_host_leads_has_puzzles() -> None:
    assert {variant.game for variant in WITH} == {variant.game for variant in games.every() if not variant.hosted}


@each
def test_a_game_has_enough_puzzles_of_several_grades(variant: Variant) -> None:
    scenes = puzzles(variant).scenes
    assert len(scenes) >= LEAST
    assert all(scene.name and scene.grade and len(scene.steps) == 1 and scene.steps[0].proved for scene in scenes)
    assert len({scene.grade for scene in scenes}) >= 2
    assert len({scene.record for scene in scenes}) == len(scenes)


@pytest.mark.parametrize("game", sorted({variant.game for variant in WITH}))
def test_the_puzzles_of_a_game_are_of_three_grades_or_more(game: str) -> None:
    assert len({scene.grade for variant in WITH if variant.game == game for scene in puzzles(variant).scenes}) >= 3


def own_proof(played: PlayedScene, step: LessonStep) -> set[str]:
    return {one.move for one in puzzling.proved(played.at(step), played.scene.seat.value)}


def prove(scenes: Sequence[LessonScene]) -> None:
    for scene in scenes:
        played = play_scene(scene, games.find)
        for step in scene.steps:
            if step.proved:
                assert own_proof(played, step) == set(step.right), scene.name
                position = played.at(step)
                if position.variant.game != "letter-hunt":  # there the belief proves it, which its own tests hold to every deal
                    depth = OWN_TURNS.get(position.variant.game, LONG)
                    assert sure_wins(position, scene.seat, depth) == set(step.right), scene.name


@each
def test_a_sample_is_legal_and_proved_twice(variant: Variant) -> None:
    some = sample(variant)
    assert len(list(check_lesson(Lesson("T", "", tuple(some)), games.find))) == len(some)
    prove([scene for scene in some if not _deep(scene)])


def _deep(scene: LessonScene) -> bool:
    """Whether the plain rules take long: more than six cells that may be filled in either colour."""
    return "8 cells" in scene.steps[0].say


@each
@pytest.mark.nightly
def test_all_are_legal_and_proved_twice(variant: Variant) -> None:
    lesson = puzzles(variant)
    assert len(list(check_lesson(lesson, games.find))) == len(lesson.scenes)
    prove(lesson.scenes)


@pytest.mark.parametrize("variant", LESSONS, ids=lambda variant: variant.id)
def test_tasks_of_lessons_that_claim_a_proof_have_it(variant: Variant) -> None:
    lesson = games.lesson(variant)
    assert lesson is not None
    prove(lesson.scenes)


@pytest.mark.parametrize("variant", compiled_by_night(WITH, "tile-joust/"), ids=lambda variant: variant.id)
def test_the_command_makes_the_same_puzzles_from_the_same_seed(variant: Variant) -> None:
    made = [next(puzzling.make(variant, HmacSource(b"puzzles", "seed"))) for _ in range(2)]
    first, second = ((one.name, one.record, one.idea, one.right) for one in made)
    assert first == second
    text = puzzling.written(puzzling.words(variant), made[:1])
    tomllib.loads(text)
    assert len(list(check_lesson(read_lesson(text), games.find))) == 1
