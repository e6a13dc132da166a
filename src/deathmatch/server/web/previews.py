"""The previews of links in chats (Open Graph): a title, words and a picture of the public state alone.

Programs of chats open every link that somebody posts, seats' links too. So the preview of a secret link tells only the game and who
invites, which the page itself shows to everybody with the link before a seat is taken; its picture is that of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request

from deathmatch.core.seats import SEATS
from deathmatch.server.rooms.lobby import LinkedTable


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link in a chat.

    Attributes:
        title, words: for people.
        image: the address of a picture, whole.
        address: of the page, whole; empty for a secret link, which is nobody else's.
    """

    title: str
    words: str
    image: str
    address: str = ""


def base_of(request: Request[Any, Any, Any]) -> str:
    """The address of this server as the visitor wrote it, without a slash at its end."""
    return str(request.base_url).rstrip("/")


def of_front(base: str, game: str) -> Preview:
    """The first page, with the picture of a game."""
    words = "Five games for two. Play a bot or a friend at once, without an account."
    return Preview("Deathmatch: duels for two players", words, f"{base}/card/{game}.png", f"{base}/")


def of_book(base: str, name: str, title: str, game: str) -> Preview:
    """A rule book."""
    return Preview(title, "The rules, with examples.", f"{base}/card/{game}.png", f"{base}/rules/{name}")


def of_table(base: str, table: LinkedTable, kind: str) -> Preview:
    """A table behind a link: `kind` is `s`, `w` or `h`."""
    card = f"{base}/card/{table.game}.png"
    names = [table.names[seat.value] for seat in SEATS if seat.value in table.names]
    if kind == "w" and table.role == "watcher":
        title = f"{table.title}: {' against '.join(names)}" if names else table.title
        full = len(names) == len(SEATS)
        words = f"Watch this match ({table.variant})." if full else f"This match ({table.variant}) has not begun."
        return Preview(title, words, f"{base}/w/{table.match}.png" if full else card, f"{base}/w/{table.match}")
    if not table.taken:
        title = f"{names[0]} invites you to {table.title}" if names else f"You are invited to {table.title}"
        return Preview(title, f"Sit down and play ({table.variant}). You need no account.", card)
    return Preview(table.title, f"A table for two ({table.variant}).", card)
