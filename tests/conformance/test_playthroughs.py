"""Every variant has a playthrough, and plays it still."""

from __future__ import annotations

import pytest

from deathmatch.core.game import Variant
from tests.conformance.cases import VARIANTS
from tests.conformance.playthroughs import FOLDER, path, write

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


@each_variant
def test_playthrough_is_what_it_was(variant: Variant) -> None:
    assert path(variant).is_file(), f"write it by: python -m tests.conformance.playthroughs {variant.game}"
    assert write(variant) == path(variant).read_text(encoding="utf-8")


def test_no_playthrough_is_left_of_a_variant_that_is_no_more() -> None:
    assert set(FOLDER.iterdir()) == {path(variant) for variant in VARIANTS}
