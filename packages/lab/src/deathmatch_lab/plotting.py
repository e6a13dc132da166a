"""Plots as data: the content of a diagram, without colours, sizes or a library that paints it (`deathmatch_lab.plots` does).

A variant that can be shown in plots of its own has the capability `plots`, a function `plots(game) -> Mapping[str, Plotter]`: the plots by
name, such as `worth`. `deathmatch plot` makes them (packages/lab/docs/plots.md). Words are English, as in everything that a study prints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from deathmatch.core.game import AnyGame
from deathmatch_lab.solving import Reporter
from deathmatch_lab.studying import Board

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its name.

    Attributes:
        name: of the value.
        value: the length of the bar.
        low, high: its 95 % interval; None if it is exact.
        goal: another value, marked across the bar, such as that of best play; None if there is none.
        paint: a paint of `core/themes.py`.
    """

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    goal: float | None = None
    paint: str = "accent"


@dataclass(frozen=True, slots=True)
class Bars:
    """Values side by side.

    Attributes:
        axis: what the values are, with their unit.
        bars: in the order in which they are read.
        base: where bars begin, and where a line stands.
        percent: whether the values are shares, from 0 to 1.
        upright: whether bars stand, for short names; else they lie.
        names: what the names are, for the other axis; may be empty.
        goal: what `Bar.goal` marks; empty if no bar has one.
        points: whether only the ends of the bars are shown, as points with their intervals.
    """

    axis: str
    bars: tuple[Bar, ...]
    base: float = 0.0
    percent: bool = False
    upright: bool = False
    names: str = ""
    goal: str = ""
    points: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Points in the order of their places.

    Attributes:
        name: for the key; empty if there is only one.
        points: place, value, and the lowest and highest that the value may be.
        paint: a paint of `core/themes.py`.
        joined: whether a line joins the points; else they stand alone with their intervals.
    """

    name: str
    points: tuple[tuple[float, float, float, float], ...]
    paint: str = "accent"
    joined: bool = True


@dataclass(frozen=True, slots=True)
class Lines:
    """Values by place.

    Attributes:
        across, axis: what places and values are.
        lines: all of them.
        percent: whether values and places are shares, values alone, or neither.
        diagonal: whether a line of equal places and values stands behind them.
        ends: the lowest and highest value of the axis; None fits it to the lines.
    """

    across: str
    axis: str
    lines: tuple[Line, ...]
    percent: str = ""
    diagonal: bool = False
    ends: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Heat:
    """Values by row and column, as colours.

    Attributes:
        down, across: what rows and columns are.
        rows, columns: their names.
        values: by row, then column; None for a cell without a value.
        meaning: what the colours are.
        ends: the lowest and highest value.
        neutral: the value without a colour, between the ends, with a colour on each side; None gives only high values one.
        beside, below: a share from 0 to 1 for each row and each column, such as a mixture; empty if there are none.
    """

    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    meaning: str
    ends: tuple[float, float] = (0.0, 1.0)
    neutral: float | None = 0.5
    beside: tuple[float, ...] = ()
    below: tuple[float, ...] = ()


Panel: TypeAlias = Bars | Lines | Heat | Board


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of one or more panels, one below the other.

    Attributes:
        title: a few words.
        words: one or two sentences below it: the measure, the number of matches, and how sure it is.
        panels: one at least.
    """

    title: str
    words: str
    panels: tuple[Panel, ...]


class Plotter(Protocol[V_contra]):
    """Makes one plot of a game that is bound to its options."""

    @property
    def words(self) -> str:
        """Its content, a few words for a list."""
        ...

    def plot(self, view: V_contra, work: Reporter, /) -> Plot:
        """The plot for a position, as `deathmatch_lab.solving.Solver` gets it.

        Raises: core.errors.UnsolvableError.
        """
        ...


Plots: TypeAlias = Callable[[AnyGame], Mapping[str, Plotter[Any]]]
"""The capability `plots` of a variant."""
