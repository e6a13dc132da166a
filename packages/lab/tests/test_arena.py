"""The arena: paired, reproducible, honest about what it knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.core.chance import wilson
from deathmatch.core.errors import BotError, OptionError
from deathmatch.core.game import Variant
from deathmatch.match.dealer import HmacSource
from deathmatch.match.record import read, write
from deathmatch.server.lexicons import Lexicons
from deathmatch_lab import arena
from deathmatch_lab.arena import ArenaBout, ArenaMatch, interval, play, run
from tests import wordy

pytestmark = pytest.mark.one_variant

WITH_BOTS = [variant for variant in games.every() if registry.names(variant)]
SHORT = WITH_BOTS[0].id


def bout(variant: str = SHORT, number: int = 6, seed: int = 4) -> ArenaBout:
    names = registry.names(games.find(variant))
    return ArenaBout(variant, "steady" if "steady" in names else "random", "random", number, seed)


@pytest.mark.parametrize("variant", WITH_BOTS, ids=lambda variant: variant.id)
def test_a_match_is_the_same_whenever_it_is_played(variant: Variant) -> None:
    once = play(bout(variant.id), 3)
    assert play(bout(variant.id), 3) == once
    assert play(bout(variant.id), 4).entries != once.entries
    assert play(bout(variant.id, seed=5), 3).entries != once.entries


def test_a_match_does_not_depend_on_how_many_there_are_or_who_plays_them() -> None:
    matches: dict[int, ArenaMatch] = {}
    alone = run(bout(number=6), jobs=1, seen=lambda played: matches.setdefault(played.number, played) and None)
    assert sorted(matches) == list(range(6))
    shared: dict[int, ArenaMatch] = {}
    several = run(bout(number=6), jobs=2, seen=lambda played: shared.setdefault(played.number, played) and None)
    assert shared == matches
    assert several.json() == alone.json()
    assert matches[5] == play(bout(number=900), 5)


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


def test_wins_add_up_and_the_object_has_the_promised_keys() -> None:
    result = run(bout(number=7), jobs=1)
    assert sum(result.wins.values()) == 7
    shown = result.json()
    assert list(shown) == ["game", "a", "b", "games", "wins", "interval", "seed"]
    assert shown["games"] == 7
    low, high = shown["interval"]
    assert 0 <= low <= result.share <= high <= 1
    assert len(result.seconds["a"]) > 0
    assert list(result.seconds["a"]) == sorted(result.seconds["a"])


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
    with pytest.raises(LookupError, match="the bots are random, steady"):
        run(ArenaBout(SHORT, "steady", "nobody", 2, 0), jobs=1)
    with pytest.raises(LookupError, match="no variant"):
        run(ArenaBout(SHORT.partition("/")[0] + "/none", "steady", "random", 2, 0), jobs=1)
    with pytest.raises(OptionError):
        run(ArenaBout(SHORT, "steady", "random", 2, 0, (("rounds", 9), ("max_rounds", 3))), jobs=1)
    with pytest.raises(ValueError, match="games must be at least 1, not 0"):
        run(bout(number=0), jobs=1)
    with pytest.raises(ValueError, match="jobs must be at least 0, not -1"):
        run(bout(number=2), jobs=-1)


def test_what_live_play_looks_up_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "find", wordy.find)
    lists = Lexicons(None, wordy.LISTS)
    played = play(ArenaBout("toy/lenient", "talker", "talker", 2, 1, resources=lists), 0)
    assert {entry.text for entry in played.entries if "say" in entry.text} == {"say OWL"}
    table = arena._table(ArenaBout("toy/lenient", "talker", "talker", 2, 1, resources=lists))
    monkeypatch.setattr(arena, "_table", lambda _: replace(table, bots={side: wordy.Talker("short") for side in "ab"}))
    with pytest.raises(BotError, match="ZZZ is not in the list"):
        play(ArenaBout("toy/lenient", "talker", "talker", 2, 1, resources=lists), 0)
