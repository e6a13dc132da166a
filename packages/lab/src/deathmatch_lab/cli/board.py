"""`deathmatch board`: a starting position made from a seed, as text, deal line and picture (packages/lab/docs/research.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say
from deathmatch.cli.options import AsJson, RuleOptions, Seed, ThemeName

SUFFIXES = (".svg", ".png")


def board(
    game: Annotated[str, typer.Argument(metavar="GAME/VARIANT", help="The game and its variant.", show_default=False)],
    seed: Seed = None,
    option: RuleOptions = None,
    json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Also write a picture: NAME.svg or NAME.png.", show_default=False)
    ] = None,
    theme: ThemeName = "light",
    scale: Annotated[float, typer.Option(metavar="S", min=0.25, max=8, help="Pixels per unit, for PNG. A picture is 360 units wide.")] = 2,
) -> None:
    """Generate a starting board. Print it with its `deal` line for a record, and optionally write a picture.

    The same seed and options give the same board on any machine. A host who deals by hand types the text after `deal `.
    """
    from json import dumps
    from secrets import randbits

    from deathmatch.bots import study
    from deathmatch.cli.options import read_options
    from deathmatch.core import themes
    from deathmatch.match.dealer import HmacSource

    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise typer.BadParameter(f"the file name must end in .svg or .png, not {out.suffix or 'without a suffix'}", param_hint="--out")
    if theme not in themes.THEMES:
        raise typer.BadParameter(f"unknown theme {theme}; the themes are {', '.join(themes.THEMES)}", param_hint="--theme")
    variant, given = read_options(game, option or [])
    try:
        made = study.generator(variant, variant.bind(given)[1])
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    sown = randbits(32) if seed is None else seed
    deal = made.make(HmacSource(f"deathmatch board {sown}".encode(), "deal"))
    text, plain = made.write(deal), made.plain(deal)
    if out is not None:
        scene = made.picture(deal)
        try:
            out.write_bytes(
                themes.png(scene, theme, scale) if out.suffix.lower() == ".png" else f"{themes.document(scene, theme)}\n".encode()
            )
        except OSError as error:
            complain(f"{out}: {error.strerror or error}")
            raise typer.Exit(1) from None
    if json:
        say(dumps({"variant": variant.id, "options": given, "seed": sown, "deal": text, "text": plain}) + "\n")
    else:
        say(f"{variant.id}, seed {sown}\n\n{plain}\ndeal {text}\n")
