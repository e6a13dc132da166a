"""Five-Card Trick: two of five cards each, in secret and at once; most chips wins (rules/five-card-trick.md)."""

from __future__ import annotations

from dataclasses import replace

from deathmatch.core.game import RESIGN, Ask, Showcase, Variant, located
from deathmatch.core.options import Written
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.simple import BookGame
from deathmatch.core.speech import mark
from deathmatch.games.five_card_trick import compose, rules, values, view
from deathmatch.games.five_card_trick.compose import PriorityDecision, SubmitDecision
from deathmatch.games.five_card_trick.values import BOOK, ITEM_TITLES, R1, Move, Terms, Variation
from deathmatch.games.five_card_trick.view import State, View


class FiveCardTrick(BookGame[Terms, State, Move, View]):
    """One variant with its options bound; chance plays no part."""

    rules = rules
    sight = view

    def asks(self, state: State, /) -> Ask:
        """Both seats owe cards, one owes an answer."""
        return Ask(SEATS, "submit") if state.answering is None else Ask((state.answering,), "priority")

    def decision(self, view: View, /) -> SubmitDecision | PriorityDecision:
        """The decision that the seat of this view owes."""
        return compose.decision(view)

    def resign(self, state: State, seat: Seat, /) -> State:
        """The other seat wins (R14)."""
        return replace(super().resign(state, seat), answering=None, window=None)

    def score(self, view: View, /) -> BySeat[int] | None:
        """Chips; a resignation has none."""
        over = view.outcome
        return None if over is None or over.reason == RESIGN else view.sides.map(lambda side: side.chips)

    def items(self, view: View, /) -> BySeat[tuple[str, ...]]:
        """The items that are not used yet; who holds them is public."""
        return view.sides.map(lambda side: tuple([ITEM_TITLES[item] for item in side.items]))


_WORDS = {
    Variation.GAUNTLET: mark(
        "Each round both players secretly play two of five cards. A card that both play cancels; the others score, "
        "grow the pot, claim it, steal it or block. Most chips after the last round wins."
    ),
    Variation.FINAL: mark(
        "Like Gauntlet, but you may play a card twice to outnumber the card of your opponent, and three items bend the rules once each."
    ),
    Variation.SETNA: mark("Each round both players play up to two abilities. You may submit a forbidden ability, but it does not count."),
}

_DIFFERS = {
    Variation.GAUNTLET: "",
    Variation.FINAL: mark(
        "You may play one card twice to outnumber the same card of your opponent. Three items bend the rules, once each."
    ),
    Variation.SETNA: mark(
        "You may play one card or two, called abilities here. You may also play one that is barred in this round, but it does not count."
    ),
}

_GROUPS = {
    mark("Length"): ("rounds", "extension", "max_rounds", "replay_limit"),
    mark("Roles and items"): ("dmo", "overload", "priority", "reset"),
}

_ORIGINAL = {
    Variation.GAUNTLET: "DeathMatch 2: Five Card Trick",
    Variation.FINAL: "Final Match 1: Five Card Trick",
    Variation.SETNA: "Setna's Curse",
}

_SAYS = {
    "blocked_collides yes": mark("A blocked card still cancels the opponent's same card."),
    "steal_needs live": mark("Steal needs a Claim that stands."),
    "steal_needs any": mark("Steal needs a Claim that was played, even in vain."),
    "priority_beats_block yes": mark("Claim Priority may be used when the holder's own Claim was blocked."),
    "priority_window step": mark("Claim Priority is used or passed before the next round."),
    "priority_window round": mark("Claim Priority may be used until the next round ends; then both choose their cards for it again."),
    "items_tiebreak received": mark("The last tie goes to the player who received more items."),
    "items_tiebreak unused": mark("The last tie goes to the player who has more unused items."),
    "illegal disregard": mark("A forbidden card may be submitted, and does not count."),
    "illegal refuse": mark("A forbidden card is refused."),
}

_SHOWCASE = Showcase(mark("Two of five cards each, in secret and at once. Most chips wins."), __name__, "data/showcase.dm", 17)

_REASONS = {
    "chips": mark("{winner} has more chips."),
    "tie_dmo": mark("Chips are equal to the very end; the tie goes to {winner}, the death match opponent."),
    "tie_items": mark("Chips are equal to the very end; the tie goes to {winner}, by the number of items."),
    "resign": mark("{loser} resigned."),
}
_YOURS = {
    "chips": mark("You have more chips."),
    "tie_dmo": mark("Chips are equal to the very end; the tie goes to you, the death match opponent."),
    "tie_items": mark("Chips are equal to the very end; the tie goes to you, by the number of items."),
}

_AS_WRITTEN = {
    Variation.GAUNTLET: {"replay_limit": Written(99, "Q21")},  # as often as an option can say
    Variation.FINAL: {"priority_beats_block": Written("yes", "Q44"), "priority_window": Written("round", "W5")},
}


def _variant(variation: Variation) -> Variant:
    final = variation is Variation.FINAL
    return Variant(
        game=BOOK,
        name=variation.value,
        title=mark("Five-Card Trick"),
        says=_SAYS,
        original=_ORIGINAL[variation],
        words=_WORDS[variation],
        options=values.options(variation),
        submitting=R1,
        yours=_YOURS,
        reasons={reason: words for reason, words in _REASONS.items() if final or reason != "tie_items"},
        make=lambda options: FiveCardTrick(values.terms(variation, options)),
        check=values.check,
        capabilities=located(__name__, bots="bot", levels="levels", advise="advice"),
        differs=_DIFFERS[variation],
        minutes=10,
        clocks=mark("{time_submit} for each round."),
        showcase=_SHOWCASE if variation is Variation.GAUNTLET else None,
        groups=_GROUPS,
        as_written=_AS_WRITTEN.get(variation, {}),
        as_written_table={} if variation is Variation.SETNA else {"aids": "none"},  # the host shows pictures without comment
    )


VARIANTS = tuple(_variant(variation) for variation in (Variation.GAUNTLET, Variation.FINAL, Variation.SETNA))
"""The three variants, in the book's order."""
