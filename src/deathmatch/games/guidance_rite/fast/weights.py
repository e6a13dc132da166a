"""What pieces are worth, fitted to bouts that the bots played, by `tools/fit_guidance_rite.py`; the places are those of `fixed`.

Characters in the order of `fixed.KINDS`.
"""

from __future__ import annotations

from typing import Final

OF_GUARDIANS: Final = (
    *(51, 183, 143, 279, 258, 259),  # BODY
    *(100, 90, 56, 76, 107, 19),  # ARROW
    *(29, 71, 25, 90, 29, 22),  # EDGE
    *(12, 12, 0, 12, 12, 12),  # GREY
    *(0, 67, 0, 1946),  # MARK, LEVEL, TURN, DUE
)
OF_FINAL: Final = (
    *(153, 257, 125, 423, 364, 352),  # BODY
    *(100, 122, 170, 111, 88, 115),  # ARROW
    *(46, 45, 0, 64, 43, 39),  # EDGE
    *(108, 101, 108, 29, 84, 56),  # GREY
    *(28, 382, 0, 1514),  # MARK, LEVEL, TURN, DUE
)
