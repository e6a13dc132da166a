"""Makes the shipped subsets of Inter: OTF for PNG pictures (`core/data`), WOFF2 for the page (`web/static`).

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
# Latin with Western European accents, and the signs that pictures and pages use; a browser takes all else from the system.
SIGNS = "\N{EN DASH}\N{EM DASH}‘’“”•…\N{MINUS SIGN}←↑→↓✓"
UNICODES = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, SIGNS)]
FEATURES = ["kern", "ccmp", "locl", "case", "tnum", "mark", "mkmk"]


def make(source: Path, target: Path, flavor: str | None) -> int:
    """Write one subset; returns its size in bytes."""
    options = subset.Options(layout_features=FEATURES, hinting=False, desubroutinize=False, flavor=flavor, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]  # copyright and licence stay inside the font
    font = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=UNICODES)
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
        for target, flavor in ((PICTURES / f"Inter-{weight}.otf", None), (PAGE / f"inter-{weight.lower()}.woff2", "woff2")):
            sys.stdout.write(f"{target.relative_to(ROOT)}: {make(source, target, flavor)} bytes\n")


if __name__ == "__main__":
    main()
