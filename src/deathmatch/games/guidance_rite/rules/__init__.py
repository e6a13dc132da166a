"""The course of a match of Guidance Rite, step by step as in the book (R6 to R56).

`draft` has claims and placing; `movement`, `powers` and `items` have the parts of one turn, `turns` puts them together, `resolution`
carries turns out, in turn or at once; `bouts` is how a match goes on.
"""

from __future__ import annotations

from deathmatch.games.guidance_rite.rules.bouts import deal, play, resign, start

__all__ = ["deal", "play", "resign", "start"]
