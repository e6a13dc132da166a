from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.cli.main import app
from tests import toy
from tests.bots import test_study

MATCH = test_study.MATCH.replace("{A} Ann", "Ann")
SAID = """Ann made 1, B 1 mistakes.

1  deal cards A:4 B:5: note. The numbers are dealt.
2  A bid 4: good. Ann wins the bid. (100 %)
3  B bid 1: mistake. B could have won the bid. (0 %)
   better: bid 5, wins the bid (100 %)
4  A guess 4: mistake. That was not the number. (100 %)
   better: guess 5 (100 %)
5  A again 5: good. Right. (100 %)
"""


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy")


def advise(file: Path, text: str, *args: str) -> tuple[int, str, str]:
    file.write_text(text)
    result = CliRunner().invoke(app, ["advise", str(file), *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_match_is_looked_back_at_in_words(tmp_path: Path) -> None:
    code, out, err = advise(tmp_path / "m.dm", MATCH)
    assert (code, err) == (0, "")
    assert out == SAID


def test_json_is_one_object_with_names_in_its_words(tmp_path: Path) -> None:
    code, out, _ = advise(tmp_path / "m.dm", MATCH, "--json")
    assert (code, out.count("\n")) == (0, 1)
    shown = json.loads(out)
    assert list(shown) == ["summary", "chart", "remarks", "decisions"]
    assert shown["summary"] == ["Ann made 1, B 1 mistakes."]
    assert shown["chart"]["points"][0] == [0, 0.5]
    third = {
        "event": 3,
        "ply": 1,
        "line": "B bid 1",
        "seat": "B",
        "verdict": "mistake",
        "words": "B could have won the bid.",
        "value": 0.0,
        "turning": False,
        "better": [{"move": "bid 5", "value": 1.0, "words": "wins the bid", "told": ""}],
    }
    assert shown["remarks"][2] == third


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MATCH.replace("deal refill 3\n", ""), "{file}: the match is not over; only a finished match can be reviewed\n"),
        (MATCH + "A bid 3\n", "{file}:11: the match is over (toy R1)\n"),
    ],
)
def test_what_cannot_be_looked_back_at_is_said_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "m.dm"
    assert advise(file, text) == (1, "", words.format(file=file))


def test_a_variant_without_an_advisor_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "VARIANTS", tuple(replace(variant, capabilities={}) for variant in toy.VARIANTS))
    status, out, err = advise(tmp_path / "m.dm", MATCH)
    assert (status, out) == (1, "")
    words = "matches of toy/lenient cannot be reviewed: the variant has no advisor; these variants have one: five-card-trick/gauntlet, "
    assert err.startswith(f"{tmp_path / 'm.dm'}: {words}")
