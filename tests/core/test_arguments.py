"""Arguments in words, and values that cannot even be shown. What public calls say of wrong ones is in `tests/library`."""

from __future__ import annotations

from typing import Literal

import pytest

from deathmatch.core.arguments import checking, shown


@checking
def called(size: Literal["small", "large"], rest: None = None) -> tuple[str, None]:
    return size, rest


def test_a_value_that_cannot_be_shown_is_named_by_its_class() -> None:
    assert shown(10**5000) == "a int"  # Python refuses to write so many digits


def test_words_and_nothing_are_checked_as_they_are_annotated() -> None:
    assert called("small", rest=None) == ("small", None)
    with pytest.raises(TypeError, match="size must be 'small' or 'large', not 'x'"):
        called("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        called("small", more=1)  # type: ignore[call-arg]
