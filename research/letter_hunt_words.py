"""Make the word lists of Letter Hunt: `python -m research.letter_hunt_words SOURCE`, and `--common FOLDER` for the common words.

SOURCE is the list of lower-case words, one a line, plain or as gzip: of SCOWL 2020.12.07 (wordlist.sourceforge.net) the sizes 10 to 80
of `english`, `american`, `british`, `canadian` and `australian` words with their variants, no other class, only words of 3 to 15 letters
a-z, sorted. FOLDER holds the files of SCOWL themselves, such as `english-words.10`: the common words are those of the sizes 10, 20 and 35,
without variants. Either is read only if it is that very list, so everybody who makes a file gets the same words.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import re
import sys
from pathlib import Path

from deathmatch.core.words import WordList
from tools.conventions import ROOT

DATA = ROOT / "src" / "deathmatch" / "games" / "letter_hunt" / "data"
TARGET = DATA / "open.txt.gz"
COUNT = 247_661  # words
SHA256 = "fe97b7250d800018939a060595711ec29e2de394032933afdda6f7a78942126a"  # of the list, unpacked
COMMON = DATA / "common.txt.gz"
COMMON_SHA256 = "826ada696174eba6b5d5edf764593316c1f4e73948255343047e8b448aa99778"  # of the common words, unpacked
CLASSES = ("english", "american", "british", "canadian", "australian")
SIZES = (10, 20, 35)  # of SCOWL, the commonest first
GZIP_MAGIC = b"\x1f\x8b"


def pack(source: bytes) -> bytes:
    """The file of a list; raises ValueError if it is another list."""
    checked(source, SHA256)
    words = WordList.of(source.decode().split())
    assert len(words) == COUNT, len(words)
    return words.pack()


def checked(found: bytes, wanted: str) -> None:
    """Raises ValueError if this is another list."""
    digest = hashlib.sha256(found).hexdigest()
    if digest != wanted:
        raise ValueError(f"this is another list: its SHA-256 is {digest}, not {wanted}")


def common(folder: Path) -> bytes:
    """The file of the common words: those of each size in the order of the alphabet, an empty line between; raises as `pack` does."""
    seen: set[str] = set()
    sizes = []
    for size in SIZES:
        text = " ".join(
            (folder / f"{name}-words.{size}").read_text("latin-1") for name in CLASSES if (folder / f"{name}-words.{size}").exists()
        )
        some = {word.upper() for word in text.split() if re.fullmatch("[a-z]{3,15}", word)} - seen
        seen |= some
        sizes.append("".join(f"{word}\n" for word in sorted(some)))
    found = "\n".join(sizes).encode()
    checked(found, COMMON_SHA256)
    return gzip.compress(found, 9, mtime=0)


def main(arguments: list[str]) -> int:
    """Read a list, write its file; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m research.letter_hunt_words", description=__doc__)
    parser.add_argument("source", type=Path, help="SOURCE, or FOLDER")
    parser.add_argument("--common", action="store_true", help="make the list of the common words")
    given = parser.parse_args(arguments)
    target = COMMON if given.common else TARGET
    try:
        if given.common:
            packed = common(given.source)
        else:
            source = given.source.read_bytes()
            packed = pack(gzip.decompress(source) if source.startswith(GZIP_MAGIC) else source)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    target.write_bytes(packed)
    print(f"{target.relative_to(ROOT)}: {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
