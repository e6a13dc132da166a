"""The language in which people are told something: catalogues, plural forms, Korean particles, and caches for each language."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from deathmatch.core import catalogues
from deathmatch.core.catalogues import Catalogue, choose_particles, mark_particles, read_catalogue
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.speech import cached_by_language, count, mark, say, signs_of, speaking, spoken
from tests import loops

GERMAN = r"""
msgid ""
msgstr ""
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: src/deathmatch/match/clock.py
msgid "{loser} resigns: {winner} wins."
msgstr ""
"{loser} gibt auf: "
"{winner} gewinnt."

msgid "{number} tile of {name}"
msgid_plural "{number} tiles of {name}"
msgstr[0] "{number} Stein von {name}"
msgstr[1] "{number} Steine von {name}"

msgid "Say \"{words}\"\n"
msgstr "Sagt „{words}“\n"

#, fuzzy
msgid "Doubtful"
msgstr "Zweifelhaft"

msgid "Not yet"
msgstr ""

#~ msgid "Gone"
#~ msgstr "Fort"
"""

KOREAN = r"""
msgid ""
msgstr "Plural-Forms: nplurals=1; plural=0;\n"

msgid "{name} plays {tile}."
msgstr "{name}님이 {tile}{을/를} 냅니다."

msgid "{number} tile of {name}"
msgid_plural "{number} tiles of {name}"
msgstr[0] "{name}님의 타일 {number}개"
"""


@pytest.fixture(autouse=True)
def _two_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"de": read_catalogue("de", GERMAN), "ko": read_catalogue("ko", KOREAN)}
    monkeypatch.setattr(catalogues, "_known", known)


def test_english_is_the_text_itself() -> None:
    assert spoken() == "en"
    assert say("{A} waits") == "{A} waits"  # filled in later
    assert say("{loser} resigns: {winner} wins.", loser="{A}", winner="Ann") == "{A} resigns: Ann wins."
    assert count("{number} tile of {name}", "{number} tiles of {name}", 1, name="Ann") == "1 tile of Ann"
    assert count("{number} tile of {name}", "{number} tiles of {name}", 0, name="Ann") == "0 tiles of Ann"
    assert mark("A constant") == "A constant"


def test_a_block_speaks_its_language_and_then_the_one_before() -> None:
    with speaking("de"):
        assert say("{loser} resigns: {winner} wins.", loser="{A}", winner="Ann") == "{A} gibt auf: Ann gewinnt."
        assert say('Say "{words}"\n', words="x") == "Sagt „x“\n"
        assert [count("{number} tile of {name}", "{number} tiles of {name}", n, name="Ann") for n in (1, 2)] == [
            "1 Stein von Ann",
            "2 Steine von Ann",
        ]
        with speaking("ko"):
            assert spoken() == "ko"
            assert count("{number} tile of {name}", "{number} tiles of {name}", 2, name="Ann") == "Ann님의 타일 2개"
            with speaking("en"):
                assert say("Not yet") == "Not yet"
        assert spoken() == "de"
        assert (say("Doubtful"), say("Not yet"), say("Gone")) == ("Doubtful", "Not yet", "Gone")  # none counts as translated
        assert count("Not yet", "{loser} resigns: {winner} wins.", 2, loser="{A}", winner="Ann") == "{A} gibt auf: Ann gewinnt."
    assert spoken() == "en"


async def _heard() -> str:
    await asyncio.sleep(0)
    return spoken()


def test_tasks_go_on_in_the_language_in_which_they_began() -> None:
    async def two() -> list[str]:
        with speaking("de"):
            german = asyncio.create_task(_heard())
        return [await german, await _heard()]

    assert loops.run(two()) == ["de", "en"]


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no language xx; there are en, "), speaking("xx"):
        pass


def test_each_language_has_its_own_cache() -> None:
    calls = list[int]()

    @cached_by_language(maxsize=4)
    def told(number: int) -> str:
        """About a number."""
        calls.append(number)
        return count("{number} tile of {name}", "{number} tiles of {name}", number, name="Ann")

    assert told(2) == told(2) == "2 tiles of Ann"
    with speaking("de"):
        assert told(2) == told(2) == "2 Steine von Ann"
    assert told(2) == "2 tiles of Ann"
    assert calls == [2, 2]
    assert told.__doc__ == "About a number."


@pytest.mark.parametrize(
    ("word", "particle", "expected"),
    [
        ("타일", "{을/를}", "타일을"),
        ("카드", "{을/를}", "카드를"),
        ("타일", "{으로/로}", "타일로"),
        ("집", "{으로/로}", "집으로"),
        ("카드", "{으로/로}", "카드로"),
        ("7", "{이/가}", "7이"),
        ("7", "{으로/로}", "7로"),
        ("6", "{으로/로}", "6으로"),
        ("42", "{은/는}", "42는"),
        ("JIAO", "{과/와}", "JIAO와"),
        ("“판”", "{이/}", "“판”이"),
        ("(b3)", "{을/를}", "(b3)을"),
        ("{A}", "{이/가}", "{A}이(가)"),
        ("", "{이/가}", "가"),
        (f"물{')' * 7}", "{이/가}", f"물{')' * 7}이"),
        (f"물{')' * 8}", "{이/가}", f"물{')' * 8}가"),  # no more than eight characters are looked at, however long a value is
    ],
)
def test_a_particle_follows_the_last_sound(word: str, particle: str, expected: str) -> None:
    assert choose_particles(mark_particles(f"{{word}}{particle}").format(word=word)) == expected


def test_a_particle_in_a_sentence_is_chosen_once_the_names_are_in() -> None:
    with speaking("ko"):
        assert say("{name} plays {tile}.", name="{B}", tile="검은 돌") == "{B}님이 검은 돌을 냅니다."
        assert (
            say("{name} plays {tile}.", name="{/}", tile="{이/가}") == "{/}님이 {이/가}을(를) 냅니다."
        )  # what somebody typed is no notation


def test_a_sentence_is_known_in_another_language_by_its_longest_piece_between_names() -> None:
    texts = {"{player} folds: {sale}": "{player} passt, also: {sale}", "Fold": "Passen", "nobody folds": "{a} {b}"}
    forms = {"{number} tile folds": ("{number} Plättchen", "{number} Plättchen passen")}
    assert Catalogue("xx", texts, forms).signs_of("folds") == [" passt, also: ", " Plättchen", " Plättchen passen"]
    assert signs_of("folds") == ["folds"]


def test_a_package_beside_the_house_may_know_some_languages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "_known", {})
    monkeypatch.setattr(catalogues, "under", lambda _: {"x": SimpleNamespace(load=lambda: "tests")})
    assert catalogues.catalogue("de").texts


def test_an_article_follows_the_gender_of_the_noun_that_is_filled_in() -> None:
    entries = ("rat", "Ratte{/f}"), ("guard", "Wächter{/m}"), ("your {one}", "{deinen/deine/dein} {eigenen/eigene/eigenes} {one}")
    german = read_catalogue("de", "\n\n".join(f'msgid "{english}"\nmsgstr "{told}"' for english, told in entries))
    told = [german.say("your {one}", {"one": german.say(noun, {})}) for noun in ("rat", "guard")]
    assert told == ["deine eigene Ratte", "deinen eigenen Wächter"]
