"""Text by people, made fit to be shown: letters that cannot be seen, names in a sentence, and names that look alike.

Letters that cannot be seen are control signs, signs of direction, Unicode's default ignorable letters and a few that fonts leave blank.
Some of them do work that everybody sees, and stay there: those of emoji, and the joiners of scripts such as Persian and Hindi.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

_LOOK = {
    "A": "ΑАᎪᗅꓮ",
    "a": "ɑαаᴀ",
    "B": "ΒВᏴᗷꓐꞴ",
    "b": "ƄʙЬᏏᑲᖯ",
    "C": "СᏟⲤꓚ",
    "c": "ϲсᴄⲥꮯ",
    "D": "Ꭰᗞᗪꓓ",
    "d": "ԁᏧᑯᴅꓒ",
    "E": "ΕЕᎬⴹꓰ",
    "e": "еҽᴇꬲ",
    "F": "ϜᖴꓝꞘ",
    "f": "քẝꜰꞙꬵ",
    "G": "ԌᏀᏳꓖ",
    "g": "ƍɡɢցᶃ",
    "H": "ΗНᎻᕼⲎꓧ",
    "h": "ʜһհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ",
    "J": "ͿЈᎫᒍꓙꞲ",
    "j": "ϳјᴊ",
    "K": "ΚКᏦᛕⲔꓗ",
    "k": "κкᴋ",
    "L": "ᏞᒪⳐꓡ",
    "l": "ƖǀʟΙІӀᛁℓⲒⵏꓲ",
    "M": "ΜϺМᎷᗰᛖⲘꓟ",
    "m": "мᴍ",
    "N": "ΝⲚꓠ",
    "n": "ɴηпոռ",
    "O": "ΟОՕⲞⵔꓳ",
    "o": "οσоօᴏᴑⲟꬽ",
    "P": "ΡРᏢᑭⲢꓑ",
    "p": "ρрᴘⲣ",
    "Q": "ⵕ",
    "q": "ǫԛգզ",
    "R": "ƦᎡᏒᖇꓣ",
    "r": "ʀгᴦⲅꭇꭈꮁ",
    "S": "ЅՏᏕᏚꓢ",
    "s": "ƽѕꜱꮪ",
    "T": "ΤТᎢⲦꓔ",
    "t": "τтᴛ",
    "U": "Սᑌꓴ",
    "u": "ʋυսᴜꞟꭎꭒ",
    "V": "ѴᏙᐯⴸꓦ",
    "v": "νѵᴠꮩ",
    "W": "ԜᎳᏔꓪ",
    "w": "ɯωѡԝաᴡꮃ",
    "X": "ΧХ᙭ᚷⲬⵝꓫꞳ",
    "x": "χхᕁᕽ᙮",
    "Y": "ΥУҮᎩᎽⲨꓬ",
    "y": "ɣʏγуүᶌỿꭚ",
    "Z": "ΖᏃꓜ",
    "z": "ᴢꮓ",
    "2": "ƧϨᒿꙄꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ",
    "9": "ⳊꝮ",
    # Katakana and ideographs; Arabic letters that only languages tell apart; dashes and quotes.
    "口": "ロ",
    "力": "カ",
    "夕": "タ",
    "工": "エ",
    "卜": "ト",
    "八": "ハ",
    "二": "ニ",
    "一": "ー",
    "ي": "یى",
    "ك": "ک",
    "ه": "ہە",
    "-": "‐‑‒–—―−",
    "'": "‘’‛′`´ʹʻʼˈ",
}

_DIGITS = (0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040, 0x17E0)
"""The zeros of scripts with digits of their own. A digit is read as its number, since two of these scripts have the same signs."""

_SQUARED = (0x1F150, 0x1F170, 0x1F1E6)
"""Where white letters in circles, white letters in squares, and the letters of flags begin."""

FOLDED: Final[dict[int, str]] = {
    **{ord(one): plain for plain, others in _LOOK.items() for one in others},
    **{zero + digit: str(digit) for zero in _DIGITS for digit in range(10)},
    **{first + place: chr(ord("a") + place) for first in _SQUARED for place in range(26)},
}
"""Code of a letter -> the plain letter that it looks like."""


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
FSI, PDI = "\u2068", "\u2069"  # first strong isolate, and its end
MARKS: Final = 3  # accents above and below one letter; more would lie over the lines beside it

_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # Default_Ignorable_Code_Point
    "\u2800\ufffc\U00013441\U00013442\U0001d159]"  # blank in all fonts
)
_NEWER: Final = re.compile("[\U0001f000-\U0001faff\U00020000-\U0003fffd]")  # emoji and ideographs that this Python may not know yet
_PICTURE: Final = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff][\U0001f3fb-\U0001f3ff]?\ufe0f?[\U0001f3fb-\U0001f3ff]?"
)
_SHAPED: Final = "[\u0620-\u08ff\u0900-\u0df3\u0f00-\u109f\u1780-\u17d3\u1820-\u18aa\u1a20-\u1cff\ua800-\uabff]"  # letters that are joined
_WHOLE: Final = re.compile(
    f"(?P<kept>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{1,6}}\U000e007f|{_PICTURE}(?:\u200d{_PICTURE})*|[0-9#*]\ufe0f\u20e3"
    f"|(?<={_SHAPED})[\u200c\u200d](?={_SHAPED}))|[^ -~]"
)
_SPACES: Final = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


def _mapped(text: str, instead: Callable[[str], str]) -> str:
    """The text with `instead` of each letter that is not seen."""
    if text.isascii() and text.isprintable():
        return text
    row, end = 0, -1  # marks on one letter so far, and the end of the last of them

    def letter(found: re.Match[str]) -> str:
        nonlocal row, end
        one = found[0]
        joined, end = found.start() == end, found.end()
        if found["kept"] is not None:
            row = row if joined and one in _JOINERS else 0
            return one
        kind = category(one)
        if _IGNORABLE.match(one) or (kind in _UNSEEN and not _NEWER.match(one)):
            return instead(one)
        row = (row if joined else 0) + 1 if kind in ("Mn", "Me") else 0
        return one if row <= MARKS else instead(one)

    return _WHOLE.sub(letter, text)


def harmless(text: str) -> str:
    """The text without the letters that are not seen; signs that only make space become spaces, and a line or a tab stays one."""
    return _mapped(text, lambda one: one if one in "\n\r\t" else " " if one.isspace() else "")


def is_seen(text: str) -> bool:
    """Whether people see anything of a text."""
    return any(category(letter)[0] not in "CMZ" for letter in harmless(text))


def visible(text: str, *, lines: bool = False) -> str:
    r"""The text with the letters that are not seen written out, such as `\x1b`; with `lines`, lines and tabs stay.

    The names that `isolated` has set apart lose only the signs that do so. A space of another kind is written out too.
    """
    plain = _mapped(text, lambda one: one if lines and one in "\n\t" else "" if one in (FSI, PDI) else _written(ord(one)))
    return plain if plain.isascii() else _SPACES.sub(lambda found: _written(ord(found[0])), plain)


def _written(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def is_right_to_left(text: str) -> bool:
    """Whether any part of a text is read from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def isolated(text: str) -> str:
    """A value for a sentence, set apart if any of it is read from right to left, so that it turns nothing around it."""
    if not is_right_to_left(text) or (text[0] == FSI and text[-1] == PDI):
        return text
    return FSI + text + PDI


def filled(text: str, values: Mapping[str, object]) -> str:
    """A sentence with its values for the `{names}` in it, each set apart if it is read from right to left."""
    made = text.format_map(values)
    if not is_right_to_left(made):
        return made
    return text.format_map({name: isolated(value) if isinstance(value, str) else value for name, value in values.items()})


@lru_cache(maxsize=4096)
def likeness(text: str) -> frozenset[str]:
    """All that a name can be taken for: two names look alike if their likenesses have something in common."""
    return frozenset({_folded(text), _folded(text.casefold()), _folded(text.upper())})


def _folded(text: str) -> str:
    """One spelling for all that look like this text, whatever the case."""
    plain = normalize("NFKD", "".join(one for one in normalize("NFKC", text) if not _IGNORABLE.match(one) and category(one)[0] != "C"))
    small = normalize("NFC", plain.translate(FOLDED)).casefold().replace("i\u0307", "i")
    return " ".join(small.translate(_ALIKE).replace("rn", "m").replace("vv", "w").split())


_ALIKE: Final = str.maketrans("1i|0", "lllo")


def alike(one: str, other: str) -> bool:
    """Whether two names differ by nothing that people see: case, letters that look the same, or letters that are not seen."""
    return not likeness(one).isdisjoint(likeness(other))
