"""The webhooks of a match in the hands of its host: add, change, switch off and on, test, remove, and look at the deliveries."""

from __future__ import annotations

import msgspec

from deathmatch.core.catalogues import LANGUAGES
from deathmatch.core.speech import say, speaking, spoken
from deathmatch.server.hooks import bodies, changes, discord, places, webhook
from deathmatch.server.hooks.webhooks import Webhooks
from deathmatch.server.limits import Buckets
from deathmatch.server.store.interface import HookRow
from deathmatch.server.table.table import Table
from deathmatch.server.wire import problems
from deathmatch.server.wire import webhooks as wire


class Desk:
    """The webhooks of one server, for the hosts of its matches. The caller has checked that a host asks.

    Args:
        webhooks: delivers.
    """

    def __init__(self, webhooks: Webhooks) -> None:
        self.webhooks = webhooks
        self._store = webhooks.store
        self._vault = webhooks.log_reader.vault
        self._often = Buckets(webhooks.limits.webhook_tests, lambda: webhooks.time.now() / 1000)

    async def check(self, wanted: wire.NewWebhook) -> places.Place:
        """The receiver of a webhook that is wanted; raises Problem if there can be none."""
        _check(wanted.language, wanted.mention)
        return await self._place(wanted.address)

    async def _place(self, address: str) -> places.Place:
        try:
            return await self.webhooks.sender.check(address)
        except places.Refused:
            raise problems.wrong(
                say("a webhook sends to an address that begins with https:// and is public; without name, password and # in it")
            ) from None
        except places.Unknown:
            raise problems.wrong(say("the name of the receiver has no address at the moment")) from None

    async def add(self, match: str, wanted: wire.NewWebhook, place: places.Place, *, maker: str, done: int, base: str) -> wire.WebhookMade:
        """Add a webhook that was checked.

        Args:
            match: the one whose changes it sends.
            wanted: as the host sent it.
            place: its receiver.
            maker: the address that set the match up, under an alias.
            done: how many entries of the log it leaves out; 0 for a new match.
            base: the address of this server, for links.

        Raises: Problem, StoreError.
        """
        if len(await self._store.hooks_of(match)) >= self.webhooks.limits.webhooks:
            raise problems.conflict(say("a match can have {number} webhooks; remove one first", number=self.webhooks.limits.webhooks))
        name, secret = webhook.new_id(), webhook.new_secret()
        keys = webhook.sealed(name, wanted.address, secret, self._vault)
        hook = _planned(wanted, base, place.host, *keys)
        await self.webhooks.put(HookRow(name, match, maker, live=True, done=done, body=msgspec.json.encode(hook)))
        return wire.WebhookMade(name, secret if wanted.format == "json" else "")

    async def of(self, match: str) -> list[wire.WebhookInfo]:
        """The webhooks of a match, in the language that is being spoken."""
        return [webhook.shown(row) for row in await self._store.hooks_of(match)]

    async def _row(self, match: str, name: str) -> HookRow:
        row = await self._store.hook(name)
        if row is None or row.match != match:
            raise problems.missing(say("there is no such webhook"))
        return row

    async def change(self, match: str, name: str, wanted: wire.ChangeWebhook) -> wire.WebhookInfo:
        """Change a webhook; raises Problem, StoreError."""
        await self._row(match, name)
        _check(wanted.language or "", wanted.mention or "")
        place = None if wanted.address is None else await self._place(wanted.address)

        def changed(row: HookRow, hook: webhook.Webhook) -> HookRow:
            fields: dict[str, object] = {"edits": hook.edits + 1, "tries": 0, "failing": 0, "next": 0}
            if place is not None:
                fields |= {"place": place.host, "address": self._vault.seal(place.url.encode(), webhook.place("address", name))}
            given = {"format": wanted.format, "language": wanted.language or None, "sends": wanted.sends, "mention": wanted.mention}
            fields |= {name: value for name, value in given.items() if value is not None}
            live = row.live if wanted.on is None else wanted.on
            if live:
                fields["off"] = ""
            return webhook.with_body(row, msgspec.structs.replace(hook, **fields), live=live)

        row = await self.webhooks.edit(name, changed)
        if row is None:
            raise problems.missing(say("there is no such webhook"))
        self.webhooks.switched(row)
        return webhook.shown(row)

    async def remove(self, match: str, name: str) -> None:
        """Remove a webhook, its address and its log; raises Problem, StoreError."""
        row = await self._row(match, name)
        await self._store.drop_hook(name)
        self.webhooks.forget(row.id, row.match)

    def count(self, match: str) -> None:
        """A host sends something, or has a name looked up; raises Problem if that is too often."""
        if not self._often.take(match):
            raise problems.too_many()

    async def test(self, match: str, name: str, table: Table) -> wire.WebhookTested:
        """Send a test at once, and say how it ended; it has no number, and changes nothing. Raises Problem."""
        row = await self._row(match, name)
        hook = webhook.decoded(row)
        with speaking(hook.language):
            if hook.format == "json":
                secret = webhook.secret_of(hook, name, self._vault)
                message = bodies.test(name, match, table.version, changes.facts(table), secret, self.webhooks.time.wall() // 1000)
            else:
                message = discord.test(changes.facts(table), match)
        answer: places.Answer = await self.webhooks.sender.post(webhook.address_of(hook, name, self._vault), message.headers, message.body)
        return wire.WebhookTested(answer.status, webhook.words_of(webhook.trouble_of(answer)))

    async def preview(self, wanted: wire.PreviewWebhook, table: Table, base: str) -> wire.WebhookPreview:
        """The message that such a webhook would send now; `table` is the one that spectators are shown. Raises Problem, StoreError."""
        _check(wanted.language, wanted.mention)
        hook = _planned(wanted, base)
        change = await self.webhooks.latest(table.id, hook, table.count)
        with speaking(hook.language):
            if hook.format == "discord":
                return wire.WebhookPreview(discord.payload([change], self.webhooks.form(hook)), change.svg)
        return wire.WebhookPreview(msgspec.to_builtins(bodies.said("", 1, change)), "")


def _planned(wanted: wire.PreviewWebhook, base: str, place: str = "", address: str = "", secret: str = "") -> webhook.Webhook:
    language = wanted.language or spoken()
    return webhook.Webhook(wanted.format, language, place, address, secret, sends=wanted.sends, mention=wanted.mention, base=base)


def _check(code: str, mention: str) -> None:
    """Raises Problem."""
    if mention and discord.MENTION.fullmatch(mention) is None:
        raise problems.wrong(say("a mention is <@ID> for a member or <@&ID> for a role, with the number that Discord copies"))
    if code and code not in LANGUAGES:
        raise problems.wrong(say("language must be one of {known}", known=", ".join(LANGUAGES)))
