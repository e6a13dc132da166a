"""A past that was played before: a match takes from it only the positions of its own events."""

from __future__ import annotations

from deathmatch import games
from deathmatch.core.game import Ask, Deals
from deathmatch.core.seats import BySeat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.match import Match
from deathmatch.match.record import recalled
from deathmatch.match.rehearsal import Rehearsal

VARIANT = games.find("tile-joust/gauntlet")


def past(most: int) -> list[str]:
    """The first events of a match, as lines of a record."""
    _, game = VARIANT.bind({})
    state, source, lines = game.start(), HmacSource(b"past", VARIANT.id), list[str]()
    while len(lines) < most:
        pending = game.pending(state)
        if isinstance(pending, Ask):
            moves = {seat: game.decision(game.view(state, seat)).sample(source) for seat in pending.seats}
            lines += [f"{seat} {game.decision(game.view(state, seat)).write(move)}" for seat, move in moves.items()]
            state = game.play(state, moves)
        else:
            assert isinstance(pending, Deals), "the match is long enough"
            deal = pending.chance.sample(source)
            lines.append(f"deal {pending.chance.write(deal)}")
            state = game.deal(state, deal)
    return lines[:most]


def begun(lines: list[str], rehearsal: Rehearsal | None) -> Match:
    dealer = Dealer(bytes(32), BySeat(b"", b""))
    match = Match.new(VARIANT, {}, names=BySeat("Ann", "Bob"), dealer=dealer, rehearsal=rehearsal)
    return match.fold(match.start(0, recalled(lines)))


def rehearsed(lines: list[str]) -> Rehearsal:
    _, game = VARIANT.bind({})
    found = Rehearsal(VARIANT, game, recalled(lines))
    while found.step():
        pass
    assert not found.step(), "nothing more"
    return found


def test_a_match_with_a_rehearsal_is_the_same_as_without() -> None:
    for most in (0, 1, 2, 9):
        with_it, without = begun(past(most), rehearsed(past(most))), begun(past(most), None)
        assert with_it == without
        assert with_it.record() == without.record()
        assert with_it.ply == without.ply


def test_events_that_were_not_rehearsed_are_played() -> None:
    lines, other = past(9), rehearsed(past(3))
    assert begun(lines, other) == begun(lines, None)
    other.forget()
    assert begun(lines, other) == begun(lines, None)
    assert repr(other) == "<Rehearsal of 0 events>"


def test_a_rehearsal_of_another_past_is_not_used() -> None:
    lines = past(5)
    number = next(place for place, line in enumerate(lines) if not line.startswith("deal"))
    swapped = [*lines[:number], "A resign"]
    assert begun(swapped, rehearsed(lines)).over is not None
