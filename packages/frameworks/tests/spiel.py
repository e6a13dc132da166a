"""What the tests of OpenSpiel share: OpenSpiel's suites as functions, and playthroughs by their digests.

`python -m packages.frameworks.tests.spiel` writes the digests anew, or the lines of the games that it is given.
"""

from __future__ import annotations

import sys
import unittest
from functools import lru_cache
from hashlib import sha256
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final

from deathmatch.core.game import Variant
from packages.frameworks.tests.judging import SIZES, SMALL, VARIANTS

FILE: Final = Path(__file__).parent / "openspiel.txt"
SEED: Final = 7
BRIEF: Final[dict[str, dict[str, Any]]] = {
    **SMALL,
    "letter-hunt/gambit": {"holds": 1, "turn_limit": 2},
    "letter-hunt/colosseum": {"turn_limit": 2},
    "guidance-rite/guardians": {"size": "3x3", "best_of": 1},
    "guidance-rite/final": {"size": "3x3", "best_of": 1},
}
"""Small options for playthroughs. OpenSpiel writes out the information-state tensors of both players in each state; at the other small
options of these two games that is more than 200,000 floats a state, and a minute of processor time for a text of 20 MB. These have none."""


@lru_cache(maxsize=1)
def ours() -> Any:
    """Our module, which registers the games."""
    return import_module("deathmatch_frameworks.openspiel")


def loaded(variant: Variant, given: dict[str, Any]) -> Any:
    """A variant as a game of OpenSpiel."""
    return ours().pyspiel.load_game(ours().name_of(variant), given)


def judged(suite: str, game: Any, leave_out: tuple[str, ...] = ()) -> list[str]:
    """The failures of a class of OpenSpiel's API test over a game, in words; it must have run some tests."""
    flags: Any = import_module("absl.flags")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    base = getattr(import_module("open_spiel.integration_tests.api_test"), suite)
    case = type("Judged", (base,), {"game": game, "game_name": str(game), **dict.fromkeys(leave_out)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun
    return [f"{test}: {words}" for test, words in result.failures + result.errors]


def playthrough(game: str, actions: list[Any] | None = None) -> str:
    """OpenSpiel's text of a random match, or of one with these actions."""
    made: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
    text: str = made.playthrough(game, actions or [], seed=SEED)
    return text


def replayed(text: str) -> str:
    """The same match, played again from its text by OpenSpiel."""
    flags: Any = import_module("absl.flags")
    made: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    again: str = made.playthrough(**made._playthrough_params(text.splitlines()))
    return again


def briefly(variant: Variant, size: str) -> str:
    """The game of a playthrough, with its options."""
    return str(loaded(variant, BRIEF[variant.id] if size == "small" else {}))


def line(game: str, text: str) -> str:
    """A game with its options, and the digest of its playthrough, by the version of OpenSpiel."""
    return f"{metadata.version('open_spiel')} {game} {sha256(text.encode()).hexdigest()[:16]} {text.count('# State ')} states"


if __name__ == "__main__":
    asked = sys.argv[1:]
    chosen = [variant for variant in VARIANTS if not asked or variant.game in asked]
    names = [ours().name_of(variant) for variant in chosen]
    kept = (
        [text for text in FILE.read_text(encoding="utf-8").splitlines() if text.split()[1].partition("(")[0] not in names] if asked else []
    )
    games = [briefly(variant, size) for size in SIZES for variant in chosen]
    made = [line(game, playthrough(game)) for game in games]
    FILE.write_text("".join(f"{text}\n" for text in [*kept, *made]), encoding="utf-8")
