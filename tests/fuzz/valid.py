"""Valid bodies for every door, from the types that the application reads: a door that is new tomorrow gets bodies too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from tests.match.test_fuzz import walk

EYES = ("public", "A", "B", "onlooker-1", "nobody")
FEW = 4  # records of each variant


@cache
def record(variant: str, number: int) -> str:
    """A record of random legal play."""
    return walk(variant, f"a body {number}")


def body(kind: Any, chance: random.Random, variant: str, ply: int, texts: Sequence[str]) -> Any:
    """A value of this type that is right, more or less: `texts` are moves, `ply` is the question that is open."""
    text = chance.choice(list(texts)) if texts else "pass"
    hints: dict[str, Any] = {
        "variant": variant,
        "record": record(variant, chance.randrange(FEW)),
        "seats": {"A": chance.choice(("me", "friend")), "B": "friend"},
        "prefix": text.split(" ")[: chance.randrange(3)],
        "tokens": text.split(" ")[: chance.randrange(3)],
        "ply": ply,
        "event": chance.randrange(9),
        "eye": chance.choice(EYES),
        "theme": chance.choice(("light", "dark", "none")),
        "slot": chance.choice(("", "1", "a-1")),
        "nonce": chance.choice(("", "0" * 32)),
        "name": chance.choice(("", "Eve")),
        "word": "CAT",
        "link": "http://here/s/x",
    }
    kind = inspect.type_info(kind)
    if isinstance(kind, inspect.StructType):
        fields = [field for field in kind.fields if field.required or not chance.randrange(3)]
        return {field.encode_name: hints.get(field.encode_name, text if field.required else _default(field)) for field in fields}
    return {"link": hints["link"], "text": text}


def _default(field: inspect.Field) -> Any:
    """The value of a field that is left out."""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(value)
