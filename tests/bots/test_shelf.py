from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deathmatch.bots.shelf import Shelf
from deathmatch.core.solving import Keeping, Unsolved


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "new" / "folder")
    assert isinstance(shelf, Keeping)
    assert shelf.about() is None
    assert shelf.kept("values") is None
    shelf.begin({"game": "toy", "rounds": (1, 2)})
    shelf.keep("values", np.arange(5, dtype=np.float32))
    again = Shelf(shelf.folder)
    again.begin({"game": "toy", "rounds": (1, 2)})
    assert again.about() == {"game": "toy", "rounds": [1, 2]}
    found = again.kept("values")
    assert found is not None
    assert found.dtype == np.float32
    assert found.tolist() == [0, 1, 2, 3, 4]
    assert not found.flags.writeable


def test_a_folder_about_something_else_is_refused_and_stays(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.begin({"game": "toy", "rounds": 1})
    with pytest.raises(Unsolved, match="something else: dmo, rounds differ"):
        shelf.begin({"game": "toy", "rounds": 2, "dmo": "A"})
    assert shelf.about() == {"game": "toy", "rounds": 1}


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(Unsolved, match="holds other files"):
        Shelf(tmp_path).begin({})
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unsolved, match="nothing can be kept in"):
        Shelf(tmp_path / "file").begin({})


@pytest.mark.parametrize("text", ["{", "[]"])
def test_what_is_no_solution_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "about.json").write_text(text)
    with pytest.raises(Unsolved, match="holds no solution"):
        Shelf(tmp_path).about()
    (tmp_path / "values.npy").write_text("no array")
    with pytest.raises(Unsolved, match="cannot be read"):
        Shelf(tmp_path).kept("values")
