"""The values of whole matches that ship with the game (`data/facts.json`)."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from typing import Any

from deathmatch.core.options import complete
from deathmatch.core.seats import BySeat
from deathmatch.games.five_card_trick.values import Terms, options, terms


def facts() -> Any:
    """All that ships: values by variant, by ruling and by length, each A's chance."""
    return json.loads(resources.files("deathmatch_lab.games.five_card_trick").joinpath("data", "facts.json").read_text("utf-8"))


def known_value(match: Terms) -> float | None:
    """A's chance to win a match in which both play as well as can be, from before the first round; None if it does not ship.

    It does for the options of the book, but without items, and whatever happens after time-outs and forbidden cards.
    """
    book = terms(match.variation, complete(options(match.variation), {}))
    same = replace(
        book,
        received=BySeat((), ()),
        replay_limit=match.replay_limit,
        disregard=match.disregard,
        priority_beats_block=match.priority_beats_block,
        unused_items=match.unused_items,
    )
    return float(facts()["variants"][match.variation.value][0]) if match == same else None
