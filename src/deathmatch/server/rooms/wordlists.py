"""The word lists of matches, read off the event loop; a list that is missing or cannot be read is a Problem."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence

from deathmatch.core.game import Resources, Variant
from deathmatch.core.options import Values, lexicons
from deathmatch.core.speech import mark
from deathmatch.core.words import WordList, pinned
from deathmatch.server.lexicons import Lexicons, UnknownLexiconError, UnreadableLexiconError
from deathmatch.server.rooms.room import Room
from deathmatch.server.table.roles import SERVER
from deathmatch.server.wire import messages, problems

MISSING = mark("The word list of this match is gone from this server. Words are refused until the host puts it back; the clocks go on.")
"""The line that tells a table so."""


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

    async def look_again(self, room: Room) -> None:
        """Try the lists of a match again that could not be read before: the host may have mended one.

        If one is still missing, a line of the table says so, once, and the referee refuses words.
        """
        table = room.table
        wanted = [pinned(name, table.made.lists) for name in lexicons(table.variant.options, table.values)]
        for name in wanted:
            if name not in self._lists:
                with contextlib.suppress(problems.Problem):
                    await self._words(name)
        if any(name not in self._lists for name in wanted) and all(line.text != MISSING for line in table.chat):
            with contextlib.suppress(problems.Problem, problems.Gone):
                await room.act(SERVER, messages.Chat(MISSING))

    async def has(self, lexicon: str, word: str) -> bool:
        """Whether a list has this upper-case word; raises Problem if the list is missing or cannot be read."""
        return word in await self._words(lexicon)

    async def _words(self, name: str) -> WordList:
        try:
            return await asyncio.to_thread(self._lists.words, name)
        except (UnknownLexiconError, UnreadableLexiconError) as error:
            raise problems.wrong(str(error)) from None
