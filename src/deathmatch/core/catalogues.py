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
from deathmatch.core.particles import choose_particles, mark_particles
from deathmatch.core.plugins import under

ENGLISH: Final = "en"
"""The language in which everything is written. It has no catalogue."""

LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "de": "Deutsch", "ko": "한국어"}
"""The code of each language, and its own name for itself."""


_SCRIPTS: Final = "/web/static/"
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
        scripts: the English texts that the scripts of the pages use.
    """

    code: str
    texts: Mapping[str, str]
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    form: Callable[[int], int] = lambda number: int(number != 1)
    plural: str = _TWO_FORMS
    scripts: frozenset[str] = frozenset()

    def say(self, text: str, values: Mapping[str, object]) -> str:
        """A sentence with its values (`core/speech.py`)."""
        found = self.texts.get(text, text)
        return choose_particles(filled(found, values) if values else found)

    def count(self, one: str, many: str, number: int, values: Mapping[str, object]) -> str:
        """A sentence in the form for a number."""
        forms = self.forms.get(one)
        text = (one if number == 1 else many) if forms is None else forms[self.form(number)]
        return choose_particles(filled(text, {"number": number, **values}))

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
                found = replace(found, texts={**more.texts, **found.texts}, forms={**more.forms, **found.forms})
        _known[code] = found
    return found


def read_catalogue(code: str, text: str) -> Catalogue:
    """The catalogue of a .po file. Entries without a translation, or with one that is marked as fuzzy, are left out."""
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    plural = _TWO_FORMS
    scripts = set[str]()
    for entry in _entries(text):
        if _SCRIPTS in entry.get("#:", ""):
            scripts.add(entry["msgid"])
        said = tuple(mark_particles(entry[key]) for key in sorted(entry) if key.startswith("msgstr"))
        if not entry.get("msgid"):
            written = _PLURAL.search(entry.get("msgstr", ""))
            plural = written[1].strip() if written else plural
        elif all(said) and "msgid_plural" in entry:
            forms[entry["msgid"]] = said
        elif all(said):
            texts[entry["msgid"]] = said[0]
    return Catalogue(code, texts, forms, c2py(plural), plural, frozenset(scripts))


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
