"""Makes the shipped subsets of Inter: OTF for PNG pictures (`core/data`), WOFF2 for the page (`web/static`). There the signs that few
pages have and the accented letters lie in files of their own, which a browser fetches only if a page has one (`page.css`).

Run once when the font or the subset changes; the results are committed:

    python tools/subset_font.py /usr/share/fonts/opentype/inter

The folder holds Inter-Regular.otf and Inter-SemiBold.otf (Debian's package fonts-inter). Needs fonttools and brotli.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fontTools import subset

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "src/deathmatch/core/data"
PAGE = ROOT / "src/deathmatch/web/static"
WEIGHTS = ("Regular", "SemiBold")
# The signs that pictures and pages use beside the letters; a browser takes all else from the system.
SIGNS = "\N{NO-BREAK SPACE}\N{MIDDLE DOT}\N{MULTIPLICATION SIGN}\N{EN DASH}\N{EM DASH}‘’“”•…\N{MINUS SIGN}←↑→↓✓"
BASIC = {*range(0x20, 0x7F), *map(ord, SIGNS)}
SELDOM = {*map(ord, '"#$&*<=>@[\\]^_`{|}~')}
ACCENTS = {*range(0xA0, 0x100)} - BASIC  # of Western Europe
FEATURES = {None: ["kern", "ccmp", "locl", "case", "tnum", "mark", "mkmk"], "woff2": ["kern", "tnum"]}


def make(source: Path, target: Path, flavor: str | None, unicodes: set[int]) -> int:
    """Write one subset; returns its size in bytes."""
    plain = flavor is not None  # WOFF2 packs outlines without subroutines better than those with them
    options = subset.Options(layout_features=FEATURES[flavor], hinting=False, desubroutinize=plain, flavor=flavor, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]  # copyright and licence stay inside the font
    font = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=sorted(unicodes))
    maker.subset(font)
    subset.save_font(font, str(target), options)
    return target.stat().st_size


def main() -> None:
    """Make every subset and print the sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where Inter-Regular.otf and Inter-SemiBold.otf lie")
    folder = parser.parse_args().folder
    for weight in WEIGHTS:
        source = folder / f"Inter-{weight}.otf"
        if not source.is_file():
            parser.error(f"{source} is missing; Debian's package fonts-inter brings it")
        name = f"inter-{weight.lower()}"
        for target, flavor, unicodes in (
            (PAGE / f"{name}.woff2", "woff2", BASIC - SELDOM),
            (PAGE / f"{name}-signs.woff2", "woff2", SELDOM),
            (PAGE / f"{name}-accents.woff2", "woff2", ACCENTS),
            (PICTURES / f"Inter-{weight}.otf", None, BASIC | ACCENTS),
        ):
            sys.stdout.write(f"{target.relative_to(ROOT)}: {make(source, target, flavor, unicodes)} bytes\n")


if __name__ == "__main__":
    main()
