"""The options of the page as-written (W3, W4): the first hold, and Last Chance letter by letter."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games.letter_hunt.bot import bots
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, after

LETTERS: dict[str, Any] = {"holds": 0, "first": "A", "last_chance": "letters"}
DEALT = "deal hands A:ABCDE B:FGHIJ"
BEGUN = f"{DEALT}\nA hand F"


def told(before: Position, after_: Position) -> list[str]:
    return [beat.words for beat in before.game.narrate(before.view(PUBLIC), after_.view(PUBLIC))]


@pytest.mark.parametrize(("given", "first"), [({}, 180), ({"time_hold": 60}, 60), ({"time_first_hold": 46_800}, 46_800)])
def test_the_first_hold_has_its_own_time_and_else_that_of_a_hold(given: dict[str, int], first: int) -> None:
    """Sentence 4."""
    assert GAMBIT.bind(given)[0]["time_first_hold"] == first


def test_as_written_gives_thirteen_hours_to_the_first_hold_alone_and_never_ends_for_skips() -> None:
    """Sentences 4 and 6."""
    values, _ = GAMBIT.bind({key: one.value for key, one in GAMBIT.as_written.items()})
    assert (values["time_first_hold"], values["time_hold"], values["void_after"]) == (46_800, 180, 0)
    assert values["first_hold_from"] == "announcement"


def test_as_written_a_letter_that_is_not_in_the_hand_is_shown_in_the_colosseum() -> None:
    """Sentence 10; sentence 9 asks that no log is kept."""
    assert COLOSSEUM.as_written["slip"].value == "reveal"
    assert COLOSSEUM.as_written_table == {"aids": "none"}


@pytest.mark.parametrize(
    ("end", "reason", "words"),
    [
        ("A hand HZ", "hand_missed", "{A} names H and Z: wrong."),
        ("A timeout", "timeout", "{A} runs out of time."),
        ("A resign", "resign", "{A} resigns: {B} wins. {A} still has A, B, C, D and E. {B} still has F, G, H, I and J."),
    ],
)
def test_a_wrong_letter_and_a_time_out_lose_at_once(end: str, reason: str, words: str) -> None:
    """Sentence 5."""
    begun, lost = after(GAMBIT, LETTERS, BEGUN), after(GAMBIT, LETTERS, f"{BEGUN}\n{end}")
    assert lost.over is not None
    assert (lost.over.winner, lost.over.reason) == ("B", reason)
    assert told(after(GAMBIT, LETTERS, DEALT), begun) == ["{A} takes Last Chance and names F: right."]
    assert told(begun, lost)[0] == words


@pytest.mark.parametrize("text", ["hand F", "hand ABCDE", "guess G", "word BASIC"])
def test_a_begun_last_chance_allows_nothing_else(text: str) -> None:
    with pytest.raises(Illegal, match="R15"):
        after(GAMBIT, LETTERS, f"{BEGUN}\nA {text}")


def test_without_the_option_the_hand_is_named_whole() -> None:
    with pytest.raises(Illegal, match="R15"):
        after(GAMBIT, {"holds": 0, "first": "A"}, BEGUN)


@pytest.mark.parametrize("bot", ["random", "steady", "strong"])
def test_a_bot_goes_on_with_a_last_chance_that_somebody_has_begun(bot: str) -> None:
    begun = after(GAMBIT, LETTERS, f"{DEALT}\nA hand FGH")
    view, decision = begun.view(Seat.A), begun.decision(Seat.A)
    move = bots(begun.game)[bot].choose(view, decision, Counted(200), HmacSource(b"bot", bot))  # type: ignore[arg-type]
    decision.check(move)
    assert bot == "random" or len(move.what) == 2
