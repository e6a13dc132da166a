"""What one eye has been told of a match so far. A reader keeps it beside the match, which it follows from one value to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import Eye
from deathmatch.match.match import Match


class Story:
    """The beats of one eye, told question by question.

    Attributes:
        eye: who is told.
    """

    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self._ply = 0  # the last question whose beginning is told
        self._view: Any = None  # what the eye saw there
        self._beats: list[AnyBeat] = []
        self._faded = 0  # so many beats have lost their views

    @classmethod
    def of(cls, match: Match, eye: Eye) -> Story:
        """The whole story so far."""
        story = cls(eye)
        story.advance(match)
        return story

    @property
    def beats(self) -> Sequence[AnyBeat]:
        """What has been told. The beats of the last turn, and of the deals after it, have their views; older ones are words alone."""
        return self._beats

    def advance(self, match: Match, plies: int | None = None) -> bool:
        """Tells on, to where the match stands now or, if a limit is given, by that many questions at most.

        Args:
            match: the one that was told so far, at this moment or a later one.
            plies: the limit, for a caller that cannot wait for all of a long match at once.

        Returns: whether all is told.
        """
        assert self._ply <= match.ply, "a story goes on and never back"
        end = match.ply if plies is None else min(match.ply, self._ply + plies)
        before = self._view if self._ply else match.view(self.eye, 0)
        while self._ply < end:
            if match.asked(self._ply):
                self._fade()
            after = match.view(self.eye, self._ply + 1)
            self._beats.extend(match.game.narrate(before, after))
            self._ply, self._view, before = self._ply + 1, after, after
        return self._ply == match.ply

    def _fade(self) -> None:
        """Takes the views out of the beats told so far: nobody will ask for more than their words again."""
        self._beats[self._faded :] = [replace(beat, view=None) for beat in self._beats[self._faded :]]
        self._faded = len(self._beats)
