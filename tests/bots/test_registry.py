from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.bots import answers, plugins, registry
from deathmatch.bots.budget import Counted
from deathmatch.core import plugins as core_plugins
from deathmatch.core.errors import PluginError
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from tests import ill_bots, toy, wordy
from tests.ill_bots import Hang, Well

VARIANTS = list(games.every())


def test_a_name_that_there_is_not_says_which_there_are() -> None:
    variant = VARIANTS[0]
    with pytest.raises(LookupError, match=f"{variant.id} has no bot nobody; the bots are random, steady, strong"):
        registry.make(variant, {}, "nobody")


def test_a_variant_that_brings_no_bots_has_random_all_the_same() -> None:
    bare = replace(VARIANTS[0], capabilities={})
    assert registry.names(bare) == ("random",)
    with pytest.raises(LookupError, match="the bots are random"):
        registry.make(bare, {}, "steady")
    _, game = bare.bind({})
    decision = game.decision(game.view(game.start(), Seat.A))
    assert registry.pick(bare, game, "random").choose(None, decision, Counted(0), HmacSource(b"random", "")) in set(decision.moves() or ())


def test_warming_up_asks_every_bot() -> None:
    asked: list[str] = []

    class Spy:
        def choose(self, _view: object, decision: object, *_: object) -> None:
            asked.append(getattr(decision, "words", ""))

    class Sleeper(Spy):
        def warm(self) -> None:
            asked.append("warm")

    registry.warm(VARIANTS[0].bind({})[1], [Spy(), Sleeper()])
    assert asked[0] == "warm", "before any question"
    assert len(asked) >= 3
    assert all(asked)


def test_a_bot_that_hangs_while_it_is_imported_or_made_is_left_out_once_and_for_all(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    (tmp_path / "endless_bot.py").write_text("while True:\n    try:\n        len('')\n    except Exception:\n        pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(plugins.VARIABLE, f"endless=endless_bot:Endless,{ill_bots.named('stuck,well')}")
    monkeypatch.setattr(core_plugins, "LOAD_S", 0.05)
    monkeypatch.setattr(core_plugins, "MAKE_S", 0.05)
    variant = games.find("even-groups/standard")
    for _ in range(3):
        assert registry.names(variant) == ("random", "steady", "strong", "well")
    for name in ("endless", "stuck"):
        with pytest.raises(PluginError, match=r"it does not answer: it took more than 0\.05 s"):
            registry.make(variant, {}, name)
    assert caplog.text.count("it does not answer") == 2


def test_a_bot_that_asks_for_resources_is_equipped_with_them() -> None:
    variant = wordy.VARIANTS[0]
    _, game = variant.bind({})
    bare, equipped = registry.pick(variant, game, "talker"), registry.pick(variant, game, "talker", toy.Words())
    assert isinstance(bare, wordy.Talker)
    assert isinstance(equipped, wordy.Talker)
    assert "OWL" in equipped.known
    assert "OWL" not in bare.known


def test_a_bot_that_is_slow_without_compiled_code_leaves_the_answer_to_a_simpler_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PLAIN_S", 0.05)
    monkeypatch.setattr(registry, "pick", lambda _variant, _game, name, _resources=None: Hang() if name == "strong" else Well())
    variant = games.find("even-groups/standard")
    values, game = variant.bind({})
    view = game.view(game.start(), Seat.B)
    decision = game.decision(view)
    reply = answers._plain_reply(answers.BotQuestion(variant.id, values, "strong", view, 2.0), None)
    decision.check(decision.read(reply.text))
