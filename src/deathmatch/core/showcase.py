"""A game's window: a finished match for newcomers to look at, and the words beside it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Showcase:
    """The words and the match with which a front page presents a game.

    Attributes:
        words: one or two short sentences that make a stranger want to play.
        package, file: where the record of a finished match lies; `file` may lead into folders of the package.
        event: the number of the event whose position tells most about the game; the picture of it stands still until the match is shown.
    """

    words: str
    package: str
    file: str
    event: int

    def record(self) -> str:
        """The text of the record."""
        found = files(self.package)
        for part in self.file.split("/"):
            found = found.joinpath(part)
        return found.read_text("utf-8")
