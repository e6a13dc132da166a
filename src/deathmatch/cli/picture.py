"""`deathmatch picture`: a position of a record as SVG, PNG or words, or the whole match as GIF (docs/hosting.md)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli import files, options

if TYPE_CHECKING:
    from deathmatch.core.scene import Scene
    from deathmatch.core.seats import BySeat, Eye
    from deathmatch.match.position import Position
    from deathmatch.match.reel import Shot

SUFFIXES = (".svg", ".png", ".gif")


def picture(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
    event: Annotated[
        int | None,
        typer.Option(metavar="N", help="The position after N events; 0 is the start. Default: the last position.", show_default=False),
    ] = None,
    eye: Annotated[str, typer.Option(metavar="EYE", help="The viewer: A, B or public.")] = "public",
    theme: options.ThemeName = "light",
    scale: Annotated[
        float, typer.Option(metavar="S", min=0.25, max=8, help="Pixels per unit, for PNG and GIF. A picture is 360 units wide.")
    ] = 2,
    text: Annotated[bool, typer.Option("--text", help="Print a text description instead.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="NAME.svg, NAME.png or NAME.gif. Default: SVG on stdout.", show_default=False),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=2, help="The most pictures of a GIF; a longer match is shown in leaps.")
    ] = 60,
    max_size: files.MaxSize = files.LARGEST,
) -> None:
    """Render a position of a record as one viewer sees it.

    A .gif shows the match up to that position, step by step. A record that breaks a rule is refused: one line on stderr names the place
    and the reason, and the exit status is 1.
    """
    suffix = out.suffix.lower() if out is not None else ".svg"
    if suffix not in SUFFIXES:
        raise typer.BadParameter(
            f"the file name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not {suffix or 'without a suffix'}", param_hint="-o"
        )
    _check_theme(theme)
    story = _load(file, event, eye, max_size)
    if text:
        files.say(story.scene.text() + "\n")
        return
    data = _paint(story, suffix, theme, scale, most)
    if out is None:
        files.say(data.decode(), raw=True)
        return
    try:
        out.write_bytes(data)
    except OSError as error:
        files.complain(f"{out}: {error.strerror or error}")
        raise typer.Exit(1) from None


def _check_theme(theme: str) -> None:
    from deathmatch.core import themes

    try:
        themes.theme(theme)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0]), param_hint="--theme") from None


@dataclass(frozen=True, slots=True)
class _Story:
    """The positions of a match up to the one that is asked for, as one eye sees them."""

    positions: tuple[Position, ...]
    eye: Eye
    names: BySeat[str]

    @property
    def scene(self) -> Scene:
        """The last position."""
        last = self.positions[-1]
        scene: Scene = last.game.picture(last.view(self.eye), last.waiting)
        return scene.named(self.names)

    def frames(self, most: int) -> list[Shot]:
        """The positions, and between two the steps that have a picture, so many at most, each with its time in milliseconds."""
        from deathmatch.match.reel import shots

        return [(scene.named(self.names), hold) for scene, hold in shots(self.positions, self.eye, most=most)]


def _load(file: str, event: int | None, eye: str, max_size: int) -> _Story:
    """The record as this eye sees it, up to this event."""
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, unfold
    from deathmatch.match.reel import eye_of

    data = files.load(file, max_size)
    if data is None:
        raise typer.Exit(1)
    try:
        header, steps = unfold(data, find, largest=len(data))
        positions = tuple(position for _, position in steps)
    except RecordError as error:
        files.refuse(file, error)
        raise typer.Exit(1) from None
    try:
        viewer = eye_of(positions[0].game, eye)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0]), param_hint="--eye") from None
    last = len(positions) - 1
    if event is not None and not 0 <= event <= last:
        raise typer.BadParameter(f"the event must be 0 to {last} in this record, not {event}", param_hint="--event")
    return _Story(positions[: last + 1 if event is None else event + 1], viewer, header.people)


def _paint(story: _Story, suffix: str, theme: str, scale: float, most: int) -> bytes:
    """The file's content."""
    from deathmatch.core import animation, themes

    match suffix:
        case ".svg":
            return (themes.document(story.scene, theme) + "\n").encode()
        case ".png":
            return themes.png(story.scene, theme, scale)
        case _:
            return animation.gif(story.frames(most), theme, scale)
