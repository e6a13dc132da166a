"""What every batch promises, whatever its game: resets, copies, cores, seeds, refusals."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import numpy as np
import pytest

from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import Variant
from deathmatch.core.seats import SEATS
from deathmatch.library.game import list_variants
from deathmatch_frameworks import vector

pytestmark = pytest.mark.one_variant

SMALL: Final[dict[str, dict[str, Any]]] = {
    "even-groups": {"side": 2},
    "five-card-trick": {"rounds": 2, "max_rounds": 3},
}
"""Options with which matches are short."""

ACTIONS: Final = {
    "even-groups/standard": (64, "b830"),
    "five-card-trick/gauntlet": (26, "e091"),
    "five-card-trick/final": (244, "45e7"),
    "five-card-trick/setna": (36, "494f"),
}
"""How many actions there are, and the first digits of the digest of their texts in order: ids never change."""

every = pytest.mark.parametrize("name", vector.list_built())


def small(name: str, size: int, **more: Any) -> vector.Batch:
    return vector.make(name, size, SMALL[name.partition("/")[0]], **more)


def look(batch: vector.Batch) -> list[Any]:
    """All that a batch shows."""
    return [batch.legal().tolist(), batch.owing().tolist(), *(batch.observe(seat).tolist() for seat in SEATS)]


@every
def test_ids_of_actions_are_the_same_for_ever(name: str) -> None:
    batch = vector.make(name, 1)
    texts = [batch.text(action) for action in range(batch.actions)]
    assert (len(texts), sha256("\n".join(texts).encode()).hexdigest()[:4]) == ACTIONS[name]
    with pytest.raises(ValueError, match=f"from 0 to {batch.actions - 1}, not {batch.actions}"):
        batch.text(batch.actions)


@every
def test_a_match_that_ends_starts_anew(name: str) -> None:
    batch, other = small(name, 20, seed=5), small(name, 20, seed=5, auto_reset=False)
    ends = 0
    for _ in range(60):
        actions = batch.sample()
        rewards, ended = batch.step(actions)
        again, over = other.step(actions)
        assert rewards.tolist() == again.tolist()
        assert ended.tolist() == over.tolist()
        assert (np.abs(rewards).sum(1) == 2 * ended).all()
        assert not other.owing()[ended].any()
        assert batch.owing().any(1).all()
        other.reset(ended)
        assert look(batch) == look(other)
        ends += int(ended.sum())
    assert ends > 20


@every
def test_a_copy_goes_its_own_way(name: str) -> None:
    batch = small(name, 30, seed=2)
    for _ in range(3):
        batch.step(batch.sample())
    copy = batch.clone()
    before = look(batch)
    for _ in range(5):
        copy.step(copy.sample())
    assert look(batch) == before
    assert look(copy) != before
    for _ in range(5):
        batch.step(batch.sample())
    assert look(batch) == look(copy)


@every
def test_matches_do_not_depend_on_the_number_of_cores(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "_LEAST", 8)
    one, many = small(name, 50, seed=3), small(name, 50, seed=3, cores=3)
    for _ in range(8):
        actions = one.sample()
        assert actions.tolist() == many.sample().tolist()
        results = [batch.step(actions) for batch in (one, many)]
        assert all((mine == theirs).all() for mine, theirs in zip(*results, strict=True))
        assert (one.observe("A") == many.observe("A")).all()
        assert (one.legal() == many.legal()).all()
    wrong = one.sample()
    wrong[49] = wrong[17] = one.actions
    for batch in (one, many):
        with pytest.raises(ValueError, match="match 17, seat"):
            batch.step(wrong)


@every
def test_an_illegal_action_is_refused_and_nothing_changes(name: str) -> None:
    batch = small(name, 20, seed=4)
    batch.step(batch.sample())
    before = look(batch)
    seat = int(batch.owing()[13].argmax())
    for action in (*np.flatnonzero(~batch.legal()[13, seat])[:1], -1, batch.actions, 2**40, -(2**40)):
        actions = batch.sample().astype(np.int64)
        actions[13, seat] = action
        with pytest.raises(ValueError, match=f"match 13, seat {SEATS[seat]}: .* is no legal action"):
            batch.step(actions)
        assert look(batch) == before


def test_a_variant_without_batches_names_those_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    built, name = vector.list_built(), list_variants()[0].id
    monkeypatch.setattr(Variant, "capability", lambda _variant, _name: None)
    with pytest.raises(UnknownNameError, match=f"{name} has no batches yet; these variants have: {', '.join(built)}"):
        vector.make(name, 1)
