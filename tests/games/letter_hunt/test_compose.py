"""What is offered step by step, with what is said to it; and the word list, which live play asks and a replay does not."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import FreeWord, Step
from deathmatch.core.optional import Aid, aided
from deathmatch.core.seats import Seat
from deathmatch.match.position import By, Position
from tests.games.letter_hunt.matches import Host
from tests.games.letter_hunt.test_rule_cases import GAMBIT, MISS, OVER, PLAIN, SHORT, WORD, play

ONE_HOLD = {"first": "A", "holds": 1}


def step(position: Position, *prefix: str, seat: Seat | None = None) -> Step:
    return position.decision(seat or position.owing[0]).compose(prefix)


def tokens(given: Step) -> str:
    return " ".join(choice.token for choice in given.choices)


def notes(given: Step) -> dict[str, str]:
    return {choice.token: choice.note for choice in given.choices if choice.note}


# --- The set-up


def test_letters_are_held_in_any_order_and_each_is_a_whole_move_already() -> None:
    position = play("gambit", GAMBIT, **ONE_HOLD)
    first = step(position, seat=Seat.A)
    assert tokens(first) == "a b c d e all none"
    assert first.whole is None
    assert [choice.slot for choice in first.choices] == ["hand-1", "hand-2", "hand-3", "hand-4", "hand-5", None, None]
    for prefix in (("c", "a"), ("a", "c")):
        next_ = step(position, *prefix, seat=Seat.A)
        assert (next_.whole, tokens(next_)) == ("hold AC", "b d e")
        assert next_.prompt == "Keep AC, give up BDE"
    assert step(position, "none", seat=Seat.A).whole == "hold -"
    assert step(position, "all", seat=Seat.A).whole == "hold ABCDE"
    assert step(position, "a", "b", "c", "d", "e", seat=Seat.A).choices == ()


# --- The turns


def test_a_turn_is_a_word_or_a_guess_until_words_are_over() -> None:
    assert tokens(step(play("gambit", GAMBIT, **PLAIN))) == "word guess hand"
    over = play("colosseum", OVER, **SHORT)
    assert tokens(step(over)) == "guess hand"
    assert over.decision(Seat.A).words == "a guess"
    with pytest.raises(Malformed):
        step(over, "word")


def test_a_word_is_typed_and_a_used_one_is_refused_with_the_rule() -> None:
    position = play("gambit", [*WORD, "B hint any", "A hint one"], **PLAIN)
    assert step(position, "word").word == FreeWord(3, 15)
    assert (step(position, "word", "jumps").whole, step(position, "word", "jumps").view.last.what) == ("word JUMPS", "JUMPS")
    for token, rule in (("basic", 10), ("ox", 10), ("x" * 16, 10), ("re-do", 10)):
        with pytest.raises(Malformed) as caught:
            step(position, "word", token)
        assert caught.value.rule.number == rule


def test_a_guess_that_cannot_be_right_is_warned_of_and_allowed() -> None:
    """Q28, by what the table tells: one's own letter, one that is out, a wrong guess, a slip; the answers too where it deduces."""
    events = [*GAMBIT, "A word POX", "B hint none", "A hint any", "B guess Z", "B lose Q", "B lose F", "A guess W", "A lose A"]
    position = play("gambit", [*events, "B guess B"], **PLAIN, slip="reveal")
    next_ = step(position, "guess")
    assert [choice.slot for choice in next_.choices] == [f"letter-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    reasons = {"cde": "it is in your own hand", "abf": "it is out", "qw": "it is known not to be there"}
    assert notes(next_) == {letter: reason for letters, reason in reasons.items() for letter in letters}
    warning = "{} cannot be right: {}. A wrong guess costs a letter of yours.".format
    expected = Step("Guess W", whole="guess W", warning=warning("W", "it is known not to be there"))
    assert (step(position, "guess", "w"), step(position, "guess", "p").warning) == (expected, "")
    view = aided(position.game, position.view(Seat.A), Aid.DEDUCTION)
    assert position.game.decision(view).compose(("guess", "p")).warning == warning("P", "the answers rule it out")


def test_a_whole_hand_takes_as_many_letters_as_there_are_and_warns() -> None:
    position = play("gambit", [*GAMBIT, "A guess F", "B guess A"], **PLAIN)
    assert (step(position, "hand").prompt, step(position, "hand", "g", "j").prompt) == ("Name all 4 letters", "Name 2 more")
    whole = step(position, "hand", "j", "g", "h", "i")
    assert (whole.whole, whole.choices, whole.warning) == ("hand GHIJ", (), "If one letter is wrong, you lose the match.")
    assert step(position, "hand", "b", "g", "h", "i").warning.startswith("B cannot be right: it is in your own hand.")
    assert step(position, "hand", "b", "g", "f", "i").warning == "B and F cannot be right. A wrong hand loses the match."
    with pytest.raises(Malformed):
        step(position, "hand", "g", "h", "i", "j", "k")


def test_hints_that_are_left_are_offered_with_their_question() -> None:
    first = step(play("gambit", [*WORD, "B hint any"], **PLAIN))
    assert [(choice.token, choice.slot, choice.note) for choice in first.choices] == [
        ("none", "hint-1", "No letter?"),
        ("one", "hint-2", "Exactly one letter?"),
    ]
    assert first.prompt == "Does {B} hold letters of BASIC? One press sends it."
    assert step(play("gambit", [*WORD, "B hint any"], **PLAIN), "one").quick
    with pytest.raises(Malformed):
        step(play("gambit", [*WORD, "B hint any"], **PLAIN), "any")


def test_a_letter_to_lose_is_one_of_the_hand_and_a_slip_is_warned_of() -> None:
    assert tokens(step(play("gambit", MISS, **PLAIN))) == "a b c d e"
    slips = play("gambit", MISS, **PLAIN, slip="reveal")
    assert len(step(slips).choices) == 26
    assert [choice.slot for choice in step(slips).choices][:6] == ["hand-1", "hand-2", "hand-3", "hand-4", "hand-5", "letter-f"]
    assert step(slips, "a").warning == ""
    assert "everybody would learn that" in step(slips, "q").warning


# --- The word list (R10)


def test_live_play_looks_a_word_up_and_a_replay_never_does() -> None:
    position, host = play("gambit", GAMBIT, **PLAIN), Host("basic", "jump")
    with pytest.raises(Illegal) as caught:
        position.accept("A", "word JUMPS", By.PLAYER, host)
    assert caught.value.rule.number == 10
    assert position.accept("A", "word jump", By.PLAYER, host)[1] == "word JUMP"
    assert host.asked == ["open", "open"]
    assert position.accept("A", "word JUMPS")[1] == "word JUMPS"
    position.accept("A", "guess J", By.PLAYER, host)
    position.accept("A", "hand VWXYZ", By.PLAYER, host)
    assert host.asked == ["open", "open"], "only words are looked up"
