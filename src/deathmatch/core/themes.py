"""Paint: one table gives each class of a picture's markup its colour, by theme.

Markup (`core/scene.py`) holds classes and no colours. For a paint such as `gold` there are two classes: `gold` fills with it, `gold-line`
strokes with it; `bare` fills with nothing; `strong` is the heavier weight of text. From the same table come

- `page_css()`: variables (`--gold`) for the page and everything on it, with the themes as values of `html[data-theme]`;
- `stylesheet(theme)`: literal colours for a picture that stands alone (resvg knows no variables);
- `png(scene, theme)`: the picture as PNG, in the one shipped font, the same on every machine (`animation.py` has several in a row).

The colour-blind-safe themes were found by searching for the six colours with a meaning that lie farthest apart under simulated protanopia,
deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009); `tests/core/test_themes.py` measures them and all contrasts again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from types import MappingProxyType

from deathmatch.core.errors import UnknownNameError
from deathmatch.core.scene import Scene

FAMILY = "Inter"
"""The one typeface of pictures and page."""

FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf")
"""Its two weights, 400 and 600, in `deathmatch.core/data`."""

_STACK = f"{FAMILY}, system-ui, sans-serif"

_FOREIGN = re.compile("[^\0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2066-\u2069\u2190-\u2193\u2212\u2713]")
"""Letters that it does not have."""

GROUNDS = ("ground", "raised", "table")
"""Paints that everything else is read against."""

SPEAKING = ("ink", "muted", "accent", "gold", "seat-a", "seat-b", "good", "bad")
"""Paints good enough for text on each of `GROUNDS`: 4.5:1 or more."""

TINTED = ("accent", "gold", "seat-a", "seat-b", "good", "bad")
"""Paints with a meaning; each has a quiet `-soft` twin, on which `ink` reads well."""

# Beside these there are `line` (quiet outlines), `on-fill` (text on a TINTED paint), `glow` (gold that shines, for shapes; its outline is
# `glow-edge`, text on it `deep`), `lamplight` (where the lamp falls on the table) and the pieces: things with a colour of their own, in
# every light. Of these `wood-dark` and `wood` are a board with its fields, `lamp` is a field in the light, and
# `etched` is what is written on all of them.

_SOFT = 0.12  # how much of its colour a soft twin has; the rest is the raised surface
_PIECES = MappingProxyType(
    {
        "pale": "#F6F0E4",
        "deep": "#231B20",
        "warm": "#E07B2E",
        "wood-dark": "#33251E",
        "wood": "#4C3A2F",
        "lamp": "#6B5130",
        "etched": "#C4B1A0",
    }
)

SHOWN = ("lit", "halo", "past")
"""Classes of shapes that only a page shows: `lit` while the element may be chosen, `halo` while it is chosen, pointed at or focused, `past`
for the lines of a list above those in the picture (`core.scene.Scene.lines`)."""

PLAIN = "plain"
"""The class of seats' marks without a colour: a page that shows one gives its own marks of the seats none either."""

UPRIGHT = "upright"
"""The class of groups that keep their head up if a reader turns the picture (`core.scene.Element.turns`)."""

FLIPS = "flips"
"""The class of groups that a page turns over as they come: cards that were sealed."""

LANDS = "lands"
"""The class of groups that come down on a page as they come; in a picture with one, nothing else shows that it is new."""

SUM = "sum"
"""The class of figures that swell on a page as they change: points, chips, counts."""


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of paints.

    Attributes:
        name: as in `html[data-theme]` and on the command line.
        dark: whether light text stands on dark; browsers need it for the controls that they paint.
        paints: every paint with its colour, `#RRGGBB`.
    """

    name: str
    dark: bool
    paints: Mapping[str, str]


def _mix(over: str, under: str, share: float) -> str:
    """`share` of the first colour on the second."""
    pairs = ((int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(o * share + u * (1 - share)):02X}" for o, u in pairs)


def _theme(name: str, base: Theme | None = None, /, **colours: str) -> Theme:
    """A theme from its colours, those of `base` if it has none of its own; `seat_a` gives the paint `seat-a`."""
    own = {key.replace("_", "-"): colour for key, colour in colours.items()}
    plain = {**(base.paints if base else {}), **own}
    soft = {f"{paint}-soft": _mix(plain[paint], plain["raised"], _SOFT) for paint in TINTED}
    dark = int(plain["ground"][1:3], 16) < 0x80
    return Theme(name, dark, MappingProxyType({**plain, **soft, **_PIECES}))


_LIGHT = _theme(
    "light",
    ground="#FBF8F4",
    raised="#FFFFFF",
    table="#F3EADF",
    ink="#221A1E",
    muted="#665960",
    line="#D9CCC3",
    on_fill="#FFFFFF",  # on accent, gold, seats, good and bad
    accent="#8E1B3E",
    gold="#805A00",
    glow="#E5A823",
    glow_edge="#8A6100",
    lamplight="#FBF3DF",
    seat_a="#1F5FA8",
    seat_b="#AC430A",
    good="#1F6B45",
    bad="#B3261E",
)
_DARK = _theme(
    "dark",
    ground="#17121A",
    raised="#211A25",
    table="#2B2029",
    ink="#F3ECEF",
    muted="#B3A4AC",
    line="#54465A",
    on_fill="#17121A",
    accent="#FF7A9C",
    gold="#F2C14E",
    glow="#F2C14E",
    glow_edge="#7C5A17",
    lamplight="#3B2F2A",
    seat_a="#7DB7FF",
    seat_b="#FF9E5E",
    good="#6FD3A0",
    bad="#FF8A80",
)
_SAFE = _theme("safe", _LIGHT, accent="#9A14CF", gold="#856304", seat_a="#113881", seat_b="#6E2912", good="#16754E", bad="#290D0C")
_SAFE_DARK = _theme(
    "safe-dark",
    _DARK,
    accent="#CB6DF4",
    gold="#EFD984",
    glow="#EFD984",
    glow_edge="#7C6A2E",
    seat_a="#7BAFDA",
    seat_b="#F85321",
    good="#D4FCFE",
    bad="#DA817F",
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (_LIGHT, _DARK, _SAFE, _SAFE_DARK)})
"""Every theme by name, the default first."""


def theme(name: str) -> Theme:
    """The theme of this name; raises LookupError that says what there is."""
    if name not in THEMES:
        raise UnknownNameError(f"unknown theme {name}; the themes are {', '.join(THEMES)}")
    return THEMES[name]


@cache
def classes() -> frozenset[str]:
    """Every class that markup may use."""
    paints = THEMES["light"].paints
    return frozenset({"bare", "strong", PLAIN, UPRIGHT, FLIPS, LANDS, SUM, *SHOWN, *paints, *(f"{paint}-line" for paint in paints)})


def _rules(paint_of: Mapping[str, str], scope: str) -> str:
    """The rules of all classes; `paint_of` maps each paint to its CSS value, `scope` goes before each selector."""
    rules = [f"{scope}text{{font-family:{_STACK};font-weight:400}}", f"{scope}.strong{{font-weight:600}}", f"{scope}.bare{{fill:none}}"]
    rules += [f"{scope}.{name}{{display:none}}" for name in SHOWN]
    for paint, value in paint_of.items():
        rules += [f"{scope}.{paint}{{fill:{value}}}", f"{scope}.{paint}-line{{stroke:{value}}}"]
    return "".join(rules)


@cache
def stylesheet(name: str) -> str:
    """The classes with the literal colours of one theme, for a picture that stands alone; raises LookupError."""
    return _rules(theme(name).paints, "")


def _variables(chosen: Theme, *, pieces: bool = False) -> str:
    scheme = "dark" if chosen.dark else "light"
    paints = {paint: colour for paint, colour in chosen.paints.items() if pieces or paint not in _PIECES}
    return f"color-scheme:{scheme};" + ";".join(f"--{paint}:{colour}" for paint, colour in paints.items())


_IN_PICTURES = ":is(svg,g) "
"""Where the classes hold on a page. What `use` shows has no `svg` around it in the eyes of a style sheet, but the group of its sign."""


@cache
def page_css() -> str:
    """The same classes by CSS variables. Light is the default, dark follows the reader's system, `html[data-theme]` overrides both."""
    light, dark = THEMES["light"], THEMES["dark"]
    chosen = "".join(f'html[data-theme="{theme.name}"]{{{_variables(theme)}}}' for theme in THEMES.values())
    return (
        f":root{{{_variables(light, pieces=True)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{_variables(dark)}}}}}"
        f"{chosen}{_rules({paint: f'var(--{paint})' for paint in light.paints}, _IN_PICTURES)}"
    )


def document(scene: Scene, name: str) -> str:
    """The picture as an SVG document that carries its theme and its ground; raises LookupError."""
    return scene.svg(stylesheet(name), ground="ground")


def png(scene: Scene, name: str, scale: float = 2) -> bytes:
    """The picture as PNG, `scale` pixels a unit; raises LookupError for an unknown theme."""
    return rasterized(document(scene, name), scale)


def rasterized(svg: str, scale: float = 1) -> bytes:
    """An SVG document with literal colours as PNG, `scale` pixels a unit, in the one shipped font.

    Only a letter that this font does not have, as in names of other scripts, comes from a font of the machine, if it has one.
    """
    import resvg_py  # here, since few processes ever paint and the library is large

    with ExitStack() as stack:
        data = files("deathmatch.core") / "data"
        fonts = [str(stack.enter_context(as_file(data / font))) for font in FONTS]
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                font_files=fonts,
                skip_system_fonts=_FOREIGN.search(svg) is None,
                font_family=FAMILY,
                sans_serif_family=FAMILY,
            )
        )
