from __future__ import annotations

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


def test_a_cookie_is_read_if_it_was_signed_here_and_not_otherwise() -> None:
    key, other = b"k" * 32, b"o" * 32
    value = tokens.sign(key, b'{"name": "Ann"}')
    assert tokens.unsign(key, value) == b'{"name": "Ann"}'
    assert tokens.unsign(other, value) is None
    body, seal = value.split(".")
    for forged in ("", ".", "a", value + "x", f"{body}.{seal[:-2]}", f"{seal}.{body}", f"{body}.", "é.é", f"A{body}.{seal}"):
        assert tokens.unsign(key, forged) is None


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = tokens.server_key(tmp_path)
    assert len(key) == 32
    assert tokens.server_key(tmp_path) == key
    assert (tmp_path / "cookie.key").stat().st_mode & 0o077 == 0
    (tmp_path / "cookie.key").write_bytes(b"short")
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        tokens.server_key(tmp_path)


def test_a_sealed_link_opens_with_the_hosts_link_alone() -> None:
    token, host, other = tokens.new_token(), tokens.new_token(), tokens.new_token()
    sealed = tokens.seal(token, host, "onlooker-1")
    assert tokens.unseal(sealed, host, "onlooker-1") == token
    assert tokens.unseal(sealed, other, "onlooker-1") != token
    assert tokens.unseal(sealed, host, "onlooker-2") != token
