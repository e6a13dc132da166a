"""The page shows the same picture as the PNG: same shapes, paint and text, though one has variables and the other literal colours."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from deathmatch.core import themes
from deathmatch.core.scene import Scene
from tests.golden import scenes

pytestmark = pytest.mark.browser

WEIGHTS = {"regular": 400, "semibold": 600}


def face(name: str) -> str:
    font = b64encode((files("deathmatch") / "web" / "static" / f"inter-{name}.woff2").read_bytes()).decode()
    return f'@font-face{{font-family:Inter;font-weight:{WEIGHTS[name]};src:url(data:font/woff2;base64,{font}) format("woff2")}}'


def on_the_page(chromium: Browser, scene: Scene, theme: str) -> np.ndarray:
    fonts = "".join(map(face, WEIGHTS))
    style = f"{themes.page_css()}{fonts}body{{margin:0;background:var(--ground)}}svg{{display:block;width:{scene.width}px}}"
    page = chromium.new_page(viewport={"width": scene.width, "height": scene.height}, device_scale_factor=2)
    page.set_content(f'<html data-theme="{theme}"><style>{style}</style><body>{scene.svg()}</body></html>')
    page.evaluate("document.fonts.ready")
    shot = page.screenshot()
    page.close()
    return pixels(shot)


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), dtype=int)


@pytest.mark.parametrize("theme", ["safe", *(pytest.param(theme, marks=pytest.mark.nightly) for theme in ("light", "dark"))])
def test_page_and_png_show_the_same(chromium: Browser, theme: str) -> None:
    scene = scenes.scene("final-overload")
    page, png = on_the_page(chromium, scene, theme), pixels(themes.png(scene, theme, 2))
    assert page.shape == png.shape
    difference = np.abs(page - png).max(axis=2)
    assert (difference > 64).mean() < 0.004  # only edges are softened in two ways
    assert difference.mean() < 1.0
