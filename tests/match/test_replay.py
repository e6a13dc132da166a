from __future__ import annotations

import json

import pytest

from deathmatch.match.record import RecordError, read
from deathmatch.match.replay import complaint, moments, positions
from tests.match.test_record import DEALT, find

TEXT = DEALT + "A BID 1 @5\nB bid 2\nB say cat\ndeal refill 4\nA resign\n"


def test_there_is_a_moment_for_the_start_and_one_after_each_event() -> None:
    header, steps = moments(TEXT, find)
    found = list(steps)
    assert header.variant.id == "toy/lenient"
    assert [moment.event for moment in found] == list(range(7))
    lines = [moment.json("x.dm")["line"] for moment in found]
    assert lines == [None, "deal cards A:3 B:7", "A bid 1", "B bid 2", "B say CAT", "deal refill 4", "A resign"]
    assert [moment.json("x.dm")["legal"] for moment in found] == [
        {"deal": None},
        {"A": 4, "B": 8},
        {"B": 8},
        {"B": None},
        {"deal": 10},
        {"A": 4, "B": 5},
        {},
    ]


def test_a_moment_is_the_object_of_the_contract() -> None:
    _, steps = moments(TEXT, find)
    found = [json.loads(json.dumps(moment.json("dir/x.dm"))) for moment in steps]
    assert all(list(line) == ["file", "event", "line", "public", "private", "legal"] for line in found)
    assert {line["file"] for line in found} == {"dir/x.dm"}
    sealed = found[2]
    assert sealed["public"]["pending"] == ["B"]
    assert (sealed["private"]["A"]["submitted"], sealed["private"]["B"]["submitted"]) == ("bid 1", None)
    assert found[-1]["public"]["reason"] == "resign"


def test_positions_of_a_record_are_those_of_its_text() -> None:
    _, steps = moments(TEXT, find)
    assert [moment.position for moment in steps] == list(positions(read(TEXT, find)))


def test_a_bad_record_is_found_out_when_its_positions_are_asked_for() -> None:
    _, steps = moments(DEALT + "A bid 9\n", find)
    with pytest.raises(RecordError) as caught:
        list(steps)
    assert complaint("a b.dm", caught.value) == "a b.dm:4: you may bid 3 at most (toy R2)"
    with pytest.raises(RecordError) as caught:
        moments("deathmatch 3\n", find)
    assert complaint("x", caught.value) == "x:1: format 3 is not known here; this program reads deathmatch 1"
