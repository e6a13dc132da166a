"""The catalogues of the languages: `languages/CODE.po` in gettext's format, read as they stand (docs/languages.md).

A package that adds `languages.NAME`, a module beside which its own CODE.po lie, translates its own sentences; the house's come first.
Nothing is compiled: a catalogue is read once, when its language is first spoken, in some ten milliseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from gettext import c2py
from importlib.resources import files
from typing import Final

from deathmatch.core.errors import UnknownNameError
from deathmatch.core.letters import filled
from deathmatch.core.plugins import under

# --- Korean particles
#
# Their form depends on the sound at the end of the word before, which is known only once the `{names}` are filled in.
#
# A translator writes both forms, `{tile}{을/를}`: first the one that follows a consonant. `{으로/로}` takes a final ㄹ for a vowel.


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
    """A translation with its particles and articles marked, so that `str.format` leaves them alone."""
    return _ARTICLES.sub(rf"{_MARK}\1/\2/\3{_MARK}", _WRITTEN.sub(rf"{_MARK}\1/\2{_MARK}", text))


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


# --- German articles
#
# Their form depends on the gender of the noun after them, which may be a value.
#
# A translator writes the gender into the noun's own entry, `Ratte{/f}`, and all three forms where it is filled in, `{den/die/das} {piece}`.


_GENDERED = re.compile(r"\{/([mfn])\}$")
_ARTICLES = re.compile(r"\{(\w+)/(\w+)/(\w+)\}")
_MARKED_ARTICLES = re.compile(rf"{_MARK}(\w+)/(\w+)/(\w+){_MARK}")


# --- The translations of a language


ENGLISH: Final = "en"
"""The language in which everything is written. It has no catalogue."""

LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "de": "Deutsch", "ko": "한국어"}
"""The code of each language, and its own name for itself."""


_SCRIPT: Final = re.compile(r"/web/static/([\w-]+\.js)")
_TWO_FORMS: Final = "n != 1"
_PLURAL = re.compile(r"\bplural=([^;]+);")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language.

    Attributes:
        code: of the language.
        texts: English text -> the same in this language; a text that is not here stays in English.
        forms: the English text for 1 -> the forms of this language.
        form: number -> the index of its form.
        plural: the same as an expression in C and JavaScript.
        scripts: each English text that scripts of the pages use -> the names of these scripts.
        genders: noun -> the place of its article among three forms.
    """

    code: str
    texts: Mapping[str, str]
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    form: Callable[[int], int] = lambda number: int(number != 1)
    plural: str = _TWO_FORMS
    scripts: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    genders: Mapping[str, int] = field(default_factory=dict[str, int])

    def say(self, text: str, values: Mapping[str, object]) -> str:
        """A sentence with its values (`core/speech.py`)."""
        found = self.texts.get(text, text)
        return self._finish(filled(found, values) if values else found)

    def count(self, one: str, many: str, number: int, values: Mapping[str, object]) -> str:
        """A sentence in the form for a number."""
        forms = self.forms.get(one)
        if forms is None:  # two marked texts
            return self.say(one if number == 1 else many, {"number": number, **values})
        return self._finish(filled(forms[self.form(number)], {"number": number, **values}))

    def _finish(self, text: str) -> str:
        """A sentence with one form of each marked particle and article."""
        return _MARKED_ARTICLES.sub(self._article, choose_particles(text)) if _MARK in text else text

    def _article(self, found: re.Match[str]) -> str:
        """The form for the next noun whose gender is known; the masculine one if there is none."""
        after = found.string[found.end() :]
        _, gender = min([(after.index(noun), gender) for noun, gender in self.genders.items() if noun in after], default=(0, 0))
        return found.groups()[gender]

    def signs_of(self, part: str) -> list[str]:
        """The texts by which a sentence is known that has this part in English: the longest piece between the names of each translation."""
        said = [told for text, told in self.texts.items() if part in text]
        said += [told for text, forms in self.forms.items() if part in text for told in forms]
        longest = (max(_BETWEEN_NAMES.split(told), key=len) for told in said)
        return list(dict.fromkeys(piece for piece in longest if any(letter.isalpha() for letter in piece)))


_BETWEEN_NAMES = re.compile(r"\{\w*\}|\ue000[^\ue000]*\ue000")  # names, and particles as they are marked
_known: dict[str, Catalogue] = {}  # those that have been read


def catalogue(code: str) -> Catalogue:
    """The catalogue of a language other than English; raises UnknownNameError."""
    found = _known.get(code)
    if found is None:
        if code not in LANGUAGES:
            raise UnknownNameError(f"there is no language {code}; there are {', '.join(LANGUAGES)}")
        found = read_catalogue(code, files("deathmatch").joinpath("languages", f"{code}.po").read_text("utf-8"))
        for brought in under("languages.").values():
            file = files(brought.load()).joinpath(f"{code}.po")
            if file.is_file():
                more = read_catalogue(code, file.read_text("utf-8"))
                genders = {**more.genders, **found.genders}
                found = replace(found, texts={**more.texts, **found.texts}, forms={**more.forms, **found.forms}, genders=genders)
        _known[code] = found
    return found


def read_catalogue(code: str, text: str) -> Catalogue:
    """The catalogue of a .po file. Entries without a translation, or with one that is marked as fuzzy, are left out."""
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    plural = _TWO_FORMS
    scripts: dict[str, frozenset[str]] = {}
    genders: dict[str, int] = {}
    for entry in _entries(text):
        if users := _SCRIPT.findall(entry.get("#:", "")):
            scripts[entry["msgid"]] = frozenset(users)
        said = tuple(mark_particles(entry[key]) for key in sorted(entry) if key.startswith("msgstr"))
        if not entry.get("msgid"):
            written = _PLURAL.search(entry.get("msgstr", ""))
            plural = written[1].strip() if written else plural
        elif all(said) and "msgid_plural" in entry:
            forms[entry["msgid"]] = said
        elif all(said):
            texts[entry["msgid"]] = noun = _GENDERED.sub("", said[0])
            if gendered := _GENDERED.search(said[0]):
                genders[noun] = "mfn".index(gendered[1])
    return Catalogue(code, texts, forms, c2py(plural), plural, scripts, genders)


def _entries(text: str) -> Iterator[dict[str, str]]:
    """The entries in force, as keyword -> text, with the files under `#:`. An empty line ends an entry; a line of a quotation goes on."""
    for block in text.split("\n\n"):
        entry: dict[str, str] = {}
        key = ""
        for line in block.split("\n"):
            if line.startswith("#, ") and "fuzzy" in line:
                entry, key = {}, ""
                break
            if line.startswith("#: "):
                entry["#:"] = entry.get("#:", "") + line
            if not line or line.startswith("#"):
                continue
            word, _, quoted = line.partition(" ") if not line.startswith('"') else (key, "", line)
            key = word
            entry[key] = entry.get(key, "") + str(json.loads(quoted))  # the same escapes
        if "msgid" in entry:
            yield entry
