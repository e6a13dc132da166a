"""Defaults for small games: all that follows from a list of moves, and what a game without deals need not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import Ask, Beat, Choice, Clock, Fields, Over, Resources, Step
from deathmatch.core.picking import PickDecision, pick
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Eye, Seat
from deathmatch.core.shapes import WIDTH
from deathmatch.core.simple import ListedDecision, RandomBot, SimpleGame, rules_of
from deathmatch.core.speech import speaking
from deathmatch.match.dealer import HmacSource

R2, R5 = rules_of("here", 2, 5)
MOVES = ("go", "go left", "go right twice", "go right once", "Wait")


@dataclass(frozen=True)
class Walk(ListedDecision[str]):
    """Moves of one to three words; those in `barred` are illegal."""

    barred: tuple[str, ...] = ()
    texts: tuple[str, ...] = MOVES
    words = "a step"
    clock = Clock(("time_step",))
    form = R2

    def named(self) -> Sequence[str]:
        return self.texts

    def refusal(self, move: str, /) -> Illegal | None:
        return Illegal(f"{move} is barred", R5) if move in self.barred else None

    def choice(self, words: tuple[str, ...], /) -> Choice:
        return Choice(words[-1], " ".join(words), slot="-".join(words).lower())


class Digits(ListedDecision[int]):
    """The digits, with nothing but what the base gives."""

    words = "a digit"
    clock = Clock(("time_step",))
    form = R2

    def named(self) -> Sequence[int]:
        return (1, 2, 12)


def tokens(step: Step) -> list[str]:
    return [choice.token for choice in step.choices]


class TestListedDecision:
    def test_legal_moves_are_those_that_nothing_refuses(self) -> None:
        decision = Walk(("go", "Wait"))
        assert decision.moves() == ("go left", "go right twice", "go right once")
        assert decision.count() == 3
        decision.check("go left")
        with pytest.raises(Illegal, match=r"^go is barred \(here R5\)$"):
            decision.check("go")
        assert {decision.sample(HmacSource(b"walk", str(n))) for n in range(40)} == set(decision.moves())

    @pytest.mark.parametrize(("text", "move"), [(" \tGO   Right ONCE ", "go right once"), ("wait", "Wait"), ("go", "go")])
    def test_text_is_read_in_any_letter_case_and_spacing(self, text: str, move: str) -> None:
        assert Walk(("go",)).read(text) == move

    @pytest.mark.parametrize(
        ("text", "position"), [("", 0), ("  stay", 2), ("go  up", 4), ("go right", 8), ("Wait now", 5), ("go\u00a0left", 0)]
    )
    def test_text_that_names_no_move_is_refused_where_it_goes_wrong(self, text: str, position: int) -> None:
        with pytest.raises(Malformed) as caught:
            Walk().read(text)
        assert (caught.value.position, caught.value.rule) == (position, R2)
        assert caught.value.reason == "expected a step, such as: go, go left, go right twice"

    def test_moves_are_composed_word_by_word(self) -> None:
        decision = Walk()
        assert decision.compose(()) == Step("a step", (Choice("go", "go", "go"), Choice("Wait", "Wait", "wait")))
        assert decision.compose(("Wait",)) == Step("a step", whole="Wait")
        going = decision.compose(("go",))
        assert (tokens(going), going.whole) == (["left", "right"], "go")
        assert decision.compose(("go", "right", "once")).whole == "go right once"

    def test_an_illegal_move_is_not_offered(self) -> None:
        decision = Walk(("go", "go right once", "go right twice"))
        assert (tokens(decision.compose(("go",))), decision.compose(("go",)).whole) == (["left"], None)
        with pytest.raises(Malformed):
            decision.compose(("go", "right"))

    def test_words_that_all_moves_share_are_left_out_and_one_is_always_left_to_choose(self) -> None:
        assert tokens(Walk(texts=("play card 1", "play card 2")).compose(())) == ["1", "2"]
        assert tokens(Walk(texts=("play card 1",)).compose(())) == ["1"]
        assert Walk(texts=("play card 1",)).compose(("1",)).whole == "play card 1"
        assert tokens(Walk(texts=("put red on A1", "put blue on A1")).compose(())) == ["red", "blue"]
        assert Walk(texts=("put red on A1", "put blue on A1")).compose(("red",)).whole == "put red on A1"

    @pytest.mark.parametrize("prefix", [("up",), ("Wait", "Wait"), ("go", "go")])
    def test_tokens_that_were_not_offered_are_malformed(self, prefix: tuple[str, ...]) -> None:
        with pytest.raises(Malformed):
            Walk().compose(prefix)
        with pytest.raises(Malformed):
            Walk().why_not(prefix, "wait")

    def test_a_place_says_why_its_move_is_refused(self) -> None:
        decision = Walk(("Wait", "go right once"))
        assert str(decision.why_not((), "wait")) == "Wait is barred (here R5)"
        assert decision.why_not((), "go") is None, "it can be chosen"
        assert decision.why_not((), "elsewhere") is None
        assert decision.why_not(("go",), "go-right") is None, "one way is open"
        assert str(decision.why_not(("go", "right"), "go-right-once")) == "go right once is barred (here R5)"

    def test_choices_have_the_digit_as_their_key(self) -> None:
        assert [(choice.token, choice.key) for choice in Digits().compose(()).choices] == [("1", "1"), ("2", "2"), ("12", "")]
        assert Digits().refusal(1) is None
        assert Digits().read("12") == 12


def test_a_decision_to_pick_asks_with_its_title_and_shows_nothing_ahead() -> None:
    decision = PickDecision("Two of three", Clock(("time_step",)), R2, pick("abc", 2))
    assert decision.words == decision.compose(()).prompt == "Two of three"
    assert decision.compose(("a",)).view is None
    assert decision.read("B a") == ("a", "b")
    assert decision.why_not((), "nowhere") is None
    for text, place in (("a x", 2), ("a", 1)):
        with pytest.raises(Malformed, match="expected Two of three, such as: ") as caught:
            decision.read(text)
        assert caught.value.position == place


def test_the_random_bot_plays_any_legal_move() -> None:
    decision = Walk(("go",))
    chosen = {RandomBot().choose(None, decision, Counted(0), HmacSource(b"bot", str(n))) for n in range(40)}
    assert chosen == set(decision.moves())


class Listed(Digits):
    """Only moves that stand in a list are admitted."""

    def admit(self, move: int, resources: Resources, /) -> None:
        if str(move) not in resources.words("few"):
            raise Illegal(f"{move} is not in the list", R5)


class Few:
    """Resources with one word, or none."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def words(self, _lexicon: str, /) -> tuple[str, ...]:
        return self._words


def test_the_random_bot_plays_no_word_that_is_in_no_list() -> None:
    sources = [HmacSource(b"bot", str(n)) for n in range(20)]
    assert {RandomBot().choose(None, Listed(), Counted(0), source) for source in sources} > {2}
    assert {RandomBot().equip(Few("2")).choose(None, Listed(), Counted(0), source) for source in sources} == {2}
    assert RandomBot().equip(Few()).choose(None, Listed(), Counted(0), sources[0]) in Listed().moves(), "one has to be played"


@dataclass(frozen=True)
class Light:
    """State and view at once, as no real game may have it: whether the light is on."""

    on: bool = False
    outcome: Over | None = None


class Switch(SimpleGame[Light, str, Light]):
    """A game of one switch."""

    def start(self) -> Light:
        return Light()

    def asks(self, state: Light, /) -> Ask:
        return Ask((Seat.A,), "on" if state.on else "off")

    def decision(self, view: Light, /) -> Walk:
        return Walk()

    def play(self, state: Light, turn: Any, /) -> Light:
        return Light(not state.on)

    def view(self, state: Light, eye: Eye, /) -> Light:
        return state

    def public(self, view: Light, /) -> Fields:
        return {"on": view.on}

    def happened(self, before: Light, after: Light, /) -> Sequence[Beat[Light]]:
        return [Beat("Click.", view=after)]

    def picture(self, view: Light, sealed: Sequence[Seat] = (), /) -> Scene:
        return Scene(WIDTH, 100, "A switch", ())


class TestSimpleGame:
    game = Switch()

    def test_it_tells_of_a_resignation_and_leaves_the_rest_to_the_game(self) -> None:
        assert self.game.narrate(Light(), Light()) == ()
        assert self.game.narrate(Light(), Light(True)) == [Beat("Click.", view=Light(True))]
        over = self.game.resign(Light(True), Seat.B)
        assert self.game.narrate(Light(True), over) == (Beat("{B} resigns: {A} wins.", "B resign", over),)
        for reader, words in {Seat.A: "{B} resigns: you win.", Seat.B: "You resign: {A} wins."}.items():
            with speaking("en", to=reader):
                assert self.game.narrate(Light(True), over) == (Beat(words, "B resign", over),)
        assert self.game.narrate(Light(), Light(True, Over(None, "dark")))[0].words == "Click."
        with pytest.raises(AssertionError, match="Switch has neither happened nor narrate"):
            SimpleGame.happened(self.game, Light(), Light(True))
