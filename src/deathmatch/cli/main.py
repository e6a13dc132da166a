"""`deathmatch`: the list of commands. A command is loaded when it is called, so that a look at the help costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final, TextIO, cast

import typer
from typer.core import TyperGroup

from deathmatch import __version__
from deathmatch.core import errors, plugins


@dataclass(frozen=True, slots=True)
class Command:
    """The place of a command, and its line in the help."""

    where: str
    words: str


COMMANDS: Final[Mapping[str, Command]] = {
    "backup": Command("deathmatch.cli.backup:backup", "Copy all matches of a server into a new folder, while it runs."),
    "check": Command("deathmatch.cli.check:check", "Read all matches of a server for damage, and salvage the rest."),
    "judge": Command("deathmatch.cli.judge:judge", "Judge a game of yours, also in one file: rules, leaks, records, pictures."),
    "lexicon": Command("deathmatch.cli.lexicon:lexicon", "List, add and remove word lists."),
    "picture": Command("deathmatch.cli.picture:picture", "Render a position of a record as SVG, PNG or text, or a match as GIF."),
    "play": Command("deathmatch.cli.play:play", "Play against a bot in the terminal."),
    "record": Command("deathmatch.cli.record:record", "Print a record in canonical form."),
    "replay": Command("deathmatch.cli.replay:replay", "Check records, and print the result or every position."),
    "restore": Command("deathmatch.cli.backup:restore", "Put a backup into an empty folder."),
    "serve": Command("deathmatch.cli.serve:serve", "Start the web server: play, watch and host matches in a browser."),
    "try": Command("deathmatch.cli.trying:try_", "Play a game in one file in the browser while you write it."),
    "unfold": Command("deathmatch.cli.unfold:unfold", "Make a package of a game in one file."),
    "warm": Command("deathmatch.cli.warm:warm", "Compile the code of bots and reviews ahead of the first match."),
}
"""One line a command, in alphabetical order: MODULE:FUNCTION, whose parameters are the command's arguments and options (typer), or
MODULE:GROUP, a `plain` application with commands of its own."""


def find(name: str) -> Command | None:
    """A command of this package, or one that an installed package adds as `command.NAME`; None if there is none."""
    brought = None if name in COMMANDS else plugins.added(f"command.{name}")
    return COMMANDS.get(name) if brought is None else brought.load()


def every() -> Mapping[str, Command]:
    """All commands in alphabetical order. One that cannot be loaded is reported and left out."""
    found = dict(COMMANDS)
    for name, brought in plugins.under("command.").items():
        try:
            found.setdefault(name, brought.load())
        except errors.PluginError as error:
            plugins.report(error)
    return dict(sorted(found.items()))


class Commands(TyperGroup):
    """The group of all commands, each loaded on demand."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        return list(every())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of them; None if the name is unknown."""
        command = find(cmd_name)
        return load(cmd_name, command) if command is not None else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments name; a clear error if it is unknown."""
        command = find(args[0]) if args else None
        if args and command is None:
            apart = plugins.missing(f"command.{args[0]}")
            ctx.fail(f"{args[0]}: {apart}" if apart else f"unknown command {args[0]}; the commands are {', '.join(every())}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in the help, written without loading a command of this package."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.words) for name, command in every().items()])


def load(name: str, command: Command) -> Any:
    """The command as click runs it."""
    module, _, attribute = command.where.partition(":")
    loaded = getattr(import_module(module), attribute)
    if isinstance(loaded, typer.Typer):
        return typer.main.get_command(loaded)
    alone = plain()
    alone.command(name, help=loaded.__doc__)(loaded)
    return typer.main.get_command(alone)


def plain(**settings: Any) -> typer.Typer:
    """A typer application as plain as it gets: nothing here needs `rich` to print a help page or an error."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, **settings)


app = plain(cls=Commands, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"deathmatch {__version__}")
        raise typer.Exit


@app.callback()
def deathmatch(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", callback=_show_version, is_eager=True)] = False,
) -> None:
    """Play, host, judge and study Death Matches."""


class Shown:
    """A stream for people, such as standard error, over the one of the system: a terminal obeys nothing that is written to it."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # `rich` writes to this one, and its texts go through `files.console`

    def write(self, text: str) -> int:
        """Write a text, with the letters that are not seen written out."""
        if not (text.isascii() and text.replace("\n", "").isprintable()):
            from deathmatch.core.letters import visible

            text = visible(text, lines=True)
        return self.rich_proxied_file.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def shown() -> Iterator[None]:
    """While a command runs: all that is printed goes through `Shown`."""
    with ExitStack() as stack:
        if sys.stdout is not None:
            stack.enter_context(redirect_stdout(cast("TextIO", Shown(sys.stdout))))
        if sys.stderr is not None:
            stack.enter_context(redirect_stderr(cast("TextIO", Shown(sys.stderr))))
        yield


def main() -> None:
    """The program. Exit status 2 for a command line that cannot be understood, 1 for what then went wrong."""
    try:
        with shown():
            app()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        from deathmatch.cli.files import complain

        complain(f"deathmatch: {where}{error.strerror or error}")
        sys.exit(1)
    except (errors.DeathmatchError, plugins.MissingLibraryError) as error:  # such as a bot that fails in the middle of its matches
        sys.stderr.write(f"deathmatch: {error}\n")
        sys.exit(1)
