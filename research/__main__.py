"""`python -m research NAME...`: one JSON object for each measurement.

Programs with arguments of their own run as `python -m research.NAME`.
"""

from __future__ import annotations

from pathlib import Path

from bench.__main__ import main, names

if __name__ == "__main__":
    main("research", names(Path(__file__).parent))
