"""The picture of a solved board (`core.studying.Map`): each cell with a stone in the paint of its kind."""

from __future__ import annotations

from html import escape
from math import sqrt

from markupsafe import Markup

from deathmatch.core.hexes import ROW
from deathmatch.core.studying import Map

WIDTH = 328  # units: a phone's width without its margins
LARGEST = 64  # units that a cell is wide at most, so that cells of a small board are no larger than a thumb
GAP = 2  # units between two cells
STONE = 0.36  # the radius of a stone, in widths of a cell


def picture(solved: Map) -> Markup:
    """The board in classes of the themes, with the name of each cell on its stone."""
    cells = solved.board.cells
    across = max(abs(cell.x) for cell in cells) * 2 + 1
    size = min(LARGEST, WIDTH / across)
    height = round(size * (max(abs(cell.y) for cell in cells) * 2 + 2 / sqrt(3)) + 2)
    parts = []
    for cell in cells:
        x, y = WIDTH / 2 + size * cell.x, height / 2 + size * cell.y
        stone = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{STONE * size:.1f}" class="{solved.board.kinds[cell.kind]}"/>'
        name = f'<text x="{x:.1f}" y="{y + 5:.1f}" class="deep strong" text-anchor="middle">{escape(cell.name)}</text>'
        parts.append(f'<path d="{_hexagon(x, y, size / 2 - GAP / 2)}" class="wood"/>{stone}{name}')
    drawn = "".join(parts)
    label = escape(f"{solved.title}. {solved.words}")
    svg = f'<svg class="map" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}"><g lang="en" font-size="14">{drawn}</g></svg>'
    return Markup(svg)  # noqa: S704 - made here from numbers and escaped names


def _hexagon(x: float, y: float, inner: float) -> str:
    """A hexagon with a point up, by the distance from its middle to its sides."""
    side = inner / ROW
    corners = [(0, -side), (inner, -side / 2), (inner, side / 2), (0, side), (-inner, side / 2), (-inner, -side / 2)]
    return "M" + "L".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners) + "z"
