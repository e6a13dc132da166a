"""The program in a process of its own, whose arena waits for words on its standard error."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60.0  # seconds after which something has gone wrong


def main() -> None:
    """The program, which plays the second match once the file of the first argument has the words of the second."""
    from deathmatch.cli import main as program
    from deathmatch.cli import progress
    from deathmatch_lab import arena

    file, words = Path(sys.argv.pop(1)), sys.argv.pop(1)
    play = arena.play

    def patient(bout: arena.ArenaBout, number: int) -> arena.ArenaMatch:
        if number == 1:
            end = time.monotonic() + PATIENCE
            while words not in file.read_text():
                assert time.monotonic() < end, f"{words} did not come"
                time.sleep(0.002)
        return play(bout, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "play", patient)
        patch.setattr(progress, "FIRST_AFTER", 0.01)
        patch.setattr(progress, "EVERY", 0.01)
        program.main()


if __name__ == "__main__":
    main()
