"""`deathmatch gif`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from deathmatch.cli.main import app

WHOLE = Path(__file__).parents[1] / "records" / "five-card-trick-gauntlet-whole.dm"


def test_a_match_becomes_an_animation_of_at_most_so_many_pictures(tmp_path: Path) -> None:
    out = tmp_path / "match.gif"
    assert CliRunner().invoke(app, ["gif", str(WHOLE), str(out), "--most", "5", "--eye", "A", "--theme", "dark"]).exit_code == 0
    with Image.open(out) as image:
        assert (image.format, image.size, getattr(image, "n_frames", 1)) == ("GIF", (360, 394), 5)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["none.dm", "x.gif"], 1, "none.dm: No such file"),
        ([str(WHOLE), "x.gif", "--eye", "C"], 2, "unknown viewer C"),
        ([str(WHOLE), "x.gif", "--theme", "loud"], 2, "unknown theme loud"),
        ([str(WHOLE), "none/x.gif", "--most", "2"], 1, "none/x.gif: No such file"),
    ],
)
def test_a_fault_is_one_line(
    arguments: list[str],
    status: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["gif", *arguments])
    assert result.exit_code == status
    assert words in result.output + capfdbinary.readouterr().err.decode()
    assert not (tmp_path / "x.gif").exists()
