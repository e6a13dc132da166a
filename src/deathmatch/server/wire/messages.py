"""Every message between a page (or a bot) and the server, on one page.

Messages are JSON text frames over the WebSocket; the same structs are the bodies of the HTTP API. The field `type` names the message.
Times are whole milliseconds. Names and chat are plain text: a page escapes them when it shows them.

Every change of a match has a **version**, counted from 1, the same for all eyes. A role that may not see a change still gets its number,
so a reader who was away asks for the changes after the last version it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, cast

from msgspec import Raw, Struct

from deathmatch.match.dealer import Face

T = TypeVar("T")


class Private:
    """Its `repr` is the name of the class without any value, because it may end in a log or in a traceback."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def copied(kind: type[T], one: Any, **others: Any) -> T:
    """A value of this kind with all fields of another one that have the same names, and these others."""
    names = [field for field in cast("Any", kind).__struct_fields__ if field not in others and hasattr(one, field)]
    return kind(**{field: getattr(one, field) for field in names}, **others)


def kinds(base: type[T]) -> Iterator[type[T]]:
    """The classes below this one that have no subclasses: every kind of message or entry, wherever it stands."""
    for one in base.__subclasses__():
        yield from kinds(one) if one.__subclasses__() else (one,)


# --- The parts of messages


class ChoiceMessage(Struct, omit_defaults=True):
    """A token that may come next (core.game.Choice)."""

    token: str
    label: str
    slot: str | None = None
    note: str = ""
    key: str = ""


class NumberMessage(Struct):
    """A whole number may come next (core.game.Number)."""

    low: int
    high: int
    quick: list[int]


class FreeWordMessage(Struct, omit_defaults=True):
    """A word may come next (core.game.FreeWord)."""

    low: int
    high: int
    lead: str = ""
    letters: str = ""


class FreeTextMessage(Struct):
    """Free text may be the whole move, quoted as JSON (core.game.FreeText)."""

    low: int
    high: int


class StepMessage(Struct, omit_defaults=True):
    """The state of a composition (core.game.Step)."""

    prompt: str
    prefix: list[str]
    choices: list[ChoiceMessage] = []
    number: NumberMessage | None = None
    word: FreeWordMessage | None = None
    text: FreeTextMessage | None = None
    whole: str | None = None
    warning: str = ""
    before: list[ChoiceMessage] = []  # what may still come before the last token
    change: ChangeMessage | None = None  # from the picture as it stands to the one with what the tokens so far would do
    said: str = ""  # the whole move in words for its seat: "You bid 4."
    quick: bool = False  # whether the choice that makes the move whole sends it too
    sole: str = ""  # of a first step: the words of the only legal answer, which is `whole`


class ClockMessage(Struct, omit_defaults=True):
    """One seat's clock at the moment of sending."""

    left: int  # ms of this decision's own time; 0 where none runs
    bank: int  # ms
    running: bool
    stages: list[tuple[int, str]] = []  # what this time is for in turn, each from so many ms left on (core.game.Clock)
    review: bool = False  # whether no answer is accepted in the first of these


class ChangeMessage(Struct, omit_defaults=True):
    """How the picture changes (core.scene.Change).

    The slots in `gone` go. Then the new ones in `put`, [slot, markup], are added: each stands after the slot that `after` pairs it with,
    first if that is empty, and the pairs are taken in order. If `order` is given, it names all slots in their new order instead.

    `edit` changes the markup of slots that stay: [slot, place, count, text, place, count, text ...]. Split the markup at each quotation
    mark; from the last triple to the first, replace `count` parts from `place` on by the parts of `text`, split likewise; join them again.
    """

    put: list[Raw] = []  # JSON that is put together from pieces made once
    edit: list[Raw] = []
    gone: list[str] = []
    order: list[str] | None = None
    after: list[tuple[str, str]] = []
    title: str = ""  # empty if it stays


class BeatMessage(Struct, omit_defaults=True):
    """One thing that happened, for the log, the replay and the live region (core.game.Beat)."""

    words: str
    notation: str = ""
    heading: str = ""
    change: ChangeMessage | None = None  # from the picture before this beat to the one at it
    passing: bool = False  # a log has no line for it
    hold: bool = False  # a player's page shows it until the player acts
    brief: str = ""  # of a replay: its words in a row that tells a whole part


class SeenMessage(Struct, omit_defaults=True):
    """Everything that one eye may know of the match now, except the picture and the log.

    `public` and `private` are exactly the objects of the rule book's section State.
    """

    eye: str  # "A", "B", "public", "onlooker-1"
    ply: int
    public: dict[str, Any]
    clocks: dict[str, ClockMessage]
    private: dict[str, Any] | None = None
    sealed: list[str] = []  # seats whose submission waits
    owes: str = ""  # what this seat owes, in words: "two cards"; empty where it owes nothing
    paused: bool = False
    ending: str = ""  # why it ended, in words with names
    said: str = ""  # this seat's own sealed submission in words: "You bid 4."; empty where none waits, or the game has no words for it
    score: dict[str, int] = {}  # seat -> the number that decided the match
    items: dict[str, list[str]] = {}  # seat -> the items that it holds, in words; a seat without any is left out


RulingKind: TypeAlias = Literal[
    "time", "timeout", "forfeit", "void", "back", "won", "tied", "bout", "enter", "word", "points", "cancel", "noshow"
]
"""The kinds of rulings (match/rulings.py)."""


class RulingMessage(Struct, omit_defaults=True):
    """A ruling of the host."""

    ruling: str  # of `RulingKind`
    words: str  # one or two sentences
    reason: str
    at: int
    event: int = 0  # the match went on before the event of this number
    accepted: str = ""  # for the host alone: the words that it accepts


class ChatLine(Struct, omit_defaults=True):
    """A line of chat, or of the table itself about its seats."""

    who: str  # empty for the table
    role: str  # "A", "B", "host", "watcher", "table"
    text: str
    at: int
    facts: dict[str, str] = {}  # the names in a line of the table, until it is told to somebody; then empty
    loud: bool = False  # whether the host announces it
    by: str = ""  # for the host alone: which spectator wrote it, to be muted
    apart: bool = False  # whether a spectator wrote it to the others; the players are given it once the match is over


class TalkMessage(Struct):
    """A private talk between a seat and the host or a numbered onlooker. Only these two and the host get it."""

    seat: str
    other: str  # "host" or "onlooker-1"
    count: int  # lines so far, with those that are too old to be kept here
    lines: list[ChatLine]


class TalkTime(Struct):
    """The players may speak with the onlookers, each in private; the clocks stand still meanwhile."""

    left: int  # ms until it ends by itself; 0 if only the host ends it


class CoinMessage(Struct, omit_defaults=True):
    """The coin that is tossed before the match."""

    sets: str  # the option that becomes the winner's seat; `dmo` for the role
    about: str  # what the toss decides, in words
    caller: str = ""  # the seat that calls; empty if nobody does: then the sun is A's and the moon B's
    sealed: bool = False  # whether nobody else is shown the call before the toss
    called: bool = False  # whether the caller has called
    call: str = ""  # "sun" or "moon", as far as the receiver may know it
    face: str = ""  # the face on which it fell; empty before the toss
    winner: str = ""  # the seat that won the toss


class AwayMessage(Struct, omit_defaults=True):
    """The clocks stand still until a time, or somebody proposes so."""

    until: int = 0  # in ms since 1970; 0 if it is only proposed
    by: str = ""  # "both" players, or "host"
    proposed: dict[str, int] = {}  # seat -> what its player would like


class LotGame(Struct):
    """A game on which the lot may fall: its name, as in a record, and for people."""

    name: str
    title: str
    variant: str


class LotMessage(Struct):
    """The games from which the lot chooses one, once both seats are taken."""

    games: list[LotGame]
    chosen: int  # the number of the one on which it fell, from 1; 0 before: until then the table has the options of the first


class Person(Private, Struct, frozen=True, omit_defaults=True):
    """A player, or a numbered onlooker, in the words of the host."""

    name: str = ""  # under which the player sits down; empty if the player may choose it
    role: str = ""
    items: list[str] = []
    notes: str = ""  # for this player and the host alone; empty for all others
    held: str = ""  # for the host, once the match is over: what this onlooker holds, in the sentence that the onlooker reads


class TableMessage(Struct, omit_defaults=True):
    """The facts of a table that seldom change: which match it is and who plays."""

    id: str  # public; good for watching only
    game: str
    variant: str
    title: str
    options: dict[str, str | int]
    changed: dict[str, str | int]  # the options that differ from their default
    names: dict[str, str]
    here: dict[str, bool]  # whether a seat is connected now; bots always are
    bots: dict[str, str]  # seat -> bot's name
    role: str  # of the receiver: "A", "B", "host", "watcher"
    state: str  # "waiting" (for a seat), "running", "over"
    commitment: str  # to the dealer's seed (docs/dealing.md)
    settings: dict[str, Any]
    watchers: int = 0
    given_back: dict[str, int] = {}  # seat -> ms of a slow connection that are given back to it for each decision
    making_ready: dict[str, int] = {}  # seats of bots whose code is compiled before they answer -> how many parts of it are
    rematch: str = ""  # the receiver's own link to the next match, once both want one
    wants_rematch: list[str] = []
    won: dict[str, int] = {}  # in a rematch, for the players and the host: seat -> matches that its player has won before this one
    open: list[str] = []  # the seats that stand in the public list for anybody to take
    past: int = 0  # how many events come from the match that this one goes on from
    source: str = ""  # the id of that match, if everybody may have its record
    away: AwayMessage | None = None
    lot: LotMessage | None = None  # at a table whose game the lot chooses
    coin: CoinMessage | None = None  # at a table that tosses one before the match
    lists: dict[str, str] = {}  # the host's word lists of the match -> their digest; `NAME@DIGEST` looks a word up in one as it was
    ready: list[str] = []  # the seats that are ready for the match to begin, at a table with the setting `check_in`; bots always are
    vacant: list[str] = []  # the seats that the host gave out again, until somebody takes them over
    ec: str = ""  # the seat of the elimination candidate; the other one is the DMO; empty if nobody named the roles
    held: str = ""  # the thing that the receiver, a numbered onlooker, holds, in a sentence; at once, however late the match is shown
    covered: bool = False  # whether the match is under way and hidden from the receiver until its end
    rulings: list[RulingMessage] = []
    talk: TalkTime | None = None  # while the players may speak with the onlookers
    muted: list[str] = []  # for the host alone: the spectators that are muted (`by` of their lines); "" stands for all
    may_talk: bool = False  # for the host: whether they may if the host wishes so now
    rules: str = ""  # of a duel that a host leads: the words, or an address
    people: dict[str, Person] = {}  # seat -> its player, if the host named them; `onlooker-N` too, for the host and that onlooker alone
    ending: str = ""  # why the match ended before its start, in words; empty if it has not
    totals: str = ""  # once the match is over: the numbers that decided it with the points that rulings have corrected, in a sentence
    prepared: list[str] = []  # for the host alone: the deals that are laid out for when they are due
    until: dict[str, int] = {}  # a time that counts from when the match was set up -> its end, in ms since 1970
    unfit: str = ""  # for the host alone: the one of them that was refused when it was due


# --- From the server


class Full(Struct, tag="full"):
    """Everything; the first message, and the answer to a gap."""

    version: int
    table: TableMessage
    seen: SeenMessage | None  # None while a seat is still empty
    svg: str
    picture: str  # the picture in words
    log: list[BeatMessage]
    chat: list[ChatLine]
    notes: str  # this seat's own, private
    marks: dict[str, str]  # slot -> this seat's own mark
    step: StepMessage | None  # the first step of what this seat owes
    now: int
    talks: list[TalkMessage] = []  # the private talks that the receiver may read, also those that nobody has begun
    noted: int = 0  # the version of the notes


class Update(Struct, tag="update", omit_defaults=True):
    """The match moved on from `version` - 1."""

    version: int
    seen: SeenMessage
    now: int
    beats: list[BeatMessage] = []
    change: ChangeMessage | None = None  # from the picture at the last beat that has one, else at the last version, to this one
    words: list[int | str] = []  # edits of the picture in words, as in `ChangeMessage.edit`, but split into lines; empty if it stays
    step: StepMessage | None = None  # the first step of a question that is new; as long as this seat owes the same, the last one holds
    table: TableMessage | None = None


class Chatted(Struct, tag="chat"):
    """Somebody said something."""

    version: int
    line: ChatLine


class Murmur(Struct, tag="murmur"):
    """A spectator wrote to the others. It is no version: before the end of the match no player learns that there was anything."""

    line: ChatLine


class GalleryMessage(Struct, tag="gallery"):
    """All that the spectators wrote to each other: for players at the end of the match, and for readers who were away."""

    lines: list[ChatLine]


class Told(Struct, tag="told"):
    """Somebody said something in a private talk. It is no version: nobody else learns that there was anything."""

    seat: str
    other: str
    count: int
    line: ChatLine


class Talks(Struct, tag="talks"):
    """All private talks of a reader who was away; `Full` has them too."""

    talks: list[TalkMessage]


class Kept(Private, Struct, tag="kept"):
    """This seat's own notes and marks, after another of its pages changed them and for a reader who was away; `Full` has them too."""

    notes: str
    noted: int
    marks: dict[str, str]


class Tabled(Struct, tag="table"):
    """The table has changed beside the match: somebody came, went, was muted, wants a rematch, and so on."""

    version: int
    table: TableMessage


class Accepted(Struct, tag="accepted"):
    """Your submission counts and is on disk. `text` is its canonical form."""

    ply: int
    text: str
    receipt: str = ""  # a commitment to the text (docs/dealing.md), for you alone; empty for a resignation
    version: int = 0  # the first one that contains it: an older message that comes later does not know of it
    id: str = ""  # of your message


class Taken(Struct, tag="taken", omit_defaults=True):
    """Your message with this `id` is done, and on disk."""

    id: str
    version: int
    noted: int = 0  # of notes: their version from now on


class EncodingMessage(Struct):
    """A way to read a file whose encoding nobody knows: the name to send, its name for people, and some cells as they read then."""

    encoding: str
    title: str
    sample: str


class Refused(Struct, tag="refused", omit_defaults=True):
    """Your message was not accepted; nothing changed."""

    about: str  # the type of the message refused
    reason: str
    rule: str = ""  # "GAME R5"
    position: int | None = None  # in the text sent, where reading stopped
    n: int = 0
    warning: bool = False  # the move is legal, but risky: sent again without `weigh` it counts
    encodings: list[EncodingMessage] = []  # of a file that is not UTF-8: send it again with one of them, the likeliest first
    id: str = ""  # of your message


class Stepped(Struct, tag="step"):
    """The answer to `compose`."""

    n: int
    ply: int
    step: StepMessage


class Pong(Struct, tag="pong"):
    """The answer to `ping`."""

    now: int


# --- From a page


class Hello(Struct, frozen=True, tag="hello"):
    """The first frame of a connection: the last version that the page knows, 0 for none."""

    version: int = 0


EVERY = ("matches", "hosts", "seats")
"""The kinds of link, as the HTTP API begins with them."""


class Command(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to be done. With an `id` of the sender's own making it is answered, and done once, however often it comes.

    A subclass is all that a new command needs here; `table/` has the function that decides it.

    Attributes:
        links: the kinds of link for which the HTTP API has an address of this tag, with the fields as its body.
        loud: whether it may come at any time and goes out to others at the table, so that it counts as several messages.
    """

    links: ClassVar[tuple[str, ...]] = ()
    loud: ClassVar[bool] = False

    id: str = ""


class Submit(Private, Command, frozen=True, tag="submit"):
    """A move in any spelling. `ply` quotes the question that it answers. With `weigh` a risky move is not made but warned of."""

    ply: int
    text: str
    weigh: bool = False


class Compose(Private, Struct, frozen=True, tag="compose"):
    """Which tokens may follow these? `n` comes back with the answer. With a slot that cannot be chosen, a refusal says why."""

    n: int
    ply: int
    prefix: list[str]
    slot: str = ""


class Resign(Command, frozen=True, tag="resign"):
    """Give up the match."""

    links: ClassVar = ("seats",)


class Chat(Private, Command, frozen=True, tag="chat"):
    """Say something to everybody at the table."""

    links: ClassVar = EVERY
    loud: ClassVar = True

    text: str


class Announce(Private, Command, frozen=True, tag="announce"):
    """The host says something that everybody at the table is to read."""

    links: ClassVar = ("hosts",)
    loud: ClassVar = True

    text: str


class Tell(Private, Command, frozen=True, tag="tell"):
    """Say something in private: a player to `host` or `onlooker-1`, the host or an onlooker to `A` or `B`. The host can read it."""

    links: ClassVar = EVERY
    loud: ClassVar = True

    to: str
    text: str


class OpenTalk(Command, frozen=True, tag="open_talk"):
    """The host lets the players speak with the onlookers for so many seconds, or with 0 until the host ends it."""

    loud: ClassVar = True

    seconds: int = 0


class Mute(Private, Command, frozen=True, tag="mute", omit_defaults=True):
    """The host mutes a spectator (`by` of a line of chat) or, with an empty `whom`, all of them; with `on` false they may speak again."""

    links: ClassVar = ("hosts",)
    loud: ClassVar = True

    whom: str = ""
    on: bool = True


class CloseTalk(Command, frozen=True, tag="close_talk"):
    """The host ends the talk of the players and the onlookers, and the clocks run on."""

    loud: ClassVar = True


class Note(Private, Command, frozen=True, tag="note"):
    """Keep these private notes of this seat, in place of the old ones; with `base` only if that is still their version."""

    links: ClassVar = ("seats",)

    text: str
    base: int | None = None


class Mark(Private, Command, frozen=True, tag="mark"):
    """Keep a private mark on a slot of the picture; an empty text takes it away. With `was` only if the slot still has that mark."""

    links: ClassVar = ("seats",)

    slot: str
    text: str = ""
    was: str | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """Ask for a rematch with seats swapped, or take that back, or decline the other player's wish."""

    links: ClassVar = ("seats",)

    wanted: bool = True


class Ready(Command, frozen=True, tag="ready"):
    """This seat is ready for the match to begin, at a table with the setting `check_in`."""

    links: ClassVar = ("seats",)


class Call(Private, Command, frozen=True, tag="call"):
    """The caller names a face of the coin, before it is tossed."""

    links: ClassVar = ("seats",)

    face: Face


class Away(Command, frozen=True, tag="away"):
    """A player proposes that the clocks stand still until this moment, in ms since 1970, or agrees to it; the host sets it.

    0 takes a proposal back. In a rest it ends the rest: for the host at once, for the players once both have sent it.
    """

    links: ClassVar = ("seats", "hosts")
    loud: ClassVar = True

    until: int


class Pause(Command, frozen=True, tag="pause"):
    """The host stops all clocks."""

    links: ClassVar = ("hosts",)
    loud: ClassVar = True


class Resume(Command, frozen=True, tag="resume"):
    """The host lets the clocks run on."""

    links: ClassVar = ("hosts",)
    loud: ClassVar = True


class Deal(Private, Command, frozen=True, tag="deal"):
    """The host deals, at a table where deals are made by hand: the text of the deal that question `ply` waits for."""

    links: ClassVar = ("hosts",)

    ply: int
    text: str


class Prepare(Private, Command, frozen=True, tag="prepare"):
    """The host lays out deals for when they are due, in place of all before; the table deals them by itself, in order."""

    links: ClassVar = ("hosts",)

    deals: list[str]


class Line(Private, Command, frozen=True, tag="line"):
    """The host enters a line, in a game that a host leads; it answers question `ply`."""

    links: ClassVar = ("hosts",)

    ply: int
    text: str


class Rule(Private, Command, frozen=True, tag="rule", omit_defaults=True):
    """The host rules, for a reason that everybody sees. `event` and `enter` count and spell events as the record does.

    If there is no host, a player may `cancel` the match before its start, without a reason.
    """

    loud: ClassVar = True

    ruling: RulingKind
    reason: str
    seat: str = ""  # or the name of its player: whose time or points change, who loses, has won, gets the bout, or did not come
    seconds: int = 0  # that the seat gets or, below 0, loses; with `timeout` what the seat has for its decision
    event: int = 0  # the match goes on before it; with `timeout` the number of the time-out
    enter: list[str] = []  # events in the place of those that are undone, such as `A score grow`; with `enter` one answer
    bank: int | None = None  # seconds for the bank of the seat; with `timeout`, null gives back what it has used up
    points: int = 0  # that the seat gets or, below 0, loses
    unit: str = ""  # of these points, one word
    words: str = ""  # that count as on the list, with anything but letters between them


class Ping(Struct, frozen=True, tag="ping"):
    """Are you there?"""


FromPage: TypeAlias = Hello | Command | Compose | Ping
FromServer = Full | Update | Chatted | Murmur | GalleryMessage | Told | Talks | Kept | Tabled | Accepted | Taken | Refused | Stepped | Pong
