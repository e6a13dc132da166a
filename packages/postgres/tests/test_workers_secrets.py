"""What workers are shown of a match, and the key without which nobody reads a question or answers one."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from deathmatch.bots.answers import BotQuestion, Reply, ReviewQuestion
from deathmatch.core.seats import Seat
from deathmatch.server import vault
from deathmatch.server.vault import WrongKey
from deathmatch_postgres import remote
from deathmatch_postgres.remote import opened_question, opened_reply, sealed_question, sealed_reply
from packages.postgres.tests.databases import until
from packages.postgres.tests.many import store_of, table
from packages.postgres.tests.workers import KEY, remote_server
from tests.server.kit import VAULT


async def test_a_worker_gets_the_view_of_its_seat_and_nothing_else_sealed() -> None:
    async with remote_server() as w:
        made = await w.match(seats={"A": "me", "B": "bot:dummy"}, host=True)
        await until(lambda: store_of(w).database.questions)
        ((name, asked),) = store_of(w).database.questions.items()
        opened = opened_question(KEY, name, asked.body)
        match = (await table(w, made.id)).started_match
        assert isinstance(opened, BotQuestion)
        assert opened == BotQuestion("five-card-trick/gauntlet", opened.values, "dummy", match.seen(Seat.B, w.time.now()).view, 2.0)
        inside = pickle.dumps(opened)
        for secret in (str(made.seats["A"]), str(made.host), "Ann", made.id):
            assert secret.encode() not in inside
        assert b"dummy" not in asked.body
        with pytest.raises(WrongKey):
            opened_question(VAULT, name, asked.body)
        with pytest.raises(WrongKey):
            opened_question(KEY, "bot other", asked.body)


def test_answers_and_questions_are_opened_only_with_the_workers_key_and_in_their_place() -> None:
    reply = Reply(text="score grow", preparing=True)
    assert opened_reply(KEY, "bot 1", sealed_reply(KEY, "bot 1", reply)) == reply
    for key, name, body in (
        (VAULT, "bot 1", sealed_reply(KEY, "bot 1", reply)),
        (KEY, "bot 2", sealed_reply(KEY, "bot 1", reply)),
        (KEY, "bot 1", sealed_question(KEY, "bot 1", ReviewQuestion("x"))),
        (KEY, "bot 1", b"\xff"),
        (KEY, "bot 1", KEY.seal(b"{}", "answer bot 1").encode()),
    ):
        with pytest.raises(WrongKey):
            opened_reply(key, name, body)
    with pytest.raises(WrongKey, match="no question"):
        opened_question(KEY, "bot 1", KEY.seal(pickle.dumps("x"), "question bot 1").encode())


def test_the_workers_key_is_put_into_the_folder_and_opens_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(WrongKey, match="--no-bots"):
        remote.workers_vault(tmp_path)
    own = vault.key_of(tmp_path, None)
    remote.give_workers_key(tmp_path, own)
    remote.give_workers_key(tmp_path, own)
    path = tmp_path / remote.WORKERS_FILE
    assert path.stat().st_mode & 0o077 == 0
    theirs = remote.workers_vault(tmp_path)
    with pytest.raises(WrongKey):
        theirs.unseal(own.seal(b"secret", "x"), "x")
