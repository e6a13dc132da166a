"""The beats that one eye has got of a match so far. A reader keeps them, and follows the match from one value to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import Eye
from deathmatch.match.match import Match


class Story:
    """The beats of one eye, made question by question.

    Attributes:
        eye: the seat, public or onlooker that sees them.
    """

    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self._ply = 0  # the last question whose beginning it has narrated
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
        """All beats so far. Those of the last turn, and of the deals after it, have their views; older ones are words alone."""
        return self._beats

    def advance(self, match: Match, plies: int | None = None) -> bool:
        """Narrates on, to the open question or, if there is a limit, by that many questions at most.

        Args:
            match: the same as before, at this moment or a later one.
            plies: the limit, for a caller that cannot wait for all of a long match at once.

        Returns: whether the story has reached the open question.
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

    def take(self) -> Sequence[AnyBeat]:
        """The beats so far, for a reader who keeps them in another form: the story forgets them, and goes on with those that come."""
        taken, self._beats, self._faded = self._beats, [], 0
        return taken

    def _fade(self) -> None:
        """Takes the views out of the beats so far: from now on, readers need only their words."""
        self._beats[self._faded :] = [replace(beat, view=None) for beat in self._beats[self._faded :]]
        self._faded = len(self._beats)
