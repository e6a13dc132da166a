"""The two roles of a Death Match: the EC, the elimination candidate, and the DMO, its opponent (rules/README.md).

A rule that depends on the roles asks the option `dmo`. So at a table whose variant has this option, the option and the role are one: each
sets the other. Where a variant has no such option, the roles are only shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deathmatch.core.errors import OptionError
from deathmatch.core.options import Option, Value
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say

DMO: Final = "dmo"
"""The key of the option that names the seat of the DMO."""

EC: Final = "ec"
"""The key of the tag of a record that names the seat of the EC."""


def roles(options: tuple[Option, ...], given: Mapping[str, Value], ec: str) -> tuple[dict[str, Value], str]:
    """The options with the roles bound to them, and the seat of the EC.

    Args:
        options: of the variant.
        given: those that are set.
        ec: the seat of the EC; empty if nobody said so.

    Returns: the options, in which `dmo` follows from `ec` if the variant has it; and the seat of the EC, which follows from `dmo` if that
        is set; empty if nobody named a role.
    Raises: OptionError, if the two contradict each other.
    """
    if DMO not in given:
        bound = bool(ec) and any(option.key == DMO for option in options)
        return {**given, **({DMO: Seat(ec).other.value} if bound else {})}, ec
    follows = Seat(str(given[DMO])).other.value
    if ec not in ("", follows):
        raise OptionError(say("seat {seat} cannot be both EC and DMO: leave out dmo, or set it to the other seat", seat=ec), DMO)
    return dict(given), follows


def recorded(given: Mapping[str, Value], tags: tuple[tuple[str, str], ...]) -> str:
    """The seat of the EC by the header of a record: by its option `dmo`, else by its tag; empty if it says neither."""
    named = dict(tags).get(EC, "").upper()
    return Seat(str(given[DMO])).other.value if DMO in given else named if named in ("A", "B") else ""
