"""Every variant has a playthrough, and plays it still."""

from __future__ import annotations

import pytest

from deathmatch.core.game import Variant
from deathmatch.match.record import read
from tests.conformance.cases import VARIANTS, Case, find, match
from tests.conformance.playthroughs import FOLDER, events, path, write

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


@each_variant
def test_playthrough_is_what_it_was(variant: Variant) -> None:
    assert path(variant).is_file(), f"write it by: python -m tests.conformance.playthroughs {variant.game}"
    assert write(variant) == path(variant).read_text(encoding="utf-8")


@each_variant
def test_playthrough_is_a_record(variant: Variant) -> None:
    case = Case(variant.id, ())
    lines = [line for step in match(case)[:-1] for line in events(case, step)]
    record = read("\n".join(["deathmatch 1", f"game {variant.id}", *lines]), find)
    assert [entry.plain for entry in record.entries] == lines


def test_no_playthrough_is_left_of_a_variant_that_is_no_more() -> None:
    assert set(FOLDER.iterdir()) == {path(variant) for variant in VARIANTS}
