"""Reading moves and deals in every spelling that the book accepts (R2 to R11). Writing is `values.text` and `Deal.text`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import lower
from deathmatch.core.speech import mark, say
from deathmatch.games.tile_joust import values

_NUMBER: Final = r"0|[1-9][0-9]{0,3}"  # without sign and leading zeros; none that counts here is longer
_REPEATED: Final = 40  # characters of a text that an error repeats
_SPACES: Final = re.compile(r"[ \t]+")

_PICKS: Final = {
    "inversion": values.Item.INVERSION,
    "tile inversion": values.Item.INVERSION,
    "invert": values.Item.INVERSION,
    "equaliser": values.Item.EQUALISER,
    "equalizer": values.Item.EQUALISER,
    "conceal": values.Item.CONCEAL,
}
_SIZES: Final = {
    "minute": values.Size.MINUTE,
    "min": values.Size.MINUTE,
    "m": values.Size.MINUTE,
    "balance": values.Size.BALANCE,
    "bal": values.Size.BALANCE,
    "b": values.Size.BALANCE,
    "giant": values.Size.GIANT,
    "g": values.Size.GIANT,
}
_FOLDS: Final = frozenset({"fold", "f", "pass"})
_UNUSED: Final = frozenset({"pass", "none", "no"})
_STOPS: Final = frozenset({"pass", "none", "no", "stop"})

_DEAL: Final = re.compile(r"tiles((?: [0-9,-]+)*) left ([0-9,-]+)", re.ASCII)
_NAME: Final = rf"(?P<number>{_NUMBER})(?P<mark>\*)?(?:(?: ?s| set )(?P<set>[1-9]))?(?:(?: ?g| group )(?P<group>[0-4]))?"
_TILE: Final = re.compile(rf"{_NAME}(?![0-9a-z*])", re.ASCII)
_PUT: Final = re.compile(r"(?:(?:put|play|submit) )?(?=[0-9])", re.ASCII)
_USE: Final = re.compile(r"use (?!$)", re.ASCII)
_INVERT: Final = re.compile(r"(?:invert|inversion|tile inversion) (?=[0-9])", re.ASCII)
_CONCEAL: Final = re.compile(r"conceal(?![0-9a-z])", re.ASCII)
_JOINT: Final = re.compile(r" ?(?:and(?![0-9a-z])|[,+]) ?| ", re.ASCII)


def _plain(text: str) -> str:
    """Lower case, single spaces."""
    return _SPACES.sub(" ", lower(text.strip(" \t")))


def _fail(text: str, reason: str, rule: Rule) -> NoReturn:
    """Refuse a text that is not the expected one; `reason` is marked, and `{given}` stands for it."""
    quoted = text.strip(" \t")
    raise Malformed(say(reason, given=_short(quoted)), rule, len(text) - len(text.lstrip(" \t")) if quoted else 0)


def _short(words: str) -> str:
    """The faulty text, as an error repeats it."""
    if not words:
        return say("nothing")
    return words if len(words) <= _REPEATED else f"{words[:_REPEATED]}..."


# --- Moves that name no tile


def read_pick(text: str) -> values.Pick:
    """R2; raises Malformed."""
    item = _PICKS.get(_plain(text).removeprefix("pick "))
    if item is None:
        _fail(text, mark("expected pick inversion, pick equaliser or pick conceal, not {given}"), values.R2)
    return values.Pick(item)


def read_bid(text: str) -> values.Move:
    """R4, R5; raises Malformed."""
    plain = _plain(text)
    if plain in _FOLDS:
        return values.Plain.FOLD
    number = re.fullmatch(rf"(?:bid )?({_NUMBER})", plain, re.ASCII)
    if number is None:
        _fail(text, mark("expected bid and a whole number of chips in all, or fold, not {given}"), values.R4)
    return values.Bid(int(number[1]))


def read_choice(text: str) -> values.Choose:
    """R6; raises Malformed."""
    plain = _plain(text)
    size = _SIZES.get(plain.removeprefix("choose " if plain.startswith("choose") else "next "))
    if size is None:
        _fail(text, mark("expected choose minute, choose balance or choose giant, not {given}"), values.R6)
    return values.Choose(size)


def read_keep(text: str) -> values.Keep:
    """R7; raises Malformed."""
    number = re.fullmatch(rf"(?:keep )?({_NUMBER})", _plain(text), re.ASCII)
    if number is None:
        _fail(text, mark("expected keep and one of the two left-over numbers, not {given}"), values.R7)
    return values.Keep(int(number[1]))


# --- Moves that name a tile of the hand


def read_first(text: str, hand: values.Tiles, rule: Rule) -> values.Put:
    """R9, and R10 but for a pass; raises Malformed (`rule`, R11)."""
    plain = _plain(text)
    verb = _PUT.match(plain)
    if verb is None:
        _fail(text, mark("expected put and a tile of your hand, not {given}"), rule)
    tile, end = _tile(text, plain, verb.end(), hand)
    if end < len(plain):
        _stray(text, plain, end, mark("expected nothing after the tile, not {given}"), values.R11)
    return values.Put(tile)


def read_more(text: str, hand: values.Tiles, rule: Rule) -> values.Move:
    """R10; raises Malformed (`rule`, R11)."""
    return values.Plain.PASS if _plain(text) in _STOPS else read_first(text, hand, rule)


def read_items(text: str, hand: values.Tiles) -> values.Move:
    """R8; raises Malformed (R8, R11)."""
    plain = _plain(text)
    if plain in _UNUSED:
        return values.Plain.PASS
    expected = mark("expected invert and a tile, conceal, both, or pass, not {given}")
    at = 0
    if (used := _USE.match(plain)) is not None:
        at = used.end()
    invert: values.Tile | None = None
    conceal = False
    while True:
        if (verb := _INVERT.match(plain, at)) is not None and invert is None:
            invert, at = _tile(text, plain, verb.end(), hand)
        elif (word := _CONCEAL.match(plain, at)) is not None and not conceal:
            conceal, at = True, word.end()
        else:
            _stray(text, plain, at, expected, values.R8)
        if at == len(plain):
            return values.Use(invert, conceal)
        joint = _JOINT.match(plain, at)
        if joint is None:
            _stray(text, plain, at, expected, values.R8)
        at = joint.end()


def _tile(text: str, plain: str, at: int, hand: values.Tiles) -> tuple[values.Tile, int]:
    """R11: the one tile of the hand that a name fits, and where the name ends; raises Malformed."""
    matched = _TILE.match(plain, at)
    if matched is None:
        _stray(text, plain, at, mark("expected a tile such as 9, 9* or 9s2, not {given}"), values.R11)
    number, star, set_, group = matched["number"], matched["mark"], matched["set"], matched["group"]
    fits = [
        tile
        for tile in hand
        if tile.number == int(number)
        and (star is None or tile.inverted)
        and (set_ is None or tile.set == int(set_))
        and (group is None or tile.group == int(group))
    ]
    fits = (star is None and [tile for tile in fits if not tile.inverted]) or fits  # without * a plain tile, if one fits
    name = matched[0].rstrip(" ")
    if not fits:
        raise Malformed(say("you hold no {given}; you hold {known}", given=name, known=_names(hand)), values.R11, _typed(text, at))
    if len(fits) > 1:
        raise Malformed(say("{given} is any of {known}; say which", given=name, known=_names(fits)), values.R11, _typed(text, at))
    return fits[0], at + len(name)


def _names(tiles: Sequence[values.Tile]) -> str:
    """Tiles in words, with their sets if there are several."""
    several = len({tile.set for tile in tiles}) > 1
    return ", ".join([tile.name(final=several) for tile in tiles])


def _stray(text: str, plain: str, at: int, reason: str, rule: Rule) -> NoReturn:
    """Refuse a place of the plain text; the error gives the place in the text as it was typed."""
    at += plain.startswith(" ", at)
    raise Malformed(say(reason, given=_short(plain[at:])), rule, _typed(text, at))


def _typed(text: str, at: int) -> int:
    """Where a place of the plain text stands in the text as it was typed."""
    start = place = len(text) - len(text.lstrip(" \t"))
    end = len(text.rstrip(" \t"))
    for _ in range(at):
        step = _SPACES.match(text, place)
        place = step.end() if step is not None else place + 1
    return min(place, max(end, start))


# --- The deal


def read_deal(text: str) -> values.Deal:
    """R3; groups and left-over numbers in ascending order, whatever their number and size; raises Malformed."""
    matched = _DEAL.fullmatch(_plain(text))
    if matched is None:
        _fail(
            text,
            mark("expected tiles, four groups of three numbers joined by -, then left and the left-over numbers, not {given}"),
            values.R3,
        )
    return values.Deal(tuple([_numbers(text, group) for group in matched[1].split()]), _numbers(text, matched[2]))


def _numbers(text: str, joined: str) -> tuple[int, ...]:
    """Numbers joined by `-` or `,`, in ascending order."""
    parts = re.split("[,-]", joined)
    if not all(re.fullmatch(_NUMBER, part, re.ASCII) for part in parts):
        raise Malformed(say("expected numbers joined by -, not {given}", given=_short(joined)), values.R3, max(lower(text).find(joined), 0))
    return tuple(sorted(int(part) for part in parts))
