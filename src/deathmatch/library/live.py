"""Live matches: the referee with clocks, sealed submissions and a dealer, as a server uses it."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes

from deathmatch.core.arguments import checking
from deathmatch.core.seats import BySeat
from deathmatch.library.bots import word_lists
from deathmatch.library.game import Game
from deathmatch.match.dealer import SEED_BYTES, Dealer
from deathmatch.match.match import Match

NAMELESS = BySeat("", "")
NO_NONCES = BySeat(b"", b"")


@checking
def new_match(
    game: Game, *, names: BySeat[str] = NAMELESS, seed: int | str | None = None, by_hand: bool = False, untimed: bool = False
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
