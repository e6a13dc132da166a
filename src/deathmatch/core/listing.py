"""Lists in sentences, in the language that is being spoken."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.speech import say


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} or {last}", several=", ".join(words[:-1]), last=words[-1])


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]
