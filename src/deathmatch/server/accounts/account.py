"""An account as a value: a name, the links of somebody's tables and seasons, and the ways in. Everything here is pure.

On disk all of it is sealed with the key beside the database (vault.py), because it holds secret links; beside it lie only digests of the
ways in. So a copy of the database alone opens no account and no table, and tells no name.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from deathmatch.server import tokens
from deathmatch.server.store.interface import AccountRow
from deathmatch.server.vault import Vault
from deathmatch.server.wire.messages import Private

MATCHES = 500  # links of tables; the oldest gives way
SEASONS = 50
SESSIONS = 20  # browsers that are signed in; the oldest gives way
PASSKEYS = 10


class Session(Private, Struct, frozen=True, array_like=True):
    """A browser that is signed in: the digest, in hex, of the secret in its cookie, and since when, in ms since 1970."""

    digest: str
    since: int


class Passkey(Private, Struct, frozen=True, array_like=True):
    """A passkey.

    Attributes:
        id: of the credential, in URL-safe base64.
        key: its public key, likewise.
        count: signatures so far, as the authenticator counts them; 0 if it does not.
        name: for its owner.
        since: when it was added, in ms since 1970.
    """

    id: str
    key: str
    count: int
    name: str
    since: int


class Account(Private, Struct, frozen=True, omit_defaults=True):
    """An account.

    Attributes:
        id: made up; nobody is shown it.
        since: when it was made, in ms since 1970.
        name: of its owner.
        key: the digest, in hex, of the recovery link.
        sessions, passkeys: those that open it.
        matches: match and link (`/s/TOKEN` or `/h/TOKEN`), newest first.
        seasons: links and public ids of seasons, newest first.
        discord: the owner's id at Discord under an alias (vault.py); empty if it is not tied to one.
        leaving: whether it is being deleted.
    """

    id: str
    since: int
    name: str = ""
    key: str = ""
    sessions: tuple[Session, ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    seasons: tuple[str, ...] = ()
    passkeys: tuple[Passkey, ...] = ()
    discord: str = ""
    leaving: bool = False

    def with_matches(self, matches: Iterable[tuple[str, str]]) -> Account:
        """The same account with these tables too, in front of the others."""
        first = list(dict.fromkeys(matches))
        return replace(self, matches=(*first, *(pair for pair in self.matches if pair not in first))[:MATCHES])

    def without_match(self, match: str) -> Account:
        """The same account without a table."""
        return replace(self, matches=tuple(pair for pair in self.matches if pair[0] != match))

    def with_season(self, link: str) -> Account:
        """The same account with a season in front."""
        return replace(self, seasons=(link, *(one for one in self.seasons if one != link))[:SEASONS])

    def without_season(self, link: str) -> Account:
        """The same account without a season."""
        return replace(self, seasons=tuple(one for one in self.seasons if one != link))

    def with_session(self, token: str, now: int) -> Account:
        """The same account, open in one more browser."""
        return replace(self, sessions=(Session(_hex(token), now), *self.sessions)[:SESSIONS])

    def without_session(self, token: str) -> Account:
        """The same account, closed in this browser."""
        return replace(self, sessions=tuple(one for one in self.sessions if not hmac.compare_digest(one.digest, _hex(token))))

    def is_open(self, token: str) -> bool:
        """Whether this is the secret of a browser that is signed in."""
        found = False
        for one in self.sessions:
            found |= hmac.compare_digest(one.digest, _hex(token))
        return found and not self.leaving

    def with_key(self, link: str, keep: str = "") -> Account:
        """The same account with another recovery link. It is closed everywhere, but in the browser with the secret `keep`."""
        kept = tuple(one for one in self.sessions if keep and hmac.compare_digest(one.digest, _hex(keep)))
        return replace(self, key=_hex(link), sessions=kept)

    def with_passkey(self, passkey: Passkey) -> Account:
        """The same account with a passkey, which takes the place of an older state of itself."""
        return replace(self, passkeys=(*(one for one in self.passkeys if one.id != passkey.id), passkey))

    def without_passkey(self, credential: str) -> Account:
        """The same account without a passkey."""
        return replace(self, passkeys=tuple(one for one in self.passkeys if one.id != credential))

    def passkey(self, credential: str) -> Passkey | None:
        """The passkey with this credential id."""
        return next((one for one in self.passkeys if one.id == credential), None)

    def gone(self) -> Account:
        """The same account once it is to be deleted: nothing opens it any more."""
        return replace(self, key="", sessions=(), passkeys=(), discord="", leaving=True)

    def doors(self) -> frozenset[bytes]:
        """The digests of all that opens it."""
        ways = [door_of_passkey(one.id) for one in self.passkeys]
        ways += [bytes.fromhex(self.key)] if self.key else []
        ways += [door_of_discord(self.discord)] if self.discord else []
        return frozenset(ways)


def _hex(token: str) -> str:
    return tokens.digest(token).hex()


def door_of_passkey(credential: str) -> bytes:
    """The digest of a passkey."""
    return tokens.digest(f"passkey {credential}")


def door_of_discord(alias: str) -> bytes:
    """The digest of somebody at Discord, under an alias."""
    return tokens.digest(f"discord {alias}")


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Account] = msgspec.json.Decoder(Account)


def row_of(account: Account, vault: Vault) -> AccountRow:
    """An account as it goes to the disk."""
    body = vault.seal(_encoder.encode(account), f"account {account.id}")
    return AccountRow(account.id, account.leaving, body.encode())


def account_of(row: AccountRow, vault: Vault) -> Account:
    """The account of a row; raises WrongKey."""
    return _decoder.decode(vault.unseal(row.body.decode("ascii", "replace"), f"account {row.id}"))
