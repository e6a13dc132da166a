"""`deathmatch plot`: pictures of studies (docs/plots.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deathmatch.cli.files import LARGEST, complain, load, read_record, refuse, say
from deathmatch.cli.options import Brought, RuleOptions, ThemeName
from deathmatch_lab.cli.working import GameOption

if TYPE_CHECKING:
    from deathmatch.core.game import AnyGame, Variant
    from deathmatch_lab.plotting import Plot

OF_TOURNAMENTS: Final = {
    "shares": "the share of the matches that each bot won against each other",
    "ratings": "the ladder of the ratings",
    "edges": "the first mover's edge",
}
OTHERS: Final = {
    "course": "the chance of A over a match, as its review has it",
    "exploits": "the chances of bots against their best response",
}


def plot(
    what: Annotated[str | None, typer.Argument(metavar="PLOT", help="The name of a plot; see --list.", show_default=False)] = None,
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE...",
            help="A folder of `tournament --out`, a record, or bots, as --list says for each plot.",
            show_default=False,
        ),
    ] = None,
    game: GameOption = None,
    option: RuleOptions = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="NAME.svg or NAME.png. Default: PLOT.svg in this folder.", show_default=False),
    ] = None,
    theme: ThemeName = "light",
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="DIR", help="Take solved positions from this folder, and save them there.", show_default=False),
    ] = None,
    units: Annotated[int, typer.Option("--units", metavar="N", min=1, help="Units of work of each review.")] = 50,
    brought: Brought = None,
    list_: Annotated[bool, typer.Option("--list", help="List all plots, with those of --game only if it is given.")] = False,
) -> None:
    """Paint a plot of a tournament, of a match, of bots or of a game, as SVG or PNG.

    The same plot of the same data gives the same file. The exit status is 1 if a record is refused or a position cannot be solved.
    """
    from deathmatch.core.errors import DeathmatchError
    from deathmatch.core.themes import THEMES

    if list_:
        say(_listed(game))
        return
    if what is None:
        raise typer.BadParameter("it is missing; --list names all plots", param_hint="PLOT")
    from deathmatch.cli.progress import terminal

    with terminal("loading Matplotlib"):
        from deathmatch_lab.plots.painting import SUFFIXES, painted

    target = out if out is not None else Path(f"{what}.svg")
    if target.suffix not in SUFFIXES:
        raise typer.BadParameter(f"the file name must end in .svg or .png, not {target.suffix or 'without a suffix'}", param_hint="-o")
    if theme not in THEMES:
        raise typer.BadParameter(f"unknown theme {theme}; the themes are {', '.join(THEMES)}", param_hint="--theme")
    asked = _Asked(what.lower(), tuple(sources or ()), game, tuple(option or ()), keep, units, tuple(brought or ()))
    try:
        made = asked.plot()
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except (ValueError, DeathmatchError) as error:
        complain(f"{what}: {error}")
        raise typer.Exit(1) from None
    with terminal("painting"):
        target.write_bytes(painted(made, target.suffix, theme))
    say(f"{target}: {made.title}\n")


def _listed(game: str | None) -> str:
    """The plots, a line each."""
    from deathmatch.cli.options import read_options
    from deathmatch.games import every

    lines = [f"{name} DIR: {words}" for name, words in OF_TOURNAMENTS.items()]
    lines += [f"course FILE: {OTHERS['course']}", f"exploits BOT... --game GAME/VARIANT: {OTHERS['exploits']}"]
    variants = every() if game is None else [read_options(game, ())[0]]
    if game is not None:
        lines = []
    for variant in variants:
        lines += [f"{name} --game {variant.id} [FILE]: {one.words}" for name, one in _own(variant, variant.bind({})[1]).items()]
    return "".join(f"{line}\n" for line in lines)


def _own(variant: Variant, bound: AnyGame) -> Mapping[str, Any]:
    """The plots that a variant brings."""
    from deathmatch.games import made_by

    return made_by(variant, "plots", bound) or {}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The command line."""

    what: str
    sources: tuple[str, ...]
    game: str | None
    options: tuple[str, ...]
    keep: Path | None
    units: int
    brought: tuple[str, ...]

    def plot(self) -> Plot:
        """The plot. Raises LookupError, ValueError, DeathmatchError."""
        if self.what in OF_TOURNAMENTS:
            return self._of_folder(Path(self._one("a folder that `deathmatch tournament --out` made")))
        if self.what == "course":
            return self._course(self._one("a record"))
        return self._of_game()

    def _one(self, words: str) -> str:
        if self.game is not None or self.options:
            raise typer.BadParameter(f"{self.what} is made from {words}, which says its variant", param_hint="--game")
        if len(self.sources) != 1:
            raise typer.BadParameter(f"{self.what} is made from {words}; {len(self.sources)} were given", param_hint="SOURCE...")
        return self.sources[0]

    def _of_folder(self, folder: Path) -> Plot:
        from deathmatch.cli.progress import terminal
        from deathmatch_lab.plots import studies

        if not folder.is_dir():
            raise typer.BadParameter(f"{folder} is no folder", param_hint="SOURCE...")
        made: dict[str, Callable[[Path], Plot]] = {"shares": studies.shares, "ratings": studies.ratings, "edges": studies.edges}
        with terminal(f"reading {folder}"):
            return made[self.what](folder)

    def _course(self, file: str) -> Plot:
        from deathmatch.cli.options import all_word_lists
        from deathmatch.cli.progress import terminal

        record = read_record(file)
        with terminal("reviewing"):
            from deathmatch_lab.plots.studies import course

            return course(record, self.units, all_word_lists(record.variant))

    def _of_game(self) -> Plot:
        from deathmatch.cli.options import bring, read_options
        from deathmatch.core.errors import UnknownNameError
        from deathmatch.core.seats import PUBLIC
        from deathmatch_lab.cli.working import working
        from deathmatch_lab.plots.studies import exploits

        if self.game is None:
            known = ", ".join([*OF_TOURNAMENTS, "course"])
            raise typer.BadParameter(
                f"without --game GAME/VARIANT the plots are {known}; {self.what} is none of them (--list has all)", param_hint="PLOT"
            )
        variant, given = read_options(self.game, self.options)
        bound = variant.bind(given)[1]
        with working(self.keep) as work:
            if self.what == "exploits":
                bring(self.brought, [variant])
                if not self.sources:
                    raise typer.BadParameter("one bot at least must be named", param_hint="SOURCE...")
                return exploits(variant, bound, [bot.lower() for bot in self.sources], work)
            own = _own(variant, bound)
            if self.what not in own:
                raise UnknownNameError(f"{variant.id} has no plot {self.what}; its plots are {', '.join([*own, 'exploits'])}")
            state = bound.start()
            if self.sources:
                bound, state = _end(self._only(), variant, self.options)
                own = _own(variant, bound)
            made: Plot = own[self.what].plot(bound.view(state, PUBLIC), work)
            return made

    def _only(self) -> str:
        if len(self.sources) != 1:
            raise typer.BadParameter(f"{self.what} takes one record at most, not {len(self.sources)}", param_hint="SOURCE...")
        return self.sources[0]


def _end(file: str, variant: Variant, options: tuple[str, ...]) -> tuple[AnyGame, Any]:
    """The game of a record, and the state where it ends."""
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, unfold

    if options:
        raise typer.BadParameter("a record says its options", param_hint="--option")
    data = load(file, LARGEST)
    if data is None:
        raise typer.Exit(1)
    try:
        header, steps = unfold(data, find)
        *_, (_, position) = steps
    except RecordError as error:
        refuse(file, error)
        raise typer.Exit(1) from None
    if header.variant.id != variant.id:
        raise typer.BadParameter(f"{file} is a record of {header.variant.id}, not of {variant.id}")
    if position.over is not None:
        complain(f"{file}: the match is over, so there is nothing to plot")
        raise typer.Exit(1)
    return position.game, position.state
