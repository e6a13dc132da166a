"""`deathmatch picture`: a position of a record as SVG, PNG or words, or the whole match as GIF (docs/hosting.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli import files, options

if TYPE_CHECKING:
    from deathmatch.core.scene import Scene
    from deathmatch.core.seats import BySeat, Eye
    from deathmatch.match.position import Position

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
) -> None:
    """Render a position of a record as one viewer sees it.

    A .gif shows the match up to that position, step by step. A record that breaks a rule is refused: one line on stderr names the place
    and the reason, and the exit status is 1.
    """
    from deathmatch.core import animation, themes
    from deathmatch.match.reel import shots

    suffix = out.suffix.lower() if out is not None else ".svg"
    if suffix not in SUFFIXES:
        raise typer.BadParameter(
            f"the file name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not {suffix or 'without a suffix'}", param_hint="-o"
        )
    try:
        themes.theme(theme)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0]), param_hint="--theme") from None
    positions, viewer, names = _load(file, event, eye)
    last = positions[-1]
    scene: Scene = last.game.picture(last.view(viewer), last.waiting).named(names)
    if text:
        files.say(scene.text() + "\n")
        return
    if suffix == ".gif":
        frames = [(one.named(names), hold) for one, hold in shots(positions, viewer, most=most)]
        data = animation.gif(frames, theme, scale)
    else:
        data = themes.png(scene, theme, scale) if suffix == ".png" else (themes.document(scene, theme) + "\n").encode()
    if out is None:
        files.say(data.decode(), raw=True)
        return
    try:
        out.write_bytes(data)
    except OSError as error:
        files.complain(f"{out}: {error.strerror or error}")
        raise typer.Exit(1) from None


def _load(file: str, event: int | None, eye: str) -> tuple[tuple[Position, ...], Eye, BySeat[str]]:
    """The positions up to this event, the eye, and the players' names."""
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, unfold
    from deathmatch.match.reel import eye_of

    data = files.load(file)
    if data is None:
        raise typer.Exit(1)
    try:
        header, steps = unfold(data, find)
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
    return positions[: last + 1 if event is None else event + 1], viewer, header.people
