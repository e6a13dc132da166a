"""What is refused when a file is loaded, with the line of the fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from deathmatch.onefile import loading
from tests.onefile.playing import refusing

GOOD = '''"""Guess

Both guess a number.

R2 (guess) Both choose a number.
"""
from deathmatch.onefile import *

class Guess(Game):
    wins = points("win", "wins")
    rounds = option(3, 1, 9)
    picture = """head A
                 text B.wins
                 head B, hand"""
    reasons = {"six": "{winner} has chosen six."}

    @question(seconds=20, late=1, rule=2)
    def guess(self, seat):
        """A number"""
        return one(range(1, 7))

    def play(self):
        for _ in self.each_round(self.rounds):
            guessed = yield ask("guess")
            if guessed[A] > guessed[B]:
                self.wins[A] += 1
            if guessed[A] == 6:
                self.end(A, "six")
'''


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SECONDS", 0.2)


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[str], str]:
    return refusing(tmp_path)


def test_the_file_without_a_fault_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "guess_it_2.py").write_text(GOOD)
    (variant,) = loading.load(tmp_path / "guess_it_2.py")
    assert (variant.id, variant.title, variant.words) == ("guess-it-2/standard", "Guess", "Both guess a number.")
    assert [option.key for option in variant.options] == ["rounds", "time_guess", "bank"]


FAULTS = {
    "a clock that is no option": ("seconds=20", 'seconds="time_think"', "17: the clock 'time_think' is no option; there are rounds"),
    "a reason that is not declared": ('self.end(A, "six")', 'self.end(A, "seven")', "28: the reason 'seven' is not declared"),
    "a reason that no rule gives": ('self.end(A, "six")', "pass", "15: no rule ends the match for the reason 'six'"),
    "a value that no rule uses": (
        '    wins = points("win", "wins")',
        '    pot = public(1)\n    wins = points("win", "wins")',
        "10: no rule uses pot",
    ),
    "an option that no rule uses": ("self.each_round(self.rounds)", "self.each_round(3)", "11: no rule uses rounds"),
    "a question that no rule asks": ('yield ask("guess")', "{A: 1, B: 6}\n            yield", "17: no rule asks the question 'guess'"),
    "a question that is not there": ('ask("guess")', 'ask("gess")', "24: there is no question 'gess'; there are guess"),
    "a part of the picture that names nothing": (
        "text B.wins",
        "text B.gold",
        "13: the picture has no part 'text B.gold': no value is 'B.gold'",
    ),
    "a part of the picture of no kind": ("head B, hand", "head B, band", "14: the picture has no part 'band': no value is 'band'"),
    "a value of a seat without the seat": ("text B.wins", "text wins", "13: the picture has no part 'text wins': write A.wins"),
    "too little room in the picture": (
        "range(1, 7)",
        "range(1, 10)",
        "12: 9 things to choose need more lines: write hand 2 in the picture",
    ),
    "a value that is not declared": ("self.wins[A] += 1", "self.luck = 1", "26: self.luck is no value that the class declares"),
    "a rule that is not in the book": ("rule=2", "rule=7", "17: the docstring of the file has no rule R7"),
    "a rule of an answer that is not in the book": (
        "one(range(1, 7))",
        "one(range(1, 7), rule=3)",
        "20: the docstring of the file has no rule R3",
    ),
    "a mistake in the rules": ("self.wins[A] += 1", "self.wins[A] += guessed", "26: TypeError: unsupported operand"),
    "a mistake in a question": ("range(1, 7)", "range(1, self.limit)", "20: AttributeError"),
    "a mistake in the text": ("self.wins[A] += 1", "self.wins[A] +=", "26: SyntaxError"),
    "a mistake while it is imported": ("class Guess", "SIX = int('six')\nclass Guess", "9: ValueError: invalid literal"),
    "rules that ask nothing": ('guessed = yield ask("guess")', "guessed = ask('guess')", "22: play holds the rules"),
    "rules that yield something else": (
        'yield ask("guess")',
        'yield [ask("guess")]',
        "TypeError: the rules yield ask(...) or deal(...), not ",
    ),
    "a value that no state can hold": (
        "self.wins[A] += 1",
        "self.wins[A] = 1.5",
        "TypeError: wins holds a value for each seat: a value is",
    ),
    "chance of its own": ("from deathmatch.onefile import *", "from deathmatch.onefile import *; import random", "7: rules are the same"),
    "a memory of its own": (
        "            if guessed[A] == 6:",
        "            SEEN.append(1)\n            self.wins[B] += len(SEEN) % 7 == 5\n            if guessed[A] == 6:",
        "the same answers lead to another end",
    ),
    "a word of the kit": ("wins = points", "score = points", "10: score is a word of the kit"),
    "a field of all games": ("wins = points", "winner = points", "10: winner is a field of all games"),
    "an answer that is no word": ("range(1, 7)", '["a b", "c"]', "17: things to choose are whole numbers or words"),
    "a question without answers": ("range(1, 7)", "()", "17: the question guess has no answer that is allowed"),
    "a question with too many answers": ("one(range(1, 7))", "sequence(range(12), 8)", "17: a question has at most 20000 answers"),
    "no book": ('"""Guess\n', '"""\n"""\n"""', "1: the file begins with its docstring"),
    "no game": ("class Guess(Game)", "class Guess(Other)", "9: NameError"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_with_its_line(fault: str, refused: Callable[[str], str]) -> None:
    was, now, words = FAULTS[fault]
    assert was in GOOD
    text = GOOD.replace(was, now).replace("class Guess", "SEEN = []\nclass Guess" if "SEEN" in now else "class Guess")
    found = refused(text)
    assert words in found
    assert not words[0].isdigit() or found.startswith(words), found


def test_answers_that_go_into_a_row_face_down_are_secret(refused: Callable[[str], str]) -> None:
    laid = GOOD.replace("    rounds = option", "    laid = row(6)\n    rounds = option").replace("text B.wins", "cards B.laid")
    laid = laid.replace('yield ask("guess")', 'yield ask("guess") if self.laid else {}')
    found = refused(laid.replace("one(range(1, 7))", 'sequence(range(1, 7), 1, into="laid")'))
    assert found == "18: laid is secret, and everybody reads the answers to guess: say secret=True"


def test_rules_that_never_end_are_refused_where_they_ask(refused: Callable[[str], str]) -> None:
    endless = GOOD.replace("self.each_round(self.rounds)", "iter(lambda: self.rounds, 0)").replace("guessed[A] == 6", "guessed[A] == 9")
    assert refused(endless) == "24: the rules never end: after 2000 answers and deals a random match still goes on"


def test_rules_that_do_not_come_to_an_end_are_refused_where_they_stay(
    refused: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "ANSWER_S", 0.5)
    assert refused(GOOD.replace("self.wins[A] += 1", "while True: pass")) == "26: this does not come to an end"


SECRET = '''"""Bids

Both bid in secret.

R2 (bid) A number.
"""
from deathmatch.onefile import *

class Bids(Game):
    bids = secret(0)
    best = public(0)
    wins = points("win", "wins", tells=True)

    @question(seconds=20, late=CHANCE, rule=2, secret=True)
    def bid(self, seat):
        """A bid"""
        return number(1, 9)

    def play(self):
        for _ in self.each_round(3):
            self.bids = yield ask("bid")
            winner = max(SEATS, key=self.bids.get)
            self.wins[winner] += 1
            self.best = self.wins[winner]
            self.say(f"{name(winner)} wins the round.")
'''
LEAKS = {
    "a secret in a public value": (
        "self.wins[winner]\n",
        "self.bids[winner]\n",
        "24: best tells the secret answer to bid to everybody: make it secret",
    ),
    "a secret in the log": ("wins the round.", "bids {self.bids[winner]}.", "25: the log tells the secret answer to bid: "),
    "a secret that nobody said is told": (", tells=True", "", "24: best tells the secret answer to bid"),
}


def test_a_value_may_tell_of_a_secret_on_purpose(tmp_path: Path) -> None:
    (tmp_path / "bids.py").write_text(SECRET)
    assert loading.load(tmp_path / "bids.py")[0].deals


@pytest.mark.parametrize("leak", LEAKS)
def test_a_secret_that_rules_tell_is_found_by_twins(leak: str, refused: Callable[[str], str]) -> None:
    was, now, words = LEAKS[leak]
    assert was in SECRET
    assert refused(SECRET.replace(was, now)).startswith(words)


def test_a_secret_that_rules_tell_later_is_found_too(refused: Callable[[str], str]) -> None:
    later = SECRET.replace(
        "            self.best = self.wins[winner]\n", '            yield ask("go")\n            self.best = self.bids[A]\n'
    )
    question = '    @question(seconds=20, late=None, rule=2)\n    def go(self, seat):\n        """Go on"""\n        return one(["go"])\n\n'
    found = refused(later.replace("    def play", f"{question}    def play"))
    assert found == "30: best tells the secret answer to bid to everybody: make it secret, or say tells=True if the book wants it told"


def test_a_question_gets_a_view_in_which_the_secret_of_the_other_is_hidden(refused: Callable[[str], str]) -> None:
    found = refused(SECRET.replace("number(1, 9)", "number(1, 9 + self.bids[seat.other])"))
    assert found.startswith("17: TypeError: unsupported operand type(s) for +: 'int' and 'Hidden'")


def test_a_hidden_deal_that_a_public_value_tells_is_found_though_the_deck_shrinks(refused: Callable[[str], str]) -> None:
    dealt = GOOD.replace(
        '    wins = points("win", "wins")', '    wins = points("win", "wins")\n    deck = hidden(list(range(20)))\n    parity = public(0)'
    )
    dealt = dealt.replace("text B.wins", "text parity").replace(
        '            guessed = yield ask("guess")',
        '            card = yield deal("card", self.deck)\n            self.deck.remove(card)\n'
        '            self.parity = card % 2\n            guessed = yield ask("guess")',
    )
    assert refused(dealt).startswith("28: parity tells the deal card to everybody")
