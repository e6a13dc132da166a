"""The scripts' types say what `server/wire/messages.py` says."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from deathmatch.server.wire import bodies, messages

TYPES = files("deathmatch").joinpath("web", "wire.d.ts").read_text("utf-8")
PARTS = (
    messages.Choice,
    messages.Number,
    messages.FreeWord,
    messages.Step,
    messages.Clock,
    messages.Change,
    messages.Beat,
    messages.Seen,
    messages.Line,
    messages.Table,
)
BODIES = (bodies.Better, bodies.Remark, bodies.Chart, bodies.Review, bodies.Sketch)

MADE_BEFORE: dict[tuple[type[msgspec.Struct], str], object] = {(messages.Change, "put"): list[tuple[str, str]]}
"""Fields that the server keeps as finished JSON, whose own type says nothing: what they hold."""


def described(name: str) -> dict[str, tuple[bool, str]]:
    """Each field of an interface: whether it may be left out, and its type."""
    matched = re.search(rf"interface {name} \{{(.*?)\n?  ?\}}\n|interface {name} \{{(.*?) \}}\n", TYPES, re.DOTALL)
    assert matched, name
    body = matched[1] or matched[2]
    return {key: (bool(may), kind.strip()) for key, may, kind in re.findall(r"(\w+)(\??): ([^;}]+)", body)}


def script(kind: object) -> str:
    """A Python type as TypeScript writes it."""
    plain: dict[object, str] = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}
    if kind in plain:
        return plain[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        element = script(inner[0])
        return f"{element}[]"
    if origin is tuple:
        return f"[{', '.join(script(one) for one in inner)}]"
    if origin is dict:
        return f"Record<string, {script(inner[1])}>"
    if type(None) in inner:
        return script(Union[tuple(one for one in inner if one is not type(None))])  # noqa: UP007 - made from parts
    if inner:
        return " | ".join(script(one) for one in inner)
    assert isinstance(kind, type), kind
    return kind.__name__


@pytest.mark.parametrize("struct", [*PARTS, *BODIES, *get_args(messages.FromServer)], ids=lambda struct: str(struct.__name__))
def test_every_field_that_is_sent_is_described_with_its_type(struct: type[msgspec.Struct]) -> None:
    hints = get_type_hints(struct)
    fields = described(struct.__name__)
    tag = struct.__struct_config__.tag
    if tag is not None:
        assert fields.pop("type") == (False, f'"{tag}"')
    assert list(fields) == list(struct.__struct_fields__)
    for field in msgspec.structs.fields(struct):
        may_lack, kind = fields[field.name]
        assert may_lack == (struct.__struct_config__.omit_defaults and not field.required), field.name
        wanted = script(MADE_BEFORE.get((struct, field.name), hints[field.name]))
        assert kind in (wanted, f"{wanted} | null"), field.name
        assert ("null" in kind) == (type(None) in get_args(hints[field.name]) and not may_lack), field.name
