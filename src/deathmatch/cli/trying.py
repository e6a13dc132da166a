"""`deathmatch try`: a game in one file, played in the browser while somebody writes it.

A server shows the last version that could be read, in a copy, so that a fault in a half-written file harms nothing. When the file is saved,
the server starts again with every match at its beginning. The links stay, and open pages connect again.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

import typer

from deathmatch.cli.files import complain, say
from deathmatch.solve.kernel import PROGRESS

EVERY_S: Final = 0.3  # from look to look at the file
PATIENCE_S: Final = 30  # for an answer of the server, and for its end
SHOWN: Final = 400  # characters of a fault on the page; all of it is printed
TABLES: Final = ({"A": "me", "B": "bot:random"}, {"A": "friend", "B": "friend"})


def try_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The game: a file in Python.", show_default=False, exists=True, dir_okay=False)
    ],
    port: Annotated[int, typer.Option(help="The port. If it is in use, the server takes the next free port.", min=0, max=65_535)] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a match in the browser.")] = True,
) -> None:
    """Play a game in one file in the browser while you write it.

    There is a match against random, and one with two free seats; both are without clocks. Save the file, and the game is judged and both
    matches begin again with it. If the file has a fault, the fault is printed and shown, and the last version goes on.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server ends with this process
    with TemporaryDirectory(prefix="deathmatch-") as folder:
        trial = Trial(file, Path(folder), port, browser=browser)
        try:
            trial.run()
        except KeyboardInterrupt:
            say("\n")
        finally:
            trial.stop()


class Trial:
    """A file, and the server that shows its last version that could be read."""

    def __init__(self, file: Path, folder: Path, port: int, *, browser: bool) -> None:
        self._file, self._port, self._browser = file, port, browser
        self._copy, self._data, self._kept = folder / "game" / file.name, folder / "data", folder / "kept"
        self._address = ""
        self._tables: list[dict[str, Any]] = []
        self._server: subprocess.Popen[str] | None = None
        self._judge: subprocess.Popen[str] | None = None

    def run(self) -> None:
        """Follow the file until somebody presses Ctrl-C."""
        seen = 0
        while True:
            saved = self._saved()
            if saved not in (0, seen):
                seen = saved
                self._load()
            if self._judge is not None and self._judge.poll() is not None:
                self._tell(self._judge.communicate()[0])
                self._judge = None
            time.sleep(EVERY_S)

    def stop(self) -> None:
        """End the processes that it has started."""
        for process in (self._judge, self._server):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(PATIENCE_S)
        self._judge = self._server = None

    def _saved(self) -> int:
        """When the file was saved; 0 while it is not there, as some editors have it for a moment."""
        try:
            return self._file.stat().st_mtime_ns
        except OSError:
            return 0

    def _load(self) -> None:
        """Show the file as it is now, if it can be read, and judge it."""
        words = _start("judge", self._file, "--matches", 0).communicate()[0]
        if not words.endswith((" warning\n", " warnings\n")):  # the last line of a game that could be read
            self._tell(words)
            return
        self.stop()
        self._copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(self._file, self._copy)
        self._serve()
        self._judge = _start("judge", self._file)

    def _serve(self) -> None:
        """Start the server, with the matches as they were made; with new ones if there are none, or if they no longer fit the game."""
        from deathmatch.core import plugins
        from deathmatch.server.backup import back_up, restore

        if self._kept.exists():
            shutil.rmtree(self._data)
            restore(self._kept, self._data)
        if not os.environ.get(plugins.FILES, "").endswith(str(self._copy)):
            plugins.add_file(str(self._copy))
        self._server = _start("serve", "--no-warm", "--port", self._port, "--data", self._data, stderr=None)
        assert self._server.stdout is not None
        self._address = next((line.split(" ")[3] for line in self._server.stdout if " runs at " in line), "")
        if not self._address:
            raise typer.Exit(1)
        self._port = int(self._address.rstrip("/").rpartition(":")[2])
        if self._kept.exists():
            if all(self._call(f"api/hosts/{table['host']}") is not None for table in self._tables):
                return
            shutil.rmtree(self._kept)
        variant = plugins.name_of(self._file.name) + "/standard"
        asked = [{"variant": variant, "seats": seats, "host": True, "pace": "none", "name": "You"} for seats in TABLES]
        made = [self._call("api/matches", one) for one in asked]
        self._tables = [table for table in made if table is not None]
        back_up(self._data, self._kept)
        self._show()

    def _show(self) -> None:
        """Print the links, and open the match against random."""
        for words, table in zip(("You against random", "Two free seats"), self._tables, strict=False):
            links = [f"{seat} {self._address}s/{token}" for seat, token in table["seats"].items() if token]
            links += [f"host {self._address}h/{table['host']}", f"spectators {self._address}w/{table['watch']}"]
            say("\n".join((f"{words}:", *(f"    {link}" for link in links), "")))
        if self._browser and self._tables:
            webbrowser.open(f"{self._address}s/{self._tables[0]['seats']['A']}")

    def _tell(self, words: str) -> None:
        """Print the judge's report. If it has faults, show its first line at the tables."""
        sound = ": 0 faults " in words
        (say if sound else complain_all)(words)
        if not sound:
            for table in self._tables if self._server is not None else ():
                self._call(f"api/hosts/{table['host']}/announce", {"text": words.partition("\n")[0][:SHOWN]})

    def _call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """The answer of the server; None if it refuses."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self._address + path, data, {"Content-Type": "application/json"}), timeout=PATIENCE_S) as answer:  # noqa: S310
                found: dict[str, Any] = json.loads(answer.read() or b"{}")
                return found
        except URLError:
            return None


def complain_all(words: str) -> None:
    """Each line on standard error."""
    for line in words.splitlines():
        complain(line)


def _start(*arguments: object, stderr: int | None = subprocess.STDOUT) -> subprocess.Popen[str]:
    """A command of this program, whose output is read."""
    command = [sys.executable, "-m", "deathmatch", *map(str, arguments)]
    quiet = {**os.environ, PROGRESS: "off"}
    return subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True, env=quiet
    )
