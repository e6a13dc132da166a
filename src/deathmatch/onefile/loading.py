"""A file with a game becomes variants, or is refused with the line of its fault."""

from __future__ import annotations

import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from deathmatch.core.errors import DeathmatchError, Rule
from deathmatch.core.game import Variant
from deathmatch.core.options import Option, Values, time_bank, time_limit
from deathmatch.onefile.declaring import Game
from deathmatch.onefile.playing import OneFileGame


class GameFileError(DeathmatchError, ValueError):
    """A game in one file that is refused. Its text begins with the file and the line.

    Attributes:
        path: of the file.
        line: of the fault, from 1.
        reason: what is wrong there.
    """

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path, self.line, self.reason = path, line, reason

    def __reduce__(self) -> tuple[type[GameFileError], tuple[str, int, str]]:
        return GameFileError, (self.path, self.line, self.reason)


def load(path: str | Path) -> tuple[Variant, ...]:
    """The variants of a game in one file: each class in it that is a `Game`. Raises: GameFileError."""
    file = str(path)
    module = _run(file, Path(path))
    games = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Game) and one.__module__ == module.__name__]
    if not games:
        raise GameFileError(file, 1, "the file has no class that is a Game: class MyGame(Game)")
    return tuple(variant(one, Path(path).stem.replace("_", "-"), number, module.__doc__ or "") for number, one in enumerate(games))


def _run(file: str, path: Path) -> ModuleType:
    """The module of a file."""
    module = ModuleType("onefile_" + re.sub(r"\W", "_", path.stem))
    module.__file__ = file
    sys.modules[module.__name__] = module  # so that its values can be pickled
    try:
        exec(compile(path.read_text("utf-8"), file, "exec"), vars(module))  # noqa: S102 - the file is the program of whoever runs it
    except SyntaxError as error:
        raise GameFileError(file, error.lineno or 1, f"SyntaxError: {error.msg}") from error
    except Exception as error:
        raise GameFileError(file, line_of(error, file), f"{type(error).__name__}: {error}") from error
    return module


def line_of(error: BaseException, file: str) -> int:
    """The last line of the file that an error went through."""
    return next((frame.lineno or 1 for frame in reversed(traceback.extract_tb(error.__traceback__)) if frame.filename == file), 1)


def variant(declared: type[Game], game: str, number: int, text: str) -> Variant:
    """The variant of a class."""
    lines = [line.strip() for line in text.strip().splitlines()]
    declared.title = declared.title or (lines[0].strip("# .") if lines else game)
    words = declared.words or next((line for line in lines[1:] if line and line[0] not in "#-|"), f"{declared.title}.")
    clocks = {
        one.clock: time_limit(one.clock, one.seconds, f"seconds for {one.name.replace('_', ' ')}")
        for one in declared.QUESTIONS.values()
        if isinstance(one.seconds, int)
    }
    options: tuple[Option, ...] = (*(one.make(key) for key, one in declared.OPTIONS.items()), *clocks.values(), time_bank(declared.bank))

    def make(values: Values) -> OneFileGame:
        return OneFileGame(declared, game, values)

    name = "standard" if not number else re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", declared.__name__).lower()
    reasons = {"resign": "{loser} resigned.", **declared.reasons}
    if any(item.unit for item in declared.ITEMS.values()):
        many = next(item.unit for item in declared.ITEMS.values() if item.unit)[1]
        reasons |= {"points": f"{{winner}} has more {many}."}
        reasons |= (
            {"dmo": f"Both have equally many {many}, and {{winner}} is the DMO."}
            if "dmo" in declared.OPTIONS
            else {"level": f"Both have equally many {many}."}
        )
    return Variant(game, name, declared.title, words, options, Rule(game, 1), reasons, make, deals=True)
