"""Setting up a match: a request is checked completely and becomes the first entries of a table's log. Nothing is saved here."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import msgspec

from deathmatch.bots.registry import level_names
from deathmatch.core.errors import OptionError
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.optional import Aid, TalkingGame, aids_of
from deathmatch.core.options import AS_WRITTEN, Value, Values, lexicons, options_of, paced, read_one, roles
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.core.words import WordList, pinned
from deathmatch.match.dealer import LOT, SEED_BYTES, first_seed
from deathmatch.match.record import LONGEST_STORY, LOSS, PRIZE
from deathmatch.server import limits, names, tokens
from deathmatch.server.lexicons import Lexicons, UnknownLexiconError, UnreadableLexiconError
from deathmatch.server.store.interface import NewLog
from deathmatch.server.table import entries, play, seating
from deathmatch.server.table.roles import CASTER, HOST, Now, is_onlooker
from deathmatch.server.table.table import Find, Table, fold, others, set_up
from deathmatch.server.vault import Vault
from deathmatch.server.wire import bodies, problems
from deathmatch.server.wire.messages import Person

MOST_GAMES = 12  # on which a lot may fall
LONGEST_DELAY = 3600  # seconds that spectators may be behind
MOST_BEHIND = 100  # decisions that they may be behind
ONLOOKERS = "onlookers"  # the key of the option that says how many numbered onlookers there are

Bots = Callable[[Variant, Values | None], Sequence[str]]
"""The names of the bots that play a variant under these options, by default its own; weakest first."""


@dataclass(frozen=True, slots=True, repr=False)
class NewTable:
    """A table that is set up, but not saved.

    Attributes:
        log: for the store.
        alone: whether bots have both seats.
        table: after the first entries.
        made: the answer to the request, with the secret links.
    """

    log: NewLog
    alone: bool
    table: Table
    made: bodies.MatchMade


class Seasonal(NamedTuple):
    """The season to which a table belongs, and for each seat the name of the player for whom it is."""

    season: str
    meant: dict[str, str]


class Setup:
    """Sets up the matches of one server."""

    def __init__(self, find: Find, bots: Bots, word_lists: WordLists, vault: Vault) -> None:
        self._vault = vault
        self._find = find
        self._bots = bots
        self._word_lists = word_lists

    async def new_table(
        self, wanted: bodies.NewMatch, now: Now, maker: str = "", past: Past | None = None, seasonal: Seasonal | None = None
    ) -> NewTable:
        """The table that a request from this maker asks for; raises Problem if anything in the request is wrong.

        It goes on from a `past` of the same variant and options, which the caller has checked. It may belong to a season.
        """
        coin = wanted.coin
        if past is not None and coin is not None:
            raise problems.wrong(say("a match that goes on from another one has begun already, so no coin is tossed"))
        games = [self._checked(one) for one in each_game(wanted)]
        variant, given, ec, chosen = games[0]
        if wanted.lot and any(one.hosted for one, *_ in games):
            raise problems.wrong(say("a game that a host leads cannot be in a lot"))
        seats = [self._seats(one, options, wanted.seats) for one, options, *_ in games]  # the bots have to play each of them
        bots, own_seat, free = seats[0]
        settings = msgspec.to_builtins(chosen) | {"untimed": chosen.untimed or wanted.pace == "none"}
        settings |= {key: _fitting(key, settings[key], LONGEST_STORY) for key in (PRIZE, LOSS)}
        drawn = {**_secrets(), **_recalled(past), **_tossing(coin), **({} if seasonal is None else seasonal._asdict())}
        drawn |= _of_host(wanted, drawn.get("meant", {}))
        made = entries.Made(now.at, now.wall, variant.id, given, bots, settings=settings, maker=maker, ec=ec, **drawn)
        match = tokens.new_id()
        if wanted.lot:
            made = msgspec.structs.replace(made, lot=[(one.id, options) for one, options, *_ in games])
        lists: dict[str, str] = {}
        for one, options, *_ in games:
            lists |= await self._word_lists.pin(one, one.bind(options)[0])
        made = msgspec.structs.replace(made, lists=lists)
        table = set_up(match, made, self._find, self._word_lists.in_memory())
        sat = _sit_down(wanted, own_seat, table)
        links = {role: tokens.new_token() for role in [*table.roles(), *([HOST] if wanted.host else [])]}
        onlookers = {role: token for role, token in links.items() if is_onlooker(role) or role == CASTER}
        if wanted.host:
            made = msgspec.structs.replace(made, onlookers={r: tokens.seal(token, links[HOST], r) for r, token in onlookers.items()})
        made = msgspec.structs.replace(made, open={seat: self._vault.seal(links[seat].encode(), open_place(match, seat)) for seat in free})
        inherited = [one for role in ([HOST] if wanted.host else onlookers) for one in play.inheritance(role, links[role], made.onlookers)]
        log: list[entries.Entry] = [entries.sealed(made, match, self._vault), *sat, *inherited]
        return NewTable(
            NewLog(match, {tokens.digest(token): role for role, token in links.items()}, [entries.encode(entry) for entry in log], maker),
            len(bots) == len(SEATS),
            fold(replace(table, made=made), sat),
            bodies.MatchMade(
                id=match,
                seats={seat.value: None if seat.value in free else links.get(seat.value) for seat in SEATS},
                watch=match,
                host=links.get(HOST),
                onlookers=onlookers,
                commitment=table.dealer.commitment,
                until=table.until,
            ),
        )

    def _checked(self, wanted: bodies.NewMatch) -> tuple[Variant, dict[str, Value], str, bodies.TableSettings]:
        """The variant that a request for one game asks for, its options, the seat of the EC, and the settings; raises Problem."""
        variant = self._variant(wanted.variant)
        parts = {one.role.strip().upper(): seat for seat, one in wanted.people.items() if seat in SEATS}
        if not wanted.ec and (ec := parts.get("EC") or {"A": "B", "B": "A"}.get(parts.get("DMO", ""))):
            wanted = msgspec.structs.replace(wanted, ec=ec)
        if (named := sum(map(is_onlooker, wanted.people))) and any(option.key == ONLOOKERS for option in variant.options):
            wanted = msgspec.structs.replace(wanted, options={ONLOOKERS: named, **wanted.options})
        given, game, ec = _options(variant, wanted)
        wanted = msgspec.structs.replace(wanted, settings=_settled(wanted, variant, game))
        _check_settings(wanted, variant, game)
        _check_host(wanted, variant, game)
        if wanted.coin is not None:
            seating.check_coin(variant, given, ec, wanted.coin)
        return variant, given, ec, wanted.settings

    def _variant(self, name: str) -> Variant:
        try:
            return self._find(name)
        except LookupError as error:
            raise problems.wrong(str(error.args[0])) from None

    def _seats(self, variant: Variant, given: Values, wanted: Mapping[str, str]) -> tuple[dict[str, str], str | None, tuple[str, ...]]:
        """The bots' seats, the seat of the person who sends the request, and the seats for everybody."""
        if set(wanted) != {"A", "B"}:
            raise problems.wrong(say("seats must name the player of A and of B: me, friend, open or bot:NAME"))
        bots: dict[str, str] = {}
        own: str | None = None
        for seat in SEATS:
            player = wanted[seat.value]
            kind, _, name = player.partition(":")
            if kind == "bot" and name in (*self._bots(variant, given), *level_names(variant)):
                bots[seat.value] = name
            elif player == "me" and own is None:
                own = seat.value
            elif player not in ("friend", "open"):
                known = ", ".join(f"bot:{bot}" for bot in (*self._bots(variant, given), *level_names(variant)))
                refused = limits.clean(player, 60)
                raise problems.wrong(
                    say(
                        "seat {seat} must be me (for one seat only), friend, open or one of {known}, not {refused}",
                        seat=seat,
                        known=known,
                        refused=refused,
                    )
                )
        return bots, own, tuple(seat.value for seat in SEATS if wanted[seat.value] == "open")


def each_game(wanted: bodies.NewMatch) -> list[bodies.NewMatch]:
    """A request for each game on which the lot may fall, or the one for the game that is named; raises Problem."""
    if (wanted.variant == LOT) != bool(wanted.lot):
        raise problems.wrong(say("for a game by lot, set variant to lot and name the games in lot"))
    if not wanted.lot:
        return [wanted]
    if not 2 <= len(wanted.lot) <= MOST_GAMES or len({one.variant for one in wanted.lot}) < len(wanted.lot):
        raise problems.wrong(say("lot must have 2 to {most} different games", most=MOST_GAMES))
    if wanted.options:
        raise problems.wrong(say("with a lot each game has its own options; leave options out"))
    if "open" in wanted.seats.values():
        raise problems.wrong(say("a seat for everybody needs one game; name it, or hand out a link"))
    if any(ONLOOKERS in one.options for one in wanted.lot) or any(map(is_onlooker, wanted.people)):
        raise problems.wrong(say("a game with numbered onlookers cannot be in a lot"))
    settings = msgspec.structs.replace(wanted.settings, aids=wanted.settings.aids or "log")  # the text of one game does not set it for all
    return [
        msgspec.structs.replace(wanted, variant=one.variant, options=dict(one.options), lot=[], settings=settings) for one in wanted.lot
    ]


def _secrets() -> dict[str, Any]:
    """The secrets of a new match: the dealer's seeds, and the one behind its receipts."""
    reserve = secrets.token_bytes(SEED_BYTES)
    return {"seed": first_seed(reserve).hex(), "reserve": reserve.hex(), "receipts": secrets.token_bytes(SEED_BYTES).hex()}


def open_place(match: str, seat: str) -> str:
    """The place for which the link of an open seat is sealed."""
    return f"open {seat} {match}"


@dataclass(frozen=True, slots=True, repr=False)
class Past:
    """The events that a new match begins with, as lines of a record, and the id of their match, if everybody may have its record."""

    lines: tuple[str, ...]
    source: str = ""


def _recalled(past: Past | None) -> dict[str, Any]:
    return {} if past is None else {"past": list(past.lines), "source": past.source}


def _tossing(coin: bodies.Coin | None) -> dict[str, Any]:
    return {} if coin is None else {"coin": coin.sets, "caller": coin.caller, "sealed_call": coin.sealed}


OF_ONE: Final[dict[str, Any]] = {"open": {}, "past": [], "source": "", "season": "", "lot": []}
"""The parts of a match that its rematch does not take over."""


def rematch(table: Table, now: Now, vault: Vault, lists: dict[str, str]) -> NewLog:
    """The log of the next match of the same people, seats swapped, once both have agreed on it; with the word lists of today."""
    match, over = table.next_match, table.result
    assert match is not None, f"{table.id} has no rematch"
    assert over is not None
    hosted = table.variant.hosted  # the host has said who is who, so nobody changes seats
    other = {seat.value: seat.value if hosted else seat.other.value for seat in SEATS}
    before = table.made
    kept = before.settings if HOST in table.heirs else {**before.settings, "by_hand": False}  # without a host nobody could deal
    made = msgspec.structs.replace(
        before,
        at=now.at,
        wall=now.wall,
        bots={other[seat]: bot for seat, bot in before.bots.items()},
        settings=kept,
        before=table.id,
        won={other[seat.value]: before.won.get(seat.value, 0) + (over.winner is seat) for seat in SEATS},
        onlookers=dict(table.sealed),
        **_secrets(),
        lists=lists,
        people={role: one for role, one in before.people.items() if hosted or is_onlooker(role)},
        meant={role: name for role, name in before.meant.items() if hosted or is_onlooker(role)},
        **OF_ONE,
    )
    keys = {bytes.fromhex(digest): other.get(role, role) for role, digest in table.heirs.items()}
    return NewLog(match, keys, [entries.encode(entries.sealed(made, match, vault))], before.maker)


def _check_host(wanted: bodies.NewMatch, variant: Variant, game: AnyGame) -> None:
    """Raises Problem unless people are named by a host, and a game that a host leads has one and two people."""
    if variant.hosted and not wanted.host:
        raise problems.wrong(say("{variant} takes a host, who leads it; create the match with host set to true", variant=variant.id))
    if variant.hosted and set(wanted.seats.values()) != {"friend"}:
        raise problems.wrong(say("{variant} is for a host and two people with links; set both seats to friend", variant=variant.id))
    if not variant.hosted and (wanted.title or wanted.rules):
        raise problems.wrong(say("title and rules are for a game that a host leads, and nobody leads {variant}", variant=variant.id))
    if wanted.people and not wanted.host:
        raise problems.wrong(say("only a host names the people of a match; create it with host set to true"))
    known = ["A", "B", *[eye for eye in map(str, game.eyes()) if is_onlooker(eye)]]
    for role in wanted.people:
        if role not in known:
            raise problems.wrong(say("people can have {known}, not {given}", known=", ".join(known), given=limits.clean(role, 40)))
        if role in SEATS and wanted.seats.get(role) != "friend":
            raise problems.wrong(say("seat {seat} has a named player, so it must be friend", seat=role))


def _of_host(wanted: bodies.NewMatch, meant: Mapping[str, str]) -> dict[str, Any]:
    """The host's words about a duel and its players, as the log keeps them; `meant` are names that a season has given. Raises Problem."""
    people, given = dict[str, Person](), dict(meant)
    for seat, one in wanted.people.items():
        if len(one.items) > limits.ITEMS:
            raise problems.wrong(say("a player can have {most} items, not {number}", most=limits.ITEMS, number=len(one.items)))
        items = [_fitting("items", item, limits.ITEM_LETTERS) for item in one.items]
        notes = _fitting("notes", one.notes, limits.ADVICE_LETTERS, lines=True)
        people[seat] = Person("", _fitting("role", one.role, limits.ROLE_LETTERS), [item for item in items if item], notes)
        name = _fitting("name", one.name, limits.NAME_LETTERS)
        if name and seat not in meant:
            rest = [other for place, other in given.items() if place != seat]
            given[seat] = names.writer_name(name, seat, rest) if is_onlooker(seat) else names.seat_name(name, seat, rest)
    title, rules = _fitting("title", wanted.title, limits.TITLE_LETTERS), _fitting("rules", wanted.rules, limits.RULES_LETTERS, lines=True)
    return {"title": title, "rules": rules, "people": people, "meant": given}


def _fitting(field: str, text: str, most: int, *, lines: bool = False) -> str:
    """A text of a host as it is kept; raises Problem for one that is too long, because a part of it would be lost."""
    kept = limits.clean(text, len(text), lines=lines)
    if len(kept) > most:
        raise problems.wrong(say("{field} can have {most} letters, not {number}; shorten it", field=field, most=most, number=len(kept)))
    return kept.strip()


def _options(variant: Variant, wanted: bodies.NewMatch) -> tuple[dict[str, Value], AnyGame, str]:
    """The options of a request, read like the header of a record, with the roles and the clocks of a pace; the game; the seat of the EC.

    Raises Problem.
    """
    given: dict[str, Value] = {}
    try:
        for key, text in wanted.options.items():
            name, value = read_one(variant.options, key, str(text))
            if name in given:
                raise OptionError(say("{key} is given twice", key=name), name)
            given[name] = value
        written = options_of(variant.as_written, wanted.preset)
        given = {**{key: value for key, value in written.items() if wanted.pace == "book" or not _is_clock(variant, key)}, **given}
        given, ec = roles(variant.options, given, wanted.ec)
        if wanted.pace != "book":
            given = {**paced(variant.options, variant.bind(given)[0], wanted.pace), **given}
        ordered = {option.key: given[option.key] for option in variant.options if option.key in given}
        return ordered, variant.bind(ordered)[1], ec
    except OptionError as error:
        raise problems.wrong(error.reason) from None


def _is_clock(variant: Variant, key: str) -> bool:
    return next(option for option in variant.options if option.key == key).clock


def _settled(wanted: bodies.NewMatch, variant: Variant, game: AnyGame) -> bodies.TableSettings:
    """The settings, with those that the request leaves to the original text or to the default."""
    asked = variant.as_written_table if wanted.preset == AS_WRITTEN else {}
    left = {"aids": Aid.LOG.value, "talk": 0, **{key: value for key, value in asked.items() if key != "talk" or _talks(game)}}
    given = msgspec.to_builtins(wanted.settings)
    return msgspec.structs.replace(wanted.settings, **{key: value for key, value in left.items() if given[key] is None})


def _talks(game: AnyGame) -> bool:
    """Whether there is somebody with whom the players can talk before the first turn."""
    return isinstance(game, TalkingGame) and any(is_onlooker(str(eye)) for eye in game.eyes())


def _check_spectators(settings: bodies.TableSettings) -> None:
    if not 0 <= settings.delay <= LONGEST_DELAY:
        raise problems.wrong(say("delay must be 0 to {most} seconds, not {delay}", most=LONGEST_DELAY, delay=settings.delay))
    if not 0 <= settings.behind <= MOST_BEHIND:
        raise problems.wrong(say("behind must be 0 to {most} decisions, not {behind}", most=MOST_BEHIND, behind=settings.behind))
    if bool(settings.delay) + bool(settings.behind) + settings.hidden > 1:
        raise problems.wrong(say("choose only one of delay, behind and hidden"))
    if settings.kibitz and settings.gallery:
        raise problems.wrong(say("choose only one of kibitz and gallery"))


def _check_settings(wanted: bodies.NewMatch, variant: Variant, game: AnyGame) -> None:
    settings = wanted.settings
    _check_spectators(settings)
    if not 0 <= (settings.talk or 0) <= limits.LONGEST_TALK:
        raise problems.wrong(say("talk must be 0 to {most} seconds, not {talk}", most=limits.LONGEST_TALK, talk=settings.talk))
    if settings.talk and not _talks(game):
        raise problems.wrong(say("this match has no onlookers with letters, so nobody can be asked before the first turn"))
    if settings.by_hand and not variant.deals:
        raise problems.wrong(say("this variant has no deals, so the host cannot deal by hand"))
    if settings.by_hand and not wanted.host:
        raise problems.wrong(say("dealing by hand needs a host; create the match with host set to true"))
    if Aid(settings.aids) not in (known := aids_of(game)):
        raise problems.wrong(
            say("aids must be {known} here, not {aids}", known=" or ".join(aid.value for aid in known), aids=settings.aids)
        )


def _sit_down(wanted: bodies.NewMatch, own_seat: str | None, table: Table) -> list[seating.Sat]:
    """The person who sends the request sits down at once, if it names a player and a seat."""
    name = names.clean_name(wanted.name)
    nonce = seating.clean_nonce(wanted.nonce)
    if nonce and not name:
        raise problems.wrong(say("a nonce needs the name of the player who sits down at once; else send both when the player sits down"))
    if own_seat is None or not name:
        return []
    return [seating.Sat(table.made.at, own_seat, names.seat_name(name, own_seat, others(table, own_seat)), nonce)]


# --- The word lists of matches, read off the event loop; a list that is missing or cannot be read is a Problem


class WordLists:
    """The word lists of one server."""

    def __init__(self, lists: Lexicons) -> None:
        self._lists = lists

    def names(self) -> Sequence[str]:
        """The names of all lists."""
        return self._lists.names()

    def in_memory(self) -> Resources:
        """The lists that have been read, for tables, which read no file."""
        return self._lists.in_memory()

    async def pin(self, variant: Variant, values: Values) -> dict[str, str]:
        """Keep the lists of a match that begins as they are, and return their digests; raises Problem if one cannot be read."""
        digests = {}
        for name in lexicons(variant.options, values):
            try:
                digests[name] = await asyncio.to_thread(self._lists.pin, name)
            except (UnknownLexiconError, UnreadableLexiconError) as error:
                raise problems.wrong(str(error)) from None
        return {name: digest for name, digest in digests.items() if digest}

    async def load(self, variant: Variant, values: Values, digests: Mapping[str, str]) -> None:
        """Read the lists of a match into memory; raises Problem if one is missing or cannot be read."""
        for name in lexicons(variant.options, values):
            await self._words(pinned(name, digests))

    async def miss(self, names: Sequence[str]) -> bool:
        """Whether one of these lists is missing; those that could not be read before are tried again: the host may have mended one."""
        for name in names:
            if name not in self._lists:
                with contextlib.suppress(problems.Problem):
                    await self._words(name)
        return any(name not in self._lists for name in names)

    async def has(self, lexicon: str, word: str) -> bool:
        """Whether a list has this upper-case word; raises Problem if the list is missing or cannot be read."""
        return word in await self._words(lexicon)

    async def _words(self, name: str) -> WordList:
        try:
            return await asyncio.to_thread(self._lists.words, name)
        except (UnknownLexiconError, UnreadableLexiconError) as error:
            raise problems.wrong(str(error)) from None
