"""Reading moves and deals in every spelling that the book accepts. Writing is `values.moves.text` and `values.grid.written`."""

from __future__ import annotations

from deathmatch.games.guidance_rite.notation.board import read_deal, read_piece
from deathmatch.games.guidance_rite.notation.opening import read_claim, read_first, read_place
from deathmatch.games.guidance_rite.notation.turns import read_turn

__all__ = ["read_claim", "read_deal", "read_first", "read_piece", "read_place", "read_turn"]
