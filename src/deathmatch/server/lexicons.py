"""The word lists of live play: those that come with the games, and those that the host puts into a folder.

A list in the folder is a text file `NAME.txt` in UTF-8: one word of the letters A-Z on each line, in any letter case; empty lines and lines
that begin with `#` are passed over. A list is read once, when it is first asked for. `deathmatch lexicon` puts lists there and takes them
away.

A match keeps the list with which it began: the list is copied to `kept/DIGEST.txt` in the folder, the match notes the digest, and asks for
the list as `NAME@DIGEST`. So a list may be replaced at any time, and matches that begin then have the new one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.core.options import Lexicon, Name
from deathmatch.core.speech import mark
from deathmatch.core.words import WordList
from deathmatch.server import wordfiles
from deathmatch.server.wordfiles import LexiconError, UnreadableLexiconError

__all__ = ["FOLDER", "InMemory", "Lexicons", "UnknownLexiconError", "UnreadableLexiconError", "free", "named", "shipped"]

FOLDER = "lexicons"
"""Under the folder with a server's matches."""

KEPT = "kept"
"""Under that folder: the lists with which matches have begun."""

log = logging.getLogger("deathmatch.lexicons")
_DIGEST = re.compile(r"[0-9a-f]{32}")
GONE = mark(
    "the word list {lexicon} with which this match began is gone from this server, and words are refused until it is back as {file}"
)

MOST_FAILURES = 100  # kept, so that a list that cannot be read is not read again and again
Loader = Callable[[], Iterable[str]]
_NONE: Mapping[str, Loader] = MappingProxyType({})
_NEVER = object()  # no file is like that


class UnknownLexiconError(LexiconError, LookupError):
    """There is no word list of this name; the message names the lists that exist."""


def shipped(variants: Iterable[Variant]) -> dict[str, Loader]:
    """The lists that come with these variants (capability `lexicon`), by name."""
    loaders: dict[str, Loader] = {}
    for variant in variants:
        loaders.update(variant.capability("lexicon") or {})
    return loaders


def free(variants: Iterable[Variant]) -> frozenset[str]:
    """The names that stand for no list with one of these variants."""
    kinds = [option.kind for variant in variants for option in variant.options]
    return frozenset(name for kind in kinds if isinstance(kind, Lexicon) for name in kind.free)


def named(text: str) -> str:
    """The name of a list, in lower case, as a record can have it; raises OptionError."""
    return Name().read("the name of a list", text)


def _is_name(stem: str) -> bool:
    try:
        return named(stem) == stem
    except OptionError:
        return False


class Lexicons:
    """Word lists by name; `core.game.Resources` for the referee of a live match, the terminal and the arena.

    It may be handed to another process, which then reads the files that it needs itself.

    Args:
        folder: with the host's own lists; it need not exist. None for none.
        shipped: lists that come with the software. The host cannot put another in the place of one: a name means the same everywhere.
    """

    def __init__(self, folder: Path | None = None, shipped: Mapping[str, Loader] = _NONE) -> None:
        self._folder = folder
        self._shipped = dict(shipped)
        self._read: dict[str, WordList] = {}
        self._stamps: dict[str, object] = {}  # what the file of each list was like when it was read
        self._digests: dict[str, tuple[object, str]] = {}  # what the file was like, its digest
        self._failed: dict[str, tuple[object, LexiconError]] = {}  # what the file was like, why it could not be read

    def __reduce__(self) -> tuple[type[Lexicons], tuple[Path | None, dict[str, Loader]]]:
        return Lexicons, (self._folder, self._shipped)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicons) and (other._folder, other._shipped) == (self._folder, self._shipped)

    def __hash__(self) -> int:
        return hash((self._folder, *self._shipped))

    def names(self) -> tuple[str, ...]:
        """The names of all lists, in alphabetical order."""
        return tuple(sorted({*self._shipped, *self.own()}))

    def own(self) -> tuple[str, ...]:
        """The host's own lists. A file whose name no record could have is none."""
        if self._folder is None or not self._folder.is_dir():
            return ()
        return tuple(sorted(file.stem for file in self._folder.glob("*.txt") if _is_name(file.stem) and file.stem not in self._shipped))

    def words(self, lexicon: str, /) -> WordList:
        """The upper-case words of a list, which is read the first time and whenever its file has changed; that takes a moment.

        Raises: UnknownLexiconError, UnreadableLexiconError.
        """
        stamp = self._stamp(lexicon)
        known = self._failed[lexicon][0] if lexicon in self._failed else self._stamps.get(lexicon, _NEVER)
        if known != stamp and not ("@" in lexicon and lexicon in self._read):
            self._try(lexicon, stamp)
        return self.kept(lexicon)

    def pin(self, lexicon: str) -> str:
        """Keep a list as it is now, for a match that begins; returns its digest, or nothing if the list comes with the software.

        Raises: UnknownLexiconError, UnreadableLexiconError.
        """
        words = self.words(lexicon)
        if lexicon in self._shipped:
            return ""
        digest = words.digest
        self._read.setdefault(f"{lexicon}@{digest}", words)
        if not self._kept(digest).is_file():
            try:
                wordfiles.write(self._kept(digest), words)
            except OSError as error:
                log.warning("the word list %s cannot be kept for its matches: %s; do not change it while they run", lexicon, error)
        return digest

    def kept(self, lexicon: str, /) -> WordList:
        """The words of a list that was read before; no file of the host's is read now.

        Raises: UnknownLexiconError, UnreadableLexiconError.
        """
        if lexicon in self._shipped and lexicon not in self._read:
            self._read[lexicon] = self._load(lexicon)  # of a game that has no option for its list; once
        known = self._read.get(lexicon)
        if known is not None:
            return known
        if lexicon not in self._failed:
            raise UnknownLexiconError(mark("the word list {lexicon} has not been read"), lexicon=lexicon)
        why = self._failed[lexicon][1]
        raise type(why)(why.text, **why.values)

    def __contains__(self, lexicon: str) -> bool:
        """Whether a list is in memory."""
        return lexicon in self._read

    def _stamp(self, lexicon: str) -> object:
        """A stamp that changes with the file of a list; None if there is no file that could be a list."""
        name, _, digest = lexicon.partition("@")
        if self._folder is None or not _is_name(name):
            return None
        found = []
        for file in (self.file(name), *([self._kept(digest)] if digest else ())):
            with suppress(OSError):
                stat = file.stat()
                found.append((stat.st_mtime_ns, stat.st_size, stat.st_ino))
        return found or None

    def _try(self, lexicon: str, stamp: object) -> None:
        self._failed.pop(lexicon, None)
        if len(self._failed) >= MOST_FAILURES:
            self._failed.clear()
        try:
            self._read[lexicon] = self._load(lexicon)
            self._stamps[lexicon] = stamp
        except (UnknownLexiconError, UnreadableLexiconError) as error:
            self._read.pop(lexicon, None)
            self._failed[lexicon] = (stamp, error.with_traceback(None))

    def _load(self, lexicon: str) -> WordList:
        if lexicon in self._shipped:
            words = self._shipped[lexicon]()
            return words if isinstance(words, WordList) else WordList.of(words)
        if "@" in lexicon:
            return self._load_kept(lexicon)
        if lexicon not in self.own():
            known = ", ".join(self.names())
            if not known:
                raise UnknownLexiconError(mark("unknown word list {lexicon}; there are no word lists"), lexicon=lexicon)
            raise UnknownLexiconError(mark("unknown word list {lexicon}; the word lists are {known}"), lexicon=lexicon, known=known)
        file = self.file(lexicon)
        reading = wordfiles.read(file)
        for passed in reading.passed[:1]:
            raise UnreadableLexiconError(
                mark("{file}:{line}: expected a word of the letters A-Z, not {text}"),
                file=file.name,
                line=passed.line,
                text=repr(passed.text),
            )
        if not reading.words:
            raise UnreadableLexiconError(mark("the word list {file} has no words"), file=file.name)
        return reading.words

    def _load_kept(self, lexicon: str) -> WordList:
        """A list as it was; the present one will do if it still is."""
        name, _, digest = lexicon.partition("@")
        if self._folder is not None and _DIGEST.fullmatch(digest):
            for file in (self._kept(digest), *([self.file(name)] if name in self.own() else ())):
                with suppress(UnreadableLexiconError):
                    words = wordfiles.read(file).words
                    if words.digest == digest:
                        return words
        raise UnknownLexiconError(GONE, lexicon=name, file=f"{FOLDER}/{KEPT}/{digest}.txt")

    def digest(self) -> str:
        """A text that tells the host's own lists from other ones; the same on every machine for the same files.

        A file is read only if it has changed since the last time. One that cannot be read counts as none.
        """
        own, known = self.own(), self._digests
        self._digests = {}
        for lexicon in own:
            stamp, before = self._stamp(lexicon), known.get(lexicon)
            if before is None or before[0] != stamp:
                try:
                    before = stamp, sha256(self.file(lexicon).read_bytes()).hexdigest()
                except OSError:
                    continue
            self._digests[lexicon] = before
        lines = "".join(f"{lexicon} {digest}\n" for lexicon, (_, digest) in self._digests.items())
        return sha256(lines.encode()).hexdigest()[:32] if lines else ""

    def in_memory(self) -> InMemory:
        """Those lists that are in memory, now or later."""
        return InMemory(self)

    # --- The host's own

    def file(self, lexicon: str) -> Path:
        """The path of the host's list of this name, whether or not it exists."""
        assert self._folder is not None, "there is no folder for lists"
        return self._folder / f"{lexicon}.txt"

    def _kept(self, digest: str) -> Path:
        assert self._folder is not None, "there is no folder for lists"
        return self._folder / KEPT / f"{digest}.txt"

    def add(self, lexicon: str, words: WordList) -> None:
        """Take up a list of the host's, in place of an older one of this name, which is kept for its matches; raises OSError."""
        assert lexicon not in self._shipped, f"{lexicon} comes with the software"
        with suppress(LexiconError):
            self.pin(lexicon)
        wordfiles.write(self.file(lexicon), words)
        self._read.pop(lexicon, None)

    def remove(self, lexicon: str) -> None:
        """Offer a list of the host's no more; it is kept for its matches. Raises UnknownLexiconError, OSError."""
        if lexicon not in self.own():
            own = ", ".join(self.own()) or "none"
            raise UnknownLexiconError("you have not added a word list {lexicon}; your word lists are {own}", lexicon=lexicon, own=own)
        with suppress(LexiconError):
            self.pin(lexicon)
        self.file(lexicon).unlink()
        self._read.pop(lexicon, None)


class InMemory:
    """The lists that `Lexicons` has read, for a table: looking a word up there reads no file of the host's."""

    def __init__(self, lexicons: Lexicons) -> None:
        self._lexicons = lexicons

    def words(self, lexicon: str, /) -> WordList:
        """The upper-case words of a list; raises UnknownLexiconError, UnreadableLexiconError."""
        return self._lexicons.kept(lexicon)
