"""What a page does with pictures off the wire: slots with their markup, in drawing order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from deathmatch.server.wire.frames import Picture


@dataclass
class Screen:
    """The picture that a page shows."""

    slots: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, picture: Picture) -> Screen:
        return parsed(picture.svg())

    def apply(self, change: Any) -> None:
        """A change off the wire."""
        if change is None:
            return
        for slot, *found in change.get("edit", []):
            self.slots[slot] = edited(self.slots[slot], found, '"')
        self.slots.update(dict(change.get("put", [])))
        for slot in change.get("gone", []):
            self.slots.pop(slot)
        if change.get("order") is not None:
            self.order = list(change["order"])
        self.order = [slot for slot in self.order if slot in self.slots]
        for slot, behind in change.get("after", []):
            self.order.insert(self.order.index(behind) + 1 if behind else 0, slot)


def edited(text: str, edits: list[Any], mark: str) -> str:
    """A text after edits off the wire."""
    parts = text.split(mark)
    for at in range(len(edits) - 3, -1, -3):
        place, count, new = edits[at : at + 3]
        parts[place : place + count] = new.split(mark)
    return mark.join(parts)


def parsed(svg: str) -> Screen:
    """The slots of a whole picture: every group with a slot, up to the next one."""
    parts = re.split(r'(?=<g id="slot-)', svg.removesuffix("</svg>"))[1:]
    slots = {re.match(r'<g id="slot-([^"]+)"', part)[1]: part for part in parts}  # type: ignore[index]
    return Screen(slots, list(slots))
