"""Guidance Rite for other frameworks (`encoding.py`)."""

from __future__ import annotations

from deathmatch.core.seats import SEATS
from deathmatch.games.guidance_rite import GuidanceRite
from deathmatch.games.guidance_rite.values import DIRECTIONS, ITEMS, LEFT_UNCLAIMED, REPLAYS, Kind, LastTie, Manner, Terms, Tie
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import FLAG, SEAT, Amount, Coded, CountOf, ListOf, OneOf, Table, both

_DEEPEST = 14  # an item with four targets, a movement of three tokens, a power of a crow with a piece and up to four more, and the end


def bouts(terms: Terms) -> int:
    """Bouts of a match at most, those that are played again included (R54)."""
    return terms.best_of * (1 + REPLAYS if terms.last_tie is LastTie.REPLAY else 1)


def longest(terms: Terms) -> int:
    """Submissions of a match at most, if no clock runs out.

    A round of claims takes two pieces at least (R11). A wave places a piece or closes a space (R17). As many
    turns in which no piece leaves the board end a bout (R52), so there is a bound on the turns between two losses; at once, one turn is two
    submissions.
    """
    spaces = len(terms.grid)
    claims = 2 * -(-max(0, spaces - LEFT_UNCLAIMED) // 2)
    placing = 2 * (spaces + 2 * terms.fill)
    turns = (spaces + 1) * (2 * terms.quiet_turns + 1)
    return bouts(terms) * (claims + placing + 1 + turns)


def encoding(game: GuidanceRite) -> GameEncoding:
    """The spaces, directions and items."""
    terms = game.terms
    spaces, names = len(terms.grid), terms.grid.names
    items = tuple([item.value for item in ITEMS])
    starts = tuple([f"{owner}{kind}" for owner in ("", "A:", "B:") for kind in Kind])
    quiet = 2 * terms.quiet_turns + 1
    turns = (spaces + 1) * quiet
    results = Table({"bout": Amount(terms.best_of), "winner": SEAT, "reason": OneOf(tuple([tie.value for tie in Tie]))})
    return GameEncoding(
        tokens=tokens(terms),
        deepest=_DEEPEST,
        longest=longest(terms),
        decisions=("claim", "place", "first", "turn"),
        public={
            "columns": Amount(6),
            "rows": Amount(6),
            "bout": Amount(terms.best_of),
            "wins": both(Amount(terms.best_of)),
            "results": ListOf(results, bouts(terms)),
            "simultaneous": FLAG,
            "round": Amount(turns, capped=True),
            "first": SEAT,
            "board": Table(dict.fromkeys(names, Coded(starts, "12345678*", "/"))),
            "owed": both(Amount(max(1, terms.fill))),
            "closed": CountOf(names),
            "timeouts": both(Amount(max(1, terms.timeouts_lose), capped=True)),
            "quiet": both(Amount(quiet, capped=True)),
            "small": Table({"A": Amount(quiet, capped=True), "B": Amount(quiet, capped=True)}, optional=True),
            "ahead": SEAT,
            "items": both(CountOf(items)),
        },
        private={},
    )


def tokens(terms: Terms) -> tuple[str, ...]:
    """Every token of a submission, in an order that never changes (`vocabulary.py`)."""
    manners = [manner.value for manner in Manner]
    angles = [str(45 * eighths) for eighths in range(1, 8)]
    seats = [seat.value for seat in SEATS]
    of_items = [*[item.value for item in ITEMS], *angles] if terms.final else []
    return (*terms.grid.names, "+", "x", *seats, "pass", *DIRECTIONS, *manners, *of_items, "only", "power")
