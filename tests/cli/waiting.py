"""For the tests of progress: to wait for words, and the program in a process of its own that waits for the words on its standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

PATIENCE: Final = 60.0  # seconds after which something has gone wrong


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.002)


def main() -> None:
    """The program, which plays the second match once the file of the first argument has the words of the second."""
    from deathmatch.bots import arena
    from deathmatch.cli import main as program
    from deathmatch.cli import progress

    file, words = Path(sys.argv.pop(1)), sys.argv.pop(1)
    play = arena.play

    def patient(bout: arena.ArenaBout, number: int) -> arena.ArenaMatch:
        if number == 1:
            until(lambda: words in file.read_text(), words)
        return play(bout, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "play", patient)
        patch.setattr(progress, "FIRST_AFTER", 0.01)
        patch.setattr(progress, "EVERY", 0.01)
        program.main()


if __name__ == "__main__":
    main()
