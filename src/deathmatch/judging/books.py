"""What a rule book and a game say of each other: sections, rules, and the keys of the table of options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from deathmatch.core.game import RESIGN, Ask, Variant
from deathmatch.core.seats import SEATS
from deathmatch.judging.faults import Fault
from deathmatch.judging.matches import Moment

_KEYS = re.compile(r"`(\w+)`")


@cache
def section(text: str, title: str) -> str:
    """One `## ` section of a book; empty if it has none."""
    return f"{text}\n".partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def ends(text: str, reason: str) -> bool:
    """Whether a book has a match end for this reason. Resigning is the same in all, and a book need not say it again."""
    return reason == RESIGN or f"`{reason}`" in section(text, "End of match") or f"reason `{reason}`" in text


def asks(text: str, name: str) -> bool:
    """Whether a book has a decision or deal of this name."""
    return f"`{name}`" in section(text, "Decisions")


def field(text: str, key: str) -> bool:
    """Whether a book has a state object with this field."""
    state = section(text, "State")
    return f"`{key}`" in state or f'"{key}"' in state


def options(text: str) -> list[str]:
    """The keys of a book's table of options, in order. A row may hold several: all words in backticks of its first cell."""
    rows = [line for line in section(text, "Options").splitlines() if line.startswith("| `")]
    return [key for row in rows for key in _KEYS.findall(row.split("|")[1])]


def introduced(variant: Variant, text: str) -> Iterator[Fault]:
    """The table of options has those of the variant, in order; the reasons stand in the section End of match."""
    table, keys = options(text), [option.key for option in variant.options]
    if [key for key in table if key in keys] != keys:
        yield Fault("the book's table of options has not those of the variant in their order", f"{', '.join(keys)}; {', '.join(table)}")
    for reason in variant.reasons:
        if not ends(text, reason):
            yield Fault(f"the book's section End of match has no reason `{reason}`")


def written(moment: Moment, text: str) -> Iterator[Fault]:
    """What is asked and the fields of the state stand in the book."""
    pending, game = moment.pending, moment.game
    if isinstance(pending, Ask) and not asks(text, pending.name):
        yield Fault(f"the book's section Decisions has no `{pending.name}`", "", game.pending)
    for seat in SEATS:
        view = game.view(moment.after, seat)
        for method in (game.public, game.private):
            for key in method(view):
                if not field(text, key):
                    yield Fault(f"the book's section State has no field `{key}`", "", method)
