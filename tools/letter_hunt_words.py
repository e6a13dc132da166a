"""Make the word list that comes with Letter Hunt: `python -m tools.letter_hunt_words SOURCE`.

SOURCE is the list of lower-case words, one a line, plain or as gzip: of SCOWL 2020.12.07 (wordlist.sourceforge.net) the sizes 10 to 80
of `english`, `american`, `british`, `canadian` and `australian` words with their variants, no other class, only words of 3 to 15 letters
a-z, sorted. It is read only if it is that very list, so everybody who makes the file gets the same words.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from pathlib import Path

from deathmatch.core.words import WordList
from tools.conventions import ROOT

TARGET = ROOT / "src" / "deathmatch" / "games" / "letter_hunt" / "data" / "open.txt.gz"
COUNT = 247_661  # words
SHA256 = "fe97b7250d800018939a060595711ec29e2de394032933afdda6f7a78942126a"  # of the list, unpacked
GZIP_MAGIC = b"\x1f\x8b"


def pack(source: bytes) -> bytes:
    """The file of a list; raises ValueError if it is another list."""
    digest = hashlib.sha256(source).hexdigest()
    if digest != SHA256:
        raise ValueError(f"this is another list: its SHA-256 is {digest}, not {SHA256}")
    words = WordList.of(source.decode().split())
    assert len(words) == COUNT, len(words)
    return words.pack()


def main(arguments: list[str]) -> int:
    """Read the list, write the file; returns the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tools.letter_hunt_words SOURCE", file=sys.stderr)
        return 2
    source = Path(arguments[0]).read_bytes()
    try:
        packed = pack(gzip.decompress(source) if source.startswith(GZIP_MAGIC) else source)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    TARGET.write_bytes(packed)
    print(f"{TARGET.relative_to(ROOT)}: {COUNT} words, {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
