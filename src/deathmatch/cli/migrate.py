"""`deathmatch migrate`: make the tables of a PostgreSQL, or bring them to the format of this program."""

from __future__ import annotations

from typing import Annotated

import typer

from deathmatch.cli.files import complain, say


def migrate(
    store: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The PostgreSQL: postgresql://HOST/DATABASE, or postgresql: if the environment says the rest.",
            envvar="DEATHMATCH_STORE",
            show_envvar=True,
            show_default=False,
        ),
    ],
) -> None:
    """Make the tables of a PostgreSQL for `deathmatch serve --store`, or bring them to the format of this program.

    All of it is one transaction. Tables of today's format stay as they are, and those of a later one are refused.
    """
    from deathmatch.server.store.interface import StoreError

    try:
        from deathmatch.server.store.postgres.migrating import migrate_database

        done = migrate_database(store)
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    before = "no tables" if done.before == 0 else f"format {done.before}"
    say(f"{done.shown}: {f'format {done.now} already' if done.before == done.now else f'from {before} to format {done.now}'}\n")
