"""Penny Match: both show a coin at once. A wants them to be the same, B wants them to differ."""

from __future__ import annotations

from deathmatch.authoring import Option, Rule, Variant, WholeNumber, time_bank, time_limit

from .game import PennyMatch

VARIANTS = (
    Variant(
        game="penny-match",
        name="standard",
        title="Penny Match",
        words="Both show a coin at once. If the coins are the same, A scores; if they differ, B does.",
        options=(
            Option("rounds", WholeNumber(1, 99), 5, "rounds to be played"),
            time_limit("time_show", 20, "to show a coin"),
            time_bank(60),
        ),
        submitting=Rule("penny-match", 1),
        reasons={"points": "{winner} has more points.", "level": "Both have as many points.", "resign": "{loser} resigned."},
        make=PennyMatch,
        capabilities={"bots": "penny_match.bots:bots"},
    ),
)
