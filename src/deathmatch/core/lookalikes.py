"""Letters that look like others: Latin, Cyrillic, Greek, Armenian, Cherokee, Lisu and more, after Unicode's table of confusable letters.

Wide, mathematical and circled letters are not here, since Unicode's normal form NFKC makes plain ones of them.
"""

from __future__ import annotations

from typing import Final

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
