"""The bots of Letter Hunt: without a list they play no words, and a hand that they know they name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import AnyBot
from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt.bot import bots
from deathmatch.games.letter_hunt.values import Move, Verb
from deathmatch.match.dealer import HmacSource
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, WORDS, after

pytestmark = pytest.mark.one_variant

NAMES = ("random", "steady", "strong")
FEW = WordList.of((*WORDS, "DWARF", "BRICK", "GLYPH", "WALTZ"))


class Host:
    """A host with one list, whatever it is called; or with none."""

    def __init__(self, words: WordList | None) -> None:
        self._words = words

    def words(self, lexicon: str, /) -> WordList:
        if self._words is None:
            raise LookupError(lexicon)
        return self._words


def equipped(variant: Variant, given: Values, name: str, host: Host | None) -> Any:
    bot: Any = bots(variant.bind(given)[1])[name]
    return bot if host is None else bot.equip(host)


def play(variant: Variant, given: Values, players: BySeat[AnyBot], seed: str, host: Host | None, thinking: int = 2000) -> Iterator[Any]:
    """A match move by move: view, move; at the end the outcome."""
    _, game = variant.bind(given)
    sources = BySeat.of(lambda seat: HmacSource(seed.encode(), seat.value))
    chance, state = HmacSource(seed.encode(), "deal"), game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(chance))
            continue
        turn = {}
        for seat in pending.seats:
            view = game.view(state, seat)
            decision = game.decision(view)
            move = turn[seat] = players[seat].choose(view, decision, Counted(thinking), sources[seat])
            decision.check(move)
            if host is not None:
                decision.admit(move, host)
            yield view, move
        state = game.play(state, turn)
    yield pending


@pytest.mark.parametrize("name", NAMES)
def test_without_the_list_of_the_match_only_guesses_are_let_pass_and_so_made(name: str) -> None:
    host = Host(None)
    bot = equipped(COLOSSEUM, {"lexicon": "csw21"}, name, host)
    *moves, _ = play(COLOSSEUM, {"lexicon": "csw21"}, BySeat(bot, bot), name, host)
    assert all(move.verb is not Verb.WORD for _, move in moves)


def asked(variant: Variant, given: Values, name: str, seat: Seat, lines: str) -> Move:
    """What a bot does after these events."""
    position = after(variant, {"first": "A", **given}, lines)
    view = position.view(seat)
    move: Move = equipped(variant, given, name, Host(FEW)).choose(view, position.decision(seat), Counted(2000), HmacSource(b"asked", name))
    return move


LAST = """
deal hands A:ABCDE B:FGHIJ
A guess F
B guess A
A guess G
B guess B
A guess H
B guess C
A guess I
B guess D
"""
"""One letter is left of each hand, and A is to move."""


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_a_hand_that_is_known_is_named_or_guessed(name: str) -> None:
    words = "A word JAB\nB hint any\nA hint one\nB word WHY\nA hint any\nB hint one\n"  # A has E, B has J, and A is told so
    move = asked(GAMBIT, {"holds": 0}, name, Seat.A, LAST + words)
    assert move in (Move(Verb.HAND, "J"), Move(Verb.GUESS, "J"))
