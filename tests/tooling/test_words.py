"""The catalogues' tool finds every text, and reports every fault of a catalogue; our own reader reads what Babel wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from deathmatch.core.catalogues import ENGLISH, LANGUAGES, read_catalogue
from deathmatch.core.speech import say, speaking
from tools import words

PYTHON = b"""
from deathmatch.core.speech import count, mark, say
# For translators: a button.
TITLE = mark("Play")
say("{name} waits "
    "for you", name=name)
count("{number} tile", "{number} tiles", many)
line.count("no text")
say(TITLE)
"""
TEMPLATE = b"""<p title="{{ say('A hint') }}">{{ count("{number} puzzle", "{number} puzzles", n) }}{% if say("Hidden") %}{% endif %}</p>"""
SCRIPT = b"""import { say, count } from "./say.js";
say("Copied"); count("one", "many", n); say(`Seat {seat}`, { seat }); other("no text");
"""
LESSON = b"""
title = "A lesson"
[[scene]]
name = "no text"
record = '''no text'''
[[scene.step]]
say = "Two\\nlines"
hints = ["First", "Second"]
[scene.step.right]
"no text" = "Right"
"""


def found(name: str, method: str, content: bytes) -> list[object]:
    return [message.id for message in words.texts([(name, method, content)]) if message.id]


def test_every_kind_of_file_gives_its_texts() -> None:
    assert found("a.py", words.METHODS[".py"], PYTHON) == ["Play", "{name} waits for you", ("{number} tile", "{number} tiles")]
    assert found("a.html", words.METHODS[".html"], TEMPLATE) == ["A hint", ("{number} puzzle", "{number} puzzles"), "Hidden"]
    assert found("a.js", words.METHODS[".js"], SCRIPT) == ["Copied", ("one", "many"), "Seat {seat}"]
    assert found("a.toml", words.METHODS[".toml"], LESSON) == ["A lesson", "Two lines", "First", "Second", "Right"]


def test_a_text_that_is_put_together_is_reported() -> None:
    source = b'say(f"{a} wins"); say("A" + b); say("A" if b else "B"); count("one", f"{n}", 2); say(NAME); say(one.title); say("A")'
    found = list(words.without_a_literal([("a.py", "", source)]))
    assert [line.split(": ")[0] for line in found] == ["a.py:1"] * 4
    assert list(words.without_a_literal(words.sources())) == []


def test_a_package_beside_the_house_brings_its_own_translations() -> None:
    with speaking("de"):
        assert say("Replay and review") == "Wiedergabe und Analyse"
        assert say("Submit") != "Submit", "the house's"


def template() -> Catalog:
    catalogue = Catalog()
    catalogue.add("Hello {name}")
    catalogue.add(("{number} tile of {name}", "{number} tiles of {name}"))
    return catalogue


def german(hello: str = "Hallo {name}", *tiles: str) -> Catalog:
    catalogue = Catalog(locale="de")
    catalogue.add("Hello {name}", hello)
    one, many = tiles or ("Ein Stein von {name}", "{number} Steine von {name}")
    catalogue.add(("{number} tile of {name}", "{number} tiles of {name}"), (one, many))
    return catalogue


def test_each_fault_of_a_catalogue_is_reported() -> None:
    def told(catalogue: Catalog) -> str:
        (one,) = words.complaints("de", catalogue, template())
        return one

    assert "is not translated: Hello" in told(german(""))
    assert "is not translated: {number} tile" in told(german("Hallo {name}", "Ein Stein von {name}", ""))
    assert "other names (name, whom)" in told(german("Hallo {whom}"))
    assert "other names (name)" in told(german("Hallo {name}", "Ein Stein", "{number} Steine von {name}"))
    assert "blanks" in told(german("Hallo {name} "))
    fuzzy = german()
    fuzzy["Hello {name}"].flags.add("fuzzy")
    assert "only a guess" in told(fuzzy)
    strange = german()
    strange.add("Bye", "Tschüs")
    assert "no such text: Bye" in told(strange)
    missing = german()
    missing.delete("Hello {name}")
    assert "is not in the catalogue" in told(missing)
    old = words.merged(strange, template())
    assert "obsolete" in told(old)


def test_a_file_is_written_without_dates_and_lines_and_read_back_by_both() -> None:
    catalogue = german('Sag „Hallo“ \\ "{name}"\nund\tgeh')
    catalogue["Hello {name}"].locations = [("src/a.py", 7)]
    text = words.written(catalogue).decode()
    assert "Date" not in text
    assert "#: src/a.py\n" in text
    assert words.written(words.read_po_text(text, "de")).decode() == text
    ours = read_catalogue("de", text)
    assert ours.say("Hello {name}", {"name": "Ann"}) == 'Sag „Hallo“ \\ "Ann"\nund\tgeh'
    assert ours.count("{number} tile of {name}", "", 3, {"name": "Ann"}) == "3 Steine von Ann"


@pytest.mark.parametrize("folder", [words.FOLDER, *(root / "languages" for root in words.BESIDE)], ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
def test_our_reader_and_babel_agree_on_each_catalogue(code: str, folder: Path) -> None:
    theirs = words.read(code, folder)
    ours = read_catalogue(code, (folder / f"{code}.po").read_text("utf-8"))
    done = [message for message in theirs if message.id and message.string and not message.fuzzy and all(words.forms(message.string))]
    assert len(ours.texts) + len(ours.forms) == len(done)
    for message in done:
        key = words.forms(message.id)[0]
        assert len(ours.forms[key]) == theirs.num_plurals if message.pluralizable else key in ours.texts
    for number in range(30):
        assert ours.form(number) < theirs.num_plurals
    assert f"plural={ours.plural};" in theirs.plural_forms.replace(" ", "") or ours.plural in theirs.plural_forms
