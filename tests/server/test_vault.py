"""Secrets on disk and in cookies are sealed with the key beside the database; older folders are read as they are."""

from __future__ import annotations

import base64
import json
import sqlite3
from pathlib import Path

import httpx
import pytest

from deathmatch.server import running, tokens, vault
from deathmatch.server.settings import Settings
from deathmatch.server.store.sqlite import store_file
from deathmatch.server.table import entries
from deathmatch.server.vault import KEY_FILE, Vault, WrongKey
from deathmatch.server.web.guests import COOKIE, Guest, read_guest, sealed_guest
from tests.loops import apart
from tests.server.evening import DATA, unfold
from tests.server.kit import VAULT, World, serving

SECRET = b"a secret"


def test_a_secret_opens_with_its_key_in_its_place_and_nowhere_else() -> None:
    one, other = Vault(b"1" * 32), Vault(b"2" * 32)
    sealed = one.seal(SECRET, "here")
    assert one.unseal(sealed, "here") == SECRET
    assert one.seal(SECRET, "here") != sealed  # so equal secrets cannot be told by their seals
    assert base64.urlsafe_b64encode(SECRET).rstrip(b"=").decode() not in sealed
    for opener, text, place in (
        (other, sealed, "here"),
        (one, sealed, "there"),
        (one, sealed[:-1], "here"),
        (one, sealed[:-2] + ("A" if sealed[-2] != "A" else "B") + sealed[-1], "here"),
        (one, "sealed.", "here"),
        (one, "sealed.é!", "here"),
        (one, "sealed.AAAA", "here"),
    ):
        with pytest.raises(WrongKey):
            opener.unseal(text, place)
    assert one.mark != other.mark
    assert one.mark == Vault(b"1" * 32).mark


def test_the_key_is_made_whole_for_its_owner_alone_and_once(tmp_path: Path) -> None:
    made = vault.key_of(tmp_path, None)
    path = tmp_path / KEY_FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [KEY_FILE]
    assert vault.key_of(tmp_path, made.mark).unseal(made.seal(SECRET, "x"), "x") == SECRET
    path.chmod(0o644)
    vault.key_of(tmp_path, None)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("key", "words"), [(None, "is missing"), (b"short", "must hold 32 bytes, not 5"), (b"o" * 32, "is not the key with which")]
)
def test_without_its_key_a_folder_is_refused_before_anybody_waits_for_it(
    key: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    apart(running.check, tmp_path)
    path = tmp_path / KEY_FILE
    good = path.read_bytes()
    path.unlink()
    if key is not None:
        path.write_bytes(key)
    with pytest.raises(WrongKey, match=words) as refused:
        apart(running.check, tmp_path)
    assert str(path) in str(refused.value)
    assert apart(running.run, Settings(tmp_path), "127.0.0.1", 0) == 1
    assert words in capsys.readouterr().err
    assert path.exists() is (key is not None)  # no new key is made in its place
    path.write_bytes(good)
    apart(running.check, tmp_path)


@pytest.mark.sqlite  # it reads the file
def test_no_seed_is_in_the_database_and_the_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    body = {"variant": "tile-joust/final", "seats": {"A": "me", "B": "friend"}, "name": "Ann", "settings": {"publish": True}}
    with serving(tmp_path) as address, httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        made = client.post("/api/matches", json=body).json()
        client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    with sqlite3.connect(store_file(tmp_path)) as db:
        bodies = [bytes(row[0]) for row in db.execute("SELECT body FROM entries WHERE match = ? ORDER BY n", (made["id"],))]
    db.close()
    first = entries.decode(bodies[0])
    assert isinstance(first, entries.Made)
    opened = entries.unsealed(first, made["id"], Vault((tmp_path / KEY_FILE).read_bytes()))
    assert first.seed.startswith("sealed.")
    with serving(tmp_path) as address, httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        client.post(f"/api/seats/{made['seats']['A']}/resign")
        dealing = client.get(f"/api/seats/{made['seats']['A']}/dealing").json()
    assert dealing["seed"] == opened.seed
    assert dealing["commitment"] == made["commitment"]
    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert len(files) >= 3
    for file in files:
        assert opened.seed.encode() not in file.read_bytes(), file.name
        assert bytes.fromhex(opened.seed) not in file.read_bytes(), file.name


@pytest.mark.sqlite  # the folder is one of SQLite
def test_an_older_folder_gets_a_key_and_its_matches_are_read(tmp_path: Path) -> None:
    tables = json.loads((DATA / "folder.json").read_text("utf-8"))["tables"]
    unfold("folder", tmp_path)
    for _ in range(2):
        with serving(tmp_path) as address, httpx.Client(base_url=f"http://{address}", timeout=60) as client:
            over = tables["finished"]["links"]["A"]
            assert client.get(f"/api/seats/{over}/record").text == tables["finished"]["record"]
            assert len(client.get(f"/api/seats/{over}/dealing").json()["seed"]) == 64
        assert (tmp_path / KEY_FILE).stat().st_size == 32


async def test_the_secrets_of_a_rematch_are_sealed_too(w: World) -> None:
    made = await w.match("tile-joust/final")
    await w.ask(made, "A", lambda room, role: room.resign(role))
    for seat in ("A", "B"):
        await w.ask(made, seat, lambda room, role, link=made.seats[seat]: room.wish(role, str(link)))  # type: ignore[misc]
    (following,) = set(w.store.matches) - {made.id}
    first, before = (entries.decode(w.store.matches[match][0]) for match in (following, made.id))
    assert isinstance(first, entries.Made)
    assert isinstance(before, entries.Made)
    opened, earlier = entries.unsealed(first, following, VAULT), entries.unsealed(before, made.id, VAULT)
    secrets = {opened.seed, opened.receipts, earlier.seed, earlier.receipts}
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}
    assert len(secrets) == 4
    assert first.seed.startswith("sealed.")
    assert first.receipts.startswith("sealed.")


# --- Cookies


def test_no_link_can_be_read_in_a_cookie() -> None:
    guest = Guest("Ann", [("match", "/s/AAAAAAAAAAAAAAAAAAAAAA")])
    value = sealed_guest(VAULT, guest)
    assert read_guest(VAULT, value) == guest
    body = value.removeprefix("sealed.")
    plain = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    assert b"/s/" not in plain
    assert b"Ann" not in plain
    for other in (None, "", value[:-1], value + "A", "sealed.", VAULT.seal(b"no JSON", COOKIE), VAULT.seal(b'{"name":"Eve"}', "elsewhere")):
        assert read_guest(VAULT, other) == Guest()
    assert read_guest(Vault(b"w" * 32), value) == Guest()


def test_a_sealed_link_opens_with_the_hosts_link_alone() -> None:
    token, host, other = tokens.new_token(), tokens.new_token(), tokens.new_token()
    sealed = tokens.seal(token, host, "onlooker-1")
    assert tokens.unseal(sealed, host, "onlooker-1") == token
    assert tokens.unseal(sealed, other, "onlooker-1") != token
    assert tokens.unseal(sealed, host, "onlooker-2") != token


def test_an_heir_follows_from_its_token_and_does_not_lead_back() -> None:
    token = tokens.new_token()
    assert tokens.is_token(tokens.heir(token))
    assert tokens.heir(token) == tokens.heir(token) != token
    assert tokens.heir(tokens.heir(token)) not in (token, tokens.heir(token))
