"""The word list that comes with the game (rules/letter-hunt.md, Options and R10): `open`, free to use and to pass on.

It is SCOWL 2020.12.07, sizes 10 to 80, English, American, British, Canadian and Australian spellings with variants: all words of 3 to 15
letters a-z, without proper names, abbreviations and contractions. `research/letter_hunt_words.py` makes the file; its notice is beside it.
Its common words, those of the sizes 10, 20 and 35, are also in a file of their own, for bots that play the words that people know.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

from deathmatch.core.words import WordList


def open_list() -> WordList:
    """The list `open`. It takes some 10 ms."""
    file = resources.files("deathmatch.games.letter_hunt") / "data" / "open.txt.gz"
    return WordList.unpack(file.read_bytes())


def common_words() -> tuple[tuple[str, ...], ...]:
    """The common words in capitals: those of each size, the commonest size first."""
    file = resources.files("deathmatch.games.letter_hunt") / "data" / "common.txt.gz"
    return tuple(tuple(size.split()) for size in gzip.decompress(file.read_bytes()).decode().split("\n\n"))


@cache
def sizes() -> Mapping[str, int]:
    """The common words, each with the place of its size, from 0 for the commonest."""
    return {word: place for place, size in enumerate(common_words()) for word in size}


LISTS: Mapping[str, Callable[[], WordList]] = {"open": open_list}
"""The capability `lexicon`."""
