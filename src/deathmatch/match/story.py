"""The beats that one eye has got of a match so far. A reader keeps them, and follows the match from one value to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import Eye
from deathmatch.match.match import Match
from deathmatch.match.rulings import beat


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
        self._rulings = 0  # so many had been made
        self._told = 0  # so many of them it has told
        self._faded = 0  # so many beats have lost their views

    @classmethod
    def of(cls, match: Match, eye: Eye) -> Story:
        """The whole story so far."""
        story = cls(eye)
        story.advance(match)
        return story

    @property
    def question(self) -> int:
        """The place of the question at which it has arrived."""
        return self._ply

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
        assert self.follows(match), "a story goes on and never back"
        last = match.questions
        end = last if plies is None else min(last, self._ply + plies)
        before = self._view if self._ply else match.view(self.eye, 0)
        self._rule(match)
        while self._ply < end:
            if match.asked(self._ply):
                self._fade()
            after = match.view(self.eye, self._ply + 1)
            self._beats.extend(match.narrated(self._ply + 1, before, after, self.eye))
            self._ply, self._view, before = self._ply + 1, after, after
            self._rule(match)
        return self._ply == last

    def follows(self, match: Match) -> bool:
        """Whether this match goes on from the beats so far. After a ruling a new story has to begin."""
        return self._ply <= match.questions and (not self._ply or self._rulings == len(match.rulings))

    def _rule(self, match: Match) -> None:
        """Tells the rulings that were made while the question was open at which the story has arrived."""
        self._rulings = len(match.rulings)
        while self._told < self._rulings and match.rulings[self._told].question <= self._ply:
            self._beats.append(beat(match.rulings[self._told].made))
            self._told += 1

    def take(self) -> Sequence[AnyBeat]:
        """The beats so far, for a reader who keeps them in another form: the story forgets them, and goes on with those that come."""
        taken, self._beats, self._faded = self._beats, [], 0
        return taken

    def _fade(self) -> None:
        """Takes the views out of the beats so far: from now on, readers need only their words."""
        self._beats[self._faded :] = [replace(beat, view=None) for beat in self._beats[self._faded :]]
        self._faded = len(self._beats)
