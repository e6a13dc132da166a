"""What the picture says in words: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from deathmatch.core.game import Over, Timeout
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.values import CARDS, ITEM_TITLES, MASKS, Card, Cards, Item, Round, Submission, Terms, bit
from deathmatch.games.five_card_trick.view import Stage, View

Fate = Literal["open", "struck", "cancelled", "outnumbered", "blocked", "idle", "worked", "again"]
"""What became of a card that was played; `open` while that is not shown yet, `again` for the second copy of one that worked."""

_ORDER = tuple(Stage)


def whose(view: View, seat: Seat) -> str:
    """`Your` for the viewer's own seat, else the player's name."""
    return "Your" if view.eye is seat else f"{{{seat}}}'s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1] if words else "") if part)


def counted(number: int, noun: str) -> str:
    """`1 chip`, `2 chips`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def title(view: View) -> str:
    """Where the match stands."""
    if view.outcome is not None:
        return _ending(view, view.outcome)
    stands = f"Round {view.round} of {view.ends_after}"
    if view.showing is not None:
        return f"{stands}, {STEPS[view.showing.stage]}"
    if view.answering is not None:
        return f"{stands}, Claim Priority is being decided"
    if view.replays:
        return f"{stands}, played again ({view.replays} of {view.terms.replay_limit})"
    return f"{stands}, extension" if view.ends_after > view.terms.rounds else stands


def _ending(view: View, outcome: Over) -> str:
    if outcome.winner is None:
        return f"Over in round {view.round}"
    won, lost = view.sides[outcome.winner].chips, view.sides[outcome.winner.other].chips
    if outcome.reason == "resign":
        return f"{{{outcome.winner.other}}} resigned in round {view.round}, {{{outcome.winner}}} wins"
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


# --- Restrictions


def _choosing(view: View) -> bool:
    """Whether there is a next submission that restrictions could bear on, and no round is being shown."""
    return view.outcome is None and view.showing is None


def reason(view: View, seat: Seat, card: Card) -> str:
    """Why a card may not be played alone in the next submission, in a few words; empty where it may."""
    if not _choosing(view):
        return ""
    barred = view.barred(seat)
    if barred.three & bit(card):
        return "3rd in a row"
    return "doubled" if barred.doubled & bit(card) else ""


def linked(view: View, seat: Seat) -> Cards:
    """The cards of the last round of which no two may be played together again, where there are two or more that bear saying."""
    barred = view.barred(seat)
    cards = MASKS[barred.pairs & ~barred.alone]
    return cards if len(cards) > 1 and _choosing(view) else ()


def card_label(view: View, seat: Seat, card: Card) -> str:
    """One of the five cards of a seat, with its light and all that rests on it."""
    side, terms = view.sides[seat], view.terms
    says = [f"light {'on' if side.lit(card) else 'off'}"]
    if side.blocked is card and view.outcome is None:
        says.append("blocked this round")
    why = reason(view, seat, card)
    if why:
        says.append(f"{'struck if played' if terms.disregard else 'barred'}: {_WHY[why]}")
    partners = [terms.title(other) for other in linked(view, seat) if other is not card]
    if partners and card in linked(view, seat):
        says.append(f"{'struck if played' if terms.disregard else 'not'} together with {listed(partners, 'or')}")
    return f"{whose(view, seat)} {terms.title(card)}: {', '.join(says)}"


_WHY = {"3rd in a row": "it was played in the last two rounds", "doubled": "two copies of it were played in the last round"}


def side_label(view: View, seat: Seat) -> str:
    """A seat's chips and, once the match is over, whether it won."""
    won = view.outcome is not None and view.outcome.winner is seat
    lit = view.sides[seat].lights.bit_count()
    lights = f", {counted(lit, 'light')} of {len(CARDS)} on"
    return f"{whose(view, seat)} side: {counted(view.sides[seat].chips, 'chip')}{lights}{', the winner' if won else ''}"


def item_label(view: View, seat: Seat, item: Item) -> str:
    """An item that a seat holds."""
    asked = item is Item.PRIORITY and view.answering is seat
    return f"{whose(view, seat)} item: {ITEM_TITLES[item]}{', being decided now' if asked else ''}"


# --- What was played


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the last round as it lies on the table.

    Attributes:
        card: which.
        fate: what became of it, as far as is shown.
        gain: what it brought, such as `+3`; empty where nothing.
        names: the card that this Block names.
    """

    card: Card
    fate: Fate
    gain: str = ""
    names: Card | None = None


def played(view: View, seat: Seat) -> tuple[Played, ...]:
    """The cards of a seat's last submission, in card order; none after a time-out."""
    last = view.last
    if last is None:
        return ()
    move = last.moves[seat]
    if isinstance(move, Timeout):
        return ()
    cards = move.cards
    return tuple(_played(view, last, seat, move, card, again=card in cards[:index]) for index, card in enumerate(cards))


def _played(view: View, last: Round, seat: Seat, move: Submission, card: Card, *, again: bool) -> Played:
    names = move.names if card is Card.BLOCK else None
    fate = _fate(last, seat, card)
    if view.showing is not None and fate != "struck" and not _shown(last, view.showing.stage, card, fate):
        fate = "open"
    if fate == "worked" and again:
        fate = "again"
    return Played(card, fate, _gain(last, seat, card) if fate == "worked" else "", names)


def _shown(last: Round, stage: Stage, card: Card, fate: Fate) -> bool:
    """Whether this step of the resolution, or one before it, has settled the card."""
    if card is Card.CLAIM and fate == "worked" and last.taker is None:
        return stage is Stage.PRIORITY
    step = _SETTLES[card] if fate in ("worked", "idle") else Stage.STANDING
    return _ORDER.index(stage) >= _ORDER.index(step)


_SETTLES = {Card.SCORE: Stage.SCORE, Card.GROW: Stage.GROW, Card.CLAIM: Stage.POT, Card.BLOCK: Stage.BLOCK, Card.STEAL: Stage.POT}


def _fate(last: Round, seat: Seat, card: Card) -> Fate:
    if last.struck[seat] & bit(card):
        return "struck"
    if card in last.worked(seat) or (last.priority is seat and card is Card.CLAIM):
        return "worked"
    if last.stood(seat, card):
        return "idle"
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


def used_label(view: View, seat: Seat) -> str:
    """The items that a seat used in the last round; empty if none."""
    items = used(view.last, seat) if view.last is not None else ()
    return f"{whose(view, seat)} items used in that round: {listed([ITEM_TITLES[item] for item in items])}" if items else ""


def played_label(view: View, seat: Seat, one: Played) -> str:
    """A card on the table, with what became of it."""
    terms = view.terms
    named = f" naming {terms.title(one.names)}" if one.names is not None else ""
    return f"{whose(view, seat)} {terms.title(one.card)}{named}: {_outcome(view, one)}"


def _outcome(view: View, one: Played) -> str:
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


def recent_label(view: View, seat: Seat) -> str:
    """The cards of a seat's last two rounds."""
    rounds = [_cards(view.terms, cards) for cards in view.sides[seat].recent]
    if not rounds:
        return f"{whose(view, seat)} last rounds: none that count"
    last = f"last round {rounds[-1]}"
    return f"{whose(view, seat)} {last}" + (f", the round before {rounds[0]}" if len(rounds) > 1 else "")


def _cards(terms: Terms, cards: Cards) -> str:
    return listed([terms.title(card) for card in cards]) or "no card"


def five_label(view: View, seat: Seat) -> str:
    """What all five lights have just brought a seat; empty if nothing (R23)."""
    early = view.showing is not None and _ORDER.index(view.showing.stage) < _ORDER.index(Stage.FIVE)
    if view.last is None or not view.last.full[seat] or early:
        return ""
    return f"{whose(view, seat)} five lights were all on: 1 chip, and all lights go off"


def pot_label(view: View) -> str:
    """What lies in the pot."""
    return f"The pot: {counted(view.pot, 'chip')}"
