"""Each pattern of the prose check finds its offence and leaves plain English and code alone."""

from __future__ import annotations

import pytest

from tools import prose

OFFENCES = (
    ("whoever", "The seat goes to whoever asks."),
    ("that which", "It keeps that which was sealed."),
    ("old words", "The page is built anew."),
    ("where for if", "Where there is a bot, it plays."),
    ("where for if", "It is shown where it has a name."),
    ("where for if", "It raises LookupError where the name is wrong."),
    ("is there", "A library that is there already is kept."),
    ("of which", "There are two lists, of which one is short."),
    ("what-clause", "It keeps what was sealed."),
    ("who as a noun", "Who was late loses."),
    ("of first", "Of all moves the first is taken."),
    ("the own", "A player changes the own name."),
    ("so many", "One of so many moves is a time-out."),
    ("and nothing else", "It prints one object and nothing else."),
    ("nothing but", "It prints nothing but one object."),
    ("inverted if", "Every move counts, be it late or early."),
    ("for meaning because", "It waits, for it has no turn."),
    ("is said", "A failure is said in the log."),
    ("as it were", "The seats swap, as it were."),
    ("long sentence", " ".join(["word"] * 41) + "."),
)
PLAIN = (
    "If a bot plays, the page shows where it stands. The log shows where it is.",
    "What can the host do? Who has won? The second of all moves. It says so many times.",
    " ".join(["word"] * 40) + ". " + " ".join(["word"] * 40) + ".",
    "\n".join(f"- {' '.join(['word'] * 20)}" for _ in range(4)),
    "`what is` code\n\n```text\nwhoever\n```\n\n<!-- generated: x -->\nwhoever\n<!-- end -->",
)


def rules(path: str, text: str) -> list[tuple[int, str]]:
    return [(one.line, one.rule) for one in prose.offences({path: text})]


def test_every_pattern_finds_its_offence_and_plain_english_passes() -> None:
    assert {rule for rule, _ in OFFENCES} == {rule.name for rule in prose.RULES} | {"long sentence"}
    for rule, text in OFFENCES:
        assert rules("docs/a.md", f"# A\n\n{text}\n") == [(3, rule)], text
    for text in PLAIN:
        assert rules("docs/a.md", text) == []


def test_english_in_code_is_read_and_code_is_not() -> None:
    docstring = '"""Keep\n\n    what was sealed.\n\n    >>> f("for what it is")\n    """'
    python = f'def f() -> str:\n    {docstring}\n    whoever = "what_is"\n    return f"whoever {{whoever}} is"\n'
    assert rules("src/a.py", python) == [(4, "what-clause"), (9, "whoever")]
    assert rules("src/a.js", "// whoever\nconst whoever = 'x'\nsay(`To whoever ${whoever} asks`)\n") == [(3, "whoever")]
    assert rules("src/a.html", '<p class="what is">For\n{{ whoever }} <b>whoever</b> asks</p>\n{# whoever #}') == [(2, "whoever")]


@pytest.mark.parametrize("path", ["rules/a.md", "tests/a.py", "CHANGELOG.md", "docs/a.txt"])
def test_other_files_are_left_alone(path: str) -> None:
    assert rules(path, '"""To whoever it is."""\n') == []
