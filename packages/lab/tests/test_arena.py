"""The arena: paired, reproducible, honest about what it knows."""

from __future__ import annotations

import pytest

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.core.chance import wilson
from deathmatch.core.errors import OptionError
from deathmatch.core.game import Variant
from deathmatch.match.dealer import HmacSource
from deathmatch.match.record import read, write
from deathmatch_lab.arena import ArenaBout, ArenaMatch, interval, play, run

pytestmark = pytest.mark.one_variant

WITH_BOTS = [variant for variant in games.every() if registry.names(variant)]
SHORT = WITH_BOTS[0].id


def bout(variant: str = SHORT, number: int = 6, seed: int = 4) -> ArenaBout:
    names = registry.names(games.find(variant))
    return ArenaBout(variant, "steady" if "steady" in names else "random", "random", number, seed)


@pytest.mark.nightly
def test_a_match_does_not_depend_on_how_many_there_are_or_who_plays_them() -> None:
    matches: dict[int, ArenaMatch] = {}
    alone = run(bout(number=4), jobs=1, seen=lambda played: matches.setdefault(played.number, played) and None)
    assert sorted(matches) == list(range(4))
    shared: dict[int, ArenaMatch] = {}
    several = run(bout(number=4), jobs=2, seen=lambda played: shared.setdefault(played.number, played) and None)
    assert shared == matches
    assert several.json() == alone.json()
    assert matches[3] == play(bout(number=900), 3)


def test_seats_are_swapped_within_a_pair_and_chance_is_shared() -> None:
    even, odd = play(bout(), 0), play(bout(), 1)
    names = [played.record(bout()).header.names for played in (even, odd)]
    assert (names[0].a, names[0].b) == ("steady", "random")
    assert (names[1].a, names[1].b) == ("random", "steady")
    same = ArenaBout(SHORT, "random", "random", 2, 1)
    first, second = play(same, 0), play(same, 1)
    swap = {"A": "B", "B": "A"}
    before, after = first.entries[0], {entry.actor: entry.text for entry in second.entries[:2]}
    assert after[swap[before.actor]] == before.text, "the bot on side a begins with the same choice in the other seat"


@pytest.mark.parametrize("variant", WITH_BOTS, ids=lambda variant: variant.id)
def test_a_record_replays_to_the_same_end(variant: Variant) -> None:
    played = play(bout(variant.id), 1)
    record = played.record(bout(variant.id))
    text = write(record)
    again = read(text, games.find)
    assert again.entries == played.entries
    assert ("seed", "4") in again.header.tags
    assert ("number", "1") in again.header.tags
    assert write(again) == text


def test_pairs_that_go_together_widen_the_interval() -> None:
    together, apart = [2.0] * 50 + [0.0] * 50, [1.0] * 100
    wide, plain = interval(together, 200), interval(apart, 200)
    assert wide[1] - wide[0] > 1.3 * (plain[1] - plain[0])
    assert plain == pytest.approx(wilson(100, 200, 1.959964)), "what the pairing steadies is not claimed"


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Pairs whose two games always go alike: 95 % within some three standard deviations."""
    source, held, tries = HmacSource(b"cover", "1"), 0, 600
    for _ in range(tries):
        scores = [2.0 * (source.below(10) < 6) for _ in range(60)]
        low, high = interval(scores, 120)
        held += low <= 0.6 <= high
    assert 0.92 < held / tries < 0.985


def test_a_bout_that_cannot_be_is_refused_before_any_match() -> None:
    with pytest.raises(LookupError, match="no variant"):
        run(ArenaBout(SHORT.partition("/")[0] + "/none", "steady", "random", 2, 0), jobs=1)
    with pytest.raises(OptionError):
        run(ArenaBout(SHORT, "steady", "random", 2, 0, (("rounds", 9), ("max_rounds", 3))), jobs=1)
    with pytest.raises(ValueError, match="games must be at least 1, not 0"):
        run(bout(number=0), jobs=1)
    with pytest.raises(ValueError, match="jobs must be at least 0, not -1"):
        run(bout(number=2), jobs=-1)
