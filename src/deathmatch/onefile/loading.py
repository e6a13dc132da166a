"""A file with a game becomes variants, or is refused with the line of its fault."""

from __future__ import annotations

import re
import sys
import traceback
from dataclasses import dataclass, replace
from inspect import isgeneratorfunction
from pathlib import Path
from types import ModuleType

from deathmatch.core.errors import DeathmatchError, Rule
from deathmatch.core.game import RESIGN, Variant
from deathmatch.core.options import DMO, Values, time_bank, time_limit
from deathmatch.core.plugins import NoAnswerError, limited
from deathmatch.onefile.book import Text, book
from deathmatch.onefile.checking import Source, faults
from deathmatch.onefile.declaring import CHANCE, Game
from deathmatch.onefile.layout import Layout, LayoutError
from deathmatch.onefile.playing import OneFileGame
from deathmatch.onefile.trying import Fault, Trial


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


SECONDS: float = 3.0
"""For the random matches of each variant."""

IMPORT_S: float = 10.0
"""For the file itself, and for everything that is tried of it."""


@dataclass(frozen=True)
class Maker:
    """Makes the game of a variant (`Variant.make`), and has its rule book.

    Attributes:
        declared: the class in the file.
        game: its name in records.
        path: of the file.
        book: the rule book, in Markdown; the same for all variants of the file.
    """

    declared: type[Game]
    game: str
    path: str
    book: str = ""

    def __call__(self, values: Values) -> OneFileGame:
        """The game with all its options."""
        return OneFileGame(self.declared, self.game, values)


def load(path: str | Path, *, played: bool = True) -> tuple[Variant, ...]:
    """The variants of a game in one file: each class in it that is a `Game`; the first is `standard`.

    The file is read, run, checked and, if `played`, played for a few seconds. Raises: GameFileError, whose text begins `FILE:LINE: `.
    """
    file, name = str(path), Path(path).stem.replace("_", "-")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", name):
        raise GameFileError(file, 1, f"the name of the file is that of the game: a-z, 0-9 and _, at most 40, not {Path(path).stem!r}")
    module, source = _run(file, Path(path))
    text = Text.of(module.__doc__ or "")
    if not text.title:
        raise GameFileError(file, 1, "the file begins with its docstring, the rule book: the title, what the game is, and its rules")
    games = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Game) and one.__module__ == module.__name__]
    if not games:
        raise GameFileError(file, 1, "the file has no class that is a Game: class MyGame(Game)")
    made = [(one, _declared(file, source, one, name, number, text)) for number, one in enumerate(games)]
    whole = book(text, made, sorted(dict(source.named("deal"))))
    found = tuple(replace(one, make=replace(one.make, book=whole)) for _, one in made)
    for one in found if played else ():
        _try(file, source, one)
    return found


def _run(file: str, path: Path) -> tuple[ModuleType, Source]:
    """The module of a file, and its text."""
    module = ModuleType("onefile_" + re.sub(r"\W", "_", path.stem))
    module.__file__ = file
    try:
        text = path.read_text("utf-8")
        sys.modules[module.__name__] = module  # so that its values can be pickled
        with limited(IMPORT_S):
            exec(compile(text, file, "exec"), vars(module))  # noqa: S102 - the file is the program of whoever runs it
        return module, Source(text)
    except SyntaxError as error:
        raise GameFileError(file, error.lineno or 1, f"SyntaxError: {error.msg}") from error
    except (Exception, SystemExit, NoAnswerError) as error:
        raise GameFileError(file, _line(error, file), _words(error)) from error


def _words(error: BaseException) -> str:
    if isinstance(error, NoAnswerError):
        return "the rules do not come to an end here: this takes too long"
    words = " ".join(str(error).split())
    return words if isinstance(error, Fault) else f"{type(error).__name__}: {words}"


def _line(error: BaseException, file: str) -> int:
    """The last line of the file that an error went through; 0 if it went through none."""
    return next((frame.lineno or 1 for frame in reversed(traceback.extract_tb(error.__traceback__)) if frame.filename == file), 0)


def _declared(file: str, source: Source, declared: type[Game], game: str, number: int, text: Text) -> Variant:
    """The variant of a class, once nothing in it stands for nothing."""
    declared.title = declared.title or text.title
    reasons = _reasons(declared)
    for line, words in faults(source, declared, text, reasons):
        raise GameFileError(file, line, words)
    if not isgeneratorfunction(declared.play):
        raise GameFileError(file, source.line(declared, "play"), "play holds the rules: it yields ask(...) until the match is over")
    try:
        Layout(declared)
    except LayoutError as error:
        raise GameFileError(file, source.line(declared, "picture") + error.line, str(error)) from error
    asked = {one.clock: one for one in declared.QUESTIONS.values()}
    own = [one.make(key) for key, one in declared.OPTIONS.items()]
    clocks = [replace(one, clock=True) for one in own if one.key in asked]
    clocks += [time_limit(key, one.seconds, f"seconds: {one.prompt}") for key, one in asked.items() if isinstance(one.seconds, int)]
    options = (*(one for one in own if one.key not in asked), *clocks, time_bank(declared.bank))
    words = declared.words or " ".join(text.about.split()) or f"{declared.title}."
    name = "standard" if not number else re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", declared.__name__).lower()
    deals = any(source.calls("deal")) or any(one.late is CHANCE for one in declared.QUESTIONS.values())
    return Variant(game, name, declared.title, words, options, Rule(game, 1), reasons, Maker(declared, game, file), deals=deals)


def _reasons(declared: type[Game]) -> dict[str, str]:
    """The reasons for an end, those of the kit too."""
    reasons = {RESIGN: "{loser} resigned."}
    many = next((item.unit[1] for item in declared.ITEMS.values() if item.unit), "points")
    reasons["points"] = f"{{winner}} has more {many}."
    level = f"Both have equally many {many}"
    reasons |= {DMO: f"{level}, and {{winner}} is the DMO."} if DMO in declared.OPTIONS else {"level": f"{level}."}
    return {**reasons, **declared.reasons}


def _try(file: str, source: Source, variant: Variant) -> None:
    """Plays random matches; raises GameFileError."""
    trial = Trial(variant, source.set_at)
    declared = variant.make.declared if isinstance(variant.make, Maker) else Game
    try:
        with limited(IMPORT_S):
            trial.run(SECONDS)
    except LayoutError as error:
        raise GameFileError(file, source.line(declared, "picture") + error.line, str(error)) from error
    except (Exception, SystemExit, NoAnswerError) as error:
        line = getattr(error, "line", 0) or _line(error, file) or trial.line or source.line(declared, "play")
        raise GameFileError(file, line, _words(error)) from error
