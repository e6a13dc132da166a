"""`deathmatch play`: a match against a bot in the terminal, by the same steps that lead on the page.

In a game that a host leads the player is the host, too. The referee is `match.Match`, as everywhere; here it is looked at through
`seen` and a `Story` alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deathmatch.cli.files import console
from deathmatch.cli.options import Brought, RuleOptions, Seed
from deathmatch.core import catalogues, letters, seats
from deathmatch.core.game import Choice, Step
from deathmatch.core.options import lower
from deathmatch.core.speech import speaking
from deathmatch.match.position import RESIGN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from deathmatch.core.bots import AnyBot
    from deathmatch.core.errors import Refusal
    from deathmatch.core.game import AnyBeat
    from deathmatch.match.dealer import HmacSource
    from deathmatch.match.journal import Event
    from deathmatch.match.match import Match
    from deathmatch.match.position import Seen
    from deathmatch.match.story import Story

# --- The meaning of a line that a player types while composing a move
#
# The order is fixed, so no line can mean two things.
#
# A command starts with a slash, and no move does. Any other line is read as the mark in front of a choice, then as the word of a choice,
# then as a number or a word if the step takes one, and last as a complete move.


COMMANDS: Final[Mapping[str, str]] = {
    "help": "show this help",
    "state": "show the position",
    "log": "show all events so far",
    "rules": "show the rule book",
    "back": "undo the last choice",
    "resign": "resign, after a confirmation",
    "quit": "leave without resigning (as do Ctrl-C and Ctrl-D)",
}
"""The help text of each command."""

ORDER: Final = (
    "a command, which starts with a slash;",
    "Enter alone, which submits a complete move;",
    "the mark in front of a choice;",
    "the word of a choice;",
    "a number or a word, if the list offers one;",
    f"a complete move in the notation of the rule book, which is submitted at once, or {RESIGN}.",
)
"""How a line is read: the first match in this order counts."""


class Act(Enum):
    """The action that a line asks for; a text goes with it."""

    COMMAND = "command"  # its name, without the slash
    CHOOSE = "choose"  # the next token
    SEND = "send"  # a whole move, in any spelling


@dataclass(frozen=True, slots=True)
class Meant:
    """The meaning of a line."""

    act: Act
    text: str


def marks(step: Step) -> dict[str, Choice]:
    """The mark in front of each choice, which chooses it, in the order of the list.

    The mark is the key of the choice. Without a key it is its word, if the list shows only the word. Else it is the place in the list,
    with a # if the place alone could be taken for a number, a key or a word that may come here too.
    """
    keys = {choice.key for choice in step.choices if choice.key}
    taken = keys | {lower(choice.token) for choice in step.choices}
    choices: dict[str, Choice] = {}
    for place, choice in enumerate(step.choices, 1):
        token = lower(choice.token)
        if choice.key and choice.key not in choices:
            mark = choice.key
        elif token == lower(choice.label) and token not in keys:
            mark = token
        else:
            mark = str(place) if step.number is None and str(place) not in taken else f"#{place}"
        choices[mark] = choice
    return choices


def understand(step: Step, typed: str) -> Meant:
    """The meaning of the line at this step; raises ValueError, with words for the player, if it has none."""
    word = lower(typed.strip())
    if word.startswith("/"):
        if word[1:] not in COMMANDS:
            raise ValueError(f"Unknown command {word}. The commands are {', '.join('/' + name for name in COMMANDS)}.")
        return Meant(Act.COMMAND, word[1:])
    if not word:
        if step.whole is None:
            raise ValueError("The move is not complete. Choose from the list or type a complete move. /help explains how.")
        return Meant(Act.SEND, step.whole)
    token = _token(step, word)
    if token is not None:
        return Meant(Act.CHOOSE, token)
    if step.text is not None and not word.startswith('"'):
        return Meant(Act.SEND, dumps(typed.strip(), ensure_ascii=False))
    return Meant(Act.COMMAND, RESIGN) if word == RESIGN else Meant(Act.SEND, typed)


def _token(step: Step, word: str) -> str | None:
    """The token that a word chooses; None for none."""
    choice = marks(step).get(word) or next((choice for choice in step.choices if lower(choice.token) == word), None)
    if choice is not None:
        return choice.token
    number = int(word) if re.fullmatch("[0-9]{1,9}", word) else None
    if step.number is not None and number is not None and step.number.low <= number <= step.number.high:
        return str(number)
    if step.word is not None and word.isascii() and word.isalpha() and step.word.low <= len(word) <= step.word.high:
        return word
    return None


# --- The match


THINKING_S = 5.0  # that a bot may think, for those that would think on
TRIES = 20  # at one question, for a bot that does not know what live play refuses, such as a word that is in no list
STEADY: Final = "steady"  # the opponent, unless another one is named; of a game without bots, `random`
MANY = 12  # choices without anything to say about them stand side by side beyond this


def play(
    game: Annotated[str, typer.Argument(metavar="GAME/VARIANT", help="The game and its variant.", show_default=False)],
    against: Annotated[
        str, typer.Option("--against", metavar="BOT", help="The opponent: a level, level-1 to level-8, or another bot.")
    ] = STEADY,
    brought: Brought = None,
    seat: Annotated[seats.Seat, typer.Option("--seat", help="Your seat.", case_sensitive=False)] = seats.Seat.A,
    name: Annotated[str, typer.Option("--name", help="Your name.")] = "Player",
    option: RuleOptions = None,
    seed: Seed = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the record to this file.", show_default=False)
    ] = None,
) -> None:
    """Play against a bot, without clocks. Choose each move step by step, or type it in the notation of the rule book.

    Ctrl-C leaves the match. With --record the record is written even then.
    """
    if record is not None and (record.is_dir() or not record.absolute().parent.is_dir()):
        raise typer.BadParameter(f"--record must name a file in an existing folder, not {record}")
    table = _sit(game, option or [], brought, against, seat, name, seed)
    left = False
    try:
        _greet(table)
        _go_on(table)
    except (KeyboardInterrupt, EOFError, _Quit):
        left = True
        table.say("\nYou left the match." + ("" if record else " To save the record of a match, start it with --record FILE."))
    finally:  # whatever happens, what was played is not lost
        if record is not None:
            _save(table, record)
    if left:
        raise typer.Exit(130)  # as the shell reports an interrupted program


class _Quit(Exception):
    """The player typed /quit."""


@dataclass(slots=True)
class _Table:
    """A match in this terminal.

    Attributes:
        seat: the player's; the bot has the other. The player also leads a game that needs a host, and sees as much as one.
        chance: the bot's.
        began: when, by the clock of this machine.
        story: the beats of the player's seat.
        told: how much of the story the player has read.
    """

    match: Match
    seat: seats.Seat
    bot: AnyBot
    chance: HmacSource
    console: Console
    began: float
    story: Story
    told: int = 0

    def go_on(self, events: Sequence[Event]) -> None:
        """Plays on from these events, which the match has just accepted."""
        self.match = self.match.fold(events)

    def now(self) -> int:
        """Ms since the match began."""
        from time import monotonic

        return int(1000 * (monotonic() - self.began))

    def seen(self, eye: seats.Eye | None = None) -> Seen:
        """Everything that the player, or this eye, may know now."""
        return self.match.seen(eye or self.story.eye, self.now())

    def words(self, text: str, **more: str) -> str:
        """Words for people, with the names in."""
        return letters.filled(text, {"A": self.match.names.a, "B": self.match.names.b, **more})

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        """A line, broken between words if it is too long, and never styled by its own text."""
        from rich.padding import Padding
        from rich.text import Text

        plain = Text(letters.visible(text, lines=True), style)
        self.console.print(Padding(plain, (0, 0, 0, indent), expand=False) if indent else plain)


def _sit(game: str, options: list[str], bots: list[str] | None, against: str, seat: seats.Seat, name: str, seed: int | None) -> _Table:
    """The match before its first question; a clear error if it cannot be played."""
    from hashlib import sha256
    from secrets import token_bytes
    from time import monotonic

    from deathmatch.bots import registry
    from deathmatch.cli.options import bring, read_options, word_lists
    from deathmatch.core.seats import BySeat
    from deathmatch.match.dealer import SEED_BYTES, Dealer, HmacSource
    from deathmatch.match.match import Match
    from deathmatch.match.record import tidy
    from deathmatch.match.story import Story

    variant, given = read_options(game, options)
    bring(bots, [variant])
    if against == STEADY and not variant.has("bots"):
        against = "random"  # every game has it
    lists = word_lists(variant, given)
    key = token_bytes(SEED_BYTES) if seed is None else sha256(f"deathmatch play {seed}".encode()).digest()
    names = BySeat("", "").put(seat, tidy(name) or "Player").put(seat.other, against.lower().capitalize())
    match = Match.new(variant, given, names=names, dealer=Dealer(key, BySeat(b"", b"")), resources=lists, untimed=True)
    try:
        bot = registry.pick(variant, match.game, against, lists)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    return _Table(match, seat, bot, HmacSource(key, "bot"), console(), monotonic(), Story(seats.HOST if variant.hosted else seat))


def _go_on(table: _Table) -> None:
    """From the first question to the end."""
    table.go_on(table.match.start(table.now()))
    _tell(table)
    while table.match.over is None:
        _let_think(table)
        owed = next((eye for eye in {table.story.eye, table.seat} if table.seen(eye).decision is not None), None)
        if owed is not None:
            _ask(table, owed)
        _tell(table)
    _end(table)


def _let_think(table: _Table) -> None:
    """The bot decides from the view of its seat. It resigns if every move that it tries is refused."""
    from deathmatch.bots.budget import Deadline
    from deathmatch.core.errors import Refusal

    seat = table.seat.other
    seen = table.match.seen(seat, table.now())
    if seen.decision is None:
        return
    for _ in range(TRIES):
        with table.console.status(f"{table.match.names[seat]} is thinking"):
            move = table.bot.choose(seen.view, seen.decision, Deadline(THINKING_S), table.chance)
        try:
            table.go_on(table.match.submit(seat, seen.decision.write(move), seen.ply, table.now()))
        except Refusal:
            continue
        return
    table.go_on(table.match.resign(seat, table.now()))


# --- Showing


def _greet(table: _Table) -> None:
    """The variant, the names, and how to type."""
    from deathmatch.bots import registry
    from deathmatch.cli.progress import terminal

    variant, names = table.match.variant, table.match.names
    table.say(f"{variant.title} ({variant.id}). You are {table.seat}, {names[table.seat]}, against {names[table.seat.other]}.", "bold")
    table.say(f"{variant.words}\n")
    if variant.hosted:
        table.say('You are the host, too: type each line in the notation of the rule book, such as: ask AB text "Your answer?"', "dim")
    table.say("Type the mark in front of a choice and press Enter. When the move is complete, press Enter to submit it.", "dim")
    table.say("/rules shows the rule book, /help lists the other commands, /quit leaves.", "dim")
    with terminal(f"{names[table.seat.other]} is getting ready"):
        registry.warm(table.match.game, (table.bot,))


def _tell(table: _Table, since: int | None = None) -> None:
    """The events since then, or those that the player has not read yet."""
    with speaking(catalogues.ENGLISH, to=table.seat):
        table.story.advance(table.match)
    beats: Sequence[AnyBeat] = table.story.beats[table.told if since is None else since :]
    if since is None:
        table.told += len(beats)
    for beat in beats:
        if beat.heading:
            table.console.rule(table.words(beat.heading), style="dim")
        table.say(table.words(beat.words))


def _show(table: _Table) -> None:
    """The picture in words."""
    seen = table.seen()
    title, *lines = table.match.game.picture(seen.view, seen.sealed).named(table.match.names).text().splitlines()
    table.say(f"\n{title}", "bold")
    for line in lines:
        table.say(line, indent=2)


def _help(table: _Table) -> None:
    """All that can be typed."""

    _list(table, [(f"/{name}", words) for name, words in COMMANDS.items()])
    table.say("\nEach line is read as the first of these that fits:")
    _list(table, [(f"{place}.", words) for place, words in enumerate(ORDER, 1)])


def _read_book(table: _Table) -> None:
    """The rule book, page by page if the terminal can do that."""
    from rich.markdown import Markdown

    from deathmatch.server.web.book import source

    text = source(table.match.variant.game)
    with table.console.pager():
        table.console.print(Markdown(text))


def _list(table: _Table, rows: Sequence[tuple[str, str]]) -> None:
    """Words with a mark in front of each."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, justify="right", min_width=3, style="bold")
    grid.add_column()
    for mark, words in rows:
        grid.add_row(Text(mark), Text(words))
    table.console.print(grid)


def _offer(table: _Table, step: Step, prefix: tuple[str, ...]) -> None:
    """The choices of this step, and the move that Enter would submit."""
    from rich.columns import Columns
    from rich.text import Text

    table.say(f"\n{table.words(step.prompt)}", "bold")
    if prefix:
        table.say(f"Chosen: {' '.join(prefix)}", indent=2)
    rows = [(mark, "" if mark == lower(choice.label) else table.words(choice.label), choice.note) for mark, choice in marks(step).items()]
    if len(rows) > MANY and not any(note for _, _, note in rows):
        table.console.print(Columns([Text(f"{mark} {label}".strip()) for mark, label, _ in rows], padding=(0, 3)))
    else:
        _list(table, [(mark, f"{label}  ({table.words(note)})".strip() if note else label) for mark, label, note in rows])
    if step.number is not None:
        quick = f", such as {', '.join(map(str, step.number.quick))}" if step.number.quick else ""
        table.say(f"a number from {step.number.low} to {step.number.high}{quick}", indent=2)
    if step.text is not None:
        table.say(f"your own words, {step.text.low} to {step.text.high} characters", indent=2)
    if step.word is not None:
        table.say(f"a word of {step.word.low} to {step.word.high} letters", indent=2)
    if step.warning:
        table.say(table.words(step.warning), "yellow", indent=2)
    if step.whole is not None:
        table.say(f"Enter submits: {step.whole}", "bold green", indent=2)


# --- Asking


def _ask(table: _Table, eye: seats.Eye) -> None:
    """Let the player submit, or lead as the host; returns once something was accepted."""
    from deathmatch.core.errors import Refusal

    seen = table.seen(eye)
    assert seen.decision is not None, "nothing is owed"
    _show(table)
    prefix: tuple[str, ...] = ()
    while True:
        step = Step("The host's next line") if eye is seats.HOST else seen.decision.compose(prefix)
        _offer(table, step, prefix)
        typed = ""
        try:
            typed = table.console.input("> ")
            meant = understand(step, typed)
            if meant.act is Act.CHOOSE:
                prefix = (*prefix, meant.text)
            elif meant.act is Act.SEND:
                at = table.now()
                hosting = eye is seats.HOST
                made = table.match.line(meant.text, seen.ply, at) if hosting else table.match.submit(table.seat, meant.text, seen.ply, at)
                table.go_on(made)
                return
            elif meant.text == "back":
                prefix = prefix[:-1]
            elif _obey(table, meant.text):
                return
        except Refusal as refusal:
            _complain(table, refusal, typed)
        except UnicodeDecodeError:
            table.say("The input is not valid text in the encoding of this terminal.", "red")
        except ValueError as error:
            table.say(str(error), "red")


def _obey(table: _Table, command: str) -> bool:
    """Any command that leaves the choices alone; whether it ended the match. Raises _Quit."""
    if command == "quit":
        raise _Quit
    if command == "resign":
        if table.console.input("Resign? Type yes: ").strip().lower() not in ("y", "yes"):
            table.say("You have not resigned.")
            return False
        table.go_on(table.match.resign(table.seat, table.now()))
        return True
    if command == "state":
        _show(table)
    elif command == "log":
        _tell(table, 0)
    elif command == "rules":
        _read_book(table)
    else:
        _help(table)
    return False


def _complain(table: _Table, refusal: Refusal, typed: str) -> None:
    """Why a move was refused, and where reading stopped."""
    from rich.cells import cell_len

    from deathmatch.core.errors import Malformed

    if isinstance(refusal, Malformed) and 0 < refusal.position <= len(typed):
        table.say("^", "red", indent=2 + cell_len(typed[: refusal.position]))
    table.say(str(refusal), "red")
    word = typed.strip().lower()
    if word == "?" or word in COMMANDS:
        table.say(f"A command starts with a slash: /{'help' if word == '?' else word}")


# --- The end


def _end(table: _Table) -> None:
    """Who won, and why."""
    over, names = table.match.over, table.match.names
    assert over is not None, "the match runs"
    _show(table)
    reason = table.match.variant.reasons[over.reason]
    if over.winner is None:
        table.say(f"\nNobody won. {table.words(reason)}", "bold")
    else:
        winner, loser = names[over.winner], names[over.winner.other]
        table.say(f"\n{winner} won. {table.words(reason, winner=winner, loser=loser)}", "bold")


def _save(table: _Table, file: Path) -> None:
    """The public part of the record, without sealed submissions. If the file cannot be written, the record is printed."""
    text = table.match.record()
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError:
        table.say(text)
        raise
    table.say(f"The record is in {file}.")
