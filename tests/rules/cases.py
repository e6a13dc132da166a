"""Cases that a rule decides: where a match stands after written events, and what is refused there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.match.position import Position, public_state


@dataclass(frozen=True)
class Refused:
    """After these events the first text is refused by the rule, and the second is accepted."""

    rule: int
    variant: str
    events: list[str]
    bad: str
    good: str
    options: dict[str, Any] = field(default_factory=dict)


def after(variant: Variant, events: Iterable[str], options: Values) -> Position:
    """The position after these events, each written as in a record."""
    position = Position.start(variant, variant.bind(options)[1])
    for event in events:
        actor, _, text = event.partition(" ")
        position, _ = position.accept(actor, text)
    return position


def assert_refuses(position: Position, rule: int, bad: str, good: str) -> None:
    """The rule refuses one event, which changes nothing, and lets its neighbour pass."""
    before = public_state(position)
    actor, _, text = bad.partition(" ")
    with pytest.raises(Refusal) as caught:
        position.accept(actor, text)
    assert caught.value.rule.number == rule
    assert str(caught.value).endswith(f"({position.variant.game} R{rule})")
    assert public_state(position) == before
    actor, _, text = good.partition(" ")
    assert position.accept(actor, text)[0] != position
