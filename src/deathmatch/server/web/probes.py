"""Two addresses for programs that watch over a server: whether its process lives, and whether people should be sent to it.

Anybody may ask, so the answers are the same for everybody, and their reasons are fixed sentences: the log has the cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from deathmatch.server.web.api import lobby_of
from deathmatch.server.web.remembering import Asking
from deathmatch.server.wire import bodies

REASONS: Final[Mapping[str, str]] = {
    "well": "",
    "ready": "",
    "failing": "the store takes nothing at the moment; the log says why",
    "stopping": "nothing can be saved until the server is started again; the log says why",
    "draining": "the server is going down",
}


def _answer(state: str, *, good: bool) -> Response[bodies.ServerHealth]:
    return Response(bodies.ServerHealth(state, REASONS[state]), status_code=200 if good else 503, headers={"Cache-Control": "no-store"})


@get("/health", tags=["server"], responses={503: ResponseSpec(bodies.ServerHealth, description="Only a new start helps.")})
async def health(request: Asking) -> Response[bodies.ServerHealth]:
    """Whether the process lives: 200, or 503 if only a new start of the server helps. A full disk does not count here."""
    lasting = lobby_of(request).store.health.lasting
    return _answer("stopping" if lasting else "well", good=not lasting)


@get("/ready", tags=["server"], responses={503: ResponseSpec(bodies.ServerHealth, description="Send people to another server.")})
async def ready(request: Asking) -> Response[bodies.ServerHealth]:
    """Whether people should be sent to this server: it saves their moves, and is not about to go down."""
    lobby = lobby_of(request)
    if lobby.draining:
        return _answer("draining", good=False)
    now = await lobby.health()
    if now.lasting:
        return _answer("stopping", good=False)
    return _answer("failing" if now.trouble else "ready", good=not now.trouble)


HANDLERS: Final = (health, ready)
