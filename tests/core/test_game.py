"""A variant binds its options and loads its capabilities on demand; what a state waits for is a value."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any, cast

import pytest

from deathmatch.core.errors import OptionError, Rule
from deathmatch.core.game import TIMEOUT, AnyGame, Ask, Beat, Choice, Clock, Number, Over, Step, Variant
from deathmatch.core.optional import Aid, aids_of, picture
from deathmatch.core.options import Option, Values, WholeNumber
from deathmatch.core.seats import SEATS, Seat


def make(values: Values) -> AnyGame:
    return cast("AnyGame", SimpleNamespace(values=dict(values)))


def check(values: Values) -> None:
    if cast("int", values["least"]) > cast("int", values["most"]):
        raise OptionError("least is above most", "least", "most")


VARIANT = Variant(
    game="blind-mice",
    name="three",
    title="Blind Mice",
    words="See how they run.",
    options=(Option("least", WholeNumber(0, 9), 1, "at least"), Option("most", WholeNumber(0, 9), 5, "at most")),
    submitting=Rule("blind-mice", 1),
    reasons={"caught": "{winner} caught them"},
    make=make,
    check=check,
    capabilities={"square_root": "math:sqrt", "gone": "math:no_such_thing"},
)


def bound(given: Values) -> dict[str, Any]:
    _, game = VARIANT.bind(given)
    return cast("Any", game).values  # type: ignore[no-any-return]


def test_options_that_do_not_go_together_are_refused_defaults_included() -> None:
    with pytest.raises(OptionError, match="least is above most") as error:
        VARIANT.bind({"least": 6})
    assert error.value.keys == ("least", "most")
    assert bound({"least": 5}) == {"least": 5, "most": 5}


def test_a_capability_is_loaded_on_demand_and_may_be_missing() -> None:
    assert VARIANT.capability("square_root")(9) == 3
    assert VARIANT.capability("solver") is None
    with pytest.raises(AttributeError, match="no_such_thing"):
        VARIANT.capability("gone")


@pytest.mark.parametrize(
    "value",
    [
        TIMEOUT,
        Ask(SEATS, "run"),
        Over(Seat.A, "caught"),
        Clock(("time_run",), bank=True),
        Step("Where to?", (Choice("left", "Left", key="l"),), Number(1, 9, (3,))),
        Beat("They ran.", "A left"),
    ],
)
def test_values_of_the_interface_are_plain_they_hash_and_survive_a_trip_to_a_worker(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert hash(again) == hash(value)


class Seen:
    """A game whose picture shows the view that it is given, and what a table helps with."""

    def aided(self, view: str, aid: Aid) -> str:
        return f"{view} {aid.value}"

    def picture(self, view: str, sealed: tuple[Seat, ...]) -> tuple[str, tuple[Seat, ...]]:
        return view, sealed


class Plain:
    picture = Seen.picture


def test_a_picture_has_the_aids_of_the_table_if_the_game_knows_them() -> None:
    aided, plain = cast("AnyGame", Seen()), cast("AnyGame", Plain())
    assert aids_of(aided) == tuple(Aid)
    assert aids_of(plain) == (Aid.NONE, Aid.LOG)
    assert picture(aided, "mice", SEATS, Aid.DEDUCTION) == ("mice deduction", SEATS)
    assert picture(aided, "mice", SEATS) == ("mice", SEATS)  # what the log shows is the picture as it is
    assert picture(plain, "mice", SEATS, Aid.NONE) == ("mice", SEATS)
