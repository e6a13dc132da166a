"""What positions are worth, fitted to bouts that the bots played (`research/fit_guidance_rite.py`); the places are those of `fixed`.

Characters in the order of `fixed.KINDS`.
"""

from __future__ import annotations

from typing import Final

OF_GUARDIANS: Final = (
    *(211, 322, 286, 341, 376, 355),  # BODY
    *(100, 108, 57, 55, 124, 58),  # ARROW
    *(48, 71, 12, 0, 38, 20),  # EDGE
    *(15, 15, 6, 15, 15, 15),  # GREY
    *(0, 310, 0, 3716),  # MARK, LEVEL, TURN, DUE
    *(250, 417, 593),  # FREE, HIT, STEEP
)
OF_FINAL: Final = (
    *(277, 406, 418, 481, 438, 446),  # BODY
    *(100, 120, 81, 13, 160, 71),  # ARROW
    *(58, 63, 10, 0, 49, 44),  # EDGE
    *(34, 16, 47, 24, 27, 19),  # GREY
    *(0, 497, 0, 2256),  # MARK, LEVEL, TURN, DUE
    *(151, 312, 780),  # FREE, HIT, STEEP
)
