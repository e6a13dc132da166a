"""The games of Deathmatch for frameworks of learning: encodings, batches as arrays, OpenSpiel, PettingZoo and Gymnasium.

`load_encoding`, `Encoding`, `TensorField` and `Trajectory` number moves, states and observations; the modules `vector`, `openspiel`,
`pettingzoo` and `gymnasium` build on them. A package that brings a game declares its encoding with `GameEncoding` and the kinds of fields.
"""

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
