"""What is said of a finished match of Tile Joust."""

from __future__ import annotations

import re

from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Remark, Review, Verdict
from deathmatch.games import find
from deathmatch.games.tile_joust.advice import advise
from deathmatch.match.record import read
from deathmatch.match.replay import match_history

DEAL = "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5"


def review(lines: str, options: str = "", thinking: int = 1000) -> Review:
    record = read(f"deathmatch 1\ngame tile-joust/gauntlet\noption sets 1\n{options}{lines}", find)
    return advise(record.header.game()).review(match_history(record), Counted(thinking))


def about(reviewed: Review, event: int) -> Remark:
    return next(remark for remark in reviewed.remarks if remark.event == event)


def test_a_price_far_above_what_could_be_known_is_a_blunder_of_the_bid() -> None:
    reviewed = review(f"{DEAL}\nB bid 80\nA fold\nA resign\n")
    remark = about(reviewed, 2)
    assert remark.verdict is Verdict.BLUNDER
    assert remark.seat == "B"
    assert "The black Balance of group 1 went for 80 chips; it is the 6." in remark.words
    assert "By the facts known then it was a number from 2 to 10. That was worth up to " in remark.words
    worth = re.search(r"worth up to (\d+) chips", remark.words)
    assert worth is not None
    assert 2 <= int(worth[1]) <= 40, "a price of one auction in twelve, though the bids have passed it"
    assert dict(reviewed.given)[2] > 0.12
    assert [better.move.split()[0] for better in remark.better] == ["bid"], "an opening bid of less"
