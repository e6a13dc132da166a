"""A word list, packed: hundreds of thousands of words in one text of bytes, there in milliseconds and looked up by bisection."""

from __future__ import annotations

import zlib
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.speech import say

if TYPE_CHECKING:
    from deathmatch.core.game import Resources

GZIP = 31  # zlib's `wbits` for a gzip file, which everybody can look into


class WordList(Set[str]):
    """A set of upper-case words of the letters A-Z, unchangeable. It equals any set of the same words.

    A `frozenset` of a quarter of a million words takes ten times the memory and the time.

    Args:
        text: the words in the order of the alphabet, each once and ended by a newline (`unpack`, `of`).
    """

    __slots__ = ("_count", "_text")

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._count = text.count(b"\n")

    @classmethod
    def of(cls, words: Iterable[str]) -> WordList:
        """The list of these words, in any letter case and order; raises ValueError for one that has other letters than A-Z."""
        ordered = sorted({word.upper() for word in words})
        for word in ordered:
            if not is_word(word):
                raise ValueError(f"a word has the letters A-Z alone, not {word!r}")
        return cls("".join(f"{word}\n" for word in ordered).encode())

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        """The set that an operator of Set makes."""
        return cls.of(it)

    @classmethod
    def unpack(cls, packed: bytes) -> WordList:
        """The list that `pack` packed."""
        return cls(zlib.decompress(packed, wbits=GZIP))

    @property
    def digest(self) -> str:
        """A text that tells these words from all others."""
        return sha256(self._text).hexdigest()[:32]

    def pack(self) -> bytes:
        """The list as a gzip file, a word a line."""
        packing = zlib.compressobj(9, wbits=GZIP)
        return packing.compress(self._text) + packing.flush()

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str) or not word.isascii() or "\n" in word:
            return False
        wanted = word.encode() + b"\n"
        return self._text.startswith(wanted, self._place(wanted))

    def beginning(self, letters: str) -> Iterator[str]:
        """The words that begin with these upper-case letters, in the order of the alphabet."""
        wanted, text = letters.encode(), self._text
        place = self._place(wanted)
        while text.startswith(wanted, place) and place < len(text):
            end = text.index(b"\n", place)
            yield text[place:end].decode()
            place = end + 1

    def _place(self, wanted: bytes) -> int:
        """Where the first line starts that is not before this text."""
        text = self._text
        low, high = 0, len(text)  # both at the start of a line
        while low < high:
            middle = (low + high) // 2
            start = max(low, text.rfind(b"\n", low, middle) + 1)
            end = text.index(b"\n", middle) + 1
            low, high = (end, high) if text[start:end] < wanted else (low, start)
        return low

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.decode().split())

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[type[WordList], tuple[bytes]]:
        return WordList, (self._text,)

    def __repr__(self) -> str:
        return f"<{self._count} words>"

    def by_length(self) -> Mapping[int, bytes]:
        """The words of each length in the order of the alphabet, one after the other with nothing between.

        So `numpy.frombuffer(packed[length], numpy.uint8).reshape(-1, length)` has a word a row.
        """
        packed: defaultdict[int, list[bytes]] = defaultdict(list)
        for word in self._text.split():
            packed[len(word)].append(word)
        return {length: b"".join(packed[length]) for length in sorted(packed)}


@dataclass(frozen=True, slots=True)
class PinnedWords:
    """Word lists as they were when a match began (`core.game.Resources`), whatever their names mean today.

    Attributes:
        resources: the host's lists; `NAME@DIGEST` names one as it was.
        digests: name -> digest; a list that is not among them is taken as it is today.
    """

    resources: Resources
    digests: Mapping[str, str]

    def words(self, lexicon: str, /) -> Collection[str]:
        """The words of a list; raises LookupError."""
        return self.resources.words(pinned(lexicon, self.digests))


@dataclass(frozen=True, slots=True)
class MoreWords:
    """Word lists to which the host of a match has added words (`core.game.Resources`).

    Attributes:
        resources: the lists.
        more: upper-case words that count as on each of them.
    """

    resources: Resources
    more: WordList

    def words(self, lexicon: str, /) -> Collection[str]:
        """The words of a list, and those that were added; raises LookupError."""
        return _Joined(self.resources.words(lexicon), self.more)


@dataclass(frozen=True, slots=True)
class _Joined(Collection[str]):
    """The words of two lists, which may share some."""

    one: Collection[str]
    other: WordList

    def __contains__(self, word: object) -> bool:
        return word in self.one or word in self.other

    def __iter__(self) -> Iterator[str]:
        yield from self.one
        yield from (word for word in self.other if word not in self.one)

    def __len__(self) -> int:
        return len(self.one) + sum(word not in self.one for word in self.other)


def pinned(lexicon: str, digests: Mapping[str, str]) -> str:
    """How a list is named as it was: `NAME@DIGEST`; its plain name if it has no digest among these."""
    return f"{lexicon}@{digests[lexicon]}" if lexicon in digests else lexicon


def is_word(text: str) -> bool:
    """Whether a text consists of letters of the English alphabet only, in any letter case."""
    return text.isascii() and text.isalpha()


# --- Bytes as text


class NotUtf8Error(DeathmatchError, ValueError):
    """Bytes that are not UTF-8.

    Attributes:
        line: the number of the first line that has such bytes; the first line is 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(say("line {line} is not UTF-8 text; save the file as UTF-8", line=line))
        self.line = line


def text_of(data: bytes) -> str:
    """The text of a file, without a byte order mark; raises NotUtf8Error."""
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotUtf8Error(line_at(data, error.start)) from None


def line_at(data: bytes, place: int) -> int:
    """The number of the line with this byte; lines end with a line feed, or in a file without any with a carriage return."""
    return data.count(b"\n" if b"\n" in data else b"\r", 0, place) + 1
