"""Plain HTTP + JSON: everything that the page does over its WebSocket, for bots and scripts (docs/api.md).

Secret links stand in the address, so addresses never reach a log. Every error is a `Refused` with a reason.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch import games
from deathmatch.bots import registry, study, worker
from deathmatch.core.game import Variant
from deathmatch.core.optional import aids_of
from deathmatch.core.options import AS_WRITTEN, Lexicon, Option, Value, WholeNumber, Word, options_of
from deathmatch.core.speech import say
from deathmatch.server import limits, names, wordfiles
from deathmatch.server.hooks.desk import Desk
from deathmatch.server.replays import orders
from deathmatch.server.rooms import handovers, looks, setup
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table import decide, queries, roles, seating
from deathmatch.server.table.pictures import Bring
from deathmatch.server.times import LINE, Line
from deathmatch.server.web import guard, opponents, pages, previews, stills
from deathmatch.server.web.doorman import LOUD, Holder
from deathmatch.server.web.guests import SHOWN, Asking, Guest, admit_match, doorman_of, guest_of, lobby_of, opened_of, remembered
from deathmatch.server.wire import bodies, frames, messages, problems

T = TypeVar("T")
MOST_MOVES = 1_000  # legal moves that are listed in one answer
LIST_LETTERS = limits.NAME_LETTERS + 33  # a name, or NAME@DIGEST
LONGEST_WAIT = 60_000  # ms; what a request may really wait is one of the limits


def sent_id(request: Asking) -> str:
    """The id under which a command is done once, however often it is sent; empty without one."""
    return request.headers.get("Idempotency-Key", "")


# --- Lobby


def _option(option: Option, default: Value, lists: Sequence[str]) -> bodies.OptionInfo:
    info = bodies.OptionInfo(option.key, default, option.words, option.clock)
    if isinstance(option.kind, Word):
        info.choices = list(option.kind.words)
    elif isinstance(option.kind, Lexicon):
        info.choices = list(pages.offered(option.kind, lists))
    elif isinstance(option.kind, WholeNumber):
        info.low, info.high = option.kind.low, option.kind.high
    return info


def _variant(variant: Variant, bots: list[str], lists: Sequence[str]) -> bodies.VariantInfo:
    defaults, game = variant.bind({})
    options = [_option(option, defaults[option.key], lists) for option in variant.options]
    levels = zip(registry.level_names(variant), opponents.levels_of(variant), strict=True)
    return messages.copied(
        bodies.VariantInfo,
        variant,
        variant=variant.id,
        options=options,
        bots=bots,
        advise=variant.has("advise"),
        aids=[aid.value for aid in aids_of(game)],
        levels=[bodies.LevelInfo(name, about) for name, about in levels],
        coin=seating.targets(variant),
        as_written=options_of(variant.as_written, AS_WRITTEN),
    )


@get("/games", tags=["lobby"])
async def all_games(request: Asking) -> list[bodies.VariantInfo]:
    """Every variant that can be played here, with its options, bots and levels."""
    lobby = lobby_of(request)
    lists = lobby.word_lists.names()
    return [_variant(variant, list(lobby.bots(variant)), lists) for variant in games.every()]


@post("/lexicons/{name:str}", tags=["lobby"], status_code=200)
async def look_up(request: Asking, name: FromPath[str], data: JSONBody[bodies.WordBody]) -> bodies.Known:
    """Whether a word is in a list of this server. The word comes in the body, so that no log has it; nobody else learns of it."""
    doorman_of(request).message(f"words of {guard.address(request.scope)}")
    word = limits.clean(data.word, wordfiles.LONGEST).upper()
    return bodies.Known(word, await lobby_of(request).word_lists.has(limits.clean(name, LIST_LETTERS), word))


@post("/matches", tags=["lobby"], status_code=201)
async def new_match(request: Asking, data: JSONBody[bodies.NewMatch]) -> Response[bodies.MatchMade]:
    """Set up a match. The answer has the secret links; they are shown this once."""
    return await create(request, data)


async def create(request: Asking, data: bodies.NewMatch, past: setup.Past | None = None) -> Response[bodies.MatchMade]:
    """Set up a match for this browser, from the start or from a past that has been checked; raises Problem."""
    who, hook, desk, lobby = admit_match(request), data.webhook, cast("Desk", request.app.state["desk"]), lobby_of(request)
    if hook is not None and not data.host:
        raise problems.wrong(say("a webhook needs a host; create the match with host set to true"))
    place = None if hook is None else await desk.check(hook)
    made = await lobby.create(data, who, past)
    if hook is not None and place is not None:
        made.webhook = await desk.add(made.id, hook, place, maker=lobby.vault.alias(who), done=0, base=previews.base_of(request))
    guest = guest_of(request)
    name = names.clean_name(data.name)
    if name:
        guest.name = name
    for seat, who in data.seats.items():
        if who == "me":
            guest = guest.with_match(made.id, f"/s/{made.seats[seat]}")
    if made.host is not None:
        guest = guest.with_match(made.id, f"/h/{made.host}")
    return await remembered(request, made, guest, 201)


async def tables_behind(lobby: Lobby, matches: Sequence[tuple[str, str]]) -> list[bodies.Mine]:
    """The tables behind these links; one that opens nothing any more is left out."""
    mine = []
    for _, link in matches:
        try:
            opens = await (lobby.host if link.startswith("/h/") else lobby.seat)(link[3:])
            mine.append(await lobby.look(opens, looks.mine, link))
        except (problems.Problem, StoreError):
            continue
    return mine


@get("/me", tags=["lobby"])
async def me(request: Asking, only: FromQuery[str] = "") -> Response[bodies.GuestInfo]:
    """The name and the last matches of this browser, or of its account; with `only`, of these ids alone, with commas between."""
    guest, wanted = guest_of(request), set(only.split(",")) if only else None
    matches = [(match, link) for match, link in guest.matches[:SHOWN] if wanted is None or match in wanted]
    info = bodies.GuestInfo(guest.name, await tables_behind(lobby_of(request), matches), opened_of(request) is not None)
    return Response(info)


@post("/me/dismiss", tags=["lobby"], status_code=200)
async def dismiss(request: Asking, data: JSONBody[bodies.DismissBody]) -> Response[bodies.GuestInfo]:
    """Have this browser's cookie forget a match. The match goes on, and its link still opens it; the answer has only the name."""
    guest = guest_of(request).without_match(data.id)
    return await remembered(request, bodies.GuestInfo(guest.name, []), guest, 200)


# --- One match


async def reviewed(
    request: Asking, name: str, variant: str, record: str, wait: int, lists: Mapping[str, str] = worker.NONE
) -> Response[study.MatchReview]:
    """The review of a match; 202 if it is not made within `wait` ms."""
    lobby = lobby_of(request)
    most = max(0, min(wait, lobby.settings.limits.long_poll_ms))
    admit = partial(doorman_of(request).reviews.enter, guard.address(request.scope))
    review = await lobby.reviews.of(name, variant=variant, record=record, wait=most, admit=admit, lists=lists)
    if review is None:
        return cast("Response[study.MatchReview]", Response(lobby.reviews.progress(name), status_code=202, headers={"Retry-After": "1"}))
    return Response(review)


async def review_behind(request: Asking, link: Link, wait: int) -> Response[study.MatchReview]:
    """The review of the match behind a link, if it may have the record; raises Problem."""
    variant, record, lists = await lobby_of(request).look(link, looks.to_review)
    return await reviewed(request, link.key.match, variant, record, wait, lists)


def pictures_of(text: str) -> str:
    """The kind of pictures that a request asks for; raises Problem."""
    if text not in frames.PICTURES:
        raise problems.wrong(
            say("pictures must be one of {known}, not {text}", known=", ".join(frames.PICTURES), text=limits.clean(text, 60))
        )
    return text


class _Looking(Controller):
    """The requests that every link answers."""

    async def _link(self, request: Asking, key: str) -> Link:
        raise AssertionError("every kind of link says how it is found")

    async def _counted_link(self, request: Asking, key: str, count: int = 1) -> Link:
        """The link of a request that counts as so many messages through it."""
        link = await self._link(request, key)
        doorman_of(request).message(guard.address(request.scope), Holder.of(link), count)
        return link

    async def _act(self, request: Asking, key: str, command: roles.Command, name: str = "") -> decide.Reply:
        count = LOUD if isinstance(command, messages.Command) and command.loud else 1
        link, line = await self._counted_link(request, key, count), cast("Line | None", request.scope.get(LINE))
        at = None if line is None else line.read_at
        if isinstance(command, messages.Command):
            command = msgspec.structs.replace(command, id=sent_id(request))
        return await lobby_of(request).act(link, command, name, at=at, address=guard.address(request.scope))

    async def _done(self, request: Asking, key: str, command: roles.Command, name: str = "") -> bodies.Done:
        return cast("bodies.Done", await self._act(request, key, command, name))

    @get("/")
    async def everything(
        self,
        request: Asking,
        key: FromPath[str],
        since: FromQuery[int] = -1,
        wait: FromQuery[int] = 0,
        pictures: FromQuery[str] = frames.CLASSES,
        moves: FromQuery[int] = -1,
    ) -> bodies.Everything:
        """Everything that this link shows: now, or as soon as the version is not `since`, or after `wait` ms.

        `pictures` is `classes` (SVG for a page with `themes.css`), `none`, or the name of a theme for SVG that has its colours. With
        `moves` a seat that owes a submission gets the number of its legal moves, and a list of them if they are no more than `moves`.
        """
        lobby, kind = lobby_of(request), pictures_of(pictures)
        most = max(0, min(wait, lobby.settings.limits.long_poll_ms)) if since >= 0 else 0
        if moves < 0:
            full = await lobby.look(await self._link(request, key), looks.news, since, most, kind)
            return bodies.Everything(**msgspec.structs.asdict(full))
        link = await self._counted_link(request, key)
        full, decision = await lobby.look(link, looks.news_and_decision, since, most, kind)
        answer = bodies.Everything(**msgspec.structs.asdict(full))
        ply = full.seen.ply if full.seen is not None else 0
        answer.legal = None if decision is None else await asyncio.to_thread(queries.legal, decision, ply, min(moves, MOST_MOVES))
        return answer

    @get("/look")
    async def look(
        self, request: Asking, key: FromPath[str], ply: FromQuery[int], pictures: FromQuery[str] = frames.CLASSES
    ) -> bodies.Looked:
        """The position as this eye saw it when question `ply` opened; once the match is over. `pictures` as for the whole table."""
        kind = pictures_of(pictures)
        return await lobby_of(request).look(await self._link(request, key), looks.position, ply, kind)

    @get("/picture", media_type="image/png")
    async def picture(self, request: Asking, key: FromPath[str], theme: FromQuery[str] = "light") -> Response[bytes]:
        """The table as PNG, as this link is shown it now: a seat sees its own secrets. Nothing on the way keeps it."""
        return await stills.picture_of_link(request, await self._counted_link(request, key), key, theme)

    @get("/picture/{digest:str}", media_type="image/png")
    async def posted(self, request: Asking, key: FromPath[str], digest: FromPath[str]) -> Response[bytes]:
        """A picture that the host has posted, PNG or JPEG, once this link has been shown it; 404 before, as for one that is not there."""
        kind, data = await lobby_of(request).look(await self._counted_link(request, key), looks.posted, digest)
        return stills.as_file(request, key, data, kind, stills.FOREVER)

    @get("/record", media_type="text/plain; charset=utf-8")
    async def record(self, request: Asking, key: FromPath[str]) -> Response[str]:
        """The record, once the match is over, if the table publishes it."""
        record = await lobby_of(request).look(await self._link(request, key), looks.record)
        return stills.as_download(record, "match.dm")

    @get("/review", responses={202: ResponseSpec(bodies.Making, description="It is not ready; ask again.")})
    async def review(self, request: Asking, key: FromPath[str], wait: FromQuery[int] = LONGEST_WAIT) -> Response[study.MatchReview]:
        """The review of the finished match, for those who may have the record; 202 if it is not made within `wait` ms: ask again."""
        return await review_behind(request, await self._link(request, key), wait)

    @get("/dealing")
    async def dealing(self, request: Asking, key: FromPath[str]) -> bodies.Dealing:
        """Seed and nonces of the deals, once the match is over, if the table publishes them."""
        return await lobby_of(request).look(await self._link(request, key), looks.dealing)

    async def _renewed(self, request: Asking, key: str, way: str) -> Response[bodies.NewLink]:
        """Change the link of the sender, which this browser remembers from now on in the place of the old one."""
        link = await self._counted_link(request, key, LOUD)
        new = await handovers.renew(lobby_of(request), link)
        guest = guest_of(request)
        others = [pair for pair in guest.matches if pair != (link.key.match, way + key)]
        return await remembered(request, new, Guest(guest.name, others).with_match(link.key.match, way + new.key), 200)

    @get("/talks")
    async def talks(self, request: Asking, key: FromPath[str], since: FromQuery[int] = -1, wait: FromQuery[int] = 0) -> bodies.Talks:
        """The private talks that this link may read: now, or as soon as their lines are not `since` in number, or after `wait` ms."""
        link = await self._counted_link(request, key)
        most = max(0, min(wait, lobby_of(request).settings.limits.long_poll_ms)) if since >= 0 else 0
        return await lobby_of(request).look(link, looks.talks, since, most)


class Matches(_Looking):
    """A match as watchers see it."""

    kind = "matches"
    path = "/matches/{key:str}"
    tags = ("match",)

    async def _link(self, request: Asking, key: str) -> Link:
        return await lobby_of(request).watch(key)


class Hosts(_Looking):
    """A match as its host sees it."""

    kind = "hosts"
    path = "/hosts/{key:str}"
    tags = ("host",)

    async def _link(self, request: Asking, key: str) -> Link:
        return await lobby_of(request).host(key)

    @post("/picture", status_code=201, request_max_body_size=orders.LARGEST * 4 // 3 + 1_000)
    async def bring(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.PictureBody]) -> bodies.PictureKept:
        """Bring a picture, in a game that a host leads. It is painted again, 1280 points wide or high at most; only you see it yet."""
        link = await self._counted_link(request, key, LOUD)
        try:
            order = orders.PictureOrder(base64.b64decode(data.file, validate=True))
        except ValueError:
            raise problems.wrong(say("file must be the bytes of a picture, in base64")) from None
        made = msgspec.json.decode(await stills.of_record(request, order), type=orders.Picture)
        await lobby_of(request).act(link, Bring(made.digest, made.kind, made.data))
        return bodies.PictureKept(made.digest, made.width, made.height)

    @post("/renew", status_code=200)
    async def renew(self, request: Asking, key: FromPath[str]) -> Response[bodies.NewLink]:
        """Change your link: from now on only the answer opens the host's page. Everybody reads that you did."""
        return await self._renewed(request, key, "/h/")

    @post("/talk", status_code=200)
    async def talk(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.TalkBody]) -> bodies.Done:
        """Let the players speak with the onlookers before the first turn, or end that. The clocks stand still meanwhile."""
        return await self._done(request, key, messages.OpenTalk(data.seconds) if data.open else messages.CloseTalk())

    @post("/ruling", status_code=200)
    async def rule(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.RuleBody]) -> bodies.Done:
        """Make a ruling. A ruling that takes the match back leaves the clocks stopped until you resume it."""
        return await self._done(request, key, data.message())

    @post("/ruling/effect", status_code=200)
    async def effect(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.RuleBody]) -> bodies.Effect:
        """The effect of a ruling, with everything that nobody can forget any more; nothing changes."""
        return await lobby_of(request).look(await self._counted_link(request, key), looks.effect, data.message())

    @get("/ruling")
    async def desk(self, request: Asking, key: FromPath[str]) -> bodies.Desk:
        """The events that a ruling can take back, as everybody saw them, and the rulings that were made."""
        return await lobby_of(request).look(await self._counted_link(request, key), looks.desk)

    @post("/sketch", status_code=200)
    async def sketch(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.SketchBody]) -> bodies.Sketch:
        """Lay a deal out by hand, in games that have a generator: its picture, its possible changes, and whether it may be dealt."""
        return await lobby_of(request).look(await self._counted_link(request, key), looks.sketch, data.deal, data.prefix)

    @get("/links")
    async def links(self, request: Asking, key: FromPath[str]) -> bodies.Links:
        """The onlookers' secret links, to hand out; none if the game has no onlookers."""
        return await lobby_of(request).look(await self._link(request, key), looks.links, key)

    @post("/seats", status_code=200)
    async def give_out(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.SeatBody]) -> bodies.NewLink:
        """Give a seat out again, to the player who lost the link or to a substitute. The old link is dead at once, and everybody reads so.

        The new link takes the seat over, once. It shows nothing of the match, and dies when somebody sits down with it.
        """
        link = await self._counted_link(request, key, LOUD)
        return await handovers.reissue(lobby_of(request), link, data.seat, substitute=data.substitute)


class Seats(_Looking):
    """A match as one seat sees it, and the actions of this seat."""

    kind = "seats"
    path = "/seats/{key:str}"
    tags = ("seat",)

    async def _link(self, request: Asking, key: str) -> Link:
        return await lobby_of(request).seat(key)

    @post("/", status_code=200)
    async def sit(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.SitDown]) -> Response[bodies.Seated]:
        """Take the seat. The match begins once both are taken and, if the table asks for it, both players are ready.

        With a `claim`, or a link that the host gave out again, the answer has the seat's link from now on, and yours opens it no more.
        """
        link = await lobby_of(request).sitting(key)
        if data.claim or roles.is_outside(link.key.role):
            doorman_of(request).message(guard.address(request.scope), Holder.of(link), LOUD)
            seated = await handovers.claim(lobby_of(request), link, data)
        else:
            seated = cast("bodies.Seated", await self._act(request, key, data))
        guest = guest_of(request).with_match(seated.id, f"/s/{seated.key or key}")
        guest.name = names.own_name(seated.name, data.name) or guest.name
        return await remembered(request, seated, guest, 200)

    @post("/renew", status_code=200)
    async def renew(self, request: Asking, key: FromPath[str]) -> Response[bodies.NewLink]:
        """Change the link of your seat: from now on only the answer opens it, so nobody else knows it. Everybody reads that you did."""
        return await self._renewed(request, key, "/s/")

    @post("/keep", status_code=200)
    async def keep(self, request: Asking, key: FromPath[str]) -> Response[bodies.GuestInfo]:
        """Have this browser's cookie remember the match, as it does where one sits down; the answer has only the name."""
        match = (await self._counted_link(request, key)).key.match
        guest = guest_of(request).with_match(match, f"/s/{key}")
        return await remembered(request, bodies.GuestInfo(guest.name, []), guest, 200)

    @post("/submit", status_code=200)
    async def submit(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.SubmitBody]) -> messages.Accepted:
        """Answer the question `ply`. It is on disk when the answer comes."""
        return cast("messages.Accepted", await self._act(request, key, messages.Submit(data.ply, data.text)))

    @get("/receipts")
    async def receipts(self, request: Asking, key: FromPath[str]) -> bodies.Receipts:
        """The receipts for all that this seat has submitted; once the match is over, with the nonces that open them."""
        return await lobby_of(request).look(await self._link(request, key), looks.receipts)

    @post("/compose", status_code=200)
    async def compose(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.ComposeBody]) -> messages.StepMessage:
        """The tokens that may follow these. With a slot of the picture that cannot be chosen, a refusal says why."""
        return await lobby_of(request).look(await self._counted_link(request, key), looks.compose, data.ply, data.prefix, data.slot)

    @post("/picture", status_code=200, media_type="image/png")
    async def preview(self, request: Asking, key: FromPath[str], data: JSONBody[bodies.PreviewBody]) -> Response[bytes]:
        """The table as PNG, as it would be with the tokens of a composition."""
        return await stills.picture_of_composition(request, await self._counted_link(request, key), key, data)


# --- The commands that say in wire/messages.py which links have an address for them


def _body(command: type[messages.Command]) -> type[msgspec.Struct] | None:
    """The HTTP body of a command: its fields without the id; None if it has none."""
    fields = [field for field in msgspec.structs.fields(command) if field.name != "id"]
    told = [(field.name, field.type) if field.required else (field.name, field.type, field.default) for field in fields]
    name, bases = f"{command.__name__}Body", (messages.Private, msgspec.Struct)
    return msgspec.defstruct(name, told, bases=bases, forbid_unknown_fields=True, module=__name__) if told else None


def _action(command: type[messages.Command]) -> HTTPRouteHandler:
    """The address of a command."""
    body, name = _body(command), str(command.__struct_config__.tag)

    async def act(self: _Looking, request: Asking, key: str, data: msgspec.Struct) -> bodies.Done:
        fields = msgspec.structs.asdict(data)
        return await self._done(request, key, command(**fields), guest_of(request).name)

    async def act_at_once(self: _Looking, request: Asking, key: str) -> bodies.Done:
        return await self._done(request, key, command(), guest_of(request).name)

    done = act if body is not None else act_at_once
    done.__name__, done.__doc__ = name, command.__doc__
    done.__annotations__ = {
        "request": Asking,
        "key": FromPath[str],
        "return": bodies.Done,
        **({"data": cast("Any", JSONBody)[body]} if body else {}),
    }
    return post(f"/{name}", status_code=200)(done)


# --- Both hands, for the caster and the host


@get("/c/{token:str}", media_type=MediaType.HTML, include_in_schema=False)
async def caster(request: Asking, token: FromPath[str]) -> Response[str]:
    """The page of the caster."""
    table = await lobby_of(request).linked_table("c", token)
    return pages.page("caster.html", secret=True, table=table, key=token)


@get("/api/hands/{key:str}", tags=["host"])
async def hands(
    request: Asking, key: FromPath[str], since: FromQuery[int] = -1, wait: FromQuery[int] = 0, pictures: FromQuery[str] = "light"
) -> bodies.Hands:
    """Both hands, as soon as the version is not `since`, or after `wait` ms; `KEY` is the caster's link or the host's.

    403 at a table that was made without a caster.
    """
    lobby, kind = lobby_of(request), pictures_of(pictures)
    link = await lobby.overseer(key)
    doorman_of(request).message(guard.address(request.scope), Holder.of(link))
    most = max(0, min(wait, lobby.settings.limits.long_poll_ms)) if since >= 0 else 0
    return await lobby.look(link, looks.hands, since, most, kind)


def router() -> Router:
    """All of it."""
    for looking in (Matches, Hosts, Seats):
        for command in messages.kinds(messages.Command):
            if looking.kind in command.links:
                setattr(looking, str(command.__struct_config__.tag), _action(command))
    api = Router("/api", route_handlers=[all_games, look_up, new_match, me, dismiss, Matches, Hosts, Seats])
    return Router("/", route_handlers=[api, caster, hands])
