"""Options under one name: the book's defaults, or those that follow the original text to the letter where the book rules otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from deathmatch.core.options import Value

Preset: TypeAlias = Literal["book", "as-written"]
AS_WRITTEN: Final = "as-written"


class Written(NamedTuple):
    """The value of an option by which a match follows the original text to the letter.

    Attributes:
        value: it differs from the default.
        ruling: of the book, such as `Q15`, which says what the text has and why the default is another.
    """

    value: Value
    ruling: str


def options_of(as_written: Mapping[str, Written], preset: str) -> dict[str, Value]:
    """The options of a preset; none for the book's own."""
    return {key: one.value for key, one in as_written.items()} if preset == AS_WRITTEN else {}
