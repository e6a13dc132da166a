"""The way from one text to the next, as edits: what the wire carries of an element that changed, and of a picture in words."""

from __future__ import annotations

from collections.abc import Sequence

NEAR = 2  # equal parts between two differences that are sent along, since each difference costs two numbers


def edits(before: str, after: str) -> list[int | str]:
    """The way from one element's markup to the next, both split at their quotation marks: place, number of parts that go, text that comes.

    As often as needed, in order. A player's name has no quotation mark inside markup, so the places do not depend on names.
    """
    old, new = before.split('"'), after.split('"')
    if len(old) == len(new):
        return _paired(old, new, 0, '"')
    most = min(len(old), len(new)) - 1
    head = next((at for at in range(most) if old[at] != new[at] and not _alike(at, old[at], new[at])), most)
    most -= head
    end = len(old) - 1
    tail = next((at for at in range(most) if old[-1 - at] != new[-1 - at] and not _alike(end - at, old[-1 - at], new[-1 - at])), most)
    if (len(old) - len(new)) % 2:
        tail = 0  # the sides disagree which parts are values
    left, right = len(old) - tail, len(new) - tail
    found = _paired(old[:head], new[:head], 0, '"')
    found += [head, left - head, '"'.join(new[head:right])]
    return found + _paired(old[left:], new[right:], left, '"')


def lines(before: Sequence[str], after: Sequence[str]) -> list[int | str]:
    """The same for texts that are split into lines."""
    return _paired(before, after, 0, "\n") if len(before) == len(after) else _replaced(before, after)


def _alike(place: int, was: str, now: str) -> bool:
    """Whether two parts of markup differ only in the value of an attribute or in a text; the parts at odd places are the values."""
    return place % 2 == 1 or (was[:1] == now[:1] == ">" and was[was.find("<") :] == now[now.find("<") :])


def _paired(old: Sequence[str], new: Sequence[str], start: int, mark: str) -> list[int | str]:
    """The differences of two lists of one length; `start` is the place of their first part."""
    found: list[int | str] = []
    unlike = [place for place, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    while unlike:
        first = last = unlike[0]
        while unlike and unlike[0] <= last + NEAR:
            last = unlike.pop(0)
        found += [start + first, last + 1 - first, mark.join(new[first : last + 1])]
    return found


def _replaced(old: Sequence[str], new: Sequence[str]) -> list[int | str]:
    """One difference, from the first line that is unlike to the last one. At least one comes, for no text means one empty line."""
    most = min(len(old), len(new)) - 1
    start = next((place for place in range(most) if old[place] != new[place]), most)
    most -= start
    end = next((end for end in range(most) if old[-1 - end] != new[-1 - end]), most)
    return [start, len(old) - end - start, "\n".join(new[start : len(new) - end])]
