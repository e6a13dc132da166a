"""What each feature of a draft moves the logarithm of the odds by (`drafting.FEATURES`), from `tools/fit_guidance_draft.py`."""

from __future__ import annotations

from typing import Final

GUARDIANS: Final = (0.203, 0.129, 0.0, 0.0, 0.183, 0.075, -0.063, 0.096, 0.075, 0.143, -0.071, 0.038, 0.017)
FINAL: Final = (0.156, 0.131, 0.07, -0.013, 0.125, 0.047, 0.005, 0.072, 0.078, 0.124, -0.045, 0.034, 0.028)
