"""Every annotated example of the rule books holds, and the language of the annotations is checked as strictly as it is written."""

from __future__ import annotations

import pytest

from deathmatch.games import GAMES, find
from deathmatch.match.record import read, write
from tests.rules.examples import RULES, Block, all_blocks, blocks, hold

BLOCKS = all_blocks()


@pytest.mark.parametrize("block", [pytest.param(block, id=f"{block.book}:{block.at}") for block in BLOCKS])
def test_example_is_as_its_annotations_say_and_a_record_with_one_canonical_form(block: Block) -> None:
    for annotation in block.annotations:
        hold(block, annotation)
    if not block.refused:
        canonical = write(read(block.record, find))
        assert write(read(canonical, find)) == canonical


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_book_with_annotated_examples(game: str) -> None:
    kinds = {note.kind for block in blocks(RULES / f"{game}.md") for note in block.annotations}
    assert {"=", "!", "~", "?"} <= kinds


def test_some_examples_are_refused_as_records() -> None:
    assert any(block.refused for block in BLOCKS)


def _block(*lines: str) -> Block:
    return Block("here.md", 1, ("deathmatch 1", "game five-card-trick/gauntlet", *lines))


@pytest.mark.parametrize(
    "line",
    [
        '#= {"pot": 3}',
        '#= {"over": 0}',
        '#= {"recent": {"A": [["score"]]}}',
        '#A {"submitted": "score grow"}',
        "#! A score grow -- R2",
        "#! A score -- R3",
        "#~ A grow score -> grow score",
        "#~ A score -> score",
        "#? A 25",
        "#? deal 1",
        "#X 3 anything",
    ],
)
def test_annotation_that_is_not_so_fails(line: str) -> None:
    block = _block(line)
    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)):
        hold(block, block.annotations[0])


def test_comment_without_a_space_is_no_comment_in_a_book() -> None:
    with pytest.raises(AssertionError, match="no annotation"):
        _ = _block("#note").annotations
