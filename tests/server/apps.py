"""The application of a test, whose routes are made once in a process.

Litestar needs 0.2 s to read the signatures of all handlers. They are the same for every world, so an application that one test is done
with serves the next one: with a state, a doorman and a lobby of its own. Two that are open at a time never share one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from unittest.mock import patch

from litestar import Litestar
from litestar.datastructures import State

from deathmatch.server.web import app as web

T = TypeVar("T")

_FREE: list[Litestar] = []


@contextlib.contextmanager
def application(create: Callable[[], T]) -> Iterator[T]:
    """What `create` makes with `create_app`, on routes that are there already if some are free: a guard, or a whole server."""
    taken: list[Litestar] = []

    def litestar(*, lifespan: list[Any], state: State, **rest: Any) -> Litestar:
        (life,) = lifespan
        if _FREE:
            app = _FREE.pop()
            app._lifespan_managers[0] = life
            app.state = state
        else:
            app = Litestar(lifespan=[life], state=state, **rest)
            assert app._lifespan_managers[0] is life
        taken.append(app)
        return app

    with patch.object(web, "Litestar", litestar):
        made = create()
    try:
        yield made
    finally:
        _FREE.extend(taken)
