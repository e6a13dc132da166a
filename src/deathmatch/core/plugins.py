"""What other installed packages bring: games and bots that they announce as entry points (docs/adding-a-game.md, docs/bots.md).

A package that cannot be loaded harms nobody else: what loads it raises `PluginError`, which names it and says why. A list of
all games or bots leaves it out and reports it once.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeVar

from deathmatch.core.errors import PluginError

T = TypeVar("T")
log = logging.getLogger("deathmatch.plugins")

GAMES: Final = "deathmatch.games"
"""The group of games: `NAME = "PACKAGE"`, where `PACKAGE.VARIANTS` is a tuple of `core.game.Variant`."""

BOTS: Final = "deathmatch.bots"
"""The group of bots: `NAME = "MODULE:CLASS"`, a class or function that makes a bot (`bots/plugins.py`)."""

CAPABILITIES: Final = "deathmatch.capabilities"
"""The group of packages that add to this one: `NAME = "MODULE:TABLE"`, a mapping from keys to import strings (`added`)."""

BESIDE: Final = {
    "command.discord": "deathmatch-discord",
    "languages.lab": "deathmatch-lab",
    "sign-in.discord": "deathmatch-discord",
    "command.advise": "deathmatch-lab",
    "command.arena": "deathmatch-lab",
    "command.dataset": "deathmatch-lab",
    "command.exploit": "deathmatch-lab",
    "command.puzzles": "deathmatch-lab",
    "command.solve": "deathmatch-lab",
    "command.migrate": "deathmatch-postgres",
    "command.move": "deathmatch-postgres",
    "command.work": "deathmatch-postgres",
    "page.study": "deathmatch-lab",
    "store.postgres": "deathmatch-postgres",
    "store.postgresql": "deathmatch-postgres",
}
"""Keys of additions, and the packages of this repository that add them: an error names the package that is missing."""

OURS: Final = {*BESIDE.values(), "deathmatch-frameworks"}
"""The packages of this repository."""

VARIABLE: Final = "DEATHMATCH_PLUGINS"
"""`off` leaves all other packages alone. The tools and the tests of this repository do so: they judge its own games."""

FILES: Final = "DEATHMATCH_GAMES"
"""Paths of games in one file, which this process and all that it starts have beside the others."""

LOAD_S: float = 30.0
"""For the import of a module; large libraries take their time on a slow disk."""

MAKE_S: float = 10.0
"""For a class or function that makes a bot."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_WHERE = re.compile(r"\w+(?:\.\w+)*(?::\w+(?:\.\w+)*)?")


class NoAnswerError(BaseException):
    """Code that does not come to an end. It is no `Exception`, so that this code itself does not catch it."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise NoAnswerError in a block that takes more seconds than these. It cannot end machine code that never returns to Python.

    A signal does it, so the limit counts only in the main thread of a process of a POSIX system, and not inside another one.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or not hasattr(signal, "setitimer")
        or any(signal.getitimer(signal.ITIMER_REAL))
    ):
        yield
        return

    def ring(*_: object) -> None:
        raise NoAnswerError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)  # again and again, in case that it is caught all the same
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True, slots=True)
class Plugin:
    """One game or bot of another package.

    Attributes:
        name: as it is announced.
        where: `MODULE` or `MODULE:ATTRIBUTE`.
        package: the distribution that brings it; empty if it is not an installed one.
    """

    name: str
    where: str
    package: str = ""

    @property
    def module(self) -> str:
        """The module that `where` names."""
        return self.where.partition(":")[0]

    def load(self) -> Any:
        """The object that `where` names; raises PluginError. It is tried once a process, whether it succeeds or fails."""
        return _once(self)

    def within(self, seconds: float, work: Callable[[], T]) -> T:
        """As `trying`, for at most so many seconds. A package that took longer once is not asked again by this process."""
        if self not in _SILENT:
            try:
                with limited(seconds):
                    return self.trying(work)
            except NoAnswerError:
                _SILENT[self] = f"it does not answer: it took more than {seconds:g} s"
        raise PluginError(self.shown, self.package, _SILENT[self])

    def look_up(self) -> Any:
        """The object that `where` names; raises whatever its package raises."""
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"its name has letters a-z, digits, - and _, at most 40 of them, and is not {self.name!r}")
        if not _WHERE.fullmatch(self.where):
            raise ValueError(f"MODULE:ATTRIBUTE was expected, not {self.where!r}")
        target = import_module(self.module)
        for attribute in filter(None, self.where.partition(":")[2].split(".")):
            target = getattr(target, attribute)
        return target

    def trying(self, work: Callable[[], T]) -> T:
        """Do something with the code of this package; whatever it raises becomes a PluginError that names it and its cause."""
        try:
            return work()
        except PluginError:
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(self.shown, self.package, _line(error)) from error

    @property
    def shown(self) -> str:
        """Its name in an error."""
        return self.name if self.package else self.where


@dataclass(frozen=True, slots=True)
class GameFile(Plugin):
    """A game in one file; `where` is its path. Here it is only read; no random matches are played."""

    @property
    def module(self) -> str:
        """None: nothing lies beside it."""
        return ""

    def look_up(self) -> Any:
        """Its variants; raises `onefile.GameFileError`."""
        return import_module("deathmatch.onefile").load(self.where, played=False)


_SILENT: Final[dict[Plugin, str]] = {}


@cache
def _attempt(plugin: Plugin) -> Any:
    """The object that a plug-in names, or the error that its package raised."""
    try:
        return plugin.within(LOAD_S, plugin.look_up)
    except PluginError as error:
        return error


def _once(plugin: Plugin) -> Any:
    target = _attempt(plugin)
    if isinstance(target, PluginError):
        raise PluginError(target.name, target.package, target.cause)
    return target


def _line(error: BaseException) -> str:
    """Kind and text of an error in one line."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def announced(group: str) -> tuple[Plugin, ...]:
    """The announcements of the installed packages in this group, by name; nothing with `DEATHMATCH_PLUGINS=off`. Nothing is loaded."""
    return () if os.environ.get(VARIABLE) == "off" else _installed(group)


def in_files() -> tuple[GameFile, ...]:
    """The games in one file that the environment names. Nothing is loaded."""
    return tuple(GameFile(name_of(path), path) for path in os.environ.get(FILES, "").split(os.pathsep) if path)


def name_of(path: str) -> str:
    """The name of a game in one file: `three-lamps` for `three_lamps.py`."""
    return os.path.basename(path).removesuffix(".py").replace("_", "-")  # noqa: PTH119 - `pathlib` is slow to load


def add_file(path: str) -> None:
    """Have a game in one file from now on, here and in all processes that are started."""
    os.environ[FILES] = os.pathsep.join([*filter(None, [os.environ.get(FILES)]), os.path.abspath(path)])  # noqa: PTH100 - as above


@cache
def _installed(group: str) -> tuple[Plugin, ...]:
    """The same, looked through once a process."""
    from importlib.metadata import entry_points  # only if another package may be meant: a replay of our games never comes here

    points = sorted(entry_points(group=group), key=lambda point: (point.name, point.value))
    return tuple(Plugin(point.name, point.value.replace(" ", ""), point.dist.name if point.dist is not None else "") for point in points)


@cache
def additions() -> Mapping[str, Plugin]:
    """All that installed packages add, by key. A package whose table cannot be loaded is reported and left out.

    With `DEATHMATCH_PLUGINS=off` only the packages of this repository add something.
    """
    found: dict[str, Plugin] = {}
    alone = os.environ.get(VARIABLE) == "off"
    for package in _installed(CAPABILITIES):
        if alone and package.package not in OURS:
            continue
        try:
            table = package.trying(lambda: dict(package.look_up()))  # noqa: B023 - called at once
        except PluginError as error:
            report(error)
            continue
        for key, where in table.items():
            found.setdefault(key, Plugin(package.name, where, package.package))
    return found


def added(key: str) -> Plugin | None:
    """The addition of an installed package under this key; None if no package has one.

    The keys:

    - `GAME.CAPABILITY` (core/game.py) and `bots.PREFIX` (bots/plugins.py);
    - `command.NAME` names a `Command` (cli/main.py);
    - `languages.NAME` names a package with catalogues (core/catalogues.py);
    - `sign-in.NAME` names a `SignIn` (server/web/accounts.py);
    - `page.NAME` names `AddedPages` (server/web/assets.py).
    """
    return additions().get(key)


def brought(key: str) -> Any:
    """The object that an installed package adds under this key; None if no package has one, or if it cannot be loaded, which is logged.

    Games ask so for additions of their own, `GAME.NAME`; the module that asks says what the object is.
    """
    plugin = added(key)
    try:
        return None if plugin is None else plugin.load()
    except PluginError as error:
        report(error)
        return None


def under(prefix: str) -> Mapping[str, Plugin]:
    """All additions whose keys begin so, by the rest of the key."""
    return {key.removeprefix(prefix): plugin for key, plugin in additions().items() if key.startswith(prefix)}


def missing(key: str) -> str | None:
    """How to install the package that adds this; None if it is installed, or if no package of this repository adds it."""
    package = BESIDE.get(key)
    return None if package is None or added(key) else f"it comes with the package {package}: pip install {package}"


@cache
def _report(message: str) -> None:
    log.warning("%s", message)


def report(error: PluginError) -> None:
    """Say once in the log that something is left out, and why."""
    _report(f"{error}; it is left out")


# --- Optional libraries of packages: an error names the package that installs the missing library


class MissingLibraryError(ModuleNotFoundError):
    """An optional library is not installed; the text says how to install it."""


@contextmanager
def naming(requirement: str) -> Generator[None]:
    """Import an optional library; raises MissingLibraryError.

    Args:
        requirement: the package that installs it, as pip takes it, such as `deathmatch-frameworks[openspiel]`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("deathmatch"):
            raise
        words = f"{error.name} is not installed; pip install '{requirement}' installs it"
        raise MissingLibraryError(words, name=error.name) from error
