"""Letter Hunt for other frameworks (`encoding.py`)."""

from __future__ import annotations

from typing import Any

from deathmatch.core.seats import SEATS
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.values import ALPHABET, LONGEST, SHORTEST, SKIP, Kind, Terms, Verb
from deathmatch.games.letter_hunt.view import UNSEEN
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.games.letter_hunt.factored import factored
from deathmatch_frameworks.tensors import FLAG, SEAT, Amount, CountOf, ListOf, OneOf, Spelled, Table, both

_TURNS = 16  # the latest ones, in the tensor
_ROUNDS = 100  # so many and more look alike in the tensor


def longest(terms: Terms) -> int:
    """Submissions of a match at most, if no clock runs out.

    A word is played once in a match, and brings two hints; each guess takes a letter from a hand, and may cost a decision which one, with
    slips at other letters before.
    """
    words = sum(int(len(ALPHABET) ** size) for size in range(SHORTEST, LONGEST + 1))
    if terms.turn_limit:
        words = min(words, 2 * terms.turn_limit)
    slips = 2 * len(ALPHABET) if terms.slips else 0
    setup = (terms.starter is None and terms.chooser is not None) + (2 if terms.offers else 2 * terms.holds)
    return setup + 3 * words + 2 * (2 * terms.sizes.hand - 1) + slips + 1


def encoding(game: LetterHunt) -> GameEncoding:
    """The letters, the kinds of hint, and the words that begin a turn."""
    terms = game.terms
    letters = CountOf(tuple(ALPHABET), by_letter=True)
    hint = Table({"kind": OneOf(tuple([kind.value for kind in Kind])), "result": FLAG}, optional=True)
    turn: dict[str, Any] = {
        "seat": SEAT,
        "action": OneOf((Verb.WORD.value, Verb.GUESS.value, Verb.HAND.value, SKIP)),
        "word": Spelled(ALPHABET, LONGEST),
        "hints": both(hint),
        "letter": letters,
        "letters": letters,
        "hit": FLAG,
        "lost": letters,
    }
    onlookers = Spelled(UNSEEN + ALPHABET, terms.onlookers)
    holds = ListOf(letters, 1 + terms.holds)
    return GameEncoding(
        tokens=(
            *ALPHABET.lower(),
            *[verb.value for verb in (Verb.WORD, Verb.GUESS, Verb.HAND)],
            *[kind.value for kind in Kind],
            "all",
        ),
        deepest=LONGEST + 2,  # `word`, its letters, and the end
        longest=longest(terms),
        decisions=("first", "hold", "pick", "turn", "hint", *(("last",) if terms.by_letter else ()), "lose"),
        public={
            "first": SEAT,
            "active": SEAT,
            "round": Amount(_ROUNDS, capped=True),
            "redraws": Amount(max(1, terms.holds)),
            "cards": both(Amount(terms.sizes.hand)),
            "lost": both(letters),
            "not_held": both(letters),
            "turns": ListOf(Table(turn), _TURNS, recent=True),
            "onlookers": onlookers,
            "hands": Table({"A": letters, "B": letters}, optional=True),
        },
        private={"dealt": holds, "kept": holds, "hand": letters, "onlookers": onlookers},
        spelling=True,
        chances=(*[seat.value for seat in SEATS], *[letter.lower() for letter in ALPHABET]),
        factored=factored,
    )
