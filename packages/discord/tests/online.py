"""A client of discord.py that is online."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord


@asynccontextmanager
async def online(client: discord.Client, connection: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While this coroutine keeps the client connected, once it is ready; raises as the coroutine does if that ends before."""
    task = asyncio.create_task(connection)
    try:
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({ready, task}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await task
        yield
    finally:
        await client.close()
        with suppress(asyncio.CancelledError, discord.DiscordException):
            await task
