"""Korean particles. Their form depends on the sound at the end of the word before, which is known only once the `{names}` are filled in.

A translator writes both forms, `{tile}{을/를}`: first the one that follows a consonant. `{으로/로}` takes a final ㄹ for a vowel.
"""

from __future__ import annotations

import re
from typing import Final

_WRITTEN = re.compile(r"\{([가-힣]*)/([가-힣]*)\}")
_MARK: Final = "\ue000"  # a character for private use: around a pair of forms, so that filling in the names passes over it
_MARKED = re.compile(rf"{_MARK}([가-힣]*)/([가-힣]*){_MARK}")
_CLOSING: Final = "])\"'”’»\u2069"  # these may stand between a word and its particle
_LOOKED_AT: Final = 8  # characters before a particle: a value may be a long text by a guest

_FLOWING = frozenset("178lrLR")  # digits and letters whose Korean names end in ㄹ: 일, 칠, 팔, 엘, 알
_CLOSED = frozenset("036mnMN")  # in another consonant: 영, 삼, 육, 엠, 엔

_SYLLABLES: Final = 0xAC00  # 가, the first one
_SYLLABLES_IN_ALL: Final = 11172
_FINALS: Final = 28  # final sounds of a syllable; 0 is none
_RIEUL: Final = 8
_OTHER: Final = 1  # any of those that are no ㄹ


def mark_particles(text: str) -> str:
    """A translation with its particles marked, so that `str.format` leaves them alone."""
    return _WRITTEN.sub(rf"{_MARK}\1/\2{_MARK}", text)


def unmark_particles(text: str) -> str:
    """A translation with its particles as they are written, for the scripts of the pages."""
    return re.sub(rf"{_MARK}([가-힣]*/[가-힣]*){_MARK}", r"{\1}", text)


def choose_particles(text: str) -> str:
    """A sentence with one form of each marked particle."""
    return _MARKED.sub(_choose, text) if _MARK in text else text


def _choose(found: re.Match[str]) -> str:
    closed, opened = found.groups()
    before = found.string[max(0, found.start() - _LOOKED_AT) : found.start()].rstrip(_CLOSING)[-1:]
    if before == "}":  # a player's name, which is filled in later
        return f"{closed}({opened})"
    final = _final(before)
    takes_closed = final and not (final == _RIEUL and closed.startswith("으"))
    return closed if takes_closed else opened


def _final(letter: str) -> int:
    """The final sound of a letter or digit: 0 for none, `_RIEUL` for ㄹ, otherwise another one."""
    place = ord(letter) - _SYLLABLES if letter else -1  # nothing stands before it
    if 0 <= place < _SYLLABLES_IN_ALL:
        return place % _FINALS
    if letter in _FLOWING:
        return _RIEUL
    return _OTHER if letter in _CLOSED else 0
