"""Pictures as files: a scene painted in one of the themes."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core import animation, themes
from deathmatch.core.scene import Scene


def render_svg(scene: Scene, theme: str = "light") -> str:
    """A picture as an SVG document that stands alone.

    Args:
        scene: from `Game.picture`.
        theme: `light`, `dark`, or, for the colour-blind, `safe` or `safe-dark`.

    Returns: the document, with its style sheet.

    Raises:
        UnknownNameError: there is no such theme.
    """
    return themes.document(scene, theme)


def render_png(scene: Scene, theme: str = "light", scale: float = 2.0) -> bytes:
    """A picture as PNG, in the one typeface that comes with the package, the same on every machine.

    Args:
        scene: from `Game.picture`.
        theme: as in `render_svg`.
        scale: pixels a unit; most pictures are 360 units wide.

    Returns: the content of the file.

    Raises:
        UnknownNameError: there is no such theme.
    """
    return themes.png(scene, theme, scale)


def render_gif(frames: Sequence[tuple[Scene, int]], theme: str = "light", scale: float = 1.0) -> bytes:
    """Pictures shown one after another, as an animated GIF that runs once.

    Args:
        frames: at least one scene, each with its time in milliseconds; all of the same size.
        theme: as in `render_svg`.
        scale: pixels a unit.

    Returns: the content of the file.

    Raises:
        UnknownNameError: there is no such theme.
    """
    return animation.gif(frames, theme, scale)
