"""The coin at a table: which options it may set, who may call, and the table after the toss. Everything here is pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.core.options import DMO, Value, Word
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import mark, say
from deathmatch.match.coin import toss, winner
from deathmatch.server.table.commands import Now
from deathmatch.server.table.entries import Called, Tossed
from deathmatch.server.table.handing import told
from deathmatch.server.table.roles import seat_of
from deathmatch.server.table.table import Table
from deathmatch.server.wire import problems
from deathmatch.server.wire.bodies import Coin
from deathmatch.server.wire.messages import Call, CoinMessage

BOTS_CALL = "sun"  # a bot has no reason to prefer a face
SUN = mark("The coin shows the sun: {name} wins the toss.")
MOON = mark("The coin shows the moon: {name} wins the toss.")
CALLED_SUN = mark("{name} called the sun.")
CALLED_MOON = mark("{name} called the moon.")
ROLE = mark("who is the DMO, the opponent of the elimination candidate")


def targets(variant: Variant) -> list[str]:
    """The options of a variant that a coin may set: those whose values can be either seat; and the role, which every variant has."""
    seats = {seat.value for seat in SEATS}
    return list(dict.fromkeys([DMO, *(one.key for one in variant.options if isinstance(one.kind, Word) and seats <= set(one.kind.words))]))


def check(variant: Variant, given: Mapping[str, Value], ec: str, coin: Coin) -> None:
    """Whether this coin may be tossed before a match with these options; raises Problem."""
    known = targets(variant)
    if coin.sets not in known:
        raise problems.wrong(say("the coin must set one of {known} here, not {given}", known=", ".join(known), given=coin.sets[:40]))
    if coin.sets in given or (coin.sets == DMO and ec):
        raise problems.wrong(say("the coin sets {option}, so leave it out of the options and roles", option=coin.sets))
    if coin.sealed and not coin.caller:
        raise problems.wrong(say("nobody calls the toss, so no call can be sealed; name the caller"))
    for seat in SEATS:
        try:
            variant.bind(won(variant, given, coin.sets, seat.value))
        except OptionError as error:
            raise problems.wrong(error.reason) from None


def won(variant: Variant, given: Mapping[str, Value], sets: str, seat: str) -> dict[str, Value]:
    """The options after this seat has won the toss."""
    all_given = {**given, **({sets: seat} if any(option.key == sets for option in variant.options) else {})}
    return {option.key: all_given[option.key] for option in variant.options if option.key in all_given}


def call(table: Table, command: Call, role: str, now: Now) -> Called:
    """The caller names a face."""
    seat = seat_of(role)
    if table.made.caller != seat.value:
        raise problems.conflict(say("you do not call a toss at this table"))
    if table.call:
        raise problems.conflict(say("you have called the toss already"))
    if seat.value not in table.names:
        raise problems.conflict(say("nobody sits here yet; sit down first"))
    return Called(now.at, seat.value, command.face)


def toss_now(table: Table, now: Now) -> tuple[Tossed, ...]:
    """The toss, if it is due."""
    if not table.toss_due:
        return ()
    face = toss(table.dealer)
    return (Tossed(now.at, now.wall, face, winner(face, table.made.caller, table.call or BOTS_CALL)),)


def tossed(table: Table, entry: Called | Tossed) -> Table:
    """The table after one of these entries."""
    if isinstance(entry, Called):
        return replace(table, call=entry.face)
    call_, caller = table.call or (BOTS_CALL if table.made.caller else ""), table.made.caller
    values, game = table.variant.bind(won(table.variant, table.made.options, table.made.coin, entry.winner))
    after = replace(table, call=call_, face=entry.face, toss_winner=entry.winner, values=values, game=game)
    if caller:
        after = told(after, CALLED_SUN if call_ == "sun" else CALLED_MOON, {"name": table.people[caller]}, entry.wall)
    return told(after, SUN if entry.face == "sun" else MOON, {"name": table.people[entry.winner]}, entry.wall)


def message(table: Table, role: str) -> CoinMessage | None:
    """The coin as this role is shown it; None if none is tossed here."""
    made = table.made
    if not made.coin:
        return None
    shown = bool(table.face) or not made.sealed_call or role == made.caller
    option = next((one for one in table.variant.options if one.key == made.coin), None)
    return CoinMessage(
        sets=made.coin,
        about=say(ROLE) if made.coin == DMO or option is None else say(option.words),
        caller=made.caller,
        sealed=made.sealed_call,
        called=bool(table.call),
        call=table.call if shown else "",
        face=table.face,
        winner=table.toss_winner,
    )
