"""Letters that are not seen, names in sentences, and names that look alike."""

from __future__ import annotations

import pytest

from deathmatch.core.letters import FSI, PDI, alike, filled, harmless, visible
from deathmatch.core.speech import say, speaking

KEPT = {
    "a family": "👨‍👩‍👧",
    "a tone of skin": "👩🏽‍🚀",
    "a heart in colour": "❤️‍🔥",
    "a key": "1️⃣",
    "the flag of England": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "an emoji newer than Python": "\U0001fae8",
    "Persian": "علی‌رضا",
    "Hindi": "क्‍षत्रिय",
    "Tamil": "தமிழ்",
    "pointed Hebrew": "שָּׁ",
    "Vietnamese": "Nguyễn Thị Thuỷ",
    "Hangul": "홍길동",
    "Thai": "ที่น้ำ",
}

GONE = {
    "an escape": "\x1b[2K",
    "a carriage of C1": "\x9b2K",
    "turned text": "\u202e",
    "an isolate": "\u2067",
    "a mark of direction": "\u200f",
    "a joiner of Latin letters": "\u200d",
    "a selector on a letter": "\ufe0f",
    "a filler of Hangul": "\u3164",
    "blank Braille": "\u2800",
    "a grapheme joiner": "\u034f",
    "a tag without a flag": "\U000e0041",
    "a soft hyphen": "\u00ad",
    "private use": "\ue000",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_letters_that_people_write_stay(text: str) -> None:
    assert harmless(text) == visible(text) == text


@pytest.mark.parametrize("sign", GONE.values(), ids=GONE)
def test_letters_that_nobody_sees_go_or_are_written_out(sign: str) -> None:
    assert harmless(f"a{sign}b") in ("ab", f"a{sign[1:]}b")
    assert visible(f"a{sign}b").isprintable()
    assert visible(f"a{sign}b") != f"a{sign}b"


@pytest.mark.parametrize("between", ["", "\u200d", "\u034f"])
def test_marks_on_one_letter_are_few(between: str) -> None:
    assert harmless("z" + between.join("\u0300\u0316" * 20)) == "z\u0300\u0316\u0300"
    assert harmless("न" + between.join("\u093c" * 20)).count("\u093c") <= 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Host", "HOST"),
        ("Host", "Hоst"),  # Cyrillic
        ("Host", "Ηοst"),  # Greek
        ("Host", "Ｈｏｓｔ"),
        ("Host", "𝓗𝓸𝓼𝓽"),
        ("Host", "ʜᴏꜱᴛ"),
        ("Host", "H0st"),
        ("Host", "H\u200bo\u00adst"),
        ("Ida", "lda"),
        ("Al 1", "AI l"),
        ("modern", "rnodern"),
        ("Straße", "STRASSE"),
        ("علی", "علي"),
        ("Zoë", "zoe\u0308"),
    ],
)
def test_names_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ben"), ("Ada", "Adam"), ("Müller", "Muller"), ("Team 2", "Team 3"), ("राम", "रमा")])
def test_names_that_people_tell_apart_differ(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_name_that_reads_from_right_to_left_is_set_apart_in_every_sentence() -> None:
    assert say("{name} won", name="דוד") == f"{FSI}דוד{PDI} won"
    assert say("{name} won", name="Ada") == "Ada won"
    assert filled("{a}", {"a": f"{FSI}דוד{PDI}"}) == f"{FSI}דוד{PDI}"
    with speaking("ko"):
        assert f"{FSI}דוד{PDI}" in say("{name} won", name="דוד")
    assert visible(f"{FSI}דוד{PDI} won") == "דוד won"
