"""`deathmatch gif`: a match as an animation, small enough for a chat (docs/hosting.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import LARGEST, MaxSize, complain, load, refuse
from deathmatch.cli.options import ThemeName


def gif(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: NAME.gif.", show_default=False)],
    eye: Annotated[str, typer.Option(metavar="EYE", help="The viewer: A, B or public.")] = "public",
    theme: ThemeName = "light",
    scale: Annotated[float, typer.Option(metavar="S", min=0.25, max=8, help="Pixels per unit. A picture is 360 units wide.")] = 1,
    most: Annotated[int, typer.Option("--most", metavar="N", min=2, help="The most pictures; a longer match is shown in leaps.")] = 60,
    max_size: MaxSize = LARGEST,
) -> None:
    """Turn a match into an animated GIF, position by position and step by step.

    A record that breaks a rule is refused: one line on stderr names the place and the reason, and the exit status is 1.
    """
    from deathmatch.core import animation, themes
    from deathmatch.core.errors import UnknownNameError
    from deathmatch.games import find
    from deathmatch.match.record import RecordError
    from deathmatch.match.reel import Reel

    data = load(file, max_size)
    if data is None:
        raise typer.Exit(1)
    try:
        themes.theme(theme)
        reel = Reel.of(data, find, largest=len(data))
        viewer = reel.eye(eye)
    except RecordError as error:
        refuse(file, error)
        raise typer.Exit(1) from None
    except UnknownNameError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    try:
        out.write_bytes(animation.gif(reel.shots(viewer, most), theme, scale))
    except OSError as error:
        complain(f"{out}: {error.strerror or error}")
        raise typer.Exit(1) from None
