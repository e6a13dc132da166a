"""The preview: the stand-in for Discord with a page to click, for people who try the front end without a token, on this machine only."""

from __future__ import annotations

import asyncio
import re
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from aiohttp import web

from deathmatch_discord.preview.objects import CHANNEL, CHANNEL_BODY
from deathmatch_discord.preview.stand_in import ANSWER_WITHIN, CHOICES, MANAGE_CHANNELS, MODAL, Asked, DiscordError, StandIn

PEOPLE: Final = ("Host", "Player 1", "Player 2", "Onlooker")
PATIENCE_S: Final = 20.0  # that a request for news may wait
KINDS: Final = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif"}


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server of its own, with the matches in this folder; gives its address."""
    command = [sys.executable, "-m", "deathmatch", "serve", "--port", "0", "--no-warm", "--data", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[^\s/]+", (await process.stdout.readline()).decode())
        if found is None:
            raise OSError("the server of the preview did not start")
        yield found[0]
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


class Page:
    """The page of a stand-in: each of a few people sees there what Discord would show them.

    Its address has a secret, so no other page and no other user of this machine can open it.

    Args:
        house: the stand-in.
    """

    def __init__(self, house: StandIn) -> None:
        self._house, self._secret = house, secrets.token_urlsafe(16)
        self._forms: dict[str, Asked] = {}
        self._people = {one["id"]: name for name in PEOPLE for one in [house.person(name, MANAGE_CHANNELS if name == PEOPLE[0] else 0)]}

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"{self._house.address}/{self._secret}/"

    def routes(self) -> Sequence[web.RouteDef]:
        """What the stand-in has to answer for the page."""
        at = f"/{self._secret}"
        return [
            web.get(f"{at}/", self._page),
            web.get(f"{at}/state", self._state),
            web.get(f"{at}/file/{{message}}/{{name}}", self._file),
            web.post(f"{at}/ask", self._ask),
        ]

    async def _page(self, request: web.Request) -> web.Response:
        html = (files(__package__ or "") / "page.html").read_text(encoding="utf-8")
        return web.Response(text=html, content_type="text/html", headers={"Cache-Control": "no-store"})

    def _who(self, given: str) -> str:
        return given if given in self._people else next(iter(self._people))

    async def _state(self, request: web.Request) -> web.Response:
        """Everything that one person sees, as soon as it is not what the page has."""
        who, since = self._who(request.query.get("as", "")), int(request.query.get("since", "-1"))
        await self._wait(lambda: self._house.version != since, PATIENCE_S)
        house = self._house
        channels = [{"id": CHANNEL, "name": CHANNEL_BODY["name"], "kind": "channel"}]
        channels += [{"id": one["id"], "name": one["name"], "kind": "thread"} for one in house.threads.values()]
        channels += [{"id": channel, "name": "Deathmatch", "kind": "direct"} for channel, owner in house.directs.items() if owner == who]
        messages = [{**one, "files": {name: crc32(body) for name, body in house.files[one["id"]].items()}} for one in house.seen_by(who)]
        people = [{"id": id_, "name": name} for id_, name in self._people.items()]
        told = {"version": house.version, "me": who, "people": people, "channels": channels, "messages": messages}
        return web.json_response({**told, "commands": house.commands})

    async def _file(self, request: web.Request) -> web.Response:
        """A file of a message that this person sees."""
        which, name, who = request.match_info["message"], request.match_info["name"], self._who(request.query.get("as", ""))
        seen = any(one["id"] == which for one in self._house.seen_by(who))
        body = self._house.files[which].get(name) if seen else None
        if body is None:
            raise web.HTTPNotFound
        return web.Response(body=body, content_type=KINDS.get(name.rpartition(".")[2], "application/octet-stream"))

    async def _wait(self, true: Callable[[], Any], seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._house.until(true)
        except TimeoutError:
            return False
        return True

    async def _ask(self, request: web.Request) -> web.Response:
        """What somebody does: a command, its completion, a button, a form, a message. The answer has a form or choices, if that is it."""
        given = await request.json()
        who = self._who(given["as"])
        try:
            if given["kind"] == "say":
                await self._house.say(who, given["text"], given["channel"])
                return web.json_response({})
            asked = await self._interaction(who, given)
        except (DiscordError, KeyError) as error:
            return web.json_response({"error": f"Discord refuses this: {error}"})
        if not await self._wait(lambda: asked.kind, ANSWER_WITHIN):
            return web.json_response({"error": "The application did not respond."})
        if asked.kind == MODAL:
            self._forms[asked.id] = asked
            return web.json_response({"modal": asked.data, "form": asked.id})
        return web.json_response({"choices": asked.data["choices"]} if asked.kind == CHOICES else {})

    async def _interaction(self, who: str, given: dict[str, Any]) -> Asked:
        match given["kind"]:
            case "command":
                return await self._house.command(who, given["name"], given["given"], given["channel"])
            case "complete":
                return await self._house.command(who, given["name"], given["given"], given["channel"], given["focused"])
            case "fill":
                asked = self._forms.pop(given["form"])
                return await self._house.fill(asked.who["id"], asked, given["text"])  # whoever is chosen by now
            case _:
                messages = {one["id"]: one for one in self._house.seen_by(who)}
                return await self._house.press(who, messages[given["message"]], given["custom_id"], given["type"], given.get("values"))
