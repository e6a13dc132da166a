"""The rules of `examples/three_lamps.py`, each by a case of its own."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from tests.onefile.playing import Played, example


def match(**options: int | str) -> Played:
    return Played(example("three_lamps"), **options)


def chips(played: Played) -> tuple[int, int]:
    points = played.public()["chips"]
    return points["A"], points["B"]


def test_a_claim_takes_the_pot_and_an_empty_pot_gets_a_chip() -> None:
    played = match().turn("claim", "none")
    assert (chips(played), played.public()["pot"]) == ((1, 0), 1)


def test_grow_adds_a_chip_for_each_player_who_chooses_it_alone() -> None:
    assert match().turn("grow", "grow").public()["pot"] == 3


def test_of_two_actions_each_is_blocked_that_the_other_chose_too() -> None:
    played = match().turn("grow claim", "grow steal")
    assert played.public()["pot"] == 1, "both have grown in vain"
    assert chips(played) == (0, 1), "the claim works, and the steal takes it"
    assert played.public()["lamps"] == {"A": ["claim"], "B": ["steal"]}
    assert "{A}: grow blocked." in played.told()


def test_the_log_calls_the_player_who_reads_it_you() -> None:
    played = match().turn("grow", "timeout")
    told = {Seat.A: ["Your answer: grow.", "{B} is late."], Seat.B: ["{A}: grow.", "You are late."]}
    for reader, words in told.items():
        with speaking("en", to=reader):
            beats = played.game.narrate(match().game.view(match().state, reader), played.game.view(played.state, reader))
            assert [beat.words for beat in beats][:2] == words


def test_an_action_alone_cannot_be_blocked_and_blocks_the_same_of_two() -> None:
    played = match().turn("claim", "claim steal")
    assert played.public()["lamps"] == {"A": ["claim"], "B": ["steal"]}
    assert chips(played) == (0, 1), "the claim alone works, and is stolen"


def test_a_blocked_action_blocks_all_the_same() -> None:
    assert match().turn("grow steal", "grow steal").public()["lamps"] == {"A": [], "B": []}


def test_a_blocked_claim_cannot_be_stolen() -> None:
    played = match().turn("claim grow", "claim steal")
    assert (chips(played), played.public()["pot"]) == ((0, 0), 2)


def test_two_claims_share_the_pot_and_an_odd_chip_stays() -> None:
    played = match().turn("grow", "grow").turn("claim", "claim")
    assert (chips(played), played.public()["pot"]) == ((1, 1), 1)


def test_a_steal_without_a_claim_gets_nothing_and_lights_its_lamp() -> None:
    played = match().turn("steal", "none")
    assert (chips(played), played.public()["lamps"]["A"]) == ((0, 0), ["steal"])


def test_three_lamps_give_a_chip_and_go_out() -> None:
    played = match().turn("grow", "none").turn("steal", "timeout")
    assert played.public()["lamps"]["A"] == ["grow", "steal"]
    played.turn("claim", "grow")
    assert (chips(played), played.public()["lamps"]["A"]) == ((4, 0), [])
    assert "All lamps of {A} are lit: 1 chip." in played.told()


def test_the_same_set_again_is_refused_by_the_rule_in_any_order() -> None:
    played = match().turn("grow steal", "none")
    for text, seat in (("steal grow", Seat.A), ("none", Seat.B)):
        decision = played.game.decision(played.game.view(played.state, seat))
        with pytest.raises(Illegal, match=r"you chose the same in your last round \(three-lamps R4\)"):
            decision.check(decision.read(text))
        assert decision.count() == 6


@pytest.mark.parametrize("text", ["", "grow grow", "dance", "grow claim steal", "none grow"])
def test_what_is_no_answer_is_malformed_by_the_rule(text: str) -> None:
    played = match()
    with pytest.raises(Malformed, match="three-lamps R3"):
        played.game.decision(played.game.view(played.state, Seat.A)).read(text)


def test_a_late_player_chooses_nothing_and_may_not_choose_nothing_again() -> None:
    played = match().turn("timeout", "grow")
    assert played.told()[0] == "{A} is late."
    with pytest.raises(Illegal, match="R4"):
        played.turn("none", "none")


@pytest.mark.parametrize(("dmo", "winner"), [("A", Seat.A), ("B", Seat.B)])
def test_a_tie_adds_rounds_and_then_the_dmo_wins(dmo: str, winner: Seat) -> None:
    played = match(rounds=2, extension=1, dmo=dmo)
    for _ in range(3):
        assert played.over is None
        played.turn("timeout", "timeout")
    assert played.over == Over(winner, "dmo")


def test_more_chips_win_after_the_last_round_without_an_extension() -> None:
    played = match(rounds=2).turn("claim", "none").turn("none", "grow")
    assert played.over == Over(Seat.A, "points")
    assert played.game.score(played.game.view(played.state, Seat.B)) is not None
