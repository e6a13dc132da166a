"""Bodies of requests and answers about accounts (docs/api.md)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deathmatch.server.wire import bodies, messages


class PasskeyInfo(Struct):
    """A passkey as its owner sees it; `since` in ms since 1970."""

    id: str
    name: str
    since: int


class SeasonOf(Struct, omit_defaults=True):
    """A season of an account.

    Attributes:
        link: its address on this site.
        title: of the season.
        role: as which its link opens it.
        player: the number of the account's owner among the players; 0 if unknown.
        name: under which the owner plays there; empty if unknown.
        place: in the standings; 0 before the first result.
        rating: over all games; 0 without one.
        kept: what to send to have the account forget it.
    """

    link: str
    title: str
    role: str
    player: int = 0
    name: str = ""
    place: int = 0
    rating: int = 0
    kept: str = ""


class AccountInfo(Struct, omit_defaults=True):
    """The account behind this browser.

    Attributes:
        open: whether this browser is signed in; if not, there is nothing below but the offers.
        name: of its owner.
        since: when it was made, in ms since 1970.
        matches: how many tables it has.
        browsers: how many are signed in.
        passkeys: of the account.
        discord: whether it is tied to somebody at Discord.
        waiting: how many tables this browser remembers besides.
        offers: the other ways in that this server has: `passkeys`, and the names of those that packages bring, such as `discord`.
    """

    open: bool
    name: str = ""
    since: int = 0
    matches: int = 0
    browsers: int = 0
    passkeys: list[PasskeyInfo] = []
    discord: bool = False
    waiting: int = 0
    offers: list[str] = []


class AccountSeasons(Struct):
    """The seasons of the account, newest first."""

    seasons: list[SeasonOf]


class NewAccount(Struct, forbid_unknown_fields=True):
    """An account to be made; without a name it takes the one that this browser remembers."""

    name: str = ""


class KeyBody(messages.Private, Struct, forbid_unknown_fields=True):
    """A recovery link.

    Attributes:
        key: its secret part, behind the `#`.
        bring: whether the tables that this browser remembers go into the account; they then leave the browser.
    """

    key: str
    bring: bool = False


class KeyMade(messages.Private, Struct):
    """The secret part of a recovery link, to be put behind `/key#`. It is shown this once."""

    key: str


class Peeked(messages.Private, Struct):
    """Whose account a recovery link opens: the name, and how many tables it has."""

    name: str
    matches: int


class AccountName(Struct, forbid_unknown_fields=True):
    """Another name, for tables to come."""

    name: str


class LeaveBody(Struct, forbid_unknown_fields=True):
    """Whether every other browser is signed out too."""

    everywhere: bool = False


class SeasonKey(messages.Private, Struct, forbid_unknown_fields=True):
    """A season: its secret link, or its public id."""

    season: str


class History(Struct):
    """Some tables of the account, newest first; `next` asks for the older ones, 0 if there are none."""

    matches: list[bodies.Mine]
    next: int


class DeleteBody(Struct, forbid_unknown_fields=True):
    """The confirmation that the account and the name in it are to be deleted: the word `delete`."""

    confirm: str


class Deleted(Struct):
    """The tables and seasons from which the name is gone, and those that could not be reached now; the server tries these again."""

    tables: int
    seasons: int
    waiting: int


class CeremonyOptions(messages.Private, Struct):
    """The options that a browser's `navigator.credentials` takes, with binary fields in URL-safe base64."""

    options: dict[str, Any]


class NewPasskey(messages.Private, Struct, forbid_unknown_fields=True):
    """A browser's answer to `create`, and a name for it."""

    credential: dict[str, Any]
    name: str = ""


class PasskeyBody(messages.Private, Struct, forbid_unknown_fields=True):
    """A browser's answer to `get`; `bring` as for a recovery link."""

    credential: dict[str, Any]
    bring: bool = False


class PasskeyId(Struct, forbid_unknown_fields=True):
    """A passkey of the account."""

    id: str
