"""The facts of a variant that other frameworks need beside its rules: the capability `encoding`, `encoding(rules) -> GameEncoding`.

All else follows from the rules: actions from the steps of a composition (`vocabulary.py`), chance from deals (`factors.py`), tensors from
the book's public and private fields (`tensors.py`). `encoding.py` puts these together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from deathmatch_frameworks.factors import Factored
from deathmatch_frameworks.tensors import Kind

FORMAT: Final = 1
"""The version of all that an encoding numbers: ids of tokens, places in tensors. Any change raises it."""


@dataclass(frozen=True, slots=True)
class GameEncoding:
    """A variant with its options bound, as other frameworks need it.

    Attributes:
        tokens: every token that a composition can ever offer, each once, in an order that never changes; numbers included.
            The vocabulary adds the letters of free words.
        spelling: whether it has free words, so that letters spell them.
        joint: whether both seats can owe a submission at once.
        chances: every token of a factor of a deal, in an order that never changes; empty without such deals.
        factored: the factors of a chance of the game; None if only the random choices of its `sample` tell them.
        deepest: tokens of one move at most, with the one that ends it.
        longest: submissions of one match at most, of both seats together, if no clock runs out; None if there is no bound.
        decisions: the names of all decisions.
        public, private: the kind of each public and private field of the book, in the order of the tensor.
    """

    tokens: tuple[str, ...]
    deepest: int
    longest: int | None
    decisions: tuple[str, ...]
    public: Mapping[str, Kind]
    private: Mapping[str, Kind]
    spelling: bool = False
    joint: bool = True
    chances: tuple[str, ...] = ()
    factored: Callable[[Any], Factored[Any] | None] = lambda _chance: None
