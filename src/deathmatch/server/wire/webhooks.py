"""Webhooks over the wire: the requests of a host, the answers to it, and the messages to a receiver (docs/api.md)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from deathmatch.server.wire.messages import BeatMessage, ChatLine, Private, SeenMessage

Format = Literal["json", "discord"]
Sends = Literal["resolved", "all", "end"]

# --- From a host


class PreviewWebhook(Private, Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a webhook, for a look at its next message.

    Attributes:
        format: `json`, ours, or `discord`, as Discord's webhooks take it.
        language: the code of the language of the words; by default that of the request.
        sends: `resolved`: a message once something is decided that was open, such as a round; `all`: one for each change; `end`: only one
            for the end.
        mention: the member or the role that each message to Discord calls, as Discord writes it: `<@ID>` or `<@&ID>`; empty for nobody.
    """

    format: Format = "json"
    language: str = ""
    sends: Sends = "resolved"
    mention: str = ""


class NewWebhook(PreviewWebhook, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An address that gets everything that spectators see. It begins with `https://`, and is a secret: nobody is shown it again."""

    address: str


class ChangeWebhook(Private, Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a webhook; fields that are left out stay. If it is switched `on`, the first change that was not delivered comes next."""

    address: str | None = None
    format: Format | None = None
    language: str | None = None
    on: bool | None = None
    sends: Sends | None = None
    mention: str | None = None


# --- To a host


class WebhookMade(Private, Struct):
    """A webhook that was set up. Keep the secret, with which its receiver checks each signature: it is shown once."""

    id: str
    secret: str


class DeliveryLine(Struct):
    """A line of the log of deliveries.

    Attributes:
        number: of the message; 0 for a test.
        at: the last attempt, in ms since 1970.
        status: of the receiver's answer; 0 if none came.
        trouble: in words, why it has not arrived; empty if it has.
        tries: attempts so far.
        next: when the next attempt is made, in ms since 1970; 0 if none is.
    """

    number: int
    at: int
    status: int
    trouble: str
    tries: int
    next: int


class WebhookInfo(Struct):
    """A webhook, as its host sees it.

    Attributes:
        id: of the webhook.
        format, language, sends, mention: see `PreviewWebhook`.
        place: the name of the server in its address; the rest of the address is nobody's to see.
        on: whether it is switched on.
        trouble: in words, why it was switched off by itself; empty if it was not.
        failing: in words, why nothing arrives now: `trouble`, or why the last attempt of one that is on has failed; empty if all is well.
        delivered: the number of the last message that arrived.
        deliveries: the last attempts, the newest first.
    """

    id: str
    format: Format
    place: str
    language: str
    sends: Sends
    mention: str
    on: bool
    trouble: str
    failing: str
    delivered: int
    deliveries: list[DeliveryLine]


class WebhookList(Struct):
    """The webhooks of a match."""

    webhooks: list[WebhookInfo]


class WebhookPreview(Struct):
    """The message that would be sent if one were due now, as a receiver gets it without its picture; and that, as an SVG document."""

    message: dict[str, Any]
    picture: str


class WebhookTested(Struct):
    """The end of a test: the status of the receiver's answer, 0 if none came; and the trouble in words, empty if there was none."""

    status: int
    trouble: str


# --- To a receiver


class PublicTable(Struct, omit_defaults=True):
    """The facts of a table as its spectators know them; each as in `TableMessage`."""

    game: str
    variant: str
    title: str
    state: str  # "waiting", "running", "over"
    names: dict[str, str]
    bots: dict[str, str] = {}
    changed: dict[str, str | int] = {}
    delay: int = 0
    behind: int = 0
    hidden: bool = False
    ec: str = ""
    wants_rematch: list[str] = []
    rematch: str = ""


class WebhookMessage(Struct, omit_defaults=True):
    """One message to a receiver.

    Attributes:
        type: `changed`, or `test`.
        webhook: its id.
        number: of the message, from 1 and without a gap; 0 for a test.
        match: the public id; `/w/ID` and `/api/matches/ID` show it.
        version: of the table; `GET /api/matches/ID?since=VERSION` goes on from there.
        table, seen: of the match, as spectators are shown it; `seen` is null until it begins.
        beats: the sentences since the last message.
        picture: the whole table in words.
        chat: the line that somebody wrote, if that is the change.
    """

    type: str
    webhook: str
    number: int
    match: str
    version: int
    table: PublicTable
    seen: SeenMessage | None = None
    beats: list[BeatMessage] = []
    picture: str = ""
    chat: ChatLine | None = None
