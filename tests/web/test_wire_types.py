"""The scripts' types are made from the messages of the server."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, get_args

import pytest
from msgspec import Struct

from deathmatch.bots.study import MatchRemark
from deathmatch.core.reviewing import BetterMove
from deathmatch.server.wire import messages
from tools import wire_types

TYPES = files("deathmatch").joinpath("web", "wire.d.ts").read_text("utf-8")


class Part(Struct, omit_defaults=True):
    """A part.

    More about it.
    """

    needed: str
    perhaps: str | None
    left_out: int | None = None
    empty: list[Part | None] = []


class Whole(Struct, tag="whole"):
    """A whole."""

    parts: list[Part]
    pair: tuple[int, str]
    by_name: dict[str, float]
    anything: Any = None
    may: bool = False


def test_the_file_is_what_the_messages_make() -> None:
    assert wire_types.types() == TYPES, "make docs writes it"


def test_a_field_that_is_left_out_at_its_default_may_lack_and_is_never_null() -> None:
    assert list(wire_types.fields(Part)) == [
        "needed: string",
        "perhaps: string | null",
        "left_out?: number",
        "empty?: (Part | null)[]",
    ]


def test_every_kind_of_field_has_its_type() -> None:
    assert list(wire_types.fields(Whole)) == [
        'type: "whole"',
        "parts: Part[]",
        "pair: [number, string]",
        "by_name: Record<string, number>",
        "anything: any",
        "may: boolean",
    ]
    assert wire_types.interface(Part).splitlines()[:2] == ["  /** A part. */", "  interface Part {"]
    assert wire_types.structs(dict[str, Whole | None]) == [Whole, Part]


@pytest.mark.parametrize(
    "struct",
    [*get_args(messages.FromServer), BetterMove, MatchRemark, messages.StepMessage],
    ids=lambda struct: struct.__name__,
)
def test_everything_that_scripts_read_is_there(struct: type[Struct]) -> None:
    assert f"  interface {struct.__name__.removesuffix('Message')} {{\n" in TYPES
