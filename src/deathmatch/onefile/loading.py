"""A file with a game becomes variants, or is refused with the line of its fault."""

from __future__ import annotations

import re
import sys
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from deathmatch.core import errors, plugins
from deathmatch.core.game import RESIGN, Variant
from deathmatch.core.options import DMO, Values, time_bank, time_limit
from deathmatch.onefile import checking, declaring, layout, playing, trying
from deathmatch.onefile.book import Text, book
from deathmatch.onefile.values import Fault

SECONDS: float = 3.0
"""For the random matches of each variant."""

ANSWER_S: float = 10.0
"""For a file to be run, and for its random matches: rules that take longer do not come to an end."""


class GameFileError(errors.DeathmatchError, ValueError):
    """A game in one file that is refused. Its text begins with the file and the line.

    Attributes:
        path: of the file.
        line: of the fault, from 1.
        reason: the fault, in words.
    """

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path, self.line, self.reason = path, line, reason

    def __reduce__(self) -> tuple[type[GameFileError], tuple[str, int, str]]:
        return GameFileError, (self.path, self.line, self.reason)


@dataclass(frozen=True)
class Maker:
    """Makes the game of a variant (`Variant.make`), and has its rule book.

    Attributes:
        declared: the class in the file.
        game: its name in records.
        path: of the file.
        book: the rule book, in Markdown; the same for all variants of the file.
    """

    declared: type[declaring.Game]
    game: str
    path: str
    book: str = ""

    def __call__(self, values: Values) -> playing.OneFileGame:
        """The game with all its options."""
        return playing.OneFileGame(self.declared, self.game, values)


class Loading:
    """One file on its way. `doing` is the class at work, `trial` the random matches."""

    def __init__(self, path: Path, *, played: bool) -> None:
        self.path, self.played = path, played
        self.source = checking.Source("")
        self.doing: type[declaring.Game] = declaring.Game
        self.trial: trying.Trial | None = None

    def variants(self) -> tuple[Variant, ...]:
        """Those of the file. Raises: Fault, and whatever the file raises."""
        game = self.path.stem.replace("_", "-")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", game):
            raise Fault(f"the name of the file is that of the game: a-z, 0-9 and _, at most 40, not {self.path.stem!r}", 1)
        code = self.path.read_text("utf-8")
        self.source = checking.Source(code)
        module = ModuleType("onefile_" + game.replace("-", "_"))
        module.__file__ = str(self.path)
        sys.modules[module.__name__] = module  # so that its values can be pickled
        with plugins.limited(ANSWER_S):
            exec(compile(code, str(self.path), "exec"), vars(module))  # noqa: S102 - the file is the program of whoever runs it
        text = Text.of(module.__doc__ or "")
        if not text.title:
            raise Fault("the file begins with its docstring, the rule book: the title, what the game is, and its rules", 1)
        games = [
            one
            for one in vars(module).values()
            if isinstance(one, type) and issubclass(one, declaring.Game) and one.__module__ == module.__name__
        ]
        if not games:
            raise Fault("the file has no class that is a Game: class MyGame(Game)", 1)
        made = [(one, self.variant(one, game, text, number)) for number, one in enumerate(games)]
        whole = book(text, made, sorted({name for name, _ in self.source.named("deal")}))
        for one, variant in made if self.played else ():
            self.doing = one
            self.trial = trying.Trial(variant, self.source.set_at)
            with plugins.limited(ANSWER_S):
                self.trial.run(SECONDS)
        return tuple(replace(variant, make=Maker(one, game, str(self.path), whole)) for one, variant in made)

    def variant(self, declared: type[declaring.Game], game: str, text: Text, number: int) -> Variant:
        """The variant of a class, once all its names stand for something."""
        self.doing = declared
        declared.title = declared.title or text.title
        many = next((item.unit[1] for item in declared.ITEMS.values() if item.unit), "points")
        level = f"Both have equally many {many}"
        tie = {DMO: f"{level}, and {{winner}} is the DMO."} if DMO in declared.OPTIONS else {"level": f"{level}."}
        reasons = {RESIGN: "{loser} resigned.", "points": f"{{winner}} has more {many}.", **tie, **declared.reasons}
        checking.check(self.source, declared, text, reasons)
        layout.Layout(declared)
        asked = {one.clock: one for one in declared.QUESTIONS.values()}
        options = [replace(option, clock=key in asked) for key, one in declared.OPTIONS.items() for option in [one.make(key)]]
        options += [time_limit(key, one.seconds, f"seconds: {one.prompt}") for key, one in asked.items() if isinstance(one.seconds, int)]
        deals = any(self.source.named("deal")) or any(one.late is declaring.CHANCE for one in declared.QUESTIONS.values())
        return Variant(
            game=game,
            name=re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", declared.__name__).lower() if number else "standard",
            title=declared.title,
            words=declared.words or " ".join(text.about.split()) or f"{declared.title}.",
            options=(*sorted(options, key=lambda option: option.clock), time_bank(declared.bank)),
            submitting=errors.Rule(game, 1),
            reasons=reasons,
            yours={} if "points" in declared.reasons else {"points": f"You have more {many}."},
            make=Maker(declared, game, str(self.path)),
            deals=deals,
        )

    def line(self, error: BaseException) -> int:
        """The line at fault: the one that a fault names, or the last one in the file that an error went through, or that of the rules."""
        if isinstance(error, SyntaxError) and error.lineno:
            return error.lineno
        if isinstance(error, Fault) and error.offset is not None:
            return self.source.line(self.doing, "picture") + error.offset
        frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(self.path)]
        waits = self.trial.line if self.trial is not None else 0
        return getattr(error, "line", 0) or (frames[-1] if frames else 0) or waits or self.source.line(self.doing, "play")


def load(path: str | Path, *, played: bool = True) -> tuple[Variant, ...]:
    """The variants of a game in one file: each class in it that is a `Game`; the first is `standard`.

    The file is read, run, checked and, if `played`, played for a few seconds. Raises: GameFileError, whose text begins `FILE:LINE: `.
    """
    loading = Loading(Path(path), played=played)
    try:
        return loading.variants()
    except (Exception, SystemExit, plugins.NoAnswerError) as error:
        words = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {' '.join(str(error).split())}"
        silent = isinstance(error, plugins.NoAnswerError)
        raise GameFileError(str(path), loading.line(error), "this does not come to an end" if silent else words) from error
