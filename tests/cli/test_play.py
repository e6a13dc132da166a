"""A match in the terminal, by keys, by words, by notation; every way to leave it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from deathmatch import games
from deathmatch.cli.main import app
from deathmatch.cli.play import Act, Meant, marks, understand
from deathmatch.core.game import Choice, Number, Step
from deathmatch.match.record import read
from tests import wordy

GAUNTLET, FINAL = "five-card-trick/gauntlet", "five-card-trick/final"
SHORT = ("--option", "rounds=1", "--option", "max_rounds=1")


def play(game: str, typed: str, *args: str) -> Result:
    return CliRunner().invoke(app, ["play", game, "--seed", "3", *args], input=typed, env={"COLUMNS": "200"})


def moves(file: Path, actor: str = "A") -> list[str]:
    return [entry.text for entry in read(file.read_bytes(), games.find).entries if entry.actor == actor]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("s\ng\n\n", "score grow"),
        ("score\nclaim\n\n", "score claim"),
        ("grow & st\n", "grow steal"),
        ("b\nc\ns\n\n", "score block:claim"),
        ("b\n/back\n/back\n/back\nc\nt\n\n", "claim steal"),
        ("/state\n\n/help\n/log\n/nothing\nscore grow\n", "score grow"),
    ],
)
def test_a_move_by_keys_words_or_notation(tmp_path: Path, typed: str, move: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, typed, *SHORT, "--record", str(file), "--name", "Ann")
    assert result.exit_code == 0, result.output
    assert moves(file) == [move]
    assert "You play" in result.stdout
    assert "Ann plays" not in result.stdout
    assert " won." in result.stdout
    record = read(file.read_bytes(), games.find)
    assert (record.header.names.a, record.header.names.b) == ("Ann", "Steady")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("score score\n", "five-card-trick R3"),
        ("x\n", "x is no card"),
        ("\n", "The move is not complete"),
        ("timeout\n", "five-card-trick"),
        ("9\n", "five-card-trick R2"),
        ("?\n", "A command starts with a slash: /help"),
        ("quit\n", "A command starts with a slash: /quit"),
        ("\x1b[A\n", "\\x1b is no part"),
    ],
)
def test_bad_input_gets_a_clear_error_and_loses_nothing(tmp_path: Path, typed: str, said: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, "s\n" + typed + "g\n\n", *SHORT, "--record", str(file))
    assert result.exit_code == 0, result.output
    assert said in result.stdout
    assert "\x1b" not in result.stdout
    assert moves(file) == ["score grow"]


def test_a_level_is_an_opponent_and_the_record_has_its_name(tmp_path: Path) -> None:
    file = tmp_path / "match.dm"
    result = play("even-groups/standard", "/quit\n", "--against", "LEVEL-2", "--option", "side=2", "--record", str(file))
    assert "against Level-2." in result.stdout
    assert read(file.read_bytes(), games.find).header.names.b == "Level-2"


def test_what_the_opponent_submitted_is_not_shown_before_the_reveal() -> None:
    shown = play(GAUNTLET, "/quit\n").stdout
    assert "Steady's submission: sealed" in shown
    assert "Steady plays" not in shown


@pytest.mark.parametrize("typed", ["score grow\n/quit\n", "score grow\n", "score grow\nclaim\n"])
def test_whoever_leaves_has_a_record_without_what_was_sealed(tmp_path: Path, typed: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, typed, "--record", str(file))
    assert result.exit_code == 130
    assert "You left the match." in result.stdout
    assert "Traceback" not in result.output
    entries = read(file.read_bytes(), games.find).entries
    assert [entry.plain for entry in entries if entry.actor == "A"] == ["A score grow"]
    assert len(entries) == 2
    assert all(entry.seconds is not None for entry in entries)


@pytest.mark.parametrize("give_up", ["resign", "/resign"])
def test_resigning_asks_first_and_voids_what_was_sealed(tmp_path: Path, give_up: str) -> None:
    file = tmp_path / "match.dm"
    result = play(GAUNTLET, f"{give_up}\nno\nscore grow\n{give_up}\nyes\n", "--record", str(file))
    assert result.exit_code == 0, result.output
    assert "Steady won." in result.stdout
    entries = [entry.plain for entry in read(file.read_bytes(), games.find).entries]
    assert len(entries) == 3
    assert entries[-1] == "A resign"


def test_the_rule_book_is_at_hand() -> None:
    shown = play(GAUNTLET, "/rules\n/quit\n").stdout
    assert "R5 Three in a row." in shown


def test_a_record_that_cannot_be_written_at_the_end_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object, **_kwargs: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    result = play(GAUNTLET, "score grow\n/quit\n", "--record", str(tmp_path / "match.dm"))
    assert isinstance(result.exception, OSError)
    assert "deathmatch 1\ngame five-card-trick/gauntlet\n" in result.stdout
    assert "\nA score grow @" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((GAUNTLET, "--against", "nobody"), "has no bot nobody"),
        (("even-groups/standard", "--against", "level-9"), "level-1, level-2, level-3, level-4, level-5, level-6, level-7, level-8"),
        (("five-card-trick/none",), "has no variant none"),
        ((GAUNTLET, "--option", "colour=red"), "unknown option colour"),
        ((GAUNTLET, "--seat", "C"), "--seat"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_clear_error(args: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, ["play", *args])
    assert result.exit_code == 2
    assert said in result.stderr


def test_who_plays_a_game_that_needs_a_host_leads_it_too(tmp_path: Path) -> None:
    file = tmp_path / "match.dm"
    typed = 'ask AB text "Your word?"\nhello "there" #1\nask\nask A one red,blue "Colour?"\nred\n\ncount points A +1\nend A "Well played"\n'
    result = play("free-table/standard", typed, "--record", str(file), "--name", "Ann")
    assert result.exit_code == 0, result.output
    assert "your own words, 1 to 300 characters" in result.stdout
    assert "free-table R2" in result.stdout, "what is no line is refused with its rule, and the host goes on"
    assert "Ann won." in result.stdout
    assert moves(file) == [r'"hello \"there\" #1"', "red"]
    assert moves(file, "host")[-2:] == ["count points A +1", 'end A "Well played"']


def test_words_are_looked_up_in_the_terminal_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "find", wordy.find)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "deathmatch" / "lexicons").mkdir(parents=True)
    (tmp_path / "deathmatch" / "lexicons" / "birds.txt").write_text("emu\n", encoding="utf-8")
    missing = play("toy/lenient", "", "--against", "talker", "--option", "lexicon=fish")
    assert missing.exit_code == 2
    assert "the word lists are birds, short" in " ".join(missing.output.replace("│", " ").split())
    highest = "".join(f"bid {number}\n" for number in range(9, -1, -1))
    said = play("toy/lenient", f"{highest}say cat\nsay emu\n/quit\n", "--against", "talker", "--option", "lexicon=birds")
    assert "CAT is not in the list" in said.output
    assert "says EMU" in said.output
    assert "says CAT" not in said.output


def test_a_number_or_a_word_is_put_in_where_one_may_come(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "find", wordy.find)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    shown = play("toy/lenient", "bid\n0\n\nsay\nresign\n/back\nowl\n\n/quit\n", "--against", "talker").stdout
    assert "a number from 0 to " in shown
    assert "a word of 1 to 6 letters" in shown
    assert "Enter submits: say RESIGN" in shown
    assert "Player says OWL." in shown
    assert "Player resigns." not in shown


def test_a_bot_whose_words_no_list_has_gives_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "find", wordy.find)
    monkeypatch.setattr(wordy.Talker, "equip", lambda bot, _resources: bot)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    bids = "".join(f"bid {number}\n" for number in range(10))
    shown = play("toy/lenient", bids * 3, "--against", "talker", "--seat", "B", "--option", "first=A").stdout
    assert "Talker resigns." in shown
    assert "says ZZZ" not in shown


# --- In a terminal

HEARD = 20  # seconds without a sign, after which a key is sent again
TRIES = 9  # so often, and then the test gives up


def in_terminal(typed: bytes, columns: int, env: Mapping[str, str]) -> tuple[str, int]:
    """A match typed into a terminal of so many columns, a line at a prompt: what it shows, and the exit status."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-c", "from deathmatch.cli.main import main; main()", "play", GAUNTLET, "--seed", "3", *SHORT]
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")}
    shown, lines, last, silences = b"", typed.splitlines(keepends=True), b"", 0
    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**kept, "TERM": "xterm", **env},
        start_new_session=True,
        preexec_fn=own_terminal,
    ) as process:
        os.close(theirs)
        try:
            while True:
                if not select.select([ours], [], [], HEARD)[0]:
                    silences += 1
                    if silences > TRIES:
                        process.kill()
                    os.write(ours, last)  # a key that came before the prompt had the terminal was lost
                    continue
                shown += os.read(ours, 65536)
                if shown.endswith((b"> ", b"yes: ")) and lines:
                    last = lines.pop(0)
                    os.write(ours, last)
        except OSError:  # how Linux reports that the other end is closed
            pass
        finally:
            os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.returncode


def own_terminal() -> None:
    """Makes standard input the terminal that sends signals to the process about to start, which heeds them: a shell in the background
    has those that it starts ignore them."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9]")


@pytest.mark.parametrize(("key", "env"), [(b"\x03", {}), pytest.param(b"\x04", {"NO_COLOR": "1"}, marks=pytest.mark.nightly)])
def test_ctrl_c_and_ctrl_d_leave_in_peace_and_lines_fit_into_the_terminal(key: bytes, env: dict[str, str]) -> None:
    shown, status = in_terminal(b"score score\n" + key, 40, env)
    assert status == 130
    assert (COLOUR.search(shown) is None) == bool(env)
    told = re.sub(r"[^\n]*is (thinking|getting ready)|\x1b\[[0-9;?]*[A-Za-z]|\r", "", shown)
    assert max(map(len, told.splitlines())) <= 40
    assert "You left the match." in shown
    assert "Traceback" not in shown


# --- What is typed, and what it means


COMPASS = Step("where?", (Choice("none", "Nowhere", key="z"), Choice("n", "Nothing"), Choice("north", "North", key="n")))


def test_a_key_comes_before_the_word_of_another_choice_which_gets_a_mark_of_its_own() -> None:
    assert {mark: choice.token for mark, choice in marks(COMPASS).items()} == {"z": "none", "2": "n", "n": "north"}
    assert understand(COMPASS, "N") == Meant(Act.CHOOSE, "north")
    assert understand(COMPASS, "2") == Meant(Act.CHOOSE, "n")
    assert understand(COMPASS, "north") == Meant(Act.CHOOSE, "north")
    assert understand(COMPASS, "none") == Meant(Act.CHOOSE, "none")


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step("", (Choice("c4", "C4"), Choice("d5", "D5"))), ["c4", "d5"]),
        (Step("", (Choice("x", "Left"), Choice("y", "Right"))), ["1", "2"]),
        (Step("", (Choice("x", "Left"), Choice("y", "Right", key="1"))), ["#1", "1"]),
        (Step("", (Choice("3", "Three tiles"), Choice("5", "Five tiles"), Choice("1", "One tile"))), ["#1", "2", "#3"]),
        (Step("", (Choice("fold", "Give up"),), number=Number(0, 30)), ["#1"]),
        (Step("", (Choice("x", "Left", key="l"), Choice("y", "Low", key="l"))), ["l", "2"]),
    ],
)
def test_every_choice_has_one_mark_that_can_mean_nothing_else(step: Step, expected: list[str]) -> None:
    assert list(marks(step)) == expected
    for mark, choice in marks(step).items():
        assert understand(step, mark) == Meant(Act.CHOOSE, choice.token)


def test_a_number_means_itself_where_one_may_come_and_never_a_place_in_the_list() -> None:
    bid = Step("how much?", (Choice("fold", "Fold", key="f"), Choice("all", "All of it")), number=Number(0, 30))
    assert understand(bid, "1") == Meant(Act.CHOOSE, "1")
    assert understand(bid, "007") == Meant(Act.CHOOSE, "7")
    assert understand(bid, "fold") == Meant(Act.CHOOSE, "fold")
    for beyond in ("31", "-1", "1" * 5000, "\N{SUPERSCRIPT TWO}"):
        assert understand(bid, beyond) == Meant(Act.SEND, beyond)


def test_resign_typed_as_a_move_is_the_command_that_asks_first() -> None:
    assert understand(COMPASS, " RESIGN") == Meant(Act.COMMAND, "resign")
