"""The rulings of a host: their kinds, the tag of a record for each, and the words for people. `match.py` decides and applies them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from deathmatch.core.game import Beat, Over
from deathmatch.core.speech import count, listed, mark, say
from deathmatch.match import dealer, journal
from deathmatch.match.record import RULING, seconds_of, tidy

TIME, TIMEOUT, FORFEIT, VOID, BACK = "time", "timeout", "forfeit", "void", "back"
RULINGS = (TIME, TIMEOUT, FORFEIT, VOID, BACK)
"""The kinds: a seat gets or loses time; a time-out does not count; a seat loses; nobody wins; the match goes on before an event."""

HEADING = mark("A ruling of the host")
"""Stands above the sentence of a ruling in the log."""

LONGEST_REASON = 500  # letters of a record that are shown
LONGEST_S = 1_000_000  # seconds that one ruling gives or takes


class WantedRuling(NamedTuple):
    """A ruling that a host wants to make.

    Attributes:
        ruling: one of `RULINGS`.
        reason: for everybody.
        seat: whose time changes, or who loses.
        ms: that the seat gets or, if it is less than 0, loses; for a time-out that does not count, what the seat has for its decision.
        event: the number of the event before which the match goes on, or of the time-out.
        enter: actors and texts of the events that come in the place of those that are undone; the dealer's deals fall by themselves.
    """

    ruling: str
    reason: str
    seat: str = ""
    ms: int = 0
    event: int = 0
    enter: Sequence[tuple[str, str]] = ()

    def __repr__(self) -> str:
        return f"<a ruling: {self.ruling}>"  # what is entered may be refused, and is then nobody's business


class Ruling(NamedTuple):
    """A ruling that has been made.

    Attributes:
        made: the event.
        question: the place of the question that was open after it, without those that are undone now.
        undone: the numbers of the first and the last question that it has undone; None if it has undone none.
    """

    made: journal.Ruled
    question: int
    undone: tuple[int, int] | None = None


def stream(rulings: Sequence[Ruling]) -> dealer.Stream:
    """Which random numbers decide the next deal after these rulings."""
    backs = [ruling.made for ruling in rulings if ruling.made.event]
    return dealer.Stream(len(backs), backs[-1].seed) if backs else dealer.FIRST


def is_ruled(over: Over | None) -> bool:
    """Whether a match ended by a ruling."""
    return over is not None and over.reason in (FORFEIT, VOID)


def tag(ruling: Ruling) -> str:
    """The ruling in a record, the text of its tag (docs/dealing.md): `back 7 entered 7 8: Bob's card was mistyped`."""
    made = ruling.made
    words = [made.ruling, *([made.seat] if made.seat else [])]
    if made.event:
        words += ["back", str(made.event)] if made.ruling == TIMEOUT else [str(made.event)]
    else:
        words += ["after", str(made.stood)]
    if made.ms:
        words.append(f"{'+' if made.ms > 0 else '-'}{seconds_of(abs(made.ms))}")
    if made.entered:
        words += ["entered", *map(str, made.entered)]
    if made.seed:
        words += ["seed", str(made.seed)]
    return f"{' '.join(words)}: {tidy(made.reason)}"


_TAG = re.compile(
    r"(time|timeout|forfeit|void|back)(?: ([AB]))?(?: after ([0-9]{1,9})|(?: back)? ([0-9]{1,9}))(?: ([+-][0-9]{1,9}(?:[.][0-9]{1,3})?))?"
    r"(?: entered ([0-9 ]+?))?(?: seed ([0-9]{1,9}))?: (.*)"
)


def rulings_of(tags: Sequence[tuple[str, str]]) -> list[Ruling]:
    """The rulings in the tags of a record; a tag of another form is none. `question` is how many events of the record came before."""
    found: list[Ruling] = []
    for key, text in tags:
        if key != RULING or (said := _TAG.fullmatch(text)) is None:
            continue
        ruling, seat, stood, event, time, entered, seed, reason = said.groups(default="")
        if not seat and ruling in (TIME, TIMEOUT, FORFEIT):
            continue
        numbers = tuple([int(number) for number in entered.split()])
        ms = round(float(time) * 1000) if time else 0
        made = journal.Ruled(0, ruling, reason[:LONGEST_REASON], seat, ms, int(event or 0), numbers, int(seed or 0), int(stood or 0))
        before = max(0, made.event - 1) if made.event else made.stood
        found = [one._replace(question=min(one.question, before)) for one in found]
        found.append(Ruling(made, before))
    return found


def told(made: journal.Ruled) -> str:
    """The ruling as a sentence, with `{A}` and `{B}` for the players, and without its reason."""
    player, seconds = f"{{{made.seat}}}", seconds_of(abs(made.ms))
    if made.ruling == TIME and made.ms > 0:
        return say("The host gives {player} {seconds} s more.", player=player, seconds=seconds)
    if made.ruling == TIME:
        return say("The host takes {seconds} s from {player}.", player=player, seconds=seconds)
    if made.ruling == FORFEIT:
        return say("The host rules that {player} loses.", player=player)
    if made.ruling == VOID:
        return say("The host declares the match void: nobody wins.")
    if made.ruling == TIMEOUT:
        words = say("The time-out of {player} does not count, and {player} has {seconds} s.", player=player, seconds=seconds)
    else:
        words = say("The host takes back event {event} and all that came after it.", event=made.event)
    if made.entered:
        numbers = listed([str(number) for number in made.entered])
        words += " " + count(
            "The host has entered event {numbers}.", "The host has entered the events {numbers}.", len(made.entered), numbers=numbers
        )
    return words


def beat(made: journal.Ruled) -> Beat[object]:
    """The ruling in the log of everybody."""
    reason = made.reason.replace("{", "{{").replace("}", "}}")  # the names of the players are filled in later, and a reason holds none
    return Beat(say("{ruling} Reason: {reason}", ruling=told(made), reason=reason), heading=say(HEADING))
