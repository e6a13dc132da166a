"""Passkeys over HTTP: made for the account of this browser, removed, and signed in with."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import Controller, Response, post
from litestar.params import JSONBody

from deathmatch.core.speech import say
from deathmatch.server.accounts import account as value
from deathmatch.server.accounts import passkeys, wire
from deathmatch.server.names import clean_name
from deathmatch.server.web.accounts import counted, enter, info_of, site_of
from deathmatch.server.web.guests import Asking, accounts_of, signed_in
from deathmatch.server.wire import problems

COST = 3  # messages that a check counts as


def challenges_of(request: Asking) -> passkeys.Challenges:
    """The challenges of the server."""
    return cast("passkeys.Challenges", request.app.state["challenges"])


def _site(request: Asking) -> passkeys.Site:
    site = site_of(request)
    if site is None:
        raise problems.forbidden(say("this address of the server has no passkeys; its owner has to name it as the public one"))
    return site


def _refused() -> problems.Problem:
    return problems.wrong(say("the passkey was not accepted; try again"))


class Passkeys(Controller):
    """The passkeys of an account."""

    path = "/api/account/passkeys"
    tags = ("account",)

    @post("/options", status_code=200)
    async def options(self, request: Asking) -> wire.CeremonyOptions:
        """What the browser needs to make a passkey for the account; good for five minutes, and once."""
        counted(request, COST)
        site, account = _site(request), signed_in(request).account
        challenge = challenges_of(request).new(account.id)
        return wire.CeremonyOptions(await asyncio.to_thread(passkeys.to_make, site, account, challenge))

    @post("/", status_code=201)
    async def add(self, request: Asking, data: JSONBody[wire.NewPasskey]) -> wire.AccountInfo:
        """Keep the passkey that the browser has made; from now on it opens the account."""
        counted(request, COST)
        site, account = _site(request), signed_in(request).account
        if len(account.passkeys) >= value.PASSKEYS:
            raise problems.conflict(say("a key has at most {number} passkeys; remove one first", number=value.PASSKEYS))
        accounts = accounts_of(request)
        try:
            challenge = await challenges_of(request).take(data.credential, account.id)
            name = clean_name(data.name) or say("Passkey")
            made = await asyncio.to_thread(passkeys.made, site, data.credential, challenge, name, accounts.wall())
        except passkeys.WrongAnswer:
            raise _refused() from None
        return info_of(request, await accounts.change(account.id, lambda now: now.with_passkey(made)))

    @post("/remove", status_code=200)
    async def remove(self, request: Asking, data: JSONBody[wire.PasskeyId]) -> wire.AccountInfo:
        """Remove a passkey: it opens nothing any more."""
        counted(request)
        account = signed_in(request).account
        return info_of(request, await accounts_of(request).change(account.id, lambda now: now.without_passkey(data.id)))


@post("/api/account/enter/options", tags=["account"], status_code=200)
async def entry_options(request: Asking) -> wire.CeremonyOptions:
    """What the browser needs to sign in with a passkey of this site; good for five minutes, and once."""
    counted(request, COST)
    site = _site(request)
    return wire.CeremonyOptions(await asyncio.to_thread(passkeys.to_sign_in, site, challenges_of(request).new()))


@post("/api/account/enter/passkey", tags=["account"], status_code=200)
async def enter_by_passkey(request: Asking, data: JSONBody[wire.PasskeyBody]) -> Response[wire.AccountInfo]:
    """Sign this browser in with a passkey."""
    counted(request, COST)
    site, accounts, credential = _site(request), accounts_of(request), data.credential.get("id")
    try:
        challenge = await challenges_of(request).take(data.credential)
        known = isinstance(credential, str) and len(credential) <= passkeys.LONGEST_ID
        account = await accounts.of_passkey(cast("str", credential)) if known else None
        passkey = None if account is None else account.passkey(cast("str", credential))
        if account is None or passkey is None:
            raise passkeys.WrongAnswer("nobody has this passkey")
        after = await asyncio.to_thread(passkeys.used, site, data.credential, challenge, passkey)
    except passkeys.WrongAnswer:
        raise _refused() from None
    account = await accounts.change(account.id, lambda now: now.with_passkey(after) if now.passkey(after.id) else now)
    if account.passkey(after.id) is None:
        raise _refused()
    return await enter(request, account, bring=data.bring)


def handlers() -> list[Any]:
    """All of it."""
    return [Passkeys, entry_options, enter_by_passkey]
