"""A match in the terminal, by keys, by numbers, by notation; every way to leave it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from deathmatch import games
from deathmatch.cli.main import app
from deathmatch.match.record import read
from tests import wordy

GAUNTLET, FINAL = "five-card-trick/gauntlet", "five-card-trick/final"
SHORT = ("--option", "rounds=1", "--option", "max_rounds=1")


def play(game: str, typed: str, *args: str) -> Result:
    return CliRunner().invoke(app, ["play", game, "--seed", "3", *args], input=typed)


def moves(file: Path, actor: str = "A") -> list[str]:
    return [entry.text for entry in read(file.read_bytes(), games.find).entries if entry.actor == actor]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("s\ng\n\n", "score grow"),
        ("1\n1\n\n", "score grow"),
        ("score\nclaim\n\n", "score claim"),
        ("grow & st\n", "grow steal"),
        ("b\nc\ns\n\n", "score block:claim"),
        ("b\n-\n-\nback\nc\nt\n\n", "claim steal"),
        ("?\n\nhelp\nscore grow\n", "score grow"),
    ],
)
def test_a_move_by_keys_numbers_tokens_or_notation(tmp_path: Path, typed: str, move: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, typed, *SHORT, "--record", str(file), "--name", "Ann")
    assert result.exit_code == 0, result.output
    assert moves(file) == [move]
    assert "Ann plays" in result.stdout
    assert " won." in result.stdout
    record = read(file.read_bytes(), games.find)
    assert (record.header.names.a, record.header.names.b) == ("Ann", "Steady")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("score score\n", "five-card-trick R3"),
        ("x\n", "x is no card"),
        ("\n", "Nothing to send yet"),
        ("timeout\n", "five-card-trick"),
        ("9\n", "five-card-trick R2"),
    ],
)
def test_bad_input_gets_a_clear_error_and_loses_nothing(tmp_path: Path, typed: str, said: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, "s\n" + typed + "g\n\n", *SHORT, "--record", str(file))
    assert result.exit_code == 0, result.output
    assert said in result.stdout
    assert moves(file) == ["score grow"]


def test_the_other_seat_and_another_bot_and_the_priority_decision(tmp_path: Path) -> None:
    file = tmp_path / "match.dm"
    result = play(FINAL, "score grow\n", *SHORT, "--against", "strong", "--seat", "b", "--record", str(file))
    assert result.exit_code == 0, result.output
    assert "you are B, against strong" in result.stdout
    assert moves(file, "B") == ["score grow"]


def test_the_same_seed_gives_the_same_opponent() -> None:
    typed = "score grow\nclaim steal\n"
    options = ("--option", "rounds=2", "--option", "max_rounds=2")
    assert play(GAUNTLET, typed, *options).stdout == play(GAUNTLET, typed, *options).stdout


def test_what_the_opponent_submitted_is_not_shown_before_the_reveal() -> None:
    shown = play(GAUNTLET, "quit\n").stdout
    assert "Steady's submission: sealed" in shown
    assert "Steady plays" not in shown


@pytest.mark.parametrize("typed", ["score grow\nquit\n", "score grow\n", "score grow\nclaim\n"])
def test_whoever_leaves_has_a_record_without_what_was_sealed(tmp_path: Path, typed: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, typed, "--record", str(file))
    assert result.exit_code == 130
    assert "You left the match." in result.stdout
    assert "Traceback" not in result.output
    entries = read(file.read_bytes(), games.find).entries
    assert len(entries) == 2


def test_resigning_asks_once_and_voids_what_was_sealed(tmp_path: Path) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, "resign\nno\nscore grow\nresign\nyes\n", "--record", str(file))
    assert result.exit_code == 0, result.output
    assert "Steady won." in result.stdout
    entries = [entry.plain for entry in read(file.read_bytes(), games.find).entries]
    assert len(entries) == 3
    assert entries[-1] == "A resign"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((GAUNTLET, "--against", "nobody"), "has no bot nobody"),
        (("five-card-trick/none",), "has no variant none"),
        ((GAUNTLET, "--option", "colour=red"), "there is no option colour"),
        ((GAUNTLET, "--seat", "C"), "--seat"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_clear_error(args: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, ["play", *args])
    assert result.exit_code == 2
    assert said in result.stderr


def test_words_are_looked_up_in_the_terminal_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "find", wordy.find)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "deathmatch" / "lexicons").mkdir(parents=True)
    (tmp_path / "deathmatch" / "lexicons" / "birds.txt").write_text("emu\n", encoding="utf-8")
    missing = play("toy/lenient", "", "--against", "talker", "--option", "lexicon=fish")
    assert missing.exit_code == 2
    assert "there are birds, short" in " ".join(missing.output.replace("│", " ").split())
    highest = "".join(f"bid {number}\n" for number in range(9, -1, -1))
    said = play("toy/lenient", f"{highest}say cat\nsay emu\nquit\n", "--against", "talker", "--option", "lexicon=birds")
    assert "CAT is not in the list" in said.output
    assert "says EMU" in said.output
    assert "says CAT" not in said.output
