"""The types of the page's scripts, made from the messages of the server: `web/wire.d.ts`.

`make docs` writes it, `make check` compares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from deathmatch.server.replays import wire
from deathmatch.server.web import lessons
from deathmatch.server.wire import bodies, messages

PATH = "src/deathmatch/web/wire.d.ts"
BODIES = (
    *(bodies.ReviewBody, bodies.Sketch, bodies.Desk, bodies.Effect, wire.Film, wire.Instead),
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
    if origin is list:
        element = script(inner[0])
        return f"({element})[]" if "|" in element else f"{element}[]"
    if origin is tuple:
        return f"[{', '.join(script(one) for one in inner)}]"
    if origin is dict:
        return f"Record<{script(inner[0])}, {script(inner[1])}>"
    if origin in (Union, UnionType):
        return " | ".join(script(one) for one in inner)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__.removesuffix("Message")
    raise TypeError(f"a message may not hold {kind}")


def hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of a struct's fields."""
    return {name: FINISHED.get((struct, name), kind) for name, kind in get_type_hints(struct).items() if name in struct.__struct_fields__}


def fields(struct: type[msgspec.Struct]) -> Iterator[str]:
    """The members of an interface. A field that is left out at its default may lack, and is never null."""
    config, kinds = struct.__struct_config__, hints(struct)
    if config.tag is not None:
        yield f'type: "{config.tag}"'
    for field in msgspec.structs.fields(struct):
        kind = kinds[field.name]
        may_lack = config.omit_defaults and not field.required
        if may_lack and NoneType in get_args(kind):
            kind = Union[tuple(one for one in get_args(kind) if one is not NoneType)]  # noqa: UP007 - made from parts
        yield f"{field.encode_name}{'?' if may_lack else ''}: {script(kind)}"


def structs(*kinds: object) -> list[type[msgspec.Struct]]:
    """All structs that these types are made of, each once."""
    reached: dict[type[msgspec.Struct], None] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in reached:
            reached[kind] = None
            waiting += hints(kind).values()
        waiting += get_args(kind)
    return list(reached)


def interface(struct: type[msgspec.Struct]) -> str:
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
        for module in (messages, bodies, wire, lessons, bodies)
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
