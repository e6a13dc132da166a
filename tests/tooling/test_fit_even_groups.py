"""The kept labels of Even Groups: they are true, and the weights in use are fitted to them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from deathmatch.games.even_groups import shape
from deathmatch.match.dealer import HmacSource
from tools import fit_even_groups as tool


@pytest.fixture(scope="module")
def kept() -> list[tool.Label]:
    return tool.labels([tool.KEPT])


def test_each_board_goes_on_from_the_one_before(kept: list[tool.Label]) -> None:
    assert len(kept) == 709
    for label in kept:
        before = (0, 0)
        for empty, stones in sorted(label.boards.items(), reverse=True):
            assert not any(old & ~new for old, new in zip(before, stones, strict=True))
            assert tool.board_of(stones).empty.bit_count() == empty
            before = stones
        assert 0 <= label.winning <= label.legal


def test_a_label_is_read_as_it_was_written(kept: list[tool.Label]) -> None:
    assert [label.line() for label in kept[:20]] == tool.KEPT.read_text("ascii").splitlines(keepends=True)[:20]


def test_the_weights_in_use_are_those_of_the_kept_labels() -> None:
    fitted = tool.fitted(tool.rows([tool.KEPT]))
    assert list(fitted) == list(shape.OTHER)
    for name, pair in shape.OTHER.items():
        assert fitted[name] == pytest.approx(pair, abs=6e-4), name


def checked(labels: Sequence[tool.Label]) -> None:
    for label in labels:
        assert tool.solution(tool.board_of(label.boards[tool.EMPTY])) == (label.winning, label.legal)


@pytest.mark.nightly
def test_a_label_is_true(kept: list[tool.Label]) -> None:
    checked(HmacSource(b"labels", "one").sample(kept, 1))


@pytest.mark.nightly
def test_labels_are_true(kept: list[tool.Label]) -> None:
    checked(HmacSource(b"labels", "many").sample(kept, 40))


@pytest.mark.nightly
def test_a_match_is_labelled_alike_from_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And goes down to the boards that are noted; the solution itself is `test_a_label_is_true`."""
    monkeypatch.setattr(tool, "solution", lambda _board: (1, 2))
    label = tool.labelled(3, 1)
    assert label == tool.labelled(3, 1)
    assert tool.Label.read(label.line()) == label
