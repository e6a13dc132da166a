"""The word lists that live play looks words up in: those that come with the games, and those that the host puts into a folder.

A list in the folder is a text file `NAME.txt` in UTF-8: one word of the letters A-Z on each line, in any letter case; empty lines and lines
that begin with `#` are passed over. A list is read once, when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from deathmatch.core.game import Variant

FOLDER = "lexicons"
"""Under the folder with a server's matches."""

Loader = Callable[[], Iterable[str]]
_NONE: Mapping[str, Loader] = MappingProxyType({})


class NoLexicon(LookupError):
    """There is no word list of this name; it says which there are."""


class BadLexicon(ValueError):
    """A word list cannot be read; it says where."""


def shipped(variants: Iterable[Variant]) -> dict[str, Loader]:
    """The lists that come with these variants (capability `lexicon`), by name."""
    found: dict[str, Loader] = {}
    for variant in variants:
        found.update(variant.capability("lexicon") or {})
    return found


class Lexicons:
    """Word lists by name; `core.game.Resources` for the referee of a live match, the terminal and the arena.

    It may be handed to another process, which reads what it needs for itself.

    Args:
        folder: with the host's own lists; it need not exist. None for none.
        shipped: lists that come with the software. The host cannot put another in the place of one: a name means the same everywhere.
    """

    def __init__(self, folder: Path | None = None, shipped: Mapping[str, Loader] = _NONE) -> None:
        self._folder = folder
        self._shipped = dict(shipped)
        self._read: dict[str, frozenset[str]] = {}

    def __reduce__(self) -> tuple[type[Lexicons], tuple[Path | None, dict[str, Loader]]]:
        return Lexicons, (self._folder, self._shipped)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicons) and (other._folder, other._shipped) == (self._folder, self._shipped)

    def __hash__(self) -> int:
        return hash((self._folder, *self._shipped))

    def names(self) -> tuple[str, ...]:
        """The lists that there are, in the order of the alphabet."""
        files = [] if self._folder is None or not self._folder.is_dir() else [file.stem for file in self._folder.glob("*.txt")]
        return tuple(sorted({*self._shipped, *files}))

    def words(self, lexicon: str, /) -> frozenset[str]:
        """The upper-case words of a list. The first time it is read, which takes a moment.

        Raises: NoLexicon, BadLexicon.
        """
        found = self._read.get(lexicon)
        if found is None:
            found = self._read[lexicon] = self._load(lexicon)
        return found

    def _load(self, lexicon: str) -> frozenset[str]:
        if lexicon in self._shipped:
            return frozenset(word.upper() for word in self._shipped[lexicon]())
        if self._folder is None or lexicon not in self.names():
            raise NoLexicon(f"there is no word list {lexicon}; there are {', '.join(self.names()) or 'none'}")
        return _read(self._folder / f"{lexicon}.txt")


def _read(file: Path) -> frozenset[str]:
    """The words of a file; raises BadLexicon."""
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadLexicon(f"the word list {file.name} cannot be read: {error}") from None
    words = set()
    for number, line in enumerate(lines, 1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        if not (word.isascii() and word.isalpha()):
            raise BadLexicon(f"{file.name}:{number}: a word of the letters A-Z was expected, not {word[:40]!r}")
        words.add(word.upper())
    if not words:
        raise BadLexicon(f"the word list {file.name} has no words")
    return frozenset(words)
