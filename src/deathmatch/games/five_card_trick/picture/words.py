"""What the picture says in words: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from deathmatch.core.game import Over, Timeout
from deathmatch.core.listing import either, listed
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.values import CARDS, ITEM_TITLES, MASKS, Card, Cards, Item, Round, Submission, bit
from deathmatch.games.five_card_trick.view import Moment, Stage

Fate = Literal["open", "struck", "cancelled", "outnumbered", "blocked", "idle", "worked", "again"]
"""What became of a card that was played; `open` while that is not shown yet, `again` for the second copy of one that worked."""

Titles: TypeAlias = tuple[str, ...]
"""The cards' words by card, in lower case (`Terms.words`)."""

_ORDER = tuple(Stage)


def whose(seat: Seat, *, mine: bool) -> str:
    """`Your` for the viewer's own seat, else the player's name."""
    return "Your" if mine else f"{{{seat}}}'s"


def counted(number: int, noun: str) -> str:
    """`1 chip`, `2 chips`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def title(now: Moment) -> str:
    """Where the match stands."""
    if now.outcome is not None:
        return _ending(now, now.outcome)
    stands = f"Round {now.round} of {now.ends_after}"
    if now.showing is not None:
        return f"{stands}, {STEPS[now.showing.stage]}"
    if now.answering is not None:
        return f"{stands}, Claim Priority is being decided"
    if now.replays:
        return f"{stands}, played again ({now.replays} of {now.terms.replay_limit})"
    return f"{stands}, extension" if now.ends_after > now.terms.rounds else stands


def _ending(now: Moment, outcome: Over) -> str:
    if outcome.winner is None:
        return f"Over in round {now.round}"
    won, lost = now.sides[outcome.winner].chips, now.sides[outcome.winner.other].chips
    if outcome.reason == "resign":
        return f"{{{outcome.winner.other}}} resigned in round {now.round}, {{{outcome.winner}}} wins"
    return f"{{{outcome.winner}}} wins {won} to {lost}{', by the last tie-break' if won == lost else ''}"


STEPS = {
    Stage.REVEAL: "the reveal",
    Stage.LIGHTS: "lights on",
    Stage.STANDING: "which cards stand",
    Stage.SCORE: "Score",
    Stage.GROW: "into the pot",
    Stage.POT: "out of the pot",
    Stage.REFILL: "the pot is refilled",
    Stage.BLOCK: "Block",
    Stage.FIVE: "all five lights",
    Stage.PRIORITY: "Claim Priority",
}
"""The steps of a resolution, in a few words each."""


# --- What lies on a side


def card_label(whose: str, titles: Titles, card: Card, *, lit: bool, blocked: bool, why: str, linked: int, disregard: bool) -> str:
    """One of the five cards of a seat, with its light and all that rests on it.

    `why` says in a few words why it may not be played alone in the next submission, and is empty if it may; `linked` is the mask of the
    cards that may not be played in pairs, with this one, or 0; with `disregard` a barred card is struck, not refused.
    """
    says = [f"light {'on' if lit else 'off'}"]
    if blocked:
        says.append("blocked this round")
    if why:
        says.append(f"{'struck if played' if disregard else 'barred'}: {_WHY[why]}")
    partners = [titles[other].capitalize() for other in MASKS[linked] if other is not card]
    if partners:
        says.append(f"{'struck if played' if disregard else 'not'} together with {either(partners)}")
    return f"{whose} {titles[card].capitalize()}: {', '.join(says)}"


_WHY = {"3rd in a row": "it was played in the last two rounds", "doubled": "two copies of it were played in the last round"}


def side_label(whose: str, chips: int, lit: int, won: bool) -> str:
    """A seat's chips and lights and, once the match is over, whether it won."""
    lights = f", {counted(lit, 'light')} of {len(CARDS)} on"
    return f"{whose} side: {counted(chips, 'chip')}{lights}{', the winner' if won else ''}"


def item_label(whose: str, item: Item, asked: bool) -> str:
    """An item that a seat holds."""
    return f"{whose} item: {ITEM_TITLES[item]}{', being decided now' if asked else ''}"


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


def used_label(whose: str, items: Sequence[Item]) -> str:
    """The items that a seat used in the last round; empty if none."""
    return f"{whose} items used in that round: {listed([ITEM_TITLES[item] for item in items])}" if items else ""


def played_label(whose: str, titles: Titles, one: PlayedCard) -> str:
    """A card on the table, with what became of it."""
    named = f" naming {titles[one.names].capitalize()}" if one.names is not None else ""
    return f"{whose} {titles[one.card].capitalize()}{named}: {_outcome(one)}"


def _outcome(one: PlayedCard) -> str:
    if one.fate == "idle":
        return "the pot was stolen from it" if one.card is Card.CLAIM else "there was nothing to steal"
    if one.fate != "worked":
        return _FATES[one.fate]
    match one.card:
        case Card.SCORE:
            return "1 chip"
        case Card.GROW:
            return "1 chip into the pot"
        case Card.BLOCK:
            return "it works"
        case _:
            return f"took the pot, {counted(int(one.gain), 'chip')}"


_FATES: dict[Fate, str] = {
    "open": "played",
    "struck": "struck, it does not count",
    "cancelled": "cancelled, both played it",
    "outnumbered": "the other side played more of it",
    "blocked": "it was blocked",
    "again": "the second copy, a card works once",
}


def recent_label(whose: str, titles: Titles, recent: Sequence[Cards]) -> str:
    """The cards of a seat's last two rounds."""
    rounds = [listed([titles[card].capitalize() for card in cards]) or "no card" for cards in recent]
    if not rounds:
        return f"{whose} last rounds: none that count"
    return f"{whose} last round: {rounds[-1]}" + (f"; the round before: {rounds[0]}" if len(rounds) > 1 else "")


def five(now: Moment, seat: Seat) -> bool:
    """Whether all five lights have just brought a seat a chip, as far as is shown (R23)."""
    if now.last is None or not now.last.full[seat]:
        return False
    return now.showing is None or _ORDER.index(now.showing.stage) >= _FIVE


def five_label(whose: str) -> str:
    """Their gain."""
    return f"{whose} five lights were all on: 1 chip, and all lights go off"


def pot_label(chips: int) -> str:
    """What lies in the pot."""
    return f"The pot: {counted(chips, 'chip')}"
