"""The pictures of the front page: for each game one that stands still, and a whole match that can be played through.

Both come from the game's own `Showcase` and are shown with the eyes of seat A: the match is over, so it holds no secret. They carry the
classes of `themes.css`, and no id but those of a game's signs, so that many fit on one page.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape

import msgspec
from markupsafe import Markup

from deathmatch import games
from deathmatch.core import catalogues, errors, seats, themes
from deathmatch.core.game import Variant
from deathmatch.core.scene import Element, Scene
from deathmatch.core.speech import cached_by_language, say, speaking
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions

FRAMES = 60  # of a film, at most
CARD_SCALE = 2.0  # pixels a unit in the PNG of a game
_NAMES = seats.BySeat("Ada", "Ben")
# Shapes that only a table shows:
_UNSEEN = re.compile(rf'<(\w+) (?:[^>]* )?class="(?:[^"]* )?(?:{"|".join(themes.SHOWN)})\b[^"]*"(?:[^>]*/>|[^>]*>(?:(?!<\1\b).)*?</\1>)')


@dataclass(frozen=True, slots=True)
class Shown:
    """A game on the front page.

    Attributes:
        words: why to play it.
        still: its picture, as markup.
        sign: the small picture by which one knows it, perhaps empty; None if there is no film of it.
    """

    words: str
    still: Markup
    sign: Markup | None


def _scenes(variant: Variant) -> Iterator[Scene]:
    """The pictures of the match that shows a game, one after each event."""
    assert variant.showcase is not None, variant.id
    record = read(variant.showcase.record(), games.find)
    game = record.header.game()
    for position in positions(record):
        yield game.picture(position.view(seats.Seat.A)).named(_NAMES)


@cached_by_language(maxsize=None)
def scene_of(game: str) -> Scene:
    """The picture that tells most about a game: of its showcase, or of the moment before the first move if it has none."""
    variant = games.variants(game)[0]
    if variant.showcase is None:
        rules = variant.bind({})[1]
        return rules.picture(Position.start(variant, rules).view(seats.PUBLIC)).named(_NAMES)
    return list(_scenes(variant))[variant.showcase.event]


def _group(prefix: str, element: Element) -> str:
    return owned(prefix, f'<g transform="translate({element.at[0]:g} {element.at[1]:g})">{_UNSEEN.sub("", element.svg)}</g>')


def owned(prefix: str, markup: str) -> str:
    """Markup with a prefix before the ids of its signs: those of many pictures stand on one page."""
    return markup.replace('id="sign-', f'id="{prefix}-sign-').replace('href="#sign-', f'href="#{prefix}-sign-')


def inline(scene: Scene, prefix: str, label: str = "") -> Markup:
    """A picture as a part of a page, which gives it its colours.

    Args:
        scene: the picture.
        prefix: for the ids of its signs, which no other picture of the page has.
        label: its name for screen readers; empty for a picture that adds nothing to the words beside it.
    """
    body = "".join(_group(prefix, element) for element in scene.drawn())
    signs = f"<defs>{owned(prefix, scene.signs)}</defs>" if scene.signs else ""
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg viewBox="0 0 {scene.width} {scene.height}" {named}>{signs}<g>{body}</g></svg>')  # noqa: S704 - our own pictures


@cached_by_language(maxsize=None)
def shown(game: str) -> Shown:
    """A game as the front page shows it; raises LookupError."""
    scene, variant = scene_of(game), games.variants(game)[0]
    still = inline(scene, game, say("{game}: {stage}", game=say(variant.title), stage=scene.title))
    words = variant.words if variant.showcase is None else variant.showcase.words
    return Shown(words, still, None if variant.showcase is None else Markup(variant.showcase.sign()))  # noqa: S704 - the game's own


@cached_by_language(maxsize=None)
def film(game: str) -> bytes:
    """The film of a game as JSON, compressed by gzip; it begins with the still picture and goes round. A frame names elements of the pool.

    A long match is shown in leaps. Raises LookupError if there is no such game, or no film of it.
    """
    variant = games.variants(game)[0]
    if variant.showcase is None:
        raise errors.UnknownNameError(f"there is no film of {game}")
    scenes = list(_scenes(variant))
    pool: dict[str, int] = {}
    frames: list[list[int]] = []
    leap = -(-len(scenes) // FRAMES)
    events = range(variant.showcase.event % leap, len(scenes), leap)
    for event in (*(e for e in events if e >= variant.showcase.event), *(e for e in events if e < variant.showcase.event)):
        frame = [pool.setdefault(_group(game, element), len(pool)) for element in scenes[event].drawn()]
        if not frames or frames[-1] != frame:
            frames.append(frame)
    return gzip.compress(msgspec.json.encode({"pool": list(pool), "frames": frames}), 9, mtime=0)


@cache
def card(game: str) -> bytes:
    """The picture of a game as PNG in English, for the previews of links; raises LookupError."""
    with speaking(catalogues.ENGLISH):
        return themes.png(scene_of(game), "dark", CARD_SCALE)
