"""`deathmatch unfold`: a package of a game in one file, for a game that grows or that others install."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say

PROJECT = """[build-system]
requires = ["hatchling>=1.25"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1.0"
description = {about}
requires-python = ">=3.11"
dependencies = ["deathmatch>={version}"]

[project.entry-points."deathmatch.games"]
{name} = "{package}"
"""
PACKAGE = '''"""{title}, a game for Deathmatch. Its rules stand in `{package}.py`, its rule book in `rules.md`."""

from pathlib import Path

from deathmatch.onefile import load

VARIANTS = load(Path(__file__).with_name("{package}.py"), played=False)
'''
TEST = """import subprocess
import sys


def test_the_game_has_no_fault() -> None:
    done = subprocess.run([sys.executable, "-m", "deathmatch", "judge", "{name}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
"""


def unfold(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The game: a file in Python.", show_default=False)],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="A new folder for the package. Default: the name of the game, here.", show_default=False),
    ] = None,
) -> None:
    """Make a package of a game in one file: its module, its rule book, an entry point, and a test that judges it.

    The file stays as it is. `pip install FOLDER` installs the game, and `deathmatch judge` knows it by its name.
    """
    from deathmatch import __version__
    from deathmatch.cli.judge import one_file

    variants, _ = one_file(str(file), played=False)  # the test of the package judges it
    variant, package = variants[0], file.stem
    book = getattr(variant.make, "book", "")
    target = folder if folder is not None else Path(variant.game)
    if not re.fullmatch("[a-z][a-z0-9_]*", package):
        complain(f"{file}: a package begins with a letter; give the file a name such as game_{package}.py")
        raise typer.Exit(1)
    words = {
        "name": variant.game,
        "package": package,
        "title": variant.title,
        "version": __version__,
        "about": '"' + re.sub(r'["\\\s]+', " ", variant.words) + '"',
    }
    made = {
        "pyproject.toml": PROJECT.format(**words),
        f"{package}/__init__.py": PACKAGE.format(**words),
        f"{package}/{file.name}": file.read_text("utf-8"),
        f"{package}/rules.md": book,
        "tests/test_game.py": TEST.format(**words),
    }
    try:
        target.mkdir(parents=True)
        for name, text in made.items():
            (target / name).parent.mkdir(exist_ok=True)
            (target / name).write_text(text, encoding="utf-8")
    except OSError as error:
        complain(f"{target}: {error.strerror or error}")
        raise typer.Exit(1) from None
    say("".join(f"{target / name}\n" for name in made))
