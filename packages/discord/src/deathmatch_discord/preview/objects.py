"""The objects of Discord as JSON, as far as a client reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

APPLICATION, GUILD, CHANNEL = "100", "200", "300"
EPHEMERAL = 64
STAMP = "2026-01-01T00:00:00.000000+00:00"
BOT: dict[str, Any] = {"id": APPLICATION, "username": "deathmatch", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION_BODY: dict[str, Any] = {
    "id": APPLICATION,
    "name": "deathmatch",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": BOT,
    "verify_key": "0",
}
EVERYONE: dict[str, Any] = {"id": GUILD, "name": "@everyone"}
GUILD_BODY: dict[str, Any] = {"id": GUILD, "name": "The house", "owner_id": "1", "roles": [EVERYONE], "member_count": 3}
CHANNEL_BODY: dict[str, Any] = {"id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "deathmatch", "position": 0}


def message(
    id_: str, channel: str, given: Any, files: Mapping[str, bytes], private: bool, author: Mapping[str, Any] = BOT
) -> dict[str, Any]:
    """A message of the bot, or of somebody else."""
    return {
        "id": id_,
        "channel_id": channel,
        "author": dict(author),
        "content": given.get("content") or "",
        "timestamp": STAMP,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": attachments(id_, given, files),
        "embeds": given.get("embeds") or [],
        "components": given.get("components") or [],
        "pinned": False,
        "type": 0,
        "flags": EPHEMERAL if private else 0,
    }


def attachments(owner: str, given: Any, files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """The files of a message."""
    described = {one.get("filename"): one.get("description") for one in given.get("attachments") or []}
    return [
        {
            "id": f"{owner}{number}",
            "filename": name,
            "size": len(body),
            "url": f"http://127.0.0.1/{name}",
            "proxy_url": f"http://127.0.0.1/{name}",
            "description": described.get(name),
        }
        for number, (name, body) in enumerate(files.items())
    ]


def thread(id_: str, channel: str, name: str) -> dict[str, Any]:
    """A public thread that the bot began."""
    return {
        "id": id_,
        "type": 11,
        "guild_id": GUILD,
        "parent_id": channel,
        "owner_id": APPLICATION,
        "name": name,
        "thread_metadata": {"archived": False, "auto_archive_duration": 10080, "archive_timestamp": STAMP, "locked": False},
        "message_count": 0,
        "member_count": 1,
    }


def direct(id_: str, user: Mapping[str, Any]) -> dict[str, Any]:
    """The channel of direct messages between the bot and somebody."""
    return {"id": id_, "type": 1, "recipients": [dict(user)]}
