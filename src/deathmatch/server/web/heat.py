"""The picture of a position to study: A's chance after each pair of submissions as colours, and both optimal mixtures as bars."""

from __future__ import annotations

from html import escape

from markupsafe import Markup

from deathmatch.core.speech import say
from deathmatch.core.studying import Finding, Way

WIDTH = 328  # units: a phone's width without its margins, so that a unit is a CSS pixel there
LABELS = 122  # of them for the names of the rows, and as many above the columns
ROW = 30
STRONGEST = 0.5  # how opaque the colour of a seat is in the cell that differs most; text stays readable on it
LEAST = 0.02  # a difference that is shown as strongly as that, at least: rounding is no difference


def picture(found: Finding) -> Markup:
    """The heat map, in classes of the themes. Its figures are in the tables beside it."""
    wide = (WIDTH - LABELS) / len(found.b)
    most = max(LEAST, *[abs(chance - found.value) for row in found.chances for chance in row])
    parts = [f'<text x="{LABELS - 8}" y="{LABELS - 24}" class="seat-a strong" text-anchor="end">A ↓</text>']
    parts.append(f'<text x="{LABELS - 8}" y="{LABELS - 8}" class="seat-b strong" text-anchor="end">B →</text>')
    parts += [_column(way, LABELS + wide * at, wide) for at, way in enumerate(found.b)]
    for at, (way, chances) in enumerate(zip(found.a, found.chances, strict=True)):
        top = LABELS + ROW * at
        parts.append(_row(way, top))
        parts += [_cell(chance, found.value, most, LABELS + wide * column, top, wide) for column, chance in enumerate(chances)]
    height = LABELS + ROW * len(found.a) + 2
    label = escape(say("Heat map of the chance of A after each pair of submissions; its figures are in the tables."))
    drawn = "".join(parts)
    svg = f'<svg class="heat" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}"><g lang="en" font-size="14">{drawn}</g></svg>'
    return Markup(svg)  # noqa: S704 - made here from numbers and escaped names


def _row(way: Way, top: float) -> str:
    """A submission of A, with its share of the mixture as a bar below it."""
    weight = "ink strong" if way.share else "muted"
    bar = f'<rect x="0" y="{top + 21}" width="{(LABELS - 8) * way.share:.1f}" height="5" rx="2" class="seat-a"/>' if way.share else ""
    return f'<text x="0" y="{top + 16}" class="{weight}"{_fit(way.text)}>{escape(way.text)}</text>{bar}'


def _column(way: Way, left: float, wide: float) -> str:
    """A submission of B, read upwards, with its share of the mixture as a bar beside it."""
    weight = "ink strong" if way.share else "muted"
    length, right = (LABELS - 8) * way.share, left + wide / 2 + 8
    bar = (
        f'<rect x="{right:.1f}" y="{LABELS - 4 - length:.1f}" width="5" height="{length:.1f}" rx="2" class="seat-b"/>' if way.share else ""
    )
    place = f"translate({left + wide / 2 + 4:.1f} {LABELS - 4}) rotate(-90)"
    return f'<text transform="{place}" class="{weight}"{_fit(way.text)}>{escape(way.text)}</text>{bar}'


def _fit(text: str) -> str:
    """The longest names are set a little closer."""
    return f' textLength="{LABELS - 8}" lengthAdjust="spacingAndGlyphs"' if len(text) > 15 else ""


def _cell(chance: float, value: float, most: float, left: float, top: float, wide: float) -> str:
    """A's chance in per cent, in the colour of the seat that gains by the pair."""
    gain = chance - value
    paint, opacity = "seat-a" if gain > 0 else "seat-b", STRONGEST * abs(gain) / most
    box = f'x="{left + 1:.1f}" y="{top + 1}" width="{wide - 2:.1f}" height="{ROW - 2}" rx="3"'
    words = f'<text x="{left + wide / 2:.1f}" y="{top + 20}" class="ink" text-anchor="middle">{100 * chance:.0f}</text>'
    return f'<rect {box} class="table"/><rect {box} class="{paint}" fill-opacity="{opacity:.2f}"/>{words}'
