"""The scripts' types are made from the messages of the server."""

from __future__ import annotations

from importlib.resources import files
from typing import get_args

import pytest
from msgspec import Struct

from deathmatch.bots.study import MatchRemark
from deathmatch.core.reviewing import BetterMove
from deathmatch.server.wire import messages
from tools import wire_types

TYPES = files("deathmatch").joinpath("web", "wire.d.ts").read_text("utf-8")


def test_the_file_is_what_the_messages_make() -> None:
    assert wire_types.types() == TYPES, "make docs writes it"


@pytest.mark.parametrize(
    "struct",
    [*get_args(messages.FromServer), BetterMove, MatchRemark, messages.StepMessage],
    ids=lambda struct: struct.__name__,
)
def test_everything_that_scripts_read_is_there(struct: type[Struct]) -> None:
    assert f"  interface {struct.__name__.removesuffix('Message')} {{\n" in TYPES
