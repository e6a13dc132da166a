"""Pictures and films of whole matches, as a server's worker makes them: processor time and size of each."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

from deathmatch.server.replays.orders import AnimationOrder, FilmOrder, StillOrder

RECORDS = Path(__file__).parents[1] / "tests" / "records"


def measure() -> dict[str, Any]:
    """For each variant the animation of a whole match, the picture of its end, and its film."""
    return {file.stem.removesuffix("-whole"): _of(file.read_text("utf-8")) for file in sorted(RECORDS.glob("*-whole.dm"))}


def _of(record: str) -> dict[str, float | int]:
    orders: dict[str, AnimationOrder | StillOrder | FilmOrder] = {
        "gif": AnimationOrder(record=record),
        "png": StillOrder(record=record),
        "film": FilmOrder(record=record, whole=True),
    }
    found: dict[str, float | int] = {}
    for name, order in orders.items():
        order.reel()  # what is imported and kept once is not counted
        began = process_time()
        made = order.made()
        found |= {f"{name}_s": round(process_time() - began, 3), f"{name}_bytes": len(made)}
    return found
