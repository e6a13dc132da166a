"""Every lesson and puzzle that comes with a game: legal to the last move that is named, short enough, and right about what it claims."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from deathmatch import games
from deathmatch.core.game import Ask, Variant
from deathmatch.core.lessons import Lesson
from deathmatch.match.lessons import answer, check_lesson, play_scene

GAMES = ("even-groups", "five-card-trick", "guidance-rite", "letter-hunt", "tile-joust")
"""The games that must have lessons; others may."""
OURS = [variant for variant in games.every() if variant.game in GAMES or games.lesson(variant) is not None]
WORDS_A_SECOND = 3.3  # that people read
SECONDS_A_MOVE = 6
QUIET = (
    *("table", "round", "board", "row-", "stand", "head", "item-", "done", "middle", "stage", "their-link", "hand-link"),
    *("their-played", "hand-played", "offer"),
)
"""Elements that explain themselves."""
LONGEST_S = 125  # of a lesson, for a reader who makes no mistake


def lesson(variant: Variant) -> Lesson:
    found = games.lesson(variant)
    assert found is not None, f"{variant.id} has no lesson"
    return found


@pytest.mark.parametrize("variant", OURS, ids=lambda variant: variant.id)
def test_every_lesson_is_legal_and_belongs_to_its_variant(variant: Variant) -> None:
    checked = list(check_lesson(lesson(variant), games.find))
    assert len(checked) >= 2, "a lesson lets its learner play"
    for scene in lesson(variant).scenes:
        assert play_scene(scene, games.find).header.variant.id == variant.id


@pytest.mark.parametrize("variant", OURS, ids=lambda variant: variant.id)
def test_a_lesson_takes_two_minutes_at_most(variant: Variant) -> None:
    words = tasks = 0
    for _, step in lesson(variant).steps():
        told = [step.say, step.task, *(one.say for one in step.answers[:1])]
        words += sum(len(text.split()) for text in told)
        tasks += bool(step.task)
    assert words / WORDS_A_SECOND + tasks * SECONDS_A_MOVE <= LONGEST_S


@pytest.mark.parametrize("variant", OURS, ids=lambda variant: variant.id)
def test_every_task_has_a_hint_and_a_trap_is_met(variant: Variant) -> None:
    steps = [step for _, step in lesson(variant).steps() if step.task]
    assert all(step.hints for step in steps)
    assert any(not one.right for step in steps for one in step.answers), "no wrong move has a remark of its own"


@pytest.mark.parametrize("variant", [variant for variant in OURS if games.puzzles(variant)], ids=lambda variant: variant.id)
def test_a_puzzle_shows_its_answer_and_what_refutes_a_wrong_move(variant: Variant) -> None:
    for scene in (games.puzzles(variant) or lesson(variant)).scenes[:2]:
        played, step = play_scene(scene, games.find), scene.steps[0]
        assert answer(played, step, "").text == step.right[0]
        decision = played.at(step).decision(scene.seat)
        wrong = {decision.write(move) for move in decision.moves() or ()} - {*step.right}
        winners = {over.winner for text in wrong if (over := answer(played, step, text).path[-1].over)}
        assert winners <= {scene.seat.other, None}
        assert winners or not wrong or variant.game == "guidance-rite", "there a search takes too long"


@pytest.mark.parametrize("variant", OURS, ids=lambda variant: variant.id)
def test_the_coach_knows_every_decision_and_most_things_of_the_table(variant: Variant) -> None:
    """Every decision of the lesson and of the book, and every element with a label that a learner sees in the lesson."""
    legend = games.legend(variant.game)
    assert legend is not None, f"{variant.game} has no legend"
    decisions, unknown = set[str](), set[str]()
    for scene in lesson(variant).scenes:
        for position in play_scene(scene, games.find).positions:
            if isinstance(position.pending, Ask):
                decisions.add(position.pending.name)
            for element in position.game.picture(position.view(scene.seat)).elements:
                known = any(fnmatch(element.slot, thing.slots) and thing.has in element.label for thing in legend.things)
                if element.label and not known and not element.slot.startswith(QUIET):
                    unknown.add(element.slot)
    assert decisions <= set(legend.owed)
    assert unknown == set()
