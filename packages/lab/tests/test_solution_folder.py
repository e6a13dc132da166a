from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deathmatch.core.errors import UnsolvableError
from deathmatch_lab.solution_folder import SolutionFolder


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


@pytest.mark.parametrize("text", ["{", "[]"])
def test_what_is_no_solution_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "about.json").write_text(text)
    with pytest.raises(UnsolvableError, match="holds no solution"):
        SolutionFolder(tmp_path).about()
    (tmp_path / "values.npy").write_text("no array")
    with pytest.raises(UnsolvableError, match="cannot be read"):
        SolutionFolder(tmp_path).kept("values")
