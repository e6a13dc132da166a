"""The previews of links in chats (Open Graph): a title, words and a picture of the public state alone.

Programs of chats open every link that somebody posts, seats' links too. So the preview of a secret link tells only the game and who
invites, which the page itself shows to everybody with the link before a seat is taken; its picture is that of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.server.rooms.looks import LinkedTable
from deathmatch.server.table.queries import Replayable


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link in a chat.

    Attributes:
        title, words: for people.
        image: the address of a picture, whole.
        address: of the page, whole; empty for a secret link, which is nobody else's.
        large: whether the picture is worth the width of the chat.
    """

    title: str
    words: str
    image: str
    address: str = ""
    large: bool = False


def base_of(request: Request[Any, Any, Any]) -> str:
    """The address of this server as the visitor wrote it, without a slash at its end."""
    return str(request.base_url).rstrip("/")


def of_front(base: str, game: str) -> Preview:
    """The first page, with the picture of a game."""
    words = say("Five games for two. Play a bot or a friend at once, without an account.")
    return Preview(say("Deathmatch: duels for two players"), words, f"{base}/card/{game}.png", f"{base}/")


def of_book(base: str, name: str, title: str, game: str) -> Preview:
    """A rule book."""
    return Preview(say("{title} · rules", title=title), say("The rules, with examples."), f"{base}/card/{game}.png", f"{base}/rules/{name}")


def of_lessons(base: str, game: str, *, puzzles: bool) -> Preview:
    """All lessons, or all puzzles; with the picture of a game."""
    card = f"{base}/card/{game}.png"
    if puzzles:
        return Preview(say("Puzzles: find the move"), say("Positions with a right answer, each one proved."), card, f"{base}/puzzles")
    return Preview(say("Learn by playing"), say("Two minutes at the table for each game."), card, f"{base}/learn")


def of_lesson(base: str, variant: Variant, title: str, about: str, *, puzzles: bool) -> Preview:
    """The lesson of a variant, or its puzzles."""
    named = title if say(variant.title) in title else say("{game}: {title}", game=say(variant.title), title=title)
    return Preview(named, about, f"{base}/card/{variant.game}.png", f"{base}/{'puzzles' if puzzles else 'learn'}/{variant.id}")


def of_replay(base: str, replay: Replayable, ply: int) -> Preview:
    """A replay that everybody may see. One that begins at a position, with `ply` from 0, does not tell who won."""
    place, (at, winner) = f"{base}/r/{replay.match}", (f"?ply={ply}", None) if ply >= 0 else ("", replay.winner)
    one, other = (replay.people[seat.value] for seat in (SEATS if winner != "B" else SEATS[::-1]))
    names = {"name": one, "other": other, "game": replay.title}
    title = say("{name} beat {other} at {game}", **names) if winner else say("{game}: {name} against {other}", **names)
    words = say("Replay of a finished match ({variant}), position by position.", variant=say(replay.variant.name))
    return Preview(title, words, f"{place}.png{at}", f"{place}{at}", large=not at)


def of_table(base: str, table: LinkedTable, kind: str) -> Preview:
    """A table behind a link: `kind` is `s`, `w` or `h`."""
    card, game = f"{base}/card/{table.facts.game}.png", table.title
    names = [table.names[seat.value] for seat in SEATS if seat.value in table.names]
    if kind == "w" and table.role == "watcher":
        told = {"variant": _variant(table)}
        words = say("Watch this match ({variant}).", **told) if len(names) > 1 else say("This match ({variant}) has not begun.", **told)
        picture = f"{base}/w/{table.facts.id}.png" if table.begun else card
        return Preview(_title(game, names), words, picture, f"{base}/w/{table.facts.id}")
    if not table.taken:
        title = say("{name} invites you to {game}", name=names[0], game=game) if names else say("You are invited to {game}", game=game)
        showcase = None if table.lot else games.variants(table.facts.game)[0].showcase
        pitch = say(showcase.words) + " " if showcase else ""
        return Preview(title, pitch + say("Sit down and play ({variant}). You need no account.", variant=_variant(table)), card)
    return Preview(game, say("A table for two ({variant}).", variant=_variant(table)), card)


def _variant(table: LinkedTable) -> str:
    if table.kind.hosted:
        return say(table.kind.title)
    return say("one of {number} games", number=len(table.lot)) if table.lot else say(table.facts.variant)


def _title(game: str, names: list[str]) -> str:
    if not names:
        return game
    if len(names) == 1:
        return say("{game}: {name}", game=game, name=names[0])
    return say("{game}: {name} against {other}", game=game, name=names[0], other=names[1])
