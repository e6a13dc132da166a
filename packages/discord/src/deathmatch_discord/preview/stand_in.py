"""A stand-in for Discord: its gateway and the part of its REST interface that a bot for games needs, on a port of this machine.

Written from Discord's public documentation. It refuses what Discord refuses: payloads beyond the limits (`payloads.py`), an answer to an
interaction that comes after three seconds or twice, a token of an interaction after fifteen minutes, requests beyond a rate (429 with
`retry_after`), privileged intents that were not granted, actions without the permission. Its clock is turned by hand.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from deathmatch_discord.preview import payloads
from deathmatch_discord.preview.objects import (
    APPLICATION,
    APPLICATION_BODY,
    BOT,
    CHANNEL,
    CHANNEL_BODY,
    EPHEMERAL,
    GUILD,
    GUILD_BODY,
    STAMP,
    attachments,
    direct,
    message,
    thread,
)

TOKEN = "stand-in.token"  # noqa: S105 - of the stand-in
USER = 6  # the kind of an option that names a person
CHANNEL_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9  # answers to an interaction
ANSWER_WITHIN, TOKEN_LIVES = 3.0, 900.0  # seconds
MANAGE_CHANNELS = 1 << 4
MEMBERS, PRESENCES, CONTENTS = 1 << 1, 1 << 8, 1 << 15  # privileged intents
MESSAGES = 1 << 9  # the intent without which no message of a person comes
PERMISSIONS = {
    "view": 1 << 10,
    "send": 1 << 11,
    "embed": 1 << 14,
    "attach": 1 << 15,
    "history": 1 << 16,
    "create threads": 1 << 35,
    "send in threads": 1 << 38,
}
NEEDED = ("view", "send", "embed", "attach", "create threads", "send in threads")


class DiscordError(Exception):
    """A refusal as Discord writes it."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.body = status, {"code": code, "message": message, **more}


def form_error(wrong: list[str]) -> DiscordError:
    """The refusal of a payload."""
    return DiscordError(400, 50035, f"Invalid Form Body: {'; '.join(wrong)}", errors={})


@dataclass
class Asked:
    """An interaction of a person, and everything that it led to.

    Attributes:
        kind: the number of the answer; 0 until there is one.
        data: of an answer that is no message (a modal, choices).
        message: the message that the answer made or changed; None until its content is there.
    """

    id: str
    token: str
    at: float
    source: dict[str, Any] | None
    who: dict[str, Any]
    channel: str
    kind: int = 0
    data: dict[str, Any] = field(default_factory=dict[str, Any])
    message: dict[str, Any] | None = None
    private: bool = False
    target: str = ""
    edits: int = 0
    followups: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that everybody in the channel can see."""

    what: str
    place: str
    body: str
    files: tuple[tuple[str, bytes], ...] = ()


class StandIn:
    """Discord, as far as it is played here. One server ("guild") with one channel.

    Attributes:
        rights: of people who have some, by their id.
        owners: who sees a private message, by its id.
        directs: the channels of direct messages, and whose they are.
        closed: the people who take no direct messages.
        version: counts the changes that somebody may see.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.rights: dict[str, int] = {}
        self.owners: dict[str, str] = {}
        self.directs: dict[str, str] = {}
        self.closed: set[str] = set()
        self.version = 0
        self.granted = CONTENTS  # privileged intents
        self.permissions = sum(PERMISSIONS[name] for name in NEEDED)
        self.public: list[Sent] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self.files: dict[str, dict[str, bytes]] = {}
        self.threads: dict[str, dict[str, Any]] = {}
        self.archived: set[str] = set()
        self.expected: set[int] = set()  # codes of refusals that a test provokes
        self.commands: list[dict[str, Any]] = []
        self.asked: dict[str, Asked] = {}
        self.refused: list[dict[str, Any]] = []
        self.provoked: list[dict[str, Any]] = []
        self.limited: dict[str, list[float]] = {}  # method and kind of route -> the waits of the next refusals
        self.people: dict[str, dict[str, Any]] = {}
        self.address = ""
        self.welcomed = False  # whether a bot has connected to the gateway, so that it hears of interactions
        self._ids = 1_000
        self._changed = asyncio.Condition()
        self._sockets: list[tuple[web.WebSocketResponse, Any]] = []
        self._sequence = self._intents = 0
        self._past: list[str] = []
        self._runner: web.AppRunner | None = None

    # --- What people do

    @asynccontextmanager
    async def open(self, routes: Sequence[web.RouteDef] = (), port: int = 0) -> AsyncIterator[StandIn]:
        """Listen, with discord.py pointed here instead of to Discord. `routes` are answered besides Discord's own."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_routes(routes)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.address = f"http://127.0.0.1:{port}"
        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        here = before[1].with_scheme("ws").with_host("127.0.0.1").with_port(port).with_path("/gateway/")
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = f"{self.address}/api", here
        try:
            yield self
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
            await self.cut()
            await self._runner.cleanup()

    async def until(self, true: Callable[[], Any]) -> Any:
        """Wait until this is so; gives what it gave."""
        async with self._changed:
            return await self._changed.wait_for(true)

    async def _notify(self) -> None:
        async with self._changed:
            self.version += 1
            self._changed.notify_all()

    async def cut(self) -> None:
        """End every connection of the gateway, as a failing network does."""
        for socket, _ in self._sockets:
            with suppress(ConnectionError):
                await socket.close(code=4000)
        self._sockets.clear()

    def person(self, name: str, rights: int = 0) -> dict[str, Any]:
        """Somebody in the server."""
        user: dict[str, Any] = {"id": self.next_id(), "username": name.lower(), "global_name": name, "discriminator": "0", "avatar": None}
        self.people[user["id"]], self.rights[user["id"]] = user, rights
        return user

    def next_id(self) -> str:
        """A number that nothing has."""
        self._ids += 1
        return str(self._ids)

    async def command(self, who: str, name: str, given: Mapping[str, Any], channel: str = CHANNEL, focused: str = "") -> Asked:
        """A slash command of this person, such as `duel` or `season open`; with `focused`, the completion of that option.

        The value of an option that names a person is the person's id.
        """
        name, _, part = name.partition(" ")
        known = next(one for one in self.commands if one["name"] == name)
        about = next(one for one in known["options"] if one["name"] == part) if part else known
        kinds = {one["name"]: one["type"] for one in about.get("options") or ()}
        options = [
            {"name": key, "type": kinds[key], "value": value, **({"focused": True} if key == focused else {})}
            for key, value in given.items()
        ]
        inner = [{"type": 1, "name": part, "options": options}] if part else options
        data: dict[str, Any] = {"id": known["id"], "name": name, "type": 1, "options": inner}
        if people := [str(value) for key, value in given.items() if kinds[key] == USER]:
            member: dict[str, Any] = {"roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0, "permissions": "0"}
            data["resolved"] = {"users": {one: self.people[one] for one in people}, "members": dict.fromkeys(people, member)}
        return await self.ask(who, 4 if focused else 2, data, channel)

    async def press(
        self, who: str, message: Mapping[str, Any], custom_id: str, kind: int = 2, values: Sequence[str] | None = None
    ) -> Asked:
        """A button or a select of a message."""
        data = {"custom_id": custom_id, "component_type": kind, **({} if values is None else {"values": list(values)})}
        return await self.ask(who, 3, data, message["channel_id"], dict(message))

    async def fill(self, who: str, asked: Asked, text: str) -> Asked:
        """The form with which an interaction was answered."""
        row = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": text}]}
        return await self.ask(who, 5, {"custom_id": asked.data["custom_id"], "components": [row]}, asked.channel, asked.source)

    async def say(self, who: str, text: str, channel: str = CHANNEL) -> dict[str, Any]:
        """A message of this person. A bot hears of it only with the intent for messages, and of its words only with that for contents."""
        body = message(self.next_id(), channel, {"content": text}, {}, private=False, author=self.people[who])
        self.messages[body["id"]], self.files[body["id"]] = body, {}
        self._tell("said", channel, {"content": text})
        if self._intents & MESSAGES:
            await self._dispatch("MESSAGE_CREATE", {**body, "guild_id": GUILD, "content": text if self._intents & CONTENTS else ""})
        await self._notify()
        return body

    def seen_by(self, who: str) -> Iterator[dict[str, Any]]:
        """The messages that this person sees, oldest first."""
        for one in list(self.messages.values()):
            if self.owners.get(one["id"], who) == who and self.directs.get(one["channel_id"], who) == who:
                yield one

    async def ask(
        self,
        who: str,
        kind: int,
        data: dict[str, Any],
        channel: str = CHANNEL,
        message: dict[str, Any] | None = None,
        locale: str = "en-US",
    ) -> Asked:
        """Send an interaction of this person to the bot."""
        user = self.people[who]
        asked = Asked(self.next_id(), f"aW50ZXJhY3Rpb24.{self.next_id()}", self.now, message, user, channel)
        self.asked[asked.token] = asked
        payload: dict[str, Any] = {
            "id": asked.id,
            "application_id": APPLICATION,
            "type": kind,
            "data": data,
            "channel_id": channel,
            "channel": self._channel(channel),
            "token": asked.token,
            "version": 1,
            "locale": locale,
            "app_permissions": str(self.permissions),
            "entitlements": [],
            "authorizing_integration_owners": {"0": GUILD},
            "attachment_size_limit": payloads.FILE_BYTES,
            "context": 0,
        }
        if channel in self.directs:
            payload |= {"user": user, "context": 1}
        else:
            member: dict[str, Any] = {"user": user, "roles": [], "joined_at": STAMP, "deaf": False, "mute": False, "flags": 0}
            payload |= {"guild_id": GUILD, "guild_locale": "en-US", "member": {**member, "permissions": str(self.rights[who])}}
        if message is not None:
            payload["message"] = message
        await self._dispatch("INTERACTION_CREATE", payload)
        return asked

    # --- The gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        await self._put(socket, packer, {"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        async for frame in socket:
            if frame.type != aiohttp.WSMsgType.TEXT:
                continue
            said = json.loads(frame.data)
            if said["op"] == 1:
                await self._put(socket, packer, {"op": 11, "d": None, "s": None, "t": None})
            elif said["op"] == 2:
                if said["d"]["token"] != TOKEN:
                    await socket.close(code=4004, message=b"Authentication failed.")
                elif said["d"]["intents"] & (MEMBERS | PRESENCES | CONTENTS) & ~self.granted:
                    await socket.close(code=4014, message=b"Disallowed intent(s).")
                else:
                    self._intents = said["d"]["intents"]
                    self._sockets.append((socket, packer))
                    await self._welcome()
                    self.welcomed = True
                    await self._notify()
            elif said["op"] == 6:
                if said["d"]["session_id"] != "session":
                    await self._put(socket, packer, {"op": 9, "d": False, "s": None, "t": None})
                    continue
                self._sockets.append((socket, packer))
                for missed in self._past[said["d"]["seq"] :]:
                    await self._put(socket, packer, json.loads(missed))
                await self._dispatch("RESUMED", {})
        self._sockets = [one for one in self._sockets if one[0] is not socket]
        return socket

    async def _put(self, socket: web.WebSocketResponse, packer: Any, frame: dict[str, Any]) -> None:
        text = json.dumps(frame)
        if packer is None:
            await socket.send_str(text)
        else:
            await socket.send_bytes(packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))

    async def _dispatch(self, event: str, data: dict[str, Any]) -> None:
        self._sequence += 1
        frame = {"op": 0, "t": event, "s": self._sequence, "d": data}
        self._past.append(json.dumps(frame))
        for socket, packer in list(self._sockets):
            with suppress(ConnectionError):
                await self._put(socket, packer, frame)

    async def _welcome(self) -> None:
        resume = f"ws{self.address.removeprefix('http')}/gateway/"
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [{"id": GUILD, "unavailable": True}],
            "session_id": "session",
            "resume_gateway_url": resume,
            "application": {"id": APPLICATION, "flags": 0},
        }
        await self._dispatch("READY", ready)
        await self._dispatch("GUILD_CREATE", {**GUILD_BODY, "channels": [self._channel(CHANNEL)], "threads": list(self.threads.values())})

    def _channel(self, which: str) -> dict[str, Any]:
        if which in self.directs:
            return direct(which, self.people[self.directs[which]])
        if which in self.threads:
            return self.threads[which]
        if which != CHANNEL:
            raise DiscordError(404, 10003, "Unknown Channel")
        return CHANNEL_BODY

    # --- REST

    async def _rest(self, request: web.Request) -> web.Response:
        path, method = request.match_info["path"].strip("/").split("/"), request.method
        try:
            if path[0] not in ("interactions", "webhooks") and request.headers.get("Authorization") != f"Bot {TOKEN}":
                raise DiscordError(401, 0, "401: Unauthorized")
            route = f"{method} {path[0]}"
            if waits := self.limited.get(route):
                wait = waits.pop(0)
                headers = {"Retry-After": str(wait), "X-RateLimit-Scope": "user", "Via": "1.1 stand-in"}
                body = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
                return _json(body, 429, headers)
            given, files = await self._read(request)
            answer = await self._route(method, path, given, files, request)
        except DiscordError as error:
            found = self.provoked if error.body["code"] in self.expected else self.refused
            found.append({"route": f"{method} /{'/'.join(path)}", **error.body})
            return _json(error.body, error.status)
        finally:
            await self._notify()
        return web.Response(status=204) if answer is None else _json(answer)

    async def _read(self, request: web.Request) -> tuple[Any, dict[str, bytes]]:
        if request.content_type == "multipart/form-data":
            given, files = None, {}
            async for part in await request.multipart():
                assert isinstance(part, aiohttp.BodyPartReader)
                if part.name == "payload_json":
                    given = json.loads(await part.text())
                else:
                    files[str(part.filename)] = bytes(await part.read())
            return given or {}, files
        text = await request.text()
        return (json.loads(text) if text else {}), {}

    async def _route(self, method: str, path: list[str], given: Any, files: dict[str, bytes], request: web.Request) -> Any:
        match method, *path:
            case "GET", "users" | "oauth2", *_:
                return BOT if path[0] == "users" else APPLICATION_BODY
            case "PUT", "applications", app, "commands" if app == APPLICATION:
                return self._register(given)
            case "POST", "interactions", id_, token, "callback":
                return await self._answer(id_, token, given, files, request.query.get("with_response", "").lower() in ("true", "1"))
            case "POST", "webhooks", app, token if app == APPLICATION:
                return await self._follow_up(self._alive(token), given, files)
            case "GET" | "PATCH" | "DELETE", "webhooks", app, token, "messages", which if app == APPLICATION:
                return await self._original(method, self._alive(token), which, given, files)
            case "POST", "users", "@me", "channels":
                return self._direct(str(given["recipient_id"]))
            case "POST", "channels", channel, "messages":
                return await self._send(channel, given, files)
            case "GET" | "PATCH" | "DELETE", "channels", channel, "messages", which:
                return await self._message(method, channel, which, given, files)
            case "POST", "channels", channel, "messages", which, "threads":
                return await self._thread(channel, which, given)
            case _:
                raise DiscordError(404, 0, "404: Not Found")

    def _register(self, given: Any) -> Any:
        if wrong := list(payloads.of_commands(given)):
            raise form_error(wrong)
        self.commands = [
            {**one, "id": self.next_id(), "application_id": APPLICATION, "version": "1", "type": one.get("type", 1)} for one in given
        ]
        return [{"default_member_permissions": None, **one} for one in self.commands]

    async def _send(self, channel: str, given: Any, files: dict[str, bytes]) -> Any:
        if owner := self.directs.get(channel):
            if owner in self.closed:
                raise DiscordError(403, 50007, "Cannot send messages to this user")
            return await self._post(channel, given, files, what="direct", private=True, owner=owner)
        self._may("send in threads" if channel in self.threads else "send", given, files)
        self.archived.discard(channel)  # a new message opens a thread again
        return await self._post(channel, given, files, what="message")

    def _direct(self, who: str) -> Any:
        found = next((channel for channel, owner in self.directs.items() if owner == who), None) or self.next_id()
        self.directs[found] = who
        return self._channel(found)

    def _may(self, what: str, given: Any, files: dict[str, bytes]) -> None:
        wanted = ["view", what, *(["embed"] if given.get("embeds") else []), *(["attach"] if files else [])]
        if any(not self.permissions & PERMISSIONS[one] for one in wanted):
            raise DiscordError(403, 50013, "Missing Permissions")

    async def _post(
        self, channel: str, given: Any, files: dict[str, bytes], *, what: str, private: bool = False, empty: bool = False, owner: str = ""
    ) -> dict[str, Any]:
        if wrong := list(payloads.of_message(given, files)):
            raise form_error(wrong)
        if not empty and payloads.is_empty(given, files):
            raise DiscordError(400, 50006, "Cannot send an empty message")
        self._channel(channel)
        body = message(self.next_id(), channel, given, files, private)
        self.messages[body["id"]], self.files[body["id"]] = body, files
        if private:
            self.owners[body["id"]] = owner
        else:
            self._tell(what, channel, given, files)
            await self._dispatch("MESSAGE_CREATE", {**body, "guild_id": GUILD})
        return body

    def _tell(self, what: str, place: str, given: Any, files: Mapping[str, bytes] = {}) -> None:
        self.public.append(Sent(what, place, json.dumps(given, sort_keys=True), tuple(files.items())))

    async def _edit(self, message: dict[str, Any], given: Any, files: dict[str, bytes], *, private: bool) -> dict[str, Any]:
        kept = {one["id"] for one in given["attachments"]} if "attachments" in given else {one["id"] for one in message["attachments"]}
        old = [one for one in message["attachments"] if one["id"] in kept]
        held = {one["filename"]: self.files[message["id"]][one["filename"]] for one in old}
        whole = {**{key: message[key] for key in ("content", "embeds", "components")}, **{key: given[key] for key in given if given[key]}}
        if wrong := list(payloads.of_message(whole, {**held, **files})):
            raise form_error(wrong)
        for key in ("content", "embeds", "components"):
            if key in given:
                message[key] = given[key] or ("" if key == "content" else [])
        message["attachments"] = [*old, *attachments(message["id"], given, files)]
        message["edited_timestamp"] = STAMP
        self.files[message["id"]] = {**held, **files}
        if not private:
            self._tell("edit", message["channel_id"], given, files)
            await self._dispatch("MESSAGE_UPDATE", {**message, "guild_id": GUILD})
        return message

    async def _message(self, method: str, channel: str, which: str, given: Any, files: dict[str, bytes]) -> Any:
        message = self.messages.get(which)
        if message is None or message["channel_id"] != channel or message["flags"] & EPHEMERAL:
            raise DiscordError(404, 10008, "Unknown Message")
        if method == "PATCH":
            self._may("send in threads" if channel in self.threads else "send", given, files)
            if channel in self.archived:
                raise DiscordError(400, 50083, "Thread is archived")
            return await self._edit(message, given, files, private=False)
        if method == "DELETE":
            del self.messages[which]
            self._tell("delete", channel, {})
            return None
        self._may("history", {}, {})
        return message

    async def _thread(self, channel: str, which: str, given: Any) -> Any:
        self._may("create threads", {}, {})
        if which not in self.messages or self.messages[which]["flags"] & EPHEMERAL:
            raise DiscordError(404, 10008, "Unknown Message")
        if which in self.threads:
            raise DiscordError(400, 160004, "A thread has already been created for this message")
        if not 1 <= len(given["name"]) <= payloads.THREAD_NAME or given.get("auto_archive_duration", 60) not in (60, 1440, 4320, 10080):
            raise form_error(["thread: name or auto_archive_duration"])
        self.threads[which] = thread(which, channel, given["name"])
        self._tell("thread", channel, given)
        await self._dispatch("THREAD_CREATE", {**self.threads[which], "newly_created": True})
        return self.threads[which]

    # --- Interactions

    def _alive(self, token: str) -> Asked:
        asked = self.asked.get(token)
        if asked is None or self.now - asked.at > TOKEN_LIVES:
            raise DiscordError(401, 50027, "Invalid Webhook Token")
        if not asked.kind:
            raise DiscordError(404, 10015, "Unknown Webhook")
        return asked

    async def _answer(self, id_: str, token: str, given: Any, files: dict[str, bytes], whole: bool) -> Any:
        asked = self.asked.get(token)
        if asked is None or asked.id != id_ or self.now - asked.at > ANSWER_WITHIN:
            raise DiscordError(404, 10062, "Unknown interaction")
        if asked.kind:
            raise DiscordError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = given["type"], given.get("data") or {}
        if wrong := _wrong_answer(kind, data, asked.source):
            raise form_error(wrong)
        changes = asked.source if kind in (DEFERRED_UPDATE, UPDATE) else None
        private = bool((changes or data).get("flags", 0) & EPHEMERAL)
        message = None
        if kind == CHANNEL_MESSAGE:
            message = asked.message = await self._post(asked.channel, data, files, what="answer", private=private, owner=asked.who["id"])
        elif kind == DEFERRED_MESSAGE:
            message = await self._post(asked.channel, data, {}, what="thinking", private=private, empty=True, owner=asked.who["id"])
        elif kind == UPDATE:
            message = asked.message = await self._edit(self.messages[str((asked.source or {})["id"])], data, files, private=private)
        elif kind == DEFERRED_UPDATE:
            message = asked.source
        asked.kind, asked.data, asked.private = kind, data, private
        asked.target = "" if message is None else message["id"]
        resource = {"type": kind, **({"message": message} if message and kind in (CHANNEL_MESSAGE, UPDATE) else {})}
        told = {"id": asked.id, "type": 2, **({"response_message_id": asked.target} if asked.target else {})}
        return {"interaction": told, "resource": resource} if whole else None

    async def _original(self, method: str, asked: Asked, which: str, given: Any, files: dict[str, bytes]) -> Any:
        message = self.messages.get(asked.target if which == "@original" else which)
        if message is None:
            raise DiscordError(404, 10008, "Unknown Message")
        if method == "PATCH":
            edited = await self._edit(message, given, files, private=bool(message["flags"] & EPHEMERAL))
            asked.message, asked.edits = edited, asked.edits + 1
            return edited
        if method == "DELETE":
            del self.messages[message["id"]]
            return None
        return message

    async def _follow_up(self, asked: Asked, given: Any, files: dict[str, bytes]) -> Any:
        private = bool(given.get("flags", 0) & EPHEMERAL)
        message = await self._post(asked.channel, given, files, what="followup", private=private, owner=asked.who["id"])
        asked.followups.append(message)
        return message


def _wrong_answer(kind: int, data: Any, source: Any) -> list[str]:
    """Everything that is wrong with an answer, but for the message in it."""
    if kind in (DEFERRED_UPDATE, UPDATE):
        return [] if source else ["type: there is no message to change"]
    if kind == MODAL:
        return list(payloads.of_modal(data))
    return list(payloads.of_choices(data["choices"])) if kind == CHOICES else []


def _json(body: Any, status: int = 200, headers: Mapping[str, str] = {}) -> web.Response:
    """An answer with the bare content type that Discord sends, and that discord.py compares."""
    return web.Response(body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json", **headers})
