"""Pictures as files: a scene painted in one of the themes."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core import animation, arguments, themes
from deathmatch.core.scene import Scene

LARGEST_SCALE = 20  # pixels a unit: a picture of some 7,000 pixels


@arguments.checking
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


@arguments.checking
def render_png(scene: Scene, theme: str = "light", scale: float = 2.0) -> bytes:
    """A picture as PNG, in the one typeface that comes with the package, the same on every machine.

    Args:
        scene: from `Game.picture`.
        theme: as in `render_svg`.
        scale: pixels a unit, above 0 and at most 20; most pictures are 360 units wide.

    Returns: the content of the file.

    Raises:
        UnknownNameError: there is no such theme.
        ValueError: the scale is out of range.
    """
    _check_scale(scale)
    return themes.png(scene, theme, scale)


@arguments.checking
def render_gif(frames: Sequence[tuple[Scene, int]], theme: str = "light", scale: float = 1.0) -> bytes:
    """Pictures shown one after another, as an animated GIF that runs once.

    Args:
        frames: at least one scene, each with its time in milliseconds; all of the same size.
        theme: as in `render_svg`.
        scale: pixels a unit, as in `render_png`.

    Returns: the content of the file.

    Raises:
        UnknownNameError: there is no such theme.
        ValueError: there is no scene, the scenes differ in size, or a number is out of range.
    """
    _check_scale(scale)
    if not frames:
        raise ValueError("frames must have at least one scene")
    for _, hold in frames:
        arguments.at_least("the time of a frame", hold, 1)
    if len({(scene.width, scene.height) for scene, _ in frames}) > 1:
        raise ValueError("frames must all have the same size")
    return animation.gif(frames, theme, scale)


def _check_scale(scale: float) -> None:
    if not 0 < scale <= LARGEST_SCALE:
        raise ValueError(f"scale must be above 0 and at most {LARGEST_SCALE}, not {arguments.shown(scale)}")
