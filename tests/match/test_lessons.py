"""A lesson, played: legal steps are found legal, every fault is named, and a move leads where its author said."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.lessons import LessonError, read_lesson
from deathmatch.match.lessons import answer, check_lesson, play_scene

LESSON = """
title = "T"
[[scene]]
record = '''
deathmatch 1
game five-card-trick/gauntlet
A score grow
B claim block:steal
A grow claim
B score grow
'''
[[scene.step]]
ply = 0
task = "Play Score and Grow."
other = "No."
[scene.step.right]
"score grow" = "Yes."
"grow steal" = "Yes, too."
[scene.step.wrong]
"score claim" = "No: both claim."
[scene.step.then]
"grow steal" = ["B score claim"]
"score claim" = ["B claim steal", "A grow steal", "B score grow"]
"*" = ["B grow claim"]
[[scene.step]]
say = "That was it."
"""


def steps(text: str) -> Any:
    lesson = read_lesson(text)
    played = play_scene(lesson.scenes[0], games.find)
    return played, lesson.scenes[0].steps


def test_a_seat_without_a_name_goes_by_its_letter() -> None:
    assert steps(LESSON)[0].names.json() == {"A": "A", "B": "B"}
    assert steps(LESSON.replace("A score grow\n", "name B Bob\nA score grow\n", 1))[0].names.json() == {"A": "A", "B": "Bob"}


def test_a_right_move_goes_on_with_the_record_up_to_the_next_step_and_others_lead_where_the_author_says() -> None:
    played, (first, last) = steps(LESSON)
    found = answer(played, first, "GROW + sc")
    assert (found.text, found.right, found.say) == ("score grow", True, "Yes.")
    assert [position.ply for position in found.path] == [0, 1, 2]
    assert found.path[-1] is played.at(last)
    other_right = answer(played, first, "grow steal")
    assert (other_right.right, [position.ply for position in other_right.path]) == (True, [0, 1])
    trap = answer(played, first, "score claim")
    assert (trap.right, trap.say, [position.ply for position in trap.path]) == (False, "No: both claim.", [0, 1, 2])
    nameless = answer(played, first, "score steal")
    assert (nameless.right, nameless.say, [one.ply for one in nameless.path]) == (False, "No.", [0, 1])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("A score grow\n", "A score score\n", "refused at line 3: .*R3"),
        ("ply = 0", "ply = 7", "no question 7"),
        ("ply = 0\n", 'ply = 2\nsay = "x"\n[[scene.step]]\nply = 0\n', "not in the order"),
        ('"score grow" = "Yes."\n"grow steal"', '"grow steal" = "Yes."\n"score grow"', "the record goes on without grow steal"),
        ('"score claim" = "No: both claim."', '"score score" = "No."\n"score claim" = "No."', "score score is refused: .*R3"),
        ('"score claim" = "No: both claim."', '"claim score" = "No."\n"score claim" = "No."', "claim score is written score claim"),
        ('["B claim steal", "A', '["B claim claim", "A', "B claim claim is refused"),
        ('["B claim steal", "A', '["C claim steal", "A', "does not begin with A, B or deal"),
        ('["B grow claim"]', '["A grow claim"]', "A grow claim is refused"),
        ('other = "No."', 'say = "x"', "have no remark"),
        ('"grow steal" = ["B score claim"]\n', "", "nothing is shown after grow steal"),
        ('other = "No."', 'other = "No."\nlook = ["moon"]', "no slot moon"),
        ('say = "That was it."', 'task = "x"\nother = "y"\nright = {"score" = "z"}\n', "score is refused"),
    ],
)
def test_a_fault_is_named(old: str, new: str, words: str) -> None:
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    with pytest.raises(LessonError, match=words):
        list(check_lesson(read_lesson(text), games.find))


def test_a_task_is_for_a_seat_that_owes_something() -> None:
    text = LESSON.replace("score grow\nB claim block:steal\nA grow claim\nB score grow", "resign")
    with pytest.raises(LessonError, match="A owes nothing at question 1"):
        list(check_lesson(read_lesson(text.replace("ply = 0", "ply = 1")), games.find))
