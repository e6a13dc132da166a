from __future__ import annotations

import hmac
from pathlib import Path

import pytest

from deathmatch.server import tokens


def test_tokens_have_128_bits_and_go_into_an_address_as_they_are() -> None:
    made = {tokens.new_token() for _ in range(200)}
    assert len(made) == 200
    assert all(tokens.is_token(token) for token in made)
    assert all(len(tokens.base64.urlsafe_b64decode(token + "==")) == 16 for token in made)


@pytest.mark.parametrize("text", ["", "x", "A" * 21, "A" * 23, "A" * 21 + "!", "A" * 21 + "é", "../../etc/passwd......"])
def test_what_is_no_token_is_known_by_its_looks(text: str) -> None:
    assert not tokens.is_token(text)


def test_an_heir_follows_from_its_token_and_does_not_lead_back() -> None:
    token = tokens.new_token()
    assert tokens.is_token(tokens.heir(token))
    assert tokens.heir(token) == tokens.heir(token) != token
    assert tokens.heir(tokens.heir(token)) not in (token, tokens.heir(token))


def signed(key: bytes, body: bytes) -> str:
    """A cookie as older servers wrote it."""
    parts = (body, hmac.digest(key, body, "sha256"))
    return ".".join(tokens.base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


def test_a_cookie_of_an_older_server_is_read_if_it_was_signed_here_and_not_otherwise() -> None:
    key, other = b"k" * 32, b"o" * 32
    value = signed(key, b'{"name": "Ann"}')
    assert tokens.unsign(key, value) == b'{"name": "Ann"}'
    assert tokens.unsign(other, value) is None
    body, seal = value.split(".")
    for forged in ("", ".", "a", value + "x", f"{body}.{seal[:-2]}", f"{seal}.{body}", f"{body}.", "é.é", f"A{body}.{seal}"):
        assert tokens.unsign(key, forged) is None


def test_the_old_key_is_read_where_there_is_one(tmp_path: Path) -> None:
    assert tokens.old_cookie_key(tmp_path) is None
    (tmp_path / "cookie.key").write_bytes(b"short")
    assert tokens.old_cookie_key(tmp_path) is None
    (tmp_path / "cookie.key").write_bytes(b"k" * 32)
    assert tokens.old_cookie_key(tmp_path) == b"k" * 32


def test_a_sealed_link_opens_with_the_hosts_link_alone() -> None:
    token, host, other = tokens.new_token(), tokens.new_token(), tokens.new_token()
    sealed = tokens.seal(token, host, "onlooker-1")
    assert tokens.unseal(sealed, host, "onlooker-1") == token
    assert tokens.unseal(sealed, other, "onlooker-1") != token
    assert tokens.unseal(sealed, host, "onlooker-2") != token
