"""The ceremonies of passkeys (WebAuthn): challenges that are good once, and answers of browsers that are checked by `webauthn`.

A passkey opens an account by itself, so its authenticator has to verify its user, and to keep it (a resident key): nobody types a name.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace

from deathmatch.core.errors import DeathmatchError
from deathmatch.server.accounts.account import Account, Passkey
from deathmatch.server.tokens import Once, packed
from deathmatch.server.vault import Vault, WrongKey

LASTS_MS = 300_000  # how long a challenge is good
PLACE = "passkey challenge"
LONGEST_ID = 1_400  # letters of the id of a credential: 1023 bytes at most (WebAuthn, 4)
ANYBODY = ""


class WrongAnswer(DeathmatchError, ValueError):
    """The answer of a browser does not fit: to no challenge that waits, from another site, or with a wrong signature."""


@dataclass(frozen=True, slots=True)
class Site:
    """The site for which passkeys are made: the name that they are bound to, and the origin of its pages."""

    name: str
    origin: str

    @classmethod
    def of(cls, origin: str, public: tuple[str, ...]) -> Site | None:
        """The site behind the address of a request, if it is one of the server's public addresses or this machine itself."""
        name = urlsplit(origin).hostname or ""
        return cls(name, origin) if origin in public or name == "localhost" else None


class Challenges:
    """The challenges of ceremonies. Each is sealed and says until when and for which account it is good, so every process knows it.

    Args:
        vault: seals them.
        once: remembers those that have been answered: each is good once.
        wall: milliseconds since 1970.
    """

    def __init__(self, vault: Vault, once: Once, wall: Callable[[], int]) -> None:
        self._vault = vault
        self._once = once
        self._wall = wall
        self._place = f"{PLACE} {once.scope}"

    def new(self, owner: str = ANYBODY) -> bytes:
        """A challenge for an account that gets a passkey, or for anybody who signs in."""
        return self._vault.seal(f"{self._wall() + LASTS_MS} {owner}".encode(), self._place).encode()

    async def take(self, credential: Mapping[str, Any], owner: str = ANYBODY) -> bytes:
        """The challenge that a browser has answered; raises WrongAnswer, StoreError."""
        try:
            said = json.loads(unpacked(credential["response"]["clientDataJSON"]))
            challenge = unpacked(said["challenge"])
        except (KeyError, TypeError, ValueError, RecursionError):
            raise WrongAnswer("this is no answer of a browser") from None
        try:
            until, _, known = self._vault.unseal(challenge.decode("ascii"), self._place).decode().partition(" ")
        except (WrongKey, UnicodeDecodeError):
            raise WrongAnswer("this is no challenge of this server") from None
        name = f"{PLACE} {hashlib.sha256(challenge).hexdigest()}"
        if known != owner or int(until) < self._wall() or not await self._once.first(name, LASTS_MS):
            raise WrongAnswer("this challenge is too old, used up, or another account's")
        return challenge


def unpacked(text: str) -> bytes:
    """The bytes of a text in URL-safe base64; raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def to_make(site: Site, account: Account, challenge: bytes) -> dict[str, Any]:
    """The options for a new passkey of an account."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Deathmatch",
        user_name=account.name or "Deathmatch",
        user_id=account.id.encode(),
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=structs.UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=unpacked(one.id)) for one in account.passkeys],
    )
    return _plain(options)


def to_sign_in(site: Site, challenge: bytes) -> dict[str, Any]:
    """The options for signing in with any passkey of this site."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=challenge, user_verification=structs.UserVerificationRequirement.REQUIRED
    )
    return _plain(options)


def _plain(options: Any) -> dict[str, Any]:
    import webauthn

    made: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return made


def _verified(verify: Callable[..., Any], site: Site, credential: Mapping[str, Any], challenge: bytes, **known: Any) -> Any:
    """The result of `webauthn` for the answer of a browser on this site; raises WrongAnswer."""
    expected = {"expected_challenge": challenge, "expected_rp_id": site.name, "expected_origin": site.origin}
    try:
        return verify(credential=dict(credential), **expected, require_user_verification=True, **known)
    except Exception as error:  # of a library that reads what anybody sends
        raise WrongAnswer("the passkey cannot be checked") from error


def made(site: Site, credential: Mapping[str, Any], challenge: bytes, name: str, now: int) -> Passkey:
    """The passkey that a browser has made; raises WrongAnswer."""
    import webauthn

    found = _verified(webauthn.verify_registration_response, site, credential, challenge)
    return Passkey(packed(found.credential_id), packed(found.credential_public_key), found.sign_count, name, now)


def used(site: Site, credential: Mapping[str, Any], challenge: bytes, passkey: Passkey) -> Passkey:
    """The passkey after somebody has signed in with it; raises WrongAnswer."""
    import webauthn

    known = {"credential_public_key": unpacked(passkey.key), "credential_current_sign_count": passkey.count}
    found = _verified(webauthn.verify_authentication_response, site, credential, challenge, **known)
    return replace(passkey, count=found.new_sign_count)
