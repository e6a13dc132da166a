"""Values of the interface: variants, errors, seats, arguments in words, and long work in slices."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any, Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathmatch.bots.budget import Counted
from deathmatch.core.arguments import checking, shown
from deathmatch.core.bots import UNLIMITED, OutOfTime, TimeLeft, remembered
from deathmatch.core.errors import OptionError, PluginError, Rule
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.optional import Aid, aids_of, picture
from deathmatch.core.options import Option, Values, WholeNumber
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games import every, find
from deathmatch.match.record import read


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


def test_a_package_that_cannot_be_loaded_is_reported_by_another_process_too() -> None:
    for error in (PluginError("blind-mice", "mice", "no cheese"), PluginError("blind-mice", "", "no cheese")):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.name, again.package, again.cause) == (str(error), error.name, error.package, error.cause)
    assert str(PluginError("blind-mice", "mice", "no cheese")) == "blind-mice of the package mice cannot be loaded: no cheese"


pairs = st.builds(BySeat, st.integers(), st.integers())


@given(pairs)
def test_all_ways_to_list_a_pair_agree_with_a_first(pair: BySeat[int]) -> None:
    assert list(pair) == [pair.a, pair.b] == [value for _, value in pair.items()]
    assert [seat for seat, _ in pair.items()] == list(SEATS) == ["A", "B"]
    assert pair.json() == {"A": pair[Seat.A], "B": pair[Seat.B]}


@checking
def called(size: Literal["small", "large"], rest: None = None) -> tuple[str, None]:
    return size, rest


def test_a_value_that_cannot_be_shown_is_named_by_its_class() -> None:
    assert shown(10**5000) == "a int"  # Python refuses to write so many digits


def test_words_and_nothing_are_checked_as_they_are_annotated() -> None:
    assert called("small", rest=None) == ("small", None)
    with pytest.raises(TypeError, match="size must be 'small' or 'large', not 'x'"):
        called("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        called("small", more=1)  # type: ignore[call-arg]


def test_a_result_that_is_remembered_takes_the_slices_that_it_took_at_first() -> None:
    calls: list[int] = []

    @remembered(2)
    def doubled(number: int, time: TimeLeft = UNLIMITED) -> int:
        calls.append(number)
        for _ in range(number):
            time.check()
        return 2 * number

    with pytest.raises(OutOfTime):
        doubled(3, TimeLeft(Counted(2)))
    calls.clear()  # work that ran out of time is not remembered
    budget = Counted(5)
    assert doubled(3, TimeLeft(budget)) == 6
    with pytest.raises(OutOfTime):
        doubled(3, TimeLeft(budget))
    assert doubled(3, TimeLeft(Counted(3))) == doubled(3) == 6
    assert calls == [3], "it is worked out once"
    doubled.cache_clear()
    assert doubled(3) == 6
    assert calls == [3, 3]


@pytest.mark.parametrize("variant", [variant for variant in every() if variant.showcase], ids=lambda variant: variant.id)
def test_a_front_page_has_the_record_of_a_finished_match(variant: Variant) -> None:
    assert variant.showcase is not None
    record = read(variant.showcase.record(), find)
    assert record.header.variant.id == variant.id
    assert variant.showcase.event < len(record.entries)
