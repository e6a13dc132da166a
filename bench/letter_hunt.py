"""Beliefs and words of Letter Hunt: the time to find all possible hands, and how many words a second are rated by them.

All are one core's own time, so that they hold on a machine that has other work besides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from bench.machine import each
from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask, Deals, Over, Variant
from deathmatch.core.seats import Seat
from deathmatch.games import variants
from deathmatch.games.letter_hunt import LetterHunt, belief, fast
from deathmatch.games.letter_hunt.bot import Vocabulary, shipped
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.arena import quantile

MATCHES = 3


def measure() -> dict[str, Any]:
    """For each variant, at every turn of some matches between `strong` and itself: milliseconds of a belief, and words judged a second."""
    return {"variants": {variant.id: _of(variant) for variant in each(variants("letter-hunt"), lambda variant: variant.id)}}


def _of(variant: Variant) -> dict[str, Any]:
    _, game = variant.bind({})
    assert isinstance(game, LetterHunt)
    fast.warm()
    words = shipped(game.terms)
    views = [view for number in range(MATCHES) for view in _turns(variant, number)]
    beliefs = [belief.of_other(view) for view in views]
    rates = sorted(_rate(held, words) for held in beliefs)
    return {
        "turns": len(views),
        "words": words.book.count,
        "shapes": len(words.book),
        "prior_ms": _milliseconds([partial(_prior, views[0])]),
        "update_ms": _milliseconds([partial(belief.of_other, view) for view in views]),
        "public_ms": _milliseconds([partial(belief.of_own, view) for view in views]),
        "words_per_second": {"slowest": round(rates[0]), "p50": round(quantile(rates, 0.5))},
    }


def _prior(view: View) -> None:
    """The part that a match computes once, with empty caches."""
    belief.exchanged.cache_clear()
    belief.offered.cache_clear()
    belief.prior_of_other(view)


def _milliseconds(work: list[Callable[[], object]]) -> dict[str, float]:
    spent = []
    for piece in work:
        piece()
        began = process_time()
        piece()
        spent.append(process_time() - began)
    spent.sort()
    return {name: round(1000 * quantile(spent, part), 2) for name, part in (("p50", 0.5), ("max", 1.0))}


def _rate(held: belief.Belief, words: Vocabulary) -> float:
    began = process_time()
    fast.judge(held.hands, held.chances, words.book)
    return words.book.count / (process_time() - began)


def _turns(variant: Variant, number: int) -> list[View]:
    """What the seat to move saw at every turn of a match."""
    _, game = variant.bind({})
    bot, source = registry.pick(variant, game, "strong"), HmacSource(b"bench", str(number))
    views, state = [], game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        if pending.name == "turn":
            views.append(game.view(state, pending.seats[0]))
        turn: dict[Seat, Any] = {}
        for seat in pending.seats:
            view = game.view(state, seat)
            turn[seat] = bot.choose(view, game.decision(view), Counted(0), source)
        state = game.play(state, turn)
    return views
