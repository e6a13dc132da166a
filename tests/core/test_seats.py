"""The laws of values kept one a seat, and of the eyes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Onlooker, Seat

pairs = st.builds(BySeat, st.integers(), st.integers())
seats = st.sampled_from(SEATS)


@given(seats)
def test_the_seat_across_the_table_is_another_and_its_other_is_the_first(seat: Seat) -> None:
    assert seat.other is not seat
    assert seat.other.other is seat


@given(pairs, seats, st.integers())
def test_what_is_put_is_found_and_the_other_stays(pair: BySeat[int], seat: Seat, value: int) -> None:
    after = pair.put(seat, value)
    assert after[seat] == value
    assert after[seat.other] == pair[seat.other]


@given(pairs, seats)
def test_map_changes_both_alike_and_keeps_identity_and_composition(pair: BySeat[int], seat: Seat) -> None:
    assert pair.map(lambda value: value) == pair
    assert pair.map(str).map(len) == pair.map(lambda value: len(str(value)))
    assert pair.map(str)[seat] == str(pair[seat])


@given(pairs, seats)
def test_swap_gives_each_the_others_and_undoes_itself(pair: BySeat[int], seat: Seat) -> None:
    assert pair.swap()[seat] == pair[seat.other]
    assert pair.swap().swap() == pair


@given(pairs)
def test_all_ways_to_list_a_pair_agree_with_a_first(pair: BySeat[int]) -> None:
    assert list(pair) == [pair.a, pair.b] == [value for _, value in pair.items()]
    assert [seat for seat, _ in pair.items()] == list(SEATS) == ["A", "B"]
    assert pair.json() == {"A": pair[Seat.A], "B": pair[Seat.B]}


def test_onlooker_0_is_the_public() -> None:
    assert Onlooker() == PUBLIC
    assert str(PUBLIC) == "public"
    assert str(Onlooker(2)) == "onlooker-2"
    assert len({PUBLIC, Onlooker(1), *SEATS}) == 4
