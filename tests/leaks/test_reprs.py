"""What a log or a traceback may print of the values that a server holds: their kind, and nothing that somebody hides."""

from __future__ import annotations

import msgspec

from deathmatch.server.rooms.room import Letter
from deathmatch.server.table import entries
from deathmatch.server.table.play import Inherits, Moved
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.seating import Sat
from deathmatch.server.table.writing import Noted, Said
from deathmatch.server.wire import bodies, messages
from tests.server.kit import GAUNTLET, World

NONCE = "0123456789abcdef" * 2
WORDS = "owl in the wall"


async def test_a_repr_holds_no_secret_of_a_table(w: World) -> None:
    made = await w.match(GAUNTLET, nonce=NONCE)
    seat, host = await w.link(made, "A"), await w.link(made, "host")
    await w.submit(made, "A", 0, "score grow")
    await w.ask(made, "A", lambda room, role: room.note(role, WORDS))
    await w.ask(made, "A", lambda room, role: room.say(role, "Ann", WORDS))
    room = await w.lobby.room(seat)
    log = [entries.decode(body) for body in w.store.matches[made.id]]
    kinds = {type(entry) for entry in log}
    assert kinds >= {entries.Made, Sat, Moved, Noted, Said, Inherits}
    table, match = room.table, room.table.started_match
    assert match._position.sealed.a is not None
    values = [table, match, match._position, match._position.sealed, match._past, match._answers, match._position._memo.decided]
    values += [*log, seat, host, made, Sender("A", seat.token, "Ann"), table.dealer]
    secrets = [
        seat.token,
        host.token,
        str(made.seats["B"]),
        table.seed.hex(),
        repr(table.seed),
        NONCE,
        WORDS,
        "grow",
        *table.heirs.values(),
    ]
    for value in values:
        shown = [secret for secret in secrets if secret in repr(value)]
        assert not shown, f"{type(value).__name__} shows {len(shown)} secrets"


def test_a_repr_holds_nothing_that_somebody_sends() -> None:
    token = "t" * 22
    commands = [
        messages.Submit(0, WORDS),
        messages.Compose(1, 0, [WORDS], WORDS),
        messages.Deal(0, WORDS),
        messages.Chat(WORDS),
        messages.Note(WORDS),
        messages.Mark(WORDS, WORDS),
        bodies.SitDown("Ann", NONCE),
        bodies.NewMatch(GAUNTLET, {}, nonce=NONCE),
        bodies.SubmitBody(0, WORDS),
        bodies.ComposeBody(0, [WORDS], WORDS),
        bodies.SketchBody(WORDS, [WORDS]),
        bodies.Links({"onlooker-1": token}),
    ]
    for command in commands:
        assert msgspec.json.encode(command)
        for secret in (WORDS, NONCE, token):
            assert secret not in repr(command), f"{type(command).__name__} shows what was sent"
            letter = Letter(0, command, Sender("A", token), None, None)  # type: ignore[arg-type]
            assert secret not in repr(letter)
