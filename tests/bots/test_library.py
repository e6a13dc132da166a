from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deathmatch.bots import library
from deathmatch.bots.shelf import Shelf


def test_the_folder_is_named_by_the_environment_or_lies_among_the_matches() -> None:
    assert library.folder({"DEATHMATCH_SOLUTIONS": "/some/where"}) == Path("/some/where")
    assert library.folder({"XDG_STATE_HOME": "/state"}) == Path("/state/deathmatch/solutions")
    assert library.folder({"DEATHMATCH_SOLUTIONS": ""}).parts[-2:] == ("deathmatch", "solutions")


def test_shelves_are_the_folder_itself_or_those_in_it(tmp_path: Path) -> None:
    assert library.shelves(tmp_path / "none") == ()
    assert library.shelves(tmp_path) == ()
    for name in ("b", "a"):
        Shelf(tmp_path / name).begin({"of": name})
    (tmp_path / "empty").mkdir()
    assert [shelf.about() for shelf in library.shelves(tmp_path)] == [{"of": "a"}, {"of": "b"}]
    assert [shelf.about() for shelf in library.shelves(tmp_path / "b")] == [{"of": "b"}]


def test_without_a_word_they_are_those_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Shelf(tmp_path / "one").begin({})
    monkeypatch.setenv(library.VARIABLE, str(tmp_path))
    assert len(library.shelves()) == 1


def test_an_array_is_opened_once_and_looked_for_again_where_it_was_not_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "one")
    shelf.begin({})
    (opened,) = library.shelves(tmp_path)
    assert opened.kept("values") is None
    shelf.keep("values", np.arange(3))
    found = opened.kept("values")
    assert found is not None
    assert list(found) == [0, 1, 2]
    assert opened.kept("values") is found
