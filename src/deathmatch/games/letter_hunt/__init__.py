"""Letter Hunt: five hidden letters each; words bring hints, guesses bring the end (rules/letter-hunt.md)."""

from __future__ import annotations

from functools import partial

from deathmatch.core.game import Showcase, Variant
from deathmatch.core.options import Values, Written
from deathmatch.core.speech import mark
from deathmatch.games.letter_hunt import values
from deathmatch.games.letter_hunt.game import LetterHunt
from deathmatch.games.letter_hunt.values import BOOK, R1, Variation


def _make(variation: Variation, options: Values) -> LetterHunt:
    return LetterHunt(values.terms(variation, options))


_WORDS = {
    Variation.GAMBIT: mark(
        "Each player has five hidden letters and may exchange some at the start. Every word gives both players a hint "
        "about the other hand. Name or empty the other hand first; a wrong guess costs one of your own letters."
    ),
    Variation.COLOSSEUM: mark(
        "Like Gambit, but each player picks five of eight letters, a letter that a word has twice counts twice, "
        "and after 40 turns each only guesses are allowed."
    ),
}

_DIFFERS = {
    Variation.GAMBIT: "",
    Variation.COLOSSEUM: mark(
        "You pick five of eight letters, a letter that a word has twice counts twice, and after 40 turns each only guesses are left."
    ),
}

_GROUPS = {
    mark("Start"): ("dmo", "first", "holds"),
    mark("Words and hints"): ("lexicon", "hints", "repeats"),
    mark("Onlookers"): ("onlookers", "onlooker_letters"),
}

_SHOWCASE = Showcase(
    mark("Five hidden letters each. Every word is a hint; a wrong guess costs a letter."), __name__, "data/showcase.dm", 22
)

_REASONS = {
    "hand_empty": mark("{loser} has no letter left."),
    "hand_guessed": mark("{winner} named the whole hand."),
    "hand_missed": mark("{loser} named the whole hand, and was wrong."),
    "timeout": mark("{loser} ran out of time."),
    "abandoned": mark("Turn after turn was skipped; nobody wins."),
    "resign": mark("{loser} resigned."),
}

_AS_WRITTEN = {
    Variation.GAMBIT: {"void_after": Written(0, "Q39"), "time_hold": Written(13 * 3600, "Q15")},  # 13 hours for a hold
    Variation.COLOSSEUM: {"slip": Written("reveal", "Q31")},
}


def _variant(variation: Variation) -> Variant:
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Letter Hunt"),
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        reasons=_REASONS,
        make=partial(_make, variation),
        deals=True,
        discreet=True,  # what was dealt, given up and held is told to nobody else, also not at the end
        capabilities={
            "bots": "deathmatch.games.letter_hunt.bot:bots",
            "lexicon": "deathmatch.games.letter_hunt.lexicon:LISTS",
            "advise": "deathmatch.games.letter_hunt.advice:advise",
            "plots": "deathmatch.games.letter_hunt.plots:plots",
            "levels": "deathmatch.games.letter_hunt.levels:levels",
            "adversaries": "deathmatch.games.letter_hunt.adversaries:adversaries",
            "adversary_families": "deathmatch.games.letter_hunt.adversaries:families",
            "puzzles": "deathmatch.games.letter_hunt.puzzling:puzzles",
        },
        differs=_DIFFERS[variation],
        showcase=_SHOWCASE if variation is Variation.GAMBIT else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN[variation],
    )


VARIANTS = tuple(_variant(variation) for variation in Variation)
"""Both variants, in the book's order."""
