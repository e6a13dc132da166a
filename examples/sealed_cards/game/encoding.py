"""The game for other frameworks: its tokens, its fields as numbers, and the state of a view (docs/encoding.md)."""

from deathmatch.core.chance import RandomSource
from deathmatch.core.encoding import GameEncoding
from deathmatch.core.tensors import Amount, CountOf, Table, both

from .game import SealedCards, State
from .view import View


def resample(view: View, _source: RandomSource) -> State:
    """The only state that fits: nothing is hidden."""
    return State(view.round, view.hands, view.points, view.last, view.outcome)


def encoding(game: SealedCards) -> GameEncoding[State, View]:
    """The cards."""
    cards = range(1, game.cards + 1)
    last = Table({"A": Amount(game.cards), "B": Amount(game.cards)}, optional=True)
    return GameEncoding(
        tokens=tuple(map(str, cards)),
        deepest=1,
        longest=2 * game.rounds,
        decisions=("play",),
        public={"round": Amount(game.rounds), "hands": both(CountOf(tuple(cards))), "points": both(Amount(game.rounds)), "last": last},
        private={},
        resample=resample,
    )
