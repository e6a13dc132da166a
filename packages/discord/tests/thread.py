"""What a thread of the stand-in looks like, roughly as Discord shows it: for eyes, not for programs."""

from __future__ import annotations

import base64
import html
import re
from typing import Any

from deathmatch_discord.preview.objects import EPHEMERAL
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import parts

STYLE = """
body { margin: 0; padding: 16px; background: #313338; color: #dbdee1; font: 16px/1.4 sans-serif; overflow-wrap: anywhere; }
article { padding: 8px 0 16px; } b { color: #f2f3f5; } p { margin: 4px 0; white-space: pre-wrap; }
.embed { max-width: 520px; padding: 12px 16px; border-left: 4px solid #8e1b3e; border-radius: 4px; background: #2b2d31; }
img { display: block; max-width: 100%; margin-top: 8px; border-radius: 4px; } .file { color: #00a8fc; }
.button { display: inline-block; margin: 8px 8px 0 0; padding: 6px 14px; border-radius: 3px; background: #4e5058; }
"""


def _words(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text))


def _picture(files: dict[str, bytes], name: str) -> str:
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(files[name]).decode()}">'


def _article(house: StandIn, message: dict[str, Any]) -> str:
    files = house.files.get(message["id"], {})
    shown = [f"<p>{_words(message['content'])}</p>"]
    inside: set[str] = set()
    for embed in message["embeds"]:
        name = str((embed.get("image") or {}).get("url", "")).removeprefix("attachment://")
        inside.add(name)
        picture = _picture(files, name) if name in files else ""
        words = f"<b>{html.escape(embed.get('title') or '')}</b><p>{_words(embed.get('description') or '')}</p>"
        shown.append(f'<div class="embed">{words}{picture}</div>')
    shown += [_picture(files, name) if name.endswith(".png") else f'<p class="file">{name}</p>' for name in files if name not in inside]
    shown += [f'<span class="button">{html.escape(part.get("label") or part.get("placeholder") or "…")}</span>' for part in parts(message)]
    return f"<article><b>Deathmatch</b>{''.join(shown)}</article>"


def page_of(house: StandIn, channel: str) -> str:
    """The messages of a thread that everybody there sees."""
    found = [one for one in house.messages.values() if one["channel_id"] == channel and not one["flags"] & EPHEMERAL]
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{"".join(_article(house, one) for one in found)}'
