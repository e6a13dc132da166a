"""The games of Deathmatch for frameworks of learning: encodings, batches as arrays, OpenSpiel, PettingZoo and Gymnasium.

`load_encoding`, `Encoding`, `TensorField` and `Trajectory` number moves, states and observations; the modules `vector`, `openspiel`,
`pettingzoo` and `gymnasium` build on them. A package that brings a game declares its encoding with `GameEncoding` and the kinds of fields.
A name is loaded when it is first used, because the help of the command line reads this package's table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathmatch_frameworks.declaring import GameEncoding
    from deathmatch_frameworks.encoding import Encoding, TensorField, load_encoding
    from deathmatch_frameworks.factors import Factored
    from deathmatch_frameworks.tensors import FLAG, SEAT, Amount, Coded, CountOf, ListOf, OneOf, Spelled, Table, both
    from deathmatch_frameworks.trajectory import Trajectory

__all__ = [
    "FLAG",
    "SEAT",
    "Amount",
    "Coded",
    "CountOf",
    "Encoding",
    "Factored",
    "GameEncoding",
    "ListOf",
    "OneOf",
    "Spelled",
    "Table",
    "TensorField",
    "Trajectory",
    "both",
    "load_encoding",
]

_HOMES: Final = {
    "declaring": "GameEncoding",
    "encoding": "Encoding TensorField load_encoding",
    "factors": "Factored",
    "tensors": "FLAG SEAT Amount Coded CountOf ListOf OneOf Spelled Table both",
    "trajectory": "Trajectory",
}
"""The module of each public name, as the imports for type checkers above have it."""


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used (PEP 562)."""
    for module, names in _HOMES.items():
        if name in names.split():
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no public name {name!r}")
