"""In every variant a match goes back two questions, is played on, and leaves a record that replays and deals that can be checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye
from deathmatch.match.dealer import Dealer, HmacSource, first_seed
from deathmatch.match.position import look
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from deathmatch.match.rulings import BACK, WantedRuling
from deathmatch.match.story import Story
from tests.match.test_check_deals import begun, dealing, run

BY_DAY = ("five-card-trick/gauntlet", "letter-hunt/gambit", "guidance-rite/final")
NIGHTS = 20  # matches of a variant
SOME, LONGEST = 8, 60  # events before the ruling; events at which somebody gives up
STEP = 1_000  # ms from one event to the next


class Play:
    """A random match under random options."""

    def __init__(self, variant: Variant, number: int) -> None:
        self.source = HmacSource(b"rulings", f"{variant.id} {number}")
        reserve = bytes(self.source.below(256) for _ in range(32))
        self.match = begun(variant, number, self.source, Dealer(first_seed(reserve), BySeat(b"", b""), reserve))
        self.now = 0

    def on(self, most: int) -> None:
        """Goes on until there are so many events."""
        while self.match.over is None and self.match.now.events < most:
            self.now = self.match.step(self.source, self.now + STEP, 8)

    def back(self) -> None:
        """Takes back the last two questions, and checks that it stands where it stood then."""
        match = self.match.now
        turn = match.turns()[max(0, len(match.turns()) - 2)]
        eyes: list[Eye] = [*SEATS, PUBLIC]
        before = [match.recall(eye, turn.question)[0] for eye in eyes]
        self.match.rule(WantedRuling(BACK, "a link was lost", event=turn.event), self.now)
        stood = self.match.now
        if not isinstance(stood._past[turn.question].pending if stood.questions > turn.question else stood._position.pending, Deals):
            for eye, then in zip(eyes, before, strict=True):
                now = self.match.seen(eye, self.now)
                assert (now.public, now.private, now.submitted) == (then.public, then.private, None)
        assert stood.ply > match.ply
        self.match.resume(self.now)


@pytest.mark.parametrize(
    ("variant", "count"),
    [(games.find(name), 1) for name in BY_DAY] + [pytest.param(variant, NIGHTS, marks=pytest.mark.nightly) for variant in games.every()],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_a_match_goes_back_is_played_on_and_leaves_a_record_that_replays(variant: Variant, count: int, tmp_path: Path) -> None:
    for number in range(count):
        play = Play(variant, number)
        play.on(SOME)
        play.back()
        play.on(2 * SOME)
        play.back()
        play.on(LONGEST)
        if play.match.over is None:
            play.match.resign(SEATS[number % 2], play.now)
        play.back()  # also after the end
        play.on(LONGEST)
        if play.match.over is None:
            play.match.resign(SEATS[number % 2], play.now)
        match = play.match.now
        assert match.over is not None
        record = match.record()
        replayed = {at.ply: at.opening() for at in reversed(list(positions(read(record, games.find))))}
        assert len(replayed) == match.questions + 1
        for eye in (*SEATS, PUBLIC):
            for question in range(match.questions + 1):
                assert match.recall(eye, question)[0].public == look(replayed[question], eye).public
            assert play.match.story(eye) == Story.of(play.match.fresh.fold(play.match.journal), eye).beats
        assert play.match.fresh.fold(play.match.journal) == match
        assert record.count("\ntag ruling back ") == 3
        if variant.deals:
            assert run(tmp_path, record, dealing(match)) == 0, record
