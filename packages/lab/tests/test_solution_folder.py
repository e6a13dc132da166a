from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deathmatch.bots import solution_folder
from deathmatch.core.errors import UnsolvableError
from deathmatch_lab.solution_folder import SolutionFolder, solution_folders


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    folder = SolutionFolder(tmp_path / "new" / "folder")
    assert folder.about() is None
    assert folder.kept("values") is None
    folder.begin({"game": "toy", "rounds": (1, 2)})
    folder.keep("values", np.arange(5, dtype=np.float32))
    again = SolutionFolder(folder.folder)
    again.begin({"game": "toy", "rounds": (1, 2)})
    assert again.about() == {"game": "toy", "rounds": [1, 2]}
    values = again.kept("values")
    assert values is not None
    assert values.dtype == np.float32
    assert values.tolist() == [0, 1, 2, 3, 4]
    assert not values.flags.writeable


def test_a_folder_about_something_else_is_refused_and_stays(tmp_path: Path) -> None:
    folder = SolutionFolder(tmp_path)
    folder.begin({"game": "toy", "rounds": 1})
    with pytest.raises(UnsolvableError, match="something else: dmo, rounds differ"):
        folder.begin({"game": "toy", "rounds": 2, "dmo": "A"})
    assert folder.about() == {"game": "toy", "rounds": 1}


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnsolvableError, match="nothing can be kept in"):
        SolutionFolder(tmp_path / "file").begin({})


@pytest.mark.parametrize("text", ["{", "[]"])
def test_what_is_no_solution_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "about.json").write_text(text)
    with pytest.raises(UnsolvableError, match="holds no solution"):
        SolutionFolder(tmp_path).about()
    (tmp_path / "values.npy").write_text("no array")
    with pytest.raises(UnsolvableError, match="cannot be read"):
        SolutionFolder(tmp_path).kept("values")


# --- Where they are found


def test_solution_folders_are_the_folder_itself_or_those_in_it(tmp_path: Path) -> None:
    assert solution_folders(tmp_path / "none") == ()
    assert solution_folders(tmp_path) == ()
    for name in ("b", "a"):
        SolutionFolder(tmp_path / name).begin({"of": name})
    (tmp_path / "empty").mkdir()
    assert [kept.about() for kept in solution_folders(tmp_path)] == [{"of": "a"}, {"of": "b"}]
    assert [kept.about() for kept in solution_folders(tmp_path / "b")] == [{"of": "b"}]


def test_an_array_is_opened_once_and_looked_for_again_where_it_was_not_there(tmp_path: Path) -> None:
    folder = SolutionFolder(tmp_path / "one")
    folder.begin({})
    (opened,) = solution_folders(tmp_path)
    assert opened.kept("values") is None
    folder.keep("values", np.arange(3))
    values = opened.kept("values")
    assert values is not None
    assert list(values) == [0, 1, 2]
    assert opened.kept("values") is values
