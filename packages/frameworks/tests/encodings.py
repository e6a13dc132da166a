"""The vocabulary of every variant, in short, so that a change of an id is noticed: ids are stable within a format version.

`python -m packages.frameworks.tests.encodings` writes the file anew, or the lines of the games that it is given. An id or a place in a
tensor that has changed asks for a higher `FORMAT` and a line in CHANGELOG.md.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from deathmatch.library.game import Game
from deathmatch_frameworks.declaring import FORMAT
from deathmatch_frameworks.encoding import Encoding, encoding_of
from tests.conformance.cases import CASES, VARIANTS, Case

FILE = Path(__file__).parent / "encodings.txt"


@lru_cache(maxsize=64)
def encoded(case: Case) -> Encoding:
    """The encoding of a case."""
    values, rules = case.variant.bind(case.options)
    return encoding_of(Game(case.variant, values, case.options, rules))


def chosen() -> list[Case]:
    """Of each variant but those that a host leads, the defaults and the shortest match."""
    coded = [variant for variant in VARIANTS if not variant.hosted]
    return [case for variant in coded for case in [case for case in CASES if case.id == variant.id][:2]]


def line(case: Case) -> str:
    """Version, options, number of tokens and of floats, and digests of both."""
    encoding = encoded(case)
    tokens = "\n".join((*encoding.vocabulary.tokens, "", *encoding.of_game.chances))
    layout = "\n".join(f"{field.name} {field.start} {field.size} {field.words}" for field in encoding.layout)
    digests = [sha256(text.encode()).hexdigest()[:16] for text in (tokens, layout)]
    sizes = f"{encoding.num_distinct_actions} actions {digests[0]}, {encoding.observation_size} floats {digests[1]}"
    return f"{FORMAT} {case}: {sizes}, at most {encoding.longest} submissions of {encoding.deepest} actions"


if __name__ == "__main__":
    asked = sys.argv[1:]
    kept = [text for text in FILE.read_text(encoding="utf-8").splitlines() if asked and text.split()[1].partition("/")[0] not in asked]
    made = [line(case) for case in chosen() if not asked or case.variant.game in asked]
    FILE.write_text("".join(f"{text}\n" for text in [*kept, *made]), encoding="utf-8")
