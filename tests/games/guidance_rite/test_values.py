"""Directions, pieces and boards as the book writes them; how options become terms."""

from __future__ import annotations

import pytest

from deathmatch.games.guidance_rite.values import Terms
from tests.games.guidance_rite.matches import BY_NAME


def terms(variant: str, **options: str | int) -> Terms:
    bound: Terms = BY_NAME[variant].bind(options)[1].terms
    return bound


@pytest.mark.parametrize(
    ("turns", "at_once"), [("standard", [False, False, True]), ("alternate", [False] * 3), ("simultaneous", [True] * 3)]
)
def test_which_bouts_are_played_at_once(turns: str, at_once: list[bool]) -> None:
    assert [terms("guardians", turns=turns).simultaneous(bout) for bout in (1, 2, 3)] == at_once


@pytest.mark.parametrize(("variant", "size", "few"), [("guardians", "5x5", 3), ("final", "5x6", 4)])
def test_the_defaults_are_those_of_the_book(variant: str, size: str, few: int) -> None:
    defaults = terms(variant)
    assert f"{defaults.columns}x{defaults.rows}" == size
    assert (defaults.few, defaults.few_turns, defaults.quiet_turns, defaults.fill, defaults.timeouts_lose) == (few, 10, 20, 3, 3)
