"""Knowing how `strong` chooses its letters tells nearly nothing: by day in bits, by night in matches."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from deathmatch.bots import registry
from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.letter_hunt import LetterHunt, belief, bot
from deathmatch.games.letter_hunt.belief import ANYBODY, Belief, Habits, Prior
from deathmatch.games.letter_hunt.bot import ASSUMED, MIXTURE, Strong
from deathmatch.games.letter_hunt.values import ALPHABET, FULL, Letters, Sizes
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.letter_hunt import adversaries
from research.hidden_letters import FORMER, MATCHES, SEED, duel
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, after

NAMES = ("reader", "close-reader", "common-letters", "rare-letters")
MOST = 0.55  # of the matches, that an adversary may win; the lower end of the interval may not be above it
WORDS = 1000  # of the list, by night


def seen(variant: Variant, bot: Strong, number: int) -> View:
    """The view of A before the first turn of a match of a bot against itself."""
    source = HmacSource(b"seen", str(number))
    _, game = variant.bind({"first": "A"})
    state = game.start()
    while not state.turn:
        pending = game.pending(state)
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
        else:
            views = BySeat.of(lambda seat: game.view(state, seat))  # noqa: B023 - called at once
            moves = views.map(lambda view: bot.choose(view, game.decision(view), None, source))  # type: ignore[arg-type]  # it asks no budget here
            state = game.play(state, dict(moves.items()))
    view: View = game.view(state, Seat.A)
    return view


def told(variant: Variant, habits: Habits, matches: int) -> float:
    """How many bits about the other hand it tells a seat on average to know how the other chooses: the relative entropy of both priors."""
    _, game = variant.bind({"first": "A"})
    assert isinstance(game, LetterHunt)
    bits = []
    for number in range(matches):
        view = seen(variant, Strong(game.terms, None, habits), number)
        plain, known = belief.prior_of_other(view).chances, belief.prior_of_other(view, ((1.0, habits),)).chances
        some = known > 0
        bits.append(float(known[some] @ np.log2(known[some] / plain[some])))
    return float(np.mean(bits))


@pytest.mark.parametrize(("variant", "most"), [(GAMBIT, 0.3), (COLOSSEUM, 1e-9)], ids=["gambit", "colosseum"])
def test_the_mixture_tells_next_to_nothing_to_a_player_who_knows_it(variant: Variant, most: float) -> None:
    assert told(variant, MIXTURE, 3) < most
    assert told(variant, FORMER, 2) > 1.2, "as it did before"


def test_what_strong_assumes_costs_it_little_if_the_other_seat_plays_the_mixture() -> None:
    assert {habits: share for share, habits in ASSUMED}[MIXTURE] >= 0.9
    assert sum(share for share, _ in ASSUMED) == pytest.approx(1)


# --- Priors


SMALL = Sizes("ABCDEF", 2, (("ABCD", 2), ("EF", 1)))
LIKES = Habits(tuple(0.2 + 0.02 * place for place in range(26)), tuple(1.0 + place for place in range(26)))


def named(prior: Prior) -> dict[str, float]:
    return {belief.named(int(hand)): float(chance) for hand, chance in zip(prior.hands, prior.chances, strict=True)}


def test_the_public_prior_of_an_offer_is_the_mean_over_all_offers() -> None:
    wanted = dict.fromkeys(("".join(two) for two in combinations("ABCDEF", 2)), 0.0)
    offers = ["".join(some) + one for some, one in product(combinations("ABCD", 2), "EF")]
    for offer in offers:
        chances = LIKES.picked(belief.numbers(offer)[None], 2)[0]
        for two, chance in zip(combinations(offer, 2), chances, strict=True):
            wanted["".join(two)] += chance / len(offers)
    assert named(belief.public(True, 0, ((1.0, LIKES),), SMALL)) == pytest.approx(wanted)


def test_the_public_prior_after_a_redraw_is_nearly_that_of_all_ways_through_it() -> None:
    letters, wanted = "ABCDEF", dict.fromkeys(("".join(two) for two in combinations("ABCDEF", 2)), 0.0)
    rate = {letter: LIKES.hold[place] for place, letter in enumerate(letters)}

    def parts(hand: Letters) -> list[tuple[str, float]]:
        both = product(*(((letter, rate[letter]), ("", 1 - rate[letter])) for letter in hand))
        return [("".join(letter for letter, _ in some), float(np.prod([chance for _, chance in some]))) for some in both]

    for mine in combinations(letters, 2):
        for theirs in combinations([letter for letter in letters if letter not in mine], 2):
            for (held, one), (other, two) in product(parts("".join(mine)), parts("".join(theirs))):
                pool = [letter for letter in letters if letter not in held + other]
                fills = list(combinations(pool, 2 - len(held)))
                for fill in fills:
                    wanted["".join(sorted(held + "".join(fill)))] += one * two / len(fills) / 90
    found = named(belief.public(False, 1, ((1.0, LIKES),), SMALL))
    assert sum(wanted.values()) == pytest.approx(1)
    assert found == pytest.approx(wanted, rel=0.05)
    assert belief.public(False, 2).chances == pytest.approx(1 / 65780), "by symmetry"


def test_the_hands_of_an_offer_are_found_by_rank() -> None:
    offer = "AEGLJKMX"
    found = named(belief.offered("DINRBCFQ", ((1.0, MIXTURE), (0.0, LIKES)), FULL))
    assert found == pytest.approx(named(belief.offered("DINRBCFQ")))
    assert len(offer) == sum(number for _, number in FULL.rarities)


# --- Lost letters


def some_hands(*hands: str) -> Belief:
    return Belief(np.array([belief.mask(hand) for hand in hands], dtype=np.uint32), np.full(len(hands), 1 / len(hands)))


def by_letter(shares: belief.Floats) -> dict[str, float]:
    return dict(zip(ALPHABET, shares, strict=True))


def test_a_letter_that_every_hand_has_is_lost() -> None:
    shares = by_letter(bot.lost_shares(some_hands("ABC", "ADE", "AFG")))
    assert shares["A"] == pytest.approx(1, abs=1e-3)


def test_the_lost_letter_tells_as_little_as_possible() -> None:
    """Of AB, BC and CD nothing is told if B is lost by half and C by half: then each hand has one of them, or either."""
    hand = some_hands("AB", "BC", "CD")
    shares = bot.lost_shares(hand)
    has = bot.has_letters(hand.hands)
    channel = has * shares / (has @ shares)[:, None]
    assert channel.sum(1) == pytest.approx(1)
    mean = hand.chances @ channel
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.nansum(hand.chances[:, None] * channel * np.log2(channel / mean))
    rng = np.random.default_rng(1)
    for _ in range(200):
        other = has * rng.random(has.shape)
        other /= other.sum(1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            assert np.nansum(hand.chances[:, None] * other * np.log2(other / (hand.chances @ other))) > bits - 0.02


def test_a_close_reader_weighs_hands_by_the_letter_that_they_would_have_lost() -> None:
    lines = "deal hands A:ABCDE B:FGHIJ\nA word FIG\nB hint any\nA hint one\nB guess Z\nB lose F"
    view = after(GAMBIT, {"first": "A", "holds": 0}, lines).view(Seat.A)
    plain, read = belief.of_other(view), adversaries.read(view, ANYBODY)
    assert (plain.hands == read.hands).all()
    before = after(GAMBIT, {"first": "A", "holds": 0}, lines[: lines.index("\nB guess")]).view(Seat.A)
    shares = bot.lost_shares(belief.of_other(before).few(bot.FEW))
    weights = plain.chances / (bot.has_letters(plain.hands | np.uint32(belief.mask("F"))) @ shares)
    assert read.chances == pytest.approx(weights / weights.sum())


# --- Matches


@pytest.mark.parametrize("variant", [GAMBIT, COLOSSEUM], ids=lambda variant: variant.name)
def test_commands_know_the_adversaries_and_players_are_not_offered_them(variant: Variant) -> None:
    _, game = variant.bind({})
    assert tuple(registry.adversaries(variant, game)) == NAMES
    assert not set(NAMES) & set(registry.names(variant))


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["gambit", "colosseum"])
@pytest.mark.parametrize("name", NAMES)
def test_no_adversary_wins_significantly_more_than_55_of_100_matches(variant: str, name: str) -> None:
    figures = duel(variant, name, "strong", MATCHES, SEED, WORDS, jobs=1)
    assert figures["interval"][0] <= MOST, figures
