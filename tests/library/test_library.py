"""The library checks what it is given, and gives the same answers as the layers below it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import deathmatch as dm
from deathmatch import PUBLIC, Seat

GAUNTLET = dm.load_game("five-card-trick/gauntlet", rounds=3)
EVEN = dm.load_game("EVEN-GROUPS/Standard", {"side": 2})
JOUST = dm.load_game("tile-joust/gauntlet")


BOT = """
class Miser:
    plays = "even-groups"

    def __init__(self, rules):
        self.first = rules.start()

    def choose(self, view, decision, budget, source):
        return decision.sample(source)
"""


class First:
    """Plays the first move of the list."""

    def choose(self, _view: Any, decision: dm.Decision[Any], _budget: dm.Budget, _source: dm.RandomSource) -> Any:
        return next(iter(decision.moves() or ()))


def both(game: dm.Game, state: dm.State) -> dict[Seat, dm.Move]:
    """The first legal move of each seat that owes one."""
    pending = game.pending(state)
    assert isinstance(pending, dm.Ask)
    return {seat: next(iter(game.decision(game.view(state, seat)).moves() or ())) for seat in pending.seats}


class TestGame:
    def test_options_come_in_any_form_and_are_checked(self) -> None:
        assert EVEN.id == "even-groups/standard"
        assert dm.load_game("five-card-trick/gauntlet", {"ROUNDS": "3"}) == GAUNTLET
        assert dm.load_game("tile-joust/gauntlet").options == JOUST.options
        switch = next(option for option in JOUST.variant.options if set(getattr(option.kind, "words", ())) == {"yes", "no"})
        assert dm.load_game(JOUST.id, {switch.key: True}).options[switch.key] == "yes"
        assert dm.load_game(JOUST.id, {switch.key: False}).options[switch.key] == "no"
        with pytest.raises(dm.OptionError, match="colour"):
            dm.load_game("even-groups/standard", colour="red")
        with pytest.raises(dm.UnknownNameError):
            dm.load_game("even-groups")

    def test_a_game_is_a_value_that_crosses_to_other_processes(self) -> None:
        assert pickle.loads(pickle.dumps(GAUNTLET)) == GAUNTLET
        assert hash(dm.load_game("five-card-trick/gauntlet", rounds=3)) == hash(GAUNTLET)
        assert dm.load_game("five-card-trick/gauntlet", rounds=4) != GAUNTLET
        assert repr(GAUNTLET) == "load_game('five-card-trick/gauntlet', rounds=3)"
        assert GAUNTLET != "load_game('five-card-trick/gauntlet', rounds=3)"

    def test_a_turn_has_a_legal_move_of_each_seat_that_owes_one(self) -> None:
        state = GAUNTLET.start()
        turn = both(GAUNTLET, state)
        with pytest.raises(ValueError, match=r"one move of each seat that owes one: A and B, not A$"):
            GAUNTLET.play(state, {Seat.A: turn[Seat.A]})
        with pytest.raises(ValueError, match="not none"):
            GAUNTLET.play(state, {})
        after = GAUNTLET.play(state, turn)
        with pytest.raises(dm.Illegal):
            GAUNTLET.play(after, turn)  # the same card twice
        late = GAUNTLET.play(state, {Seat.A: dm.TIMEOUT, Seat.B: dm.TIMEOUT})
        assert isinstance(GAUNTLET.pending(late), dm.Ask | dm.Over)

    def test_what_is_not_due_is_refused_by_the_rule_of_the_book(self) -> None:
        state = GAUNTLET.start()
        over = GAUNTLET.resign(state, Seat.A)
        assert GAUNTLET.pending(over) == dm.Over(Seat.B, "resign")
        attempts: tuple[Callable[[], object], ...] = (
            lambda: GAUNTLET.play(over, {}),
            lambda: GAUNTLET.resign(over, Seat.B),
            lambda: GAUNTLET.deal(over, dm.PUBLIC),  # type: ignore[arg-type]
        )
        for attempt in attempts:
            with pytest.raises(dm.Illegal, match="the match is over") as refused:
                attempt()
            assert refused.value.rule == GAUNTLET.variant.submitting
        with pytest.raises(dm.Illegal, match="no deal is due"):
            GAUNTLET.deal(state, dm.PUBLIC)  # type: ignore[arg-type]
        with pytest.raises(dm.Illegal, match="no seat owes a move"):
            JOUST.play(JOUST.start(), {})

    def test_deals_fall_by_a_source_and_are_checked(self) -> None:
        ends = []
        for _ in range(2):
            source, state = dm.random_source("a study", "deals"), JOUST.start()
            while isinstance(pending := JOUST.pending(state), dm.Deals):
                state = JOUST.deal(state, pending.chance.sample(source))
            ends.append(state)
        assert ends[0] == ends[1]
        assert dm.random_source(1).below(1 << 60) != dm.random_source(1, "other").below(1 << 60)

    def test_words_and_pictures_have_the_players_names(self) -> None:
        state = GAUNTLET.start()
        after = GAUNTLET.play(state, both(GAUNTLET, state))
        names = dm.BySeat("Grunkle", "Mabel")
        views = [GAUNTLET.view(one, PUBLIC) for one in (state, after)]
        assert any("Grunkle" in beat.words for beat in GAUNTLET.narrate(*views, names=names))
        assert not any("{" in beat.words for beat in GAUNTLET.narrate(*views))
        assert "Grunkle" in GAUNTLET.picture(views[1], names=names).text()
        assert "{" not in GAUNTLET.picture(views[1]).text()
        assert GAUNTLET.eyes() == (Seat.A, Seat.B, PUBLIC)
        assert GAUNTLET.private(GAUNTLET.view(state, Seat.A)) is not None


class TestArguments:
    @pytest.mark.parametrize("name", [variant.id for variant in dm.list_variants()])
    def test_only_a_seat_that_is_asked_has_a_decision(self, name: str) -> None:
        game = dm.load_game(name)
        state = game.start()
        with pytest.raises(ValueError, match="only a seat has a decision, and this is the view of public"):
            game.decision(game.view(state, dm.PUBLIC))
        with pytest.raises(TypeError, match=r"view must be a view of .*, as Game\.view returns it, not "):
            game.decision(cast("Any", state))
        with pytest.raises(ValueError, match="no seat has a decision: the match is over"):
            game.decision(game.view(game.resign(state, Seat.A), Seat.B))
        with pytest.raises(ValueError, match="B has no decision here; no seat is asked"):
            game.position().accept("A", "resign")[0].decision(Seat.B)

    def test_what_was_expected_is_said(self) -> None:
        number: Any = 3
        with pytest.raises(TypeError, match=r"name must be a text \(str\), not 3"):
            dm.load_game(number)
        with pytest.raises(TypeError, match=r"bot must be .*a bot.* not 3"):
            dm.load_bot(EVEN, number)
        record = dm.play_match(EVEN, First, First, seed=1)
        match, position = dm.new_match(EVEN, seed=1), EVEN.position()
        wrong: list[tuple[Callable[[Any], object], Any, str]] = [
            (lambda value: dm.review_record(record, seconds=value), -1, "seconds must be at least 0, not -1"),
            (lambda value: dm.review_record(record, seconds=value), "x", "seconds must be .*not 'x'"),
            (position.decision, "C", "seat must be .*letter A or B, not 'C'"),
            (position.view, dm.Onlooker(7), "eye must be one of .*not "),
            (match.fold, [number], "events must be the events .*not 3"),
        ]
        for call, value, words in wrong:
            with pytest.raises((TypeError, ValueError), match=words):
                call(value)
        with pytest.raises(
            dm.UnknownNameError, match="even-groups is a game, and a variant was expected; the variants are even-groups/standard"
        ):
            dm.load_game("even-groups")


class TestRecords:
    def test_a_playthrough_is_a_value_that_leaves_a_record(self, tmp_path: Path) -> None:
        start = dm.Playthrough.start(GAUNTLET, dm.BySeat("Grunkle # 1", None))
        longer = start.play(Seat.A, "SCORE grow")
        assert (len(start.entries), len(longer.entries), start.over) == (0, 1, None)
        assert repr(longer) == "<Playthrough of five-card-trick/gauntlet, 1 event>"
        done = longer.play("B", "resign")
        assert done.over == dm.Over(Seat.A, "resign")
        text = str(done.record)
        assert dm.parse_record(text) == done.record
        assert repr(done.record) == "<Record of five-card-trick/gauntlet, 2 events>"
        dm.write_record(done.record, tmp_path / "a.dm")
        assert (tmp_path / "a.dm").read_bytes() == text.encode()
        assert dm.read_record(tmp_path / "a.dm") == done.record
        with pytest.raises(dm.RecordError, match="too large; it may have 60 bytes"):
            dm.read_record(tmp_path / "a.dm", largest=60)
        with pytest.raises(dm.RecordError, match="too large; it may have 60 bytes"):
            dm.parse_record(text, largest=60)
        assert [position.state for position in dm.replay_record(done.record)] == [position.state for position in done.positions]
        assert dm.game_of(done.record) == GAUNTLET
        assert dm.look(done.position, Seat.A).over == done.over

    def test_an_event_has_an_actor_and_is_due(self) -> None:
        start = dm.Playthrough.start(GAUNTLET)
        with pytest.raises(ValueError, match="actor must be A, B, deal or host, not 'C'"):
            start.play("C", "score grow")
        with pytest.raises(dm.Illegal, match="no deal is due"):
            start.deal(dm.random_source(1))
        dealt = dm.Playthrough.start(JOUST).deal(dm.random_source(1))
        assert dealt.entries[0].actor == "deal"


class TestBots:
    def test_a_match_follows_from_its_seed(self) -> None:
        records = [dm.play_match(EVEN, "random", First(), seed=seed) for seed in ("x", "x", "y")]
        assert records[0] == records[1]
        assert records[0] != records[2]
        assert records[0].header.names == dm.BySeat("random", "first")
        assert dm.parse_record(str(records[0])) == records[0]
        assert list(dm.replay_record(records[0]))[-1].over is not None

    def test_a_bot_is_a_name_a_class_a_path_or_an_object(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "mine_bots.py").write_text(BOT)
        monkeypatch.syspath_prepend(str(tmp_path))
        assert dm.load_bot(EVEN, bot := First()) is bot
        assert isinstance(dm.load_bot(EVEN, First), First)
        assert type(dm.load_bot(EVEN, "mine_bots:Miser")).__name__ == "Miser"
        names = dm.play_match(EVEN, "mine_bots:Miser", First, seed=1).header.names
        assert (names.a, names.b) == ("miser", "first")
        for wrong in ("nobody", "mine_bots:Nobody"):
            with pytest.raises(dm.UnknownNameError):
                dm.load_bot(EVEN, wrong)
        with pytest.raises(dm.UnknownNameError, match="does not play tile-joust/gauntlet"):
            dm.load_bot(JOUST, "mine_bots:Miser")
        with pytest.raises(TypeError, match="has none"):
            dm.load_bot(EVEN, dict)  # type: ignore[arg-type]

    @pytest.mark.parametrize("wrong", ["None", "'orange'", "1 / 0", "(decision,)", "decision.read('pink')"])
    def test_a_fault_of_a_bot_names_the_bot_the_seat_and_the_question(self, wrong: str) -> None:
        class Cheat:
            def choose(self, _view: Any, decision: dm.Decision[Any], _budget: dm.Budget, _source: dm.RandomSource) -> Any:
                return eval(wrong, {"decision": decision})

        with pytest.raises(dm.BotError) as caught:
            dm.play_match(EVEN, Cheat, First)
        for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
            assert error.bot == "cheat"
            assert (error.seat, error.question) in (("B", 0), ("A", 2)), "the first questions of these seats"
            assert str(error).startswith(f"the bot cheat failed at question {error.question}, asked for seat {error.seat}: ")
        assert caught.value.__cause__ is not None

    @pytest.mark.parametrize("name", ["even-groups/standard", "tile-joust/gauntlet", "five-card-trick/final"])
    def test_a_record_says_who_won_and_a_match_takes_moves_as_objects_and_as_text(self, name: str) -> None:
        game = dm.load_game(name)
        record = dm.play_match(game, "random", "random", seed=3)
        over = list(dm.replay_record(record))[-1].over
        assert over is not None
        assert record.winner is over.winner is dm.parse_record(str(record)).winner
        again = dm.Playthrough.start(game)
        for moment in dm.history_of(record).moments:
            assert again.record.winner is None
            again = again.play(moment.actor, moment.move)
        assert again.entries == record.entries
        start = dm.Playthrough.start(game)
        assert [start.play(seat, "resign").record.winner for seat in dm.SEATS] == [Seat.B, Seat.A]
        with pytest.raises(TypeError, match=r"move must be .*, not 3"):
            start.play("deal" if isinstance(start.position.pending, dm.Deals) else start.position.owing[0], 3)  # type: ignore[arg-type]

    def test_a_seed_of_any_text_leaves_a_record_that_can_be_read(self) -> None:
        for seed in ("", "two\nlines", "\ud800", "# no comment", -3):
            record = dm.play_match(EVEN, First, First, seed=seed)
            assert dm.parse_record(str(record)) == record

    def test_a_word_list_that_is_not_there_is_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        with pytest.raises(dm.UnknownLexiconError, match="nowhere"):
            dm.new_match(dm.load_game("letter-hunt/gambit", lexicon="nowhere"))


class TestStudies:
    def test_a_live_match_is_bound_to_its_seed(self) -> None:
        matches = [dm.new_match(JOUST, seed=seed, untimed=True) for seed in (7, 7, 8, None)]
        assert matches[0].commitment == matches[1].commitment
        assert len({match.commitment for match in matches}) == 3
        begun = [match.fold(match.start(0)).record() for match in matches[:2]]
        assert begun[0] == begun[1]
        assert "deal" in begun[0]
