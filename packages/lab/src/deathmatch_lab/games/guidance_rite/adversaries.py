"""Adversaries of `strong`: bots that differ from it in one thing each. They test it in the arena; players are not offered them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.guidance_rite.bot import STRONG
from deathmatch.games.guidance_rite.drafting import dearest

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite import GuidanceRite


def adversaries(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The capability `adversaries`."""
    return {"dearest": replace(STRONG, claims=dearest)}
