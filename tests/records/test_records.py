"""The records of this folder: refused where they say so, else matches that every later version replays to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.games import find
from deathmatch.match.record import RecordError, read, write
from deathmatch.match.replay import replay_steps
from tests.records.make import FOLDER, name
from tests.rules.examples import Block, hold

REFUSED = sorted(FOLDER.glob("*.refused.dm"))
CANONICAL = sorted(FOLDER.glob("*.canonical.dm"))
WHOLE = sorted(FOLDER.glob("*-whole.dm"))


def block(path: Path) -> Block:
    return Block(path.name, 1, tuple(path.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_a_record_that_is_refused_says_where_and_why(path: Path) -> None:
    last = block(path).annotations[-1]
    assert last.kind == "X"
    number, _, words = last.text.partition(" ")
    with pytest.raises(RecordError) as caught:
        read(path.read_bytes(), find)
    assert (str(caught.value.line), words in str(caught.value)) == (number, True), str(caught.value)
    assert path.name.startswith("R") == (caught.value.rule is not None)


@pytest.mark.parametrize("path", CANONICAL, ids=lambda path: path.name)
def test_a_record_has_one_canonical_form(path: Path) -> None:
    typed = path.with_name(path.name.replace(".canonical", ""))
    text = path.read_text(encoding="utf-8")
    assert typed.read_bytes() != path.read_bytes()
    assert write(read(typed.read_bytes(), find)) == text == write(read(text, find))


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_a_whole_match_replays_as_it_did(path: Path) -> None:
    notes = block(path).annotations
    assert notes
    assert notes[-1].line == len(block(path).lines), "the last line says how it ended"
    for note in notes:
        hold(block(path), note)
    _, steps = replay_steps(path.read_bytes(), find)
    assert list(steps)[-1].position.over is not None


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_a_whole_match_is_written_as_it_stands(path: Path) -> None:
    plain = "".join(line + "\n" for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    assert write(read(path.read_bytes(), find)) == plain


@pytest.mark.parametrize("variant", list(games.every()), ids=lambda variant: variant.id)
def test_every_variant_has_a_whole_match_here(variant: Variant) -> None:
    assert FOLDER / name(variant) in WHOLE, f"write it by: python -m tests.records.make {variant.game}"


def test_every_kind_of_record_stands_here() -> None:
    assert len(REFUSED) >= 19
    assert CANONICAL
