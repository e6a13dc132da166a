"""`deathmatch picture` writes SVG, PNG, GIF and words, and says what was expected where it is asked for something else."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from deathmatch.cli.main import app
from deathmatch.core import themes

RECORD = """deathmatch 1
game five-card-trick/gauntlet
name A Ann {x} & "Co"
A score grow
B score claim
A claim steal
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.dm"
    file.write_text(RECORD, encoding="utf-8")
    return file


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["picture", *map(str, arguments)])


def test_without_a_file_to_write_the_svg_goes_to_stdout(record: Path) -> None:
    result = run(record)
    assert result.exit_code == 0
    root = ElementTree.fromstring(result.stdout)
    assert root.get("aria-label") == "Round 2 of 25"
    labels = [node.get("aria-label") for node in root if node.get("role") == "img"]
    assert 'Ann {x} & "Co"\'s submission: sealed' in labels
    assert themes.stylesheet("light") in result.stdout


@pytest.mark.parametrize(("eye", "words"), [("a", "Your Score"), ("B", "B's Score"), ("public", "B's Score")])
def test_each_eye_has_its_own_side(record: Path, eye: str, words: str) -> None:
    lines = run(record, "--text", "--eye", eye).stdout.splitlines()
    assert any(line.startswith(words) for line in lines) is (eye != "B")
    assert any(line.startswith("Your ") for line in lines) is (eye != "public")


def test_gif_shows_every_position_and_the_steps_between(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.gif"
    assert run(record, "-o", out, "--scale", "0.5").exit_code == 0
    image = Image.open(BytesIO(out.read_bytes()))
    positions = 4
    assert getattr(image, "n_frames", 1) > positions
    assert image.width == 180
    assert run(record, "-o", out, "--scale", "0.5", "--most", "3").exit_code == 0
    assert getattr(Image.open(BytesIO(out.read_bytes())), "n_frames", 1) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "a.jpg"), ".svg, .png or .gif, not .jpg"),
        (("-o", "a"), ".svg, .png or .gif, not without a suffix"),
        (("--event", "4"), "the event must be 0 to 3 in this record, not 4"),
        (("--event", "-1"), "the event must be 0 to 3 in this record, not -1"),
        (("--eye", "C"), "unknown viewer C; expected A, B or public"),
        (("--theme", "neon"), "unknown theme neon; the themes are light, dark, safe, safe-dark"),
        (("--scale", "0"), "0.25"),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(record: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run(record, *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_file_that_is_not_there_and_a_place_that_cannot_be_written_are_said(record: Path, tmp_path: Path) -> None:
    missing = run(tmp_path / "none.dm")
    assert missing.exit_code == 1
    assert "none.dm: No such file" in missing.stderr
    unwritten = run(record, "-o", tmp_path / "no" / "a.svg")
    assert unwritten.exit_code == 1
    assert "a.svg: No such file" in unwritten.stderr
