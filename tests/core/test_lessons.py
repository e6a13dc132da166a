"""The form of lessons and puzzles: what can be written, and what is refused with the place where it stands."""

from __future__ import annotations

import pytest

from deathmatch.core.lessons import LegendThing, LessonError, read_legend, read_lesson, say_lesson, without_values
from deathmatch.core.seats import Seat

RECORD = "record = '''\ndeathmatch 1\ngame toy/lenient\n'''\n"
WHOLE = f"""
title = "A title"
about = "About
it"
end = "The end."
seat = "B"
task = "Find the move."
other = "No."
hints = ["one", "two"]
[[scene]]
name = "first"
grade = 3
found = ["steady"]
{RECORD}
[[scene.step]]
say = "Look."
[[scene.step]]
ply = 4
proved = true
look = ["pot"]
[scene.step.right]
"guess N" = "Yes."
[scene.step.wrong]
"guess M" = "It is
not there."
[scene.step.then]
"guess M" = ["B lose A"]
"*" = ["B lose C"]
"""


def test_a_whole_file_is_read() -> None:
    lesson = read_lesson(WHOLE.replace('"About\nit"', '"""About\nit"""').replace('"It is\nnot there."', '"""It is\nnot there."""'))
    (scene,) = lesson.scenes
    assert (lesson.title, lesson.about, lesson.end, len(lesson)) == ("A title", "About it", "The end.", 2)
    assert (scene.name, scene.grade, scene.found, scene.seat) == ("first", 3, ("steady",), Seat.B)
    told, asked = scene.steps
    assert (told.say, told.task, told.ply, told.hints) == ("Look.", "", None, ())
    assert (asked.task, asked.other, asked.hints) == ("Find the move.", "No.", ("one", "two"))
    assert (asked.look, asked.ply, asked.proved) == (("pot",), 4, True)
    assert asked.right == ("guess N",)
    assert [(one.move, one.right, one.say, one.then) for one in asked.answers] == [
        ("guess N", True, "Yes.", ()),
        ("guess M", False, "It is not there.", ("B lose A",)),
    ]
    assert asked.after == ("B lose C",)
    assert [step for _, step in lesson.steps()] == [told, asked]


STEP = f'title = "T"\n[[scene]]\n{RECORD}[[scene.step]]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", "not TOML"),
        ('title = "T"', "at least one scene"),
        ('title = "T"\nscene = [1]', "scene 1 is no table"),
        ('tilte = "T"', "the file has no field tilte"),
        ('title = "T"\n[[scene]]\n', "scene 1 has no record"),
        (f'title = "T"\n[[scene]]\n{RECORD}', "scene 1 has no step"),
        (f'title = "T"\n[[scene]]\nseat = "C"\n{RECORD}', "seat of scene 1 is A or B"),
        (f'title = "T"\n[[scene]]\ngrade = 6\n{RECORD}', "grade of scene 1 is 1 to 5"),
        (f'title = "T"\n[[scene]]\ngrade = true\n{RECORD}', "grade of scene 1 is bool"),
        (STEP, "step 1 of scene 1 says nothing"),
        (STEP + 'say = "x"\nhints = [1]', "something else than texts"),
        (STEP + 'task = "x"', "a task, and no right move"),
        (STEP + 'say = "x"\nright = {"a" = "b"}', "moves, and no task"),
        (STEP + 'task = "x"\nright = {"a" = "b"}\nwrong = {"a" = "b"}', "a is right and wrong"),
        (STEP + 'task = "x"\nright = {"a" = ""}', "has no remark"),
        (STEP + 'task = "x"\nright = {"a" = "b"}\nthen = {"c" = []}', "goes on after c"),
        (f'title = "T"\n[[scene]]\n{RECORD}step = [1]', "step 1 of scene 1 is no table"),
        ('title = "T"\n' + 2 * f'[[scene]]\nname = "twin"\n{RECORD}[[scene.step]]\nsay = "x"\n', "two scenes have the name twin"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(LessonError, match=words):
        read_lesson(text)


def test_a_legend_is_read() -> None:
    legend = read_legend(
        '[owed]\nturn = "Play."\n[happened]\n"hit" = "Good."\n[[thing]]\nslots = "hand-*"\nhas = "rat"\nwords = "A rat."\n'
    )
    assert (dict(legend.owed), dict(legend.happened)) == ({"turn": "Play."}, {"hit": "Good."})
    assert legend.things == (LegendThing("hand-*", "rat", "A rat."),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[owed", "not TOML"),
        ("[moon]", "no field moon"),
        ("thing = [1]", "thing 1 is no table"),
        ('[[thing]]\nslots = "a"', "no slots or no words"),
        ('[owed]\nturn = ""', "has no remark"),
    ],
)
def test_a_fault_of_a_legend_is_named(text: str, words: str) -> None:
    with pytest.raises(LessonError, match=words):
        read_legend(text)


def test_a_puzzle_is_looked_up_without_its_values() -> None:
    assert without_values("Bid 1,024 of 3, 8 for E, H") == ("Bid {n1} of {n2} for {n3}", {"n1": "1,024", "n2": "3, 8", "n3": "E, H"})
    assert say_lesson("Bid 7.", puzzle=True) == say_lesson("Bid 7.") == "Bid 7."
