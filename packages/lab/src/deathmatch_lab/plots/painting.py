"""Plots as SVG and PNG, by Matplotlib, in the colours and the typeface of the site. The same plot gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from textwrap import wrap
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Patch, RegularPolygon
from matplotlib.ticker import PercentFormatter

from deathmatch.core.themes import FAMILY, FONTS, Theme, theme
from deathmatch_lab.plotting import Bars, Heat, Lines, Panel, Plot
from deathmatch_lab.studying import Board

SUFFIXES: Final = (".svg", ".png")
WIDE: Final = 7.2  # inches
DOTS: Final = 110  # of a PNG, an inch
LINE: Final = 118  # letters of a line of words


def painted(plot: Plot, suffix: str, name: str) -> bytes:
    """The file of a plot.

    Args:
        plot: the plot.
        suffix: one of `SUFFIXES`.
        name: of a theme of `core/themes.py`.

    Raises: LookupError for an unknown theme.
    """
    with _styled(theme(name)) as paints:
        words = wrap(plot.words, LINE)
        head = 0.42 + 0.17 * len(words)
        heights = [_height(panel) for panel in plot.panels]
        layout = ConstrainedLayoutEngine(rect=(0.01, 0.01, 0.98, 1 - head / (head + sum(heights)) - 0.01))
        figure = Figure(figsize=(WIDE, head + sum(heights)), dpi=DOTS, layout=layout)
        top = head + sum(heights)
        figure.text(0.02, 1 - 0.12 / top, plot.title, va="top", fontsize=12, fontweight=600)
        figure.text(0.02, 1 - 0.36 / top, "\n".join(words), va="top", fontsize=8, color=paints["muted"])
        for axes, panel in zip(figure.subplots(len(plot.panels), height_ratios=heights, squeeze=False)[:, 0], plot.panels, strict=True):
            _paint(figure, axes, panel, paints)
        out = BytesIO()
        no_date: dict[str, Any] = {"Date": None} if suffix == ".svg" else {"Software": None}
        figure.savefig(out, format=suffix[1:], metadata=no_date)
        return out.getvalue()


@cache
def _typeface() -> None:
    with ExitStack() as stack:
        data = files("deathmatch.core") / "data"
        for font in FONTS:
            font_manager.fontManager.addfont(stack.enter_context(as_file(data / font)))


@contextmanager
def _styled(chosen: Theme) -> Iterator[Mapping[str, str]]:
    """The settings of a theme while something is painted; yields its paints."""
    _typeface()
    paints = chosen.paints
    settings: Any = {
        "font.family": [FAMILY],
        "font.size": 8,
        "axes.facecolor": paints["raised"],
        "figure.facecolor": paints["ground"],
        "savefig.facecolor": paints["ground"],
        "axes.edgecolor": paints["line"],
        "axes.labelcolor": paints["muted"],
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": False,
        "grid.color": paints["line"],
        "grid.linewidth": 0.5,
        "text.color": paints["ink"],
        "xtick.color": paints["line"],
        "ytick.color": paints["line"],
        "xtick.labelcolor": paints["ink"],
        "ytick.labelcolor": paints["ink"],
        "legend.frameon": False,
        "svg.hashsalt": "deathmatch",
        "svg.fonttype": "path",
    }
    with mpl.rc_context(settings):
        yield paints


def _height(panel: Panel) -> float:
    """The height of a panel in inches."""
    match panel:
        case Bars(upright=False):
            return 0.75 + 0.24 * len(panel.bars)
        case Heat():
            return min(7.5, max(2.6, 1.2 + 0.2 * len(panel.rows)))
        case Board():
            return 4.2
        case _:
            return 3.0


def _paint(figure: Figure, axes: Axes, panel: Panel, paints: Mapping[str, str]) -> None:
    match panel:
        case Bars(upright=True):
            _standing(axes, panel, paints)
        case Bars():
            _lying(axes, panel, paints)
        case Lines():
            _lines(axes, panel, paints)
        case Heat():
            _heat(figure, axes, panel, paints)
        case Board():
            _board(axes, panel, paints)


def _standing(axes: Axes, panel: Bars, paints: Mapping[str, str]) -> None:
    places, bars = range(len(panel.bars)), panel.bars
    axes.bar(places, [bar.value - panel.base for bar in bars], 0.78, panel.base, color=[paints[bar.paint] for bar in bars])
    axes.set_xticks(places, [bar.name for bar in bars])
    axes.grid(visible=False, axis="x")
    axes.set_ylabel(panel.axis)
    axes.set_xlabel(panel.names)
    if panel.percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _lying(axes: Axes, panel: Bars, paints: Mapping[str, str]) -> None:
    for place, bar in enumerate(panel.bars):
        colour = paints[bar.paint]
        if panel.points:
            axes.plot([bar.value], [place], "o", color=colour, markersize=5, clip_on=False, zorder=3)
        else:
            axes.barh(place, bar.value - panel.base, 0.62, panel.base, color=colour)
        if bar.low is not None and bar.high is not None:
            axes.plot([bar.low, bar.high], [place, place], color=colour if panel.points else paints["ink"], linewidth=1.2)
        if bar.goal is not None:
            axes.plot([bar.goal, bar.goal], [place - 0.42, place + 0.42], color=paints["ink"], linewidth=2)
    axes.set_yticks(range(len(panel.bars)), [bar.name for bar in panel.bars])
    axes.set_ylim(len(panel.bars) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.axvline(panel.base, color=paints["muted"], linewidth=1)
    axes.set_xlabel(panel.axis + (f" (the black line: {panel.goal})" if panel.goal else ""))
    if panel.percent:
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _lines(axes: Axes, panel: Lines, paints: Mapping[str, str]) -> None:
    if panel.diagonal:
        axes.plot([0, 1], [0, 1], color=paints["muted"], linewidth=1, linestyle="--")
    for line in panel.lines:
        x, value, low, high = (np.array(part) for part in zip(*line.points, strict=True))
        if line.joined:
            axes.plot(x, value, color=paints[line.paint], label=line.name, linewidth=1.6)
            axes.fill_between(x, low, high, color=paints[line.paint], alpha=0.18, linewidth=0)
        else:
            off = np.abs(np.vstack([value - low, high - value]))
            axes.errorbar(x, value, off, fmt="o", color=paints[line.paint], label=line.name, markersize=4, elinewidth=1.2)
    if any(line.name for line in panel.lines):
        axes.legend(fontsize=7)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.axis)
    if panel.ends is not None:
        axes.set_ylim(*panel.ends)
    if panel.percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    if panel.percent == "both":
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _named(rows: tuple[str, ...], most: int) -> list[tuple[int, str]]:
    """Places and names along an axis, every n-th if they are many."""
    every = -(-len(rows) // most)
    return [(place, name) for place, name in enumerate(rows) if place % every == 0]


def _heat(figure: Figure, axes: Axes, panel: Heat, paints: Mapping[str, str]) -> None:
    colours = [paints["seat-b"], paints["raised"], paints["seat-a"]] if panel.neutral is not None else [paints["raised"], paints["accent"]]
    shades = LinearSegmentedColormap.from_list("heat", colours).with_extremes(bad=paints["table"])
    values = np.array([[np.nan if value is None else value for value in row] for row in panel.values], dtype=np.float64)
    low, high = panel.ends
    neutral = panel.neutral
    norm = Normalize(low, high) if neutral is None or not low < neutral < high else TwoSlopeNorm(neutral, low, high)
    image = axes.imshow(np.ma.masked_invalid(values), cmap=shades, norm=norm, aspect="auto")
    small = 6 if len(panel.rows) > 16 or len(panel.columns) > 16 else 7
    down, across = _named(panel.rows, 40), _named(panel.columns, 40)
    wide = max(len(name) for name in panel.columns) > 3
    axes.set_yticks([place for place, _ in down], [name for _, name in down], fontsize=small)
    axes.set_xticks([place for place, _ in across], [name for _, name in across], fontsize=small, rotation=90 if wide else 0)
    axes.grid(visible=False)
    axes.set_ylabel(panel.down)
    axes.set_xlabel(panel.across)
    if panel.below:
        edge = axes.inset_axes((0, 1.01, 1, 0.1), sharex=axes)
        edge.bar(range(len(panel.below)), panel.below, 0.8, color=paints["accent"])
        _bare(edge)
    if panel.beside:
        edge = axes.inset_axes((1.01, 0, 0.1, 1), sharey=axes)
        edge.barh(range(len(panel.beside)), panel.beside, 0.8, color=paints["accent"])
        _bare(edge)
    bar = figure.colorbar(image, ax=axes, label=panel.meaning, fraction=0.04, pad=0.12 if panel.beside else 0.02)
    bar.ax.grid(visible=False)
    bar.outline.set_visible(False)
    bar.set_ticks(np.linspace(low, high, 6).tolist())
    if panel.ends == (0.0, 1.0):
        bar.ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _bare(axes: Axes) -> None:
    axes.set_frame_on(False)
    axes.grid(visible=False)
    axes.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)


def _board(axes: Axes, panel: Board, paints: Mapping[str, str]) -> None:
    for cell in panel.cells:
        hexagon = RegularPolygon((cell.x, -cell.y), 6, radius=0.57, facecolor=paints[panel.kinds[cell.kind]], edgecolor=paints["line"])
        axes.add_patch(hexagon)
        axes.text(cell.x, -cell.y, cell.name, ha="center", va="center", color=paints["on-fill"], fontsize=9, fontweight=600)
    axes.set_xlim(min(cell.x for cell in panel.cells) - 0.7, max(cell.x for cell in panel.cells) + 0.7)
    axes.set_ylim(-max(cell.y for cell in panel.cells) - 0.7, -min(cell.y for cell in panel.cells) + 0.7)
    axes.set_aspect("equal")
    axes.set_axis_off()
    key = [Patch(facecolor=paints[paint], label=kind) for kind, paint in panel.kinds.items()]
    axes.legend(handles=key, loc="upper left", bbox_to_anchor=(1, 1))
