"""Bots by name, by class or as objects, and matches between them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from secrets import token_bytes

from deathmatch.bots import budget, players
from deathmatch.core import arguments, chance, errors, options, seats
from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.game import Resources
from deathmatch.library.game import Game
from deathmatch.library.records import Playthrough
from deathmatch.match.dealer import SEED_BYTES, Dealer, HmacSource
from deathmatch.match.match import Match
from deathmatch.match.position import DEAL
from deathmatch.match.record import Record, tidy
from deathmatch.server import lexicons, settings


@arguments.checking
def random_source(seed: int | str, label: str = "") -> chance.RandomSource:
    """A source of random numbers: the same seed and label give the same numbers on any machine.

    Args:
        seed: any number or text.
        label: a name that makes another stream from the same seed.

    Returns: the source. It is HMAC-SHA256 in counter mode (docs/dealing.md); each call takes numbers off it.
    """
    return HmacSource(f"deathmatch {seed}".encode("utf-8", "surrogatepass"), label)


@arguments.checking
def list_bots(game: Game) -> tuple[str, ...]:
    """The bots that play a game: its own, weakest first, then those of installed packages.

    Args:
        game: the game. A bot that plays from a solution is listed only if a solution for exactly these options is on disk.

    Returns: their names.
    """
    return players.names(game.variant, game.options)


@arguments.checking
def load_bot(game: Game, bot: players.Player) -> AnyBot:
    """A bot that is ready to play a game.

    Args:
        game: the game to play.
        bot: a name from `list_bots`, `MODULE:CLASS`, a class or function that makes a bot, or a bot, which is returned as it is.

    Returns: the bot. It has the word lists if it asks for them.

    Raises:
        UnknownNameError: there is no bot of this name, or it does not play this game.
        PluginError: its module cannot be loaded, or its class makes no bot.
        TypeError: the argument is no bot, and makes none.
        UnknownLexiconError, UnreadableLexiconError: the word list that the options name is not there, or cannot be read.
    """
    return players.ready(game.variant, game.rules, bot, word_lists(game))


def word_lists(game: Game) -> Resources | None:
    """The word lists that a game uses in live play: those that come with it, and those that `deathmatch lexicon add` has saved.

    Args:
        game: the game.

    Returns: the lists; None if its options name none.

    Raises:
        UnknownLexiconError, UnreadableLexiconError: the list that the options name is not there, or cannot be read.
    """
    wanted = options.lexicons(game.variant.options, game.options)
    if not wanted:
        return None
    lists = lexicons.Lexicons(settings.default_data() / lexicons.FOLDER, lexicons.shipped([game.variant]))
    for name in wanted:
        lists.words(name)
    return lists


@arguments.checking
def counted_budget(units: int) -> Budget:
    """A budget for `Bot.choose`: spent after this number of requests. It uses no clock, so a match can be repeated move by move.

    Args:
        units: how much work a decision may take.

    Returns: the budget, for one decision.
    """
    arguments.at_least("units", units, 0)
    return budget.Counted(units)


@arguments.checking
def play_match(game: Game, a: players.Player, b: players.Player, *, seed: int | str = 0, thinking: int = budget.THINKING) -> Record:
    """Play one match between two bots, without clocks. The same seed gives the same match, unless a bot uses other random numbers.

    The first match of a game in which a bot needs compiled code takes up to a minute.

    Args:
        game: the game to play.
        a: the bot on seat A: a name, a class or a bot, as in `load_bot`.
        b: the bot on seat B.
        seed: the seed of all random numbers, those of the bots included.
        thinking: units of work for each decision, for bots that search until they are stopped.

    Returns: the record, in which each player has the name of the bot; its `winner` says who won.

    Raises:
        BotError: a bot fails, or plays a move that a rule or the word list forbids.
        UnknownNameError, PluginError, UnknownLexiconError, UnreadableLexiconError: as `load_bot`.
    """
    arguments.at_least("thinking", thinking, 0)
    given = seats.BySeat(a, b)
    resources = word_lists(game)
    bots = given.map(lambda bot: players.ready(game.variant, game.rules, bot, resources))
    sources = {actor: random_source(seed, actor) for actor in (*seats.SEATS, DEAL)}
    match = Playthrough.start(game, given.map(players.name_of))
    while match.over is None:
        position = match.position
        if not position.owing:
            match = match.deal(sources[DEAL])
        for seat in position.owing:
            if match.position.ply > position.ply:
                break  # the move of the other seat was played at once
            with errors.blaming(players.name_of(given[seat]), seat, position.ply):
                decision = position.decision(seat)
                move = bots[seat].choose(position.view(seat), decision, budget.Counted(thinking), sources[seat])
                decision.check(move)
                if resources is not None:
                    decision.admit(move, resources)
                match = match.play(seat, decision.write(move))
    record = match.record
    words = tidy(str(seed))
    return replace(record, header=replace(record.header, tags=(("seed", words),) if words else ()))


# --- Live matches: the referee with clocks, sealed submissions and a dealer


NAMELESS = seats.BySeat("", "")
NO_NONCES = seats.BySeat(b"", b"")


@arguments.checking
def new_match(
    game: Game, *, names: seats.BySeat[str] = NAMELESS, seed: int | str | None = None, by_hand: bool = False, untimed: bool = False
) -> Match:
    """A live match before its start, with the word lists that its options name.

    A `Match` is a value. Its verbs (`start`, `submit`, `expire`, ...) take a moment in milliseconds, change nothing and return events;
    `fold` gives the match after these events. `seen` shows the match to one eye.

    Args:
        game: the game to play.
        names: the players' names; an empty one leaves its line out of the record.
        seed: the seed of all deals; None makes a random one. The dealer commits to it (docs/dealing.md).
        by_hand: whether a host deals with `Match.deal`, instead of the dealer. The dealer still makes a deal that depends on a secret.
        untimed: whether clocks are ignored, whatever the options say.

    Returns: the match.

    Raises:
        UnknownLexiconError, UnreadableLexiconError: the word list that the options name is not there, or cannot be read.
    """
    key = token_bytes(SEED_BYTES) if seed is None else sha256(f"deathmatch play {seed}".encode("utf-8", "surrogatepass")).digest()
    dealer = Dealer(key, NO_NONCES)
    lists = word_lists(game)
    return Match.new(game.variant, game.given, names=names, dealer=dealer, resources=lists, by_hand=by_hand, untimed=untimed)
