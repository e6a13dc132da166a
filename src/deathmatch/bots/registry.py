"""Which bots a variant has, and one of them by its name. A variant brings its bots as the capability `bots` (core/game.py)."""

from __future__ import annotations

from collections.abc import Collection

from deathmatch.bots import library
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import AnyBot, Bots, Consulting, Equipping, Warming
from deathmatch.core.errors import UnknownName
from deathmatch.core.game import AnyGame, Ask, Deals, Resources, Variant
from deathmatch.core.options import Values
from deathmatch.match.dealer import HmacSource


def _all(variant: Variant, game: AnyGame) -> Bots:
    make = variant.capability("bots")
    made: Bots = {} if make is None else make(game)
    bots: dict[str, AnyBot] = {}
    for name, bot in made.items():
        found = bot.consult(library.shelves()) if isinstance(bot, Consulting) else bot
        if found is not None:
            bots[name] = found
    return bots


def names(variant: Variant, values: Values | None = None) -> tuple[str, ...]:
    """The bots of a variant under these options, by default its own, weakest first; none where it has none.

    One that looks its moves up (`core.bots.Consulting`) is among them where it finds them.
    """
    _, game = variant.bind(values or {})
    return tuple(_all(variant, game))


def pick(variant: Variant, game: AnyGame, name: str, resources: Resources | None = None) -> AnyBot:
    """A bot for a game that is bound already, equipped where it asks for it; raises LookupError that says which bots there are."""
    bots = _all(variant, game)
    bot = bots.get(name.lower())
    if bot is None:
        raise UnknownName(f"{variant.id} has no bot {name}; there are {', '.join(bots) or 'none'}")
    return bot.equip(resources) if resources is not None and isinstance(bot, Equipping) else bot


def make(variant: Variant, values: Values, name: str) -> AnyBot:
    """A bot for a variant under these options.

    Raises: LookupError where there is no bot of this name, OptionError for values that the variant does not take.
    """
    return pick(variant, variant.bind(values)[1], name)


def warm(game: AnyGame, bots: Collection[AnyBot]) -> None:
    """Have ready what bots compile or load: they warm up where they know how, and answer the first question of a match once."""
    for bot in bots:
        if isinstance(bot, Warming):
            bot.warm()
    source = HmacSource(b"warm", "0")
    state = game.start()
    while isinstance(pending := game.pending(state), Deals):
        state = game.deal(state, pending.chance.sample(source))
    if isinstance(pending, Ask):
        for seat in pending.seats:
            view = game.view(state, seat)
            for bot in bots:
                bot.choose(view, game.decision(view), Counted(1), source)


def warm_all(variant: Variant) -> None:
    """`warm` for every bot of a variant, under its default options."""
    _, game = variant.bind({})
    warm(game, tuple(_all(variant, game).values()))
