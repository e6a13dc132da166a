"""The picture shows what the view holds, it says itself in words, and it is the golden one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick.picture import picture
from deathmatch.games.five_card_trick.values import ITEMS, Card, Item, Round, Side, Submission
from deathmatch.games.five_card_trick.view import View
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests import scene_checks
from tests.golden import scenes

VARIANTS = ("gauntlet", "final", "setna")
EYES = (*SEATS, PUBLIC)


def after(variant: str, *events: str) -> Position:
    record = read(f"deathmatch 1\ngame five-card-trick/{variant}\n" + "\n".join(events) + "\n", find)
    return list(positions(record))[-1]


def seen(position: Position, eye: Seat | object = Seat.A) -> Scene:
    scene: Scene = position.game.picture(position.view(eye), position.waiting)  # type: ignore[arg-type]
    return scene


def slots(scene: Scene) -> dict[str, Element]:
    return {element.slot: element for element in scene.elements}


def says(scene: Scene, slot: str) -> str:
    return slots(scene)[slot].label


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_largest_figures_and_the_fullest_table_fit(variant: str) -> None:
    position = after(variant, "A score claim", "B grow block:score")
    view: View = position.view(PUBLIC)
    cards = (Card.SCORE, Card.GROW, Card.BLOCK)
    crowded = Side(888, 31, Card.CLAIM, ((Card.CLAIM, Card.BLOCK, Card.STEAL), cards), ITEMS if variant == "final" else ())
    moves = BySeat.of(lambda _seat: Submission(cards, Card.GROW, (Item.OVERLOAD, Item.RESET)))
    assert view.last is not None
    last: Round = replace(view.last, number=199, moves=moves, played=moves.map(lambda move: move.cards), took=388)
    sides = BySeat(crowded, replace(crowded, items=()))
    full = replace(view.at, round=200, ends_after=200, replays=9, pot=388, sides=sides, last=last)
    for eye in EYES:
        for sealed in ((), SEATS):
            scene_checks.check(picture(View(eye, full), sealed))
            scene_checks.check(picture(View(eye, replace(full, sides=sides.swap())), sealed))


@pytest.mark.parametrize("name", list(scenes.CASES))
def test_the_picture_is_the_golden_one(name: str) -> None:
    assert scenes.document(name) == scenes.path(name).read_text(encoding="utf-8"), "python -m tests.golden.scenes writes them again"


def test_every_golden_picture_is_one_of_a_case() -> None:
    assert {path.stem for path in scenes.FOLDER.glob("*.svg")} == set(scenes.CASES)


# --- Places


def test_the_viewers_own_side_lies_below_and_an_onlooker_sees_a_there() -> None:
    position = after("gauntlet")
    for eye, near, far in ((Seat.A, "hand", "their"), (Seat.B, "hand", "their"), (PUBLIC, "a", "b")):
        shown = slots(seen(position, eye))
        for card in ("score", "grow", "claim", "block", "steal"):
            assert shown[f"{near}-{card}"].at[1] > shown["pot"].at[1] > shown[f"{far}-{card}"].at[1]
    assert says(seen(position, Seat.B), "hand-score").startswith("Your Score")
    assert says(seen(position, Seat.B), "their-score").startswith("{A}'s Score")
    assert says(seen(position, PUBLIC), "a-score").startswith("{A}'s Score")


def test_what_can_be_chosen_is_large_enough_for_a_thumb() -> None:
    for position in (after("final"), after("final", "A grow claim", "B score claim")):
        scene = seen(position, Seat.B)
        for slot in slots(scene):
            if slot.startswith(("hand-score", "hand-grow", "hand-claim", "hand-block", "hand-steal", "their-score", "item-")):
                largest = max((b for b in scene_checks.shapes(scene) if b.slot == slot and not b.what), key=lambda b: b.area)
                assert largest.right - largest.left >= 44
                assert largest.bottom - largest.top >= 44


# --- What it says


def test_lights_blocks_and_bars_are_said_with_their_reasons() -> None:
    position = after("gauntlet", "A score grow", "B score claim", "A score claim", "B grow block:grow")
    scene = seen(position)
    assert says(scene, "hand-score") == "Your Score: 3rd time, light on, barred: it was played in the last two rounds"
    assert says(scene, "hand-grow") == "Your Grow: blocked, light on"
    assert says(scene, "hand-steal") == "Your Steal: light off"
    assert says(scene, "their-block") == "{B}'s Block: light on, not together with Grow"
    assert "3rd time" in slots(scene)["hand-score"].svg
    assert "blocked" in slots(scene)["hand-grow"].svg
    assert "#sign-not-both" in slots(scene)["their-link"].svg
    assert not slots(scene)["hand-link"].svg  # Claim's partner Score is barred by itself


def test_in_setna_a_barred_card_is_struck_and_not_forbidden() -> None:
    scene = seen(after("setna", "A score claim", "B raise", "A none", "B steal raise"), Seat.B)
    assert says(scene, "hand-grow") == "Your Raise: 3rd time, light on, struck if played: it was played in the last two rounds"
    struck = seen(after("setna", "A score claim", "B raise", "A score claim", "B steal"))
    assert says(struck, "hand-played-1") == "Your Score: struck, it does not count"


@pytest.mark.parametrize(
    ("events", "slot", "label"),
    [
        (("A score grow", "B score claim"), "hand-played-1", "Your Score: cancelled, both played it"),
        (("A score grow", "B score claim"), "hand-played-2", "Your Grow: 1 chip into the pot"),
        (("A score grow", "B score claim"), "their-played-2", "{B}'s Claim: took the pot, 2 chips"),
        (("A score grow", "B claim steal"), "their-played-2", "{B}'s Steal: there was nothing to steal"),
        (("A score claim", "B grow steal"), "hand-played-2", "Your Claim: the pot was stolen from it"),
        (("A score claim", "B grow steal"), "their-played-2", "{B}'s Steal: took the pot, 2 chips"),
        (("A score block:steal", "B claim grow"), "hand-played-2", "Your Block naming Steal: it works"),
        (("A score block:steal", "B claim grow", "A score grow", "B claim steal"), "their-played-2", "{B}'s Steal: it was blocked"),
        (("A timeout", "B claim grow"), "hand-played-1", "Your last round: time-out, no card"),
        ((), "their-played-1", "{B}'s submission: none yet"),
    ],
)
def test_the_table_tells_what_became_of_each_card(events: tuple[str, ...], slot: str, label: str) -> None:
    assert says(seen(after("gauntlet", *events)), slot) == label


def test_a_sealed_submission_shows_only_that_it_is_there() -> None:
    events = ("A score grow", "B score claim")
    scenes_ = [
        seen(after("final", *events, move), eye)
        for move in ("A overload score score claim", "A steal claim", "A timeout")
        for eye in (Seat.B,)
    ]
    assert scenes_[0] == scenes_[1] == scenes_[2]
    assert says(scenes_[0], "their-played") == "{A}'s submission: sealed"
    assert not any(element.svg or element.label for slot, element in slots(scenes_[0]).items() if slot.startswith("their-played-"))
    assert says(scenes_[0], "hand-played-1") == "Your Score: cancelled, both played it"  # what B looks back at stays


@pytest.mark.parametrize(
    ("events", "title"),
    [
        ((), "Round 1 of 25"),
        (("A timeout", "B timeout"), "Round 1 of 25, played again (1 of 3)"),
        (("A score grow", "B claim steal", "B resign"), "{B} resigned in round 2, {A} wins"),
    ],
)
def test_the_title_says_where_the_match_stands(events: tuple[str, ...], title: str) -> None:
    assert seen(after("gauntlet", *events)).title == title


def test_an_extension_and_a_last_tie_are_named() -> None:
    tie = "option rounds 1\noption extension 1\noption max_rounds 2\nA score grow\nB score grow\n"
    after_one = list(positions(read("deathmatch 1\ngame five-card-trick/gauntlet\n" + tie, find)))[-1]
    assert seen(after_one).title == "Round 2 of 2, extension"
    after_two = list(positions(read(f"deathmatch 1\ngame five-card-trick/gauntlet\n{tie}A claim steal\nB claim steal\n", find)))[-1]
    assert seen(after_two).title == "{B} wins 0 to 0, by the last tie-break"


# --- Step by step


def test_a_resolution_is_shown_step_by_step() -> None:
    before, now = (
        after("gauntlet", "A score grow", "B steal claim"),
        after("gauntlet", "A score grow", "B steal claim", "A score claim", "B score grow"),
    )
    steps = [picture(beat.view) for beat in now.game.narrate(before.view(Seat.A), now.view(Seat.A)) if beat.view is not None]
    first, last = slots(steps[0]), slots(steps[-1])
    assert steps[0].title == "Round 2 of 25, the reveal"
    assert first["hand-played-1"].label == "Your Score: played"
    assert first["their-played-2"].label == "{B}'s Grow: played"
    assert "#sign-held-now" in first["hand-score"].svg
    assert "barred" not in first["hand-score"].label
    assert last["hand-played-1"].label == "Your Score: cancelled, both played it"
    assert last["hand-played-2"].label == "Your Claim: took the pot, 2 chips"
    assert steps[-1] == seen(now)
