"""Five-Card Trick for other frameworks (`encoding.py`)."""

from __future__ import annotations

from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.values import ITEMS, Answer, Item, Variation
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import SEAT, Amount, CountOf, ListOf, OneOf, Table, both

_DEEPEST = 7  # two items, three cards, the name that Block gives, and the end
_MEMORY = 2  # rounds that the rules remember (R5)


def encoding(game: FiveCardTrick) -> GameEncoding:
    """The cards and items."""
    terms = game.terms
    final, words = terms.variation is Variation.FINAL, terms.words
    items = tuple([item.value for item in ITEMS])
    answers = tuple([answer.value for answer in Answer])
    named = tuple([f"block:{word}" for word in words])
    chips = 4 * terms.max_rounds  # a round gives one each for Score, all lights, Grow in the pot, and the refill of the pot
    moves = CountOf((*words, *named, *items, "none", "timeout"), 2)
    asks = any(Item.PRIORITY in received for received in terms.received)
    return GameEncoding(
        tokens=(*words, *items[:2], *answers) if final else (*words, "none"),
        deepest=_DEEPEST,
        longest=(3 if asks else 2) * terms.max_rounds,
        decisions=("submit", "priority"),
        public={
            "round": Amount(terms.max_rounds),
            "ends_after": Amount(terms.max_rounds),
            "replays": Amount(terms.replay_limit),
            "chips": both(Amount(chips)),
            "pot": Amount(1 + terms.max_rounds),
            "lights": both(CountOf(words)),
            "blocked": both(OneOf(words)),
            "recent": both(ListOf(CountOf(words, 2), _MEMORY)),
            "items": both(CountOf(items)),
            "last": Table(
                {"round": Amount(terms.max_rounds), "moves": both(moves), "effects": both(CountOf((*words, "lights", "priority"), 2))},
                optional=True,
            ),
            **({"window": SEAT} if terms.late_priority else {}),
        },
        private={},
    )
