"""The types of the page's scripts, made from the messages of the server: `web/wire.d.ts`.

`make docs` writes it, `make check` compares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeGuard, Union, get_args, get_origin, get_type_hints

import msgspec

from deathmatch.bots import study
from deathmatch.core import reviewing
from deathmatch.server.replays import wire
from deathmatch.server.web import lessons
from deathmatch.server.wire import bodies, messages

PATH = "src/deathmatch/web/wire.d.ts"
BODIES = (
    *(study.MatchReview, bodies.Sketch, bodies.Desk, bodies.Effect, wire.Film, wire.Instead),
    *(lessons.LessonStepBody, lessons.TriedBody, lessons.LegendBody),
)
"""The answers over HTTP that the scripts read; the parts that they are made of come along."""

PLAIN: dict[object, str] = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any", NoneType: "null"}
FINISHED: dict[tuple[type[msgspec.Struct], str], object] = {
    (messages.ChangeMessage, "put"): list[tuple[str, str]],
    (messages.ChangeMessage, "edit"): list[list[str | int]],
}
"""What the fields hold that the server keeps as finished JSON, whose own type does not say it."""


def script(kind: object) -> str:
    """A Python type as TypeScript writes it."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list or inner[1:] == (...,):
        element = script(inner[0])
        return f"({element})[]" if "|" in element else f"{element}[]"
    if origin is tuple:
        return f"[{', '.join(script(one) for one in inner)}]"
    if origin is dict:
        return f"Record<{script(inner[0])}, {script(inner[1])}>"
    if origin in (Union, UnionType):
        return " | ".join(script(one) for one in inner)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "string"
    if is_struct(kind):
        return kind.__name__.removesuffix("Message")
    raise TypeError(f"a message may not hold {kind}")


def is_struct(kind: object) -> TypeGuard[type[Any]]:
    """Whether this is a message, or a value of the house that is one as it is."""
    return isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or is_dataclass(kind))


def hints(struct: type[Any]) -> dict[str, Any]:
    """The types of a struct's fields."""
    names = [field.name for field in dataclass_fields(struct)] if is_dataclass(struct) else struct.__struct_fields__
    return {name: FINISHED.get((struct, name), kind) for name, kind in get_type_hints(struct).items() if name in names}


def fields(struct: type[Any]) -> Iterator[str]:
    """The members of an interface. A field that is left out at its default may lack, and is never null."""
    kinds = hints(struct)
    if is_dataclass(struct):
        yield from (f"{name}: {script(kind)}" for name, kind in kinds.items())
        return
    config = struct.__struct_config__
    if config.tag is not None:
        yield f'type: "{config.tag}"'
    for field in msgspec.structs.fields(struct):
        kind = kinds[field.name]
        may_lack = config.omit_defaults and not field.required
        if may_lack and NoneType in get_args(kind):
            kind = Union[tuple(one for one in get_args(kind) if one is not NoneType)]  # noqa: UP007 - made from parts
        yield f"{field.encode_name}{'?' if may_lack else ''}: {script(kind)}"


def structs(*kinds: object) -> list[type[Any]]:
    """All structs that these types are made of, each once."""
    reached: dict[type[Any], None] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if is_struct(kind) and kind not in reached:
            reached[kind] = None
            waiting += hints(kind).values()
        waiting += get_args(kind)
    return list(reached)


def interface(struct: type[Any]) -> str:
    """One struct, with the first line of its docstring."""
    summary = (struct.__doc__ or "").partition("\n")[0]
    return "\n".join(
        [
            f"  /** {summary} */",
            f"  interface {struct.__name__.removesuffix('Message')} {{",
            *(f"    {member}" for member in fields(struct)),
            "  }",
        ]
    )


def types() -> str:
    """The whole file: every struct where its module has it."""
    wanted = set(structs(messages.FromServer, *BODIES))
    order = [
        struct
        for module in (messages, bodies, wire, lessons, reviewing, study)
        for struct in vars(module).values()
        if isinstance(struct, type) and struct in wanted
    ]
    assert set(order) == wanted
    lines = [
        "// Generated from the messages of the server by tools/wire_types.py: run make docs after a change there.",
        "declare namespace Wire {",
        *map(interface, dict.fromkeys(order)),
        f"  type FromServer = {script(messages.FromServer)}",
        "}",
    ]
    return "\n".join(lines) + "\n"
