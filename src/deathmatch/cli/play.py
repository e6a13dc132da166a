"""`deathmatch play`: a match against a bot in the terminal, by the same steps that lead on the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deathmatch.core.seats import Seat

if TYPE_CHECKING:
    from rich.console import Console

    from deathmatch.core.bots import AnyBot
    from deathmatch.core.game import Decision, Resources, Step
    from deathmatch.match.dealer import Dealer, HmacSource
    from deathmatch.match.position import Position
    from deathmatch.match.record import Entry, Header

HELP = """\
[bold]number or key[/]  choose it       [bold]Enter[/]   send what is whole
[bold]notation[/]       send it at once  [bold]-[/]       take the last choice back
[bold]?[/]              look again       [bold]resign[/]  give up       [bold]quit[/]  leave"""


def play(
    game: Annotated[str, typer.Argument(metavar="G/V", help="What to play, such as GAME/VARIANT.", show_default=False)],
    against: Annotated[str, typer.Option("--against", metavar="BOT", help="The opponent.")] = "steady",
    seat: Annotated[Seat, typer.Option("--seat", help="Your seat.", case_sensitive=False)] = Seat.A,
    name: Annotated[str, typer.Option("--name", help="Your name.")] = "Player",
    option: Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="Of the match; may be repeated.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Of all chance; a fresh one by default.", show_default=False)] = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Write the record there.", show_default=False)] = None,
) -> None:
    """Play against a bot, without clocks. Each move is chosen step by step, or typed in the book's notation.

    Ctrl-C leaves; a record that was asked for is written all the same.
    """
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    table = _sit(game, option or [], against, seat, name, seed)
    console.print(f"[bold]{table.header.variant.title}[/] ({table.header.variant.id}), you are {seat}, against {against.lower()}.")
    console.print(HELP, style="dim")
    left = False
    try:
        while table.position.over is None:
            _go_on(table, console)
    except (KeyboardInterrupt, EOFError, _Quit):
        left = True
        console.print("\nYou left the match.")
    if table.position.over is not None:
        _end(table, console)
    if record is not None:
        _save(table, record)
        console.print(f"The record is in {record}.", markup=False)
    if left:
        raise typer.Exit(130)  # as the shell reports an interrupted program


class _Quit(Exception):
    """The player typed `quit`."""


@dataclass(slots=True)
class _Table:
    """A match in this terminal.

    Attributes:
        position: where it stands; sealed submissions are in it, so the player is shown views only.
        header, entries: of the record.
        seat: the player's; the bot has the other.
        resources: the word lists.
        people: the names that stand for {A} and {B}.
    """

    position: Position
    header: Header
    seat: Seat
    bot: AnyBot
    people: dict[str, str]
    dealer: Dealer
    chance: HmacSource
    resources: Resources
    entries: list[Entry] = field(default_factory=list)

    def words(self, text: str) -> str:
        """Words for people, with the names in."""
        return text.format_map(self.people)

    def accept(self, actor: str, text: str) -> None:
        """An event; raises Refusal."""
        from deathmatch.match.position import RESIGN, By
        from deathmatch.match.record import Entry

        sealed = len(self.position.waiting)
        self.position, canonical = self.position.accept(actor, text, By.PLAYER, self.resources)
        if canonical == RESIGN:  # what waited sealed is void and stays out of the record
            del self.entries[len(self.entries) - sealed :]
        self.entries.append(Entry(actor, canonical))


def _sit(game: str, options: list[str], against: str, seat: Seat, name: str, seed: int | None) -> _Table:
    """The match before its first question; a clear error for what cannot be."""
    from secrets import token_bytes

    from deathmatch.bots import registry
    from deathmatch.cli.options import read_options, word_lists
    from deathmatch.core.seats import BySeat
    from deathmatch.match.dealer import SEED_BYTES, Dealer, HmacSource
    from deathmatch.match.position import Position
    from deathmatch.match.record import Header, tidy

    variant, given = read_options(game, options)
    lists = word_lists(variant, given)
    _, bound = variant.bind(given)
    try:
        bot = registry.pick(variant, bound, against, lists)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    names = BySeat("", "").put(seat, tidy(name) or "Player").put(seat.other, against.lower().capitalize())
    header = Header(variant, given, names.map(lambda known: known), ())
    key = token_bytes(SEED_BYTES) if seed is None else seed.to_bytes(SEED_BYTES, "big")
    people = {"A": names.a, "B": names.b}
    dealer, chance = Dealer(key, BySeat(b"", b"")), HmacSource(key, "bot")
    return _Table(Position.start(variant, bound), header, seat, bot, people, dealer, chance, lists)


def _go_on(table: _Table, console: Console) -> None:
    """One question: chance deals, or whoever owes something submits; then what the player saw happen."""
    from deathmatch.bots.budget import Deadline
    from deathmatch.core.game import Deals

    before = table.position
    if isinstance(before.pending, Deals):
        source = table.dealer.source(len(table.entries) + 1)
        table.accept("deal", before.pending.chance.write(before.pending.chance.sample(source)))
    else:
        other = table.seat.other
        if other in before.owing:  # first, so that its time goes by while the player thinks; it sees its own view alone
            view, decision = before.view(other), before.decision(other)
            move = table.bot.choose(view, decision, Deadline(5.0), table.chance)
            table.accept(other.value, decision.write(move))
        if table.seat in before.owing:
            _ask(table, console)
    _tell(table, before, console)


def _tell(table: _Table, before: Position, console: Console) -> None:
    """What the player saw happen since then."""
    for beat in table.position.game.tell(before.view(table.seat), table.position.view(table.seat)):
        if beat.heading:
            console.rule(table.words(beat.heading), style="dim")
        console.print(table.words(beat.words), markup=False)


def _show(table: _Table, console: Console) -> None:
    """The picture in words."""
    position = table.position
    title, *lines = table.words(position.game.picture(position.view(table.seat), position.waiting).text()).splitlines()
    console.print()
    console.print(title, style="bold", markup=False)
    for line in lines:
        console.print(f"  {line}", markup=False)


# --- Asking


def _ask(table: _Table, console: Console) -> None:
    """Let the player submit; returns once something was accepted."""
    from deathmatch.core.errors import Refusal

    decision = table.position.decision(table.seat)
    _show(table, console)
    prefix: tuple[str, ...] = ()
    while True:
        step = decision.compose(prefix)
        _offer(table, step, prefix, console)
        typed = console.input("[bold]> [/]").strip()
        try:
            answer = _understand(decision, prefix, step, typed)
            if isinstance(answer, tuple):
                prefix = answer
            elif answer == "?":
                console.print(HELP, style="dim")
                _show(table, console)
            elif answer != "resign" or console.input("Resign? Type yes: ").strip().lower() == "yes":
                table.accept(table.seat.value, answer)
                return
        except Refusal as refusal:
            _complain(refusal, typed, console)
        except ValueError as error:
            console.print(str(error), style="red", markup=False)


def _offer(table: _Table, step: Step, prefix: tuple[str, ...], console: Console) -> None:
    """What may come next, and what Enter would send."""
    so_far = f"  [{' '.join(prefix)}]" if prefix else ""
    console.print(f"\n{table.words(step.prompt)}{so_far}", style="bold", markup=False)
    for number, choice in enumerate(step.choices, 1):
        key = f"{number:>3} {choice.key or ' '} "
        note = f"  ({choice.note})" if choice.note else ""
        console.print(f"{key} {table.words(choice.label)}{table.words(note)}", markup=False)
    if step.number is not None:
        quick = f", such as {', '.join(map(str, step.number.quick))}" if step.number.quick else ""
        console.print(f"    a number from {step.number.low} to {step.number.high}{quick}", markup=False)
    if step.word is not None:
        console.print(f"    a word of {step.word.low} to {step.word.high} letters", markup=False)
    if step.warning:
        console.print(table.words(step.warning), style="yellow", markup=False)
    if step.whole is not None:
        console.print(f"    Enter sends: {step.whole}", style="green", markup=False)


def _understand(decision: Decision[Any], prefix: tuple[str, ...], step: Step, typed: str) -> tuple[str, ...] | str:
    """What the player means: a longer or shorter prefix, or a text to submit; `?` to look again.

    Raises: Refusal for notation that is none, ValueError where nothing was said that could be understood, _Quit.
    """
    plain = typed.lower()
    if plain == "quit":
        raise _Quit
    if plain in ("?", "help"):
        return "?"
    if plain in ("-", "back"):
        return prefix[:-1]
    if plain == "resign":
        return plain
    if not plain:
        if step.whole is None:
            raise ValueError("Nothing to send yet: choose by number or key, or type the move.")
        return step.whole
    token = _token(step, plain)
    if token is not None:
        return (*prefix, token)
    move = decision.read(typed)
    decision.check(move)
    return decision.write(move)


def _token(step: Step, word: str) -> str | None:
    """The token that one typed word chooses: a key, a token, a number that may come next, or the place in the list; None for none."""
    for choice in step.choices:
        if word in (choice.key, choice.token.lower()):
            return choice.token
    if word.isascii() and word.isdigit():
        if step.number is not None and step.number.low <= int(word) <= step.number.high:
            return str(int(word))
        if step.number is None and 1 <= int(word) <= len(step.choices):
            return step.choices[int(word) - 1].token
    if step.word is not None and word.isascii() and word.isalpha() and step.word.low <= len(word) <= step.word.high:
        return word
    return None


def _complain(refusal: Any, typed: str, console: Console) -> None:
    """Why a move was refused, and where reading stopped."""
    from deathmatch.core.errors import Malformed

    if isinstance(refusal, Malformed) and 0 < refusal.position <= len(typed):
        console.print("  " + " " * refusal.position + "^", style="red", markup=False)
    console.print(str(refusal), style="red", markup=False)


# --- The end


def _end(table: _Table, console: Console) -> None:
    """Who won, and why."""
    over = table.position.over
    assert over is not None
    people = table.people
    if over.winner is not None:
        people = {**people, "winner": people[over.winner.value], "loser": people[over.winner.other.value]}
    _show(table, console)
    head = "Nobody won." if over.winner is None else f"{people['winner']} won."
    reason = table.header.variant.reasons[over.reason].format_map(people)
    console.print(f"\n{head} {reason}", style="bold", markup=False)


def _save(table: _Table, file: Path) -> None:
    """The record as far as it is public: a submission that waits sealed is left out."""
    from deathmatch.match.record import Record, write

    entries = table.entries[: len(table.entries) - len(table.position.waiting)]
    file.write_text(write(Record(table.header, tuple(entries))), encoding="utf-8", newline="\n")
