"""The messages of our own format: JSON, numbered and signed (docs/api.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from deathmatch.server.hooks.changes import Change
from deathmatch.server.hooks.webhook import signature
from deathmatch.server.wire import frames, webhooks

AGENT = "Deathmatch-Webhook/1"


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it goes over the network."""

    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)


def said(webhook: str, number: int, change: Change) -> webhooks.WebhookMessage:
    """The words of the message on one change and those before it."""
    return webhooks.WebhookMessage(
        type="changed",
        webhook=webhook,
        number=number,
        match=change.match,
        version=change.version,
        table=change.table,
        seen=change.seen,
        beats=[beat for one in (*change.before, change) for beat in one.beats],
        picture=change.picture,
        chat=change.chat,
    )


def changed(webhook: str, number: int, change: Change, secret: str, seconds: int) -> Message:
    """The message on one change and those before it."""
    return _signed(said(webhook, number, change), secret, seconds, f"{webhook}-{number}")


def test(webhook: str, match: str, version: int, table: webhooks.PublicTable, secret: str, seconds: int) -> Message:
    """The message of a test; it has no number."""
    return _signed(webhooks.WebhookMessage("test", webhook, 0, match, version, table), secret, seconds, f"{webhook}-test-{seconds}")


def _signed(said: webhooks.WebhookMessage, secret: str, seconds: int, name: str) -> Message:
    body = frames.encode(said)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "webhook-id": name,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(secret, name, seconds, body),
    }
    return Message(headers, body)
