"""Typical mistakes of designers: each is found, with its cause, at the line that has it, and nothing else is said."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from deathmatch.judging import MATCHES, checks, judge
from deathmatch.judging.faults import Fault, Findings
from deathmatch.onefile import load
from tests import toy
from tools.conventions import ROOT

PLUGIN = ROOT / "examples" / "plugin"
SOURCE = Path(toy.__file__)
FROZEN = "@dataclass(frozen=True, slots=True)\nclass State"
OVER = 'if state.round < int(self.values["rounds"])'

MISTAKES = [
    ('Clock(("time_bid",))', 'Clock(("time_bids",))', "the clock 'time_bids' is no time option", "class Owed"),
    ('Over(None, "level")', 'Over(None, "even")', "the match ends for the reason even, which is not declared", "def play"),
    ("        deals=True,\n", "", "chance deals, and the variant does not say so", "def pending"),
    ('class="ink"', 'class="ink inky"', "no theme has this class, so nothing is painted", "def picture"),
    ('font-size="12"', 'font-size="7"', "a text is smaller than 9.5 units, which nobody reads on a phone", "def picture"),
    ('return f"refill {deal}"', 'return f"{deal}"', "the text of a deal does not begin with its keyword", "def write"),
    (
        "        return View(\n",
        "        number = state.numbers.a if eye == PUBLIC else number\n        return View(\n",
        "view tells the public of a hidden deal, which its state does not show",
        "def view",
    ),
    ("asked_seat(view.eye, asked)", "pass", "an eye that owes nothing gets a decision", "def decision"),
    (FROZEN, FROZEN.replace("frozen=True, ", ""), "a state cannot be hashed", "class State"),
    ("range(self.most + 1)]", "range(self.most + 2)]", "`check` refuses a move that `moves` lists or `sample` gives", "def check"),
    ('([0-9])", text.strip(), re.IGNORECASE)', '([0-9])", text.strip())', "a text is not read back in every", "def read"),
    ('f"{before.active} say', 'f"{before.active} shout', "the notation of a beat is no event of its step", "def narrate"),
    (OVER, "if True", "a random match does not end", "def play"),
    ('at most", R2)', 'at most", Rule("toys", 2))', "a refusal cites no rule of the game's book", "def check"),
    ("return state.outcome\n", "return {}[0]\n", "KeyError: 0", "return {}[0]"),
    ('return {"number"', 'return {"seat": 1, "number"', "a field is one of the referee's", "def private"),
    (
        "Number(0, self.most)",
        "Number(0, self.most + 1)",
        "`compose` refuses a token that it offered, or finishes a text that cannot be read",
        "def compose",
    ),
]


def module(text: str, folder: Path) -> ModuleType:
    """The game of this text."""
    file = folder / "broken.py"
    file.write_text(text, encoding="utf-8")
    spec = spec_from_file_location("broken", file)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules["broken"] = made
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize(("right", "wrong", "cause", "line"), MISTAKES, ids=lambda text: text[:30])
def test_a_mistake_is_found_at_its_line(right: str, wrong: str, cause: str, line: str, tmp_path: Path) -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert right in text
    broken = module(text.replace(right, wrong), tmp_path)
    found = [finding for finding in judge(broken.VARIANTS[:1], tmp_path) if finding.fault.cause.startswith(cause)]
    (place,) = {finding.place for finding in found}
    file, _, number = place.rpartition(":")
    assert Path(file) == tmp_path / "broken.py"
    lines = (tmp_path / "broken.py").read_text(encoding="utf-8").splitlines()
    assert line in "\n".join(lines[int(number) - 1 : int(number) + 1])  # a class begins with its decorator
    assert not found[0].fault.warning


@pytest.mark.parametrize("matches", [1, pytest.param(MATCHES, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("file", ["three_lamps.py", "swapping_black_and_white.py"])
def test_the_examples_in_one_file_have_no_fault(file: str, matches: int) -> None:
    assert not judge(load(ROOT / "examples" / file, played=False), ROOT / "examples" / file, matches)


def test_a_picture_of_a_game_in_one_file_is_named_at_its_class(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "swapping_black_and_white.py").read_text(encoding="utf-8").replace('"pale" if', '"purple" if')
    file = tmp_path / "tiles.py"
    file.write_text(text, encoding="utf-8")
    (found,) = judge(load(file, played=False), file, 1)
    assert found.fault.cause == "no theme has this class, so nothing is painted"
    assert found.place == f"{file}:{text.splitlines().index('class SwappingBlackAndWhite(Game):') + 1}"


def test_the_example_of_a_package_has_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    assert not judge(import_module("penny_match").VARIANTS, PLUGIN / "penny_match")


def test_a_cause_is_said_once_with_its_count_and_its_first_place() -> None:
    found = Findings(SOURCE)
    for seen in ("one", "two"):
        found.add(Fault("it is wrong", seen, toy.Toy.play, "Mend it."), f"match {seen}")
    found.add(Fault("it could be better", warning=True), "match three")
    found.run(lambda: iter([]), "match four")
    lines = [line for finding in found for line in finding.lines()]
    number = toy.Toy.play.__code__.co_firstlineno
    assert lines == [
        f"tests/toy.py:{number}: it is wrong (2 times; first in match one, one)",
        "    Mend it.",
        "tests/toy.py: warning: it could be better (once; first in match three)",
    ]


def test_what_takes_too_long_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LIMIT_MS", 0.0)
    found = judge(toy.VARIANTS[:1], SOURCE, 1)
    assert {"`view` takes more than 0 ms", "`picture` takes more than 0 ms"} <= {finding.fault.cause for finding in found}
    assert all(finding.fault.warning for finding in found)
