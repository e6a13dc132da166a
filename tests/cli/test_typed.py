from __future__ import annotations

import pytest

from deathmatch.cli.play import Act, Meant, marks, understand
from deathmatch.core.game import Choice, Number, Step

COMPASS = Step("where?", (Choice("none", "Nowhere", key="z"), Choice("n", "Nothing"), Choice("north", "North", key="n")))


def test_a_key_comes_before_the_word_of_another_choice_which_gets_a_mark_of_its_own() -> None:
    assert {mark: choice.token for mark, choice in marks(COMPASS).items()} == {"z": "none", "2": "n", "n": "north"}
    assert understand(COMPASS, "N") == Meant(Act.CHOOSE, "north")
    assert understand(COMPASS, "2") == Meant(Act.CHOOSE, "n")
    assert understand(COMPASS, "north") == Meant(Act.CHOOSE, "north")
    assert understand(COMPASS, "none") == Meant(Act.CHOOSE, "none")


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step("", (Choice("c4", "C4"), Choice("d5", "D5"))), ["c4", "d5"]),
        (Step("", (Choice("x", "Left"), Choice("y", "Right"))), ["1", "2"]),
        (Step("", (Choice("x", "Left"), Choice("y", "Right", key="1"))), ["#1", "1"]),
        (Step("", (Choice("3", "Three tiles"), Choice("5", "Five tiles"), Choice("1", "One tile"))), ["#1", "2", "#3"]),
        (Step("", (Choice("fold", "Give up"),), number=Number(0, 30)), ["#1"]),
        (Step("", (Choice("x", "Left", key="l"), Choice("y", "Low", key="l"))), ["l", "2"]),
    ],
)
def test_every_choice_has_one_mark_that_can_mean_nothing_else(step: Step, expected: list[str]) -> None:
    assert list(marks(step)) == expected
    for mark, choice in marks(step).items():
        assert understand(step, mark) == Meant(Act.CHOOSE, choice.token)


def test_a_number_means_itself_where_one_may_come_and_never_a_place_in_the_list() -> None:
    bid = Step("how much?", (Choice("fold", "Fold", key="f"), Choice("all", "All of it")), number=Number(0, 30))
    assert understand(bid, "1") == Meant(Act.CHOOSE, "1")
    assert understand(bid, "007") == Meant(Act.CHOOSE, "7")
    assert understand(bid, "fold") == Meant(Act.CHOOSE, "fold")
    for beyond in ("31", "-1", "1" * 5000, "\N{SUPERSCRIPT TWO}"):
        assert understand(bid, beyond) == Meant(Act.SEND, beyond)


def test_resign_typed_as_a_move_is_the_command_that_asks_first() -> None:
    assert understand(COMPASS, " RESIGN") == Meant(Act.COMMAND, "resign")
