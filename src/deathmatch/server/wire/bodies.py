"""The bodies of plain HTTP besides the messages of `messages.py`."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from deathmatch.core.options import Pace, Preset
from deathmatch.server.wire import messages, webhooks
from deathmatch.server.wire.messages import ClockMessage, Full, Private, TalkMessage

Level: TypeAlias = Literal["any", "beginner", "experienced"]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one table; none of them is an option of the record.

    Attributes:
        aids: the help that pages give: `none` (not even a log of the match), `log`, or `deduction` (the log, and in games that support it,
            the conclusions from all that an eye has learned). Private marks and notes are always allowed. The setting concerns only pages:
            everything public can always be asked for. Null for what the original text asks for with the preset `as-written`, else `log`.
        delay: the spectator delay in seconds, 0 to 3600.
        behind: the spectator delay in decisions, 0 to 100: spectators see the match as it was so many complete decisions ago, a joint one
            counted once, and all of it once it is over.
        hidden: whether spectators see nothing of the match but who plays until it is over. Only one of `delay`, `behind` and `hidden` can
            be chosen.
        caster: whether one more link, the caster's, sees both hands, and the host page too. The pages tell everybody so, and each player
            before sitting down.
        publish: whether everybody at the table gets the record, the dealer's seed and the nonces once the match is over; null for yes,
            unless the record holds secrets that the book never reveals (`discreet`). The host always gets them.
        kibitz: whether spectators may chat with everybody before the end.
        gallery: whether spectators may chat among themselves before the end; the players read these lines once the match is over. Only one
            of `kibitz` and `gallery` can be chosen.
        by_hand: whether the host deals instead of the dealer; the clocks stand still meanwhile. A deal that depends on a secret is made by
            the dealer all the same.
        listed: whether the match stands in the public lists while it is played and after its end, so that everybody can watch it. The maker
            of the table decides, and the page says so to the other player before the seat is taken.
        level: the opponent that an open seat is meant for.
        untimed: whether no clock runs, whatever the options say.
        check_in: whether the match waits, once both seats are taken, until both players have said that they are ready.
        talk: for how many seconds the players may speak with the numbered onlookers before the first turn, 0 to 86400; 0 if only the host
            lets them; null for what the original text asks for with the preset `as-written`, else 0.
        prize, loss: what becomes of the winner and of the loser, at most 120 letters each, as the rest of a sentence that begins with the
            player's name: `is awarded the crown`. If somebody wins, the words of the end have them; the record has them as tags.
        named: whether files with pictures of the match say the players' names; only A and B if not.
    """

    aids: Literal["none", "log", "deduction"] | None = None
    delay: int = 0
    publish: bool | None = None
    kibitz: bool = False
    by_hand: bool = False
    listed: bool = False
    level: Level = "any"
    untimed: bool = False
    check_in: bool = False
    talk: int | None = None
    behind: int = 0
    hidden: bool = False
    caster: bool = False
    gallery: bool = False
    prize: str = ""
    loss: str = ""
    named: bool = True


class LotGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game on which the lot may fall, `GAME/VARIANT`, with the options that differ from its default."""

    variant: str
    options: dict[str, str | int] = {}


class Coin(Struct, frozen=True, forbid_unknown_fields=True):
    """A coin that is tossed before the match, by the commitment of the deals (docs/dealing.md). The players then say that they are ready.

    Attributes:
        sets: the option that becomes the seat of the winner, such as `first`; `dmo` makes the winner the DMO, also if the variant has no
            such option; `chooser` lets the winner choose who starts, where an option can ask either role.
        caller: the seat that calls the toss; empty if nobody does: then the sun is A's and the moon B's.
        sealed: whether the call is shown to nobody else before the toss.
    """

    sets: str
    caller: Literal["", "A", "B"] = ""
    sealed: bool = False


class NewMatch(Private, Struct, forbid_unknown_fields=True):
    """A match to be set up.

    Attributes:
        variant: `GAME/VARIANT`; `lot` if the lot chooses one of the games of `lot`.
        options: those that differ from the default; numbers as numbers or as text.
        seats: for A and B: `me`, `friend`, `bot:NAME` or `open`. An open seat stands in the public list. The first player who asks
            for it gets its link (`POST /api/tables/{id}`); the maker never does.
        name: your name. With a name you take the seat `me` at once; without one, its link waits like a friend's.
        host: whether you want a host link (pause, resume).
        settings: the settings of the table.
        pace: the clocks under one name: `book`, `relaxed` (three times as long), `days` (a day for each decision) or `none` (as the setting
            `untimed`). Clocks that `options` sets go first.
        nonce: 32 hex digits of your own randomness, which go into the dealing for the seat `me`; allowed only with a name. Sent here, it
            comes before the server's commitment and so proves nothing. For deals that even this server cannot rig, leave out name and
            nonce, keep the `commitment` of the answer, and send both when you sit down (`POST /api/seats/{key}`).
        ec: the seat of the elimination candidate, "A" or "B"; the other seat is the DMO. It sets the option `dmo` if the variant
            has it, and the option sets it; empty if nobody named the roles.
        webhook: an address that gets each change that spectators are shown (docs/api.md); it needs a host.
        coin: a coin that is tossed before the match; null for none.
        preset: `as-written` for the options that follow the original text to the letter where the book rules otherwise (`as_written` of the
            variant); `options` and `pace` go first.
        title, rules: of a duel that the host leads (`VariantInfo.hosted`), in the host's words: at most 80 and 6,000 letters. The rules may
            be an address.
        people: seat -> its player, at a table with a host: the name (40 letters) under which the player sits down, the role (40), at most
            12 items (60 each), which everybody sees, and notes (2,000) for this player and the host alone. A role EC or DMO sets `ec`.
            `onlooker-1` and so on name the numbered onlookers; only the host and that onlooker read the name. If `options` do not say how
            many there are, there are as many as are named.
        lot: 2 to 12 games. As soon as both seats are taken, the table chooses one of them, by the commitment of the deals
            (docs/dealing.md). The players then say that they are ready.
    """

    variant: str
    seats: dict[str, str]
    options: dict[str, str | int] = {}
    name: str = ""
    host: bool = False
    settings: TableSettings = TableSettings()
    nonce: str = ""
    pace: Pace = "book"
    ec: Literal["", "A", "B"] = ""
    webhook: webhooks.NewWebhook | None = None
    coin: Coin | None = None
    preset: Preset = "book"
    lot: list[LotGame] = []
    title: str = ""
    rules: str = ""
    people: dict[str, messages.Person] = {}


class MatchMade(Private, Struct):
    """A match that has been set up. Keep the tokens: they are shown once."""

    id: str
    seats: dict[str, str | None]  # secret; null for a bot and for an open seat
    watch: str  # the same as id
    host: str | None  # secret
    onlookers: dict[str, str]  # secret links of numbered onlookers, if the game has any, and the `caster`'s if the table has one
    commitment: str  # to the dealer's seed: the server is bound from now on
    webhook: webhooks.WebhookMade | None = None
    until: dict[str, int] = {}  # as in the table's message


class SitDown(Private, Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat. With a `claim`, 32 random hexadecimal digits, the seat gets a link that only you know; send the same at each try."""

    name: str = ""
    nonce: str = ""
    claim: str = ""


class Seated(Private, Struct, omit_defaults=True):
    """The seat is taken."""

    id: str
    role: str
    name: str
    key: str = ""  # secret: the seat's link from now on, if it was claimed or taken over; the one that you came with opens it no more


class SeatBody(Private, Struct, forbid_unknown_fields=True):
    """The seat that the host gives out again: to the player who lost the link or, as `substitute`, to somebody else."""

    seat: Literal["A", "B"]
    substitute: bool = False


class NewLink(Private, Struct):
    """A new link of a seat, or of the host. It is shown once; the old one is dead."""

    seat: str  # or `host`
    key: str  # secret; `/s/KEY` opens a seat, `/h/KEY` the host's page


class SubmitBody(Private, Struct, forbid_unknown_fields=True):
    """A submission, or a deal by hand: `ply` quotes the question that it answers."""

    ply: int
    text: str


class ComposeBody(Private, Struct, forbid_unknown_fields=True):
    """Which tokens may come after these? With a slot of the picture: why may that place not be chosen?"""

    ply: int
    prefix: list[str] = []
    slot: str = ""


class PictureBody(Private, Struct, forbid_unknown_fields=True):
    """A picture that the host brings: a PNG, JPEG, WebP or GIF file in base64, of 4,000,000 bytes and 25 million points at most."""

    file: str


class PictureKept(Struct):
    """The picture is with the table. The line `picture DIGEST WORDS` shows it to everybody."""

    digest: str
    width: int
    height: int


class Done(Struct, omit_defaults=True):
    """It is done, and on disk."""

    version: int
    noted: int = 0  # of notes: their version from now on


class OptionInfo(Struct):
    """An option of a variant."""

    key: str
    default: str | int
    words: str
    clock: bool
    choices: list[str] | None = None
    low: int | None = None
    high: int | None = None


class LevelInfo(Struct):
    """A bot of a variant by its skill: `level-1` is the weakest, `level-8` the strongest."""

    name: str
    about: str  # one sentence about its play


class VariantInfo(Struct):
    """A variant that can be played here. A `discreet` one's record is given out by those tables alone whose host wishes so."""

    variant: str
    title: str
    words: str
    options: list[OptionInfo]
    bots: list[str]
    discreet: bool
    advise: bool  # whether finished matches can be looked back at
    aids: list[str]  # what a table may help with
    levels: list[LevelInfo]  # weakest first; none if the variant has no levels
    coin: list[str] = []  # the options that a coin may set
    as_written: dict[str, str | int] = {}  # the options of the preset `as-written`
    hosted: bool = False  # whether it takes a host, who leads it


class Legal(Struct, omit_defaults=True):
    """The legal moves of a seat at question `ply`."""

    ply: int
    count: int | None  # null if the rule book does not count them
    moves: list[str] | None = None  # canonical; only if they are no more than the request allows


class Everything(messages.Full, tag="full"):
    """Everything that a link shows; with `legal` if the request asked for moves: null unless the seat owes a submission."""

    legal: Legal | UnsetType | None = UNSET


class Looked(Struct):
    """The position after the first `at` of `of` events, as this eye saw it then."""

    at: int
    of: int
    public: dict[str, Any]
    private: dict[str, Any] | None
    svg: str
    picture: str
    beats: list[messages.BeatMessage]


class WordBody(Struct, forbid_unknown_fields=True):
    """A word to look up, in any letter case."""

    word: str


class Known(Struct):
    """Whether the list has the word."""

    word: str
    known: bool


class Links(Private, Struct):
    """The secret links that a host may hand out: numbered onlooker -> KEY, which opens `/w/KEY`. Each is for one person."""

    onlookers: dict[str, str]


class SketchBody(Private, Struct, forbid_unknown_fields=True):
    """A deal that is being laid out by hand: its present text, empty for a new one, and the tokens of a change."""

    deal: str = ""
    prefix: list[str] = []


class Sketch(Struct, omit_defaults=True):
    """A deal on the workbench (core.generating.Generator)."""

    deal: str  # the deal before the tokens; once they are complete, `step.whole` has the changed deal
    svg: str  # the picture after the tokens
    step: messages.StepMessage
    problem: str = ""  # why the deal with that change may not be dealt as it stands
    rule: str = ""  # "GAME R8"


class Opening(Struct):
    """The opening of a receipt: the nonce of `seat`'s answer to question `ply`, which is event number `event` of the record."""

    event: int
    ply: int
    seat: str
    nonce: str


class Receipt(Private, Struct):
    """A seat's own receipt for its answer to question `ply`. The nonce is empty until the match is over and the text is in the record."""

    ply: int
    text: str
    receipt: str
    nonce: str


class Receipts(Private, Struct):
    """All receipts of one seat, for this seat alone (docs/dealing.md)."""

    match: str
    seat: str
    receipts: list[Receipt]


class Dealing(Struct):
    """The secrets that the deals and receipts were made from, so that anybody can check them (docs/dealing.md)."""

    commitment: str
    seed: str
    nonces: dict[str, str]
    by_hand: list[int] = []  # the numbers of the events of the record that are deals of the host; the seed decides all others
    match: str = ""  # the match's id, which is in each receipt
    openings: list[Opening] = []  # of the receipts of all submissions in the record
    past: int = 0  # the number of events at the beginning of the record that come from the match that this one goes on from
    seeds: list[str] = []  # the later seeds, one for each time that a ruling took the match back after its end
    undone: list[tuple[int, int]] = []  # the first and the last question that each ruling has undone: their receipts are never opened


class Making(Struct):
    """The review is being made; ask again."""

    state: str = "making"
    ahead: int = 0  # reviews that are made before it
    spent: int = 0  # ms of thinking so far
    most: int = 0  # ms after which it is ready at the latest, once its turn has come
    preparing: bool = False  # whether code is compiled for its first use, which takes minutes and comes before the thinking


class ServerHealth(Struct):
    """Whether this server does its work, for programs that watch over it."""

    state: str  # well, ready; failing: the store takes nothing now; stopping: it can save nothing any more; draining: it goes down
    reason: str = ""


class Mine(Private, Struct, omit_defaults=True):
    """A match that this browser takes part in."""

    id: str
    link: str
    title: str
    names: dict[str, str]
    state: str
    game: str = ""
    variant: str = ""
    role: str = ""  # "A", "B" or "host"
    owes: str = ""  # the decision that you owe now, in words; empty if you owe none
    since: int = 0  # for how many ms you have owed it, or for how many the match has been over
    left: int = 0  # how many ms you have left for it; 0 if no clock runs
    away: int = 0  # until when the clocks stand still, in ms since 1970; 0 if they do not stand still until a time
    winner: str = ""  # the seat that won; empty if nobody did, or if it is not over
    score: dict[str, int] = {}  # seat -> the number that decided the match
    ending: str = ""  # why it ended, in words
    rematch: str = ""  # your link to the next match, once both want one
    wants_rematch: list[str] = []  # the seats whose players want one
    bots: dict[str, str] = {}  # seat -> bot's name
    ec: str = ""  # the seat of the elimination candidate; empty if nobody named the roles


class DismissBody(Struct, forbid_unknown_fields=True):
    """The match that this browser forgets."""

    id: str


class PreviewBody(Private, Struct, forbid_unknown_fields=True):
    """A composition to be shown as a picture; `theme` gives the colours."""

    ply: int
    prefix: list[str]
    theme: str = "light"


class GuestInfo(Struct, omit_defaults=True):
    """The name and the matches that this browser's cookie remembers, or those of the account to which it is signed in."""

    name: str
    matches: list[Mine]
    account: bool = False


# --- Rulings of a host


class RuleBody(Private, Struct, forbid_unknown_fields=True):
    """A ruling of the host, as the message `rule`.

    Attributes:
        ruling: the kind. `time`: a seat gets or loses time. `timeout`: a time-out does not count. `forfeit`: a seat loses. `void`: nobody
            wins. `back`: the match goes on before an event. `won`, `tied`: the result is plain. `bout`: a seat, or nobody, gets a bout.
            `enter`: an answer for a player. `word`: words count as on the list. `points`: a correction that changes nothing in the match.
            Before the start `cancel`, and `noshow`: a player did not come; without a seat nobody did.
        reason: for everybody at the table.
        seat: or the name of its player: whose time or points change, who loses, has won, gets the bout, or did not come.
        seconds: that the seat gets or, below 0, loses; with `timeout` what the seat has for its decision.
        event: the number of the event, as in a record, before which the match goes on; with `timeout` the number of the time-out.
        enter: events in the place of those that are undone, as lines of a record, or with a name in the place of the seat; the dealer's
            deals fall by themselves. With `enter` one answer.
        bank: seconds for the bank of the seat besides; with `timeout`, null gives back what the time-out has used up.
        points: that the seat gets or, below 0, loses.
        unit: of these points, one word.
        words: that count as on the list at this table, with anything but letters between them.
    """

    ruling: messages.RulingKind
    reason: str
    seat: str = ""
    seconds: int = 0
    event: int = 0
    enter: list[str] = []
    bank: int | None = None
    points: int = 0
    unit: str = ""
    words: str = ""

    def message(self) -> messages.Rule:
        """The message `rule` of this body."""
        return messages.copied(messages.Rule, self, id="")


class Place(Struct):
    """A question to which a ruling can take the match back, as everybody saw it."""

    event: int  # the number of the first event that is undone then
    actors: list[str]  # whose events answered it: A, B, deal
    timeouts: list[int]  # the numbers of those that were time-outs
    words: list[str]  # what everybody was told of its answers
    round: int = 0  # the round that was being played, in a game that counts them


class Desk(Struct):
    """The events that a ruling can take back. It holds nothing that spectators do not see."""

    events: int  # so many there are
    past: int  # so many of them come from another match, and stay
    places: list[Place]
    rulings: list[messages.RulingMessage]
    possible: list[str] = []  # the kinds of rulings that can be made now


class Effect(Struct):
    """The effect of a ruling, which is not made."""

    words: str
    shown: list[str]  # what everybody has been told of the events that it undoes
    warnings: list[str]
    owing: list[str]  # the seats that owe a submission afterwards
    clocks: dict[str, messages.ClockMessage]


# --- Private talks


class TalkBody(Struct, forbid_unknown_fields=True):
    """Whether the players may speak with the onlookers from now on, and for how many seconds; 0 until the host ends it."""

    open: bool
    seconds: int = 0


class Talks(Private, Struct):
    """The private talks that a link may read, and how many lines they have had in all."""

    count: int
    talks: list[TalkMessage]


# --- Both hands


class Hand(Private, Struct):
    """Everything that a seat knows, without its sealed submission.

    Attributes:
        private: the private state of the seat (the rule book, section State).
        svg: its picture.
        picture: the picture in words.
    """

    private: dict[str, Any]
    svg: str
    picture: str


class Hands(Private, Struct):
    """Both hands: `public` has all that everybody sees without a delay, `hands` one hand for each seat once the match is on."""

    public: Full
    hands: dict[str, Hand]


# --- News of many tables


class NewsBody(Private, Struct, forbid_unknown_fields=True):
    """Links of any role, and matches' ids, each with the last version that is known of it.

    Attributes:
        since: link or id -> version; 0 for none.
        wait: for so many ms, if nothing is new at once.
    """

    since: dict[str, int]
    wait: int = 0


class News(Private, Struct):
    """The links that show another version, with that version, and those that open nothing (any more)."""

    versions: dict[str, int]
    gone: list[str]


# --- Many tables at once


class KnownTable(Private, Struct, forbid_unknown_fields=True):
    """A table that somebody asks about.

    Attributes:
        key: the host's secret link.
        mark: of the last card of this table that is known; empty for none.
    """

    key: str
    mark: str = ""


class OverviewBody(Private, Struct, forbid_unknown_fields=True):
    """Tables, in any order; the answer names them by their places in this list, from 0, and never by their links.

    Attributes:
        tables: at most 48.
        wait: for so many ms, if nothing is new at once.
    """

    tables: list[KnownTable]
    wait: int = 0


class Card(Struct, omit_defaults=True):
    """A table as its host sees it from afar: nothing in it is secret, and it holds no link.

    Attributes:
        place: of the table in the request.
        mark: to be sent with the next request.
        id, game, variant, title, names, bots, ec: as in the message about the table.
        state: `waiting`, `running` or `over`.
        meant: seat -> the player for whom it is, if the host or a season has said so.
        here: the seats whose player is connected; bots always are.
        waits: whom the table waits for: `A`, `B`, `host`; empty once it is over.
        vacant: the seats that were given out again, until somebody takes them over.
        missing: what the seats in `waits` have to do before the match begins: `sit`, `call` or `ready`; empty in a match.
        paused: whether the clocks stand still.
        since: for so many ms it has waited.
        clocks: of a match that goes on.
        sealed: the seats whose submission waits.
        ending: why it ended, in words.
        winner: the seat that won.
        next: whether there is a next match of the same people.
        title_of_picture: the state of the match in a few words, such as `Round 7 of 25`.
        svg: the public picture, for a page with `themes.css`; empty if it is the one that is known.
    """

    place: int
    mark: str
    id: str
    game: str
    variant: str
    title: str
    state: str
    names: dict[str, str] = {}
    bots: dict[str, str] = {}
    ec: str = ""
    meant: dict[str, str] = {}
    here: list[str] = []
    waits: list[str] = []
    vacant: list[str] = []
    missing: str = ""
    paused: bool = False
    since: int = 0
    clocks: dict[str, ClockMessage] = {}
    sealed: list[str] = []
    ending: str = ""
    winner: str = ""
    next: bool = False
    title_of_picture: str = ""
    svg: str = ""


class Overview(Struct):
    """The cards that differ from those that are known, and the places of the tables whose links open nothing (any more)."""

    cards: list[Card]
    gone: list[int]


# --- Public lists


ListName: TypeAlias = Literal["open", "playing", "finished"]
"""The list in which a table stands."""


class Listing(Struct, frozen=True, omit_defaults=True):
    """A table in a public list.

    Attributes:
        id: of the match; `/w/ID` watches it.
        place: the list.
        game, variant, title: as in the record, and for people.
        names: seat -> name of the player who sits there.
        bots: seat -> bot's name.
        open: the seats that anybody may take.
        changed: the options that differ from their default.
        pace: the name of the clocks (`NewMatch.pace`); empty if somebody set them one by one.
        clocks: of an open table, the time that its players have, in one sentence.
        level: the opponent that an open seat is meant for.
        listed: whether everybody can watch the match.
        delay: the spectator delay in seconds.
        behind: the spectator delay in decisions.
        hidden: whether spectators see nothing of the match before its end.
        caster: whether a caster and the host see both hands.
        since: when it came into this list, in ms since 1970.
        winner: the seat that won; empty if nobody did, or if it is not over.
        ending: why it ended, in words.
        reason: the same as the record has it.
        ec: the seat of the elimination candidate; empty if nobody named the roles.
    """

    id: str
    place: ListName
    game: str
    variant: str
    title: str
    names: dict[str, str]
    bots: dict[str, str] = {}
    open: list[str] = []
    changed: dict[str, str | int] = {}
    pace: str = ""
    clocks: str = ""
    level: str = "any"
    listed: bool = False
    delay: int = 0
    behind: int = 0
    hidden: bool = False
    caster: bool = False
    since: int = 0
    winner: str = ""
    ending: str = ""
    reason: str = ""
    ec: str = ""


class Tables(Struct, tag="tables"):
    """All public lists, the newest first. `version` counts their changes since the server started."""

    version: int
    tables: list[Listing]
    here: int = 0  # people who have these lists before them


class TablesChanged(Struct, tag="changed"):
    """How the lists changed since `version` - 1: these tables are new or differ, and those have left."""

    version: int
    put: list[Listing]
    gone: list[str]
    here: int = 0


class Joined(Private, Struct):
    """You have taken an open seat. Keep the token: it is shown once."""

    id: str
    seat: str
    token: str  # secret
    name: str
