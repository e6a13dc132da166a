"""Matches of games in one file, by the texts of a record."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.game import TIMEOUT, Deals, Over, Variant
from deathmatch.core.options import Value
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.onefile import load, loading
from deathmatch.onefile.playing import OneFileGame, State
from tools.conventions import ROOT

EXAMPLES = ROOT / "examples"


@cache
def example(name: str) -> Variant:
    """A game of `examples`, tried for a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "SECONDS", 0.2)
        return load(EXAMPLES / f"{name}.py")[0]


class Played:
    """A match, by its texts: `a` and `b` of a turn, the name of the deal before a deal."""

    def __init__(self, variant: Variant, **options: Value) -> None:
        _, game = variant.bind(options)
        assert isinstance(game, OneFileGame)
        self.game = game
        self.state: State = self.game.start()

    def turn(self, a: str = "", b: str = "") -> Played:
        """A turn of the seats whose text is given."""
        given = {seat: text for seat, text in zip(SEATS, (a, b), strict=True) if text}
        moves: dict[Seat, Any] = {}
        for seat, text in given.items():
            decision = self.game.decision(self.game.view(self.state, seat))
            moves[seat] = TIMEOUT if text == "timeout" else decision.read(text)
            if text != "timeout":
                decision.check(moves[seat])
        self.state = self.game.play(self.state, moves)
        return self

    def deal(self, text: str) -> Played:
        """A deal, such as `late A 3 5 1`."""
        pending = self.game.pending(self.state)
        assert isinstance(pending, Deals)
        deal = pending.chance.read(text)
        pending.chance.check(deal)
        assert pending.chance.write(deal) == text
        self.state = self.game.deal(self.state, deal)
        return self

    def public(self, eye: Eye = PUBLIC) -> dict[str, Any]:
        """The public fields."""
        return dict(self.game.public(self.game.view(self.state, eye)))

    @property
    def over(self) -> Over | None:
        """The end."""
        return self.state.outcome

    def told(self, eye: Eye = PUBLIC) -> list[str]:
        """The log of the last step."""
        return [line[0] for line in self.game.view(self.state, eye).log]


def shown(match: Played, eye: Eye) -> tuple[Any, ...]:
    """All that an eye gets of the state: its view, the picture, the fields and the log."""
    view = match.game.view(match.state, eye)
    beats = match.game.narrate(match.game.view(match.game.start(), eye), view)
    return view, match.game.picture(view).svg(), match.game.public(view), match.game.private(view), tuple(beats), repr(view)


def refusing(tmp_path: Path) -> Callable[[str], str]:
    """A function that loads a text as `game.py`, and returns `LINE: REASON` of its refusal."""

    def refused(text: str) -> str:
        file = tmp_path / "game.py"
        file.write_text(text)
        with pytest.raises(loading.GameFileError) as caught:
            load(file)
        assert str(caught.value).startswith(f"{file}:{caught.value.line}: ")
        return f"{caught.value.line}: {caught.value.reason}"

    return refused
