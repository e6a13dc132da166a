"""A whole solution among those that somebody has kept, for bots and advice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from deathmatch.core.solving import SavedArrays, UnsolvableError
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.solver.solved import Solved, Unknown, kept
from deathmatch.games.five_card_trick.values import Terms


def complete(terms: Terms, solutions: Sequence[SavedArrays]) -> Solved | None:
    """The first solution of the whole match under these options; None if there is none, or none that is finished."""
    for solution in solutions:
        with suppress(Unknown, UnsolvableError):  # one that is being made, and one that cannot be read
            about = solution.about()
            if about is None or about.get("variant") != terms.variation.value:
                continue
            solved = kept(terms, solution)
            if solved is not None:
                solved.chance(rules.start(terms))
                return solved
    return None
