"""The rulings of a host: their kinds, the tag of a record for each, and the words for people. `match.py` decides and applies them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from deathmatch.core.arguments import shown
from deathmatch.core.game import Beat, Over
from deathmatch.core.optional import BoutsGame
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, listed, mark, numeral, say, voiced
from deathmatch.match import dealer, journal
from deathmatch.match.position import Position
from deathmatch.match.record import RULING, seconds_of, tidy

TIME, TIMEOUT, FORFEIT, VOID, BACK = "time", "timeout", "forfeit", "void", "back"
WON, TIED, BOUT, ENTER, WORD, POINTS = "won", "tied", "bout", "enter", "word", "points"
RULINGS = (TIME, TIMEOUT, FORFEIT, VOID, BACK, WON, TIED, BOUT, ENTER, WORD, POINTS)
"""The kinds: a seat gets or loses time; a time-out does not count; a seat loses; nobody wins; the match goes on before an event; a seat has
won, or nobody has, because that is plain; a bout is given to a seat, or to nobody; an answer is entered; words count as on the list; a seat
gets or loses points.
"""

ENDS = (FORFEIT, VOID, WON, TIED)
"""The rulings that end a match, which are then the reason of its end."""

CANCEL, NOSHOW = "cancel", "noshow"
"""How a match ends before its start: it is cancelled, or a player does not come. A referee has no part in these."""

ENDLESS = (VOID, TIED, CANCEL, NOSHOW)
"""The reasons of an end for which a record may have no end, or there is none."""

HEADING = mark("A ruling of the host")
"""Stands above the sentence of a ruling in the log."""

LONGEST_REASON = 500  # letters of a record that are shown
LONGEST_S = 1_000_000  # seconds that one ruling gives or takes
MOST_POINTS = 1_000_000  # that one ruling gives or takes
NAMED = 5  # accepted words that a tag names; of more it has the number


class WantedRuling(NamedTuple):
    """A ruling that a host wants to make.

    Attributes:
        ruling: one of `RULINGS`.
        reason: for everybody.
        seat: whose time or points change, who loses or has won, or who gets the bout.
        ms: that the seat gets or, if it is less than 0, loses; for a time-out that does not count, what the seat has for its decision.
        event: the number of the event before which the match goes on, or of the time-out.
        enter: actors and texts of the events that come in the place of those that are undone; the dealer's deals fall by themselves.
            Of `ENTER` the actor and the text of the answer.
        bank: ms for the bank of the seat besides; None for a time-out gives back what that has used up.
        points: that the seat gets or, if they are less than 0, loses.
        what: the unit of these points; or the words that are accepted, in capitals, with spaces between.
    """

    ruling: str
    reason: str
    seat: str = ""
    ms: int = 0
    event: int = 0
    enter: Sequence[tuple[str, str]] = ()
    bank: int | None = None
    points: int = 0
    what: str = ""

    def __repr__(self) -> str:
        return f"<a ruling: {self.ruling}>"  # what is entered may be refused, and is then nobody's business

    def check(self) -> None:
        """Raises RulingError if no match could take this ruling."""
        if self.ruling not in RULINGS:
            raise journal.RulingError(f"a ruling is one of {', '.join(RULINGS)}, not {shown(self.ruling)}")
        needs_seat = self.ruling in (TIME, FORFEIT, WON, POINTS)
        if self.seat not in ("A", "B") if needs_seat or (self.seat and self.ruling == BOUT) else self.seat:
            raise journal.RulingError(say("the seat must be A or B") if needs_seat else say("this ruling names no seat"))
        if self.ruling == ENTER and [actor for actor, _ in self.enter] not in (["A"], ["B"]):
            raise journal.RulingError(say("enter one answer, of A or of B"))
        if self.ruling == WORD and not self.what:
            raise journal.RulingError(say("this ruling names no word"))
        if self.ruling == POINTS and not (0 < abs(self.points) <= MOST_POINTS and self.what.isalpha()):
            most = numeral(MOST_POINTS)
            raise journal.RulingError(say("the points must be {most} at most and not 0, and their unit one word", most=most))


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


def end_by(made: journal.Ruled) -> Over | None:
    """How a match has ended by this ruling; None if it does not end by it."""
    if made.ruling not in ENDS:
        return None
    winner = {WON: made.seat, FORFEIT: "B" if made.seat == "A" else "A"}.get(made.ruling)
    return Over(Seat(winner) if winner else None, made.ruling)


def end_of(rulings: Sequence[Ruling]) -> Over | None:
    """How a match has ended by the last of these rulings that end it; None if none does, or one after it took the match back."""
    last = next((ruling.made for ruling in reversed(rulings) if ruling.made.event or ruling.made.ruling in ENDS), None)
    return None if last is None or last.event else end_by(last)


def corrections(rulings: Sequence[Ruling]) -> dict[str, dict[str, int]]:
    """The points that these rulings have given and taken: unit -> seat -> their sum."""
    found: dict[str, dict[str, int]] = {}
    for ruling in rulings:
        if ruling.made.ruling == POINTS:
            sums = found.setdefault(ruling.made.what, {"A": 0, "B": 0})
            sums[ruling.made.seat] += ruling.made.points
    return found


def tag(ruling: Ruling) -> str:
    """The ruling in a record, the text of its tag (docs/dealing.md): `back 7 entered 7 8: Bob's card was mistyped`."""
    made = ruling.made
    words = [made.ruling, *([made.seat] if made.seat else [])]
    if made.event:
        words += ["back", str(made.event)] if made.ruling == TIMEOUT else [str(made.event)]
    else:
        words += ["after", str(made.stood)]
    if made.ms:
        words.append(_signed(made.ms))
    if made.bank:
        words += ["bank", _signed(made.bank)]
    if made.ruling == POINTS:
        words.append(f"{made.points:+}")
    if made.what:
        words.append(made.what if made.ruling == POINTS or made.points <= NAMED else f"{made.points} words")
    if made.entered:
        words += ["entered", *map(str, made.entered)]
    if made.seed:
        words += ["seed", str(made.seed)]
    return f"{' '.join(words)}: {tidy(made.reason)}"


def _signed(ms: int) -> str:
    return f"{'+' if ms > 0 else '-'}{seconds_of(abs(ms))}"


_AMOUNT = "[+-][0-9]{1,9}(?:[.][0-9]{1,3})?"
_TAG = re.compile(
    rf"({'|'.join(RULINGS)})(?: ([AB]))?(?: after ([0-9]{{1,9}})|(?: back)? ([0-9]{{1,9}}))(?: ({_AMOUNT}))?(?: bank ({_AMOUNT}))?"
    r"(?: ((?:[0-9]{1,9} )?[^\W\d_]+(?: [^\W\d_]+)*))??(?: entered ([0-9 ]+?))?(?: seed ([0-9]{1,9}))?: (.*)"
)
_OF_A_SEAT = (TIME, TIMEOUT, FORFEIT, WON, POINTS)


def rulings_of(tags: Sequence[tuple[str, str]]) -> list[Ruling]:
    """The rulings in the tags of a record; a tag of another form is none. `question` is how many events of the record came before."""
    found: list[Ruling] = []
    for key, text in tags:
        if key != RULING or (said := _TAG.fullmatch(text)) is None:
            continue
        ruling, seat, stood, event, amount, bank, what, entered, seed, reason = said.groups(default="")
        if not seat and ruling in _OF_A_SEAT:
            continue
        numbers = tuple([int(number) for number in entered.split()])
        ms, points = (0, int(float(amount or 0))) if ruling == POINTS else (_ms(amount), 0)
        if ruling == WORD and what:
            words = what.split()
            points = int(words[0]) if words[0].isdecimal() else len(words)
        made = journal.Ruled(
            *(0, ruling, reason[:LONGEST_REASON], seat, ms, int(event or 0), numbers, int(seed or 0), int(stood or 0)),
            *(_ms(bank), points, what),
        )
        before = max(0, made.event - 1) if made.event else made.stood
        found = [one._replace(question=min(one.question, before)) for one in found]
        found.append(Ruling(made, before))
    return found


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000) if seconds else 0


def told(made: journal.Ruled) -> str:
    """The ruling as a sentence, with `{A}` and `{B}` for the players, and without its reason. It names no word that is accepted."""
    words = _told(made)
    if made.entered:
        numbers = listed([str(number) for number in made.entered])
        words += " " + count(
            "The host has entered event {numbers}.", "The host has entered the events {numbers}.", len(made.entered), numbers=numbers
        )
    return words


def _told(made: journal.Ruled) -> str:
    match made.ruling:
        case "time" | "timeout":
            return _time_told(made, Seat(made.seat))
        case "forfeit":
            return voiced(Seat(made.seat), mark("The host rules that you lose."), mark("The host rules that {player} loses."))
        case "void":
            return say("The host declares the match void: nobody wins.")
        case "won":
            return voiced(Seat(made.seat), mark("The host rules that you have won."), mark("The host rules that {player} has won."))
        case "tied":
            return say("The host rules that the match is tied.")
        case "bout" if made.seat:
            return voiced(Seat(made.seat), mark("The host gives this bout to you."), mark("The host gives this bout to {player}."))
        case "bout":
            return say("The host rules that this bout is drawn.")
        case "enter":
            return say("The host enters an answer of a player.")
        case "word":
            return count(
                "The host accepts a word that is not on the list.", "The host accepts {number} words that are not on the list.", made.points
            )
        case "points":
            texts = mark("The host takes {number} {unit} from you."), mark("The host takes {number} {unit} from {player}.")
            if made.points > 0:
                texts = mark("The host gives you {number} {unit}."), mark("The host gives {player} {number} {unit}.")
            return voiced(Seat(made.seat), *texts, number=abs(made.points), unit=made.what)
        case _:
            return say("The host takes back event {event} and all that came after it.", event=made.event)


def _time_told(made: journal.Ruled, seat: Seat) -> str:
    """The sentences of a ruling on a clock."""
    seconds, bank = seconds_of(abs(made.ms)), seconds_of(abs(made.bank))
    texts: list[tuple[str, str, str]] = []
    if made.ruling == TIMEOUT:
        theirs = mark("The time-out of {player} does not count, and {player} has {seconds} s.")
        texts.append((mark("Your time-out does not count, and you have {seconds} s."), theirs, seconds))
    elif made.ms > 0:
        texts.append((mark("The host gives you {seconds} s more."), mark("The host gives {player} {seconds} s more."), seconds))
    elif made.ms:
        texts.append((mark("The host takes {seconds} s from you."), mark("The host takes {seconds} s from {player}."), seconds))
    if made.bank > 0:
        texts.append((mark("Your bank gets {seconds} s."), mark("The bank of {player} gets {seconds} s."), bank))
    elif made.bank:
        texts.append((mark("Your bank loses {seconds} s."), mark("The bank of {player} loses {seconds} s."), bank))
    return " ".join(voiced(seat, mine, theirs, seconds=time) for mine, theirs, time in texts)


def beat(made: journal.Ruled) -> Beat[object]:
    """The ruling in the log of everybody."""
    reason = made.reason.replace("{", "{{").replace("}", "}}")  # the names of the players are filled in later, and a reason holds none
    return Beat(say("{ruling} Reason: {reason}", ruling=told(made), reason=reason), heading=say(HEADING))


def bout_to(position: Position, seat: str) -> Sequence[tuple[str, str]]:
    """The events that give the bout that is being played to a seat, or to nobody; raises RulingError."""
    if not isinstance(position.game, BoutsGame):
        raise journal.RulingError(say("this game has no bouts"))
    if position.waiting:
        raise journal.RulingError(say("an answer waits sealed: wait until this question is answered, or go back to before that event"))
    found = position.game.bout_to(position.state, Seat(seat) if seat else None)
    if isinstance(found, str):
        raise journal.RulingError(found)
    return [(str(actor), text) for actor, text in found]
