"""Every theme can be read, also by the colour-blind; page and picture have the same paints; PNG and GIF show them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import as_file, files
from io import BytesIO
from itertools import combinations, product

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from deathmatch.core import themes
from deathmatch.core.scene import Element, Scene

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.0;
# the matrices work on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
WHITE = np.array([0.95047, 1.0, 1.08883])  # D65

READABLE = 4.5  # WCAG 2.2, 1.4.3
SEEN = 3.0  # WCAG 2.2, 1.4.11: what has to be seen to be understood
TOLD_APART = 20.0  # CIE 1976 colour difference; about 2.3 can just be noticed
SEATS_APART = 35.0

THEMES = list(themes.THEMES.values())


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((float(XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def difference(one: str, other: str, sight: str) -> float:
    return float(np.linalg.norm(lab(SIGHTS[sight] @ linear(one)) - lab(SIGHTS[sight] @ linear(other))))


def lab(rgb: np.ndarray) -> np.ndarray:
    xyz = XYZ @ np.clip(rgb, 0, 1) / WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_all_themes_have_the_same_paints_in_the_same_form() -> None:
    for theme in THEMES:
        assert theme.paints.keys() == THEMES[0].paints.keys()
        assert all(re.fullmatch(r"#[0-9A-F]{6}", colour) for colour in theme.paints.values())
        assert {*themes.GROUNDS, *themes.SPEAKING, *(f"{paint}-soft" for paint in themes.TINTED)} <= theme.paints.keys()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_can_be_read_on_every_ground(theme: themes.Theme) -> None:
    paints = theme.paints
    pairs = [
        *product(themes.SPEAKING, themes.GROUNDS),
        *product(("ink", "muted"), (f"{paint}-soft" for paint in themes.TINTED)),
        *product(("on-fill",), themes.TINTED),
        ("bad", "bad-soft"),
        ("deep", "glow"),
        ("ink", "lamplight"),
    ]
    assert [(text, ground) for text, ground in pairs if contrast(paints[text], paints[ground]) < READABLE] == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_matters_on_a_board_stands_out(theme: themes.Theme) -> None:
    """Stones, pieces and marks of the games on wood, under the lamp, and on each other."""
    pairs = {
        "wood": ("pale", "warm", "glow"),
        "wood-dark": ("pale", "warm", "etched"),
        "lamp": ("glow", "pale", "etched"),
        "pale": ("deep",),
        "warm": ("deep",),
        "etched": ("deep",),
        "seat-a": ("on-fill",),
        "seat-b": ("on-fill",),
    }
    shown = [(sign, ground) for ground, signs in pairs.items() for sign in signs]
    assert [(sign, ground) for sign, ground in shown if contrast(theme.paints[sign], theme.paints[ground]) < SEEN] == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_seats_can_be_told_apart_by_everybody(theme: themes.Theme) -> None:
    for sight in SIGHTS:
        assert difference(theme.paints["seat-a"], theme.paints["seat-b"], sight) >= SEATS_APART, sight


@pytest.mark.parametrize("name", ["safe", "safe-dark"])
@pytest.mark.parametrize("sight", list(SIGHTS))
def test_every_colour_with_a_meaning_can_be_told_from_every_other_in_a_safe_theme(name: str, sight: str) -> None:
    paints = themes.theme(name).paints
    alike = [pair for pair in combinations(themes.TINTED, 2) if difference(paints[pair[0]], paints[pair[1]], sight) < TOLD_APART]
    assert alike == []


# --- Style sheets


def rules(css: str) -> Iterator[tuple[str, str]]:
    return ((selector.strip(), body) for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css))


def test_the_page_gets_the_same_classes_by_variables_that_every_theme_sets() -> None:
    css = themes.page_css()
    unpainted = {themes.PLAIN, themes.UPRIGHT, themes.FLIPS, themes.LANDS, themes.SUM}
    assert {f":is(svg,g) .{name}" for name in themes.classes() - unpainted} <= {selector for selector, _ in rules(css)}
    used = set(re.findall(r"var\((--[a-z-]+)\)", css))
    root = next(body for selector, body in rules(css) if selector == ":root")
    assert used == set(re.findall(r"(--[a-z-]+):", root))
    for theme in THEMES:
        own = dict(rules(css))[f'html[data-theme="{theme.name}"]']
        assert f"color-scheme:{'dark' if theme.dark else 'light'}" in own
        assert f"--accent:{theme.paints['accent']}" in own


# --- Pixels

SCENE = Scene(
    40,
    30,
    "Two boxes",
    (
        Element("left", '<rect class="seat-a" width="10" height="10"/>', at=(5, 5)),
        Element("right", '<rect class="bare seat-b-line" stroke-width="4" width="10" height="10"/>', at=(22, 5)),
    ),
)
WORD = Scene(60, 30, "A word", (Element("word", '<text class="ink strong" x="2" y="20" font-size="14">Hamlet</text>'),))


def pixels(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_png_shows_the_themes_colours_where_the_shapes_lie(theme: themes.Theme) -> None:
    image = pixels(themes.png(SCENE, theme.name, 2))
    assert image.size == (80, 60)
    assert image.getpixel((2, 2)) == rgb(theme.paints["ground"])
    assert image.getpixel((20, 20)) == rgb(theme.paints["seat-a"])
    assert image.getpixel((44, 20)) == rgb(theme.paints["seat-b"])
    assert image.getpixel((54, 20)) == rgb(theme.paints["ground"])  # inside the outline nothing is filled


def test_png_has_text_in_the_shipped_font_without_any_of_the_system() -> None:
    image = pixels(themes.png(WORD, "light", 4))
    text = np.argwhere(np.asarray(image.convert("L")) < 128)
    top, left = text.min(axis=0) / 4
    bottom, right = text.max(axis=0) / 4
    assert (left, bottom) == pytest.approx((3, 20), abs=0.8)
    assert top == pytest.approx(20 - 0.74 * 14, abs=0.8)  # the height of l and t's ascender in Inter
    assert right - left == pytest.approx(49, abs=2.5)  # what Inter's six letters take at this size and weight


@pytest.mark.parametrize("name", themes.FONTS)
def test_only_letters_that_the_shipped_font_lacks_come_from_the_machine(name: str) -> None:
    with as_file(files("deathmatch.core") / "data" / name) as file:
        known = set(TTFont(file).getBestCmap())
    unseen = {*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x2066, 0x206A)}
    assert {code for code in range(0x3000) if themes._FOREIGN.search(chr(code)) is None} == (known | unseen) - {
        code for code in known if code >= 0x3000
    }
