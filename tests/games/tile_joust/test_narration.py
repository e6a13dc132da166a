"""What each eye is told: the same event in the words of whoever knows the number, and of whoever does not."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from deathmatch.core.game import Beat
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import picture
from deathmatch.games.tile_joust.view import Stage
from deathmatch.match.reel import Reel
from tests.games.tile_joust.test_rule_cases import BROKE, DEAL, KEEP, SOLD, SOLD_2, play


def told(variant: str, events: list[str], eye: Eye, last: int = 1, **options: Any) -> list[Beat[Any]]:
    """What the last events told this eye."""
    stops = [play(variant, events[: len(events) - back], **options) for back in range(last, -1, -1)]
    return [beat for one, two in pairwise(stops) for beat in one.game.narrate(one.view(eye), two.view(eye))]


def words(variant: str, events: list[str], eye: Eye = PUBLIC, last: int = 1, **options: Any) -> list[str]:
    return [beat.words for beat in told(variant, events, eye, last, **options)]


def test_bids_have_notation_and_folds_do_not_say_whether_time_ran_out() -> None:
    assert [(beat.words, beat.notation) for beat in told("gauntlet", [DEAL, "B bid 5"], Seat.A)] == [("{B} bids 5.", "B bid 5")]
    folded, late = (told("gauntlet", [DEAL, "B bid 5", end], Seat.B) for end in ("A fold", "A timeout"))
    assert folded == late
    assert [(beat.words, beat.notation) for beat in folded] == [
        ("{A} folds. {B} gets the black Balance of group 1 for 5. Its number is 6.", "")
    ]
    assert words("gauntlet", [DEAL, "B bid 5", "A fold"], Seat.A) == ["{A} folds. {B} gets the black Balance of group 1 for 5."]


def test_what_is_left_over_is_told_to_whom_it_goes() -> None:
    keep = {"chips": 1}
    events = [*KEEP, "B keep 5"]
    assert words("final", events, Seat.B, **keep)[0] == "{B} keeps 5 of the tiles left over and gives 0 to {A}."
    assert words("final", events, Seat.A, **keep)[0] == "{B} keeps one of the tiles left over and gives the other to {A}. Its number is 0."
    assert words("final", events, PUBLIC, **keep)[0] == "{B} keeps one of the tiles left over and gives the other to {A}."
    assert told("final", events, PUBLIC, **keep)[0].notation == ""
    assert told("final", [*KEEP, "B keep 0"], Seat.B, **keep)[0].notation == ""  # a time-out does the same
    assert words("final", events, PUBLIC, **keep)[1] == "The jousts of set 1 begin: {A} 8 tiles, {B} 6 tiles."


def test_an_inversion_is_told_to_its_owner_alone() -> None:
    events = [*SOLD_2, "A invert 12", "B conceal"]
    assert words("final", events, Seat.A, 2, **BROKE) == [
        "{A} uses Tile Inversion on a tile: its number was 12 and is 1 from now on.",
        "{B} uses Conceal: no groups are shown in the jousts of this set.",
    ]
    assert words("final", events, PUBLIC, 2, **BROKE)[0] == "{A} uses Tile Inversion on a tile."
    assert told("final", events, Seat.A, 2, **BROKE)[0].notation == "A invert 12"
    assert words("final", [*SOLD_2, "A pass", "B pass"], Seat.B, **BROKE) == ["Nobody uses an item."]


def test_tiles_are_put_up_by_what_is_shown_of_them() -> None:
    events = [*SOLD, "A put 1", "B put 4"]
    assert [(beat.words, beat.notation) for beat in told("gauntlet", events, Seat.A, **BROKE)] == [
        ("{A} puts up a white tile of group 3. {B} puts up a black tile of group 4.", "A put 1"),
    ]
    later = [*events, "A put 11", "B pass"]
    assert words("gauntlet", later, Seat.B, **BROKE) == ["{A} puts up a white tile of group 4.", "{B} adds nothing."]
    assert words("gauntlet", later, Seat.B, **BROKE, shown="first")[0] == "{A} puts up a tile."
    concealed = [*SOLD_2, "A pass", "B conceal", "A put 1", "B put 4"]
    assert words("final", concealed, Seat.B, **BROKE) == ["{A} puts up a white tile. {B} puts up a black tile."]


def test_a_joust_is_resolved_step_by_step() -> None:
    seen, own = [
        told("gauntlet", [*SOLD, "A put 1", "B put 4", "A put 11", "B pass", "A pass", "B pass"], eye, **BROKE) for eye in (PUBLIC, Seat.A)
    ]
    assert [beat.words for beat in seen] == [
        "{A} adds nothing.",
        "{B} adds nothing.",
        "{A} turns up 1.",
        "{B} turns up 4.",
        "{A} turns up 11: 12 so far.",
        "Joust 1: {A} 1 + 11 = 12, {B} 4. {A} wins the joust and scores 4 points.",
    ]
    assert [beat.words for beat in seen if not beat.passing] == [beat.words for beat in (*seen[:2], seen[-1])]  # a line a joust
    views, mine = [[beat.view for beat in beats if beat.view is not None] for beats in (seen, own)]
    assert [(view.showing, view.points.a, view.tiles.a) for view in views] == [*[(Stage.REVEAL, 0, 4)] * 3, (Stage.POINTS, 4, 4)]
    shown = [{element.slot: element.label for element in picture.picture(view).elements} for view in (*views, *mine)]
    assert (len(mine), shown[4]["hand-total"]) == (2, "Your total: 12")  # its own tiles were open all the time
    assert [labels["a-total"] for labels in shown[:3]] == [*["{A}'s total: 1"] * 2, "{A}'s total: 12"]
    assert [labels["a-1-4-giant"].endswith("it was 11") for labels in shown[:3]] == [False, False, True]
    assert [labels["a-up-2"] for labels in shown[1:3]] == ["{A}'s white tile, face down, group 4", "{A}'s 11 was up: white, group 4"]


def test_a_time_out_in_an_auction_and_in_a_joust_is_told_as_one() -> None:
    """Sentence 23 of the hosts' list: a host can see that a complaint about the clock is true."""

    def last_words(option: str, *events: str) -> str:
        reel = Reel.of("\n".join(["deathmatch 1", "game tile-joust/gauntlet", f"option {option}", *events, ""]), find)
        return reel.told(reel.last, PUBLIC)[0].words

    up = (*SOLD, "A put 1", "B put 4", "A put 11", "B pass")
    assert last_words("chips 0", *up, "A timeout", "B pass") == "{A} runs out of time and adds nothing."
    assert last_words("chips 0", *up, "A pass", "B pass") == "{A} adds nothing."
    assert last_words("chips 0", *up, "A put 6", "B timeout") == "{A} puts up a black tile of group 1."
    assert last_words("chips 0", *SOLD, "A timeout", "B put 2") == "{A} runs out of time and puts up nothing."
    assert last_words("sets 1", SOLD[0], "B timeout").startswith("{B} runs out of time and folds. {A} gets")
