"""The catalogues' tool finds every text, and reports every fault of a catalogue; our own reader reads what Babel wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from deathmatch.core.catalogues import ENGLISH, LANGUAGES, read_catalogue
from deathmatch.core.speech import say, speaking
from tools import words


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
