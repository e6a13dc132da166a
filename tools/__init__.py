"""The programs that the Makefile calls. `setup.py` needs only Python; the others run inside `.venv`."""

from __future__ import annotations

import os

os.environ.setdefault("DEATHMATCH_PLUGINS", "off")  # core/plugins.py: an installed package has no say in our documents and catalogues
