"""The bodies of requests about seasons, and their answers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from deathmatch.core.options import Pace, Preset
from deathmatch.server.wire.bodies import Coin, LotGame, TableSettings
from deathmatch.server.wire.messages import Person, Private


class Placed(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The result of a Main Match for a player of the season.

    Attributes:
        player: the number.
        place: 1 for the winner; players who share a place have the same, and the greatest is the last.
        garnets: as many more, or with a minus fewer.
        item: one that the player wins; at most 60 letters.
        safe: whether the player has the token of life in this round.
    """

    player: int
    place: int
    garnets: int = 0
    item: str = ""
    safe: bool = False


class SeasonRound(Private, Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A round (episode) of a season, as it is from now on.

    Attributes:
        number: of the round; 0 for a new one.
        title: at most 80 letters.
        day: as 2024-05-31; empty if nobody knows it yet.
        main: the title of its Main Match.
        places: the result of the Main Match.
        ec: the number of the elimination candidate; 0 for the last of the Main Match, if one player alone is the last.
        dmo: the number of the deathmatch opponent, whom the EC names; 0 for nobody yet.
        garnets: as many more has who wins a match of this round.
        item: what that player wins beside them; at most 60 letters.
        spoils: whether that player gets the garnets of the loser, too.
    """

    number: int = 0
    title: str = ""
    day: str = ""
    main: str = ""
    places: list[Placed] = []
    ec: int = 0
    dmo: int = 0
    garnets: int = 0
    item: str = ""
    spoils: bool = False


class SeasonMove(Private, Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Garnets or an item that the host has move, or a player whom the host has leave or come back. Everybody sees it, and why.

    Attributes:
        giver, taker: the numbers of the players who give and get it; 0 for nobody: the garnets are new, or gone.
        garnets: how many.
        item: at most 60 letters.
        place: `out` if the player `taker` leaves, `in` if that player comes back.
        reason: at most 200 letters.
        round: its number; 0 before the first round. The last round by default.
        number, moved, struck: of a move that is in the season: its number, when it was made, in ms since 1970, and why it does not
            count.
    """

    giver: int = 0
    taker: int = 0
    garnets: int = 0
    item: str = ""
    place: Literal["", "in", "out"] = ""
    reason: str = ""
    round: int | None = None
    number: int = 0
    moved: int = 0
    struck: str = ""


class NewSeason(Private, Struct, forbid_unknown_fields=True):
    """A season to be opened.

    Attributes:
        title: at most 80 letters.
        about: some words for everybody who may look; at most 2000 letters.
        public: whether everybody who knows its id may look; else only people with a link.
        rated: whether it has ratings.
        players: names of players, at most 200.
        zone: the time zone of its days, such as Europe/Berlin.
    """

    title: str
    about: str = ""
    public: bool = False
    rated: bool = False
    players: list[str] = []
    zone: str = "UTC"


class SeasonMade(Private, Struct):
    """A season has been opened. Keep the tokens: they are shown once, but a host finds the viewers' link again on the season's page."""

    id: str
    host: str  # secret
    viewer: str  # secret


class Terms(Private, Struct, kw_only=True, forbid_unknown_fields=True):
    """The terms of a match, as for every new match."""

    options: dict[str, str | int] = {}
    pace: Pace = "book"
    settings: TableSettings = TableSettings()
    preset: Preset = "book"
    ec: Literal["", "A", "B"] = ""
    coin: Coin | None = None


class SeriesWanted(Terms, kw_only=True, forbid_unknown_fields=True):
    """A series of two players that is wanted.

    Attributes:
        variants: in the order in which they are played; after the last one the first comes again.
        best_of: an odd number of matches, 15 at most.
        sides: `swap` (after each match), `stay`, or `loser` (the loser of a match chooses the seat for the next one, and its variant).
        options: of the variant, if there is only one.
        pace, preset, settings, coin: of every match, as for a new match.
        ec: the seat of the elimination candidate in every match; players who swap seats swap roles.
    """

    variants: list[str]
    best_of: int = 3
    sides: Literal["swap", "stay", "loser"] = "swap"


class NewSeries(SeriesWanted, kw_only=True, forbid_unknown_fields=True):
    """A series of two players, by itself.

    Attributes:
        players: for A and B of the first match their names.
        bots: seat of the first match -> a bot that plays there; one at most.
        title, about, public, zone: as for a season.
    """

    players: dict[str, str]
    bots: dict[str, str] = {}
    title: str = ""
    about: str = ""
    public: bool = False
    zone: str = "UTC"


class SeasonSeries(SeriesWanted, kw_only=True, forbid_unknown_fields=True):
    """A series of two players of a season; it counts there as one result.

    Attributes:
        players: for A and B of the first match, the numbers of two players of the season, or their names, as for a match.
        round: the round whose Death Match it is; 0 for none.
    """

    players: dict[str, int | str]
    round: int = 0


class SeasonSeriesMade(Private, Struct):
    """A series of a season has been set up, with its first match."""

    number: int
    players: dict[str, str | None]  # seat of the first match -> secret link for the whole series; null for a bot


class SeriesMade(SeasonMade, kw_only=True):
    """A series has been set up, with its first match. Keep the tokens; the host's page shows the other links again."""

    players: dict[str, str | None]  # seat of the first match -> secret link for the whole series; null for a bot


class Choice(Private, Struct, forbid_unknown_fields=True):
    """The seat that the loser of a match takes in the next one, and its variant; empty for the next one of the list.

    A host of a season names the series.
    """

    seat: Literal["A", "B"]
    variant: str = ""
    series: int = 0


class SeriesState(Struct):
    """How a series stands.

    Attributes:
        best_of, sides, variants: see `SeriesWanted`.
        won: number of a player -> matches won.
        played: matches that count.
        over, winner: whether it is over, and the number of the player who won it; 0 for nobody.
        chooses: the number of the player who has to choose; 0 for nobody.
        seat: for a player, the secret link of the seat in the match that is open; empty if there is none.
        claim: the player's `claim` to sit down there with (`SitDown`), the same at each look.
        links: number of a player -> link for the whole series; for its host.
    """

    best_of: int
    sides: str
    variants: list[str]
    won: dict[int, int]
    played: int
    over: bool
    winner: int
    chooses: int
    seat: str = ""
    links: dict[int, str] = {}
    claim: str = ""


class SeasonSeriesState(SeriesState, kw_only=True):
    """How a series of a season stands.

    Attributes:
        number: of the series in the season.
        players: seat of the first match -> number of the player.
        struck: why it does not count; empty if it does.
    """

    number: int
    players: dict[str, int]
    struck: str = ""


class SeasonText(Private, Struct, forbid_unknown_fields=True):
    """The title and settings of a season from now on; see `NewSeason`. A field that is left out stays as it is."""

    title: str | None = None
    about: str | None = None
    public: bool | None = None
    rated: bool | None = None
    zone: str | None = None


class NewPlayer(Private, Struct, forbid_unknown_fields=True):
    """A player of a season.

    Attributes:
        name: at most 40 letters; no two players have the same.
        bot: a bot that plays under this name, such as `level-3`; empty for a person.
        anchor: for a bot: its rating, which then never changes; 0 for none.
    """

    name: str
    bot: str = ""
    anchor: int = 0


class PlayerName(Private, Struct, forbid_unknown_fields=True):
    """Another name for a player of a season."""

    number: int
    name: str


class Merge(Private, Struct, forbid_unknown_fields=True):
    """A player of a season who is the same person as the player `into`, who gets all matches; with `into` 0 they are two again."""

    number: int
    into: int


class PlayerNumber(Private, Struct, forbid_unknown_fields=True):
    """A player of a season who has no matches."""

    number: int


class SeasonMatch(Terms, kw_only=True, forbid_unknown_fields=True):
    """A table for two players of a season. It is filed by itself when the match is over.

    Attributes:
        players: for A and B, the numbers of two players of the season, or their names. A name that nobody has becomes a new player.
        variant, options, pace, settings, ec, coin, preset, lot, title, rules, people: as for every new match. The names of people are those
            of the season.
        items: what the players bring to the match, in words; at most 200 letters.
        round: the round whose Death Match it is; 0 for none. The loser is out then.
    """

    players: dict[str, int | str]
    variant: str
    items: str = ""
    lot: list[LotGame] = []
    title: str = ""
    rules: str = ""
    people: dict[str, Person] = {}
    round: int = 0


class SeasonMatchMade(Private, Struct):
    """A match of a season has a table. Its links stay with the season; hosts find them again on its page."""

    number: int
    id: str
    seats: dict[str, str | None]  # secret; null for a bot
    watch: str  # the same as id
    host: str  # secret
    onlookers: dict[str, str]  # secret


class Results(Private, Struct, forbid_unknown_fields=True):
    """Past results as a table with a header (docs/seasons.md), as a text or as the file of a spreadsheet program.

    Attributes:
        csv: the text.
        file: instead, the file in base64.
        encoding: how a file is read that is neither UTF-8 nor UTF-16; without it the refusal of such a file says what to choose from.
    """

    csv: str = ""
    file: bytes = b""
    encoding: str = ""


class PastDuel(Private, Struct, forbid_unknown_fields=True):
    """A Death Match that was played elsewhere, of any game.

    Attributes:
        title: the name of the game, or `GAME/VARIANT` of one that this server has.
        players: the names of A and B. A name that nobody has becomes a new player.
        winner: `A`, `B`, the name of one of them, `tie` or `void`.
        played: the day, as 2024-05-31.
        ec: the seat of the elimination candidate.
        items: what the players brought to it, in words.
        round: the round whose Death Match it was; 0 for none.
    """

    title: str
    players: dict[str, str]
    winner: str
    played: str
    ec: Literal["", "A", "B"] = ""
    items: str = ""
    round: int = 0


class PastRecord(Private, Struct, forbid_unknown_fields=True):
    """The record of a finished match.

    Attributes:
        record: its text.
        players: for A and B the names of players of the season, if they are not those of the record.
        played: the day of the match, as 2024-05-31; today by default.
    """

    record: str
    players: dict[str, str] = {}
    played: str = ""


class Strike(Private, Struct, forbid_unknown_fields=True):
    """A match that does not count any more, and why; or with a number in `series` or `move` this series, or this move. With an empty
    reason it counts again.
    """

    number: int
    reason: str
    series: int = 0
    move: int = 0


class CohostName(Private, Struct, forbid_unknown_fields=True):
    """A co-host who gets a link of their own."""

    name: str


class CohostNumber(Private, Struct, forbid_unknown_fields=True):
    """The co-host whose link dies."""

    number: int


class SeasonRenewed(Private, Struct):
    """The new link of the host who opened the season, shown this once; the old one is dead."""

    host: str  # secret; `/season/HOST` opens it


class CohostMade(Private, Struct):
    """The link of a co-host; it is shown this once."""

    number: int
    link: str  # secret


class Archive(Private, Struct, forbid_unknown_fields=True):
    """A season as `GET /api/seasons/{key}/archive` gave it, in base64."""

    archive: bytes


class Numbers(Struct):
    """The numbers in the season of everything that was added."""

    matches: list[int]
    players: list[int]


class SeasonPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player; `bot` is empty for a person, and `anchor`, a rating that never changes, 0 for none."""

    number: int
    name: str
    bot: str = ""
    anchor: int = 0


class MergedPlayer(Struct):
    """A player who was merged into the player `into`."""

    number: int
    name: str
    into: int


class SeasonResult(Struct):
    """A match of a season.

    Attributes:
        number: in the season.
        players: seat -> number of the player.
        variant, options, items, title: see `SeasonMatch`; a game that no server knows has only a title.
        roles: seat -> `EC` (elimination candidate) or `DMO` (deathmatch opponent), if somebody has said so.
        played: in ms since 1970.
        state: `open`, `over` or `struck`.
        winner: `A`, `B` or empty for a tie, for a void match, and before the end.
        reason: how it ended, as the variant names it; `void` for a void match.
        match: the id of its table, for `/w/ID` and `/r/ID`; empty if it was played elsewhere.
        record: whether everybody who sees the season may have its record.
        struck: why it does not count.
        links: role -> secret link of the table; for hosts, while the match is open.
        series: the series of the season to which the match belongs; 0 for none.
        round: the round whose Death Match it is; 0 for none.
    """

    number: int
    players: dict[str, int]
    variant: str
    options: dict[str, str | int]
    roles: dict[str, str]
    items: str
    played: int
    state: str
    winner: str
    reason: str
    match: str
    record: bool
    struck: str
    links: dict[str, str] = {}
    series: int = 0
    title: str = ""
    round: int = 0


class SeasonRow(Struct):
    """A line of the standings.

    Attributes:
        place: 0 before the first match; in a season with rounds, as long as others are still in.
        points: one for a win, half a point for a tie.
        out: the round in which the player left; null as long as the player is in.
        garnets, items: what the player has.
    """

    place: int
    player: int
    played: int
    won: int
    tied: int
    lost: int
    points: float
    out: int | None = None
    garnets: int = 0
    items: list[str] = []


class SeasonMeeting(Struct):
    """Two players head to head, seen from the first: they have met at least once."""

    player: int
    other: int
    won: int
    tied: int
    lost: int


class SeasonRating(Struct):
    """A rating by Glicko-2 in one pool: `all`, or a variant."""

    pool: str
    player: int
    rating: float
    deviation: float
    matches: int


class SeasonBody(Struct):
    """A season as one link shows it.

    Attributes:
        id: public.
        role: `host`, `cohost-N`, `viewer` or `public`.
        title, about, public, rated: see `NewSeason`.
        players, matches, standings, meetings, ratings: all of them; matches in the order of their numbers.
        cohosts: number -> name; for hosts.
        viewer: the viewers' secret link; for hosts.
        series: how the series stands, if the season is one.
        contests: the series of a season. Each counts as one result, at its end; its matches are in `matches`.
        zone: the time zone of its days.
        merged: the players who were merged into others; for hosts.
        rounds, moves: the rounds, and the moves that hosts have made, in the order of their numbers.
    """

    id: str
    role: str
    title: str
    about: str
    public: bool
    rated: bool
    players: list[SeasonPlayer]
    matches: list[SeasonResult]
    standings: list[SeasonRow]
    meetings: list[SeasonMeeting]
    ratings: list[SeasonRating] = []
    cohosts: dict[int, str] = {}
    viewer: str = ""
    series: SeriesState | None = None
    contests: list[SeasonSeriesState] = []
    zone: str = "UTC"
    merged: list[MergedPlayer] = []
    rounds: list[SeasonRound] = []
    moves: list[SeasonMove] = []
