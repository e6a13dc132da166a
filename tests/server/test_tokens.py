from __future__ import annotations

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


def test_a_sealed_link_opens_with_the_hosts_link_alone() -> None:
    token, host, other = tokens.new_token(), tokens.new_token(), tokens.new_token()
    sealed = tokens.seal(token, host, "onlooker-1")
    assert tokens.unseal(sealed, host, "onlooker-1") == token
    assert tokens.unseal(sealed, other, "onlooker-1") != token
    assert tokens.unseal(sealed, host, "onlooker-2") != token
