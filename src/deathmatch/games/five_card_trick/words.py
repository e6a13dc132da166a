"""The words of the picture: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from deathmatch.core.game import Over, Timeout
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, either, listed, mark, name, owned, say, voiced
from deathmatch.games.five_card_trick.values import CARDS, MASKS, Card, Cards, Item, Round, Submission, bit, card_title, chips, item_title
from deathmatch.games.five_card_trick.view import Stage, View

Fate = Literal["open", "struck", "cancelled", "outnumbered", "blocked", "idle", "worked", "again"]
"""What became of a card that was played; `open` while that is not shown yet, `again` for the second copy of one that worked."""

Titles: TypeAlias = tuple[str, ...]
"""The cards' words by card, in lower case (`Terms.words`)."""

_ORDER = tuple(Stage)


def title(now: View) -> str:
    """Where the match stands."""
    if now.outcome is not None:
        return _ending(now, now.outcome)
    stands = say("Round {number} of {last}", number=now.round, last=now.ends_after)
    if now.showing is not None:
        return say("{round}, {step}", round=stands, step=say(STEPS[now.showing.stage]))
    if now.answering is not None:
        return say("{round}, Claim Priority is being decided", round=stands)
    if now.window is not None:
        mine, theirs = mark("{round}, you may use Claim Priority"), mark("{round}, {player} may use Claim Priority")
        return voiced(now.window, mine, theirs, round=stands)
    if now.replays:
        return say("{round}, played again ({times} of {most})", round=stands, times=now.replays, most=now.terms.replay_limit)
    return say("{round}, extension", round=stands) if now.ends_after > now.terms.rounds else stands


def _ending(now: View, outcome: Over) -> str:
    if outcome.winner is None:
        return say("Over in round {number}", number=now.round)
    winner, loser = name(outcome.winner), name(outcome.winner.other)
    won, lost = now.sides[outcome.winner].chips, now.sides[outcome.winner.other].chips
    if outcome.reason == "resign":
        return say("{loser} resigned in round {number}, {winner} wins", loser=loser, number=now.round, winner=winner)
    if won == lost:
        return say("{winner} wins {won} to {lost}, by the last tie-break", winner=winner, won=won, lost=lost)
    return say("{winner} wins {won} to {lost}", winner=winner, won=won, lost=lost)


STEPS = {
    Stage.REVEAL: mark("the reveal"),
    Stage.LIGHTS: mark("lights on"),
    Stage.STANDING: mark("which cards stand"),
    Stage.SCORE: mark("Score"),
    Stage.GROW: mark("into the pot"),
    Stage.POT: mark("out of the pot"),
    Stage.REFILL: mark("the pot is refilled"),
    Stage.BLOCK: mark("Block"),
    Stage.FIVE: mark("all five lights"),
    Stage.PRIORITY: mark("Claim Priority"),
}
"""The steps of a resolution, in a few words each; marked (`core/speech.py`)."""


# --- What lies on a side


def stamp(why: str, *, blocked: bool) -> str:
    """The words on a card that is barred or blocked; empty on any other."""
    return say(_STAMPS[why]) if why else say("blocked") if blocked else ""


_STAMPS = {"three": mark("3rd time"), "doubled": mark("doubled")}


def card_label(player: str, titles: Titles, card: Card, *, lit: bool, blocked: bool, why: str, linked: int, disregard: bool) -> str:
    """One of the five cards of a seat, with its light and all that rests on it.

    `why` says in a few words why it may not be played alone in the next submission, and is empty if it may; `linked` is the mask of the
    cards that may not be played in pairs, with this one, or 0; with `disregard` a barred card is struck, not refused.
    """
    stamped = stamp(why, blocked=blocked)  # first: a card is called by the words on it
    says = [stamped] if stamped else []
    says.append(say("light on") if lit else say("light off"))
    if blocked and why:
        says.append(say("blocked this round"))
    if why:
        says.append(say(_STRUCK[why] if disregard else _BARRED[why]))
    partners = either([card_title(titles[other]) for other in MASKS[linked] if other is not card])
    if partners and disregard:
        says.append(say("struck if played together with {cards}", cards=partners))
    elif partners:
        says.append(say("not together with {cards}", cards=partners))
    title = card_title(titles[card])
    return owned(mark("Your {card}: {state}"), mark("{player}'s {card}: {state}"), player, card=title, state=", ".join(says))


_BARRED = {
    "three": mark("barred: it was played in the last two rounds"),
    "doubled": mark("barred: two copies of it were played in the last round"),
}
_STRUCK = {
    "three": mark("struck if played: it was played in the last two rounds"),
    "doubled": mark("struck if played: two copies of it were played in the last round"),
}


def side_label(player: str, stack: int, lit: int, won: bool) -> str:
    """A seat's chips and lights and, once the match is over, whether it won."""
    lights = count("{number} light of {most} on", "{number} lights of {most} on", lit, most=len(CARDS))
    mine, theirs = mark("Your side: {chips}, {lights}"), mark("{player}'s side: {chips}, {lights}")
    if won:
        mine, theirs = mark("Your side: {chips}, {lights}, the winner"), mark("{player}'s side: {chips}, {lights}, the winner")
    return owned(mine, theirs, player, chips=chips(stack), lights=lights)


def short(item: Item) -> str:
    """As much of an item's name as fits on it."""
    return say(_SHORT[item])


_SHORT = {Item.OVERLOAD: mark("Overload"), Item.RESET: mark("Reset"), Item.PRIORITY: mark("Priority")}


def item_label(player: str, item: Item, asked: bool) -> str:
    """An item that a seat holds."""
    title = item_title(item)
    if short(item) not in title.split():
        title = say("{short} ({item})", short=short(item), item=title)
    mine, theirs = mark("Your item: {item}"), mark("{player}'s item: {item}")
    if asked:
        mine, theirs = mark("Your item: {item}, being decided now"), mark("{player}'s item: {item}, being decided now")
    return owned(mine, theirs, player, item=title)


# --- What was played


class PlayedCard(NamedTuple):
    """A card of the last round as it lies on the table.

    Attributes:
        card: which.
        fate: what became of it, as far as is shown.
        gain: its gain, such as `+3`; empty if none.
        names: the card that this Block names.
    """

    card: Card
    fate: Fate
    gain: str = ""
    names: Card | None = None


def played(last: Round, seat: Seat, stage: Stage | None) -> tuple[PlayedCard, ...]:
    """The cards of a seat's submission in card order, as far as `stage` has settled them; None is the end. Empty after a time-out."""
    done = _fates(last, seat)
    if stage is None:
        return tuple(ended for _, ended, _ in done)
    step = _ORDER.index(stage)
    return tuple(ended if step >= settled else opened for settled, ended, opened in done)


@lru_cache(maxsize=1024)
def _fates(last: Round, seat: Seat) -> tuple[tuple[int, PlayedCard, PlayedCard], ...]:
    """For each card the number of the step that settles it, the card as it ends, and as it lies before."""
    move = last.moves[seat]
    if isinstance(move, Timeout):
        return ()
    fates = []
    for index, card in enumerate(move.cards):
        names = move.names if card is Card.BLOCK else None
        fate = _fate(last, seat, card)
        settled = _settled(last, card, fate)
        gain = _gain(last, seat, card) if fate == "worked" else ""
        if fate == "worked" and card in move.cards[:index]:
            fate, gain = "again", ""
        fates.append((settled, PlayedCard(card, fate, gain, names), PlayedCard(card, "open", "", names)))
    return tuple(fates)


def _settled(last: Round, card: Card, fate: Fate) -> int:
    """The number of the step of the resolution that settles the card."""
    if fate == "struck":
        return 0
    if card is Card.CLAIM and fate == "worked" and last.taker is None:
        return _PRIORITY
    return _SETTLES[card] if fate in ("worked", "idle") else _STANDING


_STANDING, _FIVE, _PRIORITY = (_ORDER.index(stage) for stage in (Stage.STANDING, Stage.FIVE, Stage.PRIORITY))
_SETTLES = tuple(_ORDER.index(stage) for stage in (Stage.SCORE, Stage.GROW, Stage.POT, Stage.BLOCK, Stage.POT))  # by card


def _fate(last: Round, seat: Seat, card: Card) -> Fate:
    if last.struck[seat] & bit(card):
        return "struck"
    if card is Card.CLAIM and last.priority is seat:
        return "worked"
    if last.stood(seat, card):
        takes = card is Card.CLAIM or card is Card.STEAL
        return "worked" if not takes or (last.taker is seat and last.by is card) else "idle"
    if last.blocked[seat] is card:
        return "blocked"
    return "cancelled" if last.cancelled(card) else "outnumbered"


def _gain(last: Round, seat: Seat, card: Card) -> str:
    if card is Card.SCORE:
        return "+1"
    if card is Card.GROW:
        return "pot +1"
    if last.priority is seat and card is Card.CLAIM:
        return f"+{last.prize}"
    return f"+{last.took}" if last.taker is seat and last.by is card else ""


def used(last: Round, seat: Seat) -> tuple[Item, ...]:
    """The items that a seat used in a round."""
    move = last.moves[seat]
    named = move.items if isinstance(move, Submission) else ()
    return (*named, Item.PRIORITY) if last.priority is seat else named


def used_label(player: str, items: Sequence[Item]) -> str:
    """The items that a seat used in the last round; empty if none."""
    if not items:
        return ""
    used = listed([item_title(item) for item in items])
    return owned(mark("Your items used in that round: {items}"), mark("{player}'s items used in that round: {items}"), player, items=used)


def played_label(player: str, titles: Titles, one: PlayedCard) -> str:
    """A card on the table, with what became of it."""
    card = card_title(titles[one.card])
    if one.names is not None:
        card = say("{card} naming {named}", card=card, named=card_title(titles[one.names]))
    return owned(mark("Your {card}: {state}"), mark("{player}'s {card}: {state}"), player, card=card, state=_outcome(one))


def _outcome(one: PlayedCard) -> str:
    if one.fate == "idle":
        return say("the pot was stolen from it") if one.card is Card.CLAIM else say("there was nothing to steal")
    if one.fate != "worked":
        return say(_FATES[one.fate])
    match one.card:
        case Card.SCORE:
            return say("1 chip")
        case Card.GROW:
            return say("1 chip into the pot")
        case Card.BLOCK:
            return say("it works")
        case _:
            return say("took the pot, {chips}", chips=chips(int(one.gain)))


_FATES: dict[Fate, str] = {
    "open": mark("played"),
    "struck": mark("struck, it does not count"),
    "cancelled": mark("cancelled, both played it"),
    "outnumbered": mark("the other side played more of it"),
    "blocked": mark("it was blocked"),
    "again": mark("the second copy, a card works once"),
}


def recent_label(player: str, titles: Titles, recent: Sequence[Cards]) -> str:
    """The cards of a seat's last two rounds."""
    rounds = [listed([card_title(titles[card]) for card in cards]) or say("no card") for cards in recent]
    if not rounds:
        return owned(mark("Your last rounds: none that count"), mark("{player}'s last rounds: none that count"), player)
    mine, theirs = mark("Your last round: {last}"), mark("{player}'s last round: {last}")
    if len(rounds) > 1:
        mine = mark("Your last round: {last}; the round before: {before}")
        theirs = mark("{player}'s last round: {last}; the round before: {before}")
    return owned(mine, theirs, player, last=rounds[-1], before=rounds[0])


def five(now: View, seat: Seat) -> bool:
    """Whether all five lights have just brought a seat a chip, as far as is shown (R23)."""
    if now.last is None or not now.last.full[seat]:
        return False
    return now.showing is None or _ORDER.index(now.showing.stage) >= _FIVE


def five_label(player: str) -> str:
    """Their gain."""
    mine = mark("Your five lights were all on: 1 chip, and all lights go off")
    return owned(mine, mark("{player}'s five lights were all on: 1 chip, and all lights go off"), player)


def pot_label(number: int) -> str:
    """The chips in the pot, in words."""
    return say("The pot: {chips}", chips=chips(number))
