"""What each feature of a draft moves the logarithm of the odds by (`drafting.FEATURES`), from `research/fit_guidance_draft.py`."""

from __future__ import annotations

from typing import Final

GUARDIANS: Final = (0.187, 0.119, 0.000, 0.000, 0.134, 0.081, -0.023, 0.046, 0.053, 0.131, -0.010, 0.028, 0.033)
FINAL: Final = (0.142, 0.094, 0.096, -0.025, 0.146, 0.014, -0.024, 0.018, 0.013, 0.095, -0.019, 0.025, 0.031)
