"""A webhook as a value: what its row on disk says, with the address and the secret sealed, and how an attempt changes it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from msgspec import Struct

from deathmatch.core.speech import mark, say
from deathmatch.server.hooks.places import Answer
from deathmatch.server.store.interface import HookRow
from deathmatch.server.vault import Vault
from deathmatch.server.wire import messages, webhooks

KEPT = 20  # lines of the log of deliveries
FIRST_MS, LONGEST_MS = 5_000, 3_600_000  # between two attempts: the first, then twice as long each time
LONGEST_WAIT_MS = 24 * 3600 * 1000  # that a receiver can ask for
GIVEN_UP_MS = 24 * 3600 * 1000  # after the first attempt that failed
ENDS = (404, 410)
"""The answers of a receiver that is no more."""

TROUBLES: Mapping[str, str] = {
    "name": mark("the name of the receiver has no address at the moment"),
    "place": mark("the address lies in a network that this server does not send to"),
    "time": mark("the receiver took too long"),
    "certificate": mark("the certificate of the receiver is not valid"),
    "connection": mark("no connection to the receiver"),
    "gone": mark("the receiver says that this address is no more"),
    "day": mark("nothing has arrived for a day"),
    "moved": mark("the receiver answers with another address, and the server follows none"),
    "status": mark("the receiver refused the message"),
}
"""Why a message has not arrived, in words for the host."""


class Line(Struct, frozen=True, array_like=True):
    """A line of the log of deliveries, as it lies on disk; see `DeliveryLine`. `trouble` is one of `TROUBLES`."""

    number: int
    at: int
    status: int
    trouble: str
    tries: int


class Webhook(messages.Private, Struct, frozen=True, omit_defaults=True):
    """The body of the row.

    Attributes:
        format, language, sends, mention: see `PreviewWebhook`; one of an older server sends all.
        base: the address of this server, for links.
        place: the host in the address.
        address, secret: sealed for this webhook.
        number: of the last message that arrived.
        tries: attempts of the next one.
        failing: since when they have failed, in ms since 1970; 0 if none has.
        next: no attempt is made before this moment, likewise.
        off: the trouble that switched it off; empty if it is on, or the host did.
        edits: how often the host has changed it.
        lines: the log of deliveries, the oldest first.
    """

    format: webhooks.Format
    language: str
    place: str
    address: str
    secret: str
    number: int = 0
    tries: int = 0
    failing: int = 0
    next: int = 0
    off: str = ""
    edits: int = 0
    sends: webhooks.Sends = "all"
    mention: str = ""
    base: str = ""
    lines: tuple[Line, ...] = ()


_decoder = msgspec.json.Decoder(Webhook)


def decoded(row: HookRow) -> Webhook:
    """The webhook of a row."""
    return _decoder.decode(row.body)


def with_body(row: HookRow, hook: Webhook, *, live: bool | None = None, done: int | None = None) -> HookRow:
    """The row with another body, and with another state if one is given."""
    return replace(row, live=row.live if live is None else live, done=row.done if done is None else done, body=msgspec.json.encode(hook))


def new_id() -> str:
    """A name for a webhook: 80 random bits."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def heir(name: str, match: str) -> str:
    """The name of the webhook that follows this one in the rematch `match`; the same each time."""
    return base64.b32encode(hashlib.sha256(f"{name} {match}".encode()).digest()[:10]).decode("ascii").lower()


def sealed(name: str, address: str, secret: str, vault: Vault) -> tuple[str, str]:
    """Address and secret as they lie on disk."""
    return vault.seal(address.encode(), place("address", name)), vault.seal(secret.encode(), place("secret", name))


def carried(row: HookRow, hook: Webhook, name: str, match: str, vault: Vault) -> HookRow:
    """The webhook that tells the same receiver of another match, from its beginning."""
    keys = sealed(name, address_of(hook, row.id, vault), secret_of(hook, row.id, vault), vault)
    fresh = Webhook(hook.format, hook.language, hook.place, *keys, sends=hook.sends, mention=hook.mention, base=hook.base)
    return HookRow(name, match, row.maker, True, 0, msgspec.json.encode(fresh))


def place(what: str, row_id: str) -> str:
    """The place for which `address` or `secret` is sealed."""
    return f"webhook {what} {row_id}"


def new_secret() -> str:
    """A secret as receivers take it (Standard Webhooks)."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode("ascii")


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA-256 over the id of the message, the timestamp and the body, with a full stop between them (Standard Webhooks)."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{message}.{timestamp}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(digest).decode("ascii")


def address_of(hook: Webhook, row_id: str, vault: Vault) -> str:
    """The address, unsealed; raises WrongKey."""
    return vault.unseal(hook.address, place("address", row_id)).decode()


def secret_of(hook: Webhook, row_id: str, vault: Vault) -> str:
    """The secret, unsealed; raises WrongKey."""
    return vault.unseal(hook.secret, place("secret", row_id)).decode()


def trouble_of(answer: Answer) -> str:
    """Why a message has not arrived, as one of `TROUBLES`; empty if it has."""
    if answer.well or answer.trouble:
        return answer.trouble
    return "gone" if answer.status in ENDS else "moved" if 300 <= answer.status < 400 else "status"


def delivered(hook: Webhook, count: int, answer: Answer, wall: int) -> Webhook:
    """So many messages more have arrived."""
    line = Line(hook.number + count, wall, answer.status, "", hook.tries + 1)
    return msgspec.structs.replace(
        hook, number=hook.number + count, tries=0, failing=0, next=wall + answer.wait_ms, lines=_with(hook.lines, line)
    )


def failed(hook: Webhook, answer: Answer, wall: int) -> Webhook:
    """The next message has not arrived; `off` says if nothing is tried any more."""
    trouble, since, tries = trouble_of(answer), hook.failing or wall, hook.tries + 1
    off = trouble if answer.status in ENDS else "day" if wall - since >= GIVEN_UP_MS else ""
    wait = answer.wait_ms or min(LONGEST_MS, FIRST_MS * 2 ** min(tries - 1, 20))
    line = Line(hook.number + 1, wall, answer.status, trouble, tries)
    return msgspec.structs.replace(hook, tries=tries, failing=since, next=wall + wait, off=off, lines=_with(hook.lines, line))


def _with(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """The log with one line more, in the place of the last one about the same message."""
    return (*(old for old in lines if old.number != line.number), line)[-KEPT:]


def words_of(trouble: str) -> str:
    """A trouble in words, in the language that is being spoken."""
    return say(TROUBLES[trouble]) if trouble else ""


def shown(row: HookRow) -> webhooks.WebhookInfo:
    """The webhook for its host, in the language that is being spoken."""
    hook = decoded(row)
    lines = []
    for line in reversed(hook.lines):
        again = hook.next if line.trouble and row.live and line.number > hook.number else 0
        lines.append(messages.copied(webhooks.DeliveryLine, line, trouble=words_of(line.trouble), next=again))
    off = words_of(hook.off)
    failing = off or (words_of(hook.lines[-1].trouble) if row.live and hook.failing else "")
    facts = (hook.format, hook.place, hook.language, hook.sends, hook.mention)
    return webhooks.WebhookInfo(row.id, *facts, row.live, off, failing, hook.number, lines)
