"""A language that puts ⟦ ⟧ around every text: whatever stands outside of them when something is told has bypassed the catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from deathmatch import games
from deathmatch.core import catalogues
from deathmatch.core.catalogues import Catalogue
from deathmatch.core.speech import speaking
from deathmatch.server.web.assets import Asset, assets

CODE = "pseudo"
KINDS = ("", "-front")  # of files with the words of scripts
_OPEN, _CLOSE = "⟦", "⟧"
_INNERMOST = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*{_CLOSE}")
_CUT = re.compile(r"⟦\w*\.|⟦[^⟦⟧]*$|^[^⟦⟧]*⟧")  # an abbreviated text has no end, and a line may hold a part of one
_NAME = re.compile(r"\{[A-Z]\}")
_WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]+|[A-Za-z][a-z]+")  # capitals alone are letters and words of a game
_LISTS = ("{several} and {last}", "{several} or {last}")  # `core/speech.py`
FORMS: dict[str, str] = {}
"""The text for 1 -> the text for every other number, of the scripts' texts that have both."""

VERBATIM = frozenset(
    ("given", "key", "known", "words", "word", "token", "tokens", "texts", "text", "move", "moves", "answer", "format", "kind", "unknown")
)
"""Values that are notation or somebody's own text, and are told as they are."""


def bare(told: str) -> list[str]:
    """The words that no catalogue was asked for."""
    rest = _NAME.sub(" ", told)
    while rest != (less := _INNERMOST.sub(" ", rest)):
        rest = less
    return _WORD.findall(_CUT.sub(" ", rest))


@dataclass(frozen=True, slots=True)
class Pseudo(Catalogue):
    """A catalogue that has every text.

    Attributes:
        asked: the texts that it was asked for.
        pasted: for a text, a value of it that had words of its own which came from no catalogue.
    """

    asked: set[str] = field(default_factory=set[str])
    pasted: dict[str, str] = field(default_factory=dict[str, str])

    def say(self, text: str, values: Mapping[str, object]) -> str:
        """The text in brackets."""
        self.asked.add(text)
        if text in _LISTS:  # the brackets must not hide what is listed
            return text.replace(" ", f" {_OPEN}", 1).replace(" {", f"{_CLOSE} {{").format_map(values)
        for name, value in values.items():
            if name not in VERBATIM and isinstance(value, str) and bare(str(value)):
                self.pasted[text] = str(value)
        told = text.format_map(values) if values else text
        return "\n".join([f"{_OPEN}{line}{_CLOSE}" for line in told.split("\n")])

    def count(self, one: str, many: str, number: int, values: Mapping[str, object]) -> str:
        """The form for the number in brackets."""
        return self.say(one if number == 1 else many, {"number": number, **values})


@contextmanager
def pseudo() -> Iterator[Pseudo]:
    """Speaks it in the block."""
    language = Pseudo(CODE, {})
    known = catalogues._known
    known[CODE] = language
    try:
        with speaking(CODE):
            yield language
    finally:
        del known[CODE]


def script_of(texts: Iterable[str]) -> Asset:
    """The file with the words of the pages' scripts."""
    known = {text: f"{_OPEN}{text}{_CLOSE}" for text in texts}
    counted = {one: [f"{_OPEN}{one}{_CLOSE}", f"{_OPEN}{many}{_CLOSE}"] for one, many in FORMS.items() if one in known}
    script = (
        "globalThis.saying = { finish: (text) => text, form: (n) => Number(n !== 1), texts: " + json.dumps({**known, **counted}) + " };"
    )
    return Asset.of(f"say-{CODE}.js", script.encode())


def offer(monkeypatch: pytest.MonkeyPatch, *, scripts: bool = False) -> Pseudo:
    """Has servers in this process offer the language, for a test: `language=pseudo` in a cookie chooses it.

    If `scripts`, pages get the words of all scripts; the worker processes of these servers speak English.
    """
    texts: set[str] = set()
    if scripts:
        from deathmatch.server.replays.orders import FilmOrder
        from tools import words

        monkeypatch.setattr("deathmatch.server.web.replays.FilmOrder", partial(FilmOrder, language="en"))
        found = list(words.template())
        FORMS.update({str(one.id[0]): str(one.id[1]) for one in found if one.pluralizable})
        texts = {words.forms(one.id)[0] for one in found if any("/web/static/" in place for place, _ in one.locations)}
    language = Pseudo(CODE, {})
    monkeypatch.setitem(cast("dict[str, str]", catalogues.LANGUAGES), CODE, "Brackets")
    monkeypatch.setitem(catalogues._known, CODE, language)
    for kind in KINDS:
        monkeypatch.setitem(assets().by_name, f"say-{CODE}{kind}.js", script_of(texts))
    return language


def speaks(game: str) -> bool:
    """Whether a game says its words through the catalogue. A new one may speak English alone, and so does the toy game."""
    folder = Path(games.__file__).parent / game.replace("-", "_")
    return any(re.search(r"core\.speech import .*\bsay\b", path.read_text("utf-8")) for path in folder.rglob("*.py"))
